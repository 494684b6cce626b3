"""What is not in the log never makes a verdict: each column of the sample night erased in turn."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, TypeAlias

import pytest

from auditor.evaluate.verdict import Verdict
from auditor.games.log_model import tables
from auditor.ingest.rows import canonical_tables
from auditor.rulebook.load import default_rules, load_packs
from auditor.run.judge.context import context_of
from auditor.run.judge.task import run_tables

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Night: TypeAlias = dict[str, list[dict[str, str | None]]]
Verdicts: TypeAlias = dict[tuple[str, str, str], int]

LOGS = ("sessions", "shoes", "hands", "cards", "bets", "events")
IDS = ("session_id", "shoe_id", "hand_id", "bet_id", "parent_bet_id")
WHOLE = "whole"
MARK = "~"


def read(folder: Path) -> Night:
    night: Night = {}
    for name in LOGS:
        with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            night[name] = [{k: v or None for k, v in row.items()} for row in csv.DictReader(file)]
    return night


def erasures(night: Night) -> Iterator[tuple[str, str, int]]:
    """Walk the columns that a log may leave out, and which rows to erase: all, or every other."""
    for name, rows in night.items():
        for column in tables()[name].columns:
            if not column.required and column.name in rows[0]:
                yield name, column.name, 1
                yield name, column.name, 2


def copy(night: Night, casino: str, *, erased: tuple[str, str, int] | None) -> Night:
    """Copy a night as that of another casino, some cells of one column left out."""
    table, column, every = erased or ("", "", 1)
    return {
        name: [
            marked(row, casino)
            | ({"casino_id": casino} if name == "sessions" else {})
            | ({column: None} if name == table and number % every == 0 else {})
            for number, row in enumerate(rows)
        ]
        for name, rows in night.items()
    }


def marked(row: dict[str, str | None], casino: str) -> dict[str, str | None]:
    return {k: f"{casino}{MARK}{v}" if k in IDS and v else v for k, v in row.items()}


def verdicts_of(nights: dict[str, Night]) -> Verdicts:
    """Judge all nights in one go: (casino, rule, subject) → verdict."""
    rows = {name: [row for night in nights.values() for row in night[name]] for name in LOGS}
    norm = next(pack.norm for pack in load_packs(default_rules())[0] if pack.norm.prefix == "MIN")
    logs = canonical_tables(rows)
    outcome = run_tables(logs.tables, context_of((norm,), nights, houses={}))
    return {
        (row["casino_id"], row["rule"], row["subject"].split(MARK)[1]): row["verdict"]
        for table in outcome.verdicts
        for row in table.to_pylist()
    }


@pytest.fixture(scope="module")
def verdicts(sample_logs: Path) -> Verdicts:
    night = read(sample_logs / "mini_bacara")
    named = {"-".join(map(str, each)): each for each in erasures(night)}
    copies = {casino: copy(night, casino, erased=each) for casino, each in named.items()}
    return verdicts_of({WHOLE: copy(night, WHOLE, erased=None), **copies})


def test_an_erased_column_turns_a_verdict_only_into_not_assessable(verdicts: Verdicts) -> None:
    turned = {
        (casino, rule, subject): Verdict(verdict).word
        for (casino, rule, subject), verdict in verdicts.items()
        if verdict not in {verdicts[WHOLE, rule, subject], Verdict.NOT_ASSESSABLE}
    }
    assert turned == {}


def test_the_whole_night_is_judged(verdicts: Verdicts) -> None:
    whole = [verdict for (casino, *_), verdict in verdicts.items() if casino == WHOLE]
    assert {Verdict.PASS, Verdict.VIOLATION, Verdict.INDETERMINATE} <= set(map(Verdict, whole))


def test_every_erasure_costs_some_verdict_or_none_hangs_on_the_column(verdicts: Verdicts) -> None:
    lost = {
        casino.rsplit("-", 1)[0]
        for (casino, rule, subject), verdict in verdicts.items()
        if verdict == Verdict.NOT_ASSESSABLE != verdicts[WHOLE, rule, subject]
    }
    needed = {"cards-face", "cards-at", "bets-payout", "bets-posture", "bets-box", "bets-placed_at"}
    needed |= {"sessions-box_max", "shoes-decks", "hands-dealer_role", "events-detail", "events-at"}
    assert needed <= lost
