"""The readings side by side in a report: in words, those that agree together, and under all."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from auditor.report.forms.html import page

if TYPE_CHECKING:
    from collections.abc import Callable

    from auditor.report.model.report import CasinoReport

    Make = Callable[[int], dict[str, Any]]
    Build = Callable[..., dict[str, CasinoReport]]

PEN = "PEN"


def _audit(make_audit: Make, *, adopted: dict[str, str] | None = None) -> dict[str, Any]:
    """Make an audit in which two readings of BLB-6.a agree and a third does not."""
    audit = make_audit(3)
    names = [("low_row", "fila baja"), ("any_row", "toda fila"), ("high_row", "fila alta")]
    fails = [(2, "30.00"), (2, "30.00"), (5, "75.50")]
    readings = [
        {"id": id_, "es": es, "en": f"{es} (en)", "fails": count,
         "money": [{"currency": PEN, "owed_to": "player", "amount": amount}]}
        for (id_, es), (count, amount) in zip(names, fails, strict=True)
    ]  # fmt: skip
    audit["readings"] = [
        {"casino_id": "LIM-01", "norm": "pe-2003-bling-bling", "rule": "BLB-6.a",
         "readings": readings,
         "under_all": {"fails": 1, "money": [
             {"currency": PEN, "amount": "10.00"},
             {"currency": PEN, "owed_to": "table", "amount": "7.50"}]}}
    ]  # fmt: skip
    rule = next(rule for rule in audit["rules"] if rule["rule"] == "BLB-6.a")
    rule["readings"] = [{"id": id_, "es": es, "en": f"{es} (en)"} for id_, es in names]
    if adopted:
        audit["readings_adopted"] = [
            {"casino_id": "LIM-01", "clause": "BLB-6.a", "reading": "high_row", **adopted}
        ]
    return audit


def test_readings_that_agree_stand_in_one_row_and_all_in_the_last(
    make_audit: Make, build: Build
) -> None:
    [table] = build(_audit(make_audit))["LIM-01"].readings
    assert [(row.names, row.fails, row.money) for row in table.rows] == [
        (("fila baja", "toda fila"), 2, ((Decimal("30.00"), PEN, "player"),)),
        (("fila alta",), 5, ((Decimal("75.50"), PEN, "player"),)),
    ]
    assert (table.under_all.fails, table.under_all.money) == (
        1,
        ((Decimal("10.00"), PEN, ""), (Decimal("7.50"), PEN, "table")),
    )


def test_readings_of_a_rule_that_judged_nothing_are_not_said_to_hold(
    make_audit: Make, build: Build
) -> None:
    audit = make_audit(0)
    (idle,) = (o for c in audit["casinos"] for o in c["outcomes"] if o["rule"] == "BLB-9.1")
    idle |= {"pass": 0, "not_assessable": 0, "out_of_scope": 1043}
    agreed = build(audit)["LIM-01"].readings_agreed
    assert dict(agreed) == {
        "exacto": ("BLB-6.a",),
        "a la ficha más cercana": ("BLB-6.a",),
    }


def test_another_casino_has_no_table(make_audit: Make, build: Build) -> None:
    assert build(_audit(make_audit))["MVD-01"].readings == ()


@pytest.mark.parametrize("paper", [False, True])
@pytest.mark.parametrize(
    ("lang", "said", "table"),
    [
        ("es", "Bajo todas las lecturas", "a la mesa"),
        ("en", "Under every reading", "to the table"),
    ],
)
def test_a_page_prints_the_words_of_a_reading_and_no_code_name(
    make_audit: Make, build: Build, lang: str, said: str, table: str, paper: bool
) -> None:
    text = page(build(_audit(make_audit), lang=lang)["LIM-01"], paper=paper)
    assert said in text
    assert "Fila alta" in text
    assert table in text
    assert "high_row" not in text


@pytest.mark.parametrize(("since", "marked"), [("2026-03-07", True), ("2026-03-08", False)])
def test_an_adopted_reading_is_marked_only_once_it_applies(
    make_audit: Make, build: Build, since: str, marked: bool
) -> None:
    [table] = build(_audit(make_audit, adopted={"from": since}))["LIM-01"].readings
    assert [row.is_adopted for row in table.rows] == [False, marked]


def test_a_finding_that_rests_on_an_adopted_reading_says_so_beside_it(
    make_audit: Make, build: Build
) -> None:
    adopted = {
        "adopted_by": "DGJCMT",
        "on": "2026-01-02",
        "reference": "RD 7",
        "from": "2026-02-03",
    }
    audit = _audit(make_audit, adopted=adopted)
    audit["findings"][0]["reading_adopted"] = "high_row"
    text = page(build(audit)["LIM-01"], paper=False)
    assert (
        "Se juzga solo por la lectura «fila alta», adoptada por DGJCMT el 02/01/2026 (RD 7) "
        "y aplicable desde el 03/02/2026."
    ) in text


def test_a_finding_judged_by_every_reading_says_nothing_of_an_adopted_one(
    make_audit: Make, build: Build
) -> None:
    text = page(build(_audit(make_audit, adopted={"on": "2026-01-02"}))["LIM-01"], paper=False)
    assert "Se juzga solo" not in text
    assert "BLB-6.a: la lectura «fila alta», adoptada el 02/01/2026." in text
