"""What a store holds after an ingest: all of a source or nothing, and the same twice as once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import duckdb
import pytest

from auditor.errors import BusyError, StoreError, UsageError
from auditor.ingest.ingest import IngestOptions, ingest
from auditor.store import partitions, rejects, skipped, sources, verify

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.store import SourceEntry

SESSIONS = """session_id,casino_id,table_id,game,gaming_date,currency
s1,LIM-02,BB-1,bling_bling,2003-07-11,PEN
"""
HANDS = """hand_id,session_id,hand_no,started_at
h1,s1,1,2003-07-11T20:00:00
h2,s1,2,2003-07-11T20:06:00
"""
BETS = "bet_id,hand_id,kind,stake\nb1,h1,fila,10\nb2,h2,fila,5\nb3,h9,fila,1\n"
LATER = "hand_id,session_id,hand_no\nh9,s1,9\n"


def folder(path: Path, **files: str) -> Path:
    """Write CSV files into a folder."""
    path.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (path / f"{name}.csv").write_text(text, "utf-8")
    return path


def night(path: Path) -> Path:
    """Write a night: a session, two hands, and three bets of which one has no hand."""
    return folder(path / "night", sessions=SESSIONS, hands=HANDS, bets=BETS)


def tree(store: Path) -> dict[str, tuple[bytes, int]]:
    """Give every file of a store, with its bytes and its time."""
    files = [path for path in store.rglob("*") if path.is_file() and path.suffix != ".lock"]
    return {str(p): (p.read_bytes(), p.stat().st_mtime_ns) for p in files if p.name != ".lock"}


def entry(store: Path, name: str) -> SourceEntry:
    """Give the entry of one source."""
    (found,) = [one for one in sources(store) if one.name == name]
    return found


def counts(store: Path, name: str) -> tuple[int, int, int, int]:
    """Give the records of a source: all, written, rejected, and of these set aside."""
    one = entry(store, name)
    return one.records, one.written, one.rejected, one.aside


def column(store: Path, table: str, name: str) -> list[object]:
    """Give one column of a table of the store, as any tool reads it, in order."""
    paths = [path for one in partitions(store) for path in one.files.get(table, ())]
    sql = f"SELECT {name} FROM read_parquet({paths}, hive_partitioning = true) ORDER BY 1"
    with duckdb.connect() as connection:
        return [row[0] for row in connection.execute(sql).fetchall()]


def test_records_are_written_or_rejected_and_none_is_lost(tmp_path: Path) -> None:
    ingest([night(tmp_path)], tmp_path / "store")
    assert counts(tmp_path / "store", "bets.csv") == (3, 2, 1, 1)
    assert counts(tmp_path / "store", "hands.csv") == (2, 2, 0, 0)
    verify(tmp_path / "store")


def test_partitions_are_folders_that_any_hive_reader_understands(tmp_path: Path) -> None:
    store = tmp_path / "store"
    ingest([night(tmp_path)], store)
    (place,) = {path.parent for path in (store / "bets").rglob("*.parquet")}
    assert place == store / "bets" / "casino_id=LIM-02" / "gaming_date=2003-07-11"
    assert column(store, "bets", "casino_id") == ["LIM-02", "LIM-02"]
    assert column(store, "hands", "started_at")[0] == datetime(2003, 7, 12, 1, 0, tzinfo=UTC)


def test_ingesting_twice_changes_nothing(tmp_path: Path) -> None:
    store, logs = tmp_path / "store", night(tmp_path)
    first = ingest([logs], store)
    before = tree(store)
    second = ingest([logs], store)
    assert tree(store) == before
    assert {one.key for one in first.sources} == {one.key for one in second.sources}
    assert second.rejects.to_pylist() == first.rejects.to_pylist()


def test_what_was_to_be_replaced_and_is_not_there_is_named(tmp_path: Path) -> None:
    store, logs = tmp_path / "store", night(tmp_path)
    ingest([logs], store)
    folder(logs, bets=BETS.replace("10", "11"))
    wrong, right = IngestOptions(replaces=("night",)), IngestOptions(replaces=("bets.csv",))
    assert ingest([logs], store, options=wrong).unnamed == ("night",)
    assert ingest([logs], store, options=right).unnamed == ()
    assert ingest([logs], store, options=wrong).unnamed == ()  # nothing new came


def test_another_night_leaves_the_first_as_it_was(tmp_path: Path) -> None:
    store, logs = tmp_path / "store", night(tmp_path)
    ingest([logs], store)
    before = tree(store)
    other = {"sessions": SESSIONS.replace("07-11", "07-12"), "hands": HANDS}
    ingest([folder(tmp_path / "other", **other)], store)
    assert before.items() <= tree(store).items()
    assert [one.gaming_date for one in partitions(store)] == [date(2003, 7, 11), date(2003, 7, 12)]


def test_the_same_bytes_beside_other_sessions_are_other_records(tmp_path: Path) -> None:
    store = tmp_path / "store"
    ingest([folder(tmp_path / "one", sessions=SESSIONS, hands=HANDS)], store)
    later = SESSIONS.replace("07-11", "07-12")
    ingest([folder(tmp_path / "two", sessions=later, hands=HANDS)], store)
    assert [one.rows for one in partitions(store)] == [3, 3]
    assert rejects(store).num_rows == 0


def test_a_row_set_aside_joins_when_its_hand_arrives(tmp_path: Path) -> None:
    store = tmp_path / "store"
    ingest([night(tmp_path)], store)
    ingest([folder(tmp_path / "more", hands_2=LATER)], store)
    assert counts(store, "bets.csv") == (3, 3, 0, 0)
    assert column(store, "bets", "bet_id") == ["b1", "b2", "b3"]
    assert (rejects(store).num_rows, [*(store / "aside").rglob("*.parquet")]) == (0, [])
    verify(store)


def test_children_may_come_before_their_parents(tmp_path: Path) -> None:
    store = tmp_path / "store"
    for name, text in (("bets", BETS), ("hands", HANDS), ("sessions", SESSIONS)):
        ingest([folder(tmp_path / name, **{name: text})], store)
    assert counts(store, "bets.csv") == (3, 2, 1, 1)
    assert counts(store, "hands.csv") == (2, 2, 0, 0)
    assert column(store, "hands", "started_at")[0] == datetime(2003, 7, 12, 1, 0, tzinfo=UTC)


def test_what_waits_is_listed_among_the_rejects(tmp_path: Path) -> None:
    ingest([night(tmp_path)], tmp_path / "store")
    (row,) = rejects(tmp_path / "store").to_pylist()
    assert (row["source_name"], row["record"], row["value"], row["aside"]) == (
        "bets.csv",
        3,
        "h9",
        True,
    )


def test_a_key_that_the_store_holds_is_rejected_and_names_the_first(tmp_path: Path) -> None:
    store = tmp_path / "store"
    ingest([night(tmp_path)], store)
    again = folder(
        tmp_path / "again", apuestas="bet_id,hand_id,kind,stake\nb1,h1,fila,99\nb7,h1,fila,3\n"
    )
    done = ingest([again], store)
    (reject,) = done.rejects.to_pylist()
    assert (reject["record"], reject["key"]) == (1, "b1")
    assert "bets.csv, registro 1" in reject["reason_es"]
    assert column(store, "bets", "bet_id") == ["b1", "b2", "b7"]


def test_the_same_log_read_in_another_way_takes_the_place_of_the_first(tmp_path: Path) -> None:
    store, logs = tmp_path / "store", night(tmp_path)
    ingest([logs], store)
    (logs / "mapping.toml").write_text('[values.kind]\nfila = "columna"\n', "utf-8")
    ingest([logs], store)
    assert column(store, "bets", "kind") == ["columna", "columna"]
    assert [one.name for one in sources(store)] == ["bets.csv", "hands.csv", "sessions.csv"]
    assert len([*store.rglob("*.json")]) == 3


def test_a_houses_other_zone_is_another_way(tmp_path: Path) -> None:
    store, logs = tmp_path / "store", night(tmp_path)
    ingest([logs], store)
    (logs / "house-LIM-02.toml").write_text('casino_id = "LIM-02"\nzone = "UTC"\n', "utf-8")
    ingest([logs], store)
    assert column(store, "hands", "started_at")[0] == datetime(2003, 7, 11, 20, 0, tzinfo=UTC)
    assert len(sources(store)) == 3


def test_what_is_no_currency_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="SOLES"):
        ingest([night(tmp_path)], tmp_path / "store", options=IngestOptions(currency="SOLES"))


def test_sessions_on_which_others_rest_are_not_torn_away(tmp_path: Path) -> None:
    store, logs = tmp_path / "store", night(tmp_path)
    ingest([logs], store)
    before = tree(store)
    options = IngestOptions(currency="USD")
    with pytest.raises(StoreError, match=r"sessions\.csv"):
        ingest([logs / "sessions.csv"], store, options=options)
    assert {path: data for path, data in tree(store).items() if ".unfinished" not in path} == before


def test_an_input_not_read_is_told_until_it_is_read(tmp_path: Path) -> None:
    store, logs = tmp_path / "store", night(tmp_path)
    (logs / "bets.csv").write_text("bet_id,hand_id,kind,stake,stake\nb1,h1,fila,1,2\n", "utf-8")
    ingest([logs], store)
    assert [one.name for one in skipped(store)] == ["bets.csv"]
    (logs / "bets.csv").write_text(BETS, "utf-8")
    ingest([logs], store)
    assert skipped(store) == ()


def test_two_columns_for_one_of_ours_refuse_the_table(tmp_path: Path) -> None:
    store, logs = tmp_path / "store", night(tmp_path)
    (logs / "bets.csv").write_text("bet_id,hand_id,kind,stake,monto\nb1,h1,fila,1,2\n", "utf-8")
    done = ingest([logs], store)
    assert [(one.name, one.code) for one in done.skipped] == [("bets.csv", "column_twice")]
    assert "stake" in done.skipped[0].reason_es


def test_an_unknown_column_is_told_with_the_nearest_that_is_known(tmp_path: Path) -> None:
    logs = night(tmp_path)
    (logs / "bets.csv").write_text(
        "bet_id,hand_id,kind,stake,payuot,colour\nb1,h1,fila,1,2,red\n", "utf-8"
    )
    done = ingest([logs], tmp_path / "store")
    told = [(one.column, one.nearest) for one in done.unknown_columns]
    assert told == [("payuot", "payout"), ("colour", None)]


@pytest.mark.parametrize(("at", "count"), [(0, 0), (1, 3), (2, 3), (3, 3)])
def test_an_ingest_cut_short_leaves_nothing_by_halves(tmp_path: Path, at: int, count: int) -> None:
    store, logs = tmp_path / "store", night(tmp_path)
    script = _KILLED.format(logs=str(logs), store=str(store), at=at)
    ended = subprocess.run([sys.executable, "-c", script], check=False, env={**os.environ})
    assert ended.returncode == -signal.SIGKILL
    assert len(sources(store)) == count
    assert all(one.written == sum(f.rows for f in one.files) for one in sources(store))
    ingest([logs], store)
    ingest([logs], tmp_path / "whole")
    assert [one.files for one in sources(store)] == [
        one.files for one in sources(tmp_path / "whole")
    ]
    assert sorted(p.name for p in store.rglob("*")) == sorted(
        p.name for p in (tmp_path / "whole").rglob("*")
    )


def test_a_store_that_is_being_written_is_not_written_by_another(tmp_path: Path) -> None:
    from auditor.store.manifest import writing  # noqa: PLC0415

    with writing(tmp_path / "store"), pytest.raises(BusyError, match="store"):
        ingest([night(tmp_path)], tmp_path / "store")


def test_a_strange_casino_id_comes_back_as_it_was(tmp_path: Path) -> None:
    store = tmp_path / "store"
    strange = "Sala/Ñ=1 %.."
    logs = folder(tmp_path / "night", sessions=SESSIONS.replace("LIM-02", strange), hands=HANDS)
    ingest([logs], store)
    assert [one.casino_id for one in partitions(store)] == [strange]
    assert column(store, "hands", "casino_id") == [strange, strange]


def test_sessions_without_a_date_are_kept_undated(tmp_path: Path) -> None:
    store = tmp_path / "store"
    undated = "session_id,casino_id,table_id,game,currency\ns1,LIM-02,BB-1,bling_bling,PEN\n"
    ingest([folder(tmp_path / "night", sessions=undated, hands=HANDS)], store)
    assert [(one.gaming_date, one.rows) for one in partitions(store)] == [(None, 3)]
    assert column(store, "hands", "gaming_date") == [None, None]
    assert any("la fecha operativa" in es for es, _ in entry(store, "sessions.csv").assumptions)


def test_times_that_mean_two_moments_are_told_with_their_first_record(tmp_path: Path) -> None:
    session = SESSIONS.replace("PEN", "UYU").replace("2003-07-11", "2010-03-13")
    hands = HANDS.replace("2003-07-11T20:06", "2010-03-14T01:30")
    logs = folder(tmp_path / "night", sessions=session, hands=hands)
    ingest([logs], tmp_path / "store")
    told = [es for es, _ in entry(tmp_path / "store", "hands.csv").assumptions]
    assert any("hands.started_at" in es and "celdas: 1" in es and "registro 2" in es for es in told)
    assert None in column(tmp_path / "store", "hands", "started_at")


_KILLED = """
import os, signal
from auditor.store import together
write_whole, done = together.write_whole, []
def killed(path, data):
    if len(done) == {at}:
        os.kill(os.getpid(), signal.SIGKILL)
    done.append(write_whole(path, data))
together.write_whole = killed
from pathlib import Path
from auditor.ingest.ingest import ingest
ingest([Path({logs!r})], Path({store!r}))
"""
