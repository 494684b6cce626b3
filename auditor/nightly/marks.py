"""The mark of a night's report: written last, it says that the report is whole."""

from __future__ import annotations

import json
from datetime import date
from typing import TYPE_CHECKING
from urllib.parse import unquote

from auditor.store.layout import TEMPORARY, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from auditor.evaluate.findings import Plain
    from auditor.run.again.fingerprint import Place
    from auditor.run.told.outcomes import Told

SUMMARY_JSON, SUMMARY_TEXT = "nightly.json", "nightly.txt"
WHOLE = ("audit.json", "findings.parquet")  # what every audit of the whole leaves
# What is written in the folder of the reports beside them: by a run, or by `report` of the whole.
OURS = {SUMMARY_JSON, SUMMARY_TEXT, *WHOLE, "findings.csv", "index.html"}
OURS |= {"evidence", "redacted", "store"}
UNDATED = "undated"
MARK = "night.json"
VERDICTS = ("violation", "observation", "indeterminate", "not_assessable")


def folder_of(out: Path, place: Place) -> Path:
    """Give the folder of a night's report."""
    casino, day = place
    return out / folder_name(casino) / (day.isoformat() if day else UNDATED)


def folder_name(casino_id: str) -> str:
    """Give the name of a casino's folder: it reads back to the id, and is no file of our own.

    A log says whose it is, so that an id may be any text.
    """
    name = quoted(casino_id)
    is_ours = name.startswith(".") or name.casefold().removesuffix(TEMPORARY) in OURS
    return f"%{ord(name[0]):02X}{name[1:]}" if is_ours else name


def read_mark(out: Path) -> Told | None:
    """Read what the summary has to know of a night; None where its report is not whole.

    So it is too where a file was taken away that stood there when the mark was written.
    """
    try:
        told: Plain = json.loads((out / MARK).read_bytes())
        there = {one.name for one in out.iterdir()}
    except (OSError, ValueError):
        return None
    if not isinstance(told, dict) or "fingerprint" not in told:
        return None
    files = told.get("files")
    return told if there.issuperset(files if isinstance(files, list) else ()) else None


def place_in(mark: Told) -> Place:
    """Give the casino and gaming date of a mark."""
    day = mark["gaming_date"]
    return str(mark["casino_id"]), date.fromisoformat(str(day)) if day else None


def report_folders(out: Path) -> Iterator[tuple[Place, Path]]:
    """Walk the folders of the nights' reports."""
    for folder in sorted(out.glob("*/*")):
        day = _day(folder.name)
        if day or folder.name == UNDATED:
            yield (unquote(folder.parent.name), day), folder


def _day(name: str) -> date | None:
    """Read the name of a night's folder."""
    try:
        return date.fromisoformat(name)
    except ValueError:
        return None
