"""How a cell with a date or a time is read, as SQL: by the declared format, else strict ISO 8601.

A time comes as two values: the clock as written, and whether it is UTC already (an offset stood
beside it); what is not is placed by its venue's zone later.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from auditor.ingest.convert.cells import whole
from auditor.sql import literal

DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
CLOCK = r"(?:[01][0-9]|2[0-3]):[0-5][0-9]"
SECONDS = r":[0-5][0-9](?:\.[0-9]{1,6})?"
OFFSET = r"(?:Z|[+-](?:0[0-9]|1[0-8])(?::?[0-5][0-9])?)"
BARE_OFFSET = r"(?:Z|[+-](?:0[0-9]|1[0-8]):?[0-5][0-9])"
LOCAL_TIME = f"{DAY}[T ]{CLOCK}(?:{SECONDS})?"
PLACED_TIME = f"{DAY}[T ]{CLOCK}(?:{SECONDS}{OFFSET}|{BARE_OFFSET})"
PBN_DAY = r"[0-9]{4}\.[0-9]{2}\.[0-9]{2}"
EXACT_UTC = "%Y-%m-%d %H:%M:%S.%fZ"
MIDNIGHT = f"{DAY}[T ]00:00(?::00(?:\\.0+)?)?"
PARTIAL = r"[0-9]{4}[.-](?:[0-9]{2}|\?\?)[.-]\?\?|\?{4}[.-]\?\?[.-]\?\?|[0-9]{4}-[0-9]{2}|[0-9]{4}"
SHAPES = {
    "d": "[0-9]{1,2}",
    "m": "[0-9]{1,2}",
    "Y": "[0-9]{4}",
    "y": "[0-9]{2}",
    "H": "[0-9]{1,2}",
    "I": "[0-9]{1,2}",
    "M": "[0-9]{2}",
    "S": "[0-9]{2}",
    "f": "[0-9]{1,6}",
    "p": "[AaPp][Mm]",
    "z": r"[+-][0-9]{2}:?[0-9]{2}",
}
TIME_ONLY = re.compile(r"[^%]*%[HIMSfpz]")
# The years of a record: what lies outside them is a slip or a filler, such as 9999-12-31, and no
# calendar goes on for ever on both sides of it.
FIRST_YEAR, LAST_YEAR = 1800, 2199


@dataclass(frozen=True, slots=True)
class Formats:
    """The declared formats of dates and of times, in the order in which they are tried."""

    dates: tuple[str, ...] = ()
    times: tuple[str, ...] = ()


def formats_of(date: str | None, datetime: str | None) -> Formats:
    """Give the formats that a dialect declares; one of the two tells the order of days in both."""
    if datetime is None and date is not None:
        clocks = ("%H:%M:%S", "%H:%M:%S.%f", "%H:%M")
        return Formats((date,), tuple(f"{date} {clock}" for clock in clocks))
    if datetime is not None and date is None:
        day = TIME_ONLY.split(datetime, maxsplit=1)[0].rstrip(" T,-")
        return Formats((day,) if "%d" in day else (), (datetime,))
    return Formats((date,), (datetime,)) if date and datetime else Formats()


def shape(form: str) -> str:
    """Give the pattern of what a format of strptime writes."""
    parts = re.split(r"%(.)", form)
    return "".join(SHAPES[part] if n % 2 else re.escape(part) for n, part in enumerate(parts))


def date(cell: str, formats: Formats) -> str:
    """Read a date; a midnight is its day, and `2014.07.12` is how PBN writes one."""
    cases = [f"WHEN {whole(cell, shape(f))} THEN {_parsed(cell, f)}" for f in formats.dates]
    cases.append(f"WHEN {whole(cell, DAY)} THEN try_cast({cell} AS DATE)")
    dashed = f"replace({cell}, '.', '-')"
    cases.append(f"WHEN {whole(cell, PBN_DAY)} THEN try_cast({dashed} AS DATE)")
    cases.append(f"WHEN {whole(cell, MIDNIGHT)} THEN try_cast(left({cell}, 10) AS DATE)")
    return f"try_cast(CASE {' '.join(cases)} END AS DATE)"


def of_our_years(read: str) -> str:
    """Give a date or time that was read, as SQL; NULL where it is of no year of a record."""
    bounds = f"DATE '{FIRST_YEAR}-01-01' AND ({read}) < DATE '{LAST_YEAR + 1}-01-01'"
    return f"CASE WHEN ({read}) >= {bounds} THEN ({read}) END"


def time(cell: str, formats: Formats, *, full: bool) -> str:
    """Read the clock of a time, in UTC where an offset stands beside it."""
    cases = [f"WHEN {whole(cell, shape(f))} THEN {_parsed(cell, f)}" for f in formats.times]
    local = f"try_cast({cell} AS TIMESTAMP)"
    if not full and not formats.times:
        # What the engine writes just as it was written is quicker to compare than to match.
        same = (
            f"strlen({cell}) = 27 AND {cell} >= '0' AND strftime({local}, '{EXACT_UTC}') = {cell}"
        )
        utc = f"CASE WHEN {same} THEN {local} WHEN {whole(cell, f'{LOCAL_TIME}Z')} THEN {local} END"
        cases.append(f"WHEN ends_with({cell}, 'Z') THEN {utc}")
        cases.append(f"WHEN {local}::VARCHAR = replace({cell}, 'T', ' ') THEN {local}")
    if full or not formats.times:
        cases.append(f"WHEN {whole(cell, LOCAL_TIME)} THEN {local}")
        placed = f"timezone('UTC', try_cast({cell} AS TIMESTAMPTZ))"
        cases.append(f"WHEN {whole(cell, PLACED_TIME)} THEN {placed}")
    return f"CASE {' '.join(cases)} END"


def is_utc(cell: str, formats: Formats, *, full: bool) -> str:
    """Tell whether the clock that `time` reads is UTC already."""
    cases = [
        f"WHEN {whole(cell, shape(f))} THEN {'true' if '%z' in f else 'false'}"
        for f in formats.times
    ]
    if cases and not full:
        return "true" if all("%z" in f for f in formats.times) else "false"
    if not full:
        cases.append(f"WHEN ends_with({cell}, 'Z') THEN true")
    # A time of 16 or 19 characters in a form that is read has no offset.
    cases.append(f"WHEN strlen({cell}) IN (16, 19) THEN false")
    return f"CASE {' '.join(cases)} ELSE {whole(cell, PLACED_TIME)} END"


def is_partial(cell: str) -> str:
    """Tell whether a date is given in part, as in `2014.07.??`."""
    known = f"left({cell}, 1) = '?' OR {earliest(cell)} IS NOT NULL"
    return f"({whole(cell, PARTIAL)} AND ({known}))"


def earliest(cell: str) -> str:
    """Give the first day that a partial date may mean; NULL if it says nothing."""
    month = f"CASE WHEN substr({cell}, 6, 2) IN ('', '??') THEN '01' ELSE substr({cell}, 6, 2) END"
    return of_our_years(f"try_cast(left({cell}, 4) || '-' || {month} || '-01' AS DATE)")


def latest(cell: str) -> str:
    """Give the last day that a partial date may mean; NULL if it says nothing."""
    no_month = f"substr({cell}, 6, 2) IN ('', '??')"
    year_end = f"try_cast(left({cell}, 4) || '-12-31' AS DATE)"
    return f"CASE WHEN {no_month} THEN {year_end} ELSE last_day({earliest(cell)}) END"


def _parsed(cell: str, form: str) -> str:
    """Parse a cell that has a format's shape; NULL for a day or hour that cannot be."""
    parsed = f"try_strptime({cell}, {literal(form)})"
    return f"timezone('UTC', {parsed})" if "%z" in form else parsed
