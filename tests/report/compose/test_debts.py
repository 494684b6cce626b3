"""The same money is added once, however many rules find it."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from auditor.report.forms.html import page

if TYPE_CHECKING:
    from collections.abc import Callable

    from auditor.report.model.report import CasinoReport

    Make = Callable[[int, list[str]], dict[str, Any]]
    Build = Callable[..., dict[str, CasinoReport]]

OF_HAND, OF_SEAT = "BLB-6.a", "BLB-9.1"


def _pot(make_audit: Make, *found: dict[str, Any]) -> dict[str, Any]:
    """Make an audit of one hand whose pot went wrong: one rule judges the hand, one its seats."""
    audit = make_audit(len(found), ["LIM-01"])
    for rule in audit["rules"]:
        rule["grain"] = {OF_HAND: "hand", OF_SEAT: "seat"}.get(rule["rule"], rule["grain"])
    for finding, told in zip(audit["findings"], found, strict=True):
        finding |= {"hand_id": "G4", "verdict": "violation", "player_id": None, **told}
    return audit


def _seat(number: int, stake: str, *, owed_to: str) -> dict[str, Any]:
    who = {"subject": f"G4/seat:{number}", "player_id": f"P{number}"}
    return {"rule": OF_SEAT, "at_stake": stake, "owed_to": owed_to, **who}


def _hand(stake: str) -> dict[str, Any]:
    return {"rule": OF_HAND, "subject": "G4", "at_stake": stake, "owed_to": "player"}


def _money(report: CasinoReport) -> dict[str, Decimal]:
    return {line.owed_to: line.amount for line in report.money}


def test_a_pot_paid_to_the_wrong_seat_is_owed_once(make_audit: Make, build: Build) -> None:
    short, over = _seat(1, "-40", owed_to="player"), _seat(2, "40", owed_to="table")
    report = build(_pot(make_audit, _hand("-40"), short, over))["LIM-01"]
    assert _money(report) == {"player": Decimal(40)}
    assert report.restitution_apart == ()
    people = {line.person: (line.due, line.excess) for line in report.restitution}
    assert people == {"P1": (Decimal(40), Decimal(0)), "P2": (Decimal(0), Decimal(40))}
    assert report.restitution_total_money == (("PEN", Decimal(40), Decimal(40)),)


def test_the_rule_itself_tells_a_wrong_split_once(make_audit: Make, build: Build) -> None:
    short, over = _seat(1, "-10", owed_to="player"), _seat(2, "10", owed_to="table")
    report = build(_pot(make_audit, short, over))["LIM-01"]
    (rule,) = (
        rule for norm in report.findings for article in norm.articles for rule in article.rules
    )
    assert {line.owed_to: line.amount for line in rule.money} == {"player": Decimal(10)}


def _told_at_stake(report: CasinoReport) -> dict[str, tuple[tuple[str, str], ...]]:
    """Give, by subject, whose money each finding says that its own is: name and finding."""
    rules = (rule for norm in report.findings for part in norm.articles for rule in part.rules)
    return {each.subject: each.same_money for rule in rules for each in rule.detailed}


def test_what_the_table_is_owed_is_told_as_the_short_players(
    make_audit: Make, build: Build
) -> None:
    short, over = _seat(1, "-10", owed_to="player"), _seat(2, "10", owed_to="table")
    audit = _pot(make_audit, short, over)
    report = build(audit)["LIM-01"]
    id_of = audit["findings"][0]["id"]
    assert _told_at_stake(report) == {"G4, plaza 1": (), "G4, plaza 2": (("P1", id_of),)}
    text = page(report, paper=True)
    assert "se debe a P1: es el mismo dinero del hallazgo" in text
    assert "se debe a la mesa" not in text
    assert "va debajo" not in text
    assert "1 de los hallazgos es la otra cara de otro" in text


def test_more_than_the_short_player_lacks_is_told_as_the_tables(
    make_audit: Make, build: Build
) -> None:
    short, over = _seat(1, "-10", owed_to="player"), _seat(2, "11", owed_to="table")
    report = build(_pot(make_audit, short, over))["LIM-01"]
    assert _told_at_stake(report) == {"G4, plaza 1": (), "G4, plaza 2": ()}
    text = page(report, paper=True)
    assert "se debe a la mesa (los demás jugadores)" in text
    assert "lo que se debe a la casa o a la mesa va debajo" in text
    assert "dice de quien cobró de más" not in text


def test_what_the_table_lacks_beyond_its_players_is_added(make_audit: Make, build: Build) -> None:
    found = [_seat(1, "-10", owed_to="player"), _seat(2, "25", owed_to="table")]
    found.append(_seat(3, "5", owed_to="table"))
    report = build(_pot(make_audit, *found))["LIM-01"]
    assert _money(report) == {"player": Decimal(10), "table": Decimal(20)}
    (table,) = report.restitution_apart
    assert (table.person, table.due) == ("table", Decimal(20))


def test_what_the_house_is_owed_stands_beside_its_players(make_audit: Make, build: Build) -> None:
    short, over = _seat(1, "-40", owed_to="player"), _seat(2, "40", owed_to="house")
    report = build(_pot(make_audit, short, over))["LIM-01"]
    assert _money(report) == {"player": Decimal(40), "house": Decimal(40)}


def test_players_of_another_hand_or_rule_leave_the_table_its_money(
    make_audit: Make, build: Build
) -> None:
    short, over = _seat(1, "-40", owed_to="player"), _seat(2, "40", owed_to="table")
    for elsewhere in ({"hand_id": "G5"}, {"rule": "BLB-5"}, {"session_id": "S9"}):
        report = build(_pot(make_audit, short | elsewhere, over))["LIM-01"]
        assert _money(report) == {"player": Decimal(40), "table": Decimal(40)}


def test_what_depends_on_the_reading_takes_nothing_from_what_does_not(
    make_audit: Make, build: Build
) -> None:
    short = _seat(1, "-40", owed_to="player") | {"verdict": "indeterminate"}
    report = build(_pot(make_audit, short, _seat(2, "40", owed_to="table")))["LIM-01"]
    assert _money(report) == {"player": Decimal(40), "table": Decimal(40)}


def test_of_a_hand_that_lacks_more_than_its_seats_the_rest_is_added(
    make_audit: Make, build: Build
) -> None:
    report = build(_pot(make_audit, _hand("-100"), _seat(1, "-40", owed_to="player")))["LIM-01"]
    assert _money(report) == {"player": Decimal(100)}
    people = {line.person: line.due for line in report.restitution}
    assert people == {"": Decimal(60), "P1": Decimal(40)}


def test_two_rules_on_one_subject_tell_of_one_debt(make_audit: Make, build: Build) -> None:
    twelve, twenty = _seat(1, "-12", owed_to="player"), _seat(1, "-20", owed_to="player")
    report = build(_pot(make_audit, twelve | {"rule": "BLB-5"}, twenty))["LIM-01"]
    assert _money(report) == {"player": Decimal(20)}
    assert report.restitution_total_money == (("PEN", Decimal(20), Decimal(0)),)


def test_two_seats_are_two_debts(make_audit: Make, build: Build) -> None:
    seats = [_seat(number, "-20", owed_to="player") for number in (1, 2)]
    assert _money(build(_pot(make_audit, *seats))["LIM-01"]) == {"player": Decimal(40)}


def test_who_folded_and_was_paid_is_owed_nothing(make_audit: Make, build: Build) -> None:
    report = build(_pot(make_audit, _seat(3, "30", owed_to="table")))["LIM-01"]
    (person,) = report.restitution
    assert (person.person, person.due, person.excess) == ("P3", Decimal(0), Decimal(30))
    assert [(line.person, line.due) for line in report.restitution_apart] == [
        ("table", Decimal(30))
    ]


def test_the_same_hand_number_in_two_sessions_is_two_debts(make_audit: Make, build: Build) -> None:
    one = _seat(1, "-20", owed_to="player")
    two = [one | {"session_id": "S1"}, one | {"session_id": "S2", "rule": "BLB-5"}]
    assert _money(build(_pot(make_audit, *two))["LIM-01"]) == {"player": Decimal(40)}
