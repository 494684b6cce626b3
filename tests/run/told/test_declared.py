"""House files held against the rulebook: a name that it does not have is refused, with a remedy."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from auditor.errors import HouseError
from auditor.evaluate.check import checked_rulebook
from auditor.rulebook.load import default_rules
from auditor.run.told.declared import refuse_unknown
from auditor.store.house import Adopted, House

if TYPE_CHECKING:
    from auditor.rulebook.model import Norm

CHECKED = cache(checked_rulebook)


def _norms(*asked: str) -> tuple[Norm, ...]:
    return CHECKED(default_rules()).narrowed(asked)


def _house(clause: str, reading: str) -> House:
    return House(casino_id="x", name="house-x.toml", readings={clause: Adopted(reading)})


@pytest.mark.parametrize("clause", ["MIN-10a", "MIN-9d2"])
def test_a_reading_that_the_clause_has_is_taken(clause: str) -> None:
    rules = [rule for norm in _norms("MIN") for rule in norm.rules]
    reading = next(name for rule in rules if clause in rule.clause for name in rule.readings)
    refuse_unknown(_norms(), [_house(clause, reading)], whole=True)


def test_a_reading_that_the_clause_has_not_is_refused_with_those_it_has() -> None:
    with pytest.raises(HouseError, match=r"readings.MIN-10a.reading.*nearest_0_01"):
        refuse_unknown(_norms(), [_house("MIN-10a", "nearest_7")], whole=True)


@pytest.mark.parametrize("clause", ["MIN-99", "XYZ-1", "MIN-2a"])
def test_a_clause_without_readings_is_refused_with_those_that_have_some(clause: str) -> None:
    with pytest.raises(HouseError, match=rf"{clause}.*MIN-10a"):
        refuse_unknown(_norms(), [_house(clause, "exact")], whole=True)


def test_a_clause_of_a_norm_that_another_rulebook_lacks_may_stand() -> None:
    refuse_unknown(_norms("BLB"), [_house("MIN-10a", "exact")], whole=False)


def test_a_norm_that_is_not_there_is_refused_with_those_that_are() -> None:
    house = House(casino_id="x", name="house-x.toml", norms=("pe-9999-nada",))
    with pytest.raises(HouseError, match=r"pe-9999-nada.*pe-2003-bling-bling"):
        refuse_unknown(_norms(), [house], whole=True)
