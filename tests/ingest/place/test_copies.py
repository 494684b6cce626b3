"""A record that says again what another says: it counts once, and nothing is lost with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from auditor.ingest.ingest import IngestOptions, ingest
from auditor.ingest.rows import canonical_tables
from auditor.replay.rows import lost_records, rows_of_tables
from auditor.sql import connect, query
from auditor.store import rejects, sources
from auditor.store.read import reject_rows

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.ingest.rows import Rows

CSV = {
    "sessions": "session_id,casino_id,table_id,game,gaming_date,currency\n"
    "s1,LIM-02,B,bacara,2003-07-11,PEN\n",
    "hands": "hand_id,session_id,hand_no,started_at\nh1,s1,1,2003-07-11T20:00:00\n",
    "cards": "hand_id,idx,to,card\nh1,1,punto,9H\n",
    "bets": "bet_id,hand_id,kind,stake\nb1,h1,against_bank,5\nb2,h1,against_bank,6\n",
}
# The same, written otherwise.
LINES = {
    "sessions": '{"session_id": "s1", "casino_id": "LIM-02", "table_id": "B", "game": "bacara",'
    ' "gaming_date": "2003-07-11", "currency": "PEN"}\n',
    "hands": '{"hand_no": 1, "hand_id": "h1", "session_id": "s1",'
    ' "started_at": "2003-07-12T01:00:00Z"}\n',
    "cards": '{"hand_id": "h1", "idx": 1, "to": "punto", "card": "9h"}\n',
    "bets": '{"bet_id": "b1", "hand_id": "h1", "kind": "against_bank", "stake": 5.00}\n'
    '{"bet_id": "b2", "hand_id": "h1", "kind": "against_bank", "stake": 6.00}\n',
}
SESSION = {"session_id": "s1", "casino_id": "C", "table_id": "T", "game": "bacara"}
HAND = {"hand_id": "h1", "session_id": "s1", "hand_no": "1"}


def written(path: Path, suffix: str, texts: dict[str, str]) -> Path:
    """Write a night's tables into a folder, and give it."""
    path.mkdir(parents=True)
    for name, text in texts.items():
        (path / f"{name}.{suffix}").write_text(text, "utf-8")
    return path


def lost(found: pa.Table) -> list[tuple[str, str | None]]:
    """Give table and hand of what an audit takes for lost."""
    connection = connect()
    rows_of_tables(connection, {})
    lost_records(connection, found)
    rows = query(connection, 'SELECT "table", hand_id FROM raw.lost ORDER BY ALL').to_pylist()
    return [(row["table"], row["hand_id"]) for row in rows]


def taken(**rows: Rows) -> pa.Table:
    """Give the rejects of a session with one hand and some more rows."""
    return canonical_tables({"sessions": [SESSION], "hands": [HAND], **rows}).rejects


def test_a_night_delivered_in_two_forms_loses_nothing(tmp_path: Path) -> None:
    written(tmp_path / "in" / "a", "csv", CSV)
    written(tmp_path / "in" / "b", "ndjson", LINES)
    ingest([tmp_path / "in"], tmp_path / "store")
    assert rejects(tmp_path / "store").num_rows == 5
    assert lost(rejects(tmp_path / "store")) == []


@pytest.mark.parametrize("first", ["csv", "ndjson"])
def test_nor_does_one_delivered_again_in_another_form(tmp_path: Path, first: str) -> None:
    nights = {
        "csv": written(tmp_path / "a", "csv", CSV),
        "ndjson": written(tmp_path / "b", "ndjson", LINES),
    }
    for form in sorted(nights, key=lambda form: form != first):
        done = ingest([nights[form]], tmp_path / "store")
    told = rejects(tmp_path / "store")
    assert done.rejects.equals(told)
    assert sum(one.written for one in sources(tmp_path / "store")) == 5
    assert {one.rpartition(".")[2] for one in told["source_name"].to_pylist()} == {*nights} - {
        first
    }
    assert all("copia exacta de un registro de" in one for one in told["reason_es"].to_pylist())
    assert lost(told) == []


def test_what_says_another_thing_is_lost(tmp_path: Path) -> None:
    written(tmp_path / "in" / "a", "csv", CSV)
    other = LINES | {"bets": LINES["bets"].replace("6.00", "7.00")}
    written(tmp_path / "in" / "b", "ndjson", other)
    ingest([tmp_path / "in"], tmp_path / "store")
    assert lost(rejects(tmp_path / "store")) == [("bets", "h1")]


def test_a_copy_of_what_was_corrected_since_is_no_copy(tmp_path: Path) -> None:
    store = tmp_path / "store"
    written(tmp_path / "in" / "a", "csv", CSV)
    written(tmp_path / "in" / "b", "ndjson", LINES)
    ingest([tmp_path / "in"], store)
    corrected = CSV | {"bets": CSV["bets"].replace("6", "7")}
    done = ingest(
        [written(tmp_path / "c", "csv", corrected)], store, options=IngestOptions(replaces=("a",))
    )
    assert [one.rejected for one in done.sources] == [0, 0, 0, 0]
    assert ("bets", "h1") in lost(rejects(store))
    assert "después se corrigió" in rejects(store)["reason_es"][0].as_py()


def test_nor_one_of_what_was_read_anew_in_another_way(tmp_path: Path) -> None:
    store = tmp_path / "store"
    logs = written(tmp_path / "in" / "a", "csv", CSV)
    written(tmp_path / "in" / "b", "ndjson", LINES)
    ingest([tmp_path / "in"], store)
    anew = IngestOptions(table_id="B", replaces=("a",))
    assert [one.rejected for one in ingest([logs], store, options=anew).sources] == [0, 0, 0, 0]
    assert ("bets", "h1") in lost(rejects(store))


def test_an_id_that_stands_twice_in_one_file_and_says_the_same_loses_nothing() -> None:
    bet = {"bet_id": "b1", "hand_id": "h1", "kind": "against_bank", "stake": "5"}
    assert lost(taken(bets=[bet, bet])) == []
    assert lost(taken(bets=[bet, bet | {"stake": "6"}])) == [("bets", "h1")]


def test_a_number_that_stands_twice_in_one_file_may_be_of_another_card() -> None:
    card = {"hand_id": "h1", "idx": "1", "to": "punto", "card": "9H"}
    assert lost(taken(cards=[card, card])) == [("cards", "h1")]


def test_rejects_stored_before_copies_were_told_are_lost(tmp_path: Path) -> None:
    bet = {"bet_id": "b1", "hand_id": "h1", "kind": "against_bank", "stake": "5"}
    old = taken(bets=[bet, bet]).drop_columns(["copy_of"])
    pq.write_table(old, tmp_path / "old.parquet")
    assert lost(reject_rows(tmp_path / "old.parquet")) == [("bets", "h1")]
