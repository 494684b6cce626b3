"""What a first page says before all else: the gravest, what has passed, what the record lacks."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from auditor.report.forms.html import page
from auditor.report.model.report import Limits

if TYPE_CHECKING:
    from collections.abc import Callable

    Make = Callable[..., dict[str, Any]]
    Build = Callable[..., Any]

WAIVER = {"rule": "BLB-6.a", "reason": "r", "approved_by": "A", "reference": "R-1"} | {
    "from": "2026-01-01",
    "until": "2027-01-01",
}


@pytest.fixture(name="audit")
def _audit(make_audit: Make) -> dict[str, Any]:
    """Give an audit of Lima: six findings, rules in turn, the last of each the largest."""
    audit = make_audit(6, ["LIM-01"])
    for number, finding in enumerate(audit["findings"]):
        finding |= {"verdict": "violation", "at_stake": f"{10 + number}.00", "owed_to": "player"}
    return audit


def test_the_gravest_of_each_rule_is_named_with_hand_article_and_amount(
    audit: dict[str, Any], build: Build
) -> None:
    report = build(audit)["LIM-01"]
    told = [(one.rule, one.article, one.view.at_stake, one.view.hand) for one in report.gravest]
    assert told == [
        ("BLB-9.1", "9", Decimal("15.00"), "LIM-01-T3-20260307-H0005"),
        ("BLB-6.a", "6", Decimal("14.00"), "LIM-01-T2-20260307-H0004"),
    ]
    text = page(report, paper=True)
    cover = text[: text.index("Comprobaciones, por veredicto")]
    assert "LIM-01-T3-20260307-H0005, LIM-01-T3, 07/03/2026" in cover
    assert "S/\u00a015.00" in cover
    assert cover.count("el más grave de 3 hallazgos") == 2


def test_each_named_on_the_first_page_is_told_in_full_further_on(
    make_audit: Make, build: Build
) -> None:
    audit = make_audit(400, ["LIM-01"])
    audit["findings"][398] |= {"verdict": "violation", "at_stake": "9999.00"}
    report = build(audit)["LIM-01"]
    text = page(report, paper=True)
    anchors = re.findall(r'<a href="#(f-[^"]+)" data-page="pág\."', text)
    assert anchors[0] == f"f-{audit['findings'][398]['id']}"
    assert [anchor for anchor in anchors if f'<article id="{anchor}"' not in text] == []


def test_a_verdict_weighs_more_than_money(audit: dict[str, Any], build: Build) -> None:
    audit["findings"][5] |= {"verdict": "indeterminate", "at_stake": "5000.00"}
    shown = [one.view.at_stake for one in build(audit)["LIM-01"].gravest]
    assert shown == [Decimal("14.00"), Decimal("13.00")]


@pytest.mark.parametrize("beside", [{"waiver": WAIVER}, {"review": {"decision": "dismissed"}}])
def test_what_was_waived_or_dismissed_is_not_among_the_gravest(
    audit: dict[str, Any], build: Build, beside: dict[str, Any]
) -> None:
    audit["findings"][5] |= {"review": None} | beside
    if "review" in beside:
        audit["findings"][5]["review"] |= {"finding": audit["findings"][5]["id"]}
    shown = [one.view.at_stake for one in build(audit)["LIM-01"].gravest]
    assert shown == [Decimal("14.00"), Decimal("13.00")]


def test_gaps_in_the_record_are_called_so_and_do_not_alarm(
    audit: dict[str, Any], build: Build
) -> None:
    audit["problems"] = [{"kind": "gaps", "reason": "x", "exit": 4}]
    text = page(build(audit)["LIM-01"], paper=False)
    assert "El registro tiene huecos" in text
    assert "impidió parte del trabajo" not in text
    audit["problems"].append({"kind": "skipped", "source": "a.csv", "reason": "x", "exit": 4})
    assert "1 problema impidió parte del trabajo" in page(build(audit)["LIM-01"], paper=False)


@pytest.mark.parametrize(
    ("made", "said", "past"),
    [
        (None, "por completar", False),
        ("2026-03-22", "22/03/2026", False),
        ("2026-03-23", "23/03/2026", True),
    ],
)
def test_a_report_of_after_a_deadline_says_so_on_its_first_page(
    audit: dict[str, Any], build: Build, *, made: str | None, said: str, past: bool
) -> None:
    audit["run"]["date"] = made
    report = build(audit)["LIM-01"]
    text = page(report, paper=True)
    assert re.search(rf"Fecha del informe:\s*(<span[^>]*>)?{said}", text)
    warning = "El plazo de conservación del video de 6 hallazgos había vencido"
    assert (report.videos_past, warning in text) == ((6, True) if past else (0, False))
    assert ("El plazo de conservación venció el 22/03/2026" in text) == past


def test_a_time_limit_that_has_passed_is_marked(audit: dict[str, Any], build: Build) -> None:
    audit["run"]["date"] = "2030-03-08"  # four years and a day after the first finding
    report = build(audit)["LIM-01"]
    past = [each for each in report.deadlines if each.is_past]
    assert [each.text.partition(",")[0] for each in past] == [
        "Prescripción: 4 años (TUO LPAG de 2019"
    ]
    text = page(report, paper=True)
    assert "Plazo vencido a la fecha de este informe (07/03/2030): Prescripción" in text
    assert "vencido a la fecha de este informe</strong>" in text


def test_what_is_owed_to_the_house_has_its_row_and_is_not_added_to_what_people_are_owed(
    audit: dict[str, Any], build: Build
) -> None:
    found = audit["findings"]
    found[0] |= {"owed_to": "house", "player_id": None}
    found[1] |= {"owed_to": "house"}
    found[2] |= {"owed_to": None}
    report = build(audit)["LIM-01"]
    apart = [(line.person, line.due, line.findings) for line in report.restitution_apart]
    assert apart == [("house", Decimal("21.00"), 2), ("", Decimal("12.00"), 1)]
    assert report.restitution_total_money == (("PEN", Decimal("42.00"), Decimal("11.00")),)
    assert sum(line.amount for line in report.money) == Decimal("75.00")
    text = page(report, paper=True)
    assert 'La casa</th>\n<td class="n">S/\u00a021.00</td>' in text
    assert "No consta a quién</th>" in text


def test_the_largest_sum_that_hangs_on_a_reading_is_on_the_first_page(
    audit: dict[str, Any], build: Build
) -> None:
    found = audit["findings"]
    for number, (finding, verdict) in enumerate(zip(found, ["violation"] * 4, strict=False)):
        finding |= {"rule": f"BLB-{number}", "verdict": verdict, "at_stake": "10"}
    for finding, stake in zip(found[4:6], ["500", "900"], strict=True):
        finding |= {"rule": f"BLB-{stake}", "verdict": "indeterminate", "at_stake": stake}
    report = build({**audit, "findings": found[:6]})["LIM-01"]
    named = [(one.rule, one.view.verdict) for one in report.gravest]
    assert [verdict for _, verdict in named] == ["violation"] * 3 + ["indeterminate"]
    assert named[-1][0] == "BLB-900"


def test_rules_left_out_of_the_chart_are_counted(audit: dict[str, Any], build: Build) -> None:
    limits = Limits(detailed=1, listed=1, rejects=1, players=1, bars=1)
    text = page(build(audit, limits=limits)["LIM-01"], paper=True)
    assert "Se muestran las 1 reglas con más hallazgos, de 2." in text


def test_the_tables_of_a_person_beyond_four_are_counted(
    audit: dict[str, Any], build: Build
) -> None:
    for number, finding in enumerate(audit["findings"]):
        finding |= {"player_id": "ana", "table_id": f"T{number}"}
    text = page(build(audit)["LIM-01"], paper=True)
    assert "<td>T0 (1), T1 (1), T2 (1), T3 (1) y 2 más</td>" in text
