"""Nights of bacará: dealt at random, and judged by the program as an audit does."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from auditor.errors import HouseError
from auditor.evaluate.verdict import Verdict
from auditor.ingest.rows import canonical_tables
from auditor.rulebook.load import load_packs
from auditor.run.context import context_of
from auditor.run.task import run_tables
from auditor.store.house import house_of
from auditor.store.toml_section import Section
from tests.witness.bacara_nights import night as play_night

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

Row = dict[str, str | None]
Night = dict[str, list[Row]]
SESSION: Row = {
    "session_id": "s", "casino_id": "c", "table_id": "t", "game": "bacara",
    "gaming_date": "2005-03-04", "currency": "PEN",
}  # fmt: skip


class Judged(NamedTuple):
    """What came of a night: (rule, subject) → verdict, and the findings as an audit tells them."""

    verdicts: dict[tuple[str, str], str]
    findings: Mapping[tuple[str, str], Mapping[str, object]]

    def of(self, rule: str) -> dict[str, str]:
        """Give the verdicts of one rule by subject."""
        return {subject: word for (name, subject), word in self.verdicts.items() if name == rule}


@pytest.fixture(scope="session")
def judge(rules_dir: Path) -> Callable[..., Judged]:
    """Give a function that judges a night of one casino under the norm, as an audit does."""
    norm = next(pack.norm for pack in load_packs(rules_dir)[0] if pack.norm.prefix == "BAC")

    def judged(night: Mapping[str, list[Row]], house: Mapping[str, object] | None = None) -> Judged:
        section = Section({**(house or {}), "casino_id": "c"}, "house.toml", HouseError)
        houses = {"c": house_of(section)}
        rows = {"sessions": [dict(SESSION)], **night}
        logs = canonical_tables(rows, houses=houses)
        outcome = run_tables(logs.tables, context_of((norm,), ["c"], houses=houses))
        verdicts = {
            (row["rule"], row["subject"]): Verdict(row["verdict"]).word
            for table in outcome.verdicts
            for row in table.to_pylist()
        }
        told = {(str(each["rule"]), str(each["subject"])): dict(each) for each in outcome.findings}
        return Judged(verdicts, told)

    return judged


@pytest.fixture(scope="session")
def random_night() -> Callable[[int], Night]:
    """Give the function that plays a night of a seed."""
    return play_night
