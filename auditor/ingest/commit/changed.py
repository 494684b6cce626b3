"""Entries of before made again: of which rows or rejects have another place than they had."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from auditor.ingest.commit.choice import NOWHERE
from auditor.ingest.commit.entries import file_keys, lost, reject_file
from auditor.ingest.place.revive import loose_rejects, merged_rejects, placed_since, stored_rejects
from auditor.ingest.place.tentative import tentative_rows, without

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pyarrow as pa

    from auditor.ingest.commit.choice import Venues
    from auditor.ingest.commit.entries import Work, Written
    from auditor.ingest.commit.notes import Notes
    from auditor.store.entry import SourceEntry, StoredFile

    Files = tuple[StoredFile, ...]

SORTED = ("source_name", "table", "record", "column", "reason_en")


def changed_entries(
    work: Work, written: Mapping[int, Written], *, notes: Notes
) -> list[SourceEntry]:
    """Make again the entries whose rows aside have found their place, or lost any hope of one.

    So are those of which a reject has found its place, or tentative rows have another.
    """
    changed = []
    keys = file_keys(work)
    for number, old in work.revived.entries.items():
        got, key = written[number], keys[number]
        is_asked = number in work.revived.asked
        aside = sum(side.rows for side in got.asides)
        before = stored_rejects(work.store, old)
        left = without(before, tentative_rows(work.store, old)) if is_asked else before
        rejects = merged_rejects(left, got.rejects)
        if aside == old.aside and (
            _is_as_before(old, got.files, rejects=(before, rejects))
            if is_asked
            else not placed_since(before, got.rejects).num_rows
        ):
            continue
        rejected = lost(rejects)
        kept = old.settled_files if is_asked else old.files
        of_entry = (one.number for one in work.revived.origins if one.entry == number)
        told = [(text.es, text.en) for one in of_entry for text in notes.get(one, ())]
        changed.append(
            replace(
                old,
                written=old.records - rejected,
                rejected=rejected,
                aside=aside,
                venues=_venues(work, old, kept=kept, files=got.files),
                files=(*kept, *got.files),
                rejects=reject_file(work.store, key, rejects=rejects),
                asides=got.asides,
                assumptions=tuple(dict.fromkeys((*old.assumptions, *told))),
                loose=loose_rejects(rejects).num_rows,
                tentative=(*(() if is_asked else old.tentative), *got.tentative),
                generation=old.generation + 1,
            )
        )
    return changed


def _is_as_before(old: SourceEntry, files: Files, *, rejects: tuple[pa.Table, pa.Table]) -> bool:
    """Tell whether tentative rows came to the same: the same bytes in the same nights."""
    before = {_content(one) for one in old.files if one.tentative}
    if before != {_content(one) for one in files}:
        return False
    was, now = (one.sort_by([(c, "ascending") for c in SORTED]) for one in rejects)
    return bool(was.equals(now))


def _content(file: StoredFile) -> tuple[str, ...]:
    """Give what tells a file's content and place from another's."""
    return file.table, file.casino_id, str(file.gaming_date), file.sha256


def _venues(work: Work, old: SourceEntry, *, kept: Files, files: Files) -> Venues:
    """Give the venues of an entry's casinos: as they were where files are kept, else as now."""
    was = {one.casino_id: old.venues[one.casino_id] for one in kept if one.casino_id in old.venues}
    casinos = sorted({one.casino_id for one in (*kept, *files)})
    return {one: was.get(one, work.venues.get(one, NOWHERE)) for one in casinos}
