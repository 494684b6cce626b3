"""Two audits written by hand: one rule that reads one number, one finding, one source."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pydantic import JsonValue

Told = dict[str, "JsonValue"]


@pytest.fixture
def told() -> Told:
    """Give an audit as its file tells it; a new one for each test, to be changed at will."""
    outcome: Told = {"norm": "n", "rule": "R-1", "pass": 2, "violation": 1}
    rule: Told = {
        "norm": "n",
        "rule": "R-1",
        "clauses": ["R-1"],
        "sha256": "a1",
        "due_sha256": "d1",
        "parameters": ["odds"],
        "parts": {"when": "w", "require": "paid = due", "readings": {}},
    }
    number: Told = {"id": "odds", "values": [{"from": "2003-06-06", "value": "12"}]}
    return {
        "run": {"version": "1", "program_sha256": "p1", "rules_hash": "h1", "exit": 3},
        "sources": [{"name": "bets.csv", "sha256": "b1", "way": "w1", "casinos": ["LIM"]}],
        "norms": [
            {
                "id": "n",
                "edition": "2003",
                "jurisdiction": "PE",
                "text_sha256": "t1",
                "in_force": {"from": "2003-06-06", "to": None},
                "parameters": [number],
            }
        ],
        "rules": [rule, {**rule, "rule": "R-2", "clauses": ["R-2"], "parameters": []}],
        "outcomes": [outcome],
        "readings_adopted": [],
        "casinos": [{"casino_id": "LIM", "house_sha256": "c1", "outcomes": [outcome]}],
        "findings": [
            {
                "id": "f1",
                "norm": "n",
                "rule": "R-1",
                "verdict": "violation",
                "casino_id": "LIM",
                "table_id": "T1",
                "gaming_date": "2026-03-07",
                "subject": "b1",
                "expected": "120.00",
                "observed": "110.00",
                "at_stake": "-10.00",
                "message": "mal pagada",
                "message_en": "paid wrongly",
                "source": {"name": "bets.csv", "sha256": "b1", "record": 2},
            }
        ],
    }
