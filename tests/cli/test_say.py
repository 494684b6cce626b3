"""What a command prints: each kind of reject once, whose each finding is, nothing hidden."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

import pytest

from auditor.cli.options import Lang
from auditor.cli.say import tell_result

if TYPE_CHECKING:
    from pathlib import Path

SESSIONS = "session_id,casino_id,table_id,game,gaming_date,currency\n"
HANDS = "hand_id,session_id,hand_no\n"
BETS = "bet_id,hand_id,kind,selection,stake,payout,payout_basis,roll_id\n"
ROLLS = "roll_id,hand_id,seq,d1,d2,d3,dealer_point,player_point\n"


@pytest.fixture
def night(tmp_path: Path) -> Path:
    """Write a night of two casinos."""
    return _night(tmp_path, casinos=["NORTE", "SUR"])


def _night(root: Path, *, casinos: list[str]) -> Path:
    """Write a night of casinos with a throw each, fila 2 paid one too little at each."""
    folder = root / "night"
    folder.mkdir()
    rows = {"sessions": SESSIONS, "hands": HANDS, "bets": BETS, "rolls": ROLLS}
    for casino in casinos:
        rows["sessions"] += f"S{casino},{casino},T1,bling_bling,2005-06-18,PEN\n"
        rows["hands"] += f"J{casino},S{casino},1\n"
        rows["rolls"] += f"R{casino},J{casino},1,2,5,2,5,9\n"
        rows["bets"] += f"A{casino}\x1b[2J,J{casino},fila,2,10.00,110.00,net,R{casino}\n"
    for name, text in rows.items():
        (folder / f"{name}.csv").write_text(text, "utf-8")
    return folder


def _run(program: str, night: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    out = ("--out", str(night.parent / "out"), "--format", "csv")
    command = [program, "run", str(night), *out, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_each_kind_of_reject_is_told_once_with_its_count(program: str, night: Path) -> None:
    with (night / "bets.csv").open("a", encoding="utf-8") as bets:
        bets.write("X1,JSUR,fila,2,1O,0,net,RSUR\nX2,JSUR,fila,2,2O,0,net,RSUR\n")
    told = _run(program, night).stderr
    (line,) = [each for each in told.splitlines() if "stake" in each]
    assert "rechazados 2; el primero, registro 3, columna stake: «1O»" in line


def test_a_reject_is_told_in_english(program: str, night: Path) -> None:
    with (night / "bets.csv").open("a", encoding="utf-8") as bets:
        bets.write("X1,JSUR,fila,2,1O,0,net,RSUR\n")
    told = _run(program, night, "--lang", "en").stderr
    assert "bets.csv: 1 rejected; the first, record 3, column stake: “1O”" in told


@pytest.mark.parametrize(("lang", "head"), [("es", "Registros rechazados"), ("en", "Records rej")])
def test_the_cells_of_a_reject_stand_under_their_names(
    program: str, night: Path, lang: str, head: str
) -> None:
    with (night / "bets.csv").open("a", encoding="utf-8") as bets:
        bets.write("X1,JSUR,fila,2,1O,0,net,RSUR\n")
    command = [program, "ingest", str(night), "--store", str(night.parent / "s"), "--lang", lang]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
    at = next(n for n, line in enumerate(told) if "1O" in line)
    assert told[at - 1].startswith(head)
    assert told[at].split("\t")[:4] == ["bets.csv", "3", "stake", "1O"]


def test_a_finding_says_at_which_casino_it_is_where_there_are_several(
    program: str, night: Path
) -> None:
    told = _run(program, night).stdout
    assert [line.split()[:3] for line in told.splitlines() if "BLB-6.a " in line] == [
        ["BLB-6.a", "NORTE", "T1"],
        ["BLB-6.a", "SUR", "T1"],
    ]


@pytest.mark.parametrize(("casinos", "told", "more"), [(4, 4, []), (6, 3, ["3"])])
def test_what_is_alike_at_many_casinos_is_told_of_the_first(
    program: str, tmp_path: Path, casinos: int, told: int, more: list[str]
) -> None:
    night = _night(tmp_path, casinos=[f"S{number}" for number in range(casinos)])
    sessions = night / "sessions.csv"
    sessions.write_text(sessions.read_text("utf-8").replace("2005-06", "1990-06"), "utf-8")
    said = _run(program, night).stderr
    assert said.count("cuando ninguna de sus normas regía") == told
    assert re.findall(r"y (\d+) líneas más como estas", said) == more


def test_what_is_of_no_casino_is_told_whole(capsys: pytest.CaptureFixture[str]) -> None:
    kinds: dict[str, object] = {"kind": "rule_not_run", "source": None, "casino_id": None}
    reasons = [f"La regla R-{number} no pudo ejecutarse." for number in range(9)]
    problems = [kinds | {"reason": reason} for reason in reasons]
    nothing: dict[str, object] = {key: [] for key in ("outcomes", "findings", "readings")}
    document = nothing | {"run": {"exit": 4}, "problems": problems}
    tell_result(document, [], lang=Lang.ES, as_json=False)
    assert capsys.readouterr().err.splitlines() == [f"- {reason}" for reason in reasons]


def test_an_id_cannot_clear_the_screen(program: str, night: Path) -> None:
    told = _run(program, night)
    assert ("\x1b" in told.stdout + told.stderr, r"ASUR\x1b[2J" in told.stdout) == (False, True)


def test_ingest_alone_names_the_columns_that_nobody_knows(program: str, night: Path) -> None:
    bets = night / "bets.csv"
    bets.write_text(bets.read_text("utf-8").replace("payout_basis", "base_rara"), "utf-8")
    command = [program, "ingest", str(night), "--store", str(night.parent / "store")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, "«base_rara»" in done.stderr) == (4, True)


def test_ingest_tells_what_of_before_counts_no_more(program: str, tmp_path: Path) -> None:
    bets = "bet_id,hand_id,kind,stake\nb1,JA,fila,10\n"
    nights = [f"{SESSIONS}SA,A,T1,bling_bling,2005-06-{day},PEN\n" for day in (18, 19)]
    for name, text in (("1", nights[0]), ("late", ""), ("2", nights[1])):
        folder = tmp_path / name
        folder.mkdir()
        logs = {"sessions": text, "hands": f"{HANDS}JA,SA,1\n"} if text else {"bets": bets}
        for table, rows in logs.items():
            (folder / f"{table}.csv").write_text(rows, "utf-8")
        command = [program, "ingest", str(folder), "--store", str(tmp_path / "store")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (
        done.returncode,
        "De bets.csv, leído antes, 1 registro ya no cuenta" in done.stderr,
    ) == (4, True)
