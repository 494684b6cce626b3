"""Amounts of money in ten thousandths of the currency, as whole numbers: from text and to text."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

UNIT = 10_000
MOST = 10**18  # what the log's amounts can hold
AMOUNT = r"[$€£¥₹]? ?\d(?:[\d.,']*\d)?(?: ?[$€£¥₹])?"  # as hands in text write it
_FINEST = -12  # a power of ten: with more decimals a product would be rounded
_GROUPED = re.compile(r"\d{1,3}(?:[.,']\d{3})+")
_NOT_DIGITS = re.compile(r"\D")


@lru_cache(maxsize=1 << 14)
def units_of(text: str) -> int:
    """Read an amount with its sign of currency and marks: `$1,234.50`, `0,04 €`, `1'000`.

    The last mark is the decimal one, but where every mark has three digits after it and there are
    several, or a comma or an apostrophe, it is of thousands.
    """
    digits = text.strip("$€£¥₹ ")
    marks = _NOT_DIGITS.findall(digits)
    is_grouped = _GROUPED.fullmatch(digits) and len(set(marks)) == 1 and marks != ["."]
    if not marks or is_grouped:
        return _bounded(int(_NOT_DIGITS.sub("", digits)) * UNIT)
    whole, _, cents = digits.rpartition(marks[-1])
    if len(cents) > len(str(UNIT)) - 1:
        raise ValueError(text)
    return _bounded(int(_NOT_DIGITS.sub("", whole)) * UNIT + int(cents.ljust(4, "0")))


def units_of_number(value: object) -> int:
    """Give the units of a number, zero or more; raises ValueError for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise ValueError(value)  # noqa: TRY004  a value of the file, not of the program
    number = Decimal(value)
    exponent = number.as_tuple().exponent
    if isinstance(exponent, str) or exponent < _FINEST or not 0 <= number < MOST // UNIT:
        raise ValueError(value)
    scaled = number * UNIT
    if scaled != int(scaled):
        raise ValueError(value)
    return int(scaled)


@lru_cache(maxsize=1 << 14)
def as_text(units: int) -> str:
    """Write an amount as a plain decimal."""
    whole, rest = divmod(abs(units), UNIT)
    sign = "-" if units < 0 else ""
    return f"{sign}{whole}.{rest:04}".rstrip("0").rstrip(".") if rest else f"{sign}{whole}"


def _bounded(units: int) -> int:
    """Give the units back; raises ValueError where the log cannot hold them."""
    if units >= MOST:
        raise ValueError(units)
    return units
