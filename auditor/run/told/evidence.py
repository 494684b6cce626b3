"""The rows that a finding stands on: each hand whole, and a little of what led to it."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING

import pyarrow as pa

from auditor.evaluate.findings import text_of
from auditor.games.log_model import event_families
from auditor.replay.rows import UNDATED, rows_of_partitions
from auditor.sql import connect, query, run, sql_list
from auditor.store.read import folders_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from auditor.evaluate.findings import Finding
    from auditor.run.told.outcomes import Told
    from auditor.sql import Connection
    from auditor.store.read import Partition

FIRST = 25
BEFORE = 3
Row = dict[str, str | None]
_ORDERS = {
    "cards": "idx",
    "bets": "placed_at, settle_seq, bet_id",
    "rolls": "seq",
    "events": "seq",
}
_HISTORY = (
    "hand_id",
    "hand_no",
    "started_at",
    "winner",
    "banker_player_id",
    "banker_seat",
    "bank_amount",
    "banker_result",
    "deduction",
)


def write_evidence(document: Told, partitions: Iterable[Partition], *, out: Path) -> None:
    """Write `evidence/hands.ndjson` below `out`: a line for each hand that a page may show."""
    found = document["findings"]
    findings = found if isinstance(found, list) else []
    wanted = _wanted([each for each in findings if isinstance(each, dict)])
    casinos = {casino for casino, _, _ in wanted}
    there = tuple(each for each in partitions if each.casino_id in casinos)
    lines = list(_lines(wanted, there)) if wanted and there else []
    folder = out / "evidence"
    folder.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    draft = folder / ".hands.part"
    draft.write_text(text, "utf-8")
    draft.replace(folder / "hands.ndjson")


def _wanted(findings: Iterable[Finding]) -> set[tuple[str, str | None, str]]:
    """Give the hands (casino, gaming date, hand or board) of the first findings of each rule."""
    seen: dict[tuple[str, ...], int] = defaultdict(int)
    hands = set()
    for finding in findings:
        hand = finding["hand_id"] or finding["subject"]
        rule = tuple(str(finding[key]) for key in ("casino_id", "norm", "rule"))
        if seen[rule] < FIRST:
            seen[rule] += 1
            date = finding["gaming_date"]
            hands.add((str(finding["casino_id"]), None if date is None else str(date), str(hand)))
    return hands


def _lines(
    wanted: set[tuple[str, str | None, str]], partitions: tuple[Partition, ...]
) -> Iterator[dict[str, object]]:
    """Read the rows of the hands wanted, and put each hand's together."""
    connection = connect(allowed=folders_of(partitions))
    rows_of_partitions(connection, partitions)
    connection.register("given_wanted", _wanted_table(wanted))
    run(connection, _WANTED.format(undated=UNDATED), why="evidence: wanted")
    hands = query(connection, _HANDS, why="evidence: hands").to_pylist()
    parts = {table: _rows_by_hand(connection, table) for table in _ORDERS}
    history = _by_key(query(connection, _BEFORE.format(columns=_listed()), why="evidence: before"))
    between = _by_key(query(connection, _BANK, why="evidence: bank"))
    chips = sql_list(event_families()["chips"])[1:-1]
    between |= _by_key(query(connection, _CHIPS.format(chips=chips), why="evidence: chips"))
    for hand in hands:
        yield _line(hand, parts, history=history, between=between)
    for board in query(connection, _BOARDS, why="evidence: boards").to_pylist():
        yield _board(board)
    deck = sql_list(event_families()["deck"])[1:-1]
    told = query(connection, _SHOE_EVENTS.format(deck=deck), why="evidence: deck")
    events = _by_key(told, key="shoe_id")
    for shoe in query(connection, _SHOES, why="evidence: shoes").to_pylist():
        yield _shoe(shoe, events.get(shoe["shoe_id"], []))


def _wanted_table(wanted: set[tuple[str, str | None, str]]) -> pa.Table:
    """Give the hands wanted as a table."""
    rows = sorted(wanted, key=str)
    return pa.table(
        {
            "casino_id": pa.array([row[0] for row in rows], pa.string()),
            "gaming_date": pa.array([row[1] for row in rows], pa.string()),
            "hand_id": pa.array([row[2] for row in rows], pa.string()),
        }
    )


def _listed() -> str:
    """Write the columns of the history, prefixed."""
    return ", ".join(f"b.{column}" for column in _HISTORY)


def _rows_by_hand(connection: Connection, table: str) -> dict[object, list[dict[str, object]]]:
    """Read one table's rows of the hands wanted, by hand."""
    sql = (
        f"SELECT w.hand_number, r.* FROM wanted_hands AS w "
        f"JOIN raw.{table} AS r USING (casino_id, part_date, hand_id) ORDER BY {_ORDERS[table]}"
    )
    return _by_key(query(connection, sql, why=f"evidence: {table}"))


def _by_key(rows: pa.Table, *, key: str = "hand_number") -> dict[object, list[dict[str, object]]]:
    """Group rows by the number of their hand, or by another key that they then lose."""
    grouped: dict[object, list[dict[str, object]]] = defaultdict(list)
    for row in rows.to_pylist():
        grouped[row.pop(key)].append(row)
    return grouped


def _line(
    hand: dict[str, object],
    parts: Mapping[str, Mapping[object, list[dict[str, object]]]],
    *,
    history: Mapping[object, list[dict[str, object]]],
    between: Mapping[object, list[dict[str, object]]],
) -> dict[str, object]:
    """Put one hand's rows together."""
    number, zone = hand.pop("hand_number"), str(hand.pop("zone") or "UTC")
    line: dict[str, object] = {
        key: text_of(hand[key], zone)
        for key in ("casino_id", "hand_id", "game", "session_id", "shoe_id")
    }
    line["hand"] = _texts(hand, zone)
    for table, grouped in parts.items():
        line[table] = [_texts(row, zone) for row in grouped.get(number, [])]
    line["boards"] = []
    line["before"] = [_texts(row, zone) for row in history.get(number, [])]
    line["before_events"] = [_texts(row, zone) for row in between.get(number, [])]
    return line


def _board(board: dict[str, object]) -> dict[str, object]:
    """Put a bridge board's row in the form of a hand."""
    zone = str(board.pop("zone") or "UTC")
    keys = {
        "casino_id": "casino_id",
        "hand_id": "board_id",
        "game": "game",
        "session_id": "session_id",
    }
    line: dict[str, object] = {key: text_of(board[column], zone) for key, column in keys.items()}
    empty = ("cards", "bets", "rolls", "events", "before", "before_events")
    line |= {"shoe_id": None, "hand": {}, "boards": [_texts(board, zone)]}
    return line | {table: [] for table in empty}


def _shoe(shoe: dict[str, object], events: list[dict[str, object]]) -> dict[str, object]:
    """Put what was done with a shoe's cards in the form of a hand."""
    zone = str(shoe.pop("zone") or "UTC")
    keys = ("casino_id", "game", "session_id", "shoe_id")
    line: dict[str, object] = {key: text_of(shoe[key], zone) for key in keys}
    line |= {"hand_id": line["shoe_id"], "hand": _texts(shoe, zone)}
    line["events"] = [_texts(event, zone) for event in events]
    return line | {
        table: [] for table in ("cards", "bets", "rolls", "boards", "before", "before_events")
    }


def _texts(row: Mapping[str, object], zone: str) -> Row:
    """Write a row's cells as people read them; what is not recorded is left out."""
    kept = {key: value for key, value in row.items() if value is not None and key != "part_date"}
    return {key: text_of(value, zone) for key, value in kept.items()}


_WANTED = """
CREATE OR REPLACE TEMP TABLE wanted_hands AS
SELECT row_number() OVER (ORDER BY h.casino_id, h.part_date, h.hand_id) AS hand_number,
    h.casino_id, h.part_date, h.hand_id, h.session_id, h.hand_no, h.started_at
FROM raw.hands AS h JOIN given_wanted AS w
    ON w.casino_id = h.casino_id AND w.hand_id = h.hand_id
    AND coalesce(w.gaming_date::DATE, {undated}) = h.part_date
"""
_HANDS = """
SELECT w.hand_number, s.game, s.zone, h.*
FROM wanted_hands AS w JOIN raw.hands AS h USING (casino_id, part_date, hand_id)
JOIN raw.sessions AS s ON s.casino_id = h.casino_id AND s.part_date = h.part_date
    AND s.session_id = h.session_id
ORDER BY w.hand_number
"""
_BEFORE = f"""
SELECT w.hand_number, {{columns}}
FROM wanted_hands AS w JOIN raw.hands AS b
    ON b.casino_id = w.casino_id AND b.part_date = w.part_date AND b.session_id = w.session_id
    AND b.hand_no BETWEEN w.hand_no - {BEFORE} AND w.hand_no - 1
ORDER BY b.hand_no
"""
_BANK = f"""
SELECT w.hand_number, e.*
FROM wanted_hands AS w JOIN raw.events AS e
    ON e.casino_id = w.casino_id AND e.part_date = w.part_date AND e.session_id = w.session_id
JOIN (
    SELECT w.hand_number, min(b.started_at) AS since
    FROM wanted_hands AS w JOIN raw.hands AS b
        ON b.casino_id = w.casino_id AND b.part_date = w.part_date AND b.session_id = w.session_id
        AND b.hand_no BETWEEN w.hand_no - {BEFORE} AND w.hand_no
    GROUP BY w.hand_number
) AS f ON f.hand_number = w.hand_number
WHERE (e.type LIKE 'bank_%' OR e.type LIKE 'auction_%' OR e.type LIKE 'partner_%')
    AND e.at >= f.since AND e.at <= w.started_at
ORDER BY e.seq
"""
_CHIPS = """
SELECT w.hand_number, e.*
FROM wanted_hands AS w JOIN raw.hands AS b
    ON b.casino_id = w.casino_id AND b.part_date = w.part_date AND b.session_id = w.session_id
    AND b.hand_no = w.hand_no - 1
JOIN raw.events AS e
    ON e.casino_id = w.casino_id AND e.part_date = w.part_date AND e.session_id = w.session_id
    AND e.hand_id IS NULL AND e.at BETWEEN b.ended_at AND w.started_at
JOIN raw.sessions AS s ON s.casino_id = w.casino_id AND s.part_date = w.part_date
    AND s.session_id = w.session_id
WHERE s.game = 'stud7' AND e.type IN ({chips})
ORDER BY e.seq
"""
_SHOES = """
SELECT s.game, s.zone, z.*
FROM raw.shoes AS z JOIN given_wanted AS w
    ON w.casino_id = z.casino_id AND w.hand_id = z.shoe_id
JOIN raw.sessions AS s ON s.casino_id = z.casino_id AND s.part_date = z.part_date
    AND s.session_id = z.session_id
ORDER BY z.casino_id, z.shoe_id
"""
_SHOE_EVENTS = """
SELECT e.*
FROM raw.events AS e JOIN given_wanted AS w
    ON w.casino_id = e.casino_id AND w.hand_id = e.shoe_id
WHERE e.type IN ({deck})
ORDER BY e.seq
"""
_BOARDS = """
SELECT s.game, s.zone, b.*
FROM raw.boards AS b JOIN given_wanted AS w
    ON w.casino_id = b.casino_id AND w.hand_id = b.board_id
JOIN raw.sessions AS s ON s.casino_id = b.casino_id AND s.part_date = b.part_date
    AND s.session_id = b.session_id
ORDER BY b.casino_id, b.board_id
"""
