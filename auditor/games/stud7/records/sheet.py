"""The rows of one file while it is read: sessions, hands, cards and events; what is told."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from auditor.games.format import BrokenRecord, FormatReading
from auditor.games.stud7.records.money import as_text
from auditor.texts import say, texts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from auditor.games.format import Row

MOST_EVENTS = 999
SEQ_STEP = MOST_EVENTS + 1  # between the numbers of the events of two hands
NOT_SEEN = "??"
DOWN, UP = "down", "up"
FACES = (DOWN, DOWN, UP, UP, UP, UP, DOWN)


class UnreadableError(Exception):
    """A hand that cannot be read: the key of its text, and what to put in."""

    def __init__(self, code: str, /, **context: object) -> None:
        """Keep the key and the values."""
        super().__init__(code)
        self.code = code
        self.context = context


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sat where, and the chips before the hand (None: not recorded)."""

    number: int
    player_id: str | None
    stack: int | None


@dataclass(frozen=True, slots=True)
class Event:
    """What happened in a hand; `amount` in units, `seat` None where it is not known."""

    type: str
    seat: int | None
    player_id: str | None
    amount: int | None = None
    detail: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a hand's rows go: its record, session, id, number and time."""

    record: int
    session_id: str
    hand_id: str
    hand_no: int
    started_at: str | None


@dataclass(frozen=True, slots=True)
class Told:
    """What a hand tells: its events, the cards of each seat in the order of the deal, its pot."""

    events: Sequence[Event]
    cards: Sequence[tuple[int, Sequence[str]]]
    pot: int | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows of one file while it is read: sessions by id, and the rows of the other tables."""

    sessions: dict[str, Row] = field(default_factory=dict)
    hands: list[Row] = field(default_factory=list)
    cards: list[Row] = field(default_factory=list)
    events: list[Row] = field(default_factory=list)
    broken: list[BrokenRecord] = field(default_factory=list)
    refused: list[BrokenRecord] = field(default_factory=list)
    assumed: dict[str, None] = field(default_factory=dict)

    def add(self, place: Place, told: Told) -> None:
        """Write the rows of a hand; raises UnreadableError where it has too many events."""
        count = len(told.events)
        if count > MOST_EVENTS:
            raise UnreadableError("too_long", count=count, most=MOST_EVENTS)
        self.hands.append(
            {
                "record": str(place.record),
                "hand_id": place.hand_id,
                "session_id": place.session_id,
                "hand_no": str(place.hand_no),
                "started_at": place.started_at,
                "pot": None if told.pot is None else as_text(told.pot),
            }
        )
        if len(told.cards) > 1:
            self.assume("assumed_order")
        self.cards.extend(_card_rows(place, told.cards))
        self.events.extend(_event_rows(place, told.events))

    def assume(self, code: str) -> None:
        """Note what is taken for granted, by the key of its text; each once."""
        self.assumed[code] = None

    def assume_night(self, gaming_date: str | None, started_at: str | None) -> None:
        """Note that a hand is counted to the night before the day on which it was dealt."""
        if gaming_date and started_at and not started_at.startswith(gaming_date):
            self.assume("assumed_night")

    def lose(self, record: int, why: UnreadableError) -> None:
        """Note a record that cannot be read or used as it is."""
        self.broken.append(broken_record(record, why))

    def refuse(self, record: int, why: UnreadableError) -> None:
        """Note a hand of a game that no norm here governs."""
        self.refused.append(broken_record(record, why))

    def reading(self) -> FormatReading:
        """Give what was read; no table where there is no hand."""
        tables = {
            "sessions": list(self.sessions.values()),
            "hands": self.hands,
            "cards": self.cards,
            "events": self.events,
        }
        assumed = tuple(
            (say(f"stud7.{code}", lang="es"), say(f"stud7.{code}", lang="en"))
            for code in sorted(self.assumed)
        )
        return FormatReading(tables if self.hands else {}, self.broken, self.refused, assumed)


def broken_record(record: int, why: UnreadableError) -> BrokenRecord:
    """Say in both languages why a record is not used."""
    es, en = (reason(why, lang) for lang in ("es", "en"))
    return BrokenRecord(record, "hands", es, en)


def reason(why: UnreadableError, lang: str) -> str:
    """Say why in one language; a reason inside a reason is said in the same one."""
    context = {
        key: reason(value, lang) if isinstance(value, UnreadableError) else value
        for key, value in why.context.items()
    }
    return say(f"stud7.{why.code}", lang=lang, **context)


def game_code(variant: str) -> str:
    """Give the key of the text that names a variant of PHH."""
    code = f"game_{variant}"
    return code if code in texts_of("stud7") else "game_other"


def with_shown(dealt: Sequence[str], shown: Sequence[str]) -> list[str]:
    """Put cards shown in the places of cards not seen; the deal stays where the two disagree."""
    if len(dealt) == len(shown) and all(
        one in {NOT_SEEN, other} for one, other in zip(dealt, shown, strict=True)
    ):
        return list(shown)
    rest = [card for card in shown if card not in dealt and card != NOT_SEEN]
    known = [card for card in dealt if card != NOT_SEEN]
    if not set(known) <= set(shown) or len(rest) != len(dealt) - len(known):
        return list(dealt)
    others = iter(rest)
    return [next(others) if card == NOT_SEEN else card for card in dealt]


def uncalled(put: dict[int, int], folded: set[int]) -> int:
    """Give what the player who put in most has in the pot beyond all the others."""
    ordered = sorted(put.items(), key=lambda item: item[1], reverse=True)
    if not ordered or ordered[0][0] in folded:
        return 0
    return ordered[0][1] - (ordered[1][1] if len(ordered) > 1 else 0)


def _card_rows(place: Place, cards: Sequence[tuple[int, Sequence[str]]]) -> Iterable[Row]:
    """Walk the rows of the cards: round by round, in each from the first dealt to the last."""
    record, hand_id, idx = str(place.record), place.hand_id, 0
    for turn, face in enumerate(FACES):
        for seat, dealt in cards:
            if turn < len(dealt):
                idx += 1
                yield {
                    "record": record,
                    "hand_id": hand_id,
                    "idx": str(idx),
                    "to": f"seat:{seat}",
                    "card": dealt[turn],
                    "face": face,
                }


def _event_rows(place: Place, events: Sequence[Event]) -> Iterable[Row]:
    """Walk the rows of the events, numbered so that the hands of a session do not meet."""
    record, first = str(place.record), place.hand_no * SEQ_STEP + 1
    for seq, event in enumerate(events, first):
        yield {
            "record": record,
            "session_id": place.session_id,
            "seq": str(seq),
            "type": event.type,
            "hand_id": place.hand_id,
            "actor": "player",
            "player_id": event.player_id,
            "seat": None if event.seat is None else str(event.seat),
            "amount": None if event.amount is None else as_text(event.amount),
            "detail": event.detail,
        }
