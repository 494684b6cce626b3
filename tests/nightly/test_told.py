"""The summary in words: what it says is so, it says what to do, and it leaves nothing out."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from auditor.nightly.config import CasinoInbox
from auditor.nightly.told import lines, plain

if TYPE_CHECKING:
    from tests.nightly.conftest import Place

CASINO = "LIMA-CENTRO"


def test_the_same_night_delivered_twice_is_told_as_known_and_not_as_no_nights(place: Place) -> None:
    def deliver(name: str) -> list[str]:
        folder = place.deliver(name)
        for beside in ("README.md", "expected.csv"):  # no logs: told of in the store
            (folder / beside).unlink()
        return list(lines(place.run(), "es"))

    first, second = deliver("2005-06-18"), deliver("again")
    assert "Noches juzgadas de nuevo: 1 de 1." in "\n".join(first)
    assert "se había tomado ya" in second[1]
    assert not any("0 de 0" in line for line in second)


def test_a_delivery_whose_records_were_rejected_is_named_with_how_many(place: Place) -> None:
    rolls = place.deliver() / "rolls.csv"
    head, first, *rest = rolls.read_text("utf-8").splitlines()
    broken = first.replace(first.split(",")[0], "", 1)  # without its roll_id it cannot be read
    rolls.write_text("\n".join([head, broken, *rest]) + "\n", "utf-8")
    logs = ("sessions", "hands", "bets", "rolls", "events")
    folder = place.inbox / "2005-06-18"
    records = sum(len((folder / f"{log}.csv").read_text("utf-8").splitlines()) - 1 for log in logs)
    night = place.run()
    assert f"«2005-06-18» se rechazaron 1 de {records} registros" in "\n".join(lines(night, "es"))
    where = {"casino_id": CASINO, "delivery": "2005-06-18"}
    arrivals = plain(night)["arrivals"]
    assert isinstance(arrivals, dict)
    assert arrivals["taken"] == [where | {"records": records, "rejected": 1}]


def test_findings_whose_video_is_past_its_days_are_told_when_they_are_reported(
    place: Place,
) -> None:
    place.deliver()
    night = place.run(
        today=date(2005, 7, 4)
    )  # kept until 2005-07-03: 15 days from the 18th of June
    (told,) = (line for line in lines(night, "es") if "2005-07-03" in line)
    assert "cuyo video solo debía conservarse hasta el" in told
    assert {each.days_left for each in night.lapsed} == {-1}
    assert len(night.lapsed) == len(plain(night)["lapsed"])  # type: ignore[arg-type]  # plain data
    assert place.run(today=date(2005, 7, 5)).lapsed == ()


def test_files_of_a_delivery_held_for_one_reason_are_one_line_with_what_to_do(
    place: Place,
) -> None:
    changed = place.deliver()
    place.run()
    copy = shutil.copytree(changed, place.inbox / "other")
    hands = copy / "hands.csv"
    hands.write_text("\n".join(hands.read_text("utf-8").splitlines()[:-1]) + "\n", "utf-8")
    night = place.run()
    held = [line for line in lines(night, "es") if "en cuarentena" in line]
    assert (len(night.quarantine) > 1, len(held)) == (True, 1)
    assert f"({len(night.quarantine)} archivos)" in held[0]
    assert any("Para que algo salga de la cuarentena" in line for line in lines(night, "es"))


def test_an_inbox_out_of_reach_is_told_by_its_casino_and_nothing_as_new(place: Place) -> None:
    away = CasinoInbox("AWAY", str(place.folder / "not there"))
    config = replace(place.config, inboxes=(away,))
    told = list(lines(place.run(inboxes=config.inboxes), "es"))
    assert any(line.startswith("AWAY: su buzón no se pudo leer") for line in told)
    assert not any("«»" in line or "Nada nuevo" in line for line in told)


def test_a_replaces_file_that_is_not_right_is_told_by_its_name_in_the_inbox(place: Place) -> None:
    (place.deliver() / "replaces.toml").write_text("[[replaces]\n", "utf-8")
    (told,) = place.run().arrivals.failed
    assert "«2005-06-18/replaces.toml»" in told.reason_es


def test_records_of_no_known_night_leave_the_run_open_and_are_told(place: Place) -> None:
    (place.inbox / "bets.csv").write_text("bet_id,kind,stake\nX1,fila,5\nX2,fila,5\n", "utf-8")
    night = place.run()
    assert (night.reported, night.exit_code) == ((), 4)
    assert "de «bets.csv» se rechazaron 2 de 2 registros" in "\n".join(lines(night, "es"))
    assert place.run().exit_code == 0


def test_a_gaming_date_that_is_still_to_come_is_told(place: Place) -> None:
    place.deliver()
    place.run(today=date(2005, 6, 16))
    night = place.run(today=date(2005, 6, 16))
    assert (night.ahead, night.exit_code) == (((CASINO, date(2005, 6, 18)),), 4)
    (told,) = (line for line in lines(night, "es") if "es posterior a la de hoy" in line)
    assert told.startswith(f"{CASINO}, 2005-06-18:")
    assert plain(night)["ahead"] == [{"casino_id": CASINO, "gaming_date": "2005-06-18"}]
    assert place.run(today=date(2005, 6, 17)).ahead == ()  # tomorrow it may be there already
