"""Small pictures as data: URIs, each with words that say the same: cards, dice, the chart."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from auditor.report.words.wording import Wording

SUIT_PATHS = {
    "S": "M16 24c-4 6-11 9-11 14 0 4 5 5 8 2-.3 3-1.5 5-3.5 6.5h13C20.5 45 19.3 43 19 40"
    "c3 3 8 2 8-2 0-5-7-8-11-14z",
    "H": "M16 46C9 39 5 35.5 5 30.5c0-5.5 8-7 11-1.5 3-5.5 11-4 11 1.5C27 35.5 23 39 16 46z",
    "D": "M16 24l9 11.5-9 11.5-9-11.5z",
    "C": "M16 24a5.2 5.2 0 0 0-4.6 7.6 5.2 5.2 0 1 0 3.6 8.6c-.2 2.8-1.3 4.8-3.2 6.3h8.4"
    "c-1.9-1.5-3-3.5-3.2-6.3a5.2 5.2 0 1 0 3.6-8.6A5.2 5.2 0 0 0 16 24z",
}
RED, BLACK = "#b3261e", "#1c1f26"
PIPS = {
    "1": ((16, 16),),
    "2": ((9, 9), (23, 23)),
    "3": ((9, 9), (16, 16), (23, 23)),
    "4": ((9, 9), (9, 23), (23, 9), (23, 23)),
    "5": ((9, 9), (9, 23), (16, 16), (23, 9), (23, 23)),
    "6": ((9, 8), (9, 16), (9, 24), (23, 8), (23, 16), (23, 24)),
}
BACK_LINES = ((10, 10), (16, 16), (22, 22), (28, 28))
RANKS = frozenset("A23456789TJQK")


def data_uri(svg: bytes) -> str:
    """Put a drawing into a data: URI."""
    return f"data:image/svg+xml;base64,{b64encode(svg).decode('ascii')}"


@cache
def card_picture(card: str, *, is_down: bool = False) -> str | None:
    """Draw the face of a card (`9H`), greyed where it lies down; None where it is no card."""
    if len(card) != len("9H") or card[0] not in RANKS or card[1] not in SUIT_PATHS:
        return None
    ink = RED if card[1] in "HD" else BLACK
    rank = "10" if card[0] == "T" else card[0]
    paper = 'fill="#dfe3ea" stroke-dasharray="3 2"' if is_down else 'fill="#fff"'
    return data_uri(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 50">'
        f'<rect x=".6" y=".6" width="30.8" height="48.8" rx="3.5" {paper}'
        f' stroke="#8b919c" stroke-width="1.1"/>'
        f'<text x="16" y="20" text-anchor="middle" font-size="18" font-weight="bold"'
        f' font-family="DejaVu Sans, Arial, sans-serif" fill="{ink}">{rank}</text>'
        f'<path d="{SUIT_PATHS[card[1]]}" fill="{ink}"/></svg>'.encode()
    )


@cache
def back_picture() -> str:
    """Draw the back of a card, of which the face is not known."""
    lines = "".join(f"M4 {y}L{x} 4M{32 - x} 46L28 {50 - y}" for x, y in BACK_LINES)
    return data_uri(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 50">'
        f'<rect x=".6" y=".6" width="30.8" height="48.8" rx="3.5" fill="#fff"'
        f' stroke="#8b919c" stroke-width="1.1"/>'
        f'<rect x="4" y="4" width="24" height="42" rx="1.5" fill="#5f7396"/>'
        f'<path d="{lines}M4 34L28 10M4 40L28 16" stroke="#c3cddd"'
        f' stroke-width="1.2"/></svg>'.encode()
    )


@cache
def die_picture(pips: str) -> str | None:
    """Draw the face of a die; None where it is none."""
    if pips not in PIPS:
        return None
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="2.9"/>' for x, y in PIPS[pips])
    return data_uri(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
        f'<rect x="1" y="1" width="30" height="30" rx="5" fill="#fff" stroke="#8b919c"'
        f' stroke-width="1.2"/>{dots}</svg>'.encode()
    )


def card_words(card: str, wording: Wording) -> str:
    """Name a card in words, as a screen reader says it; the text itself where it is no card."""
    if card_picture(card) is None:
        return card
    rank, suit = wording.word("rank", card[0]), wording.word("suit", card[1])
    return wording.say("card_name", rank=rank.replace("T", "10"), suit=suit)


def table_card_words(card: str, wording: Wording, *, is_down: bool) -> str:
    """Name a card on the table in words, and how it lies; one that is not known as such."""
    if card_picture(card) is None:
        return wording.say("card_hidden" if is_down else "card_unknown")
    words = card_words(card, wording)
    return wording.say("card_down", card=words) if is_down else words
