"""Erasing data: a verdict may only stay what it was, or become not assessable."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest

from auditor.games.log_model import tables
from tests.erasure import (
    GAMES,
    Logs,
    as_casino,
    joined,
    logs_of,
    lost_record,
    moved,
    rejected,
    verdicts_of,
)

if TYPE_CHECKING:
    from pathlib import Path

# Columns whose absence the log model gives a meaning; and the keys, without which there is no row.
MEANT = frozenset({"cancelled", "payout_basis", "recorded", "zone", "date_earliest", "date_latest"})


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
    return as_casino(night, name)


def _without(logs: Logs, table: str) -> Logs:
    """Give a night of which a table did not come: it still says what it keeps."""
    return {**logs, table: logs[table].slice(0, 0)}


@pytest.mark.parametrize("game", GAMES)
def test_a_night_as_another_casinos_is_judged_by_what_its_house_declared(
    sample_logs: Path, tmp_path: Path, game: str
) -> None:
    logs = logs_of(sample_logs / game, tmp_path)
    assert verdicts_of(as_casino(logs, ""), tmp_path) == verdicts_of(logs, tmp_path)


@pytest.mark.parametrize("half", [False, True], ids=["column", "half"])
@pytest.mark.parametrize("game", GAMES)
def test_erasing_a_column_makes_no_new_verdict(
    sample_logs: Path, tmp_path: Path, game: str, half: bool
) -> None:
    logs = logs_of(sample_logs / game, tmp_path)
    erasable = _erasable(logs)
    nights = [
        _erased(logs, table, column=column, half=half, name=f"{table}.{column}")
        for table, column in erasable
    ]
    seen = verdicts_of(joined([as_casino(logs, ""), *nights]), tmp_path)
    assert moved(seen, "not_assessable") == {}
    assert erasable


@pytest.mark.parametrize("game", GAMES)
def test_erasing_a_table_accuses_and_clears_nobody(
    sample_logs: Path, tmp_path: Path, game: str
) -> None:
    logs = logs_of(sample_logs / game, tmp_path)
    gone = [name for name in logs if name != "sessions"]
    nights = [as_casino(_without(logs, name), name) for name in gone]
    seen = verdicts_of(joined([as_casino(logs, ""), *nights]), tmp_path)
    known = {
        name: {key: verdict for key, verdict in each.items() if key in seen[""]}
        for name, each in seen.items()
    }
    assert moved(known, "not_assessable", "out_of_scope") == {}


@pytest.mark.parametrize("told", [True, False], ids=["place", "casino"])
@pytest.mark.parametrize("game", GAMES)
def test_a_rejected_record_accuses_and_clears_nobody(
    sample_logs: Path, tmp_path: Path, game: str, told: bool
) -> None:
    logs = logs_of(sample_logs / game, tmp_path)
    gone = [(name, row) for name in logs if name != "sessions" for row in range(len(logs[name]))]
    nights = [rejected(logs, name, row=row, name=f"{name} {row}") for name, row in gone]
    lost = [lost_record(logs, name, row=row, name=f"{name} {row}", told=told) for name, row in gone]
    seen = verdicts_of(joined([as_casino(logs, ""), *nights]), tmp_path, lost=lost)
    assert moved(seen, "not_assessable", "out_of_scope") == {}
