"""Reading in columns gives what reading row by row gives, whatever the files hold."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypedDict, Unpack

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.games.log_model import Kind, tables
from auditor.ingest.convert import cells, columnar, convert, times
from auditor.ingest.convert.iso_times import iso_times
from auditor.ingest.convert.whole_numbers import whole_numbers
from auditor.ingest.ingest import ingest
from auditor.ingest.read.blanks import has_outer_blanks
from auditor.sql import connect, query

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from auditor.ingest.convert.batch import Batch
    from auditor.ingest.convert.plan import ColumnPlan, Writing
    from auditor.sql import Connection


class Reading(TypedDict):
    """How a batch is read."""

    plans: Sequence[ColumnPlan]
    writing: Writing


Row = tuple[str, ...]
Night = dict[str, list[Row]]

EVERY, NONE = 0, 1 << 60
SESSIONS = """session_id,casino_id,table_id,game,gaming_date,currency
s1,MVD-01,T1,mini_bacara,2012-03-10,UYU
s2,LIM-01,T1,mini_bacara,2012-03-10,PEN
"""
# The clock of Montevideo went back at 2 in the morning of 11 March 2012.
CLOCKS = ("2012-03-11 00:30:00", "2012-03-10T23:59:59", "2012-03-11 01:30:00")
MOMENTS = ("2012-03-11T02:30:00.000000Z", "2012-03-10 23:59:59.999999Z")
PLAIN = {
    Kind.TEXT: ("h1", "h2", "Nicolà", "¿quién?", "a b", '5"'),
    Kind.INTEGER: ("1", "12", "-3"),
    Kind.MONEY: ("10", "10.5000", "-3", ".5"),
    Kind.BOOLEAN: ("true", "no"),
    Kind.CARD: ("9H", "??"),
    Kind.CARDS: ("9H", "9H TS", "?? 2C"),
}
ODD = {
    Kind.TEXT: (" h1", "h2\u00a0", "h3\n", ""),
    Kind.INTEGER: ("007", "+5", "1.0"),
    Kind.MONEY: ("−3", "1,5", "12.34567"),
    Kind.TIME: ("2012-03-11 00:30", "2012-03-11T02:30:00-03:00", "2200-01-01 00:00:00", "soon"),
    Kind.BOOLEAN: ("SÍ", "perhaps"),
    Kind.CARD: ("10h", "1H"),
    Kind.CARDS: ("10h  ts", "9H,TS"),
    Kind.CHOICE: ("PUNTO", "de pie", "nothing"),
}
KEYS = {"hands": ("hand_id", "session_id", "hand_no"), "bets": ("bet_id", "hand_id")}
KEYS |= {"events": ("session_id", "seq", "type")}
IDS = {"session_id": ("s1", "s2", "s9"), "hand_id": ("h1", "h2", "h3", "h9")}
IDS |= {"type": ("cut", "burn"), "bet_id": tuple(f"b{n}" for n in range(20))}


@st.composite
def night(draw: st.DrawFn, *, is_odd: bool) -> Night:
    """Draw a night: its rows may repeat keys, name what is not there, and stand in any order."""
    found = {}
    for table, keys in KEYS.items():
        others = [one for one in tables()[table].names if one not in keys]
        chosen = draw(st.lists(st.sampled_from(others), max_size=5, unique=True))
        columns = [cell(table, one, is_odd=is_odd, draw=draw) for one in (*keys, *chosen)]
        found[table] = [(*keys, *chosen), *draw(st.lists(st.tuples(*columns), max_size=12))]
    return found


def cell(
    table: str, column: str, *, is_odd: bool, draw: Callable[..., Sequence[str]]
) -> st.SearchStrategy[str]:
    """Draw how the cells of a column are written."""
    ours = tables()[table].column(column)
    plain: Sequence[str] = IDS.get(column) or ours.choices or PLAIN.get(ours.kind, ())
    if ours.kind is Kind.TIME:
        plain = draw(st.sampled_from((CLOCKS, MOMENTS)))
    empty = () if ours.required else ("",)
    return st.sampled_from((*plain, *empty, *(ODD[ours.kind] if is_odd else ())))


@settings(max_examples=12, deadline=None)
@given(night(is_odd=False))
def test_plain_files_give_the_same_store_in_columns_and_row_by_row(drawn: Night) -> None:
    assert differing(drawn) == []


@settings(max_examples=12, deadline=None)
@given(night(is_odd=True))
def test_files_with_anything_in_them_give_the_same_store_both_ways(drawn: Night) -> None:
    assert differing(drawn) == []


def differing(drawn: Night) -> list[str]:
    """Name the files in which the stores of a night differ, read in columns and row by row."""
    here, there = stored(drawn, least=EVERY), stored(drawn, least=NONE)
    return [one for one in sorted(here | there) if here.get(one) != there.get(one)]


def stored(drawn: Night, *, least: int) -> dict[str, bytes]:
    """Give every file of the store of a night; tables of so many rows are read in columns."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(columnar, "LEAST_ROWS", least)
        logs, store = Path(folder) / "logs", Path(folder) / "store"
        write(logs, drawn)
        ingest([logs], store)
        files = (path for path in sorted(store.rglob("*")) if path.is_file())
        return {path.relative_to(store).as_posix(): path.read_bytes() for path in files}


def write(logs: Path, drawn: Night) -> None:
    """Write a night as CSV files."""
    logs.mkdir()
    (logs / "sessions.csv").write_text(SESSIONS, "utf-8")
    for table, rows in drawn.items():
        with (logs / f"{table}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(rows)


@pytest.mark.parametrize(
    ("amount", "by_rows"), [("10.5", ["sessions"]), ("−10.5", ["bets", "sessions"])]
)
def test_only_a_table_without_any_odd_cell_is_read_in_columns(
    tmp_path: Path, told: list[str], amount: str, by_rows: list[str]
) -> None:
    hands: list[Row] = [("hand_id", "session_id", "hand_no"), ("h1", "s1", "1")]
    bets: list[Row] = [("bet_id", "hand_id", "kind", "stake"), ("b1", "h1", "punto", amount)]
    write(tmp_path / "logs", {"hands": hands, "bets": bets})
    ingest([tmp_path / "logs"], tmp_path / "store")
    assert sorted(told) == by_rows


@pytest.fixture(name="told")
def _told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give the tables that are read row by row from now on; columns are for any number of rows."""
    seen: list[str] = []
    read = convert._convert_rows

    def told(connection: Connection, batch: Batch, **given: Unpack[Reading]) -> None:
        seen.append(batch.table)
        read(connection, batch, **given)

    monkeypatch.setattr(columnar, "LEAST_ROWS", EVERY)
    monkeypatch.setattr(convert, "_convert_rows", told)
    return seen


ENDS = st.sampled_from(("", " ", "\t", "\r", "\n", "\u00a0", "\u2003", "à", "¡", "x"))
TEXTS = st.lists(st.none() | st.tuples(ENDS, ENDS, ENDS).map("".join), max_size=20)


@given(TEXTS)
@settings(max_examples=60, deadline=None)
def test_blanks_around_a_cell_are_found_as_the_engine_finds_them(texts: list[str | None]) -> None:
    found = engine(texts, cells.has_outer_blanks("cell"))
    assert has_outer_blanks(pa.array(texts, pa.string())) == (True in found)


DIGIT = st.sampled_from("0000111222359")
SHAPES = st.sampled_from(
    (
        "dddd-dd-dd dd:dd:dd.ddddddZ",
        "dddd-dd-ddTdd:dd:dd",
        "dddd-dd-dd dd:dd",
        "dddd-dd-dd dddddd.d",
    )
)


@st.composite
def clocks(draw: st.DrawFn) -> list[str | None]:
    """Draw times of one shape, many of which cannot be."""
    shape = draw(SHAPES)
    parts = [DIGIT if sign == "d" else st.just(sign) for sign in shape]
    return draw(st.lists(st.none() | st.tuples(*parts).map("".join), max_size=8))


@given(clocks())
@settings(max_examples=150, deadline=None)
def test_times_read_at_once_are_those_that_the_engine_reads(texts: list[str | None]) -> None:
    found = iso_times(pa.array(texts, pa.string()))
    formats = times.Formats()
    due = engine(texts, times.time("cell", formats, full=False))
    utc = engine(texts, times.is_utc("cell", formats, full=False))
    if found is not None:
        assert found[0].to_pylist() == due
        assert {found[1]} == set(utc) - {None}


def test_times_of_one_shape_are_read_at_once() -> None:
    for text in ("2012-03-11 00:30", "2012-03-11T00:30:00", "2012-03-11 00:30:00.000000Z"):
        assert iso_times(pa.array([None, text, text])) is not None


def test_one_of_another_year_than_a_record_s_is_not() -> None:
    for text in ("1799-12-31 23:59", "2200-01-01 00:00"):
        assert iso_times(pa.array(["2012-03-11 00:30", text])) is None


NUMBERS = st.integers(0, 1 << 65).map(str) | st.integers(-3, 30).map(str) | DIGIT | st.just("007")
NUMBERS |= st.sampled_from(("", "0x1F", "1.0", " 1", "+5", "1_0", "\uff19", "9223372036854775807"))


@given(st.lists(st.none() | NUMBERS, max_size=5))
@settings(max_examples=150, deadline=None)
def test_whole_numbers_read_at_once_are_those_that_the_engine_reads(
    texts: list[str | None],
) -> None:
    found = whole_numbers(pa.array(texts, pa.string()))
    due = engine(texts, cells.integer("cell", cells.Marks(), full=False))
    unread = [text for text, number in zip(texts, due, strict=True) if text and number is None]
    is_plain = (
        not unread and "" not in texts and any(texts) and "-" not in "".join(filter(None, texts))
    )
    assert (found.to_pylist() if found is not None else None) == (due if is_plain else None)


def engine(texts: list[str | None], sql: str) -> list[object]:
    """Give what SQL makes of each text."""
    numbers = pa.array(range(len(texts)), pa.int64())
    connection = connected()
    connection.register("given", pa.table({"number": numbers, "cell": pa.array(texts, "string")}))
    found = query(connection, f"SELECT {sql} AS found FROM given ORDER BY number")
    return list(found["found"].to_pylist())


@cache
def connected() -> Connection:
    """Give one connection for all texts."""
    return connect()
