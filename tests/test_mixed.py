"""A folder of every kind of log in one run: each under its own norm, one report a casino."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from auditor.api import render, run

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.run.told.outcomes import Told

PHH = """variant = 'F7S'
ante_trimming_status = true
antes = [1, 1]
bring_in = 2
small_bet = 4
big_bet = 8
starting_stacks = [100, 100]
actions = ['d dh p1 AcAd9s', 'd dh p2 7h5c2d', 'p2 pb', 'p1 f']
event = 'Noche'
day = 5
month = 7
year = 2003
hand = 1
players = ['A', 'B']
finishing_stacks = [99, 101]
"""


def _mixed(sample_logs: Path, folder: Path) -> Path:
    """Put dice in CSV, bridge in PBN and stud in PHH into one folder."""
    shutil.copytree(sample_logs / "bling_bling", folder / "dados")
    shutil.copy(sample_logs / "bridge" / "torneo.pbn", folder)
    (folder / "mano.phh").write_text(PHH, "utf-8")
    return folder


def _games(document: Told) -> set[tuple[str, str]]:
    """Give the games of each casino of an audit."""
    told = document["casinos"]
    return {
        (str(casino["casino_id"]), str(game["game"]))
        for casino in (told if isinstance(told, list) else [])
        if isinstance(casino, dict) and isinstance(casino["games"], list)
        for game in casino["games"]
        if isinstance(game, dict)
    }


def test_a_mixed_folder_is_audited_each_game_under_its_own_norm(
    sample_logs: Path, tmp_path: Path
) -> None:
    _, result = run([_mixed(sample_logs, tmp_path / "noche")], tmp_path / "out")
    assert _games(result.document) == {
        ("LIMA-CENTRO", "bling_bling"),
        ("_", "bridge"),
        ("_", "stud7"),
    }
    judged = result.outcomes[result.outcomes["pass"] > 0]
    assert {"pe-2003-bling-bling", "pe-1999-poker", "wbf-2007-law-6"} <= set(judged["norm"])
    written = render(tmp_path / "out", formats=("html",))
    assert sum(path.name == "report.html" for path in written) == 2
