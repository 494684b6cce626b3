"""Every rule of the packs can fire over the sample logs; dead ones that are planted are named."""

from __future__ import annotations

import csv
import json
import shutil
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest
from typer.testing import CliRunner

from auditor.api import ingest, run
from auditor.cli.main import app
from auditor.rulebook.load import default_rules, load_rulebook
from auditor.run.rulebook.alive import ALIVE, DEAD, UNSEEN, rules_alive
from auditor.run.rulebook.alive_told import alive_exit, alive_lines

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.run.rulebook.alive import RuleLife

PACK = "pe-2003-bling-bling"
PLANTED = {
    "whatever the stake": ("is_side_bet", "stake >= 0 OR stake < 0", DEAD),
    "whatever its distance": ("is_side_bet", "abs(stake - profit) >= 0", DEAD),
    "one thing and its contrary": ("is_side_bet AND NOT is_side_bet", "stake > 1", DEAD),
    "two kinds at once": ("kind = 'fila' AND kind = 'columna'", "stake > 1", DEAD),
    "above and below": ("stake > 1 AND stake < 0", "is_side_bet", DEAD),
    "asked and required": ("stake > 1", "stake >= 1", DEAD),
    "nothing required": ("is_side_bet", '"true"', DEAD),
    "a kind that was not bet": ("kind = 'x'", "stake > 0", UNSEEN),
    "three facts away": ("kind = 'x' AND selection = 'y'", "stake > 0", UNSEEN),
    "a stake of nothing": ("is_side_bet", "stake > 0", ALIVE),
    "a third of the stakes": ("is_side_bet", "stake + stake - 1 <> profit_due", ALIVE),
}  # fmt: skip
RULE = """
- id: BLB-6.0a.{number}
  clause: BLB-6.0a
  title: {{es: "{title}", en: "{title}"}}
  grain: bet
  kind: duty
  when: {when}
  require: {require}
  message: {{es: "{{subject}}", en: "{{subject}}"}}
  cases: cases/laterales.yaml
"""


@pytest.fixture(name="store", scope="module")
def _store(sample_logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("store")
    ingest([sample_logs], folder)
    return folder


@pytest.fixture(name="planted", scope="module")
def _planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy a pack and plant rules in it, numbered from 100."""
    folder = tmp_path_factory.mktemp("rules")
    shutil.copytree(default_rules() / PACK, folder / PACK)
    with (folder / PACK / "rules.yaml").open("a", encoding="utf-8") as file:
        for number, (title, (when, require, _)) in enumerate(PLANTED.items(), 100):
            file.write(RULE.format(number=number, title=title, when=when, require=require))
    return folder


@pytest.fixture(name="found", scope="module")
def _found(store: Path, planted: Path) -> dict[str, RuleLife]:
    wanted = tuple(f"BLB-6.0a.{number}" for number, _ in enumerate(PLANTED, 100))
    return {each.rule.title.en: each for each in rules_alive(store, rules=planted, wanted=wanted)}


@pytest.fixture(name="whole", scope="module")
def _whole(store: Path) -> tuple[RuleLife, ...]:
    return rules_alive(store)


def test_each_planted_rule_is_found_to_be_what_it_is(found: dict[str, RuleLife]) -> None:
    assert {title: each.state for title, each in found.items()} == {
        title: state for title, (_, _, state) in PLANTED.items()
    }


def test_the_subject_nearest_the_boundary_is_taken(
    found: dict[str, RuleLife], sample_logs: Path
) -> None:
    with (sample_logs / "bling_bling" / "bets.csv").open(encoding="utf-8") as file:
        bets = [row for row in csv.DictReader(file) if row["kind"] != "pass_line"]
    least = min(Decimal(row["stake"]) for row in bets)
    change = found["a stake of nothing"].life.change
    assert change is not None
    assert [(step.fact, step.was, step.became) for step in change.steps] == [("stake", least, 0)]
    assert change.subject in {row["bet_id"] for row in bets if Decimal(row["stake"]) == least}


def test_as_many_facts_are_changed_as_it_takes(found: dict[str, RuleLife]) -> None:
    change = found["three facts away"].life.change
    assert change is not None
    assert {step.fact: step.became for step in change.steps} == {
        "kind": "x",
        "selection": "y",
        "stake": 0,
    }


def test_no_rule_of_the_packs_is_dead(whole: tuple[RuleLife, ...]) -> None:
    assert [each.rule.id for each in whole if each.state == DEAD] == []
    assert {each.rule.id for each in whole} == {
        rule.id for norm in load_rulebook(default_rules()).norms for rule in norm.rules
    }
    assert alive_exit(whole) == 0


def test_a_rule_is_never_in_scope_exactly_where_no_row_is(whole: tuple[RuleLife, ...]) -> None:
    assert {each.state == UNSEEN for each in whole if not each.life.in_scope} == {True}
    assert {each.state == ALIVE for each in whole if each.life.in_scope} == {True}


def test_the_counts_of_each_part_add_up(whole: tuple[RuleLife, ...]) -> None:
    for each in whole:
        for part in each.life.parts:
            due = each.life.rows if part.of == "when" else each.life.in_scope
            assert part.true + part.false + part.unknown == due, (each.rule.id, part)


@pytest.mark.parametrize(
    ("rule", "fact", "column"),
    [
        ("BLB-9.1", "stake", "stake"),
        ("BLB-5.1", "profit", "payout"),
        ("BLB-6.0b", "placed_at", "placed_at"),
    ],
)
def test_the_change_made_in_the_log_makes_the_rule_fire(
    sample_logs: Path,
    tmp_path: Path,
    whole: tuple[RuleLife, ...],
    rule: str,
    fact: str,
    column: str,
) -> None:
    [found] = [each for each in whole if each.rule.id == rule]
    assert found.life.change is not None
    [step] = found.life.change.steps
    assert step.fact == fact
    subject = found.life.change.subject
    night = tmp_path / "night"
    shutil.copytree(sample_logs / "bling_bling", night)
    _write(night / "bets.csv", subject, column=column, cell=_cell(step.became))
    findings = run([night], tmp_path / "out")[1].findings
    assert subject in set(findings[findings["rule"] == rule]["subject"])


def _cell(value: object) -> str:
    """Write a value as the sample log does, its times those of Lima."""
    if isinstance(value, datetime):
        return f"{value.astimezone(ZoneInfo('America/Lima')):%Y-%m-%d %H:%M:%S}"
    return str(value)


def _write(path: Path, bet: str, *, column: str, cell: str) -> None:
    """Change one cell of one bet."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        if row["bet_id"] == bet:
            row[column] = cell
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)


@pytest.mark.parametrize(
    ("lang", "said"),
    [("es", "Reglas muertas, que ningún cambio"), ("en", "Dead rules, which no change of facts")],
)
def test_dead_rules_are_named_in_words(found: dict[str, RuleLife], lang: str, said: str) -> None:
    lines = list(alive_lines(tuple(found.values()), lang))
    assert lines[-1].startswith(said)
    assert lines[-1].count("BLB-6.0a.") == sum(state == DEAD for _, _, state in PLANTED.values())


def test_the_command_ends_with_four_where_a_rule_is_dead(store: Path, planted: Path) -> None:
    flags = ["--rules", str(planted), "--rule", "BLB-6.0a.100", "--json"]
    done = CliRunner().invoke(app, ["rules", "alive", "--store", str(store), *flags])
    [told] = json.loads(done.stdout)
    assert (done.exit_code, told["state"], told["change"]) == (4, "dead", None)


def test_the_command_ends_with_nought_where_none_is(store: Path, planted: Path) -> None:
    flags = ["--rules", str(planted), "--rule", "BLB-6.0a.109", "--lang", "en"]
    done = CliRunner().invoke(app, ["rules", "alive", "--store", str(store), *flags])
    assert done.exit_code == 0
    assert "if “stake” went from" in done.stdout
    assert done.stdout.splitlines()[-1] == "Rules: alive 1; never in scope in this store 0; dead 0."
