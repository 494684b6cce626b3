"""The page of coverage: sentence by sentence, clause, status, rules and cases by kind."""

from __future__ import annotations

import html
import re

import pytest

from auditor.report.coverage import coverage_page
from auditor.rulebook.cases import cases_of
from auditor.rulebook.coverage import Coverage, coverage_of
from auditor.rulebook.load import default_rules, load_packs

PACK = next(pack for pack in load_packs(default_rules())[0] if pack.norm.prefix == "BRG")


@pytest.fixture(name="bridge", scope="module")
def _bridge() -> Coverage:
    return coverage_of(PACK.norm, (placed.case for placed in cases_of(PACK)[0]))


@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_sentence_and_clause_stands_in_the_page(bridge: Coverage, lang: str) -> None:
    page = html.unescape(coverage_page([bridge], lang=lang))
    assert [each.text for each in bridge.sentences if each.text not in page] == []
    assert [
        each for each in PACK.norm.identity.clauses if f"<code>{each.id}</code>" not in page
    ] == []


def test_a_row_tells_status_reason_rule_and_cases(bridge: Coverage) -> None:
    page = html.unescape(coverage_page([bridge], lang="en"))
    row = next(line for line in page.splitlines() if "<code>BRG-6A2</code>" in line)
    after = page[page.index(row) :]
    assert "<td>automated</td>" in after[: after.index("</tr>")]
    cases = re.search(r"that passes: (\d+) · that fails: (\d+)", after)
    assert cases is not None
    passing = [placed for placed in cases_of(PACK)[0] if placed.case.rule == "BRG-6A2"]
    assert int(cases[1]) == sum(placed.case.verdict == "pass" for placed in passing)


def test_what_no_sentence_brings_stands_apart(bridge: Coverage) -> None:
    page = coverage_page([bridge], lang="es")
    apart = page[page.index("Cláusulas que no citan el texto") :]
    assert "BRG-87" in apart
    assert "BRG-6A2" not in apart


def test_gaps_and_stale_rules_are_marked(bridge: Coverage) -> None:
    page = coverage_page([bridge], lang="es", stale=frozenset({"BRG-6A2"}), gaps=["falta <algo>"])
    assert "<li>falta &lt;algo&gt;</li>" in page
    assert "<code>BRG-6A2</code> <strong>revisar: el texto cambió</strong>" in page
