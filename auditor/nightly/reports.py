"""The report of one casino on one gaming date: `<out>/<quoted casino>/<gaming date>/`.

It is what `auditor audit` and `auditor report` leave, of that partition alone, and `night.json`,
written last: what the summary has to know of the night, and the fingerprint of what it tells.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from auditor import api
from auditor.errors import AuditorError, UsageError
from auditor.nightly.marks import MARK, VERDICTS, folder_of, read_mark, report_folders
from auditor.rulebook.digest import sha256_of
from auditor.run.again.fingerprint import place_of, rejects_at
from auditor.run.audited import told_of
from auditor.run.exhibits.exhibits import write_exhibits
from auditor.run.told.checked import reason_for_none
from auditor.run.told.evidence import write_evidence
from auditor.run.told.ingested import told_sources
from auditor.run.told.write import write_audit
from auditor.store.whole import write_whole
from auditor.texts.reasons import reason_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from pathlib import Path

    from auditor.evaluate.findings import Plain
    from auditor.nightly.config import NightlyConfig
    from auditor.run.again.fingerprint import Place
    from auditor.run.again.incremental import Judged
    from auditor.run.audited import Setting
    from auditor.run.told.outcomes import Told
    from auditor.store.entry import SourceEntry, StoredFile
    from auditor.store.read import Partition

# What a person put where a report is to be written, of one night alone.
IN_THE_WAY = (IsADirectoryError, NotADirectoryError, FileExistsError, PermissionError)
KEPT = ("id", "norm", "rule", "verdict", "table_id", "hand_id", "subject", "video_ref")


@dataclass(frozen=True, slots=True)
class Desk:
    """What reports are written from."""

    config: NightlyConfig
    setting: Setting
    entries: tuple[SourceEntry, ...]
    judged: Judged
    options: api.AuditOptions


def write_changed(desk: Desk) -> tuple[AuditorError, ...]:
    """Write the reports that are not as they would be now; give what failed in them."""
    failed: list[AuditorError] = []
    of = entries_by_place(desk.entries)
    for partition in desk.setting.there:
        place = place_of(partition)
        entries = of[place]
        rejects = _rejects_at(desk, place, entries=entries)
        print_ = _fingerprint(desk, place, entries=entries, rejects=rejects)
        if _kept_print(folder_of(desk.config.out, place)) != print_:
            try:
                failed += _write(
                    desk, partition, entries=entries, rejects=rejects, fingerprint=print_
                )
            except IN_THE_WAY as error:
                failed.append(_in_the_way(place, error))
    _take_away_gone(desk.config.out, {place_of(each) for each in desk.setting.there})
    return tuple(failed)


def _in_the_way(place: Place, error: OSError) -> AuditorError:
    """Tell what lies where a night's report belongs; it stops no other night."""
    casino, day = place
    reason = reason_of(error, names_file=True)
    return AuditorError("nightly.in_the_way", casino=casino, day=day or "—", reason=reason)


def _take_away_gone(out: Path, there: Collection[Place]) -> None:
    """Take away the reports of nights that a correction took out of the store."""
    for place, folder in report_folders(out):
        if place not in there and (folder / MARK).is_file():
            shutil.rmtree(folder)


def _write(
    desk: Desk,
    partition: Partition,
    *,
    entries: tuple[SourceEntry, ...],
    rejects: pa.Table,
    fingerprint: str,
) -> list[AuditorError]:
    """Write one night's report, its mark last; a form that cannot be written is told of.

    It is tried again the next time: the mark then has no fingerprint.
    """
    place = place_of(partition)
    out = folder_of(desk.config.out, place)
    (out / MARK).unlink(missing_ok=True)
    casino, day = place
    houses = {name: house for name, house in desk.setting.houses.items() if name == casino}
    alone = replace(
        desk.setting,
        there=(partition,),
        houses=houses,
        no_checks=reason_for_none((partition,), desk.options.checks),
    )
    options = replace(desk.options, casinos=(casino,), first=day, last=day)
    outcome = desk.judged.outcome(place)
    ingested = told_sources(entries, rejects=rejects)
    found = replace(told_of(alone, outcome, options=options, ingested=ingested), is_part=True)
    write_audit(found.document, out)
    write_evidence(found.document, found.partitions, out=out)
    write_exhibits(found, desk.config.store, out=out)
    failed = _render(desk.config, out)
    mark = {
        "fingerprint": "" if failed else fingerprint,
        "files": sorted(one.name for one in out.iterdir()),
        **_told(found.document, place),
    }
    write_whole(out / MARK, json.dumps(mark, ensure_ascii=False).encode())
    return failed


def _render(config: NightlyConfig, out: Path) -> list[AuditorError]:
    """Render a report in the forms asked for; gives what could not be written."""
    if not config.formats:
        return []
    try:
        api.render(out, formats=config.formats, lang=config.lang)
    except UsageError:
        raise
    except AuditorError as error:
        return [error]
    return []


def _told(document: Told, place: Place) -> Told:
    """Give what the summary has to know of a night."""
    casino, day = place
    run = document["run"]
    told = [game for each in _rows(document, "casinos") for game in _rows(each, "games")]
    tables = {str(table) for game in told for table in _listed(game, "tables")}
    return {
        "casino_id": casino,
        "gaming_date": day.isoformat() if day else None,
        "exit": run["exit"] if isinstance(run, dict) else 1,
        "verdicts": {
            word: sum(int(str(row[word])) for row in _rows(document, "outcomes"))
            for word in VERDICTS
        },
        "tables": [*sorted(tables)],
        "open": [
            {key: row[key] for key in ("reason", "reason_en")}
            for row in _rows(document, "problems")
            if row["exit"]
        ],
        "findings": [{key: row[key] for key in KEPT} for row in _rows(document, "findings")],
    }


def _listed(told: Told, key: str) -> list[Plain]:
    """Give a list of a document."""
    found = told[key]
    return found if isinstance(found, list) else []


def _rows(told: Told, key: str) -> list[Told]:
    """Give a list of objects of a document."""
    return [row for row in _listed(told, key) if isinstance(row, dict)]


def _fingerprint(
    desk: Desk, place: Place, *, entries: tuple[SourceEntry, ...], rejects: pa.Table
) -> str:
    """Hash what a night's report tells: its outcome, its sources and rejects, how it is written."""
    sources = [[e.name, e.sha256, e.records, e.written, e.rejected] for e in entries]
    config = desk.config
    how = [config.formats, config.lang, config.strict]
    told = [desk.judged.fingerprints[place], sources, str(rejects.to_pylist()), how]
    return sha256_of(told)


def _kept_print(out: Path) -> str | None:
    """Give the fingerprint of the report that stands in a folder, where it was written whole."""
    mark = read_mark(out)
    return str(mark["fingerprint"]) if mark else None


def entries_by_place(entries: Iterable[SourceEntry]) -> dict[Place, tuple[SourceEntry, ...]]:
    """Give the sources of each partition, each with its files of that partition alone."""
    found: dict[Place, dict[str, list[StoredFile]]] = {}
    keyed = {entry.key: entry for entry in entries}
    for entry in keyed.values():
        for one in entry.files:
            of = found.setdefault((one.casino_id, one.gaming_date), {})
            of.setdefault(entry.key, []).append(one)
    return {
        place: tuple(replace(keyed[key], files=tuple(files)) for key, files in of.items())
        for place, of in found.items()
    }


def _rejects_at(desk: Desk, place: Place, *, entries: Iterable[SourceEntry]) -> pa.Table:
    """Give the rejects of a partition's sources that may have been of it."""
    rejects = desk.setting.context.rejects
    if rejects is None:
        raise LookupError(place)
    hashes = {entry.sha256 for entry in entries}
    own = rejects.filter(pc.is_in(rejects["source_sha256"], pa.array(hashes, pa.string())))
    casino, day = place
    return rejects_at(own, casino, days=frozenset({day}), sources=hashes)
