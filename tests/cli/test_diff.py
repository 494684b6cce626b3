"""`auditor diff`: the same night audited twice, by the same rules and by others."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from auditor.api import AuditOptions, audit, ingest

if TYPE_CHECKING:
    from pathlib import Path

NORM = "pe-2003-bling-bling"


@pytest.fixture(name="audits", scope="module")
def _audits(sample_logs: Path, rules_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Audit a night, audit it again, by a changed rule, without a bet; give the folder of all."""
    root = tmp_path_factory.mktemp("diff")
    shutil.copytree(rules_dir / NORM, root / "rules" / NORM)
    shutil.copytree(sample_logs / "bling_bling", root / "night")
    ours = AuditOptions(rules=root / "rules")
    ingest([root / "night"], root / "store")
    for out in ("old", "again"):
        audit(root / "store", root / out, options=ours)
    bets = root / "night" / "bets.csv"
    lines = bets.read_text("utf-8").splitlines(keepends=True)
    bets.write_text("".join(line for line in lines if not line.startswith("A18,")), "utf-8")
    ingest([root / "night"], root / "store-2")
    audit(root / "store-2", root / "less", options=ours)
    rules = root / "rules" / NORM / "rules.yaml"
    rules.write_text(rules.read_text("utf-8").replace("kind: duty", "kind: advice"), "utf-8")
    audit(root / "store", root / "mild", options=ours)
    return root


def _diff(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, "diff", *arguments], capture_output=True, text=True, check=False
    )


def test_the_same_inputs_and_rules_give_no_difference(program: str, audits: Path) -> None:
    done = _diff(program, str(audits / "old"), str(audits / "again" / "audit.json"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "Sin diferencias: mismas condiciones, mismos hallazgos, mismas cuentas.\n"


def test_a_bet_taken_away_is_an_input_that_changed(program: str, audits: Path) -> None:
    done = _diff(program, str(audits / "old"), str(audits / "less"), "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, [each["kind"] for each in told["causes"]]) == (4, ["input"])
    gone = {each["subject"] for each in told["findings"] if each["how"] == "vanishes"}
    assert "A18" in gone
    assert told["causes"][0]["es"].startswith("La entrada bets.csv tiene otro contenido: ")


def test_a_bet_put_back_brings_its_violation_back(program: str, audits: Path) -> None:
    assert _diff(program, str(audits / "less"), str(audits / "old")).returncode == 3


def test_a_duty_made_advice_changes_a_violation_to_an_observation(
    program: str, audits: Path
) -> None:
    done = _diff(program, str(audits / "old"), str(audits / "mild"), "--lang", "en")
    assert done.returncode == 4
    assert "  Rule BLB-6.a changed: kind: «duty» → «advice»." in done.stdout.splitlines()
    assert "      verdict: violation → observation" in done.stdout.splitlines()


def test_a_rulebook_of_another_day_was_asked(program: str, audits: Path) -> None:
    command = [program, "audit", "--store", str(audits / "store"), "--out", str(audits / "then")]
    subprocess.run([*command, "--as-known-at", "2026-03-31"], check=False, capture_output=True)
    done = _diff(program, str(audits / "then"), str(audits / "then"))
    assert done.returncode == 0
    told = json.loads(_diff(program, str(audits / "old"), str(audits / "then"), "--json").stdout)
    assert "Se pidió otra cosa, as_known_at: — → 2026-03-31." in [
        cause["es"] for cause in told["causes"]
    ]


def test_what_is_no_audit_ends_with_two(program: str, tmp_path: Path) -> None:
    done = _diff(program, str(tmp_path), str(tmp_path))
    spanish, english = done.stderr.splitlines()
    assert (done.returncode, "se espera la carpeta" in spanish, "is expected" in english) == (
        2,
        True,
        True,
    )
