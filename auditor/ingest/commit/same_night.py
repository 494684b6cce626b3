"""Whether the same bytes, delivered again, are of the same night: they may be another's too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.ingest.commit.said_days import days_beside
from auditor.ingest.place.kept import kept_rows
from auditor.ingest.place.places import NO_CASINO, OF_SESSION
from auditor.sql import literal, query
from auditor.store.read import partitions_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from datetime import date
    from pathlib import Path

    from auditor.ingest.convert.intake import Input
    from auditor.sql import Connection
    from auditor.store.entry import SourceEntry

    Night = tuple[str, date | None]  # casino and gaming date


@dataclass(frozen=True, slots=True)
class StoredRows:
    """The rows of a store, as a connection sees them that may read it."""

    connection: Connection
    store: Path

    def nights_named(
        self, by: Sequence[SourceEntry], *, among: Iterable[SourceEntry], casino_id: str | None
    ) -> frozenset[Night]:
        """Give the nights of a casino (None: of any) among whose ids those of some rows are found.

        The rows are those `by` entries of the same bytes, which are not sessions.
        """
        there, own = partitions_of(self.store, among), nights_of(by)
        near = [each for each in there if (each.casino_id, each.gaming_date) in own]
        where = [each for each in there if casino_id in {None, each.casino_id}]
        found: set[Night] = set()
        for table in sorted({one.table for each in by for one in each.files}):
            kind = "session" if table in OF_SESSION else "hand"
            rows = kept_rows(table, near, columns=(f"{kind}_id", "source_sha256"))
            homes = kept_rows(f"{kind}s", where, columns=(f"{kind}_id",))
            if rows is None or homes is None:
                continue
            sha = literal(by[0].sha256)
            sql = _NAMED.format(id=f"{kind}_id", rows=rows, homes=homes, sha=sha)
            nights = query(self.connection, sql, why=table).to_pylist()
            found |= {(each["casino_id"], each["gaming_date"]) for each in nights}
        return frozenset(found)


def nights_of(entries: Iterable[SourceEntry]) -> frozenset[Night]:
    """Give the nights in which entries have rows."""
    return frozenset((one.casino_id, one.gaming_date) for each in entries for one in each.files)


def of_its_night(
    one: Input,
    there: Sequence[SourceEntry],
    *,
    live: Iterable[SourceEntry],
    stored: StoredRows,
    going: Collection[Night],
) -> list[SourceEntry]:
    """Give the entries of an input's bytes that are of no other night than it is.

    Its night is that of the sessions beside it, or of those `going`, whose declared place it takes;
    without these the date that is given; and without that the one night in which its ids are found.
    What waits is of the date that was given with it.
    What was read of the same bytes, in the same way, beside the same sessions, is the same.
    """
    if one.setting:
        nights = {*going, *nights_of(each for each in live if each.setting == one.setting)}
        near = [e for e in there if e.setting == one.setting or nights_of([e]) <= nights]
        if not any(_waits_for(e) for e in near):
            return near
        days = {day for _, day in nights} | days_beside(stored.connection, one)
        return [e for e in near if e.setting == one.setting or _days(e) <= days]
    if one.gaming_date:
        return [e for e in there if _is_as(e, one) or _days(e) <= {one.gaming_date}]
    near = [e for e in there if may_be_of(e, one.casino_id)]
    own = nights_of(near)
    if _may_be_one(near) and (
        not own or stored.nights_named(near, among=live, casino_id=one.casino_id) <= own
    ):
        return near
    return [e for e in near if _is_as(e, one) or not (e.files or e.given_date)]


def may_be_of(entry: SourceEntry, casino_id: str | None) -> bool:
    """Tell whether an entry may be of a casino: where it has no rows, by what was given with it."""
    casinos = _casinos(entry)
    return casino_id is None or not casinos or bool(casinos & {casino_id, NO_CASINO})


def _casinos(entry: SourceEntry) -> frozenset[str]:
    """Give the casinos of which an entry has rows; of what waits, the casino that was given."""
    given = {entry.given_casino} if entry.given_casino and not entry.files else set()
    return frozenset(given or {one.casino_id for one in entry.files})


def _may_be_one(entries: Sequence[SourceEntry]) -> bool:
    """Tell whether entries may all be of the same nights, by their rows and what was given."""
    nights = {nights_of([each]) for each in entries}
    days = {_days(each) for each in entries}
    casinos = {_casinos(each) for each in entries}
    return all(len(kinds - {frozenset()}) <= 1 for kinds in (nights, days, casinos))


def _days(entry: SourceEntry) -> frozenset[date | None]:
    """Give the dates of the nights in which an entry has rows; of what waits, the date given."""
    waits_for = _waits_for(entry)
    return frozenset({waits_for} if waits_for else {day for _, day in nights_of([entry])})


def _waits_for(entry: SourceEntry) -> date | None:
    """Give the date that was given with an entry that has no rows in any night yet."""
    return None if entry.files else entry.given_date


def _is_as(entry: SourceEntry, one: Input) -> bool:
    """Tell whether an entry was read in the way and beside the sessions of an input."""
    return (entry.setting, entry.way) == (one.setting, one.way)


_NAMED = """
SELECT DISTINCT casino_id, gaming_date FROM ({homes})
WHERE {id} IN (SELECT {id} FROM ({rows}) WHERE source_sha256 = {sha})
"""
