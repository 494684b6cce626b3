"""The page in a browser: filters, sorting, keyboard, replays, and who can read it."""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from playwright.sync_api import Page

    from tests.report.forms.conftest import Opened

    Open = Callable[..., Opened]

pytestmark = pytest.mark.tool("chromium")
NEAREST = "A la ficha más cercana"
CAUSE = "BLB-9.1 · 1. Redondeo <1>"
PHONE = {"viewport": {"width": 360, "height": 740}}
# Each filter, and what a finding of the audit is sought by; the words of the page are built here.
SOUGHT: Mapping[str, Callable[[dict[str, Any]], str]] = {
    "verdict": lambda f: {"violation": "Infracción", "observation": "Observación"}.get(
        f["verdict"], "Indeterminado"
    ),
    "article": lambda f: f"BLB art. {'6' if f['rule'] == 'BLB-6.a' else '9'}",
    "rule": lambda f: (
        "BLB-6.a · La fila que gana se paga 12 a 1"
        if f["rule"] == "BLB-6.a"
        else "BLB-9.1 · Las apuestas respetan los límites"
    ),
    "table": lambda f: str(f["table_id"]),
    "dealer": lambda f: str(f["dealer_id"]),
    "owed": lambda f: "el jugador" if f["at_stake"] else "—",
}


@pytest.mark.parametrize("name", list(SOUGHT))
def test_a_filter_leaves_as_many_findings_as_the_audit_has(open_page: Open, name: str) -> None:
    opened = open_page()
    due = Counter(map(SOUGHT[name], opened.audit["findings"]))
    assert opened.options(name) == due
    for words, number in due.items():
        opened.choose(name, words)
        assert (words, opened.count()) == (words, number)


def test_day_currency_and_what_is_new_are_filters_too(open_page: Open) -> None:
    opened = open_page()
    with_money = sum(bool(f["at_stake"]) for f in opened.audit["findings"])
    assert opened.options("day") == {"07/03/2026": 40}
    assert opened.options("currency") == {"S/": with_money, "—": 40 - with_money}
    assert opened.options("since") == {"—": 40}  # of an audit that was compared with none


def test_a_cause_that_findings_share_is_a_filter_too(open_page: Open) -> None:
    opened = open_page()
    due = sum(f.get("cause") == "Redondeo <1>" for f in opened.audit["findings"])
    assert opened.options("cause")[CAUSE] == due == 5
    opened.choose("cause", CAUSE)
    assert opened.count() == due


def test_filters_are_taken_together_and_can_be_cleared(open_page: Open) -> None:
    opened = open_page()
    page, found = opened.page, opened.audit["findings"]
    opened.choose("table", "LIM-01-T2")
    opened.choose("dealer", "D3")
    due = [f for f in found if f["table_id"] == "LIM-01-T2" and f["dealer_id"] == "D3"]
    assert opened.count() == len(due) > 0
    page.locator(".clear").click()
    assert opened.count() == len(found)


def test_words_are_sought_without_accents_or_capitals(open_page: Open) -> None:
    opened = open_page()
    opened.seek("LIMITES p003")
    assert opened.count() == 2  # findings 3, 14, 25 and 36 are of P003; the odd ones are of limits
    opened.seek("nada de esto")
    assert opened.count() == 0


def test_money_is_filtered_and_added_up_exactly(open_page: Open) -> None:
    opened = open_page()
    page = opened.page
    page.locator("[name=least]").fill("14.50")
    stakes = [(f["verdict"], Decimal(f["at_stake"] or 0)) for f in opened.audit["findings"]]
    due = [(verdict, stake) for verdict, stake in stakes if stake >= Decimal("14.50")]
    total = sum(stake for verdict, stake in due if verdict == "violation")
    assert opened.count() == len(due)
    assert f"el jugador: S/\u00a0{total:.2f} (infracción)" in (
        page.locator(".explorer .status").text_content() or ""
    )


@pytest.mark.parametrize(
    ("column", "cell", "value", "falls"),
    [
        ("stake", ".c-stake span:first-child", "at_stake", True),
        ("dealer", ".c-dealer", "dealer_id", False),
        ("table", ".c-table span:first-child", "table_id", False),
        ("when", ".c-when .muted", "at", False),
    ],
)
def test_a_heading_sorts_and_turns_the_order(
    open_page: Open, column: str, cell: str, value: str, *, falls: bool
) -> None:
    opened = open_page()
    page, found = opened.page, [f[value] or "" for f in opened.audit["findings"]]
    for turned in (falls, not falls):
        page.locator(f".head [data-sort={column}]").click()
        shown = page.locator(f".shown {cell}").all_text_contents()[:20]
        due = sorted(found, reverse=turned)[:20]
        words = {"stake": lambda text: f"S/\u00a0{text}" if text else "—", "when": _hour}
        assert shown == [words.get(column, str)(each) for each in due]


def test_verdicts_are_sorted_by_their_weight(open_page: Open) -> None:
    page = open_page().page
    for due in (["Infracción"] * 16, ["Observación"] * 8 + ["Indeterminado"] * 8):
        page.locator(".head [data-sort=verdict]").click()
        assert page.locator(".shown .c-verdict").all_text_contents()[:16] == due


def _hour(at: str) -> str:
    return at[11:19]


def test_the_list_is_walked_by_keyboard(open_page: Open) -> None:
    page = open_page().page
    page.locator(".grid").focus()
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert page.locator("dialog .at").text_content() == "3 de 40"
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    assert page.locator("dialog .id").text_content() == "f00000006LIM"
    page.keyboard.press("Escape")
    assert not page.locator("dialog").is_visible()
    assert page.locator(".grid").get_attribute("aria-activedescendant") == "row-3"
    page.keyboard.press("End")
    assert page.locator(".grid").get_attribute("aria-activedescendant") == "row-39"
    assert page.locator("#row-39").is_visible()


def test_the_list_is_walked_by_the_page_too(open_page: Open) -> None:
    page = open_page().page
    grid = page.locator(".grid")
    grid.focus()
    places = []
    for key in ("PageDown", "ArrowUp", "PageUp", "PageDown", "Home"):
        page.keyboard.press(key)
        row = grid.get_attribute("aria-activedescendant") or ""
        places.append(int(row.removeprefix("row-")))
    first, *rest = places
    assert first > 1
    assert rest == [first - 1, 0, first, 0]
    page.keyboard.press("Space")
    assert page.locator("dialog .at").text_content() == "1 de 40"


def test_a_finding_opens_with_all_that_the_audit_says_of_it(open_page: Open) -> None:
    opened = open_page()
    page, second = opened.page, opened.audit["findings"][2]
    page.locator("#row-0").click()
    page.locator("dialog [data-go='1']").click()
    text = page.locator("dialog").inner_text()
    told = (second["message"], second["hand_id"], second["subject"], "P002", "D2", "12.50")
    assert [each for each in told if each not in text] == []
    assert "La página guarda el paso a paso" in text
    page.locator("dialog .to-law").click()
    assert not page.locator("dialog").is_visible()


@pytest.mark.parametrize("number", [0, 38])
def test_a_hand_that_the_audit_kept_opens_on_its_replay(open_page: Open, number: int) -> None:
    opened = open_page()
    page = opened.page
    opened.seek(f"H{number:04d}")
    page.locator("#row-0").click()
    assert "P007 apuesta S/\xa010.00 a " in page.locator("dialog .replay .broken").inner_text()
    assert not page.locator("dialog .no-replay").is_visible()


def test_readings_that_agree_stand_in_a_list(open_page: Open) -> None:
    page = open_page().page
    page.locator("[name=text]").fill("H0003")
    page.locator("[name=text]").press("Enter")
    page.locator("#row-0").click()
    readings = page.locator("dialog .readings tbody th")
    assert readings.nth(0).locator("li").all_text_contents() == ["Exacto", NEAREST]
    assert readings.nth(1).text_content() == "Other"


def test_what_the_audit_says_never_becomes_markup(open_page: Open) -> None:
    opened = open_page()
    page = opened.page
    opened.choose("cause", CAUSE)
    page.locator("#row-0").click()
    assert CAUSE in (page.locator("dialog .cause").text_content() or "")


def test_twenty_thousand_findings_are_drawn_as_they_come_into_sight(open_page: Open) -> None:
    opened = open_page(20_000)
    page, found = opened.page, opened.audit["findings"]
    assert opened.count() == len(found)
    page.locator(".head [data-sort=when]").click()
    page.locator(".grid").focus()
    page.keyboard.press("End")
    by_law = sorted(found, key=lambda f: str(f["rule"]))
    last = max(reversed(by_law), key=lambda f: str(f["at"]))
    assert page.locator("#row-19999 .c-table .muted").text_content() == last["hand_id"]
    assert page.locator(".shown .row").count() < 60
    opened.choose("dealer", "D1")
    assert opened.count() == sum(f["dealer_id"] == "D1" for f in found)
    opened.seek("p003")
    assert opened.count() == sum(f["dealer_id"] == "D1" and f["player_id"] == "P003" for f in found)


def test_without_a_script_the_page_reads_whole(open_page: Open) -> None:
    opened = open_page(java_script_enabled=False)
    page = opened.page
    assert not page.locator(".explorer").is_visible()
    text = page.locator("section.findings").inner_text()
    assert [f["subject"] for f in opened.audit["findings"] if f["subject"] not in text] == []


@pytest.mark.parametrize(
    ("lang", "count", "scheme", "look"),
    [
        ("es", 40, "dark", PHONE),
        ("en", 40, "light", {}),
        ("es", 1, "light", PHONE),
        ("en", 1, "dark", PHONE),
    ],
    ids=["es-40-phone", "en-40", "es-1-phone", "en-1-phone"],
)
def test_anybody_can_read_the_page(
    open_page: Open, *, lang: str, count: int, scheme: str, look: dict[str, Any]
) -> None:
    opened = open_page(count, lang, color_scheme=scheme, **look)
    page = opened.page
    page.locator("details.choices").evaluate("details => { details.open = true; }")
    assert _faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#row-0").click()
    assert _faults(page) == []
    page.keyboard.press("Escape")
    opened.seek("B01")
    assert opened.count() == sum("B01" in each["subject"] for each in opened.audit["findings"])
    opened.seek("nothing that is there")
    assert opened.count() == 0
    assert _faults(page) == []


@pytest.mark.parametrize(("scheme", "is_dark"), [("light", False), ("dark", True)])
def test_the_page_is_dark_where_its_reader_is(
    open_page: Open, scheme: str, *, is_dark: bool
) -> None:
    page = open_page(1, color_scheme=scheme).page
    paper = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    red, green, blue = map(int, re.findall(r"\d+", str(paper)))
    assert (red + green + blue < 3 * 128) == is_dark


@pytest.mark.parametrize(("count", "lang"), [(0, "es"), (0, "en"), (20_000, "es"), (2_000, "en")])
def test_anybody_can_read_a_page_of_any_size(open_page: Open, count: int, lang: str) -> None:
    assert _faults(open_page(count, lang, **PHONE).page) == []


@pytest.mark.parametrize("lang", ["es", "en"])
def test_no_verdict_of_the_list_is_cut(open_page: Open, lang: str) -> None:
    opened = open_page(lang=lang, viewport={"width": 1100, "height": 900})
    badges = opened.page.locator(".grid .badge")
    cut = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    assert badges.count() > 3  # the 40 findings have each of the three verdicts
    assert badges.evaluate_all(cut) == []


@pytest.mark.parametrize("width", [760, 1000, 1400])
def test_no_column_of_the_list_is_out_of_sight(open_page: Open, width: int) -> None:
    grid = open_page(viewport={"width": width, "height": 800}).page.locator(".grid")
    assert grid.evaluate("grid => grid.scrollWidth - grid.clientWidth") == 0


def _faults(page: Page) -> list[str]:
    """Name what axe finds serious or critical."""
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:120]}"
        for each in found
        if each["impact"] in {"serious", "critical"}
    ]
