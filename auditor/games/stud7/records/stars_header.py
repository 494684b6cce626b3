"""The first two lines of a hand in PokerStars' text: its number, game, currency, time and table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from auditor.games.stud7.records.sheet import UnreadableError
from auditor.games.stud7.records.times import gaming_date, placed, zone_of

if TYPE_CHECKING:
    from collections.abc import Sequence

HEADING = re.compile(r"PokerStars [^#\n]{0,40}#\d+:", re.IGNORECASE)
_HEADER = re.compile(r"PokerStars [^#]*#(\d{1,17}): *(.*?) - (\d{4}/.*)", re.IGNORECASE)
_TIME = re.compile(r"(\d{4})/(\d\d?)/(\d\d?)[ -]+(\d\d?):(\d\d):(\d\d) *\(?([A-Z]+)?")
_TABLE = re.compile(r"Table '(.*)'(?: .*)?")
_STAKES = re.compile(r"\(([^()]*\d/[^()]*\d[^()]*)\)")
_CODE = re.compile(r"\b[A-Z]{3}\b")
_SIGNS = {"$": "USD", "€": "EUR", "£": "GBP", "₹": "INR"}
_HIGH_LOW = re.compile(r"hi/lo|h/l|hi-lo|8 or b", re.IGNORECASE)
_WORDS = 80
_LONGEST = 1000


@dataclass(frozen=True, slots=True)
class Header:
    """Which hand it is: `game` as it is written; `kind`: stud, a near relation of it, or other.

    `currency` is None for play money and the chips of a tournament.
    """

    number: int
    game: str
    kind: str
    currency: str | None
    clock: datetime
    zone: str | None
    table: str | None

    @property
    def gaming_date(self) -> str:
        """Give the date on which the night opened, by the clock that the hand itself gives."""
        return gaming_date(self.clock).isoformat()

    @property
    def started_at(self) -> str:
        """Give the time of the hand with its offset, as far as its zone is known."""
        return placed(self.clock, self.zone)


def read_header(lines: Sequence[str]) -> Header:
    """Read a heading and the line of the table; raises UnreadableError."""
    match = _HEADER.fullmatch(lines[0][:_LONGEST])
    moment = _TIME.match(match[3]) if match else None
    if match is None or moment is None:
        raise UnreadableError("bad_header", line=lines[0][:_WORDS])
    try:
        clock = datetime(*map(int, moment.groups()[:6]))  # type: ignore[arg-type]  # noqa: DTZ001
    except ValueError as error:
        raise UnreadableError("bad_header", line=lines[0][:_WORDS]) from error
    table = _TABLE.fullmatch(lines[1]) if len(lines) > 1 else None
    return Header(
        number=int(match[1]),
        game=match[2],
        kind=_kind(match[2]),
        currency=_currency(match[2]),
        clock=clock,
        zone=zone_of(moment[7]) if moment[7] else None,
        table=table[1] if table else None,
    )


def _kind(game: str) -> str:
    """Tell stud, and the games dealt like it, from others."""
    name = game.casefold()
    if "razz" in name:
        return "razz"
    if "7 card stud" not in name:
        return "other"
    return "high_low" if _HIGH_LOW.search(game) else "stud"


def _currency(game: str) -> str | None:
    """Give the currency of the stakes: its code, or what its sign means."""
    stakes = _STAKES.findall(game)
    if not stakes:
        return None
    code = _CODE.search(stakes[-1])
    return code[0] if code else next((_SIGNS[one] for one in stakes[-1] if one in _SIGNS), None)
