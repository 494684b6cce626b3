"""Nights of bacará judged by the program as an audit does."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pytest

from auditor.errors import HouseError
from auditor.evaluate.verdict import Verdict
from auditor.ingest.rows import canonical_tables
from auditor.rulebook.load import load_packs
from auditor.run.judge.context import context_of
from auditor.run.judge.task import run_tables
from auditor.store.house import house_of
from auditor.store.toml_section import Section

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from auditor.run.judge.task import Outcome
    from auditor.store.house import House

Row = dict[str, str | None]
Night = dict[str, list[Row]]
SESSION: Row = {
    "session_id": "s", "table_id": "t", "game": "bacara",
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
def judge_all(rules_dir: Path) -> Callable[..., list[Judged]]:
    """Give a function that judges nights under the norm, as one audit of as many casinos."""
    norm = next(pack.norm for pack in load_packs(rules_dir)[0] if pack.norm.prefix == "BAC")

    def judged(
        nights: Iterable[Night], declared: Iterable[Mapping[str, object]] = ()
    ) -> list[Judged]:
        given = {f"c{n}": night for n, night in enumerate(nights)}
        told = dict(zip(given, declared, strict=False))
        houses = {casino: house(casino, told.get(casino, {})) for casino in given}
        logs = [canonical(night, casino, houses[casino]) for casino, night in given.items()]
        joined = {name: pa.concat_tables([each[name] for each in logs]) for name in logs[0]}
        outcome = run_tables(joined, context_of((norm,), list(given), houses=houses))
        return [of_casino(outcome, casino) for casino in given]

    return judged


@pytest.fixture(scope="session")
def judge(judge_all: Callable[..., list[Judged]]) -> Callable[..., Judged]:
    """Give a function that judges a night of one casino under the norm, as an audit does."""

    def judged(night: Night, declared: Mapping[str, object] | None = None) -> Judged:
        return judge_all([night], [declared or {}])[0]

    return judged


def house(casino: str, declared: Mapping[str, object]) -> House:
    """Give a house of what it declares."""
    return house_of(Section({**declared, "casino_id": casino}, "house.toml", HouseError))


def canonical(night: Night, casino: str, of: House) -> Mapping[str, pa.Table]:
    """Give a night's canonical rows, as that casino's."""
    rows = {"sessions": [{**SESSION, "casino_id": casino}], **night}
    return canonical_tables(rows, houses={casino: of}).tables


def of_casino(outcome: Outcome, casino: str) -> Judged:
    """Give what came of one casino's night."""
    verdicts = {
        (row["rule"], row["subject"]): Verdict(row["verdict"]).word
        for table in outcome.verdicts
        for row in table.filter(pc.field("casino_id") == casino).to_pylist()
    }
    found = [dict(each) for each in outcome.findings if each["casino_id"] == casino]
    return Judged(verdicts, {(str(each["rule"]), str(each["subject"])): each for each in found})
