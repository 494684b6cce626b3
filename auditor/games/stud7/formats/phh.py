"""PHH (`.phh`: one hand in TOML; `.phhs`: several): fixed-limit seven-card stud, variant F7S.

A session is event + table + date over all files; a hand without a number, or without event and
table, is of a session named after its file. A hand dealt before six belongs to the night before.
The file says in which order players were dealt, not in which order cards were: each round is taken
to go from the first player to the last. An award is what a player's stacks show that he got back,
uncalled bets included; an ante is at most what he had. Other variants are refused by name.
"""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal
from typing import TYPE_CHECKING

from auditor.games.stud7.records.money import as_text
from auditor.games.stud7.records.phh_actions import play
from auditor.games.stud7.records.phh_fields import night_of, setup_of
from auditor.games.stud7.records.sheet import Place, Sheet, UnreadableError, game_code

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from auditor.games.format import FormatReading, Row
    from auditor.games.stud7.records.phh_fields import Night

SUFFIXES = (".phh", ".phhs")
STUD = "F7S"

_KEYS = "variant|ante_trimming_status|antes|blinds_or_straddles|bring_in|starting_stacks|actions"
_KEY = re.compile(rf"(?m)^[ \t]*({_KEYS})[ \t]*=".encode())
_TABLE = re.compile(r"(?m)^(?=[ \t]*\[[ \t]*[\"']?\d+[\"']?[ \t]*\][ \t]*(?:#.*)?$)")
_HEADING = re.compile(r"[ \t]*\[[^\]\n]*\][^\n]*")
_FEW = 2
_WORDS = 80


def recognises(head: bytes) -> bool:
    """Say whether the first bytes are those of hands in PHH."""
    text = head.replace(b"\0", b"").replace(b"\r", b"\n")
    return len({match[1] for match in _KEY.finditer(text)}) >= _FEW


def read(text: str, name: str) -> FormatReading:
    """Read the hands of a file; other variants are refused, and broken hands told."""
    sheet, ids = Sheet(), dict[str, int]()
    for record, hand in enumerate(_hands(text.replace("\r\n", "\n")), 1):
        try:
            if isinstance(hand, UnreadableError):
                raise hand
            _read_hand(sheet, hand, ids=ids, origin=(name.rpartition("/")[2], record))
        except UnreadableError as why:
            told = sheet.refuse if why.code == "refused" else sheet.lose
            told(record, why)
    return sheet.reading()


def _hands(text: str) -> Iterator[Mapping[str, object] | UnreadableError]:
    """Give the fields of each hand, or why they cannot be read."""
    whole = _parsed(text)
    parts = _TABLE.split(text)
    if isinstance(whole, UnreadableError) and len(parts) > 1:
        for part in parts[0 if "=" in parts[0] else 1 :]:
            yield _parsed(_HEADING.sub("", part, count=1))
    elif isinstance(whole, UnreadableError) or not _are_tables(whole):
        yield whole
    else:
        yield from (hand for hand in whole.values() if isinstance(hand, dict))


def _are_tables(fields: Mapping[str, object]) -> bool:
    """Say whether a file holds numbered hands, and not one."""
    return bool(fields) and all(isinstance(value, dict) for value in fields.values())


def _parsed(text: str) -> dict[str, object] | UnreadableError:
    """Read TOML, amounts exactly; or say why it cannot be."""
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except (ValueError, ArithmeticError, RecursionError) as error:
        return UnreadableError("bad_toml", why=str(error)[:_WORDS])


def _read_hand(
    sheet: Sheet, fields: Mapping[str, object], *, ids: dict[str, int], origin: tuple[str, int]
) -> None:
    """Read a hand of stud; raises UnreadableError for another variant, or a broken hand."""
    variant = fields.get("variant")
    if not isinstance(variant, str):
        raise UnreadableError("no_variant" if fields else "no_hand")
    if variant != STUD:
        raise _refusal(variant)
    setup, night = setup_of(fields), night_of(fields)
    told = play(setup)
    name, record = origin
    session_id = _session_id(night, name)
    number = record if night.hand_no is None else night.hand_no
    hand_id = f"{session_id} #{number}"
    if hand_id in ids:
        raise UnreadableError("repeated", number=number, first=ids[hand_id])
    place = Place(record, session_id, hand_id, number, night.started_at)
    sheet.add(place, told)
    sheet.assume_night(night.gaming_date, night.started_at)
    if setup.has_short_ante:
        sheet.assume("assumed_ante")
    ids[hand_id] = record
    antes = (max(setup.antes, default=0), setup.bring_in)
    sheet.sessions.setdefault(session_id, _session(night, place, forced=antes))


def _refusal(variant: str) -> UnreadableError:
    """Say by name that a variant is of no game here."""
    game = UnreadableError(game_code(variant))
    return UnreadableError("refused", variant=variant[:_WORDS], game=game)


def _session_id(night: Night, name: str) -> str:
    """Give the id of a hand's session: event, table and date, as far as they are known."""
    own = name if night.hand_no is None or not (night.event or night.table) else None
    table = f"Table {night.table}" if night.table else None
    parts = (own, night.event, table, night.gaming_date)
    return " | ".join(part for part in parts if part)


def _session(night: Night, place: Place, *, forced: tuple[int, int | None]) -> Row:
    """Make the row of a session; `forced`: ante and bring-in of the hand that names it first."""
    ante, bring_in = forced
    return {
        "record": str(place.record),
        "session_id": place.session_id,
        "table_id": night.table,
        "game": "stud7",
        "gaming_date": night.gaming_date,
        "currency": night.currency,
        "ante": as_text(ante) if ante else None,
        "bring_in": None if bring_in is None else as_text(bring_in),
        "zone": night.zone,
    }
