"""How one cell is read, as SQL: its whole text must match, or it reads as NULL.

Each reading comes in two forms of one meaning. The quick one takes a cell as it stands and knows
the plainest spelling; the full one is for trimmed cells and knows every spelling that is allowed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.games.log_model import MONEY_DECIMALS, MONEY_DIGITS
from auditor.ingest.read.blanks import BLANKS
from auditor.sql import literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MINUS_SIGNS = "\u2212\u2010\u2011\u2012\u2013\ufe63\uff0d"
SAME_MARKS = {"'": "'\u2019", "\u2019": "'\u2019", " ": " \u00a0\u202f\u2009"}
WHOLE_DIGITS = MONEY_DIGITS - MONEY_DECIMALS
INTEGER_DIGITS = 19
CARD = r"(?:10|[2-9TJQKA])[SHDC]|\?\?"
PLAIN_CARD = r"[2-9TJQKA][SHDC]|\?\?"
RECEIVER = "punto|banca|burn|box:[0-9]+|seat:[0-9]+"


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of numbers: before the decimals, and between the thousands (None: not used)."""

    decimal: str = "."
    thousands: str | None = None


def whole(cell: str, pattern: str) -> str:
    """Tell, as SQL, whether a whole cell matches a pattern."""
    return f"regexp_full_match({cell}, {literal(pattern)})"


def trimmed(cell: str) -> str:
    """Give a cell without blanks around it, as SQL; an empty one is NULL."""
    return f"nullif(trim({cell}, {literal(BLANKS)}), '')"


def folded(cell: str) -> str:
    """Give a cell without case, accents and outer blanks, as SQL; inner blanks become `_`."""
    bare = f"strip_accents(lower(trim({cell}, {literal(BLANKS)})))"
    return rf"regexp_replace({bare}, '[\s_\-]+', '_', 'g')"


def has_outer_blanks(cell: str) -> str:
    """Tell, as SQL, whether a cell is empty or has blanks around it."""
    inside = " OR ".join(f"contains({cell}, {literal(blank)})" for blank in BLANKS)
    return f"CASE WHEN {inside} THEN {trimmed(cell)} IS DISTINCT FROM {cell} ELSE {cell} = '' END"


def money(cell: str, marks: Marks, *, full: bool) -> str:
    """Read an amount: at most 14 digits and 4 decimals under the declared marks."""
    decimals = rf"{re.escape(marks.decimal)}[0-9]{{1,{MONEY_DECIMALS}}}"
    digits = _digits(marks, WHOLE_DIGITS, full=full)
    pattern = f"{_sign(full=full)}(?:{digits}(?:{decimals})?|{decimals})"
    number = (
        f"try_cast({_plain(cell, marks, full=full)} AS DECIMAL({MONEY_DIGITS},{MONEY_DECIMALS}))"
    )
    return f"CASE WHEN {whole(cell, pattern)} THEN {number} END"


def integer(cell: str, marks: Marks, *, full: bool) -> str:
    """Read a whole number that fits in 64 bits."""
    if not full and marks.thousands is None:
        number = f"try_cast({cell} AS BIGINT)"
        return f"CASE WHEN {number}::VARCHAR = {cell} THEN {number} END"
    pattern = _sign(full=full) + _digits(marks, INTEGER_DIGITS, full=full)
    number = f"try_cast({_plain(cell, marks, full=full)} AS BIGINT)"
    return f"CASE WHEN {whole(cell, pattern)} THEN {number} END"


def boolean(cell: str, *, true: Iterable[str], false: Iterable[str], full: bool) -> str:
    """Read a truth by the words for true and false, which are given folded."""
    word = folded(cell) if full else f"lower({cell})"
    return f"CASE WHEN {_one_of(word, true)} THEN true WHEN {_one_of(word, false)} THEN false END"


def card(cell: str, *, full: bool) -> str:
    """Read a card as rank and suit: `10H` is `TH`, `??` a card that was not seen."""
    if not full:
        return f"CASE WHEN {whole(cell, PLAIN_CARD)} THEN {cell} END"
    return f"CASE WHEN {whole(cell, f'(?i){CARD}')} THEN replace(upper({cell}), '10', 'T') END"


def cards(cell: str, *, full: bool) -> str:
    """Read a list of cards separated by blanks; one blank stands between them afterwards."""
    if not full:
        pattern = f"(?:{PLAIN_CARD})(?: (?:{PLAIN_CARD}))*"
        return f"CASE WHEN {whole(cell, pattern)} THEN {cell} END"
    pattern = rf"(?i)(?:{CARD})(?:\s+(?:{CARD}))*"
    tidy = rf"replace(upper(regexp_replace({cell}, '\s+', ' ', 'g')), '10', 'T')"
    return f"CASE WHEN {whole(cell, pattern)} THEN {tidy} END"


def choice(cell: str, choices: Iterable[str], *, otherwise: str = "NULL") -> str:
    """Read a word of a closed set; what is none of it reads as `otherwise`."""
    return f"CASE WHEN {_one_of(cell, choices)} THEN {cell} ELSE {otherwise} END"


def short(cell: str, most: int, *, full: bool) -> str:
    """Read a text of so many bytes at most, which becomes the name of a folder."""
    tidy = "" if full else f" AND NOT coalesce({has_outer_blanks(cell)}, false)"
    return f"CASE WHEN strlen({cell}) <= {most}{tidy} THEN {cell} END"


def receiver(cell: str) -> str:
    """Read who is dealt a card: punto, banca, burn, box:N or seat:N."""
    return f"CASE WHEN {whole(cell, RECEIVER)} THEN {cell} END"


def translated(cell: str, words: Mapping[str, str], *, full: bool) -> str:
    """Give our word for theirs, as SQL; what has none stays. Folded words are met folded."""
    if not words:
        return cell
    said = folded(cell) if full else cell
    cases = " ".join(f"WHEN {literal(word)} THEN {literal(ours)}" for word, ours in words.items())
    return f"CASE {said} {cases} ELSE {cell} END"


def _one_of(cell: str, words: Iterable[str]) -> str:
    """Tell, as SQL, whether a cell is one of some words."""
    listed = ", ".join(literal(word) for word in sorted(words))
    return f"{cell} IN ({listed})" if listed else "false"


def _sign(*, full: bool) -> str:
    """Give the pattern of an optional sign."""
    return f"[+\\-{MINUS_SIGNS}]?" if full else r"[+\-]?"


def _digits(marks: Marks, most: int, *, full: bool) -> str:
    """Give the pattern of digits, with thousands marked all through or not at all."""
    plain = f"[0-9]{{1,{most}}}"
    if marks.thousands is None:
        return plain
    return f"(?:{plain}|[0-9]{{1,3}}(?:{_mark_class(marks.thousands, full=full)}[0-9]{{3}})+)"


def _mark_class(mark: str, *, full: bool) -> str:
    """Give the pattern of a thousands mark, with the signs that look like it."""
    signs = SAME_MARKS.get(mark, mark) if full else mark
    return f"[{re.escape(signs)}]"


def _plain(cell: str, marks: Marks, *, full: bool) -> str:
    """Give a number that matched its pattern in the engine's own spelling, as SQL."""
    number = cell
    if marks.thousands is not None:
        for sign in SAME_MARKS.get(marks.thousands, marks.thousands):
            number = f"replace({number}, {literal(sign)}, '')"
    if marks.decimal != ".":
        number = f"replace({number}, {literal(marks.decimal)}, '.')"
    return f"regexp_replace({number}, '[{MINUS_SIGNS}]', '-')" if full else number
