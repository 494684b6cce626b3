"""Canonical tables as plain rows, session by session: all that a witness is told."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from auditor.sql import connect, name, query

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    import pyarrow as pa

    from auditor.sql import Connection
    from auditor.store.house import House

Row = dict[str, Any]
Said = tuple[str, str, str]  # rule, subject, and a verdict, or several with `|` between them
OF_SESSION = ("shoes", "hands", "events", "boards")
OF_HAND = ("cards", "bets", "rolls")
# Without these nothing was played: where a session has none of one, all of it may be missing.
PLAYED = {
    "bacara": ("hands", "bets"),
    "bling_bling": ("hands", "bets", "rolls"),
    "bridge": ("boards",),
    "mini_bacara": ("hands", "bets"),
    "stud7": ("hands",),
}
# Times as whole microseconds of UTC, money as whole ten-thousandths of the currency.
BOARD = "board_id"
PLACE = ("source_name", "source_record", BOARD)
PLAIN = {
    "TIMESTAMP WITH TIME ZONE": "epoch_us({0})",
    "DECIMAL(18,4)": "({0} * 10000)::BIGINT",
}


@dataclass(frozen=True, slots=True)
class Session:
    """One session: its rows by table, in order, and what could not be read and may be of it.

    `lost` holds the records that were rejected: `table`, and `hand_id` and `shoe_id` where they can
    be read. `house` is None where no house file was given. `beside` holds the other sessions of its
    casino and date, of every game.
    """

    row: Row
    house: House | None = None
    shoes: list[Row] = field(default_factory=list)
    hands: list[Row] = field(default_factory=list)
    cards: list[Row] = field(default_factory=list)
    bets: list[Row] = field(default_factory=list)
    rolls: list[Row] = field(default_factory=list)
    events: list[Row] = field(default_factory=list)
    boards: list[Row] = field(default_factory=list)
    lost: list[Row] = field(default_factory=list)
    beside: list[Session] = field(default_factory=list, repr=False, compare=False)  # of its day

    @property
    def named(self) -> frozenset[str]:
        """Give the families of events that the log says it keeps; none where no event came."""
        return frozenset((self.row["recorded"] or "").split(" ") if self.events else ())

    def keeps(self, family: str, types: frozenset[str]) -> bool:
        """Tell whether the log keeps a family of events: it says so, or has one of them."""
        return family in self.named or any(event["type"] in types for event in self.events)

    def is_whole(
        self, *tables: str, hand_id: str | None = None, shoe_id: str | None = None
    ) -> bool:
        """Tell whether no record of some tables was lost that may be of a hand, shoe or session."""
        return not any(
            one["table"] in tables
            and (hand_id is None or one["hand_id"] in {None, hand_id})
            and (shoe_id is None or one["shoe_id"] in {None, shoe_id})
            for one in self.lost
        )


def sessions_of(
    tables: Mapping[str, pa.Table],
    *,
    game: str,
    houses: Mapping[str, House],
    rejects: pa.Table | None = None,
) -> dict[str, list[Session]]:
    """Give the sessions of one game, casino by casino, with all of their rows."""
    connection = connect(threads=1)
    rows = {table: _plain_rows(connection, found) for table, found in tables.items()}
    sessions = {
        (row["casino_id"], row["gaming_date"], row["session_id"]): Session(
            row, houses.get(row["casino_id"])
        )
        for row in rows.get("sessions", [])
    }
    _put_rows(sessions, rows)
    if rejects is not None:
        _put_lost(sessions, rejects.to_pylist())
    for session in sessions.values():
        bare = [each for each in PLAYED[session.row["game"]] if not getattr(session, each)]
        unsure = [] if _put_in_order(session.hands) else ["hands"]
        session.lost.extend(
            {"table": each, "hand_id": None, "shoe_id": None} for each in bare + unsure
        )
    by_casino: dict[str, list[Session]] = defaultdict(list)
    of_day: dict[tuple[str, object], list[Session]] = defaultdict(list)
    for (casino, day, _), session in sessions.items():
        of_day[casino, day].append(session)
        if session.row["game"] == game:
            by_casino[casino].append(session)
    for session in sessions.values():
        together = of_day[session.row["casino_id"], session.row["gaming_date"]]
        session.beside.extend(each for each in together if each is not session)
    return by_casino


def _plain_rows(connection: Connection, table: pa.Table) -> list[Row]:
    """Give a table's rows, times and money as whole numbers."""
    connection.register("given", table)
    kinds = connection.sql("DESCRIBE given").fetchall()
    columns = ", ".join(
        f"{PLAIN.get(kind, '{0}').format(name(column))} AS {name(column)}"
        for column, kind, *_ in kinds
        if column not in {"source_name", "source_record"}
    )
    given = {column for column, *_ in kinds}
    place = ", ".join(each for each in PLACE if each in given) if BOARD in given else ""
    order = f" ORDER BY {place}" if place else ""  # of boards the first in the log is the original
    found = query(connection, f"SELECT {columns} FROM given{order}")
    names = found.column_names
    cells = [found[column].to_pylist() for column in names]
    return [dict(zip(names, row, strict=True)) for row in zip(*cells, strict=True)]


def _put_rows(
    sessions: Mapping[tuple[str, object, str], Session], rows: Mapping[str, list[Row]]
) -> None:
    """Give every session its rows; what belongs to no session of the game is left out."""
    of_hand: dict[tuple[str, object, str], Session] = {}
    for table in OF_SESSION:
        for row in rows.get(table, []):
            place = (row["casino_id"], row["gaming_date"], row["session_id"])
            session = sessions.get(place)
            if session is not None:
                getattr(session, table).append(row)
                if table == "hands":
                    of_hand[*place[:2], row["hand_id"]] = session
    for table in OF_HAND:
        for row in rows.get(table, []):
            session = of_hand.get((row["casino_id"], row["gaming_date"], row["hand_id"]))
            if session is not None:
                getattr(session, table).append(row)
    for session in sessions.values():
        session.events.sort(key=lambda row: row["seq"])


def _put_in_order(hands: list[Row]) -> bool:
    """Put hands in the order of their numbers; where one comes twice, of their starts.

    Without a start of its own for each, which of them followed which is not known.
    """
    hands.sort(key=lambda row: (row["hand_no"], row["hand_id"]))
    if len({row["hand_no"] for row in hands}) == len(hands):
        return True
    starts = {row["started_at"] for row in hands} - {None}
    if len(starts) < len(hands):
        return False
    hands.sort(key=lambda row: row["started_at"])
    return True


def _put_lost(sessions: Mapping[tuple[str, object, str], Session], rejects: list[Row]) -> None:
    """Give every rejected record, but for exact copies, to the sessions that it may be of."""
    for lost in (one for one in rejects if one["copy_of"] is None):
        here = [session for session in sessions.values() if _may_be_of(lost, session)]
        named = [session for session in here if _is_named_in(lost, session)]
        owners = [session for session in named if _is_named_by_part(lost, session)]
        for session in named or (here if not _names_a_place(lost) else ()):
            is_of_another = owners and not any(session is owner for owner in owners)
            anywhere = {"hand_id": None, "shoe_id": None} if is_of_another else {}
            session.lost.append(lost | anywhere)


def _may_be_of(lost: Row, session: Session) -> bool:
    """Tell whether a lost record may be of a session: casino and date do not speak against it."""
    row = session.row
    return lost["casino_id"] in {None, row["casino_id"]} and lost["gaming_date"] in {
        None,
        row["gaming_date"],
    }


def _names_a_place(lost: Row) -> bool:
    """Tell whether a lost record still names its session, shoe or hand."""
    return any(lost[key] is not None for key in ("session_id", "shoe_id", "hand_id"))


def _is_named_in(lost: Row, session: Session) -> bool:
    """Tell whether a lost record names a session, or a hand or shoe of it."""
    return lost["session_id"] == session.row["session_id"] or _is_named_by_part(lost, session)


def _is_named_by_part(lost: Row, session: Session) -> bool:
    """Tell whether a lost record names a hand or a shoe of a session."""
    return any(lost["hand_id"] == hand["hand_id"] for hand in session.hands) or any(
        lost["shoe_id"] == shoe["shoe_id"] for shoe in session.shoes
    )


def in_force(session: Session, first: date | None) -> bool | None:
    """Tell whether a norm in force from a day on (None: always) governs a session."""
    if first is None:
        return True
    earliest, latest = session.row["date_earliest"], session.row["date_latest"]
    if latest is not None and latest < first:
        return False
    return True if earliest is not None and earliest >= first else None
