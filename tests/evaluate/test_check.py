"""What a rule's expressions come to is held against what is done with them."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from auditor.evaluate.check import rulebook_faults
from auditor.rulebook.load import default_rules

if TYPE_CHECKING:
    from pathlib import Path

NORM = "pe-2003-bling-bling"
RULE = """
- id: BLB-6.0a.9
  clause: BLB-6.0a
  title: {{es: "una", en: "one"}}
  grain: bet
  kind: duty
  when: is_side_bet
  require: stake > 0
  at_stake: {at_stake}
  message: {{es: "no", en: "no"}}
  cases: cases/laterales.yaml
"""


def _told(folder: Path, at_stake: str) -> list[tuple[str, str]]:
    shutil.copytree(default_rules() / NORM, folder / NORM)
    with (folder / NORM / "rules.yaml").open("a", encoding="utf-8") as rules:
        rules.write(RULE.format(at_stake=at_stake))
    return [(each.es, each.en) for each in rulebook_faults(folder, cases=False)[1]]


@pytest.mark.parametrize("at_stake", ["player_id", "stake > 0"])
def test_what_is_no_number_cannot_be_at_stake(tmp_path: Path, at_stake: str) -> None:
    ((es, en),) = _told(tmp_path, at_stake)
    assert f"«{at_stake}» no es un importe" in es
    assert f"“{at_stake}” is no amount" in en


def test_rules_that_were_sound_are_looked_at_anew_once_they_change(tmp_path: Path) -> None:
    assert not _told(tmp_path, "stake - 1")
    path = tmp_path / NORM / "rules.yaml"
    path.write_text(path.read_text("utf-8").replace("stake - 1", "player_id"), "utf-8")
    assert len(rulebook_faults(tmp_path, cases=False)[1]) == 1


def test_an_amount_may_be_at_stake(tmp_path: Path) -> None:
    assert not _told(tmp_path, "stake - 1")
