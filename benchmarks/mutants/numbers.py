"""Every number of the law and every day in force changed a little."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

from auditor.rulebook.model import ParameterType
from benchmarks.mutants.mutant import Mutant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.rulebook.model import Norm, Parameter, ParameterValue

DAY = timedelta(days=1)


def number_mutants(norm: Norm) -> Iterator[Mutant]:
    """Give a norm with each of its numbers, and each of its days, changed."""
    for parameter in norm.parameters:
        for position, value in enumerate(parameter.values):
            for kind, before, after, changed in _changed(value, parameter, norm=norm):
                values = (
                    *parameter.values[:position],
                    changed,
                    *parameter.values[position + 1 :],
                )
                yield Mutant(
                    norm.prefix,
                    f"parameters {parameter.id}",
                    kind,
                    before,
                    after,
                    changed=_with(norm, replace(parameter, values=values)),
                )
    yield from _days_in_force(norm)


def _with(norm: Norm, parameter: Parameter) -> Norm:
    """Give a norm with one parameter as changed."""
    parameters = tuple(parameter if each.id == parameter.id else each for each in norm.parameters)
    return replace(norm, parameters=parameters)


def _changed(
    value: ParameterValue, parameter: Parameter, *, norm: Norm
) -> Iterator[tuple[str, str, str, ParameterValue]]:
    """Change a parameter's value up and down, swap it with a sibling's, and move its day."""
    for after in _moved(value.value, parameter.type):
        yield "value moved", value.value, after, replace(value, value=after)
    alike = [each for each in norm.parameters if each.type is parameter.type]
    other = alike[(alike.index(parameter) + 1) % len(alike)].values[-1].value
    if other != value.value:
        yield "value swapped", value.value, other, replace(value, value=other)
    if value.first is not None:
        for day in (value.first - DAY, value.first + DAY):
            yield "day moved", str(value.first), str(day), replace(value, first=day)


def _moved(text: str, kind: ParameterType) -> Iterator[str]:
    """Move a value by the least that it can be moved."""
    if kind is ParameterType.INTEGER:
        yield from (str(int(text) + 1), str(int(text) - 1))
    elif kind is ParameterType.DECIMAL:
        least = Decimal(1).scaleb(int(Decimal(text).as_tuple().exponent))
        yield from (f"{Decimal(text) + least:f}", f"{Decimal(text) - least:f}")
    elif kind is ParameterType.BOOLEAN:
        yield "false" if text == "true" else "true"
    else:
        yield from _letters(text)


def _letters(text: str) -> Iterator[str]:
    """Leave out, one by one, the words of a text, or its letters where it is one word."""
    words = text.split(" ")
    if len(words) > 1:
        yield from (" ".join([*words[:n], *words[n + 1 :]]) for n in range(len(words)))
    else:
        yield from (f"{text[:n]}{text[n + 1 :]}" for n in range(len(text)))


def _days_in_force(norm: Norm) -> Iterator[Mutant]:
    """Move the days on which a norm begins and ends by one, each way."""
    span = norm.identity.in_force
    for end, day in (("first", span.first), ("last", span.last)):
        for moved in (day - DAY, day + DAY) if day else ():
            first, last = (moved, span.last) if end == "first" else (span.first, moved)
            in_force = replace(span, first=first, last=last)
            identity = replace(norm.identity, in_force=in_force)
            changed = replace(norm, identity=identity)
            place = f"in_force {end}"
            yield Mutant(norm.prefix, place, "day moved", str(day), str(moved), changed=changed)
