"""Writing a store: sorted rows cut into partition files, rejects, rows set aside, houses, skips."""

from __future__ import annotations

import json
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from auditor.store import layout
from auditor.store.entry import SideFile, StoredFile
from auditor.store.house_text import write_house
from auditor.store.manifest import write_whole
from auditor.store.read import SkippedInput, skipped

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from datetime import date
    from pathlib import Path

    from auditor.store.house import House

SMALL = 1_000
WRITERS = 2
AHEAD = 4
ROW_GROUP = 122_880
PLAIN = ("bet_id", "roll_id", "source_record", "seq", "idx", "placed_at")
Place = tuple[str, "date | None"]


@dataclass(frozen=True, slots=True)
class Cut:
    """Rows of one table that belong together: of one entry and one partition, by their numbers."""

    table: str
    entry: int
    part: int
    rows: pa.Table


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where rows go: entry number → key, partition number → casino and date."""

    store: Path
    keys: Mapping[int, str]
    places: Mapping[int, Place]


def write_partitions(shelf: Shelf, pieces: Iterable[Cut]) -> dict[int, list[StoredFile]]:
    """Write each cut to a file of its own; give the files of each entry.

    Cuts are written by threads while the next are made, a few of them ahead at most.
    """
    written: dict[int, list[StoredFile]] = {}
    waiting: deque[tuple[int, Future[StoredFile]]] = deque()

    def settle(most: int) -> None:
        while len(waiting) > most:
            entry, file = waiting.popleft()
            written.setdefault(entry, []).append(file.result())

    with ThreadPoolExecutor(WRITERS) as pool:
        for cut in pieces:
            waiting.append((cut.entry, pool.submit(_write_cut, shelf, cut)))
            settle(AHEAD)
        settle(0)
    return written


def cuts(table: str, batches: Iterable[pa.RecordBatch]) -> Iterator[Cut]:
    """Cut a table's sorted rows wherever `entry` or `part` changes, and leave these two out."""
    held: list[pa.RecordBatch] = []
    now: tuple[int, int] | None = None
    for batch in batches:
        for key, piece in _pieces(batch):
            if now is not None and key != now:
                yield Cut(table, *now, pa.Table.from_batches(held))
                held = []
            now = key
            held.append(piece)
    if now is not None:
        yield Cut(table, *now, pa.Table.from_batches(held))


def write_side(store: Path, path: str, *, table: str, rows: pa.Table) -> SideFile:
    """Write rows that stand beside the partitions."""
    data = _parquet(rows)
    write_whole(store / path, data)
    return SideFile(table, path, rows.num_rows, len(data), sha256(data).hexdigest())


def write_houses(store: Path, houses: Iterable[House]) -> None:
    """Keep the house files that were seen; a later one takes the place of the casino's earlier."""
    for house in houses:
        path, data = layout.house_file(store, house.casino_id), write_house(house).encode()
        if not path.is_file() or path.read_bytes() != data:
            write_whole(path, data)


def write_skipped(store: Path, found: Iterable[SkippedInput], *, read: Collection[str]) -> None:
    """Keep the inputs that were not read; one of the same name that was read now is forgotten."""
    kept = {one.name: one for one in skipped(store) if one.name not in read}
    kept |= {one.name: one for one in found}
    listed = [asdict(kept[name]) for name in sorted(kept)]
    if listed or (store / layout.SKIPPED).is_file():
        write_whole(store / layout.SKIPPED, json.dumps(listed, ensure_ascii=False).encode())


def remove(store: Path, paths: Iterable[str]) -> None:
    """Delete files that no entry names any more."""
    for path in paths:
        (store / path).unlink(missing_ok=True)


def _pieces(batch: pa.RecordBatch) -> Iterator[tuple[tuple[int, int], pa.RecordBatch]]:
    """Cut one batch, each piece with its entry and partition."""
    if batch.num_rows == 0:
        return
    entries = batch.column("entry").to_numpy()
    parts = batch.column("part").to_numpy()
    changes = np.flatnonzero((np.diff(entries) != 0) | (np.diff(parts) != 0)) + 1
    rows = batch.drop_columns(["entry", "part"])
    starts = [0, *changes.tolist(), batch.num_rows]
    for start, end in pairwise(starts):
        yield (int(entries[start]), int(parts[start])), rows.slice(start, end - start)


def _write_cut(shelf: Shelf, cut: Cut) -> StoredFile:
    """Write one partition's file of one entry."""
    casino_id, day = shelf.places[cut.part]
    folder = layout.partition_folder(cut.table, casino_id, gaming_date=day)
    path = f"{folder}/{shelf.keys[cut.entry]}.parquet"
    data = _parquet(_compact(cut.rows))
    write_whole(shelf.store / path, data)
    digest = sha256(data).hexdigest()
    return StoredFile(cut.table, casino_id, day, path, cut.rows.num_rows, len(data), digest)


def _compact(rows: pa.Table) -> pa.Table:
    """Leave in each dictionary only what the rows use, so that a file tells of its rows alone."""
    for position, column in enumerate(rows.columns):
        if pa.types.is_dictionary(column.type):
            whole = column.combine_chunks()
            numbers = whole.indices.to_numpy()
            used = np.flatnonzero(np.bincount(numbers))
            renumbered = np.zeros(len(whole.dictionary), np.int32)
            renumbered[used] = np.arange(len(used), dtype=np.int32)
            own = pa.DictionaryArray.from_arrays(renumbered[numbers], whole.dictionary.take(used))
            rows = rows.set_column(position, rows.column_names[position], own)
    return rows


def _parquet(rows: pa.Table) -> memoryview:
    """Give rows as the bytes of a Parquet file; the same rows give the same bytes.

    Few rows are not worth setting zstd up for: it doubles the time of a file of one row.
    """
    sink = pa.BufferOutputStream()
    pq.write_table(
        rows,
        sink,
        compression="snappy" if rows.num_rows < SMALL else "zstd",
        row_group_size=ROW_GROUP,
        use_dictionary=[column for column in rows.column_names if column not in PLAIN],
        store_schema=False,
    )
    return memoryview(sink.getvalue())
