"""Two editions of a norm, and the rulebook of an earlier day: which law judges which night.

By hand: at 12 to 1 a row bet of 10 wins 120 and one of 20 wins 240; at 11 to 1, 110 and 220. The
sample night pays 120 on the bets A02 and A24 of 10, and 220 on A18 of 20.
"""

from __future__ import annotations

import json
import shutil
from datetime import date
from typing import TYPE_CHECKING

import pytest

from auditor.api import AuditOptions, audit, ingest
from auditor.compare.difference import compare
from auditor.evaluate.check import rulebook_faults
from auditor.run.rulebook.rulebook import rules_tested

if TYPE_CHECKING:
    from pathlib import Path

FIRST, SECOND = "pe-2003-bling-bling", "pe-2010-bling-bling"
RULE = "BLB-6.a"
AT_TWELVE, AT_ELEVEN = {"A18"}, {"A02", "A24"}


@pytest.fixture(name="stores", scope="module")
def _stores(sample_logs: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    """Ingest the sample night as one of 2005, and again as one of 2012."""
    folder = tmp_path_factory.mktemp("nights")
    for year in (2005, 2012):
        shutil.copytree(sample_logs / "bling_bling", folder / str(year))
        for path in (folder / str(year)).glob("*.csv"):
            path.write_text(path.read_text("utf-8").replace("2005-06-18", f"{year}-06-18"), "utf-8")
        ingest([folder / str(year)], folder / f"store-{year}")
    return {year: folder / f"store-{year}" for year in (2005, 2012)}


@pytest.fixture(name="rules")
def _rules(rules_dir: Path, tmp_path: Path) -> Path:
    """Copy the rulebook's norm."""
    shutil.copytree(rules_dir / FIRST, tmp_path / "rules" / FIRST)
    return tmp_path / "rules"


@pytest.fixture(name="editions")
def _editions(rules: Path) -> Path:
    """Add an edition in force from 2010 on, whose rows pay 11 to 1."""
    shutil.copytree(rules / FIRST, rules / SECOND)
    _edit(rules / FIRST / "norm.yaml", "  to: null", "  to: 2009-12-31")
    _edit(rules / SECOND / "norm.yaml", f"id: {FIRST}", f"id: {SECOND}")
    _edit(rules / SECOND / "norm.yaml", "from: 2003-06-06", "from: 2010-01-01")
    _edit(rules / SECOND / "norm.yaml", 'edition: "2003"', 'edition: "2010"')
    _edit(
        rules / SECOND / "parameters.yaml",
        'value: "12", clause: BLB-6.a',
        'value: "11", clause: BLB-6.a',
    )
    numbers = rules / SECOND / "parameters.yaml"
    text = numbers.read_text("utf-8").replace("from: 2003-06-06", "from: 2010-01-01")
    numbers.write_text(text, "utf-8")
    return rules


def _edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def _corrected(rules: Path) -> None:
    """Write that rows were thought to pay 11 to 1 until April 2026, and are known to pay 12."""
    _edit(
        rules / FIRST / "parameters.yaml",
        '{from: 2003-06-06, value: "12", clause: BLB-6.a}',
        '{from: 2003-06-06, value: "11", clause: BLB-6.a, known: {to: 2026-03-31}}, '
        '{from: 2003-06-06, value: "12", clause: BLB-6.a, known: {from: 2026-04-01}}',
    )


def _due_corrected(rules: Path) -> None:
    """Write that until April 2026 a row was due one stake less, by a fact that is there no more."""
    norm = rules / FIRST
    shutil.copy(norm / "due.sql", norm / "due-2026-03.sql")
    _edit(
        norm / "due-2026-03.sql",
        "SELECT *, CASE WHEN bet_wins THEN stake * odds",
        "SELECT *, CASE WHEN bet_wins THEN stake * (odds - 1) WHEN NOT bet_wins THEN -stake END "
        "AS profit_thought_due, CASE WHEN bet_wins THEN stake * odds",
    )
    _edit(
        norm / "norm.yaml",
        "prefix:",
        "due_before: [{file: due-2026-03.sql, known: {to: 2026-03-31}}]\nprefix:",
    )
    first, _, rest = (norm / "rules.yaml").read_text("utf-8").partition(f"- id: {RULE}\n")
    now, _, others = rest.partition("\n- id: ")
    then = now.replace("profit = profit_due", "profit = profit_thought_due")
    (norm / "rules.yaml").write_text(
        f"{first}- id: {RULE}\n  known: {{to: 2026-03-31}}\n{then}\n"
        f"- id: {RULE}\n  known: {{from: 2026-04-01}}\n{now}\n- id: {others}",
        "utf-8",
    )


def _told(store: Path, rules: Path, *, day: date | None = None) -> dict[str, object]:
    out = rules.parent / "out"
    audit(store, out, options=AuditOptions(rules=rules, as_known_at=day))
    told: dict[str, object] = json.loads((out / "audit.json").read_text("utf-8"))
    return told


def _found(told: dict[str, object]) -> dict[str, set[str]]:
    """Give, by norm, the bets on which the rule of the rows found a violation."""
    found: dict[str, set[str]] = {}
    findings = told["findings"]
    assert isinstance(findings, list)
    for each in findings:
        if each["rule"] == RULE:
            found.setdefault(each["norm"], set()).add(each["subject"])
    return found


def _run(told: dict[str, object]) -> dict[str, object]:
    run = told["run"]
    assert isinstance(run, dict)
    return run


def test_the_gaming_date_picks_the_edition(stores: dict[int, Path], editions: Path) -> None:
    assert _found(_told(stores[2005], editions)) == {FIRST: AT_TWELVE}
    assert _found(_told(stores[2012], editions)) == {SECOND: AT_ELEVEN}


def test_an_edition_not_yet_known_judges_nothing(stores: dict[int, Path], editions: Path) -> None:
    _edit(editions / SECOND / "norm.yaml", "prefix:", "known: {from: 2026-04-01}\nprefix:")
    before = _told(stores[2012], editions, day=date(2026, 3, 31))
    assert (_found(before), _run(before)["exit"]) == ({}, 4)
    assert _found(_told(stores[2012], editions, day=date(2026, 4, 1))) == {SECOND: AT_ELEVEN}


def test_a_corrected_value_judges_as_known_on_the_day(stores: dict[int, Path], rules: Path) -> None:
    _corrected(rules)
    assert _found(_told(stores[2005], rules, day=date(2026, 3, 31))) == {FIRST: AT_ELEVEN}
    assert _found(_told(stores[2005], rules, day=date(2026, 4, 1))) == {FIRST: AT_TWELVE}
    assert _found(_told(stores[2005], rules)) == {FIRST: AT_TWELVE}


def test_what_was_due_is_reckoned_as_known_on_the_day(stores: dict[int, Path], rules: Path) -> None:
    _due_corrected(rules)
    assert rulebook_faults(rules)[1] == ()
    assert _found(_told(stores[2005], rules, day=date(2026, 3, 31))) == {FIRST: AT_ELEVEN}
    assert _found(_told(stores[2005], rules, day=date(2026, 4, 1))) == {FIRST: AT_TWELVE}
    assert _found(_told(stores[2005], rules)) == {FIRST: AT_TWELVE}


def test_a_difference_tells_that_what_was_due_was_reckoned_otherwise(
    stores: dict[int, Path], rules: Path
) -> None:
    _due_corrected(rules)
    for name, day in (("then", date(2026, 3, 31)), ("now", None)):
        audit(stores[2005], rules.parent / name, options=AuditOptions(rules=rules, as_known_at=day))
    found = compare(rules.parent / "then", rules.parent / "now")
    (change,) = [
        each
        for each in found.findings
        if (each.finding["rule"], each.finding["subject"]) == (RULE, "A02")
    ]
    assert (change.how, [each.kind for each in change.causes]) == (
        "vanishes",
        ["rule", "due", "asked"],
    )


def test_a_value_unknown_on_the_day_leaves_what_needs_it_not_assessable(
    stores: dict[int, Path], rules: Path
) -> None:
    _corrected(rules)
    _edit(
        rules / FIRST / "parameters.yaml",
        "known: {to: 2026-03-31}",
        "known: {from: 2025-01-01, to: 2026-03-31}",
    )
    told = _told(stores[2005], rules, day=date(2024, 1, 1))
    outcomes = told["outcomes"]
    assert isinstance(outcomes, list)
    (outcome,) = [each for each in outcomes if each["rule"] == RULE]
    told_of = [outcome[word] for word in ("pass", "violation", "not_assessable")]
    assert told_of == [1, 0, 3]  # the row bet that loses is collected at any odds


def test_the_audit_says_of_which_day_and_which_rulebook_it_is(
    stores: dict[int, Path], rules: Path
) -> None:
    told = _told(stores[2005], rules, day=date(2026, 3, 31))
    run = _run(told)
    assert "Judged by the rulebook as it was known on 2026-03-31" in str(told["assumptions_en"])
    assert (run["as_known_at"], len(str(run["rules_hash"]))) == ("2026-03-31", 64)
    assert "as_known_at" not in _run(_told(stores[2005], rules))


def test_the_cases_of_a_rule_no_longer_known_are_run_as_it_was_known(rules: Path) -> None:
    last = "known: {to: 2026-03-31}"
    _edit(rules / FIRST / "rules.yaml", "- id: BLB-6.e\n", f"- id: BLB-6.e\n  {last}\n")
    held, failures = rules_tested(rules, None, lang="es")
    assert failures == []
    assert held > 0
