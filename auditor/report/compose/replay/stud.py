"""A hand of seven-card stud drawn street by street: cards, actions, the pot, what broke where."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from typing import TYPE_CHECKING

from auditor.report.compose.replay.rows import (
    amount_of,
    event_words,
    holder_name,
    record_of,
    time_of,
)
from auditor.report.compose.replay.stud_marks import mark_of
from auditor.report.compose.replay.stud_play import (
    AFTER,
    BEFORE,
    FIRST,
    TO_TOTAL,
    acts_of,
    dealt_of,
    seat_of,
)
from auditor.report.compose.replay.stud_pots import pots_of, put_in
from auditor.report.model.replay import SeatCards, Street, StreetStep, TableCard

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from auditor.report.audit.document import Finding
    from auditor.report.audit.read import HandRows, Row
    from auditor.report.compose.context import Context
    from auditor.report.compose.replay.stud_marks import Mark
    from auditor.report.compose.replay.stud_play import Act, Dealt
    from auditor.report.words.wording import Wording

TOGETHER = frozenset({"stack", "ante", "stack_after"})
WITH_AMOUNT = frozenset({*TOGETHER, "bring_in", "bet", "raise", "call", "award"})
WITHOUT = frozenset({"check", "fold", "show", "muck"})
SHOWN_NOT = "??"


@dataclass(frozen=True, slots=True)
class Fault:
    """Where a hand broke; `due`: what the law required there, `message`: the finding's words."""

    mark: Mark
    due: str | None
    message: str


@dataclass(frozen=True, slots=True)
class _Hand:
    """A hand, what is broken in it, and how it is written; `names`: players by seat.

    `chips`: the chips bought and cashed since the hand before.
    """

    chips: Sequence[Row]
    dealt: Sequence[Dealt]
    acts: Sequence[Act]
    fault: Fault
    names: Mapping[str, str]
    currency: str
    wording: Wording

    def due_at(self, row: Row) -> str | None:
        """Say what was due, where a row is the broken one."""
        return self.fault.due if self.is_broken(row) else None

    def is_broken(self, row: Row) -> bool:
        """Say whether a row is the broken one."""
        return row is self.fault.mark.row

    def who(self, seat: str) -> str:
        """Name a seat and its player; a player by himself where no seat is recorded."""
        if not seat.isdecimal():
            return seat
        name = self.names.get(seat)
        place = self.wording.say("stud_seat", seat=seat)
        return f"{place}, {name}" if name else place

    def money(self, amount: Decimal | None) -> str:
        """Write an amount; a dash where it is not recorded."""
        return "—" if amount is None else self.wording.money(amount, self.currency)


def streets_of(
    context: Context, finding: Finding, *, rows: HandRows, due: str | None, message: str
) -> tuple[Street, ...]:
    """Draw a hand; `due` is said where it broke, `message` too where that is no one action."""
    dealt = dealt_of(rows)
    acts = tuple(acts_of(rows, dealt))
    rule = context.index.rules.get((finding.norm, finding.rule))
    about = (rule.observed if rule else None) or ""
    mark = mark_of(finding, rows, dealt=dealt, acts=acts, about=about)
    hand = _Hand(
        chips=rows.before_events,
        dealt=dealt,
        acts=acts,
        fault=Fault(mark, due, message),
        names={act.seat: act.row.get("player_id") or "" for act in acts if act.row.get("seat")},
        currency=finding.currency or "",
        wording=context.wording,
    )
    told = {act.street for act in acts} | {one.street for one in dealt} | {mark.street, AFTER}
    return tuple(_street(hand, each) for each in range(BEFORE, AFTER + 1) if each in told)


def _street(hand: _Hand, street: int) -> Street:
    """Draw one street."""
    is_broken = hand.fault.mark.street == street
    gone = dict.fromkeys(a.seat for a in hand.acts if a.kind == "fold" and a.street < street)
    is_dealt = BEFORE < street < AFTER
    own = [act for act in hand.acts if act.street == street]
    accounts = _accounts(hand) if street == AFTER else ()
    chips = _chips(hand) if street == BEFORE else ()
    dealt_to = dict.fromkeys(one.seat for one in hand.dealt if one.seat and street == FIRST)
    return Street(
        title=hand.wording.word("street", str(street)),
        out=tuple(hand.who(seat) for seat in gone) if is_dealt else (),
        seats=tuple(_boards(hand, street, gone=gone)) if is_dealt else (),
        steps=(*chips, *accounts, *_steps(hand, own)),
        broken=is_broken,
        due=(hand.fault.due or hand.fault.message) if is_broken else None,
        order=tuple(hand.who(seat) for seat in dealt_to),
    )


def _chips(hand: _Hand) -> Iterator[StreetStep]:
    """Tell what chips changed hands since the hand before."""
    for row in hand.chips:
        yield StreetStep(
            time=time_of(row.get("at")),
            who=hand.who(seat_of(row)) or None,
            text=f"{hand.wording.word('event', row.get('type'))}: "
            f"{hand.money(amount_of(row.get('amount')))}",
            cards=(),
            pot=hand.money(Decimal(0)),
        )


def _accounts(hand: _Hand) -> Iterator[StreetStep]:
    """Tell what each put in, and each pot where there are several; nothing if an amount wants."""
    put = put_in(hand.acts)
    if not put:
        return
    each = "; ".join(f"{hand.who(seat)} {hand.money(amount)}" for seat, amount in put.items())
    whole = hand.money(sum(put.values(), Decimal(0)))
    yield StreetStep(None, None, hand.wording.say("pot_put", each=each), (), whole)
    pots = pots_of(put, hand.acts)
    for number, pot in enumerate(pots if len(pots) > 1 else (), start=1):
        text = hand.wording.say(
            "pot_side" if number > 1 else "pot_main",
            number=number - 1,
            level=hand.money(pot.level),
            folded=hand.wording.say("pot_folded") if pot.of_folded else "",
            seats="; ".join(hand.who(seat) for seat in pot.seats),
        )
        yield StreetStep(None, None, text, (), hand.money(pot.amount))


def _boards(hand: _Hand, street: int, *, gone: Mapping[str, None]) -> Iterator[SeatCards]:
    """Walk what each player still in holds in a street, and what was dealt to any other."""
    held: dict[str, list[Dealt]] = {}
    for one in hand.dealt:
        is_held = one.street < street and one.seat is not None and one.seat not in gone
        if is_held or one.street == street:
            held.setdefault(one.holder, []).append(one)
    for holder, cards in held.items():
        seat = cards[0].seat
        broken = next((one.row for one in cards if hand.is_broken(one.row)), None)
        yield SeatCards(
            who=hand.who(seat) if seat else holder_name(holder, hand.wording),
            cards=tuple(_card(hand, one, street=street) for one in cards),
            due=hand.fault.due if broken else None,
            record=record_of(broken, hand.wording) if broken else None,
        )


def _card(hand: _Hand, one: Dealt, *, street: int) -> TableCard:
    """Show a card on the table: a hidden one is marked, one that is not known is a back."""
    card = one.row.get("card") or SHOWN_NOT
    return TableCard(
        card=card,
        is_down=one.row.get("face") == "down",
        is_new=one.street == street,
        broken=hand.is_broken(one.row) and one.street == street,
    )


def _steps(hand: _Hand, acts: Sequence[Act]) -> Iterator[StreetStep]:
    """Walk the steps of a street; stacks and antes that follow one another are told together."""
    for (kind, _), group in groupby(acts, key=lambda act: _group(hand, act)):
        told = list(group)
        last = told[-1]
        yield StreetStep(
            time=time_of(told[0].row.get("at")),
            who=None if len(told) > 1 else hand.who(last.seat) or None,
            text=_together(hand, told) if len(told) > 1 else _words(hand, last),
            cards=_shown(hand, last) if kind == "show" else (),
            pot=hand.money(last.pot),
            is_fold=kind == "fold",
            broken=hand.is_broken(last.row),
            due=hand.due_at(last.row),
            record=record_of(last.row, hand.wording) if hand.is_broken(last.row) else None,
        )


def _shown(hand: _Hand, act: Act) -> tuple[str, ...]:
    """Give the cards that a player shows: those that the log names, else all that he was dealt."""
    dealt = (one.row.get("card") or SHOWN_NOT for one in hand.dealt if one.seat == act.seat)
    return tuple((act.row.get("detail") or " ".join(dealt)).split())


def _group(hand: _Hand, act: Act) -> tuple[str, str]:
    """Tell apart the steps that stand by themselves."""
    is_alone = act.kind not in TOGETHER or hand.is_broken(act.row)
    return act.kind, (act.row.get("seq") or act.seat) if is_alone else ""


def _together(hand: _Hand, acts: Sequence[Act]) -> str:
    """Tell the same of several players in one line."""
    each = "; ".join(f"{hand.who(a.seat)} {_amount(hand, a)}" for a in acts)
    return f"{hand.wording.word('event', acts[0].kind)}: {each}"


def _words(hand: _Hand, act: Act) -> str:
    """Tell one action, with what it adds where that is less than it says, and who is all in."""
    wording = hand.wording
    if act.kind in WITHOUT:
        return wording.word("stud", act.kind)
    if act.kind not in WITH_AMOUNT:
        return event_words(act.row, wording, without=("player_id", "seat"))
    text = f"{wording.word('stud', act.kind)} {_amount(hand, act)}"
    if act.kind in TO_TOTAL and act.put is not None and act.put != amount_of(act.row.get("amount")):
        text = wording.say("act_adds", text=text, put=hand.money(act.put))
    if act.kind == "award" and (detail := act.row.get("detail")):
        known = detail.replace(" ", "_")
        text = f"{text} ({wording.word('pot', known).replace(known, detail)})"
    return wording.say("act_all_in", text=text) if act.is_all_in else text


def _amount(hand: _Hand, act: Act) -> str:
    """Write the amount that an event tells."""
    return hand.money(amount_of(act.row.get("amount")))
