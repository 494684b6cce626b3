"""A log says whose it is: whatever a casino is called, its night is judged, reported and told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from auditor.nightly.marks import OURS
from auditor.nightly.told import lines
from auditor.report.audit.folders import TAKEN
from tests.nightly.conftest import CASINO

if TYPE_CHECKING:
    from pathlib import Path

    from tests.nightly.conftest import Place

NAMES = [
    *("..", "../../up", "audit.json", "nightly.txt", "findings.parquet.tmp", ".audit.json.part"),
    *("2005-06-18", "a\\b", "%2E%2E", "=1+1"),
]


def _called(place: Place, name: str) -> None:
    """Deliver the sample night as that of a casino of another name."""
    folder = place.deliver()
    (folder / f"house-{CASINO}.toml").unlink()
    sessions = folder / "sessions.csv"
    sessions.write_text(sessions.read_text("utf-8").replace(CASINO, name), "utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_a_night_of_any_casino_is_told_and_its_report_is_where_the_summary_says(
    place: Place, tmp_path: Path, name: str
) -> None:
    _called(place, name)
    ours = {place.config.store, place.config.out, place.config.work, *tmp_path.iterdir()}
    night, again = place.run(), place.run()
    assert (night.exit_code, again.exit_code, again.judging) == (3, 0, None)
    (mark,) = night.reported
    assert (mark["casino_id"], mark["gaming_date"]) == (name, "2005-06-18")
    told = next(line for line in lines(night, "es") if "Informe: " in line)
    (report,) = place.config.out.glob("*/*/night.json")
    assert place.config.out / told.partition("Informe: ")[2] == report.parent
    assert {one.casino_id for one in again.deadlines} == {name}
    assert {*tmp_path.iterdir()} == ours


def test_no_casino_s_folder_is_a_file_that_a_run_writes_beside_them(place: Place) -> None:
    place.deliver()
    place.run(formats=("html", "csv"))
    written = {path.name for path in place.config.out.iterdir() if path.is_file()}
    assert written | TAKEN <= OURS


@pytest.mark.parametrize("sign", ["\u202e"])
def test_the_summary_s_file_shows_signs_that_turn_the_words_round(place: Place, sign: str) -> None:
    _called(place, f"{sign}ABC")
    place.run()
    text = (place.config.out / "nightly.txt").read_text("utf-8")
    assert (sign in text, f"\\u{ord(sign):04x}ABC" in text) == (False, True)
