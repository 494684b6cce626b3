"""A hand told step by step in a report, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One step of a hand: what happened, with cards or dice, and what the law required there.

    `is_whole`: it tells the finding itself, which is about no single step. `record`: the file and
    the record of a broken step.
    """

    time: str | None
    text: str
    cards: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()
    points: str | None = None
    broken: bool = False
    due: str | None = None
    is_whole: bool = False
    record: str | None = None


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card on the table: as logged, dealt face down or up, dealt in the street, broken there."""

    card: str
    is_down: bool
    is_new: bool
    broken: bool = False


@dataclass(frozen=True, slots=True)
class SeatCards:
    """What a player holds in a street; what was due of a card dealt to him, and its record."""

    who: str
    cards: tuple[TableCard, ...]
    due: str | None = None
    record: str | None = None


@dataclass(frozen=True, slots=True)
class StreetStep:
    """One action of a street, and the pot after it; `record` as in a ReplayStep."""

    time: str | None
    who: str | None
    text: str
    cards: tuple[str, ...]
    pot: str
    is_fold: bool = False
    broken: bool = False
    due: str | None = None
    record: str | None = None


@dataclass(frozen=True, slots=True)
class Street:
    """A street of a hand of stud: who is out, what the others hold, what they do.

    `order`: of the first street, the players in the order in which they were dealt to.
    """

    title: str
    out: tuple[str, ...]
    seats: tuple[SeatCards, ...]
    steps: tuple[StreetStep, ...]
    broken: bool = False
    due: str | None = None
    order: tuple[str, ...] = ()

    @property
    def is_broken(self) -> bool:
        """Say whether the street, an action or a card of it is broken."""
        cards = (card.broken for seat in self.seats for card in seat.cards)
        return self.broken or any(cards) or any(step.broken for step in self.steps)


@dataclass(frozen=True, slots=True)
class Replay:
    """A hand step by step, or street by street, and the hands before it that lead to it.

    `records`: the files that its rows are from, each with its records.
    """

    history: tuple[ReplayStep, ...]
    steps: tuple[ReplayStep, ...]
    streets: tuple[Street, ...] = ()
    records: tuple[str, ...] = ()

    @property
    def _broken(self) -> tuple[ReplayStep | StreetStep, ...]:
        """Give the steps that are broken, of the hand or of its streets."""
        steps: list[ReplayStep | StreetStep] = [*self.steps]
        steps += [step for street in self.streets for step in street.steps]
        return tuple(step for step in steps if step.broken)

    @property
    def broken_at(self) -> str | None:
        """Give the hour of the first step that is broken; None where none has an hour."""
        return next((step.time for step in self._broken if step.time), None)

    @property
    def breaks_untimed(self) -> bool:
        """Say whether what is broken is one step whose hour is not recorded: what was paid."""
        broken = [step for step in self.steps if step.broken]
        return len(broken) == 1 and broken[0].time is None and not broken[0].is_whole

    @property
    def broken_records(self) -> tuple[str, ...]:
        """Give the files and records of the steps that are broken, where they are recorded."""
        return tuple(step.record for step in self._broken if step.record)

    @property
    def broken_part(self) -> Replay:
        """Give the streets in which something is broken, and of their actions the broken ones."""
        parts = (
            replace(
                street,
                seats=tuple(seat for seat in street.seats if any(c.broken for c in seat.cards)),
                steps=tuple(step for step in street.steps if step.broken),
            )
            for street in self.streets
        )
        return Replay((), (), tuple(each for each in parts if each.is_broken))
