"""The page of coverage: sentence by sentence, clause, status, rules and cases by kind."""

from __future__ import annotations

import html
import re

import pytest

from auditor.report.page.coverage import coverage_page
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


def test_a_row_tells_status_rule_and_cases(bridge: Coverage) -> None:
    page = coverage_page([bridge], lang="en")
    clause = page.index("<td><code>BRG-6A2</code></td>")
    row = page[clause : page.index("</tr>", clause)]
    assert "<td>automated</td>" in row
    assert "<td><code>BRG-6A2</code></td>" in row[row.index("automated") :]
    written = [placed.case for placed in cases_of(PACK)[0] if placed.case.rule == "BRG-6A2"]
    verdicts = [case.verdict for case in written]
    counts = [verdicts.count(word) for word in ("pass", "violation", "not_assessable")]
    assert re.findall(r'<td class="n">(\d+)</td>', row)[:3] == list(map(str, counts))


def test_what_no_sentence_brings_stands_apart(bridge: Coverage) -> None:
    page = coverage_page([bridge], lang="es")
    apart = page[page.index("Cláusulas que no citan el texto") :]
    assert "BRG-87" in apart
    assert "BRG-6A2" not in apart


def test_gaps_and_stale_rules_are_marked(bridge: Coverage) -> None:
    page = coverage_page([bridge], lang="es", stale=frozenset({"BRG-6A2"}), gaps=["falta <algo>"])
    assert "<li>falta &lt;algo&gt;</li>" in page
    assert "<code>BRG-6A2</code> <strong>revisar: el texto cambió</strong>" in page
