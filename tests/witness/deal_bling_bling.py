"""Rounds of Bling Bling in bulk: ties thrown again seat by seat, side bets, limits and errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa

from auditor.simulate.columns import MICROSECONDS, ids, log_table, money, session_ids, times
from tests.witness.hands import night_of, partitions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from auditor.simulate.columns import Flags, Numbers
    from auditor.simulate.spec import Partition

ROUNDS_A_NIGHT = 40
SEATS = np.array([1, 2, 4, 5, 7])
OPENING = 23 * 3600 * MICROSECONDS
ROUND = 300 * MICROSECONDS
THROW = 60 * MICROSECONDS
POINTS = (4, 8)  # few, so that ties are many
KINDS = np.array(["fila", "columna", "combinacion", "tres", "uptown"])
ODDS = np.array([12, 12, 60, 180, 19])
SIDE_BETS = 2  # at most, for each roll
UPTOWN = (456, 111, 116)
BASES = np.array(["net", "gross", None], dtype=object)
LIMITS = ("min=5 max=500", "min=10 max=400")
# In a round in the middle of a night, which ends five seconds before the next begins.
EVENTS_AT = np.array([-300, 40, 60, 296, 298]) * MICROSECONDS


class Rounds(NamedTuple):
    """Rounds of some nights, a row each; of each of five seats whether it bets on the Pass Line."""

    shares: list[Partition]
    of: Numbers
    number: Numbers
    start: Numbers
    hand_id: pa.Array
    on_line: Flags
    basis: Numbers


class Rolls(NamedTuple):
    """Rolls, a row each: its round, its place in it, who throws, the points and the dice."""

    hand: Numbers
    place: Numbers
    seat: Numbers
    dealer: Numbers
    player: Numbers
    dice: Numbers


def deal(hands: int, random: np.random.Generator) -> dict[str, pa.Table]:
    """Deal so many rounds, in nights of some casinos."""
    return night_of(_make, partitions(hands, of=ROUNDS_A_NIGHT, casinos="LIM"), random)


def _make(
    shares: list[Partition], random: np.random.Generator
) -> Mapping[str, tuple[pa.Table, Numbers]]:
    """Make the tables of some nights."""
    rounds = _rounds(shares, random)
    rolls, margin = _rolls(rounds, random)
    line, side = _line_bets(rounds, margin, random), _side_bets(rounds, rolls, random)
    return {
        "sessions": _session_rows(rounds),
        "hands": _hand_rows(rounds),
        "rolls": _roll_rows(rounds, rolls),
        "bets": (pa.concat_tables([line[0], side[0]]), np.concatenate([line[1], side[1]])),
        "events": _event_rows(rounds, random),
    }


def _rounds(shares: list[Partition], random: np.random.Generator) -> Rounds:
    """Number the rounds, and say who bets on the Pass Line."""
    counts = np.array([share.hands for share in shares])
    of = np.repeat(np.arange(len(shares)), counts)
    number = np.arange(len(of)) - np.repeat(np.cumsum(counts) - counts, counts) + 1
    days = np.array([np.datetime64(s.gaming_date, "us").astype(np.int64) for s in shares])
    on_line = random.random((len(of), len(SEATS))) < 0.4
    on_line[np.arange(len(of)), random.integers(0, len(SEATS), len(of))] = True
    hand_id = ids(session_ids(shares).take(pa.array(of)), mark="-J", number=number)
    start = days[of] + OPENING + number * ROUND
    basis = random.integers(0, len(BASES), len(shares))
    return Rounds(shares, of, number, start, hand_id, on_line, basis)


def _rolls(rounds: Rounds, random: np.random.Generator) -> tuple[Rolls, Numbers]:
    """Throw until a point decides or all have thrown; give the rolls and each round's margin."""
    count, seats = rounds.on_line.shape
    first = random.integers(0, seats, count)
    margin = np.zeros(count, dtype=np.int64)
    parts = []
    place = np.zeros(count, dtype=np.int64)
    for step in range(seats):
        at = (first + step) % seats
        hand = np.flatnonzero(rounds.on_line[np.arange(count), at] & (margin == 0))
        dealer, player = random.integers(*POINTS, (2, len(hand)))
        dice = random.integers(1, 7, (len(hand), 3))
        parts.append(Rolls(hand, place[hand], SEATS[at[hand]], dealer, player, dice))
        margin[hand] = player - dealer
        place[hand] += 1
    return Rolls._make(np.concatenate(column) for column in zip(*parts, strict=True)), margin


def _session_rows(rounds: Rounds) -> tuple[pa.Table, Numbers]:
    """Make one session for each night."""
    count, days = len(rounds.shares), [share.gaming_date for share in rounds.shares]
    columns = {
        "session_id": session_ids(rounds.shares),
        "casino_id": pa.array([share.casino_id for share in rounds.shares]),
        "table_id": pa.repeat("BB-1", count),
        "game": pa.repeat("bling_bling", count),
        "gaming_date": pa.array(days),
        "date_earliest": pa.array(days),
        "date_latest": pa.array(days),
        "currency": pa.repeat("PEN", count),
        "zone": pa.repeat("America/Lima", count),
        "min_bet": money(np.full(count, 5)),
        "max_bet": money(np.full(count, 500)),
        "recorded": pa.array([("limits play", None, "limits")[n % 3] for n in range(count)]),
    }
    return log_table("sessions", columns, count=count), np.arange(count)


def _hand_rows(rounds: Rounds) -> tuple[pa.Table, Numbers]:
    """Make the rounds."""
    columns = {
        "hand_id": rounds.hand_id,
        "session_id": session_ids(rounds.shares).take(pa.array(rounds.of)),
        "hand_no": pa.array(rounds.number),
        "started_at": times(rounds.start),
        "ended_at": times(rounds.start + ROUND - 5 * MICROSECONDS),
    }
    return log_table("hands", columns, count=len(rounds.of)), rounds.of


def _thrown_at(rounds: Rounds, rolls: Rolls) -> Numbers:
    """Give the time of each roll."""
    return rounds.start[rolls.hand] + (rolls.place + 1) * THROW - THROW // 2


def _roll_ids(rounds: Rounds, rolls: Rolls) -> pa.Array:
    """Give the id of each roll."""
    return ids(rounds.hand_id.take(pa.array(rolls.hand)), mark="-L", number=rolls.place)


def _roll_rows(rounds: Rounds, rolls: Rolls) -> tuple[pa.Table, Numbers]:
    """Make the rolls."""
    columns = {
        "roll_id": _roll_ids(rounds, rolls),
        "hand_id": rounds.hand_id.take(pa.array(rolls.hand)),
        "seq": pa.array(rolls.place + 1),
        "at": times(_thrown_at(rounds, rolls)),
        "shooter_seat": pa.array(rolls.seat),
        "dealer_point": pa.array(rolls.dealer),
        "player_point": pa.array(rolls.player),
        **{f"d{n + 1}": pa.array(rolls.dice[:, n].copy()) for n in range(3)},
    }
    return log_table("rolls", columns, count=len(rolls.hand)), rounds.of[rolls.hand]


def _settled(rounds: Rounds, hand: Numbers, stake: Numbers, net: Numbers) -> dict[str, pa.Array]:
    """Write stakes and payouts, net or gross as the night has it."""
    basis = BASES[rounds.basis[rounds.of[hand]]]
    return {
        "stake": money(stake),
        "payout": money(np.where(basis == "gross", net + stake, net)),
        "payout_basis": pa.array(basis, pa.string()),
    }


def _line_bets(
    rounds: Rounds, margin: Numbers, random: np.random.Generator
) -> tuple[pa.Table, Numbers]:
    """Make the bets on the Pass Line; a tie that stays gives the stake back, or collects it."""
    hand, seat = np.nonzero(rounds.on_line)
    stake = random.integers(5, 401, len(hand))
    kept = np.where(random.random(len(hand)) < 0.5, 0, -1)
    net = stake * np.where(margin[hand] == 0, kept, np.sign(margin[hand]))
    columns = {
        "bet_id": ids(rounds.hand_id.take(pa.array(hand)), mark="-P", number=seat),
        "hand_id": rounds.hand_id.take(pa.array(hand)),
        "seat": pa.array(SEATS[seat]),
        "kind": pa.repeat("pass_line", len(hand)),
        "placed_at": times(rounds.start[hand] + seat * MICROSECONDS),
        **_settled(rounds, hand, stake, net),
    }
    return log_table("bets", columns, count=len(hand)), rounds.of[hand]


def _side_bets(
    rounds: Rounds, rolls: Rolls, random: np.random.Generator
) -> tuple[pa.Table, Numbers]:
    """Make side bets on each roll: half of them on what comes, so that many win."""
    roll = np.repeat(np.arange(len(rolls.hand)), random.integers(0, SIDE_BETS + 1, len(rolls.hand)))
    kind = random.integers(0, len(KINDS), len(roll))
    came = np.sort(rolls.dice[roll], axis=1)
    other = np.sort(random.integers(1, 7, (len(roll), 3)), axis=1)
    other[:, 1] = other[:, 0]
    chosen = np.where((random.random(len(roll)) < 0.5)[:, None], came, np.sort(other, axis=1))
    chosen = np.where((KINDS[kind] == "tres")[:, None], chosen[:, :1], chosen)
    is_triple = (chosen[:, 0] == chosen[:, 2]) & (KINDS[kind] == "combinacion")
    wins = _wins(kind, chosen, came)
    stake = random.integers(1, 21, len(roll)) * 5
    net = stake * np.where(wins, np.where(is_triple, 180, ODDS[kind]), -1)
    hand = rolls.hand[roll]
    columns = {
        "bet_id": ids(rounds.hand_id.take(pa.array(hand)), mark="-S", number=np.arange(len(roll))),
        "hand_id": rounds.hand_id.take(pa.array(hand)),
        "seat": pa.array(SEATS[random.integers(0, len(SEATS), len(roll))]),
        "kind": pa.array(KINDS[kind]),
        "selection": pa.array(_selections(kind, chosen), pa.string()),
        "placed_at": times(
            _thrown_at(rounds, rolls)[roll] - random.integers(1, 29, len(roll)) * MICROSECONDS
        ),
        "roll_id": _roll_ids(rounds, rolls).take(pa.array(roll)),
        **_settled(rounds, hand, stake, net),
    }
    return log_table("bets", columns, count=len(roll)), rounds.of[hand]


def _selections(kind: Numbers, chosen: Numbers) -> list[str | None]:
    """Write what each side bet is on."""
    return [
        None if k == 4 else str(c[0]) if k < 2 else f"{c[2]}-{c[0]}-{c[1]}"
        for k, c in zip(kind.tolist(), chosen.tolist(), strict=True)
    ]


def _wins(kind: Numbers, chosen: Numbers, came: Numbers) -> Numbers:
    """Say which side bets win: came and chosen are in order of size."""
    number, same = chosen[:, 0], (chosen == came).all(axis=1)
    low, high = came[:, 0] == came[:, 1], came[:, 1] == came[:, 2]
    column = (low & (came[:, 2] == number)) | (high & (came[:, 0] == number))
    row = (low | high) & (came[:, 1] == number)
    uptown = np.isin(came @ np.array([100, 10, 1]), UPTOWN)
    wins: Numbers = np.choose(kind, [row, column, same, same, uptown])
    return wins


def _event_rows(rounds: Rounds, random: np.random.Generator) -> tuple[pa.Table, Numbers]:
    """Announce the limits, change them once between two rounds, find and correct an error."""
    nights = np.flatnonzero(random.random(len(rounds.shares)) < 0.7)
    of = np.repeat(nights, 5)
    step = np.tile(np.arange(5), len(nights))
    ends = np.cumsum([share.hands for share in rounds.shares])
    hand = (ends - 1 - np.array([share.hands // 2 for share in rounds.shares]))[of]
    at = rounds.start[hand] + EVENTS_AT[step]
    types = np.array(
        [
            "limits_announced",
            "error_detected",
            "error_corrected",
            "limits_announced",
            "limits_changed",
        ]
    )[step]
    is_error = np.isin(step, [1, 2])
    detail = np.array([LIMITS[0], None, None, LIMITS[1], LIMITS[1]], dtype=object)[step]
    hand_ids = rounds.hand_id.take(pa.array(hand)).to_numpy(zero_copy_only=False)
    columns = {
        "session_id": session_ids(rounds.shares).take(pa.array(of)),
        "seq": pa.array(step + 1),
        "type": pa.array(types),
        "at": times(at),
        "hand_id": pa.array(np.where(is_error, hand_ids, None), pa.string()),
        "detail": pa.array(detail, pa.string()),
    }
    return log_table("events", columns, count=len(of)), of
