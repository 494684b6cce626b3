"""What is missing accuses nobody: a night without one of its events, or without its beginning."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.games.bacara.conftest import Judged, Night

ACCUSING = {"violation", "observation", "indeterminate"}
SEEDS = range(8)
BEGINNINGS = (2, 17, 40)  # the hand with which a log begins


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


@pytest.fixture(scope="module")
def late(
    judge_all: Callable[..., list[Judged]], random_night: Callable[[int], Night]
) -> dict[int, Judged]:
    """Judge a night from its first hand (1) and as logs that begin later; below 0: renumbered."""
    nights = {first: from_hand(random_night(5), first) for first in BEGINNINGS}
    anew = {-first: numbered_anew(night) for first, night in nights.items()}
    every = {1: random_night(5), **nights, **anew}
    return dict(zip(every, judge_all(every.values()), strict=True))


def test_an_event_that_is_missing_accuses_nobody(
    judge_all: Callable[..., list[Judged]], random_night: Callable[[int], Night]
) -> None:
    whole = [random_night(seed) for seed in SEEDS]
    numbers = [Random(seed).randrange(len(whole[seed]["events"])) for seed in SEEDS]  # noqa: S311  # chance for a test
    short = list(map(without_event, whole, numbers))
    found = judge_all([*short, *whole])
    pairs = zip(found[: len(short)], found[len(short) :], strict=True)
    assert [accused(one) - accused(other) for one, other in pairs] == [set()] * len(SEEDS)
    assert all("not_assessable" in each.verdicts.values() for each in found[: len(short)])


@pytest.mark.parametrize("first", BEGINNINGS)
def test_a_night_that_begins_in_the_middle_accuses_nobody_anew(
    late: dict[int, Judged], first: int
) -> None:
    whole = accused(late[1])
    assert accused(late[first]) - whole == set()
    assert accused(late[-first]) - whole == set()


def test_what_hangs_on_nothing_missing_is_judged_all_the_same(
    late: dict[int, Judged], random_night: Callable[[int], Night]
) -> None:
    hands = {hand["hand_id"] for hand in random_night(5)["hands"][17:]}
    for rule in ("BAC-8.4", "BAC-8.15"):
        due = {subject: word for subject, word in late[1].of(rule).items() if subject in hands}
        told = {subject: word for subject, word in late[17].of(rule).items() if subject in hands}
        assert due == told
