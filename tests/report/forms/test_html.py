from __future__ import annotations

import re
import tomllib
from html.parser import HTMLParser
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from auditor.report.audit.read import HandRows
from auditor.report.forms.html import page
from auditor.report.model.report import Limits

if TYPE_CHECKING:
    from collections.abc import Callable

    from auditor.report.model.report import CasinoReport

    Make = Callable[[int], dict[str, Any]]
    Build = Callable[..., dict[str, CasinoReport]]

HOSTILE = (
    "\"'><script>alert(1)</script><img src=http://evil.test/x onerror=alert(2)>{{7919*7}}{%raw%}&"
)
VOID = {"meta", "img", "br", "input", "link", "hr"}


class Seen(HTMLParser):
    """What a page holds: its elements with their attributes, and whether they nest."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def poisoned(node: Any, *, keep: frozenset[str] = frozenset()) -> Any:  # noqa: ANN401
    """Put the hostile text into every text of an audit but the keys kept."""
    if isinstance(node, dict):
        return {k: v if k in keep else poisoned(v, keep=keep) for k, v in node.items()}
    if isinstance(node, list):
        return [poisoned(part, keep=keep) for part in node]
    return f"{node}{HOSTILE}" if isinstance(node, str) else node


KEPT = frozenset(
    {"at_stake", "verdict", "at", "from", "to", "gaming_date", "first_date", "last_date"}
)


@pytest.mark.parametrize("paper", [True, False])
def test_no_text_of_an_audit_can_become_markup(make_audit: Make, build: Build, paper: bool) -> None:
    audit = poisoned(make_audit(40), keep=KEPT)
    for report in build(audit).values():
        seen = Seen(page(report, paper=paper))
        kinds = [script["type"] for script in seen.named("script")]
        assert kinds == ([] if paper else ["application/json", "module"])
        assert not [a for _, attributes in seen.elements for a in attributes if a.startswith("on")]
        assert all(str(image["src"]).startswith("data:") for image in seen.named("img"))
        assert all(str(link["href"]).startswith("#") for link in seen.named("a"))


def test_no_sign_that_cannot_be_seen_reaches_a_page(make_audit: Make, build: Build) -> None:
    audit = make_audit(3)
    for finding in audit["findings"]:
        finding["subject"] = "A18\u202e001\x1b[2J"
        finding["message"] = "le corresponde \u202e00.1"
    for report in build(audit).values():
        text = page(report, paper=False)
        assert set("\u202e\x1b") & set(text) == set()
    assert r"le corresponde \u202e00.1" in text


def test_no_text_of_an_audit_is_run_as_a_template(make_audit: Make, build: Build) -> None:
    audit = poisoned(make_audit(3), keep=KEPT)
    text = page(next(iter(build(audit).values())), paper=False)
    assert "{{7919*7}}" in text
    assert str(7919 * 7) not in text


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("count", [0, 1, 40])
def test_a_page_is_well_formed_and_says_its_language(
    make_audit: Make, build: Build, *, count: int, lang: str
) -> None:
    for report in build(make_audit(count), lang=lang).values():
        seen = Seen(page(report, paper=False))
        assert seen.open == []
        assert seen.named("html") == [{"lang": lang}]


def test_a_page_reads_without_a_network(make_audit: Make, build: Build) -> None:
    text = page(build(make_audit(40))["LIM-01"], paper=False)
    assert not re.findall(r"(?:src|href|url\()\s*=?\s*[\"']?(?:https?:|//|file:)", text)
    assert not Seen(text).named("link")


def test_the_policy_of_a_page_lets_nothing_in_but_itself(make_audit: Make, build: Build) -> None:
    seen = Seen(page(build(make_audit(3))["LIM-01"], paper=False))
    (told,) = (each["content"] for each in seen.named("meta") if "http-equiv" in each)
    parts = dict(part.split(" ", 1) for part in str(told).split("; "))
    assert parts.pop("script-src").startswith("'sha256-")
    nothing = dict.fromkeys(("default-src", "base-uri", "form-action"), "'none'")
    assert parts == {**nothing, "img-src": "data:", "style-src": "'unsafe-inline'"}


def test_headings_go_down_one_level_at_a_time(make_audit: Make, build: Build) -> None:
    for report in build(make_audit(40)).values():
        names = [tag for tag, _ in Seen(page(report, paper=False)).elements]
        levels = [int(name[1]) for name in names if re.fullmatch(r"h[1-6]", name)]
        assert levels[0] == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))


def test_every_table_has_a_caption_and_headers_with_scope(make_audit: Make, build: Build) -> None:
    seen = Seen(page(build(make_audit(40))["LIM-01"], paper=False))
    named = [table for table in seen.named("table") if table.get("aria-label")]
    assert len(seen.named("caption")) + len(named) == len(seen.named("table"))
    assert all(header.get("scope") in {"row", "col"} for header in seen.named("th"))


def test_every_picture_has_words(make_audit: Make, build: Build) -> None:
    audit = make_audit(40)
    place = ("LIM-01", audit["findings"][0]["hand_id"])
    roll = {"roll_id": "r1", "d1": "2", "d2": "3", "d3": "4"}
    hand = HandRows(*place, game="bling_bling", rolls=(roll,))
    report = build(audit, hands={place: hand})["LIM-01"]
    pictures = Seen(page(report, paper=False)).named("img")
    assert len(pictures) == 3  # a die each
    assert all(picture["alt"] for picture in pictures)


def test_links_lead_to_places_that_are_there(make_audit: Make, build: Build) -> None:
    seen = Seen(page(build(make_audit(40))["LIM-01"], paper=False))
    ids = [attributes["id"] for _, attributes in seen.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert {f"#{name}" for name in ids} >= {link["href"] for link in seen.named("a")}


def test_a_clean_audit_says_so_and_has_no_empty_sections(make_audit: Make, build: Build) -> None:
    text = page(build(make_audit(0))["LIM-01"], paper=False)
    assert "Sin hallazgos: no se halló ninguna infracción" in text
    assert "Restitución por persona" not in text
    assert 'class="explorer"' not in text


def test_an_audit_that_judged_nothing_does_not_say_that_all_is_well(
    make_audit: Make, build: Build
) -> None:
    audit = make_audit(0)
    for outcome in audit["casinos"][0]["outcomes"]:
        outcome |= {"pass": 0, "not_assessable": outcome["total"], "out_of_scope": 0}
    text = page(build(audit)["LIM-01"], paper=False)
    assert "este informe no dice que los registros sean conformes" in text
    assert "Sin hallazgos" not in text


def test_an_audit_that_judged_only_the_record_does_not_say_that_all_is_well(
    make_audit: Make, build: Build
) -> None:
    audit = make_audit(0)
    outcomes = audit["casinos"][0]["outcomes"]
    for outcome in outcomes:
        outcome |= {"pass": 0, "not_assessable": 0, "out_of_scope": outcome["total"]}
    outcomes.append({**outcomes[0], "norm": "record", "rule": "REC-1", "total": 9, "pass": 9})
    text = page(build(audit)["LIM-01"], paper=False)
    assert "Ninguna comprobación contra la ley pudo hacerse" in text
    assert "Sin hallazgos" not in text


@pytest.mark.parametrize(
    ("added", "colour"),
    [
        ({"rejects": [], "problems": []}, "good"),
        ({"problems": [{"kind": "not_assessable", "reason": "x", "exit": 0}]}, "good"),
        ({"problems": [{"kind": "out_of_force", "reason": "x", "exit": 4}]}, "open"),
        ({"rejects": [{"source": "bets.csv", "record": 1, "reason": "x"}]}, "open"),
        ({"rejects": [{"source": "b.csv", "record": 1, "reason": "x", "copy": True}]}, "open"),
    ],
)
def test_a_result_is_green_only_where_nothing_is_open(
    make_audit: Make, build: Build, added: dict[str, Any], colour: str
) -> None:
    audit = make_audit(0) | {"rejects": [], "problems": []} | added
    assert f'class="result {colour}"' in page(build(audit)["LIM-01"], paper=False)


def test_a_rule_without_a_case_is_out_of_scope_and_not_passed(
    make_audit: Make, build: Build
) -> None:
    audit = make_audit(0)
    outcome = audit["casinos"][0]["outcomes"][0]
    outcome |= {"pass": 0, "not_assessable": 0, "out_of_scope": outcome["total"]}
    assert "fuera de alcance, 0 de 1\u202f043" in page(build(audit)["LIM-01"], paper=False)


def test_what_is_cut_is_said_with_its_count_money_and_file(make_audit: Make, build: Build) -> None:
    limits = Limits(detailed=1, listed=2, rejects=5, players=5)
    report = build(make_audit(300), limits=limits)["LIM-01"]
    rule = report.findings[0].articles[0].rules[0]
    text = page(report, paper=True)
    assert f"Se muestran 4 de {rule.total} hallazgos" in text  # the gravest, and three
    amounts = [f"{line.amount:,.2f}".replace(",", "\u202f") for line in rule.omitted_money]
    assert amounts
    assert all(amount in text for amount in amounts)
    assert "findings.csv, adjunto a este PDF" in text


def test_each_finding_shows_law_amounts_source_and_video(make_audit: Make, build: Build) -> None:
    text = page(build(make_audit(1))["LIM-01"], paper=False)
    assert "«el pago será de 12 a 1»" in text
    assert "La norma exigía" in text
    assert "bets.csv, registro 1, huella aaaaaaaaaaaa…" in text
    assert "Pedir antes del 22/03/2026 que se conserve" in text


def test_what_the_house_file_leaves_out_is_a_blank_marked_as_such(
    make_audit: Make, build: Build
) -> None:
    text = page(build(make_audit(0))["LIM-01"], paper=False)
    assert text.count('<span class="blank">por completar</span>') == 4


def test_the_same_audit_gives_the_same_bytes(make_audit: Make, build: Build) -> None:
    pages = {page(build(make_audit(40))["LIM-01"], paper=False) for _ in range(2)}
    assert len(pages) == 1


def test_every_text_that_a_template_asks_for_is_there() -> None:
    known = tomllib.loads(files("auditor.texts").joinpath("report.toml").read_text("utf-8"))
    folder = files("auditor.report").joinpath("templates")
    names = [*folder.iterdir(), *folder.joinpath("sections").iterdir()]
    asked = {
        key
        for template in names
        if template.name.endswith(".j2")
        for key in re.findall(r"\bt\(\"(\w+)\"[,)]", template.read_text("utf-8"))
    }
    assert asked
    assert asked <= set(known)
    assert all(set(text) == {"es", "en"} for text in known.values())


def test_findings_in_a_list_bear_what_was_decided_of_them(make_audit: Make, build: Build) -> None:
    audit = make_audit(9)
    waiver = {"rule": "BLB-6.a", "reason": "r", "approved_by": "La jefa", "reference": "R-1"}
    for finding in audit["findings"]:
        finding["waiver"] = {**waiver, "from": "2026-01-01", "until": "2026-12-31"}
        finding["review"] = {
            "finding": finding["id"], "decision": "confirmed", "by": "Rojas", "on": "2026-03-20",
            "reply": "Se corrigió",
        }  # fmt: skip
    limits = Limits(detailed=0, listed=5, rejects=5, players=5)
    text = page(build(audit, limits=limits)["LIM-01"], paper=True)
    assert text.count("Confirmado por Rojas, 20/03/2026.") == 3
    assert text.count("Respuesta de la parte: Se corrigió") == 3
    assert text.count("Dispensado por La jefa hasta el 31/12/2026 (R-1): r") == 3


def test_readings_that_agree_are_told_once(make_audit: Make, build: Build) -> None:
    audit = make_audit(1)
    both = [{"id": name, "verdict": "violation", "at_stake": "5"} for name in ("exact", "nearest")]
    audit["findings"][0]["readings"] = both
    text = page(build(audit)["LIM-01"], paper=False)
    assert "Las 2 lecturas defendibles del texto coinciden: infracción." in text
    assert text.count("Según cada lectura del texto") == 1  # of the window, which is empty


def test_readings_that_differ_are_told_each_with_its_money(make_audit: Make, build: Build) -> None:
    audit = make_audit(1)
    audit["findings"][0] |= {
        "verdict": "indeterminate",
        "readings": [
            {"id": "exact", "verdict": "violation", "at_stake": "-5"},
            {"id": "nearest", "verdict": "pass", "at_stake": "0"},
        ],
    }
    text = page(build(audit)["LIM-01"], paper=False)
    assert 'Exacto</th><td>Infracción</td><td class="n">S/\u00a05.00</td>' in text
    assert "A la ficha más cercana</th><td>Conforme</td>" in text
