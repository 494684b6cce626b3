"""NDJSON: each line a record, its number the line's, its numbers as they are written."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

if TYPE_CHECKING:
    from tests.ingest.conftest import Read

BET = b'{"table": "bets", "bet_id": "b1", "hand_id": "h1"}\n'


def test_lines_go_to_the_tables_that_they_name(read: Read) -> None:
    got = read(
        {"n.ndjson": BET + b'{"table": "rolls", "roll_id": "r1"}\n' + BET.replace(b"b1", b"b2")}
    )
    assert got.rows("bets") == [(1, "b1", "h1"), (3, "b2", "h1")]
    assert got.rows("rolls") == [(2, "r1")]


def test_numbers_stay_as_they_are_written(read: Read) -> None:
    line = b'{"table":"bets","stake":12.50,"payout":1e3,"seat":123456789012345678901,"box":-0}\n'
    assert read({"n.ndjson": line}).rows() == [(1, "12.50", "1e3", "123456789012345678901", "-0")]


def test_numbers_take_the_decimal_mark_of_the_dialect_and_texts_do_not(read: Read) -> None:
    mapping = b'[dialect]\ndecimal = ","\n'
    line = b'{"table":"bets","stake":12.5,"selection":"1.2"}\n'
    assert read({"mapping.toml": mapping, "n.ndjson": line}).rows() == [(1, "12,5", "1.2")]


def test_null_and_empty_are_null_and_truth_is_a_word(read: Read) -> None:
    line = b'{"table":"bets","bet_id":null,"hand_id":"","authorised":true}\n'
    assert read({"n.ndjson": line}).rows() == [(1, None, None, "true")]


def test_a_line_cut_short_is_broken_and_tells_what_is_whole_in_it(read: Read) -> None:
    got = read(
        {"n.ndjson": BET + b'{"table":"bets","bet_id":"b2","hand_id":"h7","stake":1\n' + BET}
    )
    assert [row[0] for row in got.rows()] == [1, 3]
    assert [(x.record, x.table, x.hand_id, x.key) for x in got.broken] == [(2, "bets", "h7", "b2")]


@pytest.mark.parametrize(
    ("line", "column"),
    [
        (b'{"table":"bets","stake":NaN}', "stake"),
        (b'{"table":"bets","bet_id":"b1","stake":-Infinity}', "stake"),
        (b'{"table":"bets","stake":1,"Stake":2}', "Stake"),
        (b'{"table":"bets","stake":[1]}', "stake"),
        (b'{"table":"bets","stake":{"a":1}}', "stake"),
        (b'{"table":"bets","stake":1,"stake":2}', "stake"),
        (b'{"table":"bets","stake":"\\ud800"}', "stake"),
        (b'{"table":"bets","stake":"\\u0000"}', "stake"),
        (b'{"table":"bats"}', "table"),
        (b'{"stake":1}', "table"),
        (b"[1]", None),
        (b"1", None),
        (b'{"a":' + b"[" * 100_000, None),
        (b'{"table":"bets","stake":"\xc3\xb1 \xff"}', None),
    ],
)
def test_a_line_that_is_no_record_is_broken(read: Read, line: bytes, column: str | None) -> None:
    got = read({"n.ndjson": BET + line + b"\n" + BET})
    assert [row[0] for row in got.rows("bets")] == [1, 3]
    assert [(one.record, one.column) for one in got.broken] == [(2, column)]


@pytest.mark.parametrize(
    ("line", "words"), [(b'{"table":"bets","stake":NaN}', "NaN no es"), (BET[:-1] + b",", "coma")]
)
def test_what_is_wrong_with_a_line_is_told_in_plain_words(
    read: Read, line: bytes, words: str
) -> None:
    (told,) = read({"n.ndjson": BET + line + b"\n"}).broken
    assert words in told.reason_es


def test_a_column_that_some_lines_spell_otherwise_is_one_column(read: Read) -> None:
    other = b'{"Table": "", "table": "bets", "Bet_ID": "b2", "jugada": "h2"}\n'
    got = read({"n.ndjson": BET + other})
    assert [row[:3] for row in got.rows("bets")] == [(1, "b1", "h1"), (2, "b2", "h2")]


def test_a_line_of_too_many_columns_is_broken(read: Read) -> None:
    many = json.dumps({"table": "bets", **{f"c{n}": n for n in range(1001)}}).encode()
    assert [one.record for one in read({"n.ndjson": BET + many}).broken] == [2]


def test_lines_of_ever_new_columns_refuse_the_file(read: Read) -> None:
    lines = [json.dumps({"table": "bets", f"c{n}": n}).encode() for n in range(1001)]
    assert read({"n.ndjson": b"\n".join(lines)}).skipped == {"n.ndjson": "too_many_columns"}


def test_the_file_name_tells_the_table_of_lines_that_do_not(read: Read) -> None:
    got = read({"apuestas.ndjson": b'{"id_apuesta":"b1"}\n'})
    assert (got.only.table, got.rows()) == ("bets", [(1, "b1")])


def test_columns_tell_the_table_where_neither_line_nor_name_does(read: Read) -> None:
    got = read({"n.ndjson": b'{"bet_id":"b1","hand_id":"h1"}\n'})
    assert got.only.table == "bets"


def test_a_column_that_begins_late_is_null_before(read: Read) -> None:
    got = read({"n.ndjson": BET + BET[:-2] + b',"stake":1}\n'})
    assert got.rows() == [(1, "b1", "h1", None), (2, "b1", "h1", "1")]


def test_blank_lines_count_as_lines_and_are_no_records(read: Read) -> None:
    assert [row[0] for row in read({"n.ndjson": b"\n" + BET + b"\n\n" + BET}).rows()] == [2, 5]


def test_a_file_without_a_readable_line_is_skipped(read: Read) -> None:
    got = read({"n.ndjson": b"{x\n{y\n"})
    assert got.skipped == {"n.ndjson": "nothing_read"}
    (skipped,) = got.reading.skipped
    assert "no es JSON" in skipped.reason_es
    assert "no JSON" in skipped.reason_en
    assert "no JSON" not in skipped.reason_es


@pytest.mark.parametrize(
    ("data", "code"), [(b'[{"table":"bets"}]', "json_list"), (b'{\n"a": 1\n}', "json_not_lines")]
)
def test_json_of_another_form_is_skipped(read: Read, data: bytes, code: str) -> None:
    assert read({"n.json": data}).skipped == {"n.json": code}


CELLS = st.dictionaries(
    st.sampled_from(["bet_id", "hand_id", "detalle", "x y"]),
    st.none() | st.text(st.characters(codec="utf-8", exclude_characters="\0")) | st.integers(),
)


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(CELLS, min_size=1, max_size=5), st.booleans())
def test_what_a_writer_of_json_writes_is_read_back(
    read: Read, records: list[dict[str, str | int | None]], ascii_only: bool
) -> None:
    lines = [json.dumps({"table": "bets", **one}, ensure_ascii=ascii_only) for one in records]
    got = read({"n.ndjson": "\n".join(lines).encode()})
    told = [{**dict.fromkeys(got.only.columns), **one} for one in records]
    assert [dict(zip(got.only.columns, row[1:], strict=True)) for row in got.rows()] == [
        {name: None if value in {None, ""} else str(value) for name, value in one.items()}
        for one in told
    ]
