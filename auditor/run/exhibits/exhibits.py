"""What whoever gets a report needs to check it: the rulebook used, and each casino's own rows.

evidence/rules.zip                     the rulebook's files
evidence/<quoted casino>/logs.zip      a store of the casino's rows of the dates audited alone, with
                                       what was told of other rows (`auditor.run.judge.spans`)
evidence/<quoted casino>/logs.json     `kept`, and the path, size and SHA-256 of every file

`kept` is `whole`, or `dates` where the whole is too large (the gaming dates with findings), or
`none` where these are too large as well: then only the hashes stand.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from auditor.rulebook.load import rule_files
from auditor.run.exhibits.own_files import content_of
from auditor.run.exhibits.own_rows import own_entries
from auditor.run.judge.spans import span_files
from auditor.store import layout
from auditor.store.entry import entry_text
from auditor.store.house_text import write_house

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import date
    from pathlib import Path

    from auditor.run.audited import Audited
    from auditor.run.exhibits.own_rows import OwnEntry
    from auditor.run.told.outcomes import Told
    from auditor.store.entry import StoredFile
    from auditor.store.house import House

LARGEST = 16 * 1024**2  # bytes of one casino's rows; a report should still go by mail
PACKED = ".parquet"
NO_DATE = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Own:
    """One casino: its house file, where there is one, its gaming dates, and those with findings."""

    casino_id: str
    house: House | None
    days: frozenset[date | None]
    dates: frozenset[str]


@dataclass(frozen=True, slots=True)
class Kept:
    """Which of a casino's files are kept: `whole`, `dates` or `none`."""

    kind: str
    files: tuple[StoredFile, ...]


def write_exhibits(audited: Audited, store: Path, *, out: Path) -> None:
    """Write the exhibits of an audit below `out`, in place of those of an earlier one."""
    folder = out / "evidence"
    for earlier in folder.glob("*/logs.json"):
        shutil.rmtree(earlier.parent)
    write_zip(
        folder / "rules.zip",
        (
            (path.relative_to(audited.rules).as_posix(), path.read_bytes())
            for path in rule_files(audited.rules)
        ),
    )
    for casino_id, dates in _dates_of_findings(audited.document).items():
        there = (each for each in audited.partitions if each.casino_id == casino_id)
        days = frozenset(each.gaming_date for each in there)
        own = Own(casino_id, audited.houses.get(casino_id), days, dates)
        _write_casino(store, audited, own=own, out=folder)


def kept_of(files: Iterable[StoredFile], dates: frozenset[str], *, largest: int = LARGEST) -> Kept:
    """Choose what of a casino's rows is kept: what a finding stands on is kept whole or not."""
    whole = tuple(sorted(files, key=lambda one: one.path))
    of_dates = tuple(one for one in whole if _day(one.gaming_date) in dates)
    for kind, chosen in (("whole", whole), ("dates", of_dates)):
        if sum(one.size for one in chosen) <= largest:
            return Kept(kind, chosen)
    return Kept("none", ())


def _write_casino(store: Path, audited: Audited, *, own: Own, out: Path) -> None:
    """Write one casino's rows and their list."""
    entries = own_entries(store, audited.moment, casino_id=own.casino_id, days=own.days)
    files = [one for each in entries for one in each.entry.files]
    kept = kept_of(files, own.dates)
    folder = out / layout.quoted(own.casino_id)
    folder.mkdir(parents=True, exist_ok=True)
    if kept.kind != "none":
        is_part = audited.is_part or kept.kind != "whole"
        told = span_files(audited.spans, own.casino_id) if is_part else ()
        rows = _members(store, entries, own=own, kept=kept)
        write_zip(folder / "logs.zip", chain(rows, told))
    listed = [
        {"path": one.path, "size": one.size, "sha256": one.sha256}
        for one in sorted(files, key=lambda one: one.path)
    ]
    text = json.dumps({"kept": kept.kind, "files": listed}, indent=1)
    (folder / "logs.json").write_text(text + "\n", "utf-8")


def _members(
    store: Path, entries: Iterable[OwnEntry], *, own: Own, kept: Kept
) -> Iterator[tuple[str, bytes]]:
    """Give the files of a store that holds one casino's rows alone: path → bytes."""
    paths = {one.path for one in kept.files}
    for each in entries:
        entry, files = each.entry, tuple(one for one in each.entry.files if one.path in paths)
        if not files and not entry.rejects:
            continue
        yield f"{layout.MANIFEST}/{entry.key}.json", entry_text(replace(entry, files=files))
        yield from ((side.path, each.rejects) for side in entry.rejects)
        yield from ((one.path, content_of(store, each.stands[one.path])) for one in files)
    if own.house:
        yield layout.house_file(own.casino_id), write_house(own.house).encode()


def write_zip(path: Path, members: Iterable[tuple[str, bytes]]) -> None:
    """Write a zip: the same members give the same bytes. What is compressed is put in as it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.part")
    with ZipFile(draft, "w") as archive:
        for name, content in sorted(members):
            kind = ZIP_STORED if name.endswith(PACKED) else ZIP_DEFLATED
            archive.writestr(ZipInfo(name, NO_DATE), content, kind)
    draft.replace(path)


def _dates_of_findings(document: Told) -> Mapping[str, frozenset[str]]:
    """Give, for each casino audited, the gaming dates with findings (empty text: undated)."""
    casinos, findings = document["casinos"], document["findings"]
    dates: dict[str, set[str]] = {
        str(each["casino_id"]): set()
        for each in (casinos if isinstance(casinos, list) else [])
        if isinstance(each, dict)
    }
    for each in findings if isinstance(findings, list) else []:
        if isinstance(each, dict):
            dates.setdefault(str(each["casino_id"]), set()).add(str(each["gaming_date"] or ""))
    return {casino: frozenset(days) for casino, days in dates.items()}


def _day(day: date | None) -> str:
    """Write a gaming date; empty where it is not known."""
    return day.isoformat() if day else ""
