"""Arts. 2 to 5 and 9 to 11 of Mini-Bacará on a bet: where and when it lies, and what it is paid."""

from __future__ import annotations

from decimal import (
    ROUND_CEILING,
    ROUND_FLOOR,
    ROUND_HALF_EVEN,
    ROUND_HALF_UP,
    Decimal,
)
from functools import lru_cache
from typing import TYPE_CHECKING

from tests.witness.mini_bacara_hand import MAIN, SEVEN
from tests.witness.mini_bacara_seats import box_is_held
from tests.witness.mini_bacara_steps import is_nine
from tests.witness.payouts import nets, paid
from tests.witness.saying import Truth, every, is_since, less, read, some, up_to, word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tests.witness.mini_bacara_hand import Box, Hand
    from tests.witness.rows import Row, Said

BOXES, SHARE = 5, 10
UNITS = ("0_01", "0_10", "0_50", "1", "5")
TO = {
    "half_up": ROUND_HALF_UP,
    "down": ROUND_FLOOR,
    "up": ROUND_CEILING,
    "half_even": ROUND_HALF_EVEN,
}
MONEY = 10_000


def bet_verdicts(hand: Hand) -> Iterator[Said]:
    """Judge the bets of one hand."""
    for bet in hand.bets:
        yield from _place(hand, bet)
        yield from _result(hand, bet)
        yield from _cover(hand, bet)


def _place(hand: Hand, bet: Row) -> Iterator[Said]:
    """Arts. 2, 4 and 5: the box, the side, the leave of who sits there, and the moment."""
    subject, is_main, box = bet["bet_id"], bet["kind"] in MAIN, bet["box"]
    yield (
        "MIN-2b",
        subject,
        read(
            hand.session,
            "MIN-2b",
            True,
            one_box_a_seat=None if box is None else 1 <= box <= BOXES,
            boxes_without_limit=None if box is None else box >= 1,
        ),
    )
    yield "MIN-4a", subject, word(True, is_main or bet["kind"] == "cobertura")
    seated = None if bet["posture"] is None else bet["posture"] == "seated"
    away = None if None in {box, bet["seat"]} else box != bet["seat"]
    scope = every([is_main, seated, away, box_is_held(hand, bet)])
    yield "MIN-4b", subject, word(scope, bet["authorised"])
    first = _first_card(hand)
    yield (
        "MIN-4c",
        subject,
        read(
            hand.session,
            "MIN-4c",
            is_main,
            bet_first=less(bet["placed_at"], first),
            bet_at_the_same_time=up_to(bet["placed_at"], first),
        ),
    )
    standing = every([is_main, None if seated is None else not seated])
    yield "MIN-5c", subject, word(standing, bet["authorised"])
    joined = _joined(hand, bet) if standing else {"any_side_before": None}
    yield "MIN-5d", subject, read(hand.session, "MIN-5d", standing, **joined)


def _first_card(hand: Hand) -> int | None:
    """Give when the first card was dealt; None where a card of whoever got it has no time."""
    if not hand.cards:
        return None
    times = [card["at"] for card in hand.cards if card["to"] == hand.cards[0]["to"]]
    return None if None in times else min(times)


def _joined(hand: Hand, bet: Row) -> dict[str, Truth]:
    """Art. 5: who stands only joins a seated player's bet, on any side or the same."""
    told = all(None not in {one["posture"], one["box"]} for one in hand.mains)
    others = [one for one in hand.mains if one["posture"] == "seated" and one["box"] == bet["box"]]
    if bet["box"] is None:
        others, told = [], False
    sure = hand.bets_whole and told and all(one["placed_at"] is not None for one in others)

    def there(compare: Callable[[int | None, int | None], Truth], *, same_side: bool) -> Truth:
        beside = [one for one in others if not same_side or one["kind"] == bet["kind"]]
        found = some(compare(one["placed_at"], bet["placed_at"]) for one in beside)
        return found if found or sure else None

    return {
        "any_side_before": there(less, same_side=False),
        "any_side_at_the_same_time": there(up_to, same_side=False),
        "same_side_before": there(less, same_side=True),
        "same_side_at_the_same_time": there(up_to, same_side=True),
    }


def _decided_by(hand: Hand, box: Box | None) -> str | None:
    """Tell in which way of art. 9 a box was decided; None where not known."""
    if box is None or box.due is None:
        return None
    if box.due == 0 and box.other == 0:
        return "encart"
    if box.is_air:
        return "punto_air" if box.due > 0 else "banca_air"
    if hand.two == SEVEN:
        return "seven"
    return "two_cards" if box.with_two else "three_cards"


def _settled(bet: Row, basis: str | None, *results: int | None) -> Truth:
    """Tell whether a bet was paid, returned or collected, as one of some results has it."""
    stake = bet["stake"]
    as_due = {1: lambda net: net > 0, 0: lambda net: net == 0, -1: lambda net: net == -stake}
    agree = {
        any(as_due[result](net) for result in results if result is not None)
        for net in nets(bet, basis)
    }
    return agree.pop() if len(agree) == 1 else None


def _result(hand: Hand, bet: Row) -> Iterator[Said]:
    """Arts. 9 and 10: how a bet on Punto or Banca is decided, and what it is paid."""
    subject, is_main = bet["bet_id"], bet["kind"] in MAIN
    box = hand.boxes.get(bet["box"])
    by = _decided_by(hand, box) if is_main else None
    side = 1 if bet["kind"] == "punto" else -1
    due = None if box is None or box.due is None else side * box.due
    other = None if box is None or box.other is None else side * box.other
    settled = None if due is None else _settled(bet, hand.basis, due)
    either = None
    if due is not None:
        either = True if 0 in {due, other} else _settled(bet, hand.basis, due, other)
        either = None if other is None and not either else either
    returned = paid(bet, hand.basis, {0})

    def scope(way: str) -> Truth:
        return False if not is_main else None if by is None else by == way

    yield "MIN-9a", subject, word(scope("banca_air"), settled)
    yield "MIN-9b", subject, word(scope("punto_air"), settled)
    yield "MIN-9d1.2", subject, word(scope("seven"), settled)
    yield (
        "MIN-9d2",
        subject,
        read(hand.session, "MIN-9d2", scope("encart"), stake_back=returned, silent_text=True),
    )
    for rule, way in (("MIN-9e2", "two_cards"), ("MIN-9f", "three_cards")):
        yield (
            rule,
            subject,
            read(hand.session, rule, scope(way), usual_table=settled, silent_text=either),
        )
    won: Truth = None
    if 1 in {due, other}:
        won = True if due == other else _settled(bet, hand.basis, 1)
    elif None not in {due, other}:
        won = False
    yield "MIN-10a", subject, _prize(hand, bet, every([bet["kind"] == "banca", won]))
    on_punto = every([bet["kind"] == "punto", won])
    yield "MIN-10b", subject, word(on_punto, paid(bet, hand.basis, {bet["stake"]}))
    none_taken = None if bet["deduction"] is None else bet["deduction"] == 0
    yield "MIN-10b.2", subject, word(on_punto, none_taken)


def _prize(hand: Hand, bet: Row, scope: Truth) -> str:
    """Art. 10: who wins on Banca is paid 90 %; how the 10 % is rounded, the text does not say."""
    if scope is False:
        return "out_of_scope"
    house = hand.session.house
    declared = {
        one.key: one.value
        for one in sorted(house.declared if house else (), key=lambda one: str(one.since or ""))
        if is_since(hand.session, one.since)
    }
    if "rounding.unit" in declared:
        how = declared.get("rounding.direction", "half_up")
        kept = _rounded(bet["stake"], declared["rounding.unit"], TO[how])
        return word(scope, paid(bet, hand.basis, {bet["stake"] - kept}))
    readings = {"exact": paid(bet, hand.basis, {bet["stake"] - Decimal(bet["stake"]) / SHARE})}
    for name, how in (("nearest", ROUND_HALF_UP), ("down", ROUND_FLOOR)):
        for unit in UNITS:
            kept = _rounded(bet["stake"], unit.replace("_", "."), how)
            readings[f"{name}_{unit}"] = paid(bet, hand.basis, {bet["stake"] - kept})
    return read(hand.session, "MIN-10a", scope, **readings)


@lru_cache(maxsize=4096)
def _rounded(stake: int, unit: str, how: str) -> Decimal:
    """Give the tenth of a stake, rounded to a unit of the currency."""
    step = Decimal(unit) * MONEY
    return (Decimal(stake) / SHARE / step).quantize(Decimal(1), how) * step


def _cover(hand: Hand, bet: Row) -> Iterator[Said]:
    """Art. 11: a cobertura goes with a bet on Punto, up to half, on a nine, and is paid double."""
    subject, is_cover = bet["bet_id"], bet["kind"] == "cobertura"
    within, on_punto = _principal(hand, bet) if is_cover else (None, None)
    yield "MIN-11a", subject, word(is_cover, every([bet["stake"] > 0, within]))
    yield "MIN-11a.2", subject, word(is_cover, on_punto)
    nine = is_nine(hand)
    yield "MIN-11b", subject, word(is_cover, nine)
    two = hand.two if is_cover else None
    paid_on = {
        name: None
        if two is None
        else paid(bet, hand.basis, {2 * bet["stake"] if two in wins else -bet["stake"]})
        for name, wins in (("wins_on_nine", {9}), ("wins_on_eight_or_nine", {8, 9}))
    }
    yield "MIN-11c", subject, read(hand.session, "MIN-11c", every([is_cover, nine]), **paid_on)
    none_taken = None if bet["deduction"] is None else bet["deduction"] == 0
    yield "MIN-11c.2", subject, word(is_cover, none_taken)


def _principal(hand: Hand, bet: Row) -> tuple[Truth, Truth]:
    """Tell whether a cobertura keeps to half of its bet, and whether that is on Punto."""
    covers = [one for one in hand.bets if one["kind"] == "cobertura"]
    loose = [one for one in covers if one["parent_bet_id"] is None]
    if bet["parent_bet_id"] is not None:
        main = next((one for one in hand.bets if one["bet_id"] == bet["parent_bet_id"]), None)
        if main is None:
            return None, None
        same = _sum(one for one in covers if one["parent_bet_id"] == main["bet_id"])
        most = same + _sum(loose) if hand.bets_whole else None
        return _keeps(same, most, (main["stake"], main["stake"])), main["kind"] == "punto"
    nameless = any(one["player_id"] is None for one in hand.mains)
    if bet["player_id"] is None or nameless or not hand.bets_whole:
        return None, None
    own = [one for one in hand.mains if one["player_id"] == bet["player_id"]]
    stakes = [one["stake"] for one in own if one["kind"] == "punto"]
    on_punto = None if stakes and len(stakes) < len(own) else bool(stakes)
    if not stakes:
        return None, on_punto
    known = all(one["player_id"] is not None for one in loose)
    all_his = _sum(one for one in covers if one["player_id"] == bet["player_id"])
    bounds = (min(stakes), max(stakes))
    return _keeps(bet["stake"], all_his if known else None, bounds), on_punto


def _keeps(least: int, most: int | None, bounds: tuple[int, int]) -> Truth:
    """Tell whether coberturas between two sums keep to half of a stake between two bounds."""
    if 2 * least > bounds[1]:
        return False
    return True if most is not None and 2 * most <= bounds[0] else None


def _sum(bets: Iterable[Row]) -> int:
    """Add stakes."""
    return sum(bet["stake"] for bet in bets)
