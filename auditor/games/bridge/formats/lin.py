"""LIN, as BBO writes it: the boards of a file, which is one session.

`md|` gives the dealer (1 = South, then clockwise) and the hands from South on; a fourth hand left
out is what the other three leave of the pack. `ah|Board n|` or `qx|o1|` (open room) and `qx|c1|`
(closed) number the board; `sv|` says who is vulnerable. Bids, plays and comments are passed over.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.games.bridge.records import Dates, Sheet, session_row
from auditor.games.format import FormatReading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.games.format import Row

SUFFIXES = (".lin",)

_RANKS = "AKQJT98765432"
_FULL_HAND = len(_RANKS)
_UNKNOWN_HAND = "-"
_START_OF_DEAL = re.compile(r"md\|(?<=[|\s]md\|)")
_HOLDING = r"([AKQJT2-9]*+)"
_HAND = re.compile(rf"(?:S{_HOLDING})?(?:H{_HOLDING})?(?:D{_HOLDING})?(?:C{_HOLDING})?")
_ROOM = re.compile(r"([oc]?)(\d+)", re.IGNORECASE)
_NUMBER = re.compile(r"\d+")
_HEAD = re.compile(rb"(?i)(?:^|[|\s])md\|[0-4]?[SHDC,]")
_DEALER = {"1": "S", "2": "W", "3": "N", "4": "E"}
_VULNERABLE = {"o": "None", "0": "None", "n": "NS", "e": "EW", "b": "All"}
_ROOMS = {"o": "Open", "c": "Closed"}
_COPY = {"o": "1", "c": "2"}


@dataclass(frozen=True, slots=True)
class _Board:
    """What a file says of one board: its heading (before `md|`), its deal, and what follows."""

    heading: str
    deal: str
    after: str

    def field(self, name: str) -> str:
        """Give the value of a field, after the deal or before it; empty where there is none."""
        for text in (self.after, self.heading):
            at = text.find(f"{name}|")
            if at >= 0:
                return text[at + len(name) + 1 :].partition("|")[0].strip()
        return ""


def recognises(head: bytes) -> bool:
    """Say whether the first bytes are those of a LIN file."""
    return _HEAD.search(head.replace(b"\0", b"")) is not None


def read(text: str, name: str) -> FormatReading:
    """Read the boards of a file; a deal that cannot be read is told as a broken record."""
    sheet = Sheet()
    for record, board in enumerate(_boards(text), 1):
        hands = _hands(board.deal[1:] if board.deal[:1].isdigit() else board.deal)
        if hands is None:
            sheet.lose(record, "bad_md", deal=board.deal)
        else:
            sheet.boards.append(_row(sheet, board, hands=hands, name=name, record=record))
    if sheet.boards:
        sheet.sessions[name] = session_row(name, Dates(None, None, None), record=1)
    return FormatReading(tables=sheet.tables(), broken=sheet.broken)


def _boards(text: str) -> Iterator[_Board]:
    """Part the text at each `md|`; a board's heading starts at the last `qx|` or `pn|` before."""
    heading, *pieces = _START_OF_DEAL.split(f"\n{text}")
    for piece in pieces:
        deal, _, rest = piece.partition("|")
        cut = rest.rfind("qx|")
        cut = rest.rfind("pn|") if cut < 0 else cut
        own, following = (rest, "") if cut < 0 else (rest[:cut], rest[cut:])
        yield _Board(heading, deal.strip(), own.partition("mb|")[0])
        heading = following


def _hands(value: str) -> list[str] | None:
    """Give the four hands from South on, as PBN writes them; None if the value is no deal."""
    parts = value.upper().replace("10", "T").rstrip(",").split(",")
    parsed = [_HAND.fullmatch(part) for part in parts]
    hands = [hand.groups("") for hand in parsed if hand is not None]
    if len(hands) != len(parts) or not 1 <= len(hands) <= len(_DEALER) or not any(map(any, hands)):
        return None
    hands += [("", "", "", "")] * (len(_DEALER) - len(hands))
    return [".".join(hand) if any(hand) else _UNKNOWN_HAND for hand in _completed(hands)]


def _completed(hands: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Give the one hand that is left out the rest of the pack, unless it is an end position."""
    sizes = [sum(map(len, hand)) for hand in hands]
    if sizes.count(0) != 1 or max(sizes) < _FULL_HAND:
        return hands
    held = ["".join(suit) for suit in zip(*hands, strict=True)]
    rest = tuple("".join([rank for rank in _RANKS if rank not in suit]) for suit in held)
    return [hand if any(hand) else rest for hand in hands]


def _row(sheet: Sheet, board: _Board, *, hands: list[str], name: str, record: int) -> Row:
    """Make the row of a board at one table."""
    room, number = _room_and_number(board)
    number = number or str(record)
    place = _ROOMS.get(room) or _west(board.field("pn"))
    vulnerable = board.field("sv").lower()
    return {
        "record": str(record),
        "board_id": sheet.free_id(f"{name} #{number} {place}".rstrip()),
        "session_id": name,
        "number": number,
        "deal": "S:" + " ".join(hands),
        "dealer": _DEALER.get(board.deal[:1]),
        "vulnerable": _VULNERABLE.get(vulnerable, vulnerable) or None,
        "copy": _COPY.get(room),
    }


def _room_and_number(board: _Board) -> tuple[str, str]:
    """Say in which room (`o`, `c` or none) and under which number the board was played."""
    room = _ROOM.match(board.field("qx"))
    if room is not None:
        return room[1].lower(), room[2]
    number = _NUMBER.search(board.field("ah"))
    return "", "" if number is None else number[0]


def _west(players: str) -> str:
    """Say who sat West: the second of the players from South on."""
    names = players.split(",")
    return names[1].strip() if len(names) > 1 else ""
