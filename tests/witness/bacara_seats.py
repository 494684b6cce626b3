"""Bacará, article 7: places, who covers the bank first, who may sit down; and art. 8's partners."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.witness.entries import Event
from tests.witness.logic import every, negated, word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.witness.bacara_rows import Bet, Hand, Night, Said
    from tests.witness.saying import Truth

PLACES = range(1, 10)
OF_SEATS = frozenset({"seat_taken", "seat_left", "seat_reserved"})


def of_seats(night: Night) -> Iterator[Said]:
    """Judge each hand's seats and bets, and each event of a seat, a waiting list or a partner."""
    standing = standing_bankers(night)
    for hand in night.hands:
        bets = night.bets[hand.name]
        stands = standing.get(hand.name, False)
        seated = seated_at(hand, bets, stands=stands)
        yield "BAC-7.1", hand.name, True, word(at_places(hand, bets, stands=stands))
        yield "BAC-7.1.2", hand.name, True, word(one_a_seat(seated) if bets else None)
        yield "BAC-7.4", hand.name, True, word(*nobody_moved(night, hand, bets))
        yield from of_bets(hand, bets)
    yield from of_waiting(night)
    yield from of_reserved(night)
    yield from of_partners(night)


def standing_bankers(night: Night) -> dict[str, bool]:
    """Say of each hand whether its bank was awarded to its banker, standing."""
    found: dict[str, bool] = {}
    award: Event | None = None
    for each in night.stream():
        if not isinstance(each, Event):
            is_his = award is not None and award.player == each.banker
            found[each.name] = is_his and award is not None and award.posture == "standing"
        elif each.kind == "bank_awarded":
            award = each
    return found


def seated_at(hand: Hand, bets: list[Bet], *, stands: bool) -> list[tuple[int | None, str | None]]:
    """Give the seats from which a hand was played, and by whom; the banker's is one of them."""
    seated = [(bet.seat, bet.player) for bet in bets if bet.posture != "standing"]
    return seated if stands and hand.seat is None else [*seated, (hand.seat, hand.banker)]


def at_places(hand: Hand, bets: list[Bet], *, stands: bool) -> Truth:
    """Say whether everybody who was seated sat at one of the nine places."""
    own: Truth = stands or None
    told: list[Truth] = [own if hand.seat is None else hand.seat in PLACES]
    for bet in bets:
        if bet.posture != "standing":
            inside = None if bet.seat is None or bet.posture is None else bet.seat in PLACES
            told.append(inside)
    return every(*told, True if bets else None)


def one_a_seat(seated: list[tuple[int | None, str | None]]) -> Truth:
    """Say whether no seat had two players."""
    players: dict[int, set[str]] = {}
    for seat, player in seated:
        if seat is not None and player is not None:
            players.setdefault(seat, set()).add(player)
    if any(len(each) > 1 for each in players.values()):
        return False
    return None if any(None in pair for pair in seated) else True


def nobody_moved(night: Night, hand: Hand, bets: list[Bet]) -> tuple[Truth, Truth]:
    """Say whether nobody changed seats in a hand: its edges outside it, and inside it."""
    seats: dict[str, set[int]] = {}
    if bets and hand.banker is not None and hand.seat is not None:
        seats[hand.banker] = {hand.seat}
    for bet in bets:
        if bet.posture != "standing" and bet.player is not None and bet.seat is not None:
            seats.setdefault(bet.player, set()).add(bet.seat)
    if any(len(each) > 1 for each in seats.values()):
        return False, False
    if "seats" not in night.recorded:
        return None, None
    moves = [moved(night, hand, event) for event in night.events if event.kind == "seat_taken"]
    is_timed = hand.started is not None and hand.ended is not None
    told = True if bets and (is_timed or not moves) else None
    outside = every(*(negated(each[0]) for each in moves), told)
    return outside, every(*(negated(each[1]) for each in moves), told)


def moved(night: Night, hand: Hand, event: Event) -> tuple[Truth, Truth]:
    """Say whether an event is a change of seat inside a hand, without and with its edges."""
    if event.hand is not None:
        within: tuple[Truth, Truth] = (event.hand == hand.name,) * 2
    elif event.at is None or hand.started is None or hand.ended is None:
        within = (None, None)
    else:
        at, start, end = event.at, hand.started, hand.ended
        within = (start < at < end, start <= at <= end)
    if within == (False, False):
        return within
    came = [e for e in night.events if e.kind in OF_SEATS and e.player == event.player]
    before = [e for e in came if e.seq < event.seq]
    inside, edges = (
        bool(seats_held(before, hand, edge=edge) - {event.seat}) for edge in (False, True)
    )
    return every(within[0], inside), every(within[1], edges)


def seats_held(before: list[Event], hand: Hand, *, edge: bool) -> set[int | None]:
    """Give the seats that a player had in a hand by then; `edge`: or left as it started."""
    held = {e.seat for e in before[-1:] if e.kind == "seat_taken"}
    left = [e for e in before if e.kind == "seat_left"]
    held |= {e.seat for e in left if e.hand == hand.name}
    if hand.started is not None:
        since = hand.started - edge
        held |= {e.seat for e in left if e.at is not None and e.at > since}
    return held


# ── 7, third paragraph: who covers the bank ──────────────────────────────────────────────────────
def of_bets(hand: Hand, bets: list[Bet]) -> Iterator[Said]:
    """Judge whether a bet that was cut had nobody served behind it; offers exceed the bank."""
    asked = [bet.asked for bet in bets]
    exceed: Truth = None
    if hand.bank is not None and None not in asked:
        exceed = sum(each or 0 for each in asked) > hand.bank
    for bet in bets:
        kept = [in_order(hand, bet, other) for other in bets if other is not bet]
        yield "BAC-7.3", bet.subject, exceed, word(every(*kept))


def in_order(hand: Hand, bet: Bet, other: Bet) -> Truth:
    """Say whether a bet stands rightly before another: unless it was cut for one behind it."""
    if bet.asked is None:
        return None
    if bet.stake >= bet.asked or other.stake == 0:
        return True
    if bet.posture == "standing":
        return True
    if bet.posture == "seated" and other.posture == "standing":
        return False
    one, two = rank(hand, bet), rank(hand, other)
    return None if one is None or two is None else one >= two


def rank(hand: Hand, bet: Bet) -> int | None:
    """Give a bet's rank: seats from the banker's right on, then all who stand alike."""
    if bet.posture == "standing":
        return len(PLACES)
    if hand.seat is None or bet.seat is None or bet.seat == hand.seat:
        return None
    if hand.seat not in PLACES or bet.seat not in PLACES:
        return None
    return (bet.seat - hand.seat - 1) % len(PLACES)


# ── 7, last paragraphs: waiting list and reserved seats ──────────────────────────────────────────
def of_waiting(night: Night) -> Iterator[Said]:
    """Judge who gets the seat of one who was absent at his turn."""
    for event in night.events:
        if event.kind != "bank_absent" or event.place is None:
            continue
        taken = [
            other
            for other in night.events
            if other.kind == "seat_taken"
            and other.seat == event.seat
            and other.seq > event.seq
            and other.player != event.player
        ]
        if taken:
            yield "BAC-7.8", event.subject, True, word(was_first(night, taken[0]))


def was_first(night: Night, heir: Event) -> Truth:
    """Say whether nobody on the waiting list stood before who took a seat."""
    joined: dict[str | None, int] = {}
    waits: set[str | None] = set()
    for event in night.events:
        if event.seq >= heir.seq:
            break
        if event.kind == "waitlist_joined":
            joined[event.player] = event.seq
            waits.add(event.player)
        elif event.kind in {"waitlist_left", "seat_taken"}:
            waits.discard(event.player)
        if event.kind == "seat_taken":
            joined.pop(event.player, None)
    if heir.player is None or None in joined:
        return None
    own = joined.get(heir.player, heir.seq)
    return not [player for player in waits - {heir.player} if joined[player] < own]


def of_reserved(night: Night) -> Iterator[Said]:
    """Judge who sits down in a seat that is kept for somebody."""
    kept: dict[int | None, Event] = {}
    for event in night.events:
        if event.kind == "seat_taken" and event.seat in kept:
            owner = kept[event.seat].player
            same = None if None in {owner, event.player} else owner == event.player
            yield "BAC-7.9", event.subject, True, word(same)
        if event.kind in OF_SEATS:
            kept.pop(event.seat, None)
        if event.kind == "seat_reserved":
            kept[event.seat] = event


# ── article 8: partners ──────────────────────────────────────────────────────────────────────────
def of_partners(night: Night) -> Iterator[Said]:
    """Judge who joins the banker: accepted, with an amount, before the cards."""
    for event in night.events:
        if event.kind == "partner_joined":
            yield "BAC-8.2", event.subject, True, word(event.accepted)
            some = None if event.amount is None else event.amount > 0
            yield "BAC-8.2.2", event.subject, True, word(some)
            yield "BAC-8.2.3", event.subject, True, word(before_deal(night, event))


def before_deal(night: Night, event: Event) -> Truth:
    """Say whether an event came before the cards of its hand; one of no hand is between two."""
    if event.hand is None:
        return True
    before = [e.kind for e in night.events if e.hand == event.hand and e.seq < event.seq]
    after = [e.kind for e in night.events if e.hand == event.hand and e.seq > event.seq]
    if "bets_closed" in after or {"reveal", "option"} & set(before):
        return "bets_closed" in after
    times = [card.at for card in night.cards.get(event.hand, ()) if card.to != "burn"]
    if not times or None in times or event.at is None:
        return None
    first = min(at for at in times if at is not None)
    return None if event.at == first else event.at < first
