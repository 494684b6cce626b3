"""What is missing accuses nobody: a night without an event, without a shoe, or its beginning."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.witness.bacara_nights import night as played

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.games.bacara.conftest import Judged, Night

ACCUSING = {"violation", "observation", "indeterminate"}
SEEDS = range(8)
BEGINNINGS = (
    (2, 2),
    (2, 30),
    (5, 2),
    (5, 17),
    (5, 40),
)  # a night, the hand with which its log begins
SHOES = ("z1", "z2", "z4")


def accused(judged: Judged) -> set[tuple[str, str]]:
    return {key for key, word in judged.verdicts.items() if word in ACCUSING}


def without_event(night: Night, number: int) -> Night:
    return {**night, "events": night["events"][:number] + night["events"][number + 1 :]}


def from_hand(night: Night, first: int) -> Night:
    """Give a night as a log that begins after the hand before that one was dealt."""
    gone = {hand["hand_id"] for hand in night["hands"][: first - 1]}
    dealt = max(n for n, row in enumerate(night["events"]) if row.get("hand_id") in gone)
    kept = {name: [row for row in rows if row.get("hand_id") not in gone]
            for name, rows in night.items() if name != "events"}  # fmt: skip
    return {**kept, "events": night["events"][dealt + 1 :]}


def without_shoe(night: Night, shoe: str) -> Night:
    gone = {hand["hand_id"] for hand in night["hands"] if hand["shoe_id"] == shoe}
    return {name: [row for row in rows if row.get("shoe_id") != shoe
                   and (row.get("hand_id") is None or row["hand_id"] not in gone)]
            for name, rows in night.items()}  # fmt: skip


def numbered_anew(night: Night) -> Night:
    """Give a night whose hands are numbered from 1 again; events keep their names as subjects."""
    hands = [{**hand, "hand_no": str(n)} for n, hand in enumerate(night["hands"], 1)]
    return {**night, "hands": hands}


def kept_by_the_loser(night: Night) -> set[str]:
    """Give the hands before which the bank went back to him who lost it, refused by all others.

    That hangs on who sat in every seat, which a log that begins late does not tell.
    """
    kept: set[str] = set()
    lost, is_kept = None, False
    for row in night["events"]:
        if row["type"] in {"bank_lost", "auction_won"}:
            lost = row["player_id"] if row["type"] == "bank_lost" else None
        elif row["type"] == "bank_awarded":
            lost, is_kept = None, row["player_id"] == lost
        elif row["type"] == "bets_closed":
            kept, is_kept = kept | ({str(row["hand_id"])} if is_kept else set()), False
    return kept


@pytest.fixture(scope="module")
def late(judge_all: Callable[..., list[Judged]]) -> dict[tuple[int, int], Judged]:
    """Judge nights from the first hand (1) and as logs that begin later; below 0: renumbered."""
    nights = {(seed, first): from_hand(played(seed), first) for seed, first in BEGINNINGS}
    anew = {(seed, -first): numbered_anew(each) for (seed, first), each in nights.items()}
    whole = {(seed, 1): played(seed) for seed, _ in BEGINNINGS}
    every = {**whole, **nights, **anew}
    return dict(zip(every, judge_all(every.values()), strict=True))


def test_an_event_that_is_missing_accuses_nobody(judge_all: Callable[..., list[Judged]]) -> None:
    whole = [played(seed) for seed in SEEDS]
    numbers = [Random(seed).randrange(len(whole[seed]["events"])) for seed in SEEDS]  # noqa: S311  # chance for a test
    short = list(map(without_event, whole, numbers))
    found = judge_all([*short, *whole])
    pairs = zip(found[: len(short)], found[len(short) :], strict=True)
    assert [accused(one) - accused(other) for one, other in pairs] == [set()] * len(SEEDS)
    assert all("not_assessable" in each.verdicts.values() for each in found[: len(short)])


@pytest.mark.parametrize(("seed", "first"), BEGINNINGS)
def test_a_night_that_begins_in_the_middle_accuses_nobody_anew(
    late: dict[tuple[int, int], Judged], seed: int, first: int
) -> None:
    whole = accused(late[seed, 1])
    assert accused(late[seed, first]) - whole == set()
    assert accused(late[seed, -first]) - whole == set()


def test_a_shoe_that_is_missing_accuses_nobody(judge_all: Callable[..., list[Judged]]) -> None:
    short = [without_shoe(played(3), shoe) for shoe in SHOES]
    whole, *found = judge_all([played(3), *short])
    assert [accused(each) - accused(whole) for each in found] == [set()] * len(SHOES)


def test_what_hangs_on_nothing_missing_is_judged_all_the_same(
    late: dict[tuple[int, int], Judged],
) -> None:
    hands = {hand["hand_id"] for hand in played(5)["hands"][18:]}
    kept = {"BAC-8.4": kept_by_the_loser(played(5)) & hands, "BAC-8.15": set[str]()}
    assert kept["BAC-8.4"] == {"h26", "h38"}
    for rule, open_ in kept.items():
        due = {subject: word for subject, word in late[5, 1].of(rule).items() if subject in hands}
        told = {subject: word for subject, word in late[5, 17].of(rule).items() if subject in hands}
        assert told == due | dict.fromkeys(open_, "not_assessable")
