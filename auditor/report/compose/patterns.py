"""What the findings of a rule have in common: a table, dealer, hour or date, a rate, a value.

A place is told where it holds four fifths of the findings and, by the hands played there, chance
would seldom put so many. It is a pattern to look into, and proves nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

from auditor.report.compose.where import hand_of, hands_played, place_of
from auditor.report.words.wording import parse_day

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from auditor.report.audit.document import Cell, Finding
    from auditor.report.compose.context import Context
    from auditor.report.words.wording import Wording

FEWEST = 3
MOST_OF_THEM = Fraction(4, 5)
SELDOM = 0.001
LONGEST_SHIFT = 8  # hours
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


class Pattern(NamedTuple):
    """What some findings have in common, in words, and which these are."""

    text: str
    findings: list[Finding]


class Common(NamedTuple):
    """A place that findings share: which names, in words, and its share of the hands."""

    kind: str
    names: frozenset[str]
    words: str


class Spread(NamedTuple):
    """How the findings of a rule, and the hands of its game, spread over the places of a kind.

    `hits` counts hands with findings: two findings of a hand say one thing.
    """

    kind: str
    hands: Mapping[str, int]
    hits: Counter[str | None]

    def share(self, names: Iterable[str]) -> float:
        """Give what share of the hands was played at some places."""
        return sum(self.hands.get(name, 0) for name in names) / (sum(self.hands.values()) or 1)

    def hit(self, names: Iterable[str]) -> int:
        """Count the hands with findings at some places."""
        return sum(self.hits[name] for name in names)


def patterns_of(context: Context, found: Sequence[Finding]) -> list[Pattern]:
    """Give what most findings of one rule have in common; nothing for fewer than three."""
    if len(found) < FEWEST:
        return []
    spreads = (_spread(context, found, kind=kind) for kind in _FINDERS)
    commons = (_FINDERS[spread.kind](spread, context.wording) for spread in spreads)
    places = [common for common in commons if common is not None]
    return [*_of_places(context.wording, found, places=places), *_of_values(context.wording, found)]


def _spread(context: Context, found: Sequence[Finding], *, kind: str) -> Spread:
    """Count the hands with findings, and the hands of the findings' game, by place."""
    hands = hands_played(context.casino, kind, game=found[0].game)
    at = {hand_of(each, context) or each.id: place_of(each, kind) for each in found}
    return Spread(kind, hands, Counter(at.values()))


def _of_places(
    wording: Wording, found: Sequence[Finding], *, places: Sequence[Common]
) -> list[Pattern]:
    """Tell the places in one line where most findings stand in all of them, else one by one."""
    together = [each for each in found if _stands_in(each, places)]
    groups = [places] if _are_most(len(together), len(found)) else [(each,) for each in places]
    patterns = []
    for group in groups if places else []:
        those = [each for each in found if _stands_in(each, group)]
        words = "; ".join(place.words for place in group)
        text = wording.say("pattern", part=_part(wording, those, of=found), places=words)
        patterns.append(Pattern(text, those))
    return patterns


def _part(wording: Wording, those: Sequence[Finding], *, of: Sequence[Finding]) -> str:
    """Write `12 of 14`."""
    return wording.say("of", part=wording.number(len(those)), whole=wording.number(len(of)))


def _stands_in(finding: Finding, places: Iterable[Common]) -> bool:
    """Tell whether a finding stands in all of some places."""
    return all(place_of(finding, place.kind) in place.names for place in places)


def _are_most(part: int, whole: int) -> bool:
    """Tell whether a part is four fifths of the whole, and no fewer than three."""
    return part >= FEWEST and Fraction(part, whole) >= MOST_OF_THEM


def seldom(part: int, whole: int, *, share: float, looks: int) -> bool:
    """Tell whether chance would seldom put so many of the whole where a share of the hands is.

    By the bound of Chernoff (1952) on the tail of the binomial, times the places looked at.
    """
    observed = part / whole
    if not 0 < share < observed:
        return False
    distance = observed * log(observed / share)
    if part < whole:
        distance += (1 - observed) * log((1 - observed) / (1 - share))
    return looks * exp(-whole * distance) <= SELDOM


def _one_place(spread: Spread, wording: Wording) -> Common | None:
    """Give the one table, dealer or date where most of the findings are, if there is one."""
    name = max(spread.hands, key=lambda name: (spread.hits[name], name), default="")
    shown = wording.day(parse_day(name)) if spread.kind == "date" else name
    words = _words(wording, spread, names=[name], name=shown)
    return _common(spread, [name], looks=len(spread.hands), words=words)


def _common(spread: Spread, names: Sequence[str], *, looks: int, words: str) -> Common | None:
    """Give places as what findings have in common, where most are there and not by chance."""
    most, whole = spread.hit(names), spread.hits.total()
    if not _are_most(most, whole):
        return None
    if not seldom(most, whole, share=spread.share(names), looks=looks):
        return None
    return Common(spread.kind, frozenset(names), words)


def _shift(spread: Spread, wording: Wording) -> Common | None:
    """Give the shortest run of hours in which most of the findings are, if there is one."""
    for length in range(1, LONGEST_SHIFT + 1):
        runs = [[f"{(start + n) % 24:02d}" for n in range(length)] for start in range(24)]
        run = max(runs, key=spread.hit)
        if _are_most(spread.hit(run), spread.hits.total()):
            hours = {"first": f"{run[0]}:00", "last": f"{run[-1]}:59"}
            words = _words(wording, spread, names=run, **hours)
            return _common(spread, run, looks=24 * LONGEST_SHIFT, words=words)
    return None


def _date(spread: Spread, wording: Wording) -> Common | None:
    """Give the one date of most findings, else the date before which there is none."""
    one = _one_place(spread, wording)
    if one is not None or not spread.hits.keys() <= spread.hands.keys():
        return one
    first = min(day for day in spread.hits if day)
    since = [day for day in spread.hands if day >= first]
    shown = wording.day(parse_day(first))
    words = _words(wording, spread, names=since, place="since", name=shown)
    return _common(spread, since, looks=1, words=words)


def _words(
    wording: Wording, spread: Spread, *, names: Iterable[str], place: str = "", **shown: str
) -> str:
    """Say where, and what share of the hands was played there."""
    percent = wording.number(Decimal(f"{spread.share(names) * 100:.1f}"))
    return wording.say(f"pattern_{place or spread.kind}", share=percent, **shown)


_FINDERS: Mapping[str, Callable[[Spread, Wording], Common | None]] = {
    "table": _one_place,
    "dealer": _one_place,
    "hour": _shift,
    "date": _date,
}


def _of_values(wording: Wording, found: Sequence[Finding]) -> list[Pattern]:
    """Tell a value that stays the same, else a rate that does, while what was due changes."""
    for text, shared_by in (("pattern_value", _value), ("pattern_rate", _percent)):
        groups: dict[Fraction | None, list[Finding]] = {}
        for finding in found:
            groups.setdefault(shared_by(finding), []).append(finding)
        groups.pop(None, None)
        shared = max(groups, key=lambda value: (len(groups[value]), value or 0), default=None)
        those = groups.get(shared, [])
        due = {finding.expected for finding in those}
        if shared is not None and _are_most(len(those), len(found)) and len(due) >= FEWEST:
            value = wording.cell(f"{float(shared):.2f}")
            return [
                Pattern(wording.say(text, part=_part(wording, those, of=found), value=value), those)
            ]
    return []


def _value(finding: Finding) -> Fraction | None:
    """Give what the record shows, where it is a number."""
    return _number(finding.observed) if _number(finding.expected) is not None else None


def _percent(finding: Finding) -> Fraction | None:
    """Give the percentage of what was due that the record shows."""
    due, shown = _number(finding.expected), _number(finding.observed)
    return 100 * shown / due if due and shown is not None else None


def _number(cell: Cell) -> Fraction | None:
    """Read a number; None for any other text."""
    text = "" if cell is None else str(cell)
    return Fraction(text) if NUMBER.fullmatch(text) else None
