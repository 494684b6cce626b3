"""Writing a store: sorted rows cut into partition files, rejects, rows set aside, houses, skips."""

from __future__ import annotations

import json
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import chain, groupby, pairwise
from typing import TYPE_CHECKING, TypedDict

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from auditor.arrays import array_of
from auditor.store import layout
from auditor.store.ahead import ahead, in_turn
from auditor.store.entry import SideFile, StoredFile
from auditor.store.house_text import write_house
from auditor.store.read import SkippedInput, skipped
from auditor.store.together import small_file
from auditor.store.whole import write_whole

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from concurrent.futures import Executor
    from datetime import date
    from pathlib import Path

    from auditor.store.house import House

SMALL, LARGE = 1_000, 20_000
AHEAD = 3
WRITERS = 2
ROW_GROUP = 122_880
CLIMBING = {
    *("source_record", "seq", "idx", "hand_no"),
    *("placed_at", "started_at", "ended_at", "at"),
}
PLAIN = {"bet_id", "roll_id", "punto_cards", "banca_cards"} | CLIMBING
Place = tuple[str, "date | None"]


@dataclass(frozen=True, slots=True)
class Cut:
    """Some rows of one table that belong to one entry and one partition, by their numbers."""

    table: str
    entry: int
    part: int
    rows: pa.RecordBatch

    @property
    def place(self) -> tuple[str, int, int]:
        """Give what the cuts of one file share."""
        return self.table, self.entry, self.part


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where rows go: entry number → key, partition number → casino and date.

    What goes to a partition by its number below 0 is tentative, and has files of its own.
    """

    store: Path
    keys: Mapping[int, str]
    places: Mapping[int, Place]


def write_partitions(shelf: Shelf, pieces: Iterable[Cut]) -> dict[int, list[StoredFile]]:
    """Write sorted cuts, those of one place to one file; give the files of each entry.

    Cuts are made in another thread while those before them are written, small files side by side.
    """
    written: dict[int, list[StoredFile]] = {}
    with ahead(pieces, AHEAD) as made, ThreadPoolExecutor(WRITERS) as pool:
        groups = groupby(made, key=lambda cut: cut.place)
        writing = (_begun(shelf, place, group, pool=pool) for place, group in groups)
        for entry, file in in_turn(writing, WRITERS):
            written.setdefault(entry, []).append(file)
    return written


def _begun(  # noqa: PLR0917  # one file
    shelf: Shelf, place: tuple[str, int, int], group: Iterator[Cut], *, pool: Executor
) -> Future[tuple[int, StoredFile]]:
    """Let another thread write the file of a place; a large one is written here as it comes."""
    first = list(_up_to(ROW_GROUP, group))
    if sum(cut.rows.num_rows for cut in first) < ROW_GROUP:
        return pool.submit(_stored, shelf, place, first)
    done: Future[tuple[int, StoredFile]] = Future()
    done.set_result(_stored(shelf, place, chain(first, group)))
    return done


def _up_to(rows: int, group: Iterator[Cut]) -> Iterator[Cut]:
    """Take cuts until they have so many rows together."""
    while rows > 0 and (cut := next(group, None)) is not None:
        rows -= cut.rows.num_rows
        yield cut


def _stored(  # noqa: PLR0917  # what a thread is handed
    shelf: Shelf, place: tuple[str, int, int], cuts: Iterable[Cut]
) -> tuple[int, StoredFile]:
    """Write the file of a place; give it with the number of its entry."""
    table, entry, part = place
    casino_id, day = shelf.places[abs(part)]
    folder = layout.partition_folder(table, casino_id, gaming_date=day)
    path = f"{folder}/{shelf.keys[entry]}{'-tentative' if part < 0 else ''}.parquet"
    side = _write(shelf.store, path, table=table, parts=(cut.rows for cut in cuts))
    told = (side.rows, side.size, side.sha256)
    return entry, StoredFile(table, casino_id, day, path, *told, tentative=part < 0)


def cuts(table: str, batches: Iterable[pa.RecordBatch]) -> Iterator[Cut]:
    """Cut a table's sorted rows wherever `entry` or `part` changes, and leave these two out."""
    for batch in batches:
        if batch.num_rows == 0:
            continue
        entries = batch.column("entry").to_numpy()
        parts = batch.column("part").to_numpy()
        changes = np.flatnonzero((np.diff(entries) != 0) | (np.diff(parts) != 0)) + 1
        rows = batch.drop_columns(["entry", "part"])
        for start, end in pairwise([0, *changes.tolist(), batch.num_rows]):
            own = rows.slice(start, end - start)
            yield Cut(table, int(entries[start]), int(parts[start]), own)


def write_side(store: Path, path: str, *, table: str, rows: pa.Table) -> SideFile:
    """Write rows that stand beside the partitions."""
    return _write(store, path, table=table, parts=rows.combine_chunks().to_batches())


def house_files(store: Path, houses: Iterable[House]) -> dict[str, bytes]:
    """Give the house files to be kept; a later one takes the place of the casino's earlier."""
    seen = {layout.house_file(house.casino_id): write_house(house).encode() for house in houses}
    return {path: data for path, data in seen.items() if small_file(store, path) != data}


def skipped_file(
    store: Path, found: Iterable[SkippedInput], *, read: Collection[str]
) -> dict[str, bytes]:
    """Give the list of inputs not read; one of the same name that was read now is forgotten."""
    kept = {one.name: one for one in skipped(store) if one.name not in read}
    kept |= {one.name: one for one in found}
    listed = [asdict(kept[name]) for name in sorted(kept)]
    data, now = json.dumps(listed, ensure_ascii=False).encode(), small_file(store, layout.SKIPPED)
    return {layout.SKIPPED: data} if data != (now or b"[]") else {}


def remove(store: Path, paths: Iterable[str]) -> None:
    """Delete files that no entry names any more."""
    for path in paths:
        (store / path).unlink(missing_ok=True)


def _write(store: Path, path: str, *, table: str, parts: Iterable[pa.RecordBatch]) -> SideFile:
    """Write rows to a Parquet file; the same rows give the same bytes."""
    count = 0

    def counted() -> Iterator[pa.Table]:
        nonlocal count
        for group in row_groups(parts):
            count += group.num_rows
            yield group

    data = parquet_bytes(counted())
    write_whole(store / path, data)
    return SideFile(table, path, count, len(data), sha256(data).hexdigest())


def parquet_bytes(groups: Iterable[pa.Table]) -> memoryview:
    """Give row groups as a Parquet file; the same rows give the same bytes."""
    walked = iter(groups)
    first = next(walked)
    sink = pa.BufferOutputStream()
    with pq.ParquetWriter(sink, first.schema, store_schema=False, **_encoding(first)) as writer:
        for group in chain([first], walked):
            writer.write_table(group, row_group_size=ROW_GROUP)
    return memoryview(sink.getvalue())


def coded(columns: Sequence[str]) -> list[str]:
    """Give the columns whose values recur, and so have a dictionary; a hand has its id alone."""
    alone = PLAIN | {"hand_id"} if "hand_no" in columns else PLAIN
    return [column for column in columns if column not in alone]


class _Encoding(TypedDict):
    """How a file is written: what `ParquetWriter` is told of each column."""

    compression: dict[str, str]
    use_dictionary: list[str]
    column_encoding: dict[str, str]
    write_statistics: list[str]


def _encoding(rows: pa.Table) -> _Encoding:
    """Give how each column is written: what climbs from row to row as differences.

    Bounds stand in the file of what is counted or timed; of text and amounts nobody asks for them.
    """
    kinds = {field.name: field.type for field in rows.schema}
    return {
        "compression": _compression(rows),
        "use_dictionary": coded(rows.column_names),
        "column_encoding": {one: "DELTA_BINARY_PACKED" for one in kinds if one in CLIMBING},
        "write_statistics": [one for one, kind in kinds.items() if _is_counted(kind)],
    }


def _is_counted(kind: pa.DataType) -> bool:
    """Tell whether values are whole numbers, dates or times."""
    return bool(pa.types.is_integer(kind) or pa.types.is_temporal(kind))


def _compression(rows: pa.Table) -> dict[str, str]:
    """Give how each column is compressed: zstd where that is worth being set up for a column.

    It doubles the time of a file of one row. Of a night it pays where text has no dictionary.
    """
    names = rows.column_names
    if rows.num_rows >= LARGE:
        return dict.fromkeys(names, "zstd")
    quick = names if rows.num_rows < SMALL else {*coded(names), *CLIMBING}
    return {one: "snappy" if one in quick else "zstd" for one in names}


def row_groups(parts: Iterable[pa.RecordBatch]) -> Iterator[pa.Table]:
    """Put rows together again in groups of one size, the last one smaller."""
    held: list[pa.RecordBatch] = []
    for part in parts:
        held.append(part)
        if sum(one.num_rows for one in held) >= ROW_GROUP:
            rows = pa.Table.from_batches(held)
            yield _compact(rows.slice(0, ROW_GROUP))
            held = rows.slice(ROW_GROUP).to_batches()
    if held:
        yield _compact(pa.Table.from_batches(held))


def _compact(rows: pa.Table) -> pa.Table:
    """Leave in each dictionary only what the rows use, so that a file tells of its rows alone."""
    for position, column in enumerate(rows.columns):
        if pa.types.is_dictionary(column.type):
            own = _compacted(column.combine_chunks())
            rows = rows.set_column(position, rows.column_names[position], own)
    return rows


def _compacted(whole: pa.DictionaryArray) -> pa.DictionaryArray:
    """Leave in a dictionary only what its array uses: most often that is one word."""
    numbers, words = whole.indices.to_numpy(), whole.dictionary
    if (numbers == numbers[0]).all():
        zeros = np.zeros(len(numbers), np.int32)
        return pa.DictionaryArray.from_arrays(array_of(zeros), words.slice(numbers[0], 1))
    used = np.flatnonzero(np.bincount(numbers))
    renumbered = np.zeros(len(words), np.int32)
    renumbered[used] = np.arange(len(used), dtype=np.int32)
    return pa.DictionaryArray.from_arrays(array_of(renumbered[numbers]), words.take(array_of(used)))
