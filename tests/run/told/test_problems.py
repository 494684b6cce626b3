"""What was not judged is told, and no audit that checked nothing ends as one that conforms."""

from __future__ import annotations

import re
import shutil
from datetime import date
from typing import TYPE_CHECKING

import pytest

from auditor.api import AuditOptions, audit, ingest
from auditor.errors import UsageError
from auditor.texts import texts_of

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.run.told.outcomes import Told

HOUSE = 'casino_id = "{casino}"\njurisdiction = "PE"\n'


@pytest.fixture
def night(sample_logs: Path, tmp_path: Path) -> Path:
    """Copy the sample night of Bling Bling, of 18 June 2005, without its house file."""
    folder = tmp_path / "night"
    shutil.copytree(sample_logs / "bling_bling", folder)
    for each in folder.glob("house-*.toml"):
        each.unlink()
    return folder


def _document(night: Path, options: AuditOptions | None = None) -> Told:
    store = night.parent / "store"
    ingest([night], store)
    return audit(store, night.parent / "out", options=options).document


def _kinds(document: Told) -> dict[object, object]:
    problems = document["problems"]
    assert isinstance(problems, list)
    return {each["kind"]: each["exit"] for each in problems if isinstance(each, dict)}


def _exit(document: Told) -> object:
    run = document["run"]
    return run["exit"] if isinstance(run, dict) else None


def test_a_night_of_before_the_norm_does_not_end_as_conforming(night: Path) -> None:
    for path in night.glob("*.csv"):
        path.write_text(path.read_text("utf-8").replace("2005-06-18", "1999-06-18"), "utf-8")
    document = _document(night)
    assert (_exit(document), _kinds(document)["out_of_force"]) == (4, 4)


def test_a_night_without_a_date_does_not_end_as_conforming(night: Path) -> None:
    sessions = night / "sessions.csv"
    text = sessions.read_text("utf-8").replace("gaming_date,", "").replace("2005-06-18,PEN", "PEN")
    sessions.write_text(text, "utf-8")
    document = _document(night)
    problems = document["problems"]
    assert isinstance(problems, list)
    (told,) = [each for each in problems if isinstance(each, dict) and each["exit"] == 4]
    assert (_exit(document), told["kind"]) == (4, "nothing_by_law")
    assert ": gaming_date" in str(told["reason"])


@pytest.mark.parametrize("table", ["bets", "hands", "rolls"])
def test_a_night_of_which_a_table_did_not_come_does_not_end_as_conforming(
    night: Path, table: str
) -> None:
    (night / f"{table}.csv").unlink()
    document = _document(night)
    problems = document["problems"]
    assert isinstance(problems, list)
    told = [str(each) for each in problems if isinstance(each, dict) and each["kind"] == "not_come"]
    assert _exit(document) == 4
    assert [f"«{table}»: 1." in each for each in told] == [True]


def test_events_that_the_log_says_it_keeps_must_come(sample_logs: Path, tmp_path: Path) -> None:
    night = tmp_path / "night"
    shutil.copytree(sample_logs / "mini_bacara", night)
    (night / "events.csv").unlink()
    document = _document(night)
    found = document["findings"]
    assert isinstance(found, list)
    assert _kinds(document)["not_come"] == 4
    accused = {str(each["rule"]) for each in found if isinstance(each, dict)}
    assert accused & {"MIN-8", "MIN-11b.2"} == set()


def test_a_night_whose_norm_was_not_asked_for_does_not_end_as_conforming(night: Path) -> None:
    document = _document(night, AuditOptions(norms=("BRG",)))
    assert (_exit(document), _kinds(document)) == (4, {"not_asked": 4})


def test_a_night_judged_by_the_norm_asked_for_has_no_such_problem(night: Path) -> None:
    document = _document(night, AuditOptions(norms=("BLB",)))
    assert (_exit(document), _kinds(document)) == (3, {})


def test_the_record_alone_may_be_judged_and_the_report_says_that_no_law_was(night: Path) -> None:
    document = _document(night, AuditOptions(norms=("REC",)))
    assert (_exit(document), _kinds(document)) == (0, {"not_asked": 0})


def test_a_house_file_of_a_casino_that_is_not_there_is_told(night: Path) -> None:
    (night / "house-x.toml").write_text(HOUSE.format(casino="LIMA CENTR0"), "utf-8")
    document = _document(night)
    assert _kinds(document) == {"house_unused": 0}
    assert "house-LIMA CENTR0.toml es de la sala LIMA CENTR0" in str(document)


def test_a_house_file_is_not_told_as_unused_where_its_casino_was_not_asked_for(
    night: Path,
) -> None:
    (night / "house-x.toml").write_text(HOUSE.format(casino="OTRA"), "utf-8")
    document = _document(night, AuditOptions(casinos=("LIMA-CENTRO",)))
    assert _kinds(document) == {}


def test_a_gap_in_one_casino_s_record_is_told_of_that_casino_alone(
    night: Path, sample_logs: Path
) -> None:
    store, bacara = night.parent / "store", night.parent / "bacara"
    shutil.copytree(sample_logs / "bacara", bacara)
    hands = (bacara / "hands.csv").read_text("utf-8")
    assert ",400.00,20.00" in hands  # of one hand alone what was deducted is not logged
    (bacara / "hands.csv").write_text(hands.replace(",400.00,20.00", ",400.00,", 1), "utf-8")
    ingest([night, bacara], store)
    problems = audit(store, night.parent / "out").document["problems"]
    assert isinstance(problems, list)
    gaps = [each for each in problems if isinstance(each, dict) and each["kind"] == "gaps"]
    assert [(each["casino_id"], "BAC-8.15" in str(each["reason"])) for each in gaps] == [
        ("MIRAFLORES-EJEMPLO", True)
    ]


def test_the_report_has_a_word_for_each_kind_of_problem(repository: Path) -> None:
    run = repository / "auditor" / "run" / "told"
    texts = "".join((run / f"{name}.py").read_text("utf-8") for name in ("problems", "ingested"))
    kinds = re.findall(r'(?:_problem\(\s*|kind=)"(\w+)"', texts)
    assert len(kinds) > 8
    assert [kind for kind in kinds if f"problem_{kind}" not in texts_of("report")] == []


def test_dates_the_wrong_way_round_are_refused(tmp_path: Path) -> None:
    options = AuditOptions(first=date(2024, 9, 20), last=date(2024, 9, 10))
    with pytest.raises(UsageError, match="2024-09-20"):
        audit(tmp_path / "store", tmp_path / "out", options=options)
