"""What is missing accuses nobody: a night without one of its events, or without its beginning."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.games.bacara.conftest import Judged, Night

ACCUSING = {"violation", "observation", "indeterminate"}


def accused(judged: Judged) -> set[tuple[str, str]]:
    return {key for key, word in judged.verdicts.items() if word in ACCUSING}


def without_event(night: Night, number: int) -> Night:
    return {**night, "events": night["events"][:number] + night["events"][number + 1 :]}


def from_hand(night: Night, first: int) -> Night:
    """Give a night as a log that begins after the hand before that one was dealt."""
    gone = {hand["hand_id"] for hand in night["hands"][: first - 1]}
    dealt = max(n for n, row in enumerate(night["events"]) if row.get("hand_id") in gone)
    kept = {name: [row for row in rows if row["hand_id"] not in gone]
            for name, rows in night.items() if name != "events"}  # fmt: skip
    return {**kept, "events": night["events"][dealt + 1 :]}


def numbered_anew(night: Night) -> Night:
    """Give a night whose hands are numbered from 1 again; events keep their names as subjects."""
    hands = [{**hand, "hand_no": str(n)} for n, hand in enumerate(night["hands"], 1)]
    return {**night, "hands": hands}


@pytest.mark.parametrize("seed", range(8))
def test_an_event_that_is_missing_accuses_nobody(
    judge: Callable[..., Judged], random_night: Callable[[int], Night], seed: int
) -> None:
    night = random_night(seed)
    number = Random(seed).randrange(len(night["events"]))  # noqa: S311  # chance for a test
    found = judge(without_event(night, number))
    assert accused(found) - accused(judge(night)) == set()
    assert "not_assessable" in found.verdicts.values()


@pytest.mark.parametrize("first", [2, 17, 40])
def test_a_night_that_begins_in_the_middle_accuses_nobody_anew(
    judge: Callable[..., Judged], random_night: Callable[[int], Night], first: int
) -> None:
    night = random_night(5)
    whole = accused(judge(night))
    late = from_hand(night, first)
    assert accused(judge(late)) - whole == set()
    assert accused(judge(numbered_anew(late))) - whole == set()


def test_what_hangs_on_nothing_missing_is_judged_all_the_same(
    judge: Callable[..., Judged], random_night: Callable[[int], Night]
) -> None:
    night = random_night(5)
    found, whole = judge(from_hand(night, 17)), judge(night)
    late = {hand["hand_id"] for hand in night["hands"][17:]}
    for rule in ("BAC-8.4", "BAC-8.15"):
        due = {subject: word for subject, word in whole.of(rule).items() if subject in late}
        assert due == {subject: word for subject, word in found.of(rule).items() if subject in late}
