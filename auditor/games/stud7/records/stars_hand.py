"""A hand in PokerStars' text, line by line: events in order, cards of each seat, pot and rake."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from auditor.games.stud7.records import stars_lines as lines_of
from auditor.games.stud7.records.money import units_of
from auditor.games.stud7.records.sheet import (
    FACES,
    NOT_SEEN,
    Event,
    Seat,
    UnreadableError,
    with_shown,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from re import Match

ALL_IN = "all-in"
LONGEST_LINE = 1000  # no line of a hand is near as long
_OPENING = 3  # cards dealt before the first round of betting
_KINDS = {"posts the ante": "ante", "calls": "call", "bets": "bet"}


@dataclass(frozen=True, slots=True)
class Award:
    """What a line says that somebody collected; `seat` None while it is not known."""

    name: str
    amount: int
    pot: str
    seat: int | None


@dataclass(slots=True, frozen=True)
class Hand:
    """A hand while it is read.

    `put`, `back`, `won`: what each seat put in, had returned, and won by the summary, in units.
    `told`: the totals that the summary gives (`pot`, `rake`).
    """

    seats: dict[int, Seat] = field(default_factory=dict)
    by_name: dict[str, int] = field(default_factory=dict)
    events: list[Event | Award] = field(default_factory=list)
    cards: dict[int, list[str]] = field(default_factory=dict)
    folded: set[int] = field(default_factory=set)
    of_round: Counter[int | None] = field(default_factory=Counter)
    put: Counter[int | None] = field(default_factory=Counter)
    back: Counter[int | None] = field(default_factory=Counter)
    won: Counter[int] = field(default_factory=Counter)
    told: dict[str, int] = field(default_factory=dict)

    def tell(
        self, kind: str, name: str, *, amount: int | None = None, detail: str | None = None
    ) -> None:
        """Note an event of a player."""
        self.events.append(Event(kind, self.by_name.get(name), name, amount, detail))

    @property
    def standing(self) -> int:
        """Give the bet to be covered in the round."""
        return max(self.of_round.values(), default=0)


def read_hand(lines: Iterable[str]) -> Hand:
    """Read the lines of a hand after its heading; raises UnreadableError, and ValueError."""
    hand, part = Hand(), ""
    for line in lines:
        if len(line) > LONGEST_LINE:
            continue
        street = lines_of.STREET.fullmatch(line) if line.startswith("***") else None
        if street:
            part = street[1].upper()
            _open_street(hand, part, cards=street[2])
        elif part == "SUMMARY":
            _summary(hand, line)
        else:
            _take(hand, line, part=part)
    return hand


def _open_street(hand: Hand, street: str, *, cards: str | None) -> None:
    """Begin a round: nothing is bet in it, and at the last each gets a card face down."""
    if cards and street != "SUMMARY":
        raise UnreadableError("community_card")
    hand.of_round.clear()
    if street == "RIVER":
        for seat, dealt in hand.cards.items():
            if seat not in hand.folded and len(dealt) < len(FACES):
                dealt.append(NOT_SEEN)


def _deal(hand: Hand, line: str, *, part: str) -> bool:
    """Read a line that seats a player or gives him cards; False for any other."""
    if not part and line.startswith("Seat "):
        match = lines_of.SEATED.fullmatch(line)
        if match:
            seat = Seat(int(match[1]), match[2], units_of(match[3]))
            hand.seats.setdefault(seat.number, seat)
            hand.by_name.setdefault(match[2], seat.number)
        return match is not None
    if not line.startswith("Dealt to "):
        return False
    match = lines_of.DEALT.fullmatch(line)
    if match is None:
        return False
    name, cards = match[1], lines_of.cards_of(match[2])
    earlier = lines_of.DEALT.fullmatch(f"Dealt to {name}") if name not in hand.by_name else None
    seat_number = hand.by_name.get(earlier[1] if earlier else name)
    if seat_number is None:
        return False
    _give(hand.cards.setdefault(seat_number, []), cards, part=part)
    return True


def _give(dealt: list[str], cards: list[str], *, part: str) -> None:
    """Add what a line says was dealt: first two down (seen or not) and one up, then one each."""
    if not dealt:
        dealt += [*[NOT_SEEN] * (_OPENING - len(cards)), *cards]
    elif part == "RIVER":
        dealt[-1] = cards[-1]
    elif len(dealt) < len(FACES):
        dealt += cards[-1:]


def _play(hand: Hand, line: str) -> bool:
    """Read what a player does; False for any other line."""
    match = lines_of.ACTION.fullmatch(line) if ": " in line else None
    if match is None:
        return False
    name, seat = match[1], hand.by_name.get(match[1])
    _, pays, amount, all_in, raises, by, to, also_all_in, plain, _, _, shown = match.groups()
    detail = ALL_IN if all_in or also_all_in else None
    if pays:
        _pay(hand, name, words=pays, amount=units_of(amount), detail=detail)
    elif raises:
        total = units_of(to) if to else hand.standing + units_of(by)
        _raise_to(hand, name, kind="raise", total=total, detail=detail)
    elif shown:
        _show(hand, name, cards=lines_of.cards_of(shown))
    else:
        hand.tell("muck" if plain.startswith("mucks") else plain.removesuffix("s"), name)
        if plain == "folds" and seat is not None:
            hand.folded.add(seat)
    return True


def _pay(hand: Hand, name: str, *, words: str, amount: int, detail: str | None) -> None:
    """Note an ante, a bring-in, a call or a bet; a bet over another is a raise to its amount."""
    kind = _KINDS.get(words, "bring_in" if words.startswith("brings") else "raise")
    if kind == "raise" or (kind == "bet" and hand.standing):
        _raise_to(hand, name, kind="raise", total=amount, detail=detail)
        return
    seat = hand.by_name.get(name)
    hand.put[seat] += amount
    if kind != "ante":
        hand.of_round[seat] += amount
    hand.tell(kind, name, amount=amount, detail=detail)


def _raise_to(hand: Hand, name: str, *, kind: str, total: int, detail: str | None) -> None:
    """Note a raise to a total in the round."""
    seat = hand.by_name.get(name)
    hand.put[seat] += max(total - hand.of_round[seat], 0)
    hand.of_round[seat] = max(total, hand.of_round[seat])
    hand.tell(kind, name, amount=total, detail=detail)


def _show(hand: Hand, name: str, *, cards: list[str]) -> None:
    """Note a hand shown, which tells cards not seen before."""
    hand.tell("show", name, detail=" ".join(cards))
    _learn(hand, hand.by_name.get(name), cards=cards)


def _learn(hand: Hand, seat: int | None, *, cards: list[str]) -> None:
    """Put cards shown in the places of cards not seen."""
    if seat in hand.cards:
        hand.cards[seat] = with_shown(hand.cards[seat], cards)


def _take(hand: Hand, line: str, *, part: str) -> None:
    """Read a line of the play; one that is none of these is talk, or tells who came and went."""
    readers = (_return, _play, _collect)
    if not _deal(hand, line, part=part):
        any(read(hand, line) for read in readers)


def _return(hand: Hand, line: str) -> bool:
    """Read a bet that nobody called, returned; False for any other line."""
    match = lines_of.RETURNED.fullmatch(line) if line.startswith("Uncalled bet (") else None
    if match is None:
        return False
    amount, name = units_of(match[1]), match[2]
    hand.back[hand.by_name.get(name)] += amount
    hand.tell("award", name, amount=amount, detail="uncalled bet")
    return True


def _collect(hand: Hand, line: str) -> bool:
    """Read a pot collected; False for any other line."""
    match = lines_of.COLLECTED.fullmatch(line) if " from " in line else None
    if match:
        hand.events.append(_award(hand, match))
    return match is not None


def _award(hand: Hand, match: Match[str]) -> Award:
    """Make the award of a line; a name may end in the word that stands for the verb."""
    name, verb = match[1], match[2] or ""
    if name not in hand.by_name and name + verb in hand.by_name:
        name += verb
    return Award(name, units_of(match[3]), match[4], hand.by_name.get(name))


def _summary(hand: Hand, line: str) -> None:
    """Read a line of the summary: pot and rake, who won how much, cards that were mucked."""
    total = lines_of.TOTAL.fullmatch(line)
    if total and "pot" not in hand.told:
        rake = lines_of.RAKE.search(line)
        hand.told["pot"] = units_of(total[1])
        hand.told["rake"] = units_of(rake[1]) if rake else 0
        return
    match = lines_of.SEAT_AT_END.fullmatch(line)
    seat = int(match[1]) if match else 0
    if match is None or seat not in hand.seats:
        return
    text = match[2].removeprefix(hand.seats[seat].player_id or "")
    won, shown = lines_of.WON.fullmatch(text), lines_of.SHOWN_AT_END.fullmatch(text)
    if won:
        hand.won[seat] += units_of(won[1])
    if shown:
        _learn(hand, seat, cards=lines_of.cards_of(shown[1]))
