"""What a night's outcome hangs on: where any of it changes, the night is judged again."""

from __future__ import annotations

import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import pyarrow as pa
import pytest

from auditor.nightly.whole import whole_night
from auditor.run.again.fingerprint import fingerprints
from auditor.run.audited import AuditOptions, setting_of
from tests.nightly.conftest import CASINO, CORRECTION, TODAY

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from auditor.nightly.config import NightlyConfig
    from tests.nightly.conftest import Place

HOUSE = 'casino_id = "LIMA-CENTRO"\njurisdiction = "PE"\nzone = "America/Lima"\ncurrency = "PEN"\n'
ADOPTED = """[readings]
"BLB-6.0b" = { reading = "before_the_throw", adopted_by = "DGJCMT", on = 2003-06-01 }
"""
OTHERS = {
    "the jurisdiction": HOUSE.replace('"PE"', '"UY"'),
    "a reading that was adopted": HOUSE + ADOPTED,
}


def _told(out: Path) -> dict[str, bytes]:
    """Give what all audits below a folder wrote."""
    found = [*out.rglob("audit.json"), *out.rglob("findings.parquet")]
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in found}


def _from_scratch(place: Place, config: NightlyConfig) -> dict[str, bytes]:
    """Judge all that the store holds anew, as a first run would; gives what that wrote."""
    (place.folder / "nothing").mkdir(exist_ok=True)
    empty = [replace(each, address=str(place.folder / "nothing")) for each in config.inboxes]
    out, work = place.folder / "out-anew", place.folder / "work-anew"
    whole_night(replace(config, out=out, work=work, inboxes=tuple(empty)), TODAY)
    return _told(out)


def _hold_as_anew(place: Place, before: dict[str, bytes], **changed: object) -> None:
    """Run a night again; what it leaves is what judging all anew does, and not what was before."""
    config = replace(place.config, **changed)  # type: ignore[arg-type]  # fields
    whole_night(config, TODAY)
    now = _told(config.out)
    assert now == _from_scratch(place, config)
    for name in ("audit.json", f"{CASINO}/2005-06-18/audit.json"):
        assert now[name] != before[name]


def _judged(place: Place) -> dict[str, bytes]:
    """Deliver the sample night, and judge it."""
    place.deliver()
    place.run()
    return _told(place.config.out)


@pytest.mark.parametrize("what", OTHERS)
def test_it_hangs_on_what_the_house_declares(place: Place, what: str) -> None:
    house = place.folder / "house.toml"
    house.write_text(OTHERS[what], "utf-8")
    before = _judged(place)
    inbox = replace(place.config.inboxes[0], house=house)
    _hold_as_anew(place, before, inboxes=(inbox,), sha256="another")


@pytest.mark.parametrize("what", OTHERS)
def test_it_hangs_on_what_a_house_file_named_before_says_now(place: Place, what: str) -> None:
    house = place.folder / "house.toml"
    house.write_text(HOUSE, "utf-8")
    inbox = replace(place.config.inboxes[0], house=house)
    place = replace(place, config=replace(place.config, inboxes=(inbox,)))
    before = _judged(place)
    house.write_text(OTHERS[what], "utf-8")
    _hold_as_anew(place, before)


@pytest.mark.parametrize("is_alone", [False, True])
def test_it_hangs_on_a_house_file_that_came_with_another_delivery(
    place: Place, *, is_alone: bool
) -> None:
    before = _judged(place)
    later = place.inbox / "2005-06-19"
    later.mkdir()
    (later / "house-LIMA-CENTRO.toml").write_text(OTHERS["the jurisdiction"], "utf-8")
    if not is_alone:
        (later / "sessions.csv").write_text(_session("2005-06-19"), "utf-8")
    _hold_as_anew(place, before)


def test_it_hangs_on_the_rows_that_a_correction_changed(place: Place) -> None:
    before = _judged(place)
    night = place.inbox / "2005-06-18"
    bets = night / "bets.csv"
    bets.write_text(bets.read_text("utf-8").replace(",50.00,2005", ",51.00,2005"), "utf-8")
    (night / "replaces.toml").write_text(CORRECTION, "utf-8")
    _hold_as_anew(place, before)


def test_the_whole_hangs_on_what_could_not_be_read(place: Place) -> None:
    before = _judged(place)
    (place.inbox / "bad.xlsx").write_bytes(b"PK\x03\x04 no workbook")
    place.run()
    now = _told(place.config.out)
    assert now == _from_scratch(place, place.config)
    assert now["audit.json"] != before["audit.json"]


def test_it_hangs_on_what_the_whole_store_told_of_its_casino_alone(place: Place) -> None:
    place.deliver()
    place.run()
    setting = setting_of(place.config.store, AuditOptions(rules=place.config.rules))

    def prints(casino: str, deal: str) -> object:
        told = pa.table({"casino_id": [casino], "deal": [deal]})
        context = replace(setting.context, spans={"game": {"deals": told}})
        return fingerprints(replace(setting, context=context), setting.entries)

    assert prints(CASINO, "a") != prints(CASINO, "b")
    assert prints("another", "a") == prints("another", "b")


def _session(day: str) -> str:
    """Write a session of another night."""
    head = "session_id,casino_id,table_id,game,gaming_date"
    return f"{head}\nBB-{day},{CASINO},BLB-9,bling_bling,{day}\n"


def test_it_hangs_on_how_it_is_told(place: Place) -> None:
    _hold_as_anew(place, _judged(place), strict=True, sha256="another")


RULES: dict[str, Callable[[str], str]] = {
    "rules.yaml": lambda text: text.replace("kind: duty\n", "kind: advice\n"),
    "parameters.yaml": lambda text: text + "\n# another word\n",
    "due.sql": lambda text: text + "\n-- another word\n",
}


@pytest.mark.parametrize("name", RULES)
def test_it_hangs_on_the_rules(place: Place, name: str) -> None:
    rules = shutil.copytree(place.config.rules or place.folder, place.folder / "rules")
    place = replace(place, config=replace(place.config, rules=rules))
    before = _judged(place)
    path = rules / "pe-2003-bling-bling" / name
    text = path.read_text("utf-8")
    path.write_text(RULES[name](text), "utf-8")
    assert path.read_text("utf-8") != text
    _hold_as_anew(place, before)


def test_it_hangs_on_a_rejected_record_that_came_with_another_delivery(place: Place) -> None:
    _deliver_rejects(place, "2005-06-20", hand="other")
    before = _judged(place)
    _deliver_rejects(place, "2005-06-19", hand="J01")
    _hold_as_anew(place, before)


def _deliver_rejects(place: Place, day: str, *, hand: str) -> None:
    """Deliver another night, with a throw of some hand whose die is none."""
    folder = place.inbox / day
    folder.mkdir()
    (folder / "sessions.csv").write_text(_session(day), "utf-8")
    head = "roll_id,hand_id,seq,at,shooter_seat,shooter_id,d1,d2,d3"
    row = f"Z{day},{hand},9,,1,ana,x,1,1"
    (folder / "rolls.csv").write_text(f"{head}\n{row}\n", "utf-8")


def test_it_hangs_on_the_program(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    before = _judged(place)
    for module in ("auditor.nightly.state", "auditor.run.again.fingerprint"):
        monkeypatch.setattr(f"{module}.program_sha256", lambda: "another")
    again = place.run().judging
    assert again is not None
    assert (again.judged, again.partitions) == (1, 1)
    assert _told(place.config.out) == before


def test_it_hangs_on_no_rejected_record_of_another_casino(place: Place) -> None:
    before = _judged(place)
    _deliver_rejects(place, "2005-06-19", hand="J01")
    lost = shutil.copytree(place.inbox / "2005-06-19", place.folder / "other" / "2005-06-19")
    shutil.rmtree(place.inbox / "2005-06-19")
    (lost / "sessions.csv").unlink()
    inbox = replace(place.config.inboxes[0], casino_id="OTHER", address=str(lost.parent))
    night = place.run(inboxes=(*place.config.inboxes, inbox))
    assert night.arrivals.counts["OTHER", "2005-06-19"] == (1, 1)
    assert night.judging
    assert night.judging.judged == 0
    own = f"{CASINO}/2005-06-18/audit.json"
    assert _told(place.config.out)[own] == before[own]
