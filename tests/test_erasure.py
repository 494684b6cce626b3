"""Erasing data: a verdict may only stay what it was, or become not assessable."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest

from auditor.evaluate.verdict import Verdict
from auditor.games.log_model import tables
from auditor.ingest.ingest import ingest
from auditor.replay.rows import rows_of_partitions
from auditor.rulebook.load import default_rules, load_rulebook
from auditor.run.context import context_of
from auditor.run.task import run_tables
from auditor.sql import connect, query
from auditor.store.read import REJECT_SCHEMA, houses, partitions

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Logs = dict[str, pa.Table]
Seen = dict[tuple[str, str], str]
Row = dict[str, object]
# Columns whose absence the log model gives a meaning; and the keys, without which there is no row.
MEANT = frozenset({"cancelled", "payout_basis", "recorded", "zone", "date_earliest", "date_latest"})
GAMES = ("bacara", "bling_bling", "bridge", "mini_bacara", "stud7")


def _logs(folder: Path, store: Path) -> Logs:
    """Ingest a sample and give its canonical rows, with casino_id and gaming_date."""
    ingest([folder], store)
    connection = connect(allowed=[store])
    rows_of_partitions(connection, partitions(store))
    found = {
        name: query(connection, f"SELECT * EXCLUDE (part_date) FROM raw.{name}")
        for name in tables()
    }
    return {name: rows for name, rows in found.items() if rows.num_rows}


def _erasable(logs: Logs) -> list[tuple[str, str]]:
    """Give the columns that may be empty and are not: table and column."""
    return [
        (name, column.name)
        for name, rows in logs.items()
        for column in tables()[name].columns
        if not column.required
        and column.name not in MEANT
        and rows[column.name].null_count < rows.num_rows
    ]


def _erased(logs: Logs, table: str, *, column: str, half: bool, name: str) -> Logs:
    """Give a night as another casino's, a column of it (or a random half of its cells) erased."""
    night = dict(logs)
    rows = night[table]
    place = rows.schema.get_field_index(column)
    gone = pa.array(np.random.default_rng(len(name)).random(rows.num_rows) < (0.5 if half else 2))
    kept = pc.if_else(gone, pa.scalar(None, rows[column].type), rows[column])
    night[table] = rows.set_column(place, column, kept)
    return _renamed(night, name)


def _without(logs: Logs, table: str) -> Logs:
    """Give a night of which a table did not come: it still says what it keeps."""
    return {**logs, table: logs[table].slice(0, 0)}


def _rejected(logs: Logs, table: str, *, row: int, name: str) -> Logs:
    """Give a night as another casino's, one record of it rejected."""
    rows = logs[table]
    left = pa.concat_tables([rows.slice(0, row), rows.slice(row + 1)])
    return _renamed({**logs, table: left}, name)


def _lost(logs: Logs, table: str, *, row: int, name: str, told: bool) -> Row:
    """Give what is still read of a rejected record: where it belongs, or its casino and date."""
    whole = _renamed({table: logs[table].slice(row, 1)}, name)[table].to_pylist()[0]
    ids = {key: whole.get(key) if told else None for key in ("session_id", "shoe_id", "hand_id")}
    kept = {key: whole[key] for key in ("casino_id", "gaming_date", "source_sha256")}
    return kept | ids | {"table": table}


def _renamed(logs: Logs, name: str) -> Logs:
    """Give a night as another casino's."""
    return {
        table: rows.set_column(
            rows.schema.get_field_index("casino_id"),
            "casino_id",
            pc.binary_join_element_wise(rows["casino_id"], pa.scalar(name), pa.scalar("~")),
        )
        for table, rows in logs.items()
    }


def _joined(nights: list[Logs]) -> Logs:
    """Put nights together."""
    return {name: pa.concat_tables([night[name] for night in nights]) for name in nights[0]}


def _verdicts(logs: Logs, store: Path, *, lost: list[Row] | None = None) -> Mapping[str, Seen]:
    """Audit nights together: name of the night → rule and subject → verdict."""
    names = set(logs["sessions"]["casino_id"].to_pylist())
    known = {house.casino_id: house for house in houses(store)}
    norms = load_rulebook(default_rules()).norms
    own = {name: known[name.partition("~")[0]] for name in names if name.partition("~")[0] in known}
    context = context_of(norms, names, houses=own)
    rejects = pa.Table.from_pylist(lost, REJECT_SCHEMA) if lost else None
    outcome = run_tables(logs, replace(context, rejects=rejects))
    seen: dict[str, Seen] = {}
    for table in outcome.verdicts:
        for row in table.to_pylist():
            casino, _, name = row["casino_id"].partition("~")
            key = (row["rule"], f"{casino} {row['subject']}")
            seen.setdefault(name, {})[key] = Verdict(row["verdict"]).word
    return seen


def _moved(seen: Mapping[str, Seen], *may_be: str) -> dict[str, int]:
    """Count the verdicts that are neither what they are of the whole night nor what they may be."""
    whole = seen[""]
    return Counter(
        f"{name}: {rule} {subject} {whole.get((rule, subject))} → {verdict}"
        for name, verdicts in seen.items()
        for (rule, subject), verdict in verdicts.items()
        if verdict not in {whole.get((rule, subject)), *may_be}
    )


@pytest.mark.parametrize("half", [False, True], ids=["column", "half"])
@pytest.mark.parametrize("game", GAMES)
def test_erasing_a_column_makes_no_new_verdict(
    sample_logs: Path, tmp_path: Path, game: str, half: bool
) -> None:
    logs = _logs(sample_logs / game, tmp_path)
    erasable = _erasable(logs)
    nights = [
        _erased(logs, table, column=column, half=half, name=f"{table}.{column}")
        for table, column in erasable
    ]
    seen = _verdicts(_joined([_renamed(logs, ""), *nights]), tmp_path)
    assert _moved(seen, "not_assessable") == {}
    assert erasable


@pytest.mark.parametrize("game", GAMES)
def test_erasing_a_table_accuses_and_clears_nobody(
    sample_logs: Path, tmp_path: Path, game: str
) -> None:
    logs = _logs(sample_logs / game, tmp_path)
    gone = [name for name in logs if name != "sessions"]
    nights = [_renamed(_without(logs, name), name) for name in gone]
    seen = _verdicts(_joined([_renamed(logs, ""), *nights]), tmp_path)
    known = {
        name: {key: verdict for key, verdict in each.items() if key in seen[""]}
        for name, each in seen.items()
    }
    assert _moved(known, "not_assessable", "out_of_scope") == {}


@pytest.mark.parametrize("told", [True, False], ids=["place", "casino"])
@pytest.mark.parametrize("game", GAMES)
def test_a_rejected_record_accuses_and_clears_nobody(
    sample_logs: Path, tmp_path: Path, game: str, told: bool
) -> None:
    logs = _logs(sample_logs / game, tmp_path)
    gone = [(name, row) for name in logs if name != "sessions" for row in range(len(logs[name]))]
    nights = [_rejected(logs, name, row=row, name=f"{name} {row}") for name, row in gone]
    lost = [_lost(logs, name, row=row, name=f"{name} {row}", told=told) for name, row in gone]
    seen = _verdicts(_joined([_renamed(logs, ""), *nights]), tmp_path, lost=lost)
    assert _moved(seen, "not_assessable", "out_of_scope") == {}
