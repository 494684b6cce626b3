"""A nightly run takes what arrived, judges what changed, and tells what is left."""

from __future__ import annotations

import json
import shutil
import time
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from prometheus_client.parser import text_string_to_metric_families

from auditor.errors import AuditorError
from auditor.nightly.config import Opening
from auditor.nightly.marks import VERDICTS
from auditor.nightly.told import lines, plain
from auditor.store.check import check
from auditor.store.manifest import sources
from tests.nightly.conftest import state_of

if TYPE_CHECKING:
    from auditor.evaluate.findings import Plain
    from tests.nightly.conftest import Place

CASINO, NIGHT = "LIMA-CENTRO", date(2005, 6, 18)
OF_NIGHT = [f"{CASINO}/{NIGHT}/{name}" for name in ("night.json", "index.html", "evidence")]


def test_a_delivery_is_taken_judged_and_reported_and_then_nothing_is_new(place: Place) -> None:
    place.deliver()
    first, second = place.run(), place.run()
    assert first.arrivals.taken == [(CASINO, "2005-06-18")]
    assert [mark["gaming_date"] for mark in first.reported] == ["2005-06-18"]
    assert (first.exit_code, second.exit_code) == (3, 0)  # the sample night has planted breaches
    assert (second.arrivals.taken, second.judging, second.reported) == ([], None, ())
    report = place.folder / "out" / CASINO / "2005-06-18"
    assert {"audit.json", "findings.parquet", "findings.csv", "index.html", "night.json"} <= {
        path.name for path in report.iterdir()
    }


def test_a_report_that_could_not_be_written_is_told_and_written_the_next_time(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_given: object, **_how: object) -> None:
        raise AuditorError("report.no_pango", reason="of this test")

    place.deliver()
    with monkeypatch.context() as patch:
        patch.setattr("auditor.report.forms.csv.write", fail)
        first, second = place.run(), place.run()
    third, fourth = place.run(), place.run()
    told = ["of this test" in "\n".join(lines(n, "es")) for n in (first, second, third, fourth)]
    assert told == [True, True, False, False]
    assert [night.exit_code for night in (first, second, third, fourth)] == [3, 4, 3, 0]
    assert (place.folder / "out" / CASINO / "2005-06-18" / "findings.csv").is_file()


@pytest.mark.parametrize("name", ["night.json", "audit.json", "findings.csv", "evidence"])
def test_what_lies_in_the_place_of_a_report_stops_no_other_night(place: Place, name: str) -> None:
    place.deliver()
    place.run()
    expected = state_of(place)
    report = place.config.out / CASINO / "2005-06-18"
    shutil.rmtree(report)
    report.mkdir()
    (report / name).touch() if name == "evidence" else (report / name).mkdir()
    night = place.run()
    assert f"{CASINO}, 2005-06-18" in "\n".join(lines(night, "es"))
    assert night.exit_code != 0
    (report / name).unlink() if name == "evidence" else (report / name).rmdir()
    place.run()
    assert state_of(place) == expected


@pytest.mark.parametrize("lost", [*OF_NIGHT, CASINO, "audit.json", ""])
def test_what_is_taken_away_of_the_reports_is_written_again_and_nothing_is_told_anew(
    place: Place, lost: str
) -> None:
    place.deliver()
    day = date(2005, 6, 20)
    first, expected = place.run(today=day), state_of(place)
    gone = place.config.out / lost
    gone.unlink() if gone.is_file() else shutil.rmtree(gone)
    again = place.run(today=day)
    assert again.deadlines == first.deadlines != ()
    assert (again.reported, state_of(place)) == ((), expected)
    assert place.run(today=day).judging is None


def test_each_finding_has_the_last_day_of_its_video(place: Place) -> None:
    place.deliver()
    night = place.run(today=date(2005, 6, 20))
    assert {(each.keep_until, each.days_left) for each in night.deadlines} == {
        (date(2005, 7, 3), 13)
    }
    assert any("13 days left" in line for line in lines(night, "en"))
    last = place.run(today=date(2005, 7, 2))
    assert any("(queda 1 día)" in line for line in lines(last, "es"))
    assert place.run(today=date(2005, 7, 3)).deadlines[0].days_left == 0
    assert place.run(today=date(2005, 7, 4)).deadlines == ()


def test_a_corrupt_file_goes_to_quarantine_with_its_reason_and_stops_no_other(
    place: Place,
) -> None:
    place.deliver()
    (place.inbox / "torn.xlsx").write_bytes(b"PK\x03\x04 no workbook")
    night = place.run()
    assert [each.name for each in night.quarantine] == ["torn.xlsx"]
    held = place.folder / "work" / "quarantine" / CASINO
    assert (held / "torn.xlsx").read_bytes() == b"PK\x03\x04 no workbook"
    told = json.loads((held / "torn.xlsx.reason.json").read_bytes())
    assert told["reason"]
    assert told["reason_en"]
    assert (CASINO, "2005-06-18") in night.arrivals.taken
    assert place.run().exit_code == 4  # until it is mended


def test_a_corrupt_file_among_others_of_its_delivery_stops_none_of_them(place: Place) -> None:
    folder = place.deliver()
    bad, good = folder / "bets.csv", (folder / "bets.csv").read_bytes()
    bad.write_bytes(b"\xff\xfe\x00broken")
    night = place.run()
    assert [each.name for each in night.quarantine] == ["2005-06-18/bets.csv"]
    found = {Path(entry.name).name for entry in sources(place.config.store)}
    assert {"sessions.csv", "hands.csv"} <= found
    assert "bets.csv" not in found
    bad.write_bytes(good)
    night = place.run()
    assert night.quarantine == ()
    assert "bets.csv" in {Path(entry.name).name for entry in sources(place.config.store)}


def test_no_delivery_has_the_place_of_another_s_reason(place: Place) -> None:
    bad = b"\xff\xfe\x00broken"
    names = ["bets.csv", "bets.csv.reason.json", "bets.csv.reason.json.held"]
    for name in names:
        (place.inbox / name).write_bytes(name.encode() + bad)
    assert sorted(each.name for each in place.run().quarantine) == names
    held = [p for p in (place.config.work / "quarantine" / CASINO).iterdir() if p.is_file()]
    copies = [p.read_bytes() for p in held if p.read_bytes().endswith(bad)]
    assert set(copies) == {name.encode() + bad for name in names}
    (place.inbox / names[1]).write_bytes(b'{"table":"bets","bet_id":"b1","hand_id":"h1"}\n')
    assert names[0] in {each.name for each in place.run().quarantine}


def test_a_mended_file_leaves_quarantine(place: Place) -> None:
    bad = place.inbox / "sessions.csv"
    bad.write_bytes(b"\xff\xfe\x00broken")
    assert place.run().quarantine
    bad.write_bytes((place.samples / "bling_bling" / "sessions.csv").read_bytes())
    night = place.run()
    assert (night.quarantine, night.arrivals.records) == ((), 1)


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ((1, 0, 2, 0), "1 infracción, 2 casos indeterminados"),
        ((2, 1, 0, 61), "2 infracciones, 1 observación, 61 comprobaciones no evaluables"),
        ((0, 0, 0, 0), "sin hallazgos"),
    ],
)
def test_the_summary_counts_what_is_there_in_the_singular_and_the_plural(
    place: Place, counts: tuple[int, ...], said: str
) -> None:
    mark: dict[str, Plain] = {
        "casino_id": "LIM-01",
        "gaming_date": "2026-03-07",
        "exit": 3,
        "tables": [],
        "verdicts": dict(zip(VERDICTS, counts, strict=True)),
    }
    told = [*lines(replace(place.run(), reported=(mark,)), "es")]
    assert f"LIM-01, 2026-03-07: {said}. Informe: LIM-01/2026-03-07" in told


def test_a_table_that_was_open_and_sent_nothing_is_named(place: Place) -> None:
    place.deliver()
    sent = place.run().reported[0]["tables"]
    assert isinstance(sent, list)
    opening = Opening((str(sent[0]), "SILENT-9"), date(2005, 6, 18), date(2005, 6, 18))
    inbox = replace(place.config.inboxes[0], openings=(opening,))
    night = place.run(inboxes=(inbox,))
    assert [(each.gaming_date, each.tables) for each in night.silent] == [(NIGHT, ("SILENT-9",))]
    assert any("SILENT-9" in line for line in lines(night, "es"))
    assert (night.reported, night.exit_code) == ((), 4)


def test_a_changed_file_that_is_not_declared_is_refused_and_what_was_taken_counts(
    place: Place,
) -> None:
    folder = place.deliver()
    place.run()
    before = [entry.sha256 for entry in sources(place.config.store)]
    bets = folder / "bets.csv"
    bets.write_text(bets.read_text("utf-8").replace("\n", "\n", 1) + "\n", "utf-8")
    night = place.run()
    assert [each.name for each in night.quarantine] == ["2005-06-18/bets.csv"]
    assert [entry.sha256 for entry in sources(place.config.store)] == before


def test_the_same_records_under_another_name_are_refused(place: Place) -> None:
    place.deliver()
    place.run()
    again = place.deliver("copy") / "hands.csv"
    again.write_text(again.read_text("utf-8") + "\n", "utf-8")
    night = place.run()
    assert {Path(each.name).parts[0] for each in night.quarantine} == {"copy"}
    assert check(place.config.store) == ()


def test_a_declared_correction_takes_the_place_of_what_was_taken(place: Place) -> None:
    folder = place.deliver()
    place.run()
    hands = folder / "hands.csv"
    lines_ = hands.read_text("utf-8").splitlines()
    hands.write_text("\n".join(lines_[:-1]) + "\n", "utf-8")
    (folder / "replaces.toml").write_text('[[replaces]]\nsource = "2005-06-18"\n', "utf-8")
    night = place.run()
    assert night.quarantine == ()
    found = {Path(entry.name).name: entry.records for entry in sources(place.config.store)}
    assert found["hands.csv"] == len(lines_) - 2
    assert check(place.config.store) == ()


def test_a_night_that_a_correction_moves_to_another_date_leaves_no_report(place: Place) -> None:
    folder = place.deliver()
    place.run()
    sessions = folder / "sessions.csv"
    sessions.write_text(sessions.read_text("utf-8").replace("2005-06-18,", "2005-06-17,"), "utf-8")
    (folder / "replaces.toml").write_text('[[replaces]]\nsource = "2005-06-18"\n', "utf-8")
    night = place.run()
    assert night.quarantine == ()
    reports = place.folder / "out" / CASINO
    assert [path.name for path in reports.iterdir()] == ["2005-06-17"]
    assert {each.gaming_date for each in night.deadlines} == {date(2005, 6, 17)}


def test_the_summary_is_written_as_data_and_in_words(place: Place) -> None:
    place.deliver()
    place.run()
    told = json.loads((place.folder / "out" / "nightly.json").read_bytes())
    assert told["run"]["exit"] == 3
    counts = {"records": 58, "rejected": 0}  # lines below the heads of its five logs
    assert told["arrivals"]["taken"] == [{"casino_id": CASINO, "delivery": "2005-06-18", **counts}]
    assert "INFRACCIONES" in (place.folder / "out" / "nightly.txt").read_text("utf-8")


def test_a_run_leaves_metrics(place: Place) -> None:
    place.deliver()
    (place.inbox / "torn.xlsx").write_bytes(b"PK\x03\x04 no workbook")
    path = place.folder / "metrics" / "auditor.prom"
    night = place.run(metrics=path)
    found = _metrics(path)
    assert found["exit_code",] == night.exit_code == 3
    assert found["deliveries", "taken"] == 1  # the other holds nothing but the torn file
    assert found["deliveries", "unmatched"] == found["deliveries", "replaced"] == 0
    assert found["deliveries", "quarantined"] == 1
    document = json.loads((place.folder / "out" / CASINO / "2005-06-18" / "audit.json").read_text())
    breaches = sum(each["verdict"] == "violation" for each in document["findings"])
    assert found["verdicts", CASINO, "violation"] == breaches > 0
    assert found["video_days_left", CASINO] == 13
    assert found["finished_timestamp_seconds",] == pytest.approx(time.time(), abs=600)
    assert {name[1] for name in found if name[0] == "step_seconds"} >= {"arrivals", "reports"}


def test_the_summary_tells_how_long_each_step_took(place: Place) -> None:
    place.deliver()
    place.run()
    told = json.loads((place.folder / "out" / "nightly.json").read_text())
    assert {"arrivals", "judge_changed", "reports"} <= {each["step"] for each in told["steps"]}
    assert all(each["seconds"] > 0 for each in told["steps"])


def _metrics(path: Path) -> dict[tuple[str, ...], float]:
    """Read metrics: name without its prefix and values of labels → figure."""
    return {
        (sample.name.removeprefix("auditor_nightly_"), *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(path.read_text("utf-8"))
        for sample in family.samples
    }


def test_a_night_of_which_a_table_did_not_come_says_so(place: Place) -> None:
    (place.deliver() / "bets.csv").unlink()
    night = place.run()
    (line,) = [each for each in lines(night, "es") if "«bets»" in each]
    assert (night.exit_code, "Puede que no haya llegado" in line) == (4, True)
    assert "It may not have come" in json.dumps(plain(night)["reported"])


def test_where_nothing_came_yet_nothing_is_judged_again(place: Place) -> None:
    place.run()
    assert place.run().judging is None
