"""What a store's readers see: only what its manifest names, and only where it is whole."""

from __future__ import annotations

import resource
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from auditor.errors import StoreError
from auditor.store import SourceEntry, layout, partitions, rejects, skipped, sources, verify
from auditor.store.entry import entry_of, entry_text
from auditor.store.manifest import clean, commit, remove_entries, writing
from auditor.store.read import SkippedInput, houses
from auditor.store.together import put
from auditor.store.whole import write_whole
from auditor.store.write import Shelf, cuts, parquet_bytes, skipped_file, write_partitions

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

DAY, NEXT = date(2026, 3, 7), date(2026, 3, 8)
ENTRY = SourceEntry(
    key="k1",
    name="bets.csv",
    sha256="ab",
    size=9,
    kind="csv",
    bytes_key="b",
    way="w",
    setting="s",
    records=4,
    written=4,
    rejected=0,
    aside=0,
    zone=None,
    mapping="m",
    tool="0",
)


def rows(*placed: tuple[int, int, str]) -> pa.RecordBatch:
    """Make sorted rows of entry, partition and bet."""
    entry, part, bets = zip(*placed, strict=True)
    columns = {"entry": pa.array(entry, pa.int32()), "part": pa.array(part, pa.int32())}
    return pa.RecordBatch.from_pydict({**columns, "bet_id": pa.array(bets)})


def stored(store: Path, entry: SourceEntry = ENTRY) -> SourceEntry:
    """Put four bets of two nights into a store, as one source, without committing it."""
    shelf = Shelf(
        store, keys={0: entry.key}, places={1: ("A", NEXT), 2: ("A", None), 3: ("B", DAY)}
    )
    batch = rows((0, 1, "b1"), (0, 1, "b2"), (0, 2, "b3"), (0, 3, "b4"))
    return replace(entry, files=tuple(write_partitions(shelf, cuts("bets", [batch]))[0]))


def test_rows_are_cut_where_entry_or_partition_changes() -> None:
    batches = [rows((0, 1, "a"), (0, 1, "b")), rows((0, 1, "c"), (0, 2, "d"), (1, 2, "e"))]
    found = [(*cut.place, cut.rows["bet_id"].to_pylist()) for cut in cuts("bets", batches)]
    assert found == [
        ("bets", 0, 1, ["a", "b"]),
        ("bets", 0, 1, ["c"]),
        ("bets", 0, 2, ["d"]),
        ("bets", 1, 2, ["e"]),
    ]


def test_one_place_is_one_file_however_its_rows_come(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, keys={0: "k"}, places={1: ("A", DAY)})
    bets = [f"b{n:06}" for n in range(300_000)]
    found = []
    for size in (7_000, 122_880, 300_000):
        parts = [bets[start : start + size] for start in range(0, len(bets), size)]
        batches = [rows(*((0, 1, bet) for bet in part)) for part in parts]
        (file,) = write_partitions(shelf, cuts("bets", batches))[0]
        found.append((file.rows, file.sha256))
    assert found == [(300_000, found[0][1])] * 3
    kept = pq.read_table(tmp_path / file.path, partitioning=None)
    assert kept["bet_id"].to_pylist() == bets


def test_rows_that_no_entry_names_do_not_count(tmp_path: Path) -> None:
    entry = stored(tmp_path)
    assert partitions(tmp_path) == ()
    commit(tmp_path, [entry])
    assert sum(one.rows for one in partitions(tmp_path)) == 4


def test_partitions_come_by_casino_and_date_the_undated_last(tmp_path: Path) -> None:
    commit(tmp_path, [stored(tmp_path)])
    found = [(one.casino_id, one.gaming_date, one.rows) for one in partitions(tmp_path)]
    assert found == [("A", NEXT, 2), ("A", None, 1), ("B", DAY, 1)]


def test_partitions_are_narrowed_by_casino_and_date_and_the_undated_stay(tmp_path: Path) -> None:
    commit(tmp_path, [stored(tmp_path)])
    assert [one.casino_id for one in partitions(tmp_path, casinos=["B"])] == ["B"]
    early = partitions(tmp_path, last=DAY)
    assert [(one.casino_id, one.gaming_date) for one in early] == [("A", None), ("B", DAY)]
    late = partitions(tmp_path, first=NEXT)
    assert [(one.casino_id, one.gaming_date) for one in late] == [("A", NEXT), ("A", None)]


def test_partition_columns_are_in_the_folders_and_not_in_the_files(tmp_path: Path) -> None:
    commit(tmp_path, [stored(tmp_path)])
    files = [path for one in partitions(tmp_path) for path in one.files["bets"]]
    assert {tuple(pq.read_schema(path).names) for path in files} == {("bet_id",)}
    assert "casino_id=A/gaming_date=__HIVE_DEFAULT_PARTITION__" in files[1]


def test_a_file_holds_the_names_of_its_own_sources_only(tmp_path: Path) -> None:
    names = pa.array(["first.csv", "second.csv"])
    numbers = pa.DictionaryArray.from_arrays(pa.array([1, 1], pa.int32()), names)
    batch = rows((0, 1, "a"), (0, 1, "b")).append_column("source_name", numbers)
    shelf = Shelf(tmp_path, keys={0: "k"}, places={1: ("A", DAY)})
    (file,) = write_partitions(shelf, cuts("bets", [batch]))[0]
    assert b"first.csv" not in (tmp_path / file.path).read_bytes()
    kept = pq.read_table(tmp_path / file.path, partitioning=None)
    assert kept["source_name"].to_pylist() == ["second.csv"] * 2


@pytest.mark.parametrize("casino", ["LIM-01", "Sala/1", "a=b", "..", "ñ", "%41", layout.NO_DATE])
def test_a_casinos_folder_is_one_folder_and_tells_its_id(casino: str) -> None:
    folder = layout.partition_folder("bets", casino, gaming_date=DAY)
    assert folder.count("/") == 2
    from urllib.parse import unquote  # noqa: PLC0415

    name = folder.split("/")[1].removeprefix("casino_id=")
    assert (unquote(name), name == layout.NO_DATE) == (casino, False)


def test_an_entry_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    entry = replace(
        stored(tmp_path), venues={"A": ("America/Lima", None)}, assumptions=(("á", "b"),)
    )
    entry = replace(entry, given_casino="A", given_date=DAY, loose=0, beside="b")
    assert entry_of(entry_text(entry)) == entry


def test_a_replaced_entry_does_not_count_and_may_be_deleted(tmp_path: Path) -> None:
    commit(tmp_path, [stored(tmp_path)])
    commit(tmp_path, [replace(stored(tmp_path, replace(ENTRY, key="k2")), replaces=("k1",))])
    assert [one.key for one in sources(tmp_path)] == ["k2"]
    remove_entries(tmp_path, ["k1"])
    assert {path.stem for path in tmp_path.rglob("*.parquet")} == {"k2"}
    assert sum(one.rows for one in partitions(tmp_path)) == 4


def test_a_file_cut_short_or_gone_is_an_integrity_failure(tmp_path: Path) -> None:
    entry = stored(tmp_path)
    commit(tmp_path, [entry])
    path = tmp_path / entry.files[0].path
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    with pytest.raises(StoreError, match=r"bets/casino_id=A") as fault:
        partitions(tmp_path)
    path.unlink()
    with pytest.raises(StoreError, match=r"bets/casino_id=A"):
        partitions(tmp_path)
    assert fault.value.exit_code == 5


def test_one_changed_byte_is_found_by_verifying(tmp_path: Path) -> None:
    entry = stored(tmp_path)
    commit(tmp_path, [entry])
    verify(tmp_path)
    path = tmp_path / entry.files[1].path
    data = bytearray(path.read_bytes())
    data[10] ^= 1
    path.write_bytes(data)
    with pytest.raises(StoreError, match="gaming_date=__HIVE"):
        verify(tmp_path)


@pytest.mark.parametrize("text", [b"{", b"{}", b"[]"])
def test_an_entry_that_cannot_be_read_is_an_integrity_failure(tmp_path: Path, text: bytes) -> None:
    write_whole(layout.manifest_file(tmp_path, "k1"), text)
    with pytest.raises(StoreError, match=r"k1\.json"):
        sources(tmp_path)


def test_an_entry_of_another_version_is_told_and_not_guessed_at(tmp_path: Path) -> None:
    commit(tmp_path, [replace(ENTRY, schema=99)])
    with pytest.raises(StoreError, match="99"):
        partitions(tmp_path)


def test_cleaning_deletes_leftovers_and_nothing_else(tmp_path: Path) -> None:
    commit(tmp_path, [stored(tmp_path)])
    stored(tmp_path, replace(ENTRY, key="never"))
    (tmp_path / "bets" / "mine.parquet").write_bytes(b"kept")
    (tmp_path / "manifest" / "k9.json.tmp").write_bytes(b"{")
    clean(tmp_path)
    left = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert left == {"k1.parquet", "k1.json", "mine.parquet"}


def fail_while_writing(store: Path) -> None:
    """Hold a store, write files, and fail before they are committed."""
    with writing(store):
        stored(store)
        raise KeyError


def test_an_ingest_that_failed_is_cleaned_up_by_the_next(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        fail_while_writing(tmp_path)
    with writing(tmp_path):
        assert [*tmp_path.rglob("*.parquet")] == []
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == [".lock"]


def test_an_empty_store_has_nothing_and_says_so_without_failing(tmp_path: Path) -> None:
    assert (partitions(tmp_path), sources(tmp_path), skipped(tmp_path)) == ((), (), ())
    assert rejects(tmp_path).num_rows == 0


def test_skipped_inputs_are_kept_until_one_of_that_name_is_read(tmp_path: Path) -> None:
    one, two = (SkippedInput(name, "why", "por qué", "why", counts=True) for name in ("a", "b"))
    put(tmp_path, skipped_file(tmp_path, [one, two], read=()))
    put(tmp_path, skipped_file(tmp_path, [], read=("a",)))
    assert skipped(tmp_path) == (two,)


@pytest.mark.parametrize(
    ("count", "own", "told"),
    [(999, "SNAPPY", "SNAPPY"), (1_000, "ZSTD", "SNAPPY"), (20_000, "ZSTD", "ZSTD")],
)
def test_a_night_is_compressed_where_it_pays(count: int, own: str, told: str) -> None:
    ids = [f"h{number}" for number in range(count)]
    bets = pa.table({"bet_id": ids, "hand_id": ids})
    group = pq.ParquetFile(pa.BufferReader(parquet_bytes([bets]))).metadata.row_group(0)
    assert [group.column(number).compression for number in (0, 1)] == [own, told]


def test_ids_have_a_dictionary_but_where_each_stands_once() -> None:
    tables = [{"hand_id": ["h"], "hand_no": [1]}, {"bet_id": ["b"], "hand_id": ["h"]}]
    files = [pq.ParquetFile(pa.BufferReader(parquet_bytes([pa.table(one)]))) for one in tables]
    metas = [one.metadata.row_group(0) for one in files]
    has = [[m.column(n).has_dictionary_page for n in (0, 1)] for m in metas]
    assert has == [[False, False], [False, True]]


def test_what_climbs_is_written_as_differences_and_only_what_is_counted_has_bounds() -> None:
    bets = pa.table(
        {
            "bet_id": ["b1", "b2"],
            "seat": pa.array([1, 2], pa.int64()),
            "stake": pa.array(["1.0000", "2.0000"]).cast(pa.decimal128(18, 4)),
            "placed_at": pa.array([1, 2], pa.timestamp("us", "UTC")),
            "source_record": pa.array([1, 2], pa.int64()),
        }
    )
    file = pq.ParquetFile(pa.BufferReader(parquet_bytes([bets])))
    columns = [file.metadata.row_group(0).column(number) for number in range(bets.num_columns)]
    climbs = ["DELTA_BINARY_PACKED" in one.encodings for one in columns]
    assert climbs == [False, False, False, True, True]
    assert [one.is_stats_set for one in columns] == [False, True, False, True, True]
    assert file.read().equals(bets)


@pytest.mark.parametrize("reads", [sources, skipped, houses])
def test_a_process_out_of_handles_says_nothing_of_the_store(
    tmp_path: Path, reads: Callable[[Path], object]
) -> None:
    commit(tmp_path, [stored(tmp_path)], beside={layout.SKIPPED: b"[]"})
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    reads(tmp_path)
    assert soft > 3
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, hard))  # every number below is taken
    try:
        with pytest.raises(OSError, match="open files"):
            reads(tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
