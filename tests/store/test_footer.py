"""Files joined under one footer are read as the rows of all, and cut out again as they were."""

from __future__ import annotations

import io
from contextlib import suppress

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.sql import connect
from auditor.store.footer import footer_of, head_of, joined

CELLS = st.tuples(st.text(max_size=3) | st.none(), st.integers(-(2**62), 2**62), st.booleans())
WAYS = st.fixed_dictionaries(
    {
        "compression": st.sampled_from(["none", "snappy", "zstd"]),
        "use_dictionary": st.booleans(),
        "row_group_size": st.integers(1, 5),
        "write_page_index": st.booleans(),
        "write_statistics": st.booleans(),
        "data_page_version": st.sampled_from(["1.0", "2.0"]),
    }
)


def _table(rows: list[tuple[str | None, int, bool]]) -> pa.Table:
    """Make a table of a text, a number, a boolean and a list."""
    words, numbers, signs = ([row[n] for row in rows] for n in range(3))
    lists = [[number, 1] if sign else None for number, sign in zip(numbers, signs, strict=True)]
    kinds = {"word": pa.string(), "n": pa.int64(), "is_so": pa.bool_(), "l": pa.list_(pa.int64())}
    cells = {"word": words, "n": numbers, "is_so": signs, "l": lists}
    return pa.table(cells, schema=pa.schema(kinds.items()))


def _file(rows: pa.Table, **how: object) -> bytes:
    """Write a Parquet file."""
    sink = io.BytesIO()
    pq.write_table(rows, sink, store_schema=False, **how)
    return sink.getvalue()


def _joined(files: list[bytes]) -> bytes:
    """Join files."""
    return joined(files, [footer_of(one) for one in files])


@given(st.lists(st.tuples(st.lists(CELLS, min_size=1, max_size=9), WAYS), min_size=1, max_size=4))
def test_whichever_way_they_were_written_their_rows_are_those_of_all(
    given_: list[tuple[list[tuple[str | None, int, bool]], dict[str, object]]],
) -> None:
    tables = [_table(rows) for rows, _ in given_]
    files = [_file(table, **how) for table, (_, how) in zip(tables, given_, strict=True)]
    whole = _joined(files)
    assert pq.read_table(io.BytesIO(whole)).equals(pa.concat_tables(tables))
    assert whole.startswith(b"".join(files))
    assert pq.read_metadata(io.BytesIO(whole)).num_rows == sum(map(len, tables))


def test_the_engine_reads_them_as_well(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("joined")
    tables = [_table([(f"{n}", n, n > 3)] * n) for n in (1, 40_000, 3)]
    (folder / "one.parquet").write_bytes(_joined([_file(one) for one in tables]))
    connection = connect(allowed=[folder], threads=1)
    sql = f"SELECT n, count(*), count(l) FROM '{folder}/one.parquet' GROUP BY ALL ORDER BY n"
    assert connection.sql(sql).fetchall() == [(1, 1, 0), (3, 3, 0), (40_000, 40_000, 40_000)]


def test_more_columns_than_a_short_list_holds_are_joined_too() -> None:
    rows = pa.table({f"c{n}": [n] for n in range(300)})
    assert pq.read_table(io.BytesIO(_joined([_file(rows)] * 20))).num_rows == 20


def test_files_of_other_columns_or_another_program_have_other_heads() -> None:
    one, other = pa.table({"a": [1]}), pa.table({"a": ["1"]})
    own, again = _file(one), _file(pa.table({"a": [2, 3]}))
    foreign = own.replace(b"parquet-cpp-arrow", b"parquet-xyz-arrow")
    heads = [head_of(footer_of(each)) for each in (own, again, _file(other), foreign)]
    assert heads[0] == heads[1]
    assert heads[0] not in heads[2:]


@pytest.mark.parametrize("cut", [0, 3, 8, 20, 200])
def test_what_is_no_parquet_is_refused(cut: int) -> None:
    file = _file(pa.table({"a": [1]}))
    for spoiled in (file[:-cut] if cut else b"", file[cut + 1 :], b"PAR1" + b"\xff" * cut):
        with pytest.raises(ValueError, match=r"^"):
            footer_of(spoiled)


@given(st.binary(max_size=64))
def test_a_footer_of_any_bytes_is_put_together_again_or_refused(raw: bytes) -> None:
    with suppress(ValueError):
        footer_of(b"PAR1" + raw + len(raw).to_bytes(4, "little") + b"PAR1")


@pytest.mark.parametrize(
    "raw",
    [
        b"\x1c" * 100_000,  # a struct in a struct in a struct
        b"\x19\xf3" + b"\xff" * 8 + b"\x7f",  # a list of more bytes than there are
        b"\x18" + b"\xff" * 8 + b"\x7f",  # a text of more bytes than there are
        b"\x18" + b"\xff" * 100_000 + b"\x7f",  # a number of more digits than there are
    ],
)
def test_a_footer_that_promises_without_end_is_refused_at_once(raw: bytes) -> None:
    with pytest.raises(ValueError, match=r"^"):
        footer_of(b"PAR1" + raw + len(raw).to_bytes(4, "little") + b"PAR1")
