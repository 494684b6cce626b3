"""The checks in a report: family by family, the doubtful ones first, none called a violation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.report.compose.report import ON_PAPER
from auditor.report.forms.html import page

if TYPE_CHECKING:
    from collections.abc import Callable

    from auditor.report.model.report import CasinoReport

    Build = Callable[..., dict[str, CasinoReport]]
    Make = Callable[[int], dict[str, object]]


def result(table: str, verdict: str, *, check: str = "CHK-1", family: str = "chance") -> object:
    return {
        "check": check,
        "family": family,
        "casino_id": "LIM-01",
        "table_id": table,
        "verdict": verdict,
        "title": "Las caras",
        "title_en": "The faces",
        "method": "Pearson (1900)",
        "method_en": "Pearson (1900)",
        "sentence": f"{table} dice",
        "sentence_en": f"{table} says",
    }


def report(make: Make, build: Build, *checks: object, **more: object) -> CasinoReport:
    return build(make(1) | {"checks": list(checks)}, **more)["LIM-01"]


def test_doubtful_tables_come_first_and_the_rest_is_counted(make_audit: Make, build: Build) -> None:
    given = [result(f"M{n}", "consistent") for n in range(4)]
    told = report(make_audit, build, *given, result("M9", "doubtful"), limits=ON_PAPER)
    (family,) = told.checks
    (part,) = family.checks
    assert [line.table for line in part.lines] == ["M9", "M0", "M1"]
    assert (part.total, part.verdicts) == (5, (("doubtful", 1), ("consistent", 4)))


def test_families_stand_apart(make_audit: Make, build: Build) -> None:
    told = report(
        make_audit,
        build,
        result("M1", "consistent"),
        result("M1", "not_run", check="CHK-12", family="record"),
    )
    assert [each.family for each in told.checks] == ["chance", "record"]


def test_the_section_says_that_it_is_no_violation_and_what_to_do(
    make_audit: Make, build: Build
) -> None:
    spanish = page(report(make_audit, build, result("M9", "doubtful")), paper=False)
    assert "Azar e integridad del registro" in spanish
    assert "nada de lo que dicen es una infracción" in spanish
    assert "Revise el video" in spanish
    english = page(report(make_audit, build, result("M9", "doubtful"), lang="en"), paper=True)
    assert "nothing they say is a violation" in english
    assert "M9 says" in english


def test_an_audit_without_checks_has_no_such_section(make_audit: Make, build: Build) -> None:
    assert "Azar e integridad" not in page(report(make_audit, build), paper=False)
