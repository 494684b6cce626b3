"""PBN 2.1, import and export format: the boards of a file, and the sessions they belong to.

A session is Event + Site + Date + Stage and Round, over all files (the file's name stands for an
event that is not named, and for the session of boards without a number). Auctions, plays and other
sections are passed over. A board's id ends in letters that tell its record from any other, in this
file or another of the session. A record without a deal inherits that of the record before, as do
`#` and `##` values and records that name no event.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from auditor.games.bridge.plain_boards import plain_boards
from auditor.games.bridge.plain_tags import plain_tags
from auditor.games.bridge.records import Sheet, short_code
from auditor.games.bridge.tags import (
    DEALT,
    IDENTITY,
    LASTING,
    NAMES,
    PLACE,
    RESULT,
    UNKNOWN,
    VULNERABLE,
    lose_deal,
    note_session,
    place_of,
    result_of,
    tidy,
)
from auditor.games.format import FormatReading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.games.bridge.tags import Tags
    from auditor.games.format import Row

SUFFIXES = (".pbn",)

_OF_A_TABLE = ("Deal", "Board", *PLACE)
# Possessive, so that a tag that is not one is given up at once.
_TAG = re.compile(rf'\[ *+({"|".join(NAMES)}) ++"([^"\\\n]*+(?:\\.[^"\\\n]*)*+)"')
_COMMENT = re.compile(r'("(?:[^"\\\n]|\\.)*")|\{[^}]*\}|;[^\n]*')
_LINE_COMMENT = re.compile(r'("(?:[^"\\\n]|\\.)*")|;[^\n]*')
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_COMMENT_IS_HERE = "\x1a"  # keeps the line of a comment from being an empty one
_ESCAPED_LINE = re.compile(r"\n%[^\n]*")
_BLANK_LINE = re.compile(r"\n +(?=\n)")
_NEXT_GAME = re.compile(r"\n(?= *\[ *Event )")
_NEXT_BOARD = re.compile(r"\n(?= *\[ *Board )")
_DEALT = re.compile(DEALT)
_HEAD = re.compile(
    rb'(?m)^(?:% PBN|[ \t]*(?:\[[^\]\n]*\][ \t]*)*\[[ \t]*(?:Deal|Board|Dealer|Vulnerable)[ \t]+")'
)
_BYTE_ORDER_MARKS = b"\xef\xbb\xbf\xff\xfe"


def recognises(head: bytes) -> bool:
    """Say whether the first bytes are those of a PBN file (a chess game has no deal)."""
    text = head.replace(b"\0", b"").lstrip(_BYTE_ORDER_MARKS).replace(b"\r", b"\n")
    return _HEAD.search(text) is not None


def read(text: str, name: str) -> FormatReading:
    """Read the sessions and boards of a file; a record that gives no board is told as broken."""
    sheet, cleaned = Sheet(), clean(text)
    tags = plain_tags(cleaned)
    if tags is None:
        _read_each(sheet, cleaned, name=name)
        return FormatReading(tables=sheet.tables(), broken=sheet.broken)
    boards = plain_boards(sheet, tags, name=name)
    return FormatReading(tables={**sheet.tables(), "boards": boards}, broken=sheet.broken)


def _read_each(sheet: Sheet, text: str, *, name: str) -> None:
    """Read record by record."""
    sessions: dict[tuple[str | None, ...], str] = {}
    file = name.rpartition("/")[2]  # the same alone and in its folder
    for record, tags in enumerate(_inherited(text), 1):
        deal = tags.get("Deal", "")
        if not _DEALT.fullmatch(deal) and not _DEALT.fullmatch(deal := tidy(deal)):
            lose_deal(sheet, record, deal=deal)
            continue
        get = tags.get
        unnumbered = None if get("Board", "").isdecimal() else name
        key = (*map(get, IDENTITY), unnumbered)
        session_id = sessions.get(key)
        if session_id is None:
            session_id = sessions[key] = note_session(sheet, key, name=name, record=record)
        sheet.boards.append(
            _board(sheet, tags, deal=deal, session_id=session_id, origin=(file, str(record)))
        )


def clean(text: str) -> str:
    """Take escaped lines and comments out of the text; its tags and its empty lines stay."""
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = text.replace("\t", " ")
    if "%" in text:
        text = _ESCAPED_LINE.sub("", f"\n{text}")
    if "{" in text or _has_line_comment(text):
        text = _uncommented(text)
    return _BLANK_LINE.sub("\n", text) if "\n " in text else text


def _uncommented(text: str) -> str:
    """Take comments out; a brace that nothing closes begins none, so no record is lost to it."""
    closed, brace, rest = text.rpartition("}")
    parts = ((_COMMENT, closed + brace), (_LINE_COMMENT, rest))
    return "".join(
        pattern.sub(lambda match: match[1] or _COMMENT_IS_HERE, part) for pattern, part in parts
    )


def _has_line_comment(text: str) -> bool:
    """Say whether a semicolon stands outside the strings of its line."""
    at = text.find(";")
    while at >= 0:
        start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
        line = text[start:] if end < 0 else text[start:end]
        if not (line[:1] == "[" and line[-2:] == '"]') and ";" in _STRING.sub("", line):
            return True
        at = text.find(";", end) if end >= 0 else -1
    return False


def _records(text: str) -> Iterator[Tags]:
    """Give the tags of each game; a heading that stands alone belongs to the game after it."""
    heading: Tags = {}
    for tags in _games(text):
        if "Deal" in tags or not tags.keys().isdisjoint(_OF_A_TABLE):
            yield {**heading, **tags} if heading else tags
            heading = {}
        elif not tags.keys().isdisjoint(LASTING):
            heading |= tags


def _games(text: str) -> Iterator[Tags]:
    """Give the tags of each run of lines, parted again where it holds more than one deal."""
    find = _TAG.findall
    for chunk in text.split("\n\n"):
        pairs = find(chunk)
        tags = dict(pairs)
        if len(tags) == len(pairs):
            yield tags
        else:
            for game in _parted(chunk):
                yield dict(reversed(find(game)))  # of two tags with one name the first counts


def _parted(chunk: str) -> list[str]:
    """Part lines with several deals and no empty line between them."""
    if chunk.count("[Deal ") <= 1:
        return [chunk]
    games = _NEXT_GAME.split(chunk)
    return games if len(games) > 1 else _NEXT_BOARD.split(chunk)


def _inherited(text: str) -> Iterator[Tags]:
    """Give each record what it takes from the one before it, or from a `##` value."""
    previous: Tags = {}
    lasting: Tags = {}
    has_hash_values = '"#' in text
    for tags in _records(text):
        if has_hash_values:
            _put_hash_values(tags, previous, lasting=lasting)
        if "Deal" not in tags and tags.get("Board", previous.get("Board")) == previous.get("Board"):
            previous = _take(tags, previous, names=LASTING)
        elif "Event" not in tags and tags.keys().isdisjoint(IDENTITY):
            previous = _take(tags, previous, names=(*IDENTITY, "Generator"))
        else:
            previous = tags
        yield previous


def _take(tags: Tags, previous: Tags, *, names: tuple[str, ...]) -> Tags:
    """Add what the record before says under the names that this one lacks."""
    return {**{name: previous[name] for name in names if name in previous}, **tags}


def _put_hash_values(tags: Tags, previous: Tags, *, lasting: Tags) -> None:
    """Resolve `#` (as the game before) and `##text` (from here on) in place."""
    for name, value in tags.items():
        if value.startswith("##"):
            lasting[name] = value[2:] or previous.get(name, "")
            tags[name] = lasting[name]
        elif value == "#":
            tags[name] = previous.get(name, "")
    for name, value in lasting.items():
        tags.setdefault(name, value)


def _board(sheet: Sheet, tags: Tags, *, deal: str, session_id: str, origin: tuple[str, str]) -> Row:
    """Make the row of a board at one table; `origin` is the file's name and the record's number."""
    get = tags.get
    name, record = origin
    number, vulnerable, dealer = get("Board", ""), get("Vulnerable"), get("Dealer")
    number = number if number.isdecimal() else record
    place = place_of(tuple(map(get, PLACE)))
    code = short_code("\0".join((name, *tags.values())))
    return {
        "record": record,
        "board_id": sheet.free_id(f"{session_id} #{number}{place} {code}"),
        "session_id": session_id,
        "number": number,
        "deal": deal,
        "dealer": None if dealer in UNKNOWN else dealer,
        "vulnerable": VULNERABLE.get(vulnerable, vulnerable),
        "generator": get("Generator"),
        "result": result_of(tuple(map(get, RESULT))),
    }
