"""The law's open points: each is judged the way that was settled for it, and no other.

`advice`: an observation at most. `readings`: several are evaluated, and one alone never convicts.
`text`: the words decide, one condition, a duty. `lenient` is a duty too, whose condition lets every
lawful practice pass: its cases show which.
"""

from __future__ import annotations

import pytest

from auditor.rulebook.load import default_rules, load_rulebook
from auditor.rulebook.model import Rule, RuleKind

RULES = {rule.id: rule for norm in load_rulebook(default_rules()).norms for rule in norm.rules}
# The number of the point, how it is judged, and the rules that judge it.
POINTS = {
    "1 first cut, roughly fewer than 40": ("advice", ["BAC-5.e1", "BAC-6.b1"]),
    "2 end cut, at least 40 and not beyond half": ("readings", ["BAC-5.e3", "BAC-6.b3"]),
    "3 rounding of the 5 % and the 10 %": ("readings", ["BAC-8.15", "MIN-10a"]),
    "5 cutter as first card of a hand": ("text", ["BAC-6"]),
    "6 seated priority against a higher bid": ("readings", ["BAC-8.9"]),
    "7 the bank taken after a pass": ("text", ["BAC-8.6"]),
    "8 third card, natural and tie": ("readings", ["BAC-9.x", "BAC-9.x.2", "BAC-9.x.3"]),
    "9 and 10 ace low, kickers, ties, odd chip": ("readings", ["POK-7.a", "POK-9.g"]),
    "11 tie for the best board": ("text", ["POK-9.b1"]),
    "12 steps of the deck, each hand or opening": (
        "readings",
        ["POK-4.a", "POK-4.b", "POK-4.c", "POK-4.d", "POK-4.e"],
    ),
    "13 cut near the middle": ("advice", ["POK-4.e.2"]),
    "14 all tied in the Pass Line": ("text", ["BLB-5.4.2"]),
    "16 a triple bet as a combination": ("text", ["BLB-6.c2"]),
    "17 bet outside the posted limits": ("advice", ["BLB-9.1", "POK-5.f"]),
    "18 insurance: its rate": ("text", ["MIN-11c.2"]),
    "18 insurance: its winning event": ("readings", ["MIN-11c"]),
    "19 encart, the stake back": ("readings", ["MIN-9d2"]),
    "20 the table of decree 526/977": ("readings", ["MIN-7b"]),
    "21 box maximum, both sides or each": ("readings", ["MIN-5b"]),
    "23 the next shooter": ("text", ["BLB-5.3"]),
    "24 bank kept on a tie": ("text", ["BAC-8.4"]),
    "26 winnings withdrawn between hands": ("readings", ["BAC-8.12", "BAC-8.12.2"]),
    "27 inside a round": ("readings", ["BLB-9.2.2"]),
}
ROUNDINGS = {
    f"{way}_{unit}" for way in ("nearest", "down") for unit in ("0_01", "0_10", "0_50", "1", "5")
} | {"exact"}


def _judged(rule: Rule) -> str:
    """Give how a rule judges: by advice, by readings or by the text."""
    if rule.kind is RuleKind.ADVICE:
        return "advice"
    return "readings" if len(rule.readings) > 1 else "text"


@pytest.mark.parametrize("point", POINTS)
def test_an_open_point_is_judged_as_settled(point: str) -> None:
    how, rules = POINTS[point]
    assert {rule: _judged(RULES[rule]) for rule in rules} == dict.fromkeys(rules, how)


@pytest.mark.parametrize("rule", ["BAC-8.15", "MIN-10a"])
def test_each_lawful_rounding_is_a_reading(rule: str) -> None:
    assert RULES[rule].readings.keys() == ROUNDINGS
