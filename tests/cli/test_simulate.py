"""`auditor simulate` writes what it is asked for, says so, and refuses what it cannot read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from auditor.cli.main import app
from auditor.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path


def simulate(*words: str) -> str:
    result = CliRunner().invoke(app, ["simulate", *words], catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_it_says_what_was_written_and_planted(tmp_path: Path) -> None:
    out = tmp_path / "logs"
    told = simulate("bridge", "--out", str(out), "--hands", "60", "--plant", "BRG-6F=0.2")
    planted = (out / "planted.csv").read_text("utf-8").splitlines()[1:]
    assert f"Infracciones plantadas: {len(planted)}, de 1 reglas" in told
    assert f"boards {len((out / 'boards.csv').read_text('utf-8').splitlines()) - 1}" in told
    assert {line.split(",")[0] for line in planted} == {"BRG-6F"}
    assert (out / "house-CLUB-01.toml").is_file()


def test_a_lawful_night_plants_nothing_and_says_so(tmp_path: Path) -> None:
    told = simulate("bling_bling", "--out", str(tmp_path), "--hands", "5", "--lang", "en")
    assert "No violation was planted" in told
    assert (tmp_path / "planted.csv").read_text("utf-8") == "rule,casino_id,subject,verdict\n"


def test_a_rule_that_found_no_place_is_named(tmp_path: Path) -> None:
    told = simulate("bridge", "--out", str(tmp_path), "--hands", "3", "--plant", "BRG-6D2=1")
    assert "BRG-6D2" in told


@pytest.mark.parametrize("text", ["MIN-10a", "MIN-10a=much", "MIN-10a=2", "=0.1"])
def test_a_rate_that_is_none_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="REGLA=PROPORCIÓN"):
        simulate("mini_bacara", "--out", str(tmp_path), "--plant", text)
