"""Where everything lies in a store.

<table>/casino_id=<quoted>/gaming_date=<YYYY-MM-DD or no date>/<key>.parquet   the canonical rows
manifest/<key>.json       what one source gave: the commit, which alone makes its files count
rejects/<key>.parquet     the records of a source that were not taken in, and why
aside/<table>/<key>.parquet   rows that wait for the row they belong to
tentative/<table>/<key>.parquet   rows placed by their id alone, to be looked up again
house/<quoted>.toml       the house files seen
skipped.json              the inputs that were not read
commit.json               what of these holds from its rename on, until each file is in its place
wanted.json               the sources that a repair took out and that were not read again
spans/<game>/<table>.parquet   only inside a report: what was told of rows that are not there
packs.json                which small files stand in one, `pack-<hash>.parquet` of their folder
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from auditor.errors import StoreError, kept_from, of_the_machine
from auditor.texts.reasons import reason_of

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

MANIFEST = "manifest"
REJECTS = "rejects"
ASIDE = "aside"
TENTATIVE = "tentative"
HOUSES = "house"
SKIPPED = "skipped.json"
PACKS = "packs.json"
WANTED = "wanted.json"
COMMIT = "commit.json"
SPANS = "spans"
LOCK = ".lock"
UNFINISHED = ".unfinished"
TEMPORARY = ".tmp"
NO_DATE = "__HIVE_DEFAULT_PARTITION__"
LONGEST_ID = 60
# What reading a file of JSON raises that is not as this program writes it.
UNREADABLE = (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError)


def bad_entry(file: str, error: Exception) -> StoreError:
    """Give the error of what a store lists and cannot be read.

    Raises the error itself where the machine wants something, or leave to read it: neither says
    anything of the store.
    """
    if of_the_machine(error) or kept_from(error):
        raise error
    said = error if isinstance(error, (OSError, ValueError)) else f"{type(error).__name__}: {error}"
    return StoreError("storing.bad_entry", file=file, reason=reason_of(said))


def quoted(text: str) -> str:
    """Give a text as part of a file name that every Hive reader reads back to the text.

    It is a name of its own also where it stands alone: never the folder itself, or the one above.
    """
    name = quote(text, safe="")
    if name in {".", ".."}:
        return name.replace(".", "%2E")
    return name.replace("_", "%5F", 1) if name == NO_DATE else name


def partition_folder(table: str, casino_id: str, *, gaming_date: date | None) -> str:
    """Give a partition's folder, relative to the store."""
    day = gaming_date.isoformat() if gaming_date else NO_DATE
    return f"{table}/casino_id={quoted(casino_id)}/gaming_date={day}"


def manifest_file(store: Path, key: str) -> Path:
    """Give the file of a source's entry."""
    return store / MANIFEST / f"{key}.json"


def house_file(casino_id: str) -> str:
    """Give the path of a casino's house file, from the store."""
    return f"{HOUSES}/{quoted(casino_id)}.toml"


def refuse_outside(path: str) -> None:
    """Raise ValueError for a path that does not stay in the store: it is read, and deleted."""
    parts = path.split("/")
    if len(parts) < 2 or {"", ".", ".."} & {*parts} or any(sign in path for sign in "\\:\0"):  # noqa: PLR2004
        raise ValueError(path)
