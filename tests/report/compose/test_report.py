from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from auditor.report.forms.html import page
from auditor.report.model.report import Limits

if TYPE_CHECKING:
    from collections.abc import Callable

    from auditor.report.model.findings import RuleFindings
    from auditor.report.model.report import CasinoReport

    Make = Callable[..., dict[str, Any]]
    Build = Callable[..., dict[str, CasinoReport]]

FEW = Limits(detailed=2, listed=3, rejects=1, players=2)


def _rules(report: CasinoReport) -> list[RuleFindings]:
    return [rule for norm in report.findings for part in norm.articles for rule in part.rules]


def test_each_casino_has_its_own_report(make_audit: Make, build: Build) -> None:
    assert list(build(make_audit(3))) == ["LIM-01", "MVD-01", "OPEN-26"]


@pytest.mark.parametrize("count", [0, 1, 40, 300])
def test_every_finding_is_shown_or_counted_as_omitted(
    make_audit: Make, build: Build, count: int
) -> None:
    rules = [
        rule for report in build(make_audit(count), limits=FEW).values() for rule in _rules(report)
    ]
    assert sum(len(r.detailed) + len(r.listed) + r.omitted for r in rules) == count
    assert all(len(r.detailed) <= 2 + 1 and len(r.listed) <= 3 for r in rules)


def test_copies_are_counted_apart_and_crowd_out_no_other_reject(
    make_audit: Make, build: Build
) -> None:
    audit = make_audit(1)
    (lost,) = audit["rejects"]
    audit["rejects"] = [*({**lost, "record": n, "copy": True} for n in range(300)), lost]
    report = build(audit, limits=FEW)["LIM-01"]
    assert (report.rejects_total, report.copies_total) == (1, 300)
    assert [each.record for each in report.rejects] == [lost["record"]]
    assert "300 registros son copias exactas" in page(report, paper=True)


def test_the_money_of_what_is_omitted_and_shown_adds_up(make_audit: Make, build: Build) -> None:
    audit = make_audit(300)
    rule = next(r for r in _rules(build(audit, limits=FEW)["LIM-01"]) if r.rule == "BLB-6.a")
    shown = sum((f.at_stake or Decimal(0) for f in (*rule.detailed, *rule.listed)), Decimal(0))
    stakes = [f["at_stake"] for f in audit["findings"] if f["rule"] == "BLB-6.a"]
    omitted = sum((line.amount for line in rule.omitted_money), Decimal(0))
    assert shown + omitted == sum(map(Decimal, stakes))


def test_rules_stand_in_the_order_of_the_text(make_audit: Make, build: Build) -> None:
    audit = make_audit(40)
    audit["findings"].reverse()
    assert [rule.rule for rule in _rules(build(audit)["LIM-01"])] == ["BLB-6.a", "BLB-9.1"]


def test_a_sign_does_not_change_who_is_owed(make_audit: Make, build: Build) -> None:
    audit = make_audit(1)
    audit["findings"][0] |= {"at_stake": "-10.50", "owed_to": "player"}
    line = build(audit)["LIM-01"].money[0]
    assert (line.owed_to, line.amount, line.count) == ("player", Decimal("10.50"), 1)


def test_restitution_leaves_out_what_is_indeterminate(make_audit: Make, build: Build) -> None:
    audit = make_audit(1)
    audit["findings"][0]["verdict"] = "indeterminate"
    assert build(audit)["LIM-01"].restitution_total == 0


def test_what_the_house_is_owed_was_had_too_much_by_the_player(
    make_audit: Make, build: Build
) -> None:
    audit = make_audit(1)
    audit["findings"][0] |= {"at_stake": "10", "owed_to": "house", "player_id": "P9"}
    line = build(audit)["LIM-01"].restitution[0]
    assert (line.person, line.due, line.excess) == ("P9", Decimal(0), Decimal(10))


def test_a_person_named_by_id_is_the_one_who_is_owed(make_audit: Make, build: Build) -> None:
    audit = make_audit(1)
    audit["findings"][0] |= {"at_stake": "10", "owed_to": "P77"}
    assert build(audit)["LIM-01"].restitution[0].person == "P77"


def test_peru_gives_the_video_fifteen_days(make_audit: Make, build: Build) -> None:
    video = _rules(build(make_audit(1))["LIM-01"])[0].detailed[0].video
    assert (video.start, video.keep_until) == ("18:00:00", date(2026, 3, 22))


def test_no_deadline_is_invented_where_no_norm_sets_one(make_audit: Make, build: Build) -> None:
    video = _rules(build(make_audit(2))["MVD-01"])[0].detailed[0].video
    assert (video.start, video.keep_until) == ("18:00:06", None)


def test_plays_before_the_decree_have_no_video_deadline(make_audit: Make, build: Build) -> None:
    audit = make_audit(1)
    early = "2002-11-13T20:00:00-05:00"
    audit["findings"][0] |= {"at": early, "window": {"from": early, "to": early}}
    assert _rules(build(audit)["LIM-01"])[0].detailed[0].video.keep_until is None


def test_a_finding_is_called_by_the_word_of_its_norm(make_audit: Make, build: Build) -> None:
    reports = build(make_audit(3))
    words = [_rules(reports[name])[0].detailed[0].word for name in reports]
    assert words == ["infracción", "apartamiento", "irregularidad"]


def test_a_casino_of_no_declared_place_takes_that_of_its_only_norm(
    make_audit: Make, build: Build
) -> None:
    audit = make_audit(0)
    audit["casinos"][0]["jurisdiction"] = None
    assert build(audit)["LIM-01"].frame.authority.startswith(
        "DNT, Dirección Nacional de Turismo (hoy DGJCMT, "
    )


def test_tables_may_be_told_by_name_or_by_number(make_audit: Make, build: Build) -> None:
    audit = make_audit(0)
    audit["casinos"][0]["games"][0]["tables"] = ["M1", "M2"]
    assert build(audit)["LIM-01"].scope.games[0].tables == 2


def test_hands_of_no_norm_are_counted(make_audit: Make, build: Build) -> None:
    audit = make_audit(0)
    audit["casinos"][0]["ungoverned"] = [{"game": "bacara", "sessions": 2, "subjects": {"hand": 9}}]
    assert build(audit)["LIM-01"].scope.ungoverned == (("Bacará", 2, 9),)


def test_the_citation_names_the_article(make_audit: Make, build: Build) -> None:
    finding = _rules(build(make_audit(1), lang="en")["LIM-01"])[0].detailed[0]
    assert finding.citation.endswith("El Peruano 5-6-2003, art. 6")


def test_a_finding_of_an_unknown_rule_is_still_told(make_audit: Make, build: Build) -> None:
    audit = make_audit(1)
    audit["findings"][0] |= {"rule": "BLB-99", "clause": "BLB-99"}
    assert [rule.rule for rule in _rules(build(audit)["LIM-01"])] == ["BLB-99"]


def test_a_rule_of_two_clauses_is_counted_under_the_first_alone(
    make_audit: Make, build: Build
) -> None:
    audit = make_audit(0)
    audit["rules"][0]["clauses"] = ["BLB-6.a", "BLB-9.1"]
    clauses = {c.clause: c for norm in build(audit)["LIM-01"].clauses for c in norm.clauses}
    assert [rule.rule for rule in clauses["BLB-6.a"].rules] == ["BLB-6.a"]
    assert [rule.rule for rule in clauses["BLB-9.1"].rules] == ["BLB-9.1"]
    assert clauses["BLB-9.1"].elsewhere == (("BLB-6.a", "BLB-6.a"),)
    assert len(build(audit)["LIM-01"].rules) == 2


def test_a_rule_that_cites_an_earlier_clause_too_stands_under_its_own(
    make_audit: Make, build: Build
) -> None:
    audit = make_audit(40)
    later = next(rule for rule in audit["rules"] if rule["rule"] == "BLB-9.1")
    later["clauses"] = ["BLB-9.1", "BLB-5"]
    audit["clauses"].insert(0, audit["clauses"][0] | {"clause": "BLB-5", "article": "5"})
    report = build(audit)["LIM-01"]
    clauses = {c.clause: c for norm in report.clauses for c in norm.clauses}
    assert clauses["BLB-5"].elsewhere == (("BLB-9.1", "BLB-9.1"),)
    assert [rule.rule for rule in _rules(report)] == ["BLB-6.a", "BLB-9.1"]


@pytest.mark.parametrize("casino", ["LIM-01", "MVD-01"])
def test_the_clauses_add_up_to_the_first_page(make_audit: Make, build: Build, casino: str) -> None:
    audit = make_audit(40)
    audit["rules"][0]["clauses"] = ["BLB-9.1", "BLB-6.a"]
    report = build(audit)[casino]
    lines = [r.tally for norm in report.clauses for c in norm.clauses for r in c.rules]
    assert sum(norm.tally.total for norm in report.clauses) == report.tally.total
    assert sum(each.total for each in lines) == report.tally.total
    assert sum(each.violation for each in lines) == report.tally.violation
    text = page(report, paper=False)
    assert "Suma de la norma; la portada suma las de todas" in text


def test_boards_are_called_boards(make_audit: Make, build: Build) -> None:
    audit = make_audit(0)
    audit["casinos"][2]["games"][0]["subjects"] = {"board": 318}
    game = build(audit)["OPEN-26"].scope.games[0]
    assert (game.unit, game.hands) == ("boards", 318)


def test_a_rule_on_the_record_has_no_article(make_audit: Make, build: Build) -> None:
    audit = make_audit(1)
    audit["norms"][0] = {**audit["norms"][0], "id": "record"}
    for part in (*audit["clauses"], *audit["rules"], *audit["findings"]):
        part["norm"] = "record" if part["norm"] == "pe-2003-bling-bling" else part["norm"]
    for outcome in audit["casinos"][0]["outcomes"]:
        outcome["norm"] = "record"
    assert build(audit)["LIM-01"].findings[0].articles[0].article is None


def test_what_could_not_be_assessed_is_no_problem_of_its_own(
    make_audit: Make, build: Build
) -> None:
    audit = make_audit(0)
    audit["problems"] = [{"kind": "not_assessable", "exit": 0}, {"kind": "skipped", "exit": 4}]
    assert [problem.kind for problem in build(audit)["LIM-01"].problems] == ["skipped"]


def test_findings_of_one_cause_are_told_once_with_their_count_and_money(
    make_audit: Make, build: Build
) -> None:
    audit = make_audit(300)
    mine = [finding for finding in audit["findings"] if finding["rule"] == "BLB-6.a"]
    for number, finding in enumerate(mine):
        finding["cause"] = "pagado 11 a 1" if number % 3 else "pagado 10 a 1"
    rule = next(r for r in _rules(build(audit, limits=FEW)["LIM-01"]) if r.rule == "BLB-6.a")
    often = len(mine) - len(mine[::3])
    assert [(line.text, line.count) for line in rule.causes] == [
        ("1. pagado 11 a 1", often),
        ("2. pagado 10 a 1", len(mine[::3])),
    ]
    told = sum((money.amount for line in rule.causes for money in line.money), Decimal(0))
    assert told == sum((money.amount for money in rule.money), Decimal(0))


def test_the_first_finding_of_each_cause_is_shown_in_full(make_audit: Make, build: Build) -> None:
    audit = make_audit(300)
    mine = [finding for finding in audit["findings"] if finding["rule"] == "BLB-6.a"]
    for finding in mine:
        finding["cause"] = "una"
    mine[-1]["cause"] = "otra"
    rule = next(r for r in _rules(build(audit, limits=FEW)["LIM-01"]) if r.rule == "BLB-6.a")
    gravest = max(mine, key=lambda finding: (finding["verdict"] == "violation", _money(finding)))
    shown = [gravest["id"], mine[0]["id"], mine[-1]["id"]]
    assert [view.id for view in rule.detailed] == shown


def _money(finding: dict[str, Any]) -> Decimal:
    return Decimal(finding["at_stake"])


def test_the_tables_of_a_cause_beyond_eight_are_counted(make_audit: Make, build: Build) -> None:
    audit = make_audit(24, ["LIM-01"])
    for number, finding in enumerate(audit["findings"]):
        finding |= {"cause": "una", "table_id": f"T{number // 2:02d}"}  # rules take turns
    (line,) = next(iter(_rules(build(audit)["LIM-01"]))).causes
    assert line.tables == (*(f"T0{number}" for number in range(8)), "y 4 más")
