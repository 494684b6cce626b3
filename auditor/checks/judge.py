"""The verdict of every check at every table: three words, corrected for how many were made."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from auditor.checks.catalog import catalog, checks_of
from auditor.checks.figures import Figures
from auditor.checks.groups import groups

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from auditor.checks.catalog import Check
    from auditor.checks.count import Counted


class Word(StrEnum):
    """What a check says: one of three verdicts, or that it was not run."""

    CONSISTENT = "consistent"
    DOUBTFUL = "doubtful"
    SCARCE = "not_enough_data"
    NOT_RUN = "not_run"


@dataclass(frozen=True, slots=True)
class Result:
    """One check at one table, or at one part of it (a dealer): its figures and its verdict.

    corrected: p by Holm's procedure among the `family` tests of its casino; power: of seeing the
    check's effect at the strictest of their levels; parts: the verdicts of the table's parts.
    """

    check: Check
    game: str
    casino_id: str
    table_id: str
    part: str = ""
    figures: Figures = field(default_factory=lambda: Figures(0))
    verdict: Word = Word.SCARCE
    corrected: float | None = None
    family: int = 0
    power: float | None = None
    reason: str = ""
    parts: tuple[tuple[Word, int], ...] = ()


def judged(
    counted: Iterable[Counted], tables: Mapping[tuple[str, str], Sequence[str]]
) -> list[Result]:
    """Judge what was counted; `tables` names those of each casino and game.

    A check that counted nothing at a table says that there is not enough data, and one whose SQL
    failed that it was not run. Parts are told of only where they are doubtful.
    """
    found = measured(counted, tables)
    families: dict[tuple[str, str], list[Result]] = defaultdict(list)
    for each in found:
        families[each.casino_id, each.check.family].append(each)
    told = [each for family in families.values() for each in _with_verdicts(family)]
    return sorted(_with_parts(told), key=_order)


def not_run(tables: Mapping[tuple[str, str], Sequence[str]], reason: str) -> list[Result]:
    """Say of every check at every table that it was not run, and why."""
    return sorted(
        (
            Result(check, game, casino, table, verdict=Word.NOT_RUN, reason=reason)
            for (casino, game), names in tables.items()
            for check in checks_of(game)
            for table in names
        ),
        key=_order,
    )


def measured(
    counted: Iterable[Counted], tables: Mapping[tuple[str, str], Sequence[str]]
) -> list[Result]:
    """Give the figures of every check at every table, before any is judged."""
    batches: dict[tuple[str, str], list[Counted]] = defaultdict(list)
    for each in counted:
        batches[each.game, each.check].append(each)
    return [
        result
        for game in sorted({game for _, game in tables})
        for check in checks_of(game)
        for result in _measured(check, game, batches=batches[game, check.id], tables=tables)
    ]


def _measured(
    check: Check,
    game: str,
    *,
    batches: list[Counted],
    tables: Mapping[tuple[str, str], Sequence[str]],
) -> list[Result]:
    """Give the figures of one check of one game."""
    from auditor.checks.kinds import KINDS  # slow to import

    there = {
        (casino, name) for (casino, of), names in tables.items() if of == game for name in names
    }
    failed = next((each.reason for each in batches if each.reason), "")
    if failed:
        none = [Result(check, game, *place, verdict=Word.NOT_RUN, reason=failed) for place in there]
        return sorted(none, key=_order)
    rows = [each.rows for each in batches if each.rows is not None]
    found = [
        Result(check, game, *key, figures=KINDS[check.kind](check, values))
        for key, values in (groups(rows) if rows else ())
    ]
    silent = there - {(each.casino_id, each.table_id) for each in found}
    return [*found, *(Result(check, game, *place) for place in sorted(silent))]


def _with_verdicts(family: list[Result]) -> list[Result]:
    """Judge the tests of one family at one casino among one another."""
    tested = [each for each in family if each.figures.p is not None]
    corrected = iter(holm([each.figures.p or 0 for each in tested]))
    strictest = catalog().level / max(1, len(tested))
    made = [
        replace(
            each,
            family=len(tested),
            corrected=float(next(corrected)),
            power=_power(each, strictest),
        )
        if each.figures.p is not None
        else each
        for each in family
    ]
    return [replace(each, verdict=verdict_of(each)) for each in made]


def _power(result: Result, level: float) -> float | None:
    """Give the power of a test at a level."""
    return result.figures.power(level) if result.figures.power else None


def holm(p: Sequence[float]) -> NDArray[np.float64]:
    """Correct probabilities for how many they are (Holm 1979): in the order given."""
    given = np.asarray(p, dtype=np.float64)
    order = np.argsort(given, kind="stable")
    stepped = given[order] * np.arange(len(given), 0, -1)
    corrected = np.empty_like(given)
    corrected[order] = np.minimum(1, np.maximum.accumulate(stepped))
    return corrected


def verdict_of(result: Result) -> Word:
    """Give the verdict: doubtful by what was found, consistent only with power to find."""
    figures = result.figures
    if result.verdict is Word.NOT_RUN:
        return Word.NOT_RUN
    if figures.faults is not None:
        is_known = figures.n and figures.n >= catalog().known * figures.whole
        clean = Word.CONSISTENT if is_known else Word.SCARCE
        return Word.DOUBTFUL if figures.faults else clean
    if result.corrected is None:
        return Word.SCARCE
    if result.corrected <= catalog().level:
        return Word.DOUBTFUL
    return Word.CONSISTENT if (result.power or 0) >= catalog().power else Word.SCARCE


def _with_parts(results: list[Result]) -> list[Result]:
    """Leave parts out but for the doubtful ones, and count them at their table."""
    parts: dict[tuple[str, ...], Counter[Word]] = defaultdict(Counter)
    for each in results:
        if each.part:
            parts[_table(each)][each.verdict] += 1
    return [
        each if each.part else replace(each, parts=tuple(sorted(parts[_table(each)].items())))
        for each in results
        if not each.part or each.verdict is Word.DOUBTFUL
    ]


def _table(result: Result) -> tuple[str, ...]:
    """Give what a part has in common with its table."""
    return result.check.id, result.game, result.casino_id, result.table_id


def _order(result: Result) -> tuple[str | int, ...]:
    """Put results by casino, game, check, table and part."""
    number = int(result.check.id.rpartition("-")[2])
    return result.casino_id, result.game, number, result.table_id, result.part
