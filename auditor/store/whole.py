"""A file that is there whole or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.store import layout

if TYPE_CHECKING:
    from pathlib import Path


def write_whole(path: Path, data: bytes | memoryview) -> None:
    """Write a file under a temporary name and rename it: it is there whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}{layout.TEMPORARY}")
    temporary.write_bytes(data)
    temporary.replace(path)
