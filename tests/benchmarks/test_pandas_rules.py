"""The pandas script of the benchmarks makes the tool's checks: their counts are the same."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pytest

from auditor.api import audit
from auditor.simulate.catalog import simulated_games
from auditor.simulate.simulate import simulate
from auditor.simulate.spec import Spec
from auditor.simulate.stored import write_store
from benchmarks.pandas_rules.judge import judge_store
from benchmarks.same_counts import Told, differing, of_script, of_tool

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.simulate.simulate import Batch

GAME = simulated_games()["mini_bacara"]
LAWFUL = Spec("mini_bacara", 400, nights=2, casinos=2)
BROKEN = Spec("mini_bacara", 1_200, nights=4, casinos=2, rates={"all": 0.01})
# Cells of these are exchanged with cells near them: none goes missing.
EXCHANGED = {
    "hands": ("started_at", "ended_at", "banker_player_id"),
    "cards": ("card", "face", "at"),
    "bets": ("box", "stake", "payout", "deduction", "placed_at", "authorised", "settle_seq"),
    "events": ("at", "detail"),
}
NEAR, RATE = 4, 0.02


def exchanged(batch: Batch, random: np.random.Generator) -> Batch:
    """Exchange some cells of a batch with others of their columns."""
    tables = dict(batch.tables)
    for name, columns in EXCHANGED.items():
        rows, of = tables[name]
        for column in columns:
            there = np.arange(rows.num_rows)
            near = there + random.integers(-NEAR, NEAR + 1, len(there))
            some = random.random(len(there)) < RATE
            taken = pa.array(np.clip(np.where(some, near, there), 0, len(there) - 1))
            at = rows.column_names.index(column)
            rows = rows.set_column(at, rows.schema.field(column), rows[column].take(taken))
        tables[name] = rows, of
    return batch._replace(tables=tables)


def both(store: Path, out: Path) -> tuple[Told, Told]:
    """Give what the tool and the script say of a store."""
    audit(store, out)
    return of_tool(out), of_script(json.dumps(judge_store(store)._asdict()))


@pytest.mark.parametrize("spec", [LAWFUL, BROKEN], ids=["lawful", "planted"])
def test_both_count_the_same_of_every_rule(spec: Spec, tmp_path: Path) -> None:
    write_store(tmp_path / "store", simulate(spec), game=GAME)
    tool, script = both(tmp_path / "store", tmp_path / "out")
    assert differing(tool, script) == []
    assert script.verdicts.keys() == tool.verdicts.keys()


@pytest.mark.parametrize("declares", [True, False], ids=["house", "house that declares nothing"])
def test_both_count_the_same_where_cells_were_exchanged(*, declares: bool, tmp_path: Path) -> None:
    random = np.random.default_rng(217)
    batches = (exchanged(batch, random) for batch in simulate(LAWFUL))
    write_store(tmp_path / "store", batches, game=GAME)
    for house in (tmp_path / "store" / "house").iterdir():
        told = house.read_text("utf-8")
        house.write_text(told if declares else told.partition("[[rounding]]")[0], "utf-8")
    assert differing(*both(tmp_path / "store", tmp_path / "out")) == []


def test_a_rule_of_which_they_count_different_things_is_named() -> None:
    one = Told({"A": {"pass": 2}, "B": {"pass": 1}, "C": {"pass": 1}}, {"C": {"x": 0, "y": 1}})
    other = Told({"A": {"pass": 1}, "C": {"pass": 1}, "D": {"pass": 1}}, {"C": {"x": 1, "y": 1}})
    assert differing(one, other) == ["A", "B", "C", "D"]
    assert differing(one, one) == []
