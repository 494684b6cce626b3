"""Violations are planted where a plant says, apart from one another, at the rate asked, told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
import pytest

from auditor.errors import UsageError
from auditor.simulate.simulate import Batch, simulate
from auditor.simulate.spec import Spec

if TYPE_CHECKING:
    from collections.abc import Sequence

SPEC = Spec(game="mini_bacara", hands=1_600, casinos=2, nights=3)
BROKEN = Spec(game="mini_bacara", hands=1_600, casinos=2, nights=3, rates={"MIN-10a": 0.05})


def rows(batches: Sequence[Batch], name: str) -> pa.Table:
    return pa.concat_tables([batch.tables[name][0] for batch in batches])


def test_the_same_spec_gives_the_same_tables() -> None:
    one, other = list(simulate(BROKEN)), list(simulate(BROKEN))
    for name in one[0].tables:
        assert rows(one, name).equals(rows(other, name))
    assert [batch.labels for batch in one] == [batch.labels for batch in other]


def test_only_the_bets_labelled_are_changed_and_at_the_rate_asked() -> None:
    lawful, broken = (rows(list(simulate(spec)), "bets") for spec in (SPEC, BROKEN))
    labels = pa.concat_tables([batch.labels for batch in simulate(BROKEN)])
    assert lawful["bet_id"].equals(broken["bet_id"])
    changed = pc.not_equal(lawful["payout"], broken["payout"])
    assert sorted(lawful.filter(changed)["bet_id"].to_pylist()) == labels["subject"].to_pylist()
    may = lawful.filter(pc.and_(pc.equal(lawful["kind"], "banca"), pc.greater(lawful["payout"], 0)))
    assert len(labels) == round(0.05 * pc.count_distinct(may["hand_id"]).as_py())


def test_a_plant_of_a_session_leaves_it_to_no_other() -> None:
    spec = Spec(game="mini_bacara", hands=2_000, nights=10, rates={"all": 0.2})
    labels = pa.concat_tables([batch.labels for batch in simulate(spec)]).to_pylist()
    taken = {label["subject"] for label in labels if label["rule"] == "REC-2"}
    others = [label["subject"] for label in labels if label["rule"] == "MIN-10a"]
    assert taken
    assert others
    assert not [subject for subject in others if subject.split("-H")[0] in taken]


@pytest.mark.parametrize("spec", [Spec("chess", 10), Spec("mini_bacara", 10, rates={"X-1": 0.1})])
def test_an_unknown_game_or_rule_is_told(spec: Spec) -> None:
    with pytest.raises(UsageError):
        list(simulate(spec))


def test_more_hands_than_the_nights_hold_are_refused() -> None:
    with pytest.raises(UsageError, match="720"):
        list(simulate(Spec("mini_bacara", 10_000, nights=2)))
