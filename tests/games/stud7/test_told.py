"""The words of a finding: the pots told are those of the money due, and nothing is left blank."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np
import pytest

from auditor.rulebook.load import default_rules, load_rulebook
from auditor.run.judge.context import context_of
from auditor.run.judge.task import run_tables
from tests.witness.deal_stud7 import HOUSES, deal

if TYPE_CHECKING:
    from auditor.evaluate.findings import Finding

POT = re.compile(
    r"(?:pozo|principal,|lateral,) de (?P<amount>[\d.]+)(?: \([^)]*\),)?(?: era)? de la"
    r" plaza (?P<seat>\d+)"
)
# A seat, a turn or a hand that the words of these name.
NAMED = ("POK-5.i", "POK-6", "POK-7", "POK-8", "POK-9")


@pytest.fixture(scope="module")
def found() -> list[Finding]:
    tables = deal(400, np.random.default_rng(9))
    norms = tuple(norm for norm in load_rulebook(default_rules()).norms if norm.prefix == "POK")
    casinos = set(tables["sessions"]["casino_id"].to_pylist())
    return list(run_tables(tables, context_of(norms, casinos, houses=HOUSES)).findings)


def test_the_pots_told_to_be_of_a_seat_add_up_to_what_is_due_to_it(found: list[Finding]) -> None:
    told = [each for each in found if each["rule"] == "POK-9.g"]
    shared = [each for each in told if "por igual" in str(each["message"])]
    due = [Decimal(str(each["expected"])) for each in told if each not in shared]
    assert due == [_sum(each) for each in told if each not in shared]
    assert len(due) > 10  # enough of them to tell


def _sum(finding: Finding) -> Decimal:
    pots = POT.finditer(str(finding["message"]))
    seat = str(finding["subject"]).rpartition(":")[2]
    return sum((Decimal(pot["amount"]) for pot in pots if pot["seat"] == seat), Decimal(0))


def test_no_words_leave_out_what_the_log_tells(found: list[Finding]) -> None:
    told = [each for each in found if str(each["rule"]).startswith(NAMED)]
    blank = [each for each in told if "(sin dato)" in f"{each['message']}"]
    assert [each["message"] for each in blank] == []
    assert {"POK-9.a2", "POK-9.b1", "POK-9.d", "POK-9.e", "POK-9.g"} <= {
        str(each["rule"]) for each in told
    }
