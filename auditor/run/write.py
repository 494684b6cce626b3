"""What an audit leaves on disk: `audit.json` and `findings.parquet`."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, cast

import pyarrow as pa
import pyarrow.parquet as pq

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from auditor.evaluate.findings import Plain
    from auditor.journal import Step
    from auditor.run.outcomes import Told

_TEXT = (
    "id",
    "norm",
    "rule",
    "clause",
    "citation",
    "verdict",
    "game",
    "casino_id",
    "table_id",
    "gaming_date",
    "session_id",
    "shoe_id",
    "hand_id",
    "subject",
    "at",
    "dealer_id",
    "player_id",
    "expected",
    "observed",
    "at_stake",
    "owed_to",
    "reading_adopted",
    "currency",
    "video_ref",
    "cause",
    "cause_en",
    "message",
    "message_en",
)
_NESTED = ("clauses", "readings", "facts", "window", "source")


def write_audit(document: Told, out: Path) -> None:
    """Write the document and its findings, each under its name only once it is whole."""
    out.mkdir(parents=True, exist_ok=True)
    text = json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False)
    _renamed(out / "audit.json", lambda path: path.write_text(text + "\n", "utf-8"))
    findings = document["findings"]
    table = findings_table(findings if isinstance(findings, list) else [])
    _renamed(out / "findings.parquet", lambda path: pq.write_table(table, path))


@contextmanager
def alone(out: Path) -> Iterator[None]:
    """Write below a folder while no other audit does: a second one waits until this one is done."""
    import fcntl  # only where there are such locks

    out.mkdir(parents=True, exist_ok=True)
    folder = os.open(out, os.O_RDONLY)
    try:
        with suppress(OSError):  # a file system that has no locks of folders
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def steps_told(steps: Iterable[Step]) -> list[Plain]:
    """Tell the steps of a run: what was done, in how many seconds, how many of what."""
    return cast("list[Plain]", [each.told() for each in steps])


def findings_table(findings: list[Plain]) -> pa.Table:
    """Give findings as a table: one text column a key; lists and objects as JSON text."""
    rows = [each for each in findings if isinstance(each, dict)]
    columns = {key: pa.array([_cell(row[key]) for row in rows], pa.string()) for key in _TEXT}
    nested = {
        key: pa.array([json.dumps(row[key], ensure_ascii=False) for row in rows], pa.string())
        for key in _NESTED
    }
    return pa.table({**columns, **nested})


def _cell(value: Plain) -> str | None:
    """Give a cell as text."""
    return None if value is None else str(value)


def _renamed(path: Path, write: object) -> None:
    """Write to a temporary name, then give it its own."""
    draft = path.with_name(f".{path.name}.part")
    if callable(write):
        write(draft)
    draft.replace(path)
