"""The arithmetic of the clauses' table: a hand of three boxes, the 10 %, coberturas."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from auditor.rulebook.cases import Case, PlacedCase
from auditor.rulebook.load import default_rules, load_packs
from auditor.run.rulebook.cases import run_cases

if TYPE_CHECKING:
    from auditor.rulebook.cases import Row
    from auditor.run.rulebook.cases import CaseResult

SESSION: Row = {
    "session_id": "s",
    "casino_id": "c",
    "table_id": "t",
    "game": "mini_bacara",
    "gaming_date": "2024-09-14",
    "currency": "UYU",
}
HAND: Row = {"hand_id": "h", "session_id": "s", "hand_no": "1", "dealer_role": "staff"}
# Box 1 stands on 6, box 2 has 9, box 3 draws on 5; Banca has 5 and takes one third card, a 3.
THREE_BOXES = "1:4S 2:9H 3:5D B:KC 1:2S 2:QH 3:QD B:5C 3:2H B:3C"
NINE = "1:2D B:9S 1:4H B:TH"


def _cards(dealt: str) -> list[Row]:
    pairs = [card.split(":") for card in dealt.split()]
    return [
        {
            "hand_id": "h",
            "idx": str(idx),
            "to": "banca" if to == "B" else f"box:{to}",
            "card": card,
            "face": "down" if to == "B" and card in {"KC", "9S"} else "up",
        }
        for idx, (to, card) in enumerate(pairs, 1)
    ]


def _bet(bet_id: str, kind: str, *, box: int, stake: str, payout: str) -> Row:
    return {
        "bet_id": bet_id,
        "hand_id": "h",
        "player_id": f"p{box}",
        "seat": str(box),
        "box": str(box),
        "posture": "seated",
        "kind": kind,
        "stake": stake,
        "payout": payout,
        "payout_basis": "net",
        "parent_bet_id": "b1" if kind == "cobertura" else None,
    }


def _placed(name: str, *, dealt: str, bets: list[Row]) -> PlacedCase:
    rule, _, subject = name.partition(" ")
    night = {"sessions": [SESSION], "hands": [HAND], "cards": _cards(dealt), "bets": bets}
    case = Case(es=name, rule=rule, subject=subject.split()[0], verdict="pass")
    return PlacedCase(case, night, {}, default_rules(), 1)


def _settled(rule: str, box: int, kind: str, payout: str) -> PlacedCase:
    bets = [_bet("b1", kind, box=box, stake="100", payout=payout)]
    return _placed(f"{rule} b1 {box} {kind}", dealt=THREE_BOXES, bets=bets)


def _covered(rule: str, principal: str, stake: str, payout: str) -> PlacedCase:
    bets = [
        _bet("b1", "punto", box=1, stake=principal, payout=f"-{principal}"),
        _bet("c1", "cobertura", box=1, stake=stake, payout=payout),
    ]
    return _placed(f"{rule} c1 {principal} {stake} {payout}", dealt=NINE, bets=bets)


SETTLED = [
    ("MIN-9b", 2, "punto", "100"),
    ("MIN-10b", 2, "punto", "100"),
    ("MIN-9b", 2, "banca", "-100"),
    ("MIN-9e2", 3, "punto", "100"),
    ("MIN-9e2", 3, "banca", "-100"),
    ("MIN-9f", 1, "punto", "-100"),
    ("MIN-9f", 1, "banca", "90"),
    ("MIN-10a", 1, "banca", "90"),
]
DEALT = ["MIN-6a", "MIN-6a.2", "MIN-9e1", "MIN-9e3", "MIN-9e3.3"]
PRIZES = {"100": "90", "25": "22.50", "35": "31.50"}
CAPS = {"200": "100", "75": "37.50", "40": "20"}


def _cases() -> list[PlacedCase]:
    prizes = [
        _placed(
            f"MIN-10a b1 {stake}",
            dealt=THREE_BOXES,
            bets=[_bet("b1", "banca", box=1, stake=stake, payout="1")],
        )
        for stake in PRIZES
    ]
    over = {principal: str(Decimal(cap) + Decimal("0.01")) for principal, cap in CAPS.items()}
    return [
        *(_settled(*row) for row in SETTLED),
        *(_placed(f"{rule} h", dealt=THREE_BOXES, bets=[]) for rule in DEALT),
        *prizes,
        *(_covered("MIN-11a", principal, cap, "0") for principal, cap in CAPS.items()),
        *(_covered("MIN-11a", principal, stake, "0") for principal, stake in over.items()),
        *(_covered("MIN-11c", "200", "100", payout) for payout in ("200", "100")),
    ]


@pytest.fixture(scope="module")
def results() -> dict[str, CaseResult]:
    norm = next(pack.norm for pack in load_packs(default_rules())[0] if pack.norm.prefix == "MIN")
    return {each.placed.case.es: each for each in run_cases(norm, tuple(_cases()))}


@pytest.mark.parametrize(("rule", "box", "kind", "payout"), SETTLED)
def test_three_boxes_are_settled_against_two_or_three_cards_of_banca(
    results: dict[str, CaseResult], rule: str, box: int, kind: str, payout: str
) -> None:
    found = results[f"{rule} b1 {box} {kind}"]
    assert (found.verdict, payout) == ("pass", payout)


@pytest.mark.parametrize("rule", DEALT)
def test_the_three_boxes_are_dealt_lawfully(results: dict[str, CaseResult], rule: str) -> None:
    assert results[f"{rule} h"].verdict == "pass"


@pytest.mark.parametrize(("stake", "due"), PRIZES.items())
def test_ten_per_cent_of_a_winning_bet_on_banca_is_kept(
    results: dict[str, CaseResult], stake: str, due: str
) -> None:
    found = results[f"MIN-10a b1 {stake}"]
    assert found.verdict == "violation"
    assert Decimal(str(found.figures["expected"])) == Decimal(due)


@pytest.mark.parametrize(("principal", "cap"), CAPS.items())
def test_a_cobertura_may_be_half_of_its_principal_and_no_more(
    results: dict[str, CaseResult], principal: str, cap: str
) -> None:
    over = Decimal(cap) + Decimal("0.01")
    assert results[f"MIN-11a c1 {principal} {cap} 0"].verdict == "pass"
    assert results[f"MIN-11a c1 {principal} {over} 0"].verdict == "violation"


@pytest.mark.parametrize(("payout", "verdict"), [("200", "pass"), ("100", "violation")])
def test_a_cobertura_paid_double_covers_the_principal_lost(
    results: dict[str, CaseResult], payout: str, verdict: str
) -> None:
    assert results[f"MIN-11c c1 200 100 {payout}"].verdict == verdict
    assert (Decimal(payout) == Decimal(200)) == (verdict == "pass")
