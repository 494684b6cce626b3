"""The fields of a hand in PHH, each checked to be what the notation says."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from typing import TYPE_CHECKING, TypeVar

from auditor.games.stud7.records.money import units_of_number
from auditor.games.stud7.records.sheet import SEQ_STEP, Seat, UnreadableError
from auditor.games.stud7.records.times import day_text, gaming_date, placed, zone_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MOST_HAND_NO = 10**18 // SEQ_STEP
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Night:
    """The session that a hand says it is of, as far as it says, and its own time."""

    event: str | None
    table: str | None
    gaming_date: str | None
    started_at: str | None
    zone: str | None
    currency: str | None
    hand_no: int | None


@dataclass(frozen=True, slots=True)
class Setup:
    """What stands before the first action: seats in the order of the deal, forced bets, actions.

    Amounts in units; `after`: the stacks at the end, None where they are not recorded.
    """

    seats: tuple[Seat, ...]
    antes: tuple[int, ...]
    bring_in: int | None
    actions: tuple[str, ...]
    after: tuple[int | None, ...] | None

    @property
    def has_short_ante(self) -> bool:
        """Say whether somebody has less than the ante that the hand states for him."""
        pairs = zip(self.seats, self.antes, strict=False)
        return any(seat.stack is not None and seat.stack < ante for seat, ante in pairs)


def setup_of(fields: Mapping[str, object]) -> Setup:
    """Read the players, chips and actions of a hand; raises UnreadableError."""
    for field in ("antes", "starting_stacks", "actions"):
        if field not in fields:
            raise UnreadableError("missing_field", field=field)
    stacks = _list(fields, "starting_stacks", read=_stack)
    count = len(stacks)
    if not count:
        raise _bad(fields, "starting_stacks")
    names = _list(fields, "players", read=_name, count=count) or (None,) * count
    numbers = _list(fields, "seats", read=_seat_number, count=count) or tuple(range(1, count + 1))
    if len(set(numbers)) < count:
        raise _bad(fields, "seats")
    if any(_list(fields, "blinds_or_straddles", read=units_of_number)):
        raise _bad(fields, "blinds_or_straddles")
    return Setup(
        seats=tuple(map(Seat, numbers, names, stacks)),
        antes=_list(fields, "antes", read=units_of_number, count=count),
        bring_in=_one(fields, "bring_in", read=units_of_number),
        actions=_list(fields, "actions", read=_action),
        after=_list(fields, "finishing_stacks", read=_stack, count=count) or None,
    )


def night_of(fields: Mapping[str, object]) -> Night:
    """Read what a hand says of where and when it was played; raises UnreadableError."""
    zone = _text(fields, "time_zone") or _text(fields, "time_zone_abbreviation")
    known_zone = zone_of(zone) if zone else None
    day, started_at = _day_and_time(fields, known_zone)
    return Night(
        event=_text(fields, "event"),
        table=_text(fields, "table"),
        gaming_date=day,
        started_at=started_at,
        zone=known_zone,
        currency=_text(fields, "currency"),
        hand_no=_one(fields, "hand", read=_hand_number),
    )


def _day_and_time(fields: Mapping[str, object], zone: str | None) -> tuple[str | None, str | None]:
    """Give the gaming date, as far as it is known, and the time if all of it is."""
    year, month, day = (_one(fields, part, read=_whole) for part in ("year", "month", "day"))
    try:
        text = day_text(year, month, day=day)
    except ValueError as error:
        raise UnreadableError("bad_field", field="day", value=f"{year}-{month}-{day}") from error
    clock = fields.get("time")
    if text is None or "?" in text or not isinstance(clock, time):
        return text, None
    moment = datetime.combine(date.fromisoformat(text), clock.replace(tzinfo=None))
    return gaming_date(moment).isoformat(), placed(moment, zone)


def _list(
    fields: Mapping[str, object],
    field: str,
    *,
    read: Callable[[object], Value],
    count: int | None = None,
) -> tuple[Value, ...]:
    """Read a list of values, as many as there are players where `count` is given; () if absent."""
    values = fields.get(field, [])
    if not isinstance(values, list) or (values and count is not None and len(values) != count):
        raise _bad(fields, field)
    try:
        return tuple(map(read, values))
    except ValueError as error:
        raise _bad(fields, field) from error


def _one(
    fields: Mapping[str, object], field: str, *, read: Callable[[object], Value]
) -> Value | None:
    """Read a single value; None where it is absent."""
    try:
        return read(fields[field]) if field in fields else None
    except ValueError as error:
        raise _bad(fields, field) from error


def _bad(fields: Mapping[str, object], field: str) -> UnreadableError:
    """Say that a field is not what the notation has there."""
    return UnreadableError("bad_field", field=field, value=str(fields.get(field))[:80])


def _text(fields: Mapping[str, object], field: str) -> str | None:
    """Give a field as one line of text; None where it is absent or empty."""
    value = fields.get(field)
    return " ".join(str(value).split()) or None if isinstance(value, str | int) else None


def _whole(value: object) -> int:
    """Read a whole number."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(value)  # noqa: TRY004  a value of the file, not of the program
    return value


def _hand_number(value: object) -> int:
    """Read the number of a hand, written as a number or as its digits."""
    number = int(value) if isinstance(value, str) and value.isdecimal() else _whole(value)
    if not 0 <= number < MOST_HAND_NO:
        raise ValueError(value)
    return number


def _seat_number(value: object) -> int:
    """Read the number of a seat."""
    number = _whole(value)
    if not 0 <= number < SEQ_STEP:
        raise ValueError(value)
    return number


def _stack(value: object) -> int | None:
    """Read a stack; None for one that is not known, which is written as infinite."""
    is_unknown = isinstance(value, Decimal) and value.is_infinite() and value > 0
    return None if is_unknown else units_of_number(value)


def _name(value: object) -> str | None:
    """Read the name of a player, any text; None for an empty one."""
    if not isinstance(value, str):
        raise ValueError(value)  # noqa: TRY004  a value of the file, not of the program
    return value.strip() or None


def _action(value: object) -> str:
    """Read an action."""
    if not isinstance(value, str):
        raise ValueError(value)  # noqa: TRY004  a value of the file, not of the program
    return value
