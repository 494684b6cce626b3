"""The rows that a report stands on, with pseudonyms in place of players and staff."""

from __future__ import annotations

import hashlib
import io
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from auditor.games.log_model import Tells, tables
from auditor.store import layout
from auditor.store.entry import entry_of, entry_text
from auditor.store.house import parse_house
from auditor.store.house_text import write_house

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from auditor.redact.names import Names
    from auditor.store.entry import SideFile, SourceEntry, StoredFile

    Members = Mapping[str, bytes]
    Replace = Callable[[str], str]

# A bridge format that has no table to tell boards apart by puts who sat West into a board's id:
# `session #number West`, in PBN with a code after it.
OF_BOARD = re.compile(r" #\d+ (?P<place>.+?)(?: \(\d+\))?$")
WITHOUT_CODE = ".lin"
ROOMS = frozenset({"Open", "Closed"})
SIDE_IDS = ("session_id", "shoe_id", "hand_id", "key")


@dataclass(frozen=True, slots=True)
class Persons:
    """The ids of the persons that rows name."""

    players: frozenset[str] = frozenset()
    staff: frozenset[str] = frozenset()

    def __or__(self, other: Persons) -> Persons:
        """Put the persons of two logs together."""
        return Persons(self.players | other.players, self.staff | other.staff)


def persons_in(members: Members) -> Persons:
    """Gather the persons that the rows and the house file of a zipped store name."""
    players: set[str] = set()
    staff: set[str] = set()
    for entry in entries_in(members):
        for one in entry.files:
            rows = _read(members[one.path])
            players |= _told(rows, one.table, tells=Tells.PLAYER) | _dealing_players(rows)
            staff |= _told(rows, one.table, tells=Tells.STAFF)
            players |= _at_boards(rows) if one.table == "boards" else set()
    for path, content in members.items():
        if path.startswith(f"{layout.HOUSES}/"):
            staff |= {parse_house(content, file=path).representative or ""}
    return Persons(frozenset(players - {""}), frozenset(staff - {""}))


def redacted(members: Members, names: Names) -> dict[str, bytes]:
    """Give the files of a zipped store with pseudonyms, and a manifest that agrees with them."""
    files: dict[str, bytes] = {}
    for entry in entries_in(members):
        stored = tuple(_stored(one, members, names=names, into=files) for one in entry.files)
        rejects = tuple(_side(one, members, names=names, into=files) for one in entry.rejects)
        alone = _entry(replace(entry, files=stored, rejects=rejects), names)
        files[f"{layout.MANIFEST}/{entry.key}.json"] = entry_text(alone)
    for path, content in members.items():
        if path.startswith(f"{layout.HOUSES}/"):
            files[path] = _house(content, path, names=names)
        elif path.startswith(f"{layout.SPANS}/"):  # sessions and cards, no person
            files[path] = content
    return files


def entries_in(members: Members) -> Iterator[SourceEntry]:
    """Give the entries of a zipped store's manifest."""
    for path, content in sorted(members.items()):
        if path.startswith(f"{layout.MANIFEST}/"):
            yield entry_of(content)


def person_columns() -> frozenset[str]:
    """Name the columns of the log model that hold one person's id, in any table."""
    found = (column for table in tables().values() for column in table.columns)
    return frozenset(one.name for one in found if one.tells in {Tells.PLAYER, Tells.STAFF})


def _told(rows: pa.Table, table: str, *, tells: Tells) -> set[str]:
    """Give the persons in the columns of a table that tell of players, or of staff."""
    there = set(rows.column_names)
    columns = [one.name for one in tables()[table].columns if one.tells is tells]
    return {
        str(value)
        for column in columns
        if column in there
        for value in pc.unique(rows[column]).to_pylist()
        if value is not None
    }


def _dealing_players(rows: pa.Table) -> set[str]:
    """Give the dealers who are players."""
    if "dealer_role" not in rows.column_names:
        return set()
    dealt = rows.filter(pc.equal(rows["dealer_role"], "player"))
    return {str(one) for one in pc.unique(dealt["dealer_id"]).to_pylist() if one is not None}


def _at_boards(rows: pa.Table) -> set[str]:
    """Give the players whose names stand in the ids of bridge boards."""
    found = set()
    pairs = zip(rows["board_id"].to_pylist(), rows["source_name"].to_pylist(), strict=True)
    for board, source in pairs:
        match = OF_BOARD.search(board)
        place = match["place"] if match else ""
        if not str(source).lower().endswith(WITHOUT_CODE):
            place = place.rpartition(" ")[0]
        if place.strip("0123456789 ") and place.partition(" ")[0] not in ROOMS:
            found.add(place)
    return found


def _stored(
    one: StoredFile, members: Members, *, names: Names, into: dict[str, bytes]
) -> StoredFile:
    """Write a partition's file anew; its entry says its new size and hash."""
    how = {
        column.name: _way(column.tells, names)
        for column in tables()[one.table].columns
        if column.tells is not Tells.PLAIN
    }
    rows = _replaced(_read(members[one.path]), how | {"source_name": names.in_words})
    content = into[one.path] = _written(rows)
    return replace(one, size=len(content), sha256=hashlib.sha256(content).hexdigest())


def _side(one: SideFile, members: Members, *, names: Names, into: dict[str, bytes]) -> SideFile:
    """Write the rejects of a source anew; its entry says their new size and hash."""
    rows = _read(members[one.path])
    told = [reject_told(row, names) for row in rows.to_pylist()]
    content = into[one.path] = _written(pa.Table.from_pylist(told, schema=rows.schema))
    return replace(one, size=len(content), sha256=hashlib.sha256(content).hexdigest())


def reject_told(row: Mapping[str, object], names: Names) -> dict[str, object]:
    """Tell a reject with pseudonyms: a person's id that could not be read is one all the same."""
    value, is_person = row.get("value"), row.get("column") in person_columns()
    told = {
        key: (names.in_id if key in SIDE_IDS else names.in_words)(cell)
        if isinstance(cell, str)
        else cell
        for key, cell in row.items()
    }
    if isinstance(value, str) and value and is_person:
        hidden = names.person(value)
        reasons = [key for key in row if key.startswith("reason")]
        told |= {key: str(row[key]).replace(value, hidden) for key in reasons} | {"value": hidden}
    return told


def _entry(entry: SourceEntry, names: Names) -> SourceEntry:
    """Tell a source's name and what was assumed of it with pseudonyms."""
    words = names.in_words
    unknown = tuple(replace(one, source=words(one.source)) for one in entry.unknown_columns)
    assumed = tuple((words(es), words(en)) for es, en in entry.assumptions)
    return replace(entry, name=words(entry.name), assumptions=assumed, unknown_columns=unknown)


def _house(content: bytes, path: str, *, names: Names) -> bytes:
    """Write a house file with a pseudonym for who represents the house."""
    house = parse_house(content, file=path)
    if house.representative is None:
        return content
    return write_house(replace(house, representative=names.person(house.representative))).encode()


def _way(tells: Tells, names: Names) -> Replace:
    """Say how a column's cells are replaced."""
    ways = {Tells.ID: names.in_id, Tells.WORDS: names.in_writing}
    return ways.get(tells, names.person)


def _replaced(rows: pa.Table, how: Mapping[str, Replace]) -> pa.Table:
    """Replace the cells of some columns, each value once."""
    for column, way in how.items():
        if column not in rows.column_names:
            continue
        cells = rows[column].combine_chunks().dictionary_encode()
        told = [None if one is None else way(one) for one in cells.dictionary.to_pylist()]
        values = pa.array(told, pa.string())
        at = rows.column_names.index(column)
        rows = rows.set_column(at, rows.schema.field(column), values.take(cells.indices))
    return rows


def _read(content: bytes) -> pa.Table:
    """Read a Parquet file."""
    return pq.read_table(io.BytesIO(content))


def _written(rows: pa.Table) -> bytes:
    """Write a Parquet file: the same rows give the same bytes."""
    sink = io.BytesIO()
    pq.write_table(rows, sink, compression="zstd", store_schema=False)
    return sink.getvalue()
