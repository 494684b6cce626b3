"""Bacará, articles 5 and 6: the steps with the cards before a shoe's first hand, and its cutter."""

from __future__ import annotations

from itertools import pairwise
from math import exp, factorial
from typing import TYPE_CHECKING

from tests.witness.entries import adopted, declared
from tests.witness.logic import OBSERVATION, VIOLATION, every, negated, word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.witness.bacara_rows import Hand, Night, Said
    from tests.witness.entries import Event
    from tests.witness.rows import Row
    from tests.witness.saying import Truth

OPENING = ("show", "face_down", "scramble", "shuffle")
CLOSING = ("shuffle", "cut", "end_cut", "load_shoe", "burn")
STEPS = (*OPENING, *CLOSING[1:])
UNSEEN = "??"  # a card that the log does not show
NEW = {"show": "5.a", "face_down": "5.b", "scramble": "5.c", "shuffle": "5.d", "cut": "5.e1.2",
       "end_cut": "5.e3.2", "load_shoe": "5.f1"}  # fmt: skip
USED = {"shuffle": "6.a", "cut": "6.b1.2", "end_cut": "6.b3.2", "load_shoe": "6.c"}
DECK, FLOOR, TAIL = 52, 40, 1e-6


def of_shoes(night: Night) -> Iterator[Said]:
    """Judge each shoe."""
    for row in night.shoes:
        shoe = Shoe(night, row)
        yield "BAC-6", shoe.name, shoe.cutter_appeared(), word(negated(shoe.was_dealt_after()))
        if shoe.hands:
            yield from shoe.said()


class Shoe:
    """A shoe, the hands dealt from it and the steps made with it before its first."""

    def __init__(self, night: Night, row: Row) -> None:
        self.night, self.name = night, str(row["shoe_id"])
        self.state: str | None = row["deck_state"]
        self.decks: int | None = row["decks"]
        self.row = row
        self.hands = [hand for hand in night.hands if hand.shoe == self.name]
        self.start = night.first.get(self.hands[0].name, 0) if self.hands else 0
        before = night.hands[: self.hands[0].place] if self.hands else []
        self.since = night.first.get(before[-1].name, 0) if before else 0
        number = self.hands[0].number if self.hands else 1
        follows = number == (before[-1].number + 1 if before else 1)
        self.is_whole = follows and not night.has_hole(self.since, self.start)
        self.steps = [e for e in night.events if is_step(e) and self.owns(e)]
        self.made = [event for event in self.steps if event.seq < self.start]

    def owns(self, event: Event) -> bool:
        """Say whether a step is this shoe's: it says so, or the hand that follows is."""
        if event.shoe is not None or event.hand is not None:
            return event.shoe == self.name
        return self.since < event.seq < self.start

    def is_made(self, step: str) -> Truth:
        """Say whether a step was made before the first hand."""
        if any(event.kind == step for event in self.made):
            return True
        return False if self.is_whole and "deck" in self.night.recorded else None

    def said(self) -> Iterator[Said]:
        """Say what each rule says of the shoe."""
        for is_new, names, prefix in ((True, NEW, "BAC-5"), (False, USED, "BAC-6")):
            bears: Truth = None if self.state is None else (self.state == "new") is is_new
            broken = OBSERVATION if is_new else VIOLATION
            for step, rule in names.items():
                yield f"BAC-{rule}", self.name, bears, word(self.is_made(step), broken=broken)
            yield from self.of_cuts(bears, is_new=is_new)
            yield from self.of_burn(bears, prefix=prefix, broken=broken)
            order = self.is_in_order(STEPS if is_new else CLOSING)
            yield f"{prefix}.ord", self.name, bears, word(order, broken=broken)
            rule = "BAC-5.d.2" if is_new else "BAC-6.a.2"
            yield rule, self.name, bears, word(self.may_be_random(), broken=OBSERVATION)
        used: Truth = None if self.state is None else self.state == "used"
        optional = [self.is_made(step) for step in OPENING[:3]]
        some = True if True in optional else None if None in optional else False
        first = self.optional_came_first()
        yield "BAC-6.opt", self.name, every(used, some), word(first, broken=OBSERVATION)

    def of_cuts(self, bears: Truth, *, is_new: bool) -> Iterator[Said]:
        """Judge both cuts."""
        counts = [event.count for event in self.made if event.kind == "cut"]
        low = None if not counts or counts[-1] is None else counts[-1] < FLOOR
        rule = "BAC-5.e1" if is_new else "BAC-6.b1"
        yield rule, self.name, every(bears, self.is_made("cut")), word(low, broken=OBSERVATION)
        rule = "BAC-5.e3" if is_new else "BAC-6.b3"
        yield rule, self.name, bears, self.of_end_cut(rule)

    def of_end_cut(self, rule: str) -> str:
        """Judge how deep the second cutter lies, told or reckoned from the cards dealt."""
        least, most = self.end_cut()
        deep = lies(least, most, above=FLOOR)
        half = None if self.decks is None else DECK * self.decks // 2
        inside = None if half is None else negated(lies(least, most, above=half + 1))
        readings = {"at_least_forty": deep, "between_forty_and_half": every(deep, inside)}
        reading = adopted(self.night.session, rule)
        return word(*([readings[reading]] if reading else readings.values()))

    def end_cut(self) -> tuple[int | None, int | None]:
        """Give the least and most cards between the second cutter and the base."""
        told = [event.count for event in self.made if event.kind == "end_cut"]
        if told and told[-1] is not None:
            return told[-1], told[-1]
        if self.decks is None:
            return None, None
        cards, out = DECK * self.decks, self.row["cutter_idx"]
        if out is not None:
            return cards - out, cards - out
        least, most = self.cards_out()
        return (None if most is None else cards - most, None if least is None else cards - least)

    def cards_out(self) -> tuple[int | None, int | None]:
        """Give how many cards were out, at least and at most, when the cutter appeared."""
        cutter, position = self.cutter()
        burned = self.burned()
        if cutter is None or burned is None:
            return None, None
        dealt = [hand for hand in self.hands if hand.place <= cutter.place]
        numbers = [hand.number for hand in dealt]
        counts = [self.dealt_in(hand) for hand in dealt]
        if None in counts[:-1] or numbers != list(range(numbers[0], numbers[-1] + 1)):
            return None, None
        if counts[-1] is None:  # what was out before that hand is known all the same
            known = burned + sum(count or 0 for count in counts)
            return (None, None) if position == "between" else (known, None)
        total = burned + sum(count or 0 for count in counts)
        if position == "between":
            return total, total
        before = total - (counts[-1] or 0)
        told = self.night.events if position == "during" else []
        events = [e for e in told if e.kind == "cutter_out" and e.hand == cutter.name]
        times = [card.at for card in self.night.cards.get(cutter.name, ())]
        if events and events[-1].at and times and None not in times:
            at = events[-1].at
            surely, maybe = (sum(t < at for t in times if t), sum(t <= at for t in times if t))
            return before + surely, before + maybe
        return before, total

    def dealt_in(self, hand: Hand) -> int | None:
        """Count the cards that a hand took out of the shoe, cancelled ones too."""
        cards = self.night.cards.get(hand.name)
        if cards:
            return len(cards)
        if hand.punto is None or hand.banca is None:
            return None
        return len(hand.punto) + len(hand.banca)

    def burned(self) -> int | None:
        """Add up the cards burned before the first hand."""
        counts = [event.count for event in self.made if event.kind == "burn"]
        if None in counts or (not counts and self.is_made("burn") is None):
            return None
        return sum(count or 0 for count in counts)

    def of_burn(self, bears: Truth, *, prefix: str, broken: str) -> Iterator[Said]:
        """Judge whether cards were burned, and as many as the house declared."""
        rule = f"{prefix}.g" if prefix == "BAC-5" else f"{prefix}.d"
        made, due = self.is_made("burn"), declared(self.night.session, "burn.cards")
        right = True if due is not None and int(due) == 0 else made
        yield rule, self.name, bears, word(right, broken=broken)
        cards = self.burned()
        same = None if cards is None or due is None else cards == int(due)
        yield f"{rule}.2", self.name, every(bears, made), word(same)

    def is_in_order(self, steps: tuple[str, ...]) -> Truth:
        """Say whether the steps that were made were, at some time, made in order."""
        at = 0
        for step in steps:
            times = [event.seq for event in self.made if event.kind == step]
            later = [seq for seq in times if seq > at]
            if times and not later:
                return False
            at = later[0] if later else at
        return True if self.is_whole and "deck" in self.night.recorded else None

    def optional_came_first(self) -> Truth:
        """Say whether showing, turning and scrambling came before the shuffle."""
        optional = [event.seq for event in self.made if event.kind in OPENING[:3]]
        shuffles = [event.seq for event in self.made if event.kind == "shuffle"]
        if not optional or not shuffles:
            return None
        return max(optional) < max(shuffles) if self.is_whole else None

    def may_be_random(self) -> Truth:
        """Say whether so many neighbours of one suit in sequence may come by chance (Poisson)."""
        rising = pairs = 0
        for hand in self.hands:
            cards = [card.card for card in self.night.cards.get(hand.name, ())]
            following = [pair for pair in pairwise(cards) if UNSEEN not in pair]
            pairs += len(following)
            rising += sum(follows(one, other) for one, other in following)
        if not pairs or self.decks is None:
            return None
        mean: float = pairs * (self.decks * 12 / 13) / (DECK * self.decks - 1)
        below = sum(exp(-mean) * mean**k / factorial(k) for k in range(min(rising, 60)))
        return 1 - below >= TAIL

    # ── article 6: the cutter ────────────────────────────────────────────────────────────────────
    def cutter(self) -> tuple[Hand | None, str | None]:
        """Give the hand during or after which the cutter appeared, and which of the two."""
        name, position = self.row["cutter_hand_id"], self.row["cutter_position"]
        if name is None:
            told = [e for e in self.night.events if e.kind == "cutter_out" and self.is_of(e)]
            name = self.hand_at(told[0]) if told else None
        found = [hand for hand in self.night.hands if hand.name == name]
        return (found[0] if found else None), position

    def hand_at(self, event: Event) -> str | None:
        """Give the hand that an event names, or else the last that had started at its time."""
        if event.hand is not None or event.at is None:
            return event.hand
        begun = [h.name for h in self.night.hands if h.started and h.started <= event.at]
        return begun[-1] if begun else None

    def is_of(self, event: Event) -> bool:
        """Say whether an event is of this shoe."""
        is_cutter = event.kind == "cutter_out" and event.shoe is None
        hand = self.hand_at(event) if is_cutter else event.hand
        return event.shoe == self.name or hand in {hand.name for hand in self.hands}

    def cutter_appeared(self) -> Truth:
        """Say whether anything tells that the cutter appeared."""
        told = any(self.row[f"cutter_{key}"] is not None for key in ("idx", "hand_id", "position"))
        if told or any(e.kind == "cutter_out" and self.is_of(e) for e in self.night.events):
            return True
        tells = any(event.kind == "cutter_out" for event in self.night.events)
        return False if tells else None

    def was_dealt_after(self) -> Truth:
        """Say whether a hand was dealt after the one in which the cutter appeared."""
        cutter, position = self.cutter()
        if cutter is None:
            return None
        later = [hand for hand in self.hands if hand.place > cutter.place]
        events = [e for e in self.night.events if e.kind == "cutter_out" and self.is_of(e)]
        at, first = events[-1].at if events else None, later[0].started if later else None
        if later and position == "between" and at and first and at >= first:
            later = later[1:]
        if later:
            return True
        unknown = any(hand.shoe is None for hand in self.night.hands)
        return None if unknown else False


def is_step(event: Event) -> bool:
    """Say whether an event is a step with the cards: a player who shows his own makes none."""
    of_player = event.player is not None or event.seat is not None
    return event.kind in STEPS and not (event.kind == "show" and of_player)


def lies(least: int | None, most: int | None, *, above: int) -> Truth:
    """Say whether a number between two bounds, each perhaps not known, is at least another."""
    if least is not None and least >= above:
        return True
    return False if most is not None and most < above else None


def follows(one: str, other: str) -> bool:
    """Say whether a card follows another in rank and suit."""
    ranks = "A23456789TJQK"
    return one[1] == other[1] and ranks.index(other[0]) == ranks.index(one[0]) + 1
