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

from auditor.games.bridge.records import Sheet, partial_date, session_row, short_code
from auditor.games.format import FormatReading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.games.format import Row

SUFFIXES = (".pbn",)

Tags = dict[str, str]

_IDENTITY = ("Event", "Site", "Date", "Stage", "Round")
_DEAL = ("Board", "Dealer", "Vulnerable", "Deal")
_LASTING = (*_IDENTITY, *_DEAL, "Generator")
_PLACE = ("Room", "Table", "West")
_RESULT = ("Contract", "Declarer", "Result")
_NAMES = (*_LASTING, *_PLACE, *_RESULT)
_OF_A_TABLE = ("Deal", "Board", *_PLACE)
_UNKNOWN = ("?", "", "-", None)
# Possessive, so that a tag that is not one is given up at once.
_TAG = re.compile(rf'\[ *+({"|".join(_NAMES)}) ++"([^"\\\n]*+(?:\\.[^"\\\n]*)*+)"')
_COMMENT = re.compile(r'("(?:[^"\\\n]|\\.)*")|\{[^}]*\}|;[^\n]*')
_LINE_COMMENT = re.compile(r'("(?:[^"\\\n]|\\.)*")|;[^\n]*')
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_COMMENT_IS_HERE = "\x1a"  # keeps the line of a comment from being an empty one
_ESCAPED_LINE = re.compile(r"\n%[^\n]*")
_BLANK_LINE = re.compile(r"\n +(?=\n)")
_NEXT_GAME = re.compile(r"\n(?= *\[ *Event )")
_NEXT_BOARD = re.compile(r"\n(?= *\[ *Board )")
_HAND = r"(?:-|[AKQJT2-9]*+(?:\.[AKQJT2-9]*+){3})"
_DEALT = re.compile(rf"[NESW]:{_HAND} {_HAND} {_HAND} {_HAND}")
_HEAD = re.compile(
    rb'(?m)^(?:% PBN|[ \t]*(?:\[[^\]\n]*\][ \t]*)*\[[ \t]*(?:Deal|Board|Dealer|Vulnerable)[ \t]+")'
)
_BYTE_ORDER_MARKS = b"\xef\xbb\xbf\xff\xfe"
_VULNERABLE: dict[str | None, str | None] = {
    **dict.fromkeys(("None", "Love", "-", "O", "0"), "None"),
    **dict.fromkeys(("NS", "N-S", "N/S"), "NS"),
    **dict.fromkeys(("EW", "E-W", "E/W"), "EW"),
    **dict.fromkeys(("All", "Both", "B"), "All"),
    **dict.fromkeys(("", "?", None), None),
}


def recognises(head: bytes) -> bool:
    """Say whether the first bytes are those of a PBN file (a chess game has no deal)."""
    text = head.replace(b"\0", b"").lstrip(_BYTE_ORDER_MARKS).replace(b"\r", b"\n")
    return _HEAD.search(text) is not None


def read(text: str, name: str) -> FormatReading:
    """Read the sessions and boards of a file; a record that gives no board is told as broken."""
    sheet, sessions = Sheet(), dict[tuple[str | None, ...], str]()
    file = name.rpartition("/")[2]  # the same alone and in its folder
    for record, tags in enumerate(_inherited(clean(text)), 1):
        deal = tags.get("Deal", "")
        if not _DEALT.fullmatch(deal) and not _DEALT.fullmatch(deal := _tidy(deal)):
            sheet.lose(record, "no_deal" if deal in _UNKNOWN else "bad_deal", deal=deal)
            continue
        get = tags.get
        unnumbered = None if get("Board", "").isdecimal() else name
        key = (get("Event"), get("Site"), get("Date"), get("Stage"), get("Round"), unnumbered)
        session_id = sessions.get(key)
        if session_id is None:
            session_id = sessions[key] = _note_session(sheet, key, name=name, record=record)
        sheet.boards.append(
            _board(sheet, tags, deal=deal, session_id=session_id, origin=(file, str(record)))
        )
    return FormatReading(tables=sheet.tables(), broken=sheet.broken)


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
        elif not tags.keys().isdisjoint(_LASTING):
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
            previous = _take(tags, previous, names=_LASTING)
        elif "Event" not in tags and tags.keys().isdisjoint(_IDENTITY):
            previous = _take(tags, previous, names=(*_IDENTITY, "Generator"))
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


def _tidy(deal: str) -> str:
    """Give a deal in capitals, with T for 10 and one blank between hands."""
    return " ".join(deal.upper().replace("10", "T").split()).replace(": ", ":")


def _note_session(sheet: Sheet, key: tuple[str | None, ...], *, name: str, record: int) -> str:
    """Note a new session, and give its id: the known parts of its identity in their order."""
    event, site, date, stage, turn, unnumbered = (_unescaped(part or "").strip() for part in key)
    dates = partial_date(date)
    parts = (
        name if event in _UNKNOWN else event,
        site,
        dates.day or date.replace(".", "-"),
        stage,
        "" if turn in _UNKNOWN else f"Round {turn}",
        unnumbered,
    )
    known = [part for part in dict.fromkeys(parts) if part.strip("?-") not in _UNKNOWN]
    session_id = " | ".join(known)
    sheet.sessions.setdefault(session_id, session_row(session_id, dates, record=record))
    return session_id


def _board(sheet: Sheet, tags: Tags, *, deal: str, session_id: str, origin: tuple[str, str]) -> Row:
    """Make the row of a board at one table; `origin` is the file's name and the record's number."""
    get = tags.get
    name, record = origin
    number, vulnerable, dealer = get("Board", ""), get("Vulnerable"), get("Dealer")
    number = number if number.isdecimal() else record
    code = short_code("\0".join((name, *tags.values())))
    return {
        "record": record,
        "board_id": sheet.free_id(f"{session_id} #{number}{_place(tags)} {code}"),
        "session_id": session_id,
        "number": number,
        "deal": deal,
        "dealer": None if dealer in _UNKNOWN else dealer,
        "vulnerable": _VULNERABLE.get(vulnerable, vulnerable),
        "generator": get("Generator"),
        "result": _result(tags) if get("Contract") not in _UNKNOWN else None,
    }


def _place(tags: Tags) -> str:
    """Say what tells the tables of a board apart: room and table, or else who sat West."""
    room, table, west = map(tags.get, _PLACE)
    place = " ".join([part for part in (room, table) if part is not None and part not in _UNKNOWN])
    place = place or ("" if west is None or west in _UNKNOWN else west)
    return _unescaped(f" {place}") if place else ""


def _result(tags: Tags) -> str:
    """Say contract, declarer and tricks in one line, as far as they are given."""
    return " ".join([part for part in map(tags.get, _RESULT) if part not in _UNKNOWN])


def _unescaped(value: str) -> str:
    r"""Take the backslashes of a string away: `\"` is a quote."""
    return re.sub(r"\\(.)", r"\1", value) if "\\" in value else value
