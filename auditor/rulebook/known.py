"""The rulebook as it stood on a day: norms, rules and values of parameters that it knew by then."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from auditor.rulebook.model import EarlierDue, Known, Norm, Parameter


def norms_as_known(norms: Iterable[Norm], day: date | None) -> tuple[Norm, ...]:
    """Give the norms that were known on a day (None: the latest knowledge), as they were then."""
    return tuple(norm_as_known(norm, day) for norm in norms if norm.identity.known.holds(day))


def norm_as_known(norm: Norm, day: date | None) -> Norm:
    """Give a norm as it was known on a day; a parameter of which nothing was known has no value."""
    earlier = (each for each in norm.identity.due_before if each.known.holds(day))
    return replace(
        _under(norm, next(earlier, None)),
        rules=tuple(rule for rule in norm.rules if rule.known.holds(day)),
        parameters=tuple(_parameter(each, day) for each in norm.parameters),
    )


def norms_by_due(norm: Norm) -> tuple[Norm, ...]:
    """Give a norm once under each script of what was due, with the rules known together with it."""
    before = norm.identity.due_before
    earlier = tuple(
        replace(
            _under(norm, each),
            rules=tuple(rule for rule in norm.rules if rule.known.overlaps(each.known)),
        )
        for each in before
    )
    latest = tuple(
        rule for rule in norm.rules if not any(each.known.covers(rule.known) for each in before)
    )
    return (*earlier, replace(norm, rules=latest))


def _under(norm: Norm, earlier: EarlierDue | None) -> Norm:
    """Give a norm under an earlier script of what was due; None is its `due.sql`."""
    if earlier is None:
        return norm
    return replace(norm, due=norm.earlier[earlier.file], due_file=earlier.file)


def _parameter(parameter: Parameter, day: date | None) -> Parameter:
    """Give a parameter with the values that were known on a day."""
    values = tuple(value for value in parameter.values if value.known.holds(day))
    return replace(parameter, values=values)


def last_day(norm: Norm, rule_id: str) -> date | None:
    """Give the last day on which a rule was known; None where it still is, or never was."""
    days = [rule.known.last for rule in norm.rules if rule.id == rule_id]
    return max((day for day in days if day), default=None) if all(days) else None


def any_overlap(spans: Iterable[Known]) -> bool:
    """Tell whether two of some spans share a day."""
    return any(one.overlaps(other) for one, other in combinations(spans, 2))
