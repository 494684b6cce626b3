"""Published sanctions: each is rebuilt and flagged, or it is said why no clause of ours fits it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import pytest
import yaml

from auditor.rulebook.cases import cases_of
from auditor.rulebook.load import default_rules, load_packs
from auditor.run.rulebook.cases import run_cases

if TYPE_CHECKING:
    from auditor.rulebook.cases import PlacedCase
    from auditor.rulebook.model import Norm

FLAGGED = {"violation", "observation"}


class Key(NamedTuple):
    """Who imposed a sanction on whom, and when."""

    regulator: str
    licensee: str
    date: str


# Regulator, licensee and date of each sanction published, with the rules that flag what it tells.
DUE = {
    Key("VCGR", "Crown Melbourne", "2007-10"): {"POK-4.a", "POK-3.3"},
    Key("NJ CCC", "Tropicana", "2009"): {"MIN-10b"},
    Key("NJ DGE", "Trump Taj Mahal", "2011-12-10"): {"BAC-5.d", "BAC-5.d.2"},
    Key("NJ DGE", "Golden Nugget Atlantic City", "2012-04-30"): {"BAC-5.d.2"},
    Key("PGCB", "Meadows", "2013-03"): {"BAC-8.15"},
    Key("NJ DGE", "Showboat", "2013-11"): {"BAC-6.a"},
    Key("NJ DGE", "Golden Nugget Atlantic City", "2014-08"): {"BAC-6.a", "MIN-9d1.2"},
    Key("PGCB", "Hollywood Penn", "2015-09"): {"POK-4.a"},
    Key("PGCB", "Presque Isle", "2017-09"): {"BAC-6.d", "BAC-5.g"},
    Key("PGCB", "Rivers / Parx", "2018-01"): {"MIN-2c"},
    Key("PGCB", "Parx", "2018-05"): {"REC-11"},
    Key("PGCB", "SugarHouse", "2018-10"): {"POK-4.a", "POK-4.d"},
    Key("MGC Missouri", "Mark Twain", "2018"): {"MIN-4c"},
    Key("Massachusetts", "Encore", "2019"): set(),
    Key("RCCOL", "Crown", "2021"): set(),
    Key("MINCETUR", "30 empresas", "2022"): set(),
    Key("AGCO", "Woodbine", "2023-09"): {"BLB-6.0b"},
    Key("AGCO", "Great Canadian Toronto", "2024"): {"MIN-9d1", "MIN-6a.2", "MIN-10a"},
}  # fmt: skip


def _key(placed: PlacedCase) -> Key | None:
    """Give the sanction that a case rebuilds."""
    mark = placed.case.landmark
    return Key(mark.regulator, mark.licensee, mark.date) if mark else None


@cache
def _cases() -> list[tuple[Norm, tuple[PlacedCase, ...]]]:
    """Give the cases that rebuild a sanction, norm by norm."""
    packs = load_packs(default_rules())[0]
    found = ((pack.norm, tuple(filter(_key, cases_of(pack)[0]))) for pack in packs)
    return [(norm, cases) for norm, cases in found if cases]


@cache
def _listed() -> dict[Key, dict[str, dict[str, str]]]:
    """Read the list of sanctions: facts, and what of them fits no clause."""
    rows = yaml.safe_load((default_rules() / "landmarks.yaml").read_text("utf-8"))
    return {Key(row["regulator"], row["licensee"], row["date"]): row for row in rows}


def test_every_published_sanction_is_listed() -> None:
    assert _listed().keys() == DUE.keys()


def test_each_sanction_is_rebuilt_for_the_rules_that_fit_it() -> None:
    rebuilt: dict[Key, set[str]] = {key: set() for key in DUE}
    for _, cases in _cases():
        for placed in cases:
            rebuilt[_key(placed) or Key("", "", "")].add(placed.case.rule)
    assert rebuilt == DUE


@pytest.mark.parametrize(("norm", "cases"), _cases(), ids=lambda each: getattr(each, "id", ""))
def test_each_rebuilt_sanction_is_flagged(norm: Norm, cases: tuple[PlacedCase, ...]) -> None:
    found = run_cases(norm, cases)
    assert [each.placed.case.es for each in found if each.verdict not in FLAGGED] == []
    assert [each.placed.case.es for each in found if not each.holds] == []


@pytest.mark.parametrize("prefix", ["BAC", "MIN", "POK", "BLB", "REC"])
def test_what_is_changed_in_a_night_is_what_flags_it(prefix: str) -> None:
    [(norm, cases)] = [each for each in _cases() if each[0].prefix == prefix]
    sound = tuple(_unchanged(placed) for placed in cases)
    assert {each.verdict for each in run_cases(norm, sound)} <= {"pass", "out_of_scope"}


def _unchanged(placed: PlacedCase) -> PlacedCase:
    """Give a case without its change: the night as it was before the fault."""
    night = yaml.safe_load(placed.path.read_text("utf-8"))["night"]
    return replace(placed, night=night)


def test_what_fits_no_clause_says_why_in_both_languages() -> None:
    silent = [key for key, rules in DUE.items() if not rules and "unfit" not in _listed()[key]]
    assert silent == []
    told = [text for row in _listed().values() for text in (row["facts"], row.get("unfit"))]
    assert all(text["es"] and text["en"] for text in told if text)
