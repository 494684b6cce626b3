"""Rule cases: small hands with the verdict that the law gives them, as data beside the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from auditor.games.log_model import tables
from auditor.rulebook.documents import Document, Fault, read_document
from auditor.rulebook.model import STRICT
from auditor.rulebook.shape import shape_faults

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from auditor.rulebook.load import Pack

Row = dict[str, str | None]
Night = dict[str, list[Row]]
SAYS = (
    "message",
    "message_en",
    "owed_to",
    "clauses",
    "cause",
    "at",
    "hand_id",
    "shoe_id",
    "player_id",
)
VERDICTS = ("pass", "violation", "observation", "indeterminate", "not_assessable", "out_of_scope")


@dataclass(frozen=True, slots=True)
class Landmark:
    """A published sanction that a case rebuilds: who imposed it on whom, and when."""

    regulator: str
    licensee: str
    date: str
    __pydantic_config__: ClassVar[Mapping[str, str]] = STRICT


@dataclass(frozen=True, slots=True)
class Case:
    """One case as written: what it changes in its file's night, and the verdict that is due."""

    es: str
    rule: str
    subject: str
    verdict: str
    change: dict[str, dict[str, Row]] = field(default_factory=dict)
    remove: dict[str, list[str]] = field(default_factory=dict)
    add: Night = field(default_factory=dict)
    house: dict[str, object] = field(default_factory=dict)
    boundary: bool = False
    at_stake: str | None = None
    expected: str | None = None
    observed: str | None = None
    says: dict[str, str] = field(default_factory=dict)
    landmark: Landmark | None = None
    __pydantic_config__: ClassVar[Mapping[str, str]] = STRICT

    @property
    def stated(self) -> dict[str, str]:
        """Give what a case states of its finding: its figures, and whatever else it says."""
        told = {"at_stake": self.at_stake, "expected": self.expected, "observed": self.observed}
        return {key: value for key, value in told.items() if value is not None} | self.says


@dataclass(frozen=True, slots=True)
class CaseFile:
    """A file of cases: the night that all of them start from, and the house that logged it."""

    night: Night
    cases: tuple[Case, ...]
    house: dict[str, object] = field(default_factory=dict)
    __pydantic_config__: ClassVar[Mapping[str, str]] = STRICT


@dataclass(frozen=True, slots=True)
class PlacedCase:
    """A case with the night that it gives, and where it is written."""

    case: Case
    night: Night
    house: Mapping[str, object]
    path: Path
    line: int


def cases_of(pack: Pack) -> tuple[tuple[PlacedCase, ...], tuple[Fault, ...]]:
    """Read every case of a norm; faults of form come back beside them."""
    placed: list[PlacedCase] = []
    faults: list[Fault] = []
    for path in sorted((pack.norm.folder / "cases").glob("*.yaml")):
        document, found = read_document(path)
        faults.extend(found)
        if document.data is not None:
            read, wrong = _read(document)
            placed.extend(read)
            faults.extend(wrong)
    return tuple(placed), tuple(faults)


def _read(document: Document) -> tuple[list[PlacedCase], list[Fault]]:
    """Give a file of cases its shape, and each case its night."""
    from pydantic import TypeAdapter, ValidationError  # noqa: PLC0415  # slow to import

    try:
        file = TypeAdapter(CaseFile).validate_python(document.data)
    except ValidationError as error:
        return [], list(shape_faults(document, error, names={}))
    placed, faults = [], []
    for position, case in enumerate(file.cases):
        line = document.line(("cases", position))
        wrong = list(_case_faults(case, file.night))
        faults += [
            Fault(document.path, line, f"{case.es}: {es}", f"{case.es}: {en}") for es, en in wrong
        ]
        if not wrong:
            house = {**file.house, **case.house}
            placed.append(PlacedCase(case, night_of(file.night, case), house, document.path, line))
    return placed, faults


def _case_faults(case: Case, night: Night) -> Iterator[tuple[str, str]]:
    """Find what a case names and is not there."""
    if case.verdict not in VERDICTS:
        yield f"«{case.verdict}» no es un veredicto", f"“{case.verdict}” is no verdict"
    for key in sorted(case.says.keys() - set(SAYS)):
        yield f"un hallazgo no dice «{key}»", f"a finding does not say “{key}”"
    named = {*case.change, *case.remove, *case.add, *night}
    for table in sorted(named - tables().keys()):
        yield f"no hay tabla «{table}»", f"there is no table “{table}”"
    for table, keys in [*case.change.items(), *case.remove.items()]:
        there = {row_key(table, row) for row in night.get(table, [])}
        for key in sorted(set(keys) - there):
            yield f"no hay fila «{key}» en {table}", f"there is no row “{key}” in {table}"


def night_of(night: Night, case: Case) -> Night:
    """Give a case's night: the file's, with the case's rows removed, changed and added."""
    named = {**night, **case.add}
    return {
        table: [
            _changed(table, row, case=case)
            for row in night.get(table, [])
            if not _removed(table, row, case=case)
        ]
        + [dict(row) for row in case.add.get(table, [])]
        for table in named
    }


def _removed(table: str, row: Row, *, case: Case) -> bool:
    """Tell whether a case takes a row away."""
    return row_key(table, row) in case.remove.get(table, [])


def _changed(table: str, row: Row, *, case: Case) -> Row:
    """Give a row as a case changes it."""
    return {**row, **case.change.get(table, {}).get(row_key(table, row), {})}


def row_key(table: str, row: Mapping[str, str | None]) -> str:
    """Give a row's key as cases write it: `b1`, `s1/12` for events, `h1#3` for cards."""
    if table not in tables():
        return ""
    mark = "#" if table == "cards" else "/"
    return mark.join(str(row.get(column)) for column in tables()[table].key)
