"""The lines of a hand in PokerStars' text, each as one pattern that has to match all of it.

Names may hold anything: a pattern leaves to a name as much as it can, so that what counts is the
end of the line. What is said at the table ends in a quotation mark, and matches none.
"""

from __future__ import annotations

import re

from auditor.games.stud7.records.money import AMOUNT

_CARD = r"(?:[2-9TJQKA]|10)[shdc]"
_CARDS = rf"\[({_CARD}(?: {_CARD})*)\]"
_PAYS = "posts the ante|brings in(?: low)? for|calls|bets|completes(?: it)?(?: to)?"
_PLAIN = "folds|checks|mucks(?: hand)?"
_ALL_IN = r"( and is all-in)?"

STREET = re.compile(
    r"\*\*\* (3rd STREET|4th STREET|5th STREET|6th STREET|RIVER|SHOW ?DOWN|SUMMARY) \*\*\*"
    r"((?: \[[^\]]*\])*)",
    re.IGNORECASE,
)
SEATED = re.compile(
    rf"Seat (\d+): (.*) \(({AMOUNT}) in chips(?:, [^()]* bounty)?\)"
    r"(?: is sitting out| out of hand.*)?"
)
DEALT = re.compile(rf"Dealt to (.+) {_CARDS}")
ACTION = re.compile(
    rf"(.+): (?:({_PAYS}) ({AMOUNT}){_ALL_IN}|(raises) ({AMOUNT})(?: to ({AMOUNT}))?{_ALL_IN}"
    rf"|({_PLAIN})(?: {_CARDS})?|(shows) {_CARDS}(?: \(.*\))?)"
)
RETURNED = re.compile(rf"Uncalled bet \(({AMOUNT})\) returned to (.+)")
COLLECTED = re.compile(
    rf"(.+?)( collected| wins)? \(?({AMOUNT})\)? from (?:the )?((?:main |side )?pot(?:[ -]?#?\d+)?)"
)
TOTAL = re.compile(rf"Total pot ({AMOUNT})(?:$| .*)")
RAKE = re.compile(rf"\| Rake ({AMOUNT})(?:$| )")
SEAT_AT_END = re.compile(r"Seat (\d+): (.*)")
WON = re.compile(rf"(?:.* )?\(({AMOUNT})\)(?: with .*)?")
SHOWN_AT_END = re.compile(rf".* ?(?:mucked|showed) {_CARDS}(?: and .*)?")


def cards_of(text: str) -> list[str]:
    """Give cards written with blanks between them as the log writes them."""
    return text.upper().replace("10", "T").split()
