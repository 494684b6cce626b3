"""Each kind of row of a hand, told as steps: bets, events, cards, dice, boards, the result."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from itertools import groupby
from typing import TYPE_CHECKING

from auditor.report.words.wording import board_hand, parse_moment, sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from auditor.report.audit.read import HandRows, Row
    from auditor.report.words.wording import Wording

LISTED = 6  # bets of a hand that are told one by one
AGAINST = "against_bank"
SUMS = frozenset({"amount", "banker_result", "deduction"})
PIPS = {**{str(pips): pips for pips in range(2, 10)}, "A": 1}


@dataclass(frozen=True, slots=True)
class Told:
    """A step with its time as logged, so that steps of several kinds can be put in order.

    `event` is the type of the event that it tells, `holder` who got the card, `row` its own row.
    """

    at: str | None
    text: str
    cards: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()
    points: str | None = None
    broken: bool = False
    holder: str | None = None
    event: str | None = None
    row: Row = field(default_factory=dict)


def record_of(row: Row, wording: Wording) -> str | None:
    """Name the file and the record of a row; None where it does not say."""
    name, number = row.get("source_name"), row.get("source_record")
    return f"{name}, {wording.say('record', number=number)}" if name and number else None


def records_of(rows: HandRows) -> tuple[str, ...]:
    """Name the files that a hand's rows are from, each with its records: cards.csv 41–56."""
    parts = (rows.cards, rows.bets, rows.rolls, rows.events, rows.boards, rows.before_events)
    found: dict[str, set[int]] = {}
    for row in (rows.hand, *(row for part in parts for row in part)):
        name, number = row.get("source_name"), row.get("source_record") or ""
        if name and number.isdecimal():
            found.setdefault(name, set()).add(int(number))
    return tuple(f"{name} {', '.join(_spans(sorted(found[name])))}" for name in sorted(found))


def _spans(numbers: Sequence[int]) -> Iterator[str]:
    """Write numbers that follow one another as first and last."""
    for _, group in groupby(enumerate(numbers), key=lambda each: each[1] - each[0]):
        span = [number for _, number in group]
        yield f"{span[0]}–{span[-1]}" if len(span) > 1 else str(span[0])


def time_of(at: str | None) -> str | None:
    """Give the hour of a logged time."""
    moment = parse_moment(at)
    return moment.strftime("%H:%M:%S") if moment else None


def bet_steps(bets: Sequence[Row], subject: str, *, wording: Wording) -> Iterator[Told]:
    """Tell each bet, where they are few; else the one that the finding is about, and a sum."""
    others = [bet for bet in bets if bet.get("bet_id") != subject]
    if len(bets) > LISTED:
        key = "replay_bets_all" if len(others) == len(bets) else "replay_bets"
        text = wording.plural(key, len(others), total=wording.amount(_total(others)))
        yield Told(others[0].get("placed_at"), text)
        others = []
    for bet in others:
        yield Told(bet.get("placed_at"), f"{_bet(bet, wording)}{_settled(bet, wording)}", row=bet)
    for bet in bets:
        if bet.get("bet_id") == subject:
            yield Told(bet.get("placed_at"), _bet(bet, wording), broken=True, row=bet)


def _settled(bet: Row, wording: Wording) -> str:
    """Say what a bet that the finding is not about was settled at, where that is recorded."""
    payout = bet.get("payout")
    return f" {wording.say('replay_bet_settled', payout=wording.amount(payout))}" if payout else ""


def settled_step(bets: Sequence[Row], subject: str, *, wording: Wording) -> Told | None:
    """Tell what was paid on the bet that the finding is about."""
    own = next((bet for bet in bets if bet.get("bet_id") == subject), None)
    if own is None or not (own.get("payout") or own.get("deduction")):
        return None
    paid = wording.say("replay_paid", payout=wording.amount(own.get("payout")))
    taken = wording.say("replay_result_deduction", value=wording.amount(own.get("deduction")))
    text = f"{paid}; {taken}" if own.get("deduction") else paid
    return Told(None, text, broken=True, row=own)


def _total(bets: Sequence[Row]) -> str:
    """Add up the stakes that can be read."""
    stakes = (amount_of(bet.get("stake")) for bet in bets)
    return str(sum((stake for stake in stakes if stake is not None), Decimal(0)))


def amount_of(text: str | None) -> Decimal | None:
    """Read an amount; None where it is none."""
    try:
        return Decimal(text) if text else None
    except InvalidOperation:
        return None


def _bet(bet: Row, wording: Wording) -> str:
    """Tell one bet: who, on what, how much."""
    is_against = bet.get("kind") == AGAINST
    return wording.say(
        "replay_bet_against" if is_against else "replay_bet",
        player=bet.get("player_id") or "—",
        kind=wording.word("bet", bet.get("kind")),
        selection=f" {bet['selection']}" if bet.get("selection") else "",
        stake=wording.amount(bet.get("stake")),
        box=wording.say("replay_bet_box", box=bet["box"]) if bet.get("box") else "",
    )


def box_step(rows: HandRows, subject: str, *, wording: Wording) -> Told | None:
    """Tell how the box of the bet that the finding is about ended, beside Banca."""
    own = next((bet for bet in rows.bets if bet.get("bet_id") == subject), None)
    box = own.get("box") if own else None
    held = {
        holder: tuple(row.get("card") or "" for row in _standing(rows) if row.get("to") == holder)
        for holder in (f"box:{box}", "banca")
    }
    if not all(held.values()):
        return None
    points, banca = (_points(holder, cards) or "" for holder, cards in held.items())
    said = wording.plural("replay_points", int(points))
    return Told(
        rows.hand.get("ended_at"),
        wording.say("replay_box_end", box=box, points=said, banca=banca),
    )


def _standing(rows: HandRows) -> tuple[Row, ...]:
    """Give the cards that were not cancelled."""
    return tuple(row for row in rows.cards if row.get("cancelled") != "true")


def event_steps(events: Sequence[Row], subject: str, *, wording: Wording) -> Iterator[Told]:
    """Tell each event with what the log says of it."""
    for event in events:
        number = f"{event.get('session_id')}/{event.get('seq')}"
        yield Told(
            event.get("at"),
            event_words(event, wording),
            broken=number == subject,
            event=event.get("type"),
            row=event,
        )


def event_words(event: Row, wording: Wording, *, without: Sequence[str] = ()) -> str:
    """Tell one event: its name, then who, how much, how many; `without` some columns."""
    parts = [
        wording.say(f"replay_event_{column}", value=_value(column, event[column], wording=wording))
        for column in ("player_id", "seat", "box", "amount", "count", "detail")
        if event.get(column) and column not in without
    ]
    name = wording.word("event", event.get("type"))
    return f"{name}: {', '.join(parts)}" if parts else name


def card_steps(rows: HandRows, subject: str, *, wording: Wording) -> Iterator[Told]:
    """Tell each card dealt, with what its holder then has; else the hands as they ended."""
    if not rows.cards:
        yield from _final_cards(rows.hand, wording)
        return
    held: dict[str, tuple[str, ...]] = {}
    for row in rows.cards:
        holder, card = row.get("to") or "", row.get("card") or ""
        held[holder] = (*held.get(holder, ()), card)
        broken = subject == f"{rows.hand_id}#{row.get('idx')}"
        yield Told(
            at=row.get("at"),
            text=wording.say(
                "replay_card_down" if row.get("face") == "down" else "replay_card",
                place=len(held[holder]),
                holder=holder_name(holder, wording),
            ),
            cards=held[holder],
            points=_points(holder, held[holder]),
            broken=broken,
            holder=holder,
            row=row,
        )


def _final_cards(hand: Row, wording: Wording) -> Iterator[Told]:
    """Tell the hands as they ended, where no card was logged by itself."""
    for holder in ("punto", "banca"):
        cards = tuple((hand.get(f"{holder}_cards") or "").split())
        if cards:
            text = wording.say("replay_cards", holder=holder_name(holder, wording))
            yield Told(hand.get("started_at"), text, cards, points=_points(holder, cards))


def holder_name(holder: str, wording: Wording) -> str:
    """Name who gets a card: Punto, Banca, box 3, seat 4, burnt."""
    kind, _, number = holder.partition(":")
    return f"{wording.word('side', kind)} {number}".strip()


def _points(holder: str, cards: Sequence[str]) -> str | None:
    """Give the points of a hand at baccarat, the last digit of the sum; None for other holders."""
    if holder.partition(":")[0] not in {"punto", "banca", "box"}:
        return None
    return str(sum(PIPS.get(card[:1], 0) for card in cards) % 10)


def roll_steps(rolls: Sequence[Row], subject: str, *, wording: Wording) -> Iterator[Told]:
    """Tell each throw of the dice, with the points on both sides."""
    for row in rolls:
        dice = tuple(pip for die in ("d1", "d2", "d3") if (pip := row.get(die)))
        text = wording.say(
            "replay_roll",
            shooter=row.get("shooter_id") or row.get("shooter_seat") or "—",
            dealer=wording.cell(row.get("dealer_point")),
            player=wording.cell(row.get("player_point")),
        )
        broken = row.get("roll_id") == subject
        yield Told(row.get("at"), text, dice=dice, broken=broken, row=row)


def board_steps(boards: Sequence[Row], wording: Wording) -> Iterator[Told]:
    """Tell the four hands of a board, suit by suit, with the number of cards of each."""
    for board in boards:
        first, _, deal = (board.get("deal") or "").partition(":")
        seats = "NESW" if first not in set("NESW") else "NESW" * 2
        start = seats.find(first) if first else 0
        for seat, hand in zip(seats[max(start, 0) :], deal.split(), strict=False):
            yield Told(board.get("played_at"), _bridge_hand(seat, hand, wording=wording))


def _bridge_hand(seat: str, hand: str, *, wording: Wording) -> str:
    """Tell one hand of bridge: its four suits and how many cards it has."""
    shown = board_hand(hand)
    count = sum(letter.isalnum() for letter in hand)
    return wording.say("replay_board", seat=wording.word("compass", seat), hand=shown, count=count)


def start_step(hand: Row, wording: Wording) -> Told | None:
    """Tell who holds the bank as a hand begins, and how much it is; None where nobody does."""
    banker, bank = hand.get("banker_player_id"), hand.get("bank_amount")
    if not banker and not bank:
        return None
    seat = hand.get("banker_seat")
    text = wording.say(
        "replay_start",
        banker=banker or "—",
        seat=seat or "—",
        bank=wording.amount(bank),
    )
    return Told(hand.get("started_at"), text, row=hand)


def result_step(hand: Row, wording: Wording) -> Told | None:
    """Tell how the hand ended: winner, points, what the banker won and what was taken of it."""
    parts = [
        wording.say(f"replay_result_{column}", value=_value(column, hand[column], wording=wording))
        for column in ("punto_total", "banca_total", "banker_result", "deduction")
        if hand.get(column)
    ]
    if hand.get("winner"):
        parts.insert(0, sentence(winner_words(hand["winner"], wording)))
    return Told(hand.get("ended_at"), "; ".join(parts), row=hand) if parts else None


def winner_words(winner: str | None, wording: Wording) -> str:
    """Say who won a hand; that nobody did, or that it is not stated."""
    if winner in {None, "", "tie"}:
        return wording.say("replay_won_tie" if winner else "replay_won_unknown")
    return wording.say("replay_won", winner=wording.word("side", winner))


def _value(column: str, value: str | None, *, wording: Wording) -> str:
    """Write a value: sums with their cents, the rest as a cell."""
    return wording.amount(value) if column in SUMS else wording.cell(value)
