"""Cells that come with a type, written exactly as text: numbers, dates, times, yes and no."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from decimal import Decimal

from auditor.games.log_model import Kind

EXCEL_DIGITS = 15
MIDNIGHT = time()


def cell_text(value: object, *, mark: str, kind: Kind | None = None) -> str | None:
    """Write a cell of a sheet as text; None where it is empty.

    Numbers have the decimal mark and no exponent, with the fifteen digits that a workbook keeps;
    dates and times are ISO 8601, to the millisecond. `kind` is what our column holds: a date
    needs no midnight, a time does.
    """
    if value is None or value == "":
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float | int):
        return number_text(value).replace(".", mark)
    if isinstance(value, date | time | timedelta):
        return moment_text(value, kind=kind)
    return str(value)


def number_text(value: float) -> str:
    """Write a number plainly: `12.35`, and `9003` for 9003.0."""
    if isinstance(value, int):
        return str(value)
    digits = Decimal(format(value, f".{EXCEL_DIGITS}g"))
    if not digits.is_finite():
        return str(value)
    plain = format(digits, "f")
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


def moment_text(value: date | time | timedelta, *, kind: Kind | None) -> str:
    """Write a date, a time of day or both in ISO 8601."""
    if isinstance(value, timedelta):
        return _length_text(value)
    if isinstance(value, time):
        return _to_millisecond(datetime.combine(date.min, value)).time().isoformat()
    if not isinstance(value, datetime):
        return f"{value.isoformat()}T00:00:00" if kind is Kind.TIME else value.isoformat()
    rounded = _to_millisecond(value)
    if kind is Kind.DATE and rounded.time() == MIDNIGHT:
        return rounded.date().isoformat()
    return rounded.isoformat()


def _to_millisecond(value: datetime) -> datetime:
    """Round to the millisecond, which is as exact as a workbook's serial numbers are."""
    milliseconds = round(value.microsecond / 1000)
    return value.replace(microsecond=0) + timedelta(milliseconds=milliseconds)


def _length_text(value: timedelta) -> str:
    """Write a length of time as hours, minutes and seconds."""
    seconds = round(value.total_seconds())
    sign, seconds = ("-", -seconds) if seconds < 0 else ("", seconds)
    return f"{sign}{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
