"""Rule cases run by the same path as an audit: ingest, replay, evaluate, in one go."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from auditor.errors import HouseError
from auditor.evaluate.verdict import Verdict
from auditor.ingest.rows import canonical_tables
from auditor.rulebook.known import last_day, norm_as_known
from auditor.run.judge.context import context_of
from auditor.run.judge.task import Outcome, run_tables
from auditor.store.house import house_of
from auditor.store.toml_section import Section

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import pyarrow as pa

    from auditor.rulebook.cases import PlacedCase, Row
    from auditor.rulebook.model import Norm
    from auditor.run.judge.context import Context
    from auditor.store.house import House

_IDS = frozenset(
    {
        "session_id",
        "hand_id",
        "shoe_id",
        "bet_id",
        "roll_id",
        "board_id",
        "parent_bet_id",
        "cutter_hand_id",
    }
)
_MARK = "~"
_MARKED = re.compile(rf"\bc\d{{4,}}{_MARK}")
_NUMBER = re.compile(r"(?<![\w.~-])-?\d+(?:\.\d+)?(?![\w-]|\.\d)")


@dataclass(frozen=True, slots=True)
class CaseResult:
    """A case and what came of it: the verdict, and the finding's figures where there is one."""

    placed: PlacedCase
    verdict: str | None
    figures: Mapping[str, object]

    @property
    def holds(self) -> bool:
        """Tell whether the case came out as it is written, its finding with the record judged."""
        case = self.placed.case
        said = all(_same(self.told(key), value) for key, value in case.stated.items())
        source = self.figures.get("source")
        traced = not isinstance(source, dict) or None not in source.values()
        return self.verdict == case.verdict and said and traced

    def told(self, key: str) -> str:
        """Give a figure of the finding, or its words, as a case states them."""
        held = self.figures.get(key)
        told = " ".join(map(str, held)) if isinstance(held, list) else str(held)
        return _MARKED.sub("", told)


@dataclass(frozen=True, slots=True)
class LaidOut:
    """The nights of some cases as one log: each case a casino, its subject marked as its own."""

    subjects: tuple[str, ...]
    tables: Mapping[str, pa.Table]
    context: Context


def run_every_case(norm: Norm, cases: tuple[PlacedCase, ...]) -> tuple[CaseResult, ...]:
    """Run a norm's cases, each under the rules as they were last known together with its own."""
    days = [last_day(norm, each.case.rule) for each in cases]
    return tuple(
        result
        for day in dict.fromkeys(days)
        for result in run_cases(
            norm_as_known(norm, day),
            tuple(each for each, last in zip(cases, days, strict=True) if last == day),
        )
    )


def run_cases(norm: Norm, cases: tuple[PlacedCase, ...]) -> tuple[CaseResult, ...]:
    """Run a norm's cases, each as a casino of its own."""
    laid, outcome = _played(norm, cases)
    verdicts = _verdicts(outcome)
    findings = {(str(each["rule"]), str(each["subject"])): each for each in outcome.findings}
    return tuple(
        CaseResult(
            each,
            verdicts.get((each.case.rule, subject)),
            findings.get((each.case.rule, subject), {}),
        )
        for subject, each in zip(laid.subjects, cases, strict=True)
    )


def verdicts_of(norm: Norm, cases: tuple[PlacedCase, ...]) -> list[dict[str, str]]:
    """Give, case by case, the verdict of every rule of a norm on the case's subject."""
    laid, outcome = _played(norm, cases)
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for (rule, subject), verdict in _verdicts(outcome).items():
        found[subject][rule] = verdict
    return [found[subject] for subject in laid.subjects]


def laid_out(norm: Norm, cases: tuple[PlacedCase, ...]) -> LaidOut:
    """Lay out the nights of some cases side by side, in memory."""
    names = [f"c{number:04d}" for number in range(len(cases))]
    houses = {
        name: _house(name, each.house)
        for name, each in zip(names, cases, strict=True)
        if each.house
    }
    logs = canonical_tables(_rows(names, cases), houses=houses)
    context = replace(context_of((norm,), names, houses=houses), rejects=logs.rejects, threads=2)
    subjects = tuple(
        f"{name}{_MARK}{each.case.subject}" for name, each in zip(names, cases, strict=True)
    )
    return LaidOut(subjects, logs.tables, context)


def _played(norm: Norm, cases: tuple[PlacedCase, ...]) -> tuple[LaidOut, Outcome]:
    """Audit the nights of all cases; give how they lay, and what came of them."""
    laid = laid_out(norm, cases)
    return laid, run_tables(laid.tables, laid.context) if cases else Outcome()


def _house(name: str, raw: Mapping[str, object]) -> House:
    """Give a case's house file as that of its casino."""
    return house_of(Section({**raw, "casino_id": name}, f"house-{name}.toml", HouseError))


def _same(got: str, due: str) -> bool:
    """Compare what is printed, each number in it by its value: `10` and `10.00` are the same."""
    return _NUMBER.sub(_plain, got) == _NUMBER.sub(_plain, due)


def _plain(number: re.Match[str]) -> str:
    """Write a number without what does not change it."""
    return f"{Decimal(number[0]).normalize() + 0:f}"


def _rows(names: list[str], cases: Iterable[PlacedCase]) -> dict[str, list[Row]]:
    """Put the nights of all cases together, every id marked with its case."""
    rows: dict[str, list[Row]] = defaultdict(list)
    for name, placed in zip(names, cases, strict=True):
        for table, night in placed.night.items():
            rows[table] += [_marked(name, table, row=row) for row in night]
    return rows


def _marked(name: str, table: str, *, row: Row) -> Row:
    """Mark a row's ids with its case, and its casino as the case's own."""
    marked = {column: _mark(name, column, cell=cell) for column, cell in row.items()}
    return marked | ({"casino_id": name} if table == "sessions" else {})


def _mark(name: str, column: str, *, cell: str | None) -> str | None:
    """Mark one id."""
    return f"{name}{_MARK}{cell}" if column in _IDS and cell is not None else cell


def _verdicts(outcome: Outcome) -> dict[tuple[str, str], str]:
    """Give the verdict of each rule on each subject."""
    return {
        (row["rule"], row["subject"]): Verdict(row["verdict"]).word
        for table in outcome.verdicts
        for row in table.to_pylist()
    }
