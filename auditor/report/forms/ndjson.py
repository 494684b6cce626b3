"""Writer of findings.ndjson: one finding a line, with the keys that it has in `audit.json`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import TypeAdapter

from auditor.report.audit.document import Finding

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from auditor.report.audit.read import AuditRead

NAME = "findings.ndjson"


def write(read: AuditRead, out: Path, *, lang: str) -> Iterable[Path]:  # noqa: ARG001 (both are in it)
    """Write `findings.ndjson`; gives its path."""
    adapter = TypeAdapter(Finding)
    path = out / NAME
    with path.open("wb") as file:
        for finding in read.audit.findings:
            file.write(adapter.dump_json(finding, by_alias=True) + b"\n")
    yield path
