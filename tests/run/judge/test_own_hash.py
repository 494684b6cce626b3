"""Hashes by which two audits know whether the same program and the same house file stood behind."""

from __future__ import annotations

from dataclasses import replace

import pytest

from auditor.run.judge.own_hash import program_sha256
from auditor.run.told.declared import house_sha256
from auditor.store.house import Adopted, Declaration, House

HOUSE = House("LIM", name="house-LIM.toml", zone="America/Lima")
OTHERWISE: list[dict[str, object]] = [
    {"zone": "America/Montevideo"},
    {"jurisdiction": "PE"},
    {"norms": ("pe-2003-bacara",)},
    {"declared": (Declaration("burn.cards", "5"),)},
    {"readings": {"BAC-5.e3": Adopted("at_least_forty")}},
]


def test_a_house_file_by_another_name_says_the_same() -> None:
    assert house_sha256(replace(HOUSE, name="casa.toml")) == house_sha256(HOUSE)


@pytest.mark.parametrize("otherwise", OTHERWISE, ids=lambda each: next(iter(each)))
def test_what_a_house_declares_tells_in_its_hash(otherwise: dict[str, object]) -> None:
    changed = replace(HOUSE, **otherwise)  # type: ignore[arg-type]  # each is of its field's type
    assert house_sha256(changed) != house_sha256(HOUSE)


def test_the_program_has_one_hash() -> None:
    program_sha256.cache_clear()
    first = program_sha256()
    program_sha256.cache_clear()
    assert (program_sha256(), len(first)) == (first, 64)
