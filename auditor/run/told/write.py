"""What an audit leaves on disk: `audit.json` and `findings.parquet`."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager, suppress
from dataclasses import asdict
from time import monotonic, sleep
from typing import TYPE_CHECKING, cast

import pyarrow as pa
import pyarrow.parquet as pq

from auditor.errors import BusyError
from auditor.store.holder import NOBODY, read_holder, tell_holder, this_process

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from auditor.evaluate.findings import Plain
    from auditor.journal import Step
    from auditor.run.told.outcomes import Told

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
LONGEST, PAUSE = 600, 0.1  # seconds for which another audit may write, and between two tries
NOTE = ".writing"  # who writes below a folder
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
    """Write below a folder while no other audit does: a second one waits until this one is done.

    Raises BusyError where it has to wait for longer than `LONGEST`.
    """
    out.mkdir(parents=True, exist_ok=True)
    folder, note = os.open(out, os.O_RDONLY), out / NOTE
    try:
        _lock(folder, out)
        with suppress(OSError), note.open("a") as file:
            tell_holder(file, this_process())
        try:
            yield
        finally:
            with suppress(OSError):
                note.unlink(missing_ok=True)
    finally:
        os.close(folder)


def _lock(folder: int, out: Path) -> None:
    """Lock an open folder, in bounded time."""
    import fcntl  # only where there are such locks

    until = monotonic() + LONGEST
    while True:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            if monotonic() > until:
                who = asdict(read_holder(out / NOTE) or NOBODY)
                raise BusyError("storing.out_is_busy", out=out, seconds=LONGEST, **who) from error
            sleep(PAUSE)
        except OSError:  # a file system that has no locks of folders
            return
        else:
            return


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
