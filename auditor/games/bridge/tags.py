"""The tags of PBN and what they say of a board: its session, its place, its result, its deal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from auditor.games.bridge.records import partial_date, session_row

if TYPE_CHECKING:
    from auditor.games.bridge.records import Sheet

Tags = dict[str, str]

IDENTITY = ("Event", "Site", "Date", "Stage", "Round")
DEAL = ("Board", "Dealer", "Vulnerable", "Deal")
LASTING = (*IDENTITY, *DEAL, "Generator")
PLACE = ("Room", "Table", "West")
RESULT = ("Contract", "Declarer", "Result")
NAMES = (*LASTING, *PLACE, *RESULT)
UNKNOWN = ("?", "", "-", None)
_HAND = r"(?:-|[AKQJT2-9]*(?:\.[AKQJT2-9]*){3})"
DEALT = rf"[NESW]:{_HAND} {_HAND} {_HAND} {_HAND}"
VULNERABLE: dict[str | None, str | None] = {
    **dict.fromkeys(("None", "Love", "-", "O", "0"), "None"),
    **dict.fromkeys(("NS", "N-S", "N/S"), "NS"),
    **dict.fromkeys(("EW", "E-W", "E/W"), "EW"),
    **dict.fromkeys(("All", "Both", "B"), "All"),
    **dict.fromkeys(("", "?", None), None),
}


def tidy(deal: str) -> str:
    """Give a deal in capitals, with T for 10 and one blank between hands."""
    return " ".join(deal.upper().replace("10", "T").split()).replace(": ", ":")


def lose_deal(sheet: Sheet, record: int, *, deal: str) -> None:
    """Note a record whose deal is not there or cannot be read."""
    sheet.lose(record, "no_deal" if deal in UNKNOWN else "bad_deal", deal=deal)


def note_session(sheet: Sheet, key: tuple[str | None, ...], *, name: str, record: int) -> str:
    """Note a new session, and give its id: the known parts of its identity in their order."""
    event, site, date, stage, turn, unnumbered = (unescaped(part or "").strip() for part in key)
    dates = partial_date(date)
    parts = (
        name if event in UNKNOWN else event,
        site,
        dates.day or date.replace(".", "-"),
        stage,
        "" if turn in UNKNOWN else f"Round {turn}",
        unnumbered,
    )
    known = [part for part in dict.fromkeys(parts) if part.strip("?-") not in UNKNOWN]
    session_id = " | ".join(known)
    sheet.sessions.setdefault(session_id, session_row(session_id, dates, record=record))
    return session_id


def place_of(told: tuple[str | None, ...]) -> str:
    """Say what tells the tables of a board apart, of `PLACE`: room and table, or else West."""
    room, table, west = told
    place = " ".join([part for part in (room, table) if part is not None and part not in UNKNOWN])
    place = place or ("" if west is None or west in UNKNOWN else west)
    return unescaped(f" {place}") if place else ""


def result_of(told: tuple[str | None, ...]) -> str | None:
    """Say contract, declarer and tricks (`RESULT`) in one line, as far as they are given."""
    if told[0] in UNKNOWN:
        return None
    return " ".join([one for one in told if one is not None and one not in UNKNOWN])


def unescaped(value: str) -> str:
    r"""Take the backslashes of a string away: `\"` is a quote."""
    return re.sub(r"\\(.)", r"\1", value) if "\\" in value else value
