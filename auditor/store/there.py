"""Whether there is a store in a folder: none that is not there may be called sound, or judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.errors import UsageError
from auditor.store import layout

if TYPE_CHECKING:
    from pathlib import Path

OF_A_STORE = (layout.MANIFEST, layout.SKIPPED, layout.COMMIT, layout.HOUSES, layout.WANTED)


def is_store(store: Path) -> bool:
    """Tell whether an ingest has left anything in a folder."""
    return any((store / one).exists() for one in OF_A_STORE)


def refuse_absent(store: Path) -> None:
    """Raise UsageError where a folder is not there, or is no store."""
    if not is_store(store):
        raise UsageError("storing.no_store", store=store)
