"""Raw tables taken into a store: all of a source or nothing of it, and the same twice as once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from auditor.errors import UsageError
from auditor.ingest.commit.changed import changed_entries
from auditor.ingest.commit.choice import choose, refuse_torn, venues_of
from auditor.ingest.commit.entries import Work, new_entries, write_all
from auditor.ingest.commit.notes import notes_of
from auditor.ingest.commit.same_night import StoredRows, nights_of
from auditor.ingest.convert.intake import inputs_of, intake_of
from auditor.ingest.convert.origins import tell_origins
from auditor.ingest.convert.siblings import tell_siblings
from auditor.ingest.convert.staged import grown, stage, usable
from auditor.ingest.find.found import is_named
from auditor.ingest.place.copies import tell_copies
from auditor.ingest.place.placed import placing_of
from auditor.ingest.place.resolve import resolve
from auditor.ingest.place.revive import may_wait_for, revive
from auditor.ingest.place.tentative import in_question
from auditor.sql import query
from auditor.store.manifest import commit, remove_entries, sources
from auditor.store.packs import expand
from auditor.store.read import SkippedInput, houses, partitions_of, rejects_of
from auditor.store.write import house_files, remove, skipped_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    import pyarrow as pa

    from auditor.ingest.commit.choice import Choice
    from auditor.ingest.commit.entries import Written
    from auditor.ingest.convert.origins import Given
    from auditor.ingest.source import RawTable, Skipped
    from auditor.sql import Connection
    from auditor.store.entry import SourceEntry, UnknownColumn, Words
    from auditor.store.house import House


@dataclass(frozen=True, slots=True)
class Read:
    """What reading gave: raw tables of one connection, house files, and inputs not read."""

    tables: tuple[RawTable, ...]
    houses: tuple[House, ...] = ()
    skipped: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True)
class IngestResult:
    """What came of an ingest: the entry of every source that was given, new or known before.

    `rejects` has the columns of `auditor.store.read.REJECT_SCHEMA`; `displaced` the earlier sources
    of which records count no more, as it is not known any longer whose they are, and how many;
    `unnamed` what was to be replaced and is no source of the store, where something new came.
    """

    sources: tuple[SourceEntry, ...]
    rejects: pa.Table
    skipped: tuple[Skipped, ...]
    houses: tuple[House, ...]
    displaced: Mapping[str, int]
    unnamed: tuple[str, ...] = ()

    @property
    def assumptions(self) -> tuple[Words, ...]:
        """Give what was assumed, each sentence once, in Spanish and English."""
        return tuple(dict.fromkeys(words for one in self.sources for words in one.assumptions))

    @property
    def unknown_columns(self) -> tuple[UnknownColumn, ...]:
        """Give the columns that nobody knows."""
        return tuple(column for one in self.sources for column in one.unknown_columns)


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds of sources that were read before: which are replaced, and whether to repeat them.

    A key that the store holds already is a reject, or where repeats are refused refuses the whole.
    """

    replaces: tuple[str, ...] = ()
    refuses_repeats: bool = False


@dataclass(frozen=True, slots=True)
class Seen:
    """The house files that an ingest goes by, and the small files that are to count with it."""

    houses: tuple[House, ...]
    files: Mapping[str, bytes]


def take_in(
    connection: Connection, read: Read, *, store: Path, given: Given, terms: Terms | None = None
) -> IngestResult:
    """Take raw tables into a store that is held for writing (`auditor.store.manifest.writing`).

    The connection must be allowed to read the store. Raises StoreError where the store's files are
    amiss, or where sources would have to be ingested together, UsageError for refused repeats.
    """
    by = terms or Terms()
    live = sources(store)
    known = {house.casino_id: house for house in houses(store)}
    known |= {house.casino_id: house for house in read.houses}
    venues = venues_of(known.values())
    tables, refused = usable(read.tables)
    choice = choose(
        inputs_of(tables, given),
        live,
        venues=venues,
        stored=StoredRows(connection, store),
        replaces=by.replaces,
    )
    refuse_torn(choice, live)
    skipped = (*read.skipped, *refused)
    beside = house_files(store, read.houses) | _skipped_file(store, skipped, tables=tables)
    seen = Seen(tuple(known.values()), beside)
    sought = by.replaces if choice.new else ()
    entries, displaced = _take_new(
        connection, store, choice=choice, given=given, seen=seen, terms=by
    )
    return IngestResult(
        sources=(*entries, *choice.known),
        rejects=rejects_of(store, (*entries, *choice.known), there=sources(store)),
        skipped=skipped,
        houses=read.houses,
        displaced=displaced,
        unnamed=tuple(one for one in sought if not any(is_named(e.name, [one]) for e in live)),
    )


def _take_new(  # noqa: PLR0913  # all that one ingest is
    connection: Connection,
    store: Path,
    *,
    choice: Choice,
    given: Given,
    seen: Seen,
    terms: Terms,
) -> tuple[tuple[SourceEntry, ...], dict[str, int]]:
    """Take the new inputs in, and give their entries, and what of earlier ones counts no more."""
    if not choice.new:
        commit(store, (), beside=seen.files)
        return (), {}
    there = sources(store)
    going = [one for one in there if one.key in choice.replaced]
    expand(store, [path for one in going for path in one.paths])
    live = [entry for entry in there if entry.key not in choice.replaced]
    intake = intake_of(choice.new)
    waiting = [e for e in live if may_wait_for(e, given.casino_id) or _rests_on(e, going)]
    growing = {side.table for entry in waiting for side in entry.asides}
    staged = stage(connection, intake, given=given, growing=growing)
    tell_siblings(connection, intake, live=live)
    asked = in_question(connection, store, live=waiting, going=going, given=given)
    if asked:
        live = _without_tentative(store, live, asked=asked)
        staged = grown(
            connection, staged, names={side.table for e in asked for side in e.tentative}
        )
    revived = revive(connection, store, live=waiting, asked=asked, first_scope=len(intake.scopes))
    origins = (*intake.origins, *revived.origins)
    scopes = (*intake.scopes, *revived.scopes)
    tell_origins(connection, origins, scopes=scopes, houses=seen.houses)
    present = intake.tables | revived.tables
    kept = partitions_of(store, live)
    strays = resolve(connection, given, present=present, kept=kept, once=staged.once)
    if terms.refuses_repeats:
        _refuse_repeats(connection)
    filled = {name: of for name, of in staged.filled.items() if name not in revived.tables}
    placing = placing_of(connection, present, filled=filled, columns=staged.columns)
    tell_copies(connection, placing, kept=kept)
    work = Work(store, choice, intake, revived, venues_of(seen.houses), present, strays)
    written = write_all(connection, work, placing=placing)
    notes = notes_of(connection, placing, present=present)
    entries = new_entries(work, written, staged=staged, notes=notes)
    changed = changed_entries(work, written, notes=notes)
    commit(store, (*entries, *changed), beside=seen.files)
    _clear_away(store, (*entries, *changed), work=work)
    _remove_unchanged(work, written, changed=changed)
    return tuple(entries), _displaced(work, changed)


def _displaced(work: Work, changed: Iterable[SourceEntry]) -> dict[str, int]:
    """Count the records of earlier sources that counted and do no more: source → records."""
    were = {old.key: old.written for old in work.revived.entries.values()}
    return {e.name: were[e.key] - e.written for e in changed if e.written < were[e.key]}


def _rests_on(entry: SourceEntry, going: Iterable[SourceEntry]) -> bool:
    """Tell whether an entry has tentative rows in the nights of some entries."""
    nights = {(one.casino_id, one.gaming_date) for one in entry.files if one.tentative}
    return bool(nights & nights_of(going)) if nights else False


def _without_tentative(
    store: Path, live: Iterable[SourceEntry], *, asked: Sequence[SourceEntry]
) -> list[SourceEntry]:
    """Give entries as they are without the tentative rows that are looked up again."""
    keys = {entry.key for entry in asked}
    expand(store, [one.path for entry in asked for one in entry.files if one.tentative])
    return [replace(e, files=e.settled_files) if e.key in keys else e for e in live]


def _remove_unchanged(
    work: Work, written: Mapping[int, Written], *, changed: Iterable[SourceEntry]
) -> None:
    """Delete what was written of entries whose rows aside still have no place: theirs stands."""
    now = {entry.key for entry in changed}
    for number, old in work.revived.entries.items():
        if old.key not in now:
            remove(work.store, written[number].paths)


def _refuse_repeats(connection: Connection) -> None:
    """Raise UsageError where a new source has keys that an earlier one gave: is it a correction?"""
    rows = query(connection, _REPEATED, why="repeats").to_pylist()
    for row in rows:
        raise UsageError("storing.undeclared", **row)


def _clear_away(store: Path, entries: tuple[SourceEntry, ...], *, work: Work) -> None:
    """Clear away what entries that count by now take the place of."""
    now = {entry.key: set(entry.paths) for entry in entries}
    for old in work.revived.entries.values():
        if old.key in now:
            remove(store, set(old.paths) - now[old.key])
    remove_entries(store, work.choice.replaced)


_REPEATED = """
SELECT o.name AS source, r.first_name AS earlier, count(*) AS rows
FROM place.repeated AS r JOIN stage.origin AS o USING (source)
WHERE source >= 0
GROUP BY ALL ORDER BY ALL LIMIT 1
"""


def _skipped_file(
    store: Path, skipped: Iterable[Skipped], *, tables: Iterable[RawTable]
) -> dict[str, bytes]:
    """Give the list of inputs that were not read, as the store is to keep it."""
    found = [
        SkippedInput(one.name, one.code, one.reason_es, one.reason_en, one.counts)
        for one in skipped
    ]
    return skipped_file(store, found, read={raw.source.name for raw in tables})
