"""Sessions of duplicate bridge in bulk: boards with copies, and what happened at the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa

from auditor.simulate.columns import MICROSECONDS, ids, log_table, session_ids, times
from tests.witness.bridge_deals import PACK, SEATS, SUITS
from tests.witness.hands import partitions, placed, simulated

if TYPE_CHECKING:
    from collections.abc import Mapping

    from auditor.simulate.columns import Numbers
    from auditor.simulate.spec import Partition

BOARDS_A_SESSION = 24
COPIES = 2
SIMULATED = 0.5
OPENING = 22 * 3600 * MICROSECONDS
DEALERS = np.array(["N", "E", "S", "W"])
VULNERABLE = np.array(["None", "NS", "EW", "All"])
RANKS = "AKQJT98765432"
BY = np.array(["players", "director", "assistant", "machine"])
ACTORS = np.array(["player", "director", "supervisor", "machine"])
ORDER = {card: n for n, card in enumerate(rank + suit for suit in SUITS for rank in RANKS)}
# Odd deals, by chance: a pack in order, the pack as it lay, one card astray, two hands, an end.
ODD = ("plain", "sorted", "packets", "as_it_lay", "astray", "two_hands", "end")
ODDS = (0.90, 0.01, 0.01, 0.04, 0.02, 0.01, 0.01)
PRIORS = (None, "ordenado", " ".join(PACK))
PRIOR_ODDS = (0.9, 0.05, 0.05)
STORIES = (
    ("shuffled", "attendance", "auction_started", "auction_ended"),
    ("shuffled", "cut_requested", "cut_done", "attendance", "auction_started"),
    ("shuffled", "card_seen", "redeal", "auction_started", "auction_ended"),
    ("shuffled", "auction_started", "card_seen", "auction_ended"),
    ("shuffled", "misdeal_found", "auction_started", "auction_ended", "director_order", "redeal"),
    ("attendance", "auction_started", "auction_ended", "redeal"),
)
DETAILS = {
    "attendance": ("NS EW", "N, E", "NS", "ninguno"),
    "auction_ended": ("3NT", "passed_out", "4SX", "2H"),
    "shuffled": ("manual",),
}


class Boards(NamedTuple):
    """Boards of some sessions, a row each; copies of one number stand together."""

    shares: list[Partition]
    of: Numbers
    number: Numbers
    start: Numbers
    board_id: pa.Array
    deal: list[str]
    prior: list[str | None]
    by: Numbers


def deal(hands: int, random: np.random.Generator) -> dict[str, pa.Table]:
    """Deal so many boards, copies counted, by these stories or by the program's simulation."""
    if random.random() < SIMULATED:
        return simulated("bridge", of=BOARDS_A_SESSION)(hands, random)
    shares = partitions(hands, of=BOARDS_A_SESSION, casinos="CLUB")
    return placed(_make(shares, random), shares)


def _make(
    shares: list[Partition], random: np.random.Generator
) -> Mapping[str, tuple[pa.Table, Numbers]]:
    """Make the tables of some sessions."""
    boards = _boards(shares, random)
    return {
        "sessions": _session_rows(boards, random),
        "boards": _board_rows(boards, random),
        "events": _event_rows(boards, random),
        **_dealing(boards, random),
    }


def _boards(shares: list[Partition], random: np.random.Generator) -> Boards:
    """Deal the boards; each number is dealt once and copied."""
    counts = np.array([share.hands for share in shares])
    of = np.repeat(np.arange(len(shares)), counts)
    place = np.arange(len(of)) - np.repeat(np.cumsum(counts) - counts, counts)
    days = np.array([np.datetime64(s.gaming_date, "us").astype(np.int64) for s in shares])
    fresh = place % COPIES == 0
    dealt = [_deal(random) for _ in range(int(fresh.sum()))]
    which = np.cumsum(fresh) - 1
    by = np.where(random.random(len(shares)) < 0.5, 3, random.integers(0, 4, len(shares)))
    return Boards(
        shares,
        of,
        place // COPIES + 1,
        days[of] + OPENING + place * 480 * MICROSECONDS,
        ids(session_ids(shares).take(pa.array(of)), mark="-T", number=place),
        [dealt[n][0] for n in which],
        [dealt[n][1] for n in which],
        by[of],
    )


def _deal(random: np.random.Generator) -> tuple[str, str | None]:
    """Deal one board, now and then an odd one; give it in PBN, and the pack before where told."""
    kind = random.choice(ODD, p=ODDS)
    pack = [PACK[n] for n in random.permutation(len(PACK))]
    if kind == "as_it_lay":
        return _pbn([pack[seat::4] for seat in range(4)], random), " ".join(pack)
    if kind in {"sorted", "packets"}:
        suits = [SUITS[n] for n in random.permutation(4)]
        whole = [rank + suit for suit in suits for rank in RANKS]
        cut = int(random.integers(0, 52))
        pack = whole[cut:] + whole[:cut]
    hands = [pack[13 * seat : 13 * seat + 13] for seat in range(4)]
    if kind == "sorted":
        hands = [pack[seat::4] for seat in range(4)]
    if kind == "astray":
        hands[0] = [*hands[0][:12], hands[1][0]] if random.random() < 0.5 else hands[0][:12]
    if kind == "end":
        hands = [hand[:5] for hand in hands]
    prior = PRIORS[int(random.choice(len(PRIORS), p=PRIOR_ODDS))]
    hidden = (1, 3) if kind == "two_hands" else ()
    return _pbn(hands, random, hidden=hidden), prior


def _pbn(
    hands: list[list[str]], random: np.random.Generator, *, hidden: tuple[int, ...] = ()
) -> str:
    """Write hands in PBN, the first of them anyone's."""
    first = SEATS[int(random.integers(0, 4))]
    texts = []
    for hand in hands:
        held = dict.fromkeys(SUITS, "")
        for card in sorted(hand, key=ORDER.__getitem__):
            held[card[1]] += card[0]
        texts.append(".".join(held.values()))
    shown = ["-" if n in hidden else text for n, text in enumerate(texts)]
    return f"{first}:{' '.join(shown)}"


def _session_rows(boards: Boards, random: np.random.Generator) -> tuple[pa.Table, Numbers]:
    """Make one session for each partition, some on the same day as another of their hall."""
    count = len(boards.shares)
    days = [share.gaming_date for share in boards.shares]
    columns = {
        "session_id": session_ids(boards.shares),
        "casino_id": pa.array([share.casino_id for share in boards.shares]),
        "table_id": pa.repeat("SALA", count),
        "game": pa.repeat("bridge", count),
        "gaming_date": pa.array(days),
        "date_earliest": pa.array(days),
        "date_latest": pa.array(days),
        "currency": pa.repeat("UYU", count),
        "recorded": pa.array([("bridge", None)[n] for n in random.integers(0, 2, count)]),
    }
    return log_table("sessions", columns, count=count), np.arange(count)


def _board_rows(boards: Boards, random: np.random.Generator) -> tuple[pa.Table, Numbers]:
    """Make the boards."""
    count = len(boards.of)
    replays = np.array([False, False, True, None], dtype=object)[
        random.integers(0, 4, len(boards.shares))
    ]
    rulings = np.array([None, "Ley 16C", "Ley 24 B", "Ley 85"], dtype=object)
    columns = {
        "board_id": boards.board_id,
        "session_id": session_ids(boards.shares).take(pa.array(boards.of)),
        "number": pa.array(boards.number),
        "deal": pa.array(boards.deal),
        "dealer": pa.array(DEALERS[(boards.number - 1) % 4]),
        "vulnerable": pa.array(VULNERABLE[(boards.number - 1) % 4]),
        "dealt_by": pa.array(BY[boards.by]),
        "prior_order": pa.array(boards.prior, pa.string()),
        "replay_event": pa.array(replays[boards.of], pa.bool_()),
        "fouled": pa.array(random.random(count) < 0.2),
        "ruling": pa.array(rulings[random.integers(0, 4, count)], pa.string()),
        "played_at": times(boards.start),
    }
    return log_table("boards", columns, count=count), boards.of


def _event_rows(boards: Boards, random: np.random.Generator) -> tuple[pa.Table, Numbers]:
    """Tell what happened to each board, at one of the tables where it was played."""
    told = np.flatnonzero(random.random(len(boards.of)) < 0.5)
    stories = random.integers(0, len(STORIES), len(told))
    board = np.repeat(told, [len(STORIES[story]) for story in stories])
    types = [kind for story in stories for kind in STORIES[story]]
    seq = np.arange(len(board)) % 100_000
    others = random.integers(0, len(boards.deal), len(board))
    picks = random.random(len(board))
    details = [
        boards.deal[other] if kind == "redeal" else _detail(kind, pick)
        for kind, other, pick in zip(types, others, picks, strict=True)
    ]
    columns = {
        "session_id": session_ids(boards.shares).take(pa.array(boards.of[board])),
        "seq": pa.array(seq + 1),
        "type": pa.array(types),
        "hand_id": boards.board_id.take(pa.array(board)),
        "at": times(boards.start[board]),
        "actor": pa.array(ACTORS[boards.by[board]]),
        "detail": pa.array(details, pa.string()),
    }
    return log_table("events", columns, count=len(board)), boards.of[board]


def _detail(kind: str, pick: float) -> str | None:
    """Choose what an event says."""
    words = DETAILS.get(kind)
    return words[int(pick * len(words))] if words else None


def _dealing(boards: Boards, random: np.random.Generator) -> Mapping[str, tuple[pa.Table, Numbers]]:
    """Tell of a few boards in what order their cards went round."""
    told = np.flatnonzero(random.random(len(boards.of)) < 0.02)
    board = np.repeat(told, len(PACK))
    place = np.tile(np.arange(len(PACK)), len(told))
    seats = (place + np.repeat(random.integers(0, 4, len(told)), len(PACK))) % 4
    hands = {
        "hand_id": boards.board_id.take(pa.array(told)),
        "session_id": session_ids(boards.shares).take(pa.array(boards.of[told])),
        "hand_no": pa.array(boards.number[told]),
    }
    cards = {
        "hand_id": boards.board_id.take(pa.array(board)),
        "idx": pa.array(place + 1),
        "to": pa.array([f"seat:{seat + 1}" for seat in seats.tolist()]),
        "card": pa.array([PACK[n] for n in place.tolist()]),
        "face": pa.repeat("down", len(board)),
    }
    return {
        "hands": (log_table("hands", hands, count=len(told)), boards.of[told]),
        "cards": (log_table("cards", cards, count=len(board)), boards.of[board]),
    }
