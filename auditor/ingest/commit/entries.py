"""From placed rows to entries of the manifest: files written, records counted, none committed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from auditor import __version__
from auditor.ingest.commit.choice import NOWHERE
from auditor.ingest.commit.output import names_of, stream
from auditor.ingest.convert.batch import mapping_digest
from auditor.ingest.place.revive import loose_rejects, rows_aside, rows_tentative
from auditor.ingest.place.tentative import REJECT, bounds, without
from auditor.sql import query
from auditor.store import layout
from auditor.store.entry import SourceEntry
from auditor.store.read import REJECT_SCHEMA
from auditor.store.write import Place, Shelf, cuts, write_partitions, write_side

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from auditor.ingest.commit.choice import Choice, Venues
    from auditor.ingest.commit.notes import Notes
    from auditor.ingest.convert.intake import Intake
    from auditor.ingest.convert.staged import Staged
    from auditor.ingest.place.placed import Placing
    from auditor.ingest.place.revive import Revived
    from auditor.sql import Connection
    from auditor.store.entry import SideFile, StoredFile
    from auditor.texts import Words


@dataclass(frozen=True, slots=True)
class Work:
    """One ingest under way: where to, what is new, what was brought back, the venues.

    `present` are the tables that have rows, `strays` those that have rows without a place.
    """

    store: Path
    choice: Choice
    intake: Intake
    revived: Revived
    venues: Venues
    present: frozenset[str]
    strays: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """The files of one entry, none of which counts yet, and its rejects (without its number)."""

    files: tuple[StoredFile, ...]
    asides: tuple[SideFile, ...]
    tentative: tuple[SideFile, ...]
    rejects: pa.Table

    @property
    def paths(self) -> tuple[str, ...]:
        """Give the path of every file, from the store."""
        sides = (one.path for one in (*self.asides, *self.tentative))
        return (*(one.path for one in self.files), *sides)


def write_all(connection: Connection, work: Work, *, placing: Placing) -> dict[int, Written]:
    """Write the files of every entry: partitions and rows aside; give them by entry number."""
    keys = file_keys(work)
    files: dict[int, list[StoredFile]] = {entry: [] for entry in keys}
    names = names_of((*work.intake.origins, *work.revived.origins))
    shelf = Shelf(work.store, keys, _places(connection))
    pieces = (
        cut
        for table in sorted(work.present)
        for cut in cuts(table, stream(connection, table, placing=placing, names=names))
    )
    files |= write_partitions(shelf, pieces)
    asides = [
        (table, entry, rows)
        for table in work.strays
        for entry, rows in rows_aside(connection, table)
    ]
    rejects = _rejects(connection)
    tentative = _tentative(connection, work, rejects=rejects)
    return {
        entry: Written(
            tuple(files[entry]),
            _side_files(work.store, layout.ASIDE, key=key, rows=_own(asides, entry)),
            _side_files(work.store, layout.TENTATIVE, key=key, rows=_own(tentative, entry)),
            _of_entry(rejects, entry),
        )
        for entry, key in keys.items()
    }


def _tentative(
    connection: Connection, work: Work, *, rejects: pa.Table
) -> list[tuple[str, int, pa.Table]]:
    """Give the tentative rows by table and entry, and rejects that are so and of no such row."""
    found = [
        (table, entry, rows)
        for table in sorted(work.present - {"sessions"})
        for entry, rows in rows_tentative(connection, table)
    ]
    told = rejects.filter(pc.and_(rejects["tentative"], pc.invert(rejects["aside"])))
    for entry in pc.unique(told["entry"]).to_pylist():
        left = without(_of_entry(told, entry), _own(found, entry))
        found += [(REJECT, entry, left)] if left.num_rows else []
    return found


def _own(rows: Iterable[tuple[str, int, pa.Table]], entry: int) -> list[tuple[str, pa.Table]]:
    """Give an entry's rows by table."""
    return [(table, own) for table, of, own in rows if of == entry]


def _side_files(
    store: Path, folder: str, *, key: str, rows: Iterable[tuple[str, pa.Table]]
) -> tuple[SideFile, ...]:
    """Write an entry's rows that stand beside the partitions, a file for each table."""
    found = []
    for table, own in rows:
        side = write_side(store, f"{folder}/{table}/{key}.parquet", table=table, rows=own)
        first, last = bounds(table, own)
        found.append(replace(side, first=first, last=last))
    return tuple(found)


def new_entries(
    work: Work, written: Mapping[int, Written], *, staged: Staged, notes: Notes
) -> list[SourceEntry]:
    """Make the entries of the new inputs."""
    found = []
    of_entry: dict[int, list[int]] = {}
    for origin in work.intake.origins:
        of_entry.setdefault(origin.entry, []).append(origin.number)
    for number, one in enumerate(work.intake.inputs):
        sources = of_entry[number]
        got, key = written[number], work.choice.keys[number]
        records = sum(staged.records.get(source, 0) for source in sources)
        rejected = lost(got.rejects)
        casinos = sorted({file.casino_id for file in got.files})
        entry = SourceEntry(
            key=key,
            name=one.name,
            sha256=one.source.sha256,
            size=one.source.size,
            kind=one.source.kind,
            bytes_key=one.bytes_key,
            way=one.way,
            setting=one.setting,
            records=records,
            written=records - rejected,
            rejected=rejected,
            aside=sum(side.rows for side in got.asides),
            zone=one.tables[0].mapping.dialect.zone,
            mapping=mapping_digest(one.tables[0].mapping),
            tool=__version__,
            venues={casino: work.venues.get(casino, NOWHERE) for casino in casinos},
            assumptions=_words(number, work, notes=notes, sources=sources),
            unknown_columns=tuple(u for source in sources for u in staged.unknown.get(source, ())),
            files=got.files,
            rejects=reject_file(work.store, key, rejects=got.rejects),
            asides=got.asides,
            replaces=work.choice.replaces[number],
            given_casino=one.casino_id,
            given_date=one.gaming_date,
            beside=one.beside,
            loose=loose_rejects(got.rejects).num_rows,
            tentative=got.tentative,
        )
        found.append(entry)
    return found


def file_keys(work: Work) -> dict[int, str]:
    """Give the name of each entry's files, without suffix: a later generation has its own."""
    keys = dict(enumerate(work.choice.keys))
    for number, old in work.revived.entries.items():
        keys[number] = f"{old.key}-{old.generation + 1}"
    return keys


def _places(connection: Connection) -> dict[int, Place]:
    """Give the casino and date of each partition's number."""
    rows = query(connection, "SELECT part, casino_id, gaming_date FROM place.part").to_pylist()
    return {row["part"]: (row["casino_id"], row["gaming_date"]) for row in rows}


def _rejects(connection: Connection) -> pa.Table:
    """Give every reject of this ingest, with the number of its entry."""
    return query(connection, _REJECTS, why="rejects")


def _of_entry(rejects: pa.Table, entry: int) -> pa.Table:
    """Give the rejects of one entry as they are stored."""
    own = rejects.filter(pc.equal(rejects["entry"], entry))
    return own.select(REJECT_SCHEMA.names).cast(REJECT_SCHEMA)


def lost(rejects: pa.Table) -> int:
    """Count the records that were rejected; one may be rejected in several tables."""
    if rejects.num_rows == 0:  # what groups rows is slow to load
        return 0
    return int(rejects.group_by(["source_name", "record"]).aggregate([]).num_rows)


def reject_file(store: Path, key: str, *, rejects: pa.Table) -> tuple[SideFile, ...]:
    """Write the rejects of an entry, where there are any."""
    if rejects.num_rows == 0:
        return ()
    path = f"{layout.REJECTS}/{key}.parquet"
    return (write_side(store, path, table="", rows=rejects),)


def _words(
    number: int, work: Work, *, notes: Notes, sources: list[int]
) -> tuple[tuple[str, str], ...]:
    """Give what was assumed of an input, each sentence once."""
    tables_ = work.intake.inputs[number].tables
    texts: list[Words] = [text for raw in tables_ for text in raw.assumptions]
    texts += work.choice.copies.get(number, ())
    texts += [text for source in sources for text in notes.get(source, ())]
    return tuple(dict.fromkeys((text.es, text.en) for text in texts))


_REJECTS = """
SELECT o.entry, o.name AS source_name, o.sha256 AS source_sha256, r."table", r.record, r."column",
    r.value, r.reason_es, r.reason_en, r.casino_id, r.gaming_date, r.session_id, r.shoe_id,
    r.hand_id, r.key, r.aside, r.copy_of, r.tentative
FROM place.reject AS r JOIN stage.origin AS o USING (source)
ORDER BY o.entry, o.name, r."table", r.record, r."column"
"""
