"""The rows inside a report hang on what was taken in, not on its order or what came between."""

from __future__ import annotations

import json
import re
import shutil
from itertools import permutations
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest

from auditor.api import AuditOptions, IngestOptions, audit, ingest
from auditor.dossier.again import audited_again
from auditor.store.manifest import sources
from tests.nightly.conftest import CASINO, CORRECTION

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tests.nightly.conftest import Place

OTHER = "CUSCO-1"
LATE = ("bets.csv", "rolls.csv")
TABLES = ("sessions.csv", "hands.csv", "rolls.csv", "bets.csv", "events.csv")


def _delivery(place: Place, folder: Path, names: Iterable[str], *, casino: str = CASINO) -> Path:
    """Make a delivery of some files of the sample night, of one casino or another."""
    folder.mkdir(parents=True)
    for name in (*names, f"house-{CASINO}.toml"):
        text = (place.samples / "bling_bling" / name).read_text("utf-8")
        if casino != CASINO:  # its hands have other ids
            text = re.sub(r"\bJ(?=\d)", "K", text).replace(CASINO, casino)
        (folder / name.replace(CASINO, casino)).write_text(text, "utf-8")
    return folder


def _evidence(folder: Path) -> dict[str, bytes]:
    """Give every file of the evidence below a folder."""
    files = (path for path in folder.rglob("*") if path.is_file() and "evidence" in path.parts)
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def _audited(place: Place, store: Path) -> dict[str, bytes]:
    """Audit a store, and give the evidence."""
    out = store.with_suffix(".out")
    audit(store, out, options=AuditOptions(rules=place.config.rules))
    return _evidence(out)


def test_whatever_comes_first_or_together_the_evidence_is_the_same(
    place: Place, tmp_path: Path
) -> None:
    early = tuple(name for name in TABLES if name not in LATE)
    apart = [
        (_delivery(place, tmp_path / "a" / "x" / "night", early).parent, CASINO),
        (_delivery(place, tmp_path / "b" / "x" / "night", LATE).parent, CASINO),
        (_delivery(place, tmp_path / "c" / "y" / "night", TABLES, casino=OTHER).parent, OTHER),
    ]
    together = (_delivery(place, tmp_path / "d" / "x" / "night", TABLES).parent, CASINO)
    orders = [*permutations(apart), (together, apart[2])]
    stores = [_taken(order, tmp_path / f"store{n}") for n, order in enumerate(orders)]
    keys = [{entry.key for entry in sources(store)} for store in stores]
    assert keys[0] != keys[-1]  # what the store calls them does hang on it
    first, *others = [_audited(place, store) for store in stores]
    assert {f"evidence/{each}/logs.zip" for each in (CASINO, OTHER)} <= first.keys()
    assert all(each == first for each in others)


def _taken(order: Iterable[tuple[Path, str]], store: Path) -> Path:
    """Take deliveries of casinos into a store, one after another."""
    for folder, casino in order:
        ingest([folder], store, options=IngestOptions(casino_id=casino))
    return store


def test_rows_that_find_their_place_in_several_steps_stand_as_if_all_had_come_at_once(
    place: Place, tmp_path: Path
) -> None:
    parts = _three_parts(place, tmp_path / "all" / "in")
    for part in parts:
        shutil.copytree(part, tmp_path / part.name / "in" / part.name)
    steps = _taken(((tmp_path / part.name, CASINO) for part in parts), tmp_path / "steps")
    once = _taken([(tmp_path / "all", CASINO)], tmp_path / "once")
    numbers = [{len(entry.files) for entry in sources(store)} for store in (steps, once)]
    assert numbers == [{1, 2}, {1}]
    assert _audited(place, steps) == _audited(place, once)


def _three_parts(place: Place, folder: Path) -> list[Path]:
    """Deliver bets before their hands, and every other hand after the rest."""
    early = tuple(name for name in TABLES if name not in LATE)
    named = (("a", LATE), ("b", early), ("c", ("hands.csv",)))
    late, first, second = [_delivery(place, folder / name, files) for name, files in named]
    _with_faults(late / "bets.csv")
    for number, part in enumerate((first, second)):
        head, *rows = (part / "hands.csv").read_text("utf-8").splitlines(keepends=True)
        (part / "hands.csv").write_text("".join([head, *rows[number::2]]), "utf-8")
    return [late, first, second]


def _with_faults(bets: Path) -> None:
    """Let the last bet be none, which is seen at once, and one before it stand twice."""
    head, *rows = bets.read_text("utf-8").splitlines(keepends=True)
    assert rows[-1].count(",5.00,") == 1
    rows = [*rows[:3], rows[2], *rows[3:-1], rows[-1].replace(",5.00,", ",five,")]
    bets.write_text("".join([head, *rows]), "utf-8")


def test_what_was_corrected_and_corrected_back_is_as_if_it_never_was(
    place: Place, tmp_path: Path
) -> None:
    right = _delivery(place, tmp_path / "right" / "night", TABLES).parent
    wrong = _delivery(place, tmp_path / "wrong" / "night", TABLES).parent
    hands = wrong / "night" / "hands.csv"
    hands.write_text("".join(hands.read_text("utf-8").splitlines(keepends=True)[:-2]), "utf-8")
    for number, folder in enumerate((right, wrong, right)):
        how = IngestOptions(casino_id=CASINO, replaces=("night",) if number else ())
        ingest([folder], tmp_path / "often", options=how)
    ingest([right], tmp_path / "once", options=IngestOptions(casino_id=CASINO))
    assert _audited(place, tmp_path / "often") == _audited(place, tmp_path / "once")


@pytest.fixture(name="nights")
def _nights(place: Place, tmp_path: Path) -> list[Path]:
    """Give three nights to deliver: the last a correction of the first."""
    first = _delivery(place, tmp_path / "nights" / "2005-06-18", TABLES)
    second = shutil.copytree(first, first.with_name("2005-06-19"))
    for path in second.glob("*.csv"):
        text = path.read_text("utf-8").replace("2005-06-18", "2005-06-19")
        path.write_text(text.replace("20050618", "20050619"), "utf-8")
    third = shutil.copytree(first, first.with_name("2005-06-20"))
    (third / "replaces.toml").write_text(CORRECTION, "utf-8")
    return [first, second, third]


def test_a_night_s_report_carries_that_night_whatever_else_had_come_by_then(
    place: Place, nights: list[Path]
) -> None:
    first, second, _ = nights
    shutil.copytree(second, place.inbox / second.name)
    place.run()
    shutil.copytree(first, place.inbox / first.name)
    place.run()
    apart = _evidence(place.config.out)
    for folder in (place.config.store, place.config.out, place.config.work):
        shutil.rmtree(folder)
    place.run()
    assert _evidence(place.config.out) == apart
    folder = place.config.out / CASINO / "2005-06-18"
    with ZipFile(folder / "evidence" / CASINO / "logs.zip") as rows:
        assert {name.split("/")[2] for name in rows.namelist() if name.count("/") == 3} == {
            "gaming_date=2005-06-18"
        }


def test_a_night_s_report_can_be_audited_again_by_what_it_carries(
    place: Place, nights: list[Path], tmp_path: Path
) -> None:
    for night in nights[:2]:
        shutil.copytree(night, place.inbox / night.name)
    place.run()
    folder = place.config.out / CASINO / "2005-06-19"
    document = json.loads((folder / "audit.json").read_bytes())
    logs = (folder / "evidence" / CASINO / "logs.zip").read_bytes()
    again = audited_again(document, logs, work=tmp_path / "again", rules=place.config.rules)
    assert document["findings"]
    assert [again[key] for key in ("findings", "outcomes")] == [
        document[key] for key in ("findings", "outcomes")
    ]
