"""The README's example of a rule: added as it says, it is judged, and its cases hold."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
NORM = "pe-2003-bling-bling"
RULE = "BLB-6.0a.9"


@pytest.fixture(scope="module")
def rulebook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the rulebook and add the README's rule and cases to it."""
    rules = tmp_path_factory.mktemp("readme") / "rules"
    shutil.copytree(ROOT / "rules", rules)
    rule, cases = re.findall(r"^```yaml\n(.*?)^```", add_a_rule(), re.DOTALL | re.MULTILINE)
    (file,) = re.findall(r"cases: (cases/\S+)", rule)
    append(rules / NORM / "rules.yaml", rule)
    append(rules / NORM / file, cases)
    return rules


def add_a_rule() -> str:
    """Give the README's section on adding a rule."""
    return (ROOT / "README.md").read_text("utf-8").split("## Add a rule\n")[1].split("\n## ")[0]


def append(file: Path, text: str) -> None:
    """Add a text at the end of a file."""
    file.write_text(f"{file.read_text('utf-8').rstrip()}\n{text}", "utf-8")


def auditor(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the program."""
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=False)


def test_the_rulebook_with_the_rule_has_no_fault(program: str, rulebook: Path) -> None:
    checked = auditor(program, "rules", "check", "--rules", str(rulebook))
    assert (checked.returncode, checked.stderr) == (0, "")


def test_the_cases_of_the_rule_hold(program: str, rulebook: Path) -> None:
    tested = auditor(program, "rules", "test", "--norm", "BLB", "--rules", str(rulebook))
    assert tested.returncode == 0, tested.stdout + tested.stderr


def test_the_rule_is_judged_and_stands_in_the_report(
    program: str, rulebook: Path, tmp_path: Path
) -> None:
    logs = str(ROOT / "sample_logs" / "bling_bling")
    done = auditor(program, "run", logs, "--rules", str(rulebook), "--out", str(tmp_path))
    assert done.returncode in {0, 3, 4}, done.stderr
    told = json.loads((tmp_path / "audit.json").read_text("utf-8"))
    (outcome,) = [each for each in told["outcomes"] if each["rule"] == RULE]
    assert outcome["pass"] > 0
    pages = [page.read_text("utf-8") for page in tmp_path.glob("*/report.html")]
    assert any("Una apuesta lateral pone dinero en juego" in page for page in pages)
