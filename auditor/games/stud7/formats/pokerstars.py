"""Hands in PokerStars' text: seven-card stud; other games are refused hand by hand, and counted.

A session is the hands of one table and one gaming date in a file, named after the first of them; a
hand dealt before six, by the clock that it gives first, belongs to the night before. Hands are
numbered in the session in the order of their numbers at the site. Cards face down are `??` until
they are shown or mucked in the open; each round is taken to go from the first player to the last.
Sums are checked to the cent (put in − returned = pot; collected + rake = pot): a hand that does
not add up is kept as it stands, and told; so are sums of hands of razz and of high-low stud.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.games.stud7.records.money import as_text, units_of
from auditor.games.stud7.records.sheet import Place, Sheet, UnreadableError
from auditor.games.stud7.records.stars_hand import read_hand
from auditor.games.stud7.records.stars_header import HEADING, Header, read_header
from auditor.games.stud7.records.stars_settle import amiss, awards_of, told_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from auditor.games.format import FormatReading
    from auditor.games.stud7.records.sheet import Told

SUFFIXES = (".txt",)

_HEAD = re.compile(rb"(?mi)^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?PokerStars [^#\n]{0,40}#\d+:")
_DATED = re.compile(r" - \d{4}/")


@dataclass(frozen=True, slots=True)
class _Found:
    """A hand of the file: its record's number, its lines and its heading."""

    record: int
    lines: Sequence[str]
    header: Header


def recognises(head: bytes) -> bool:
    """Say whether the first bytes are those of hands in PokerStars' text."""
    return _HEAD.search(head.replace(b"\0", b"").replace(b"\r", b"\n")) is not None


def read(text: str, name: str) -> FormatReading:  # noqa: ARG001  a hand names its own table
    """Read the hands of a file; other games are refused, and broken hands told."""
    sheet = Sheet()
    found = list(_found(sheet, text))
    sessions = _sessions(found)
    for hand in found:
        try:
            _read_one(sheet, hand, sessions=sessions)
        except UnreadableError as why:
            told = sheet.refuse if why.code.startswith("refused") else sheet.lose
            told(hand.record, why)
    return sheet.reading()


def _found(sheet: Sheet, text: str) -> Iterator[_Found]:
    """Walk the hands whose headings can be read, the first of each number; others are told."""
    seen = dict[int, int]()
    for record, lines in enumerate(_hands(text), 1):
        try:
            header = read_header(lines)
        except UnreadableError as why:
            sheet.lose(record, why)
            continue
        first = seen.setdefault(header.number, record)
        if first == record:
            yield _Found(record, lines, header)
        else:
            sheet.lose(record, UnreadableError("repeated", number=header.number, first=first))


def _hands(text: str) -> Iterator[list[str]]:
    """Part the lines of a file at the headings; what stands before the first is of no hand."""
    lines: list[str] = []
    is_open, after_blank = False, True
    for written in text.replace("\r\n", "\n").split("\n"):
        line = written.rstrip().removeprefix("\ufeff")
        is_heading = HEADING.match(line) and (after_blank or _DATED.search(line))
        if is_heading and is_open:
            yield lines
        if is_heading:
            lines, is_open = [], True
        after_blank = not line
        if line:
            lines.append(line)
    if is_open:
        yield lines


def _sessions(found: Sequence[_Found]) -> Mapping[int, tuple[str, int]]:
    """Give each hand, by its number at the site, its session and its number in it."""
    by_table: dict[tuple[str | None, str], list[int]] = {}
    for hand in found:
        key = hand.header.table, hand.header.gaming_date
        by_table.setdefault(key, []).append(hand.header.number)
    places: dict[int, tuple[str, int]] = {}
    for (table, day), numbers in by_table.items():
        parts = ("PokerStars", table, day, f"from {min(numbers)}")
        session_id = " | ".join(part for part in parts if part)
        places |= {number: (session_id, at) for at, number in enumerate(sorted(numbers), 1)}
    return places


def _read_one(sheet: Sheet, found: _Found, *, sessions: Mapping[int, tuple[str, int]]) -> None:
    """Read a hand of stud, or refuse one of another game; raises UnreadableError."""
    header = found.header
    if header.kind == "other":
        raise UnreadableError("refused_unchecked", game=header.game, number=header.number)
    try:
        told, why = _checked(found)
    except UnreadableError as error:
        if header.kind == "stud":
            raise
        why = error
    if header.kind != "stud":
        code = "refused_amiss" if why else "refused_stars"
        raise UnreadableError(code, game=header.game, number=header.number, why=why)
    session_id, hand_no = sessions[header.number]
    hand_id = f"{session_id} #{header.number}"
    place = Place(found.record, session_id, hand_id, hand_no, header.started_at)
    sheet.add(place, told)
    sheet.assume_night(header.gaming_date, header.started_at)
    _note_session(sheet, place, header=header, told=told)
    if why:
        sheet.lose(found.record, UnreadableError("amiss", number=header.number, why=why))


def _checked(found: _Found) -> tuple[Told, UnreadableError | None]:
    """Read the lines of a hand, and check its sums; raises UnreadableError for one that is cut."""
    number = found.header.number
    try:
        hand = read_hand(found.lines[1:])
    except ValueError as error:
        raise UnreadableError("bad_amount", number=number, value=str(error)) from error
    if not hand.seats:
        raise UnreadableError("no_seats", number=number)
    if "pot" not in hand.told:
        raise UnreadableError("cut_short", number=number)
    awards = awards_of(hand)
    return told_of(hand, awards), amiss(hand, awards)


def _note_session(sheet: Sheet, place: Place, *, header: Header, told: Told) -> None:
    """Note the session of a hand, with the greatest ante and bring-in of its hands."""
    row = sheet.sessions.setdefault(
        place.session_id,
        {
            "record": str(place.record),
            "session_id": place.session_id,
            "table_id": header.table,
            "game": "stud7",
            "gaming_date": header.gaming_date,
            "currency": header.currency,
            "ante": None,
            "bring_in": None,
            "zone": header.zone,
        },
    )
    for event in told.events:
        if event.type in {"ante", "bring_in"} and event.amount is not None:
            known = row[event.type]
            row[event.type] = as_text(max(event.amount, units_of(known) if known else 0))
