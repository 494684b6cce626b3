"""The bank, and who must give up his seat: the program against a state machine on random nights."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.games.bacara.law import account_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.games.bacara.conftest import Judged, Night

NIGHTS = range(12)
JUDGED = {
    "BAC-7.6", "BAC-7.8.2", "BAC-8.1", "BAC-8.4", "BAC-8.4.2", "BAC-8.5", "BAC-8.6", "BAC-8.7",
    "BAC-8.7.2", "BAC-8.9", "BAC-8.9.2", "BAC-8.9.3", "BAC-8.10", "BAC-8.11", "BAC-8.12",
    "BAC-8.12.2", "BAC-8.13", "BAC-8.14", "BAC-8.14.2",
}  # fmt: skip


@pytest.mark.parametrize("seed", NIGHTS)
def test_the_bank_is_judged_as_the_law_tells_it(
    judge: Callable[..., Judged], random_night: Callable[[int], Night], seed: int
) -> None:
    night = random_night(seed)
    found = judge(night).verdicts
    told = account_of(night)
    in_scope = {
        key: word for key, word in found.items() if key[0] in JUDGED and word != "out_of_scope"
    }
    assert told == in_scope


def test_the_nights_break_and_keep_every_rule(random_night: Callable[[int], Night]) -> None:
    seen = Counter(
        (rule, word == "pass")
        for seed in NIGHTS
        for (rule, _), word in account_of(random_night(seed)).items()
    )
    assert {(rule, kept) for rule in JUDGED for kept in (True, False)} - set(seen) == set()
