"""Where and when there was play: the hands of each table, gaming date, local hour and dealer."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeAlias
from zoneinfo import ZoneInfo

from auditor.sql import query

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from auditor.sql import Connection

# Hands by name, for each kind of place; None for a kind of more than MOST_NAMES names.
Played: TypeAlias = "Mapping[str, Mapping[str, int] | None]"

KINDS = ("table", "date", "hour", "dealer")
MOST_NAMES = 10_000
QUARTER = 900  # seconds; the offset of every zone in use is a number of these


def played_of(connection: Connection) -> dict[str, Played]:
    """Count the hands (of bridge, the boards) of a game in a batch, casino by casino.

    A hand without a table, date, hour or dealer is counted under none of that kind.
    """
    found: dict[str, dict[str, Counter[str]]] = defaultdict(
        lambda: {kind: Counter() for kind in KINDS}
    )
    for row in query(connection, _PLAYED, why="hands by place").to_pylist():
        name = _hour(row["name"], row["zone"]) if row["kind"] == "hour" else row["name"]
        found[row["casino_id"]][row["kind"]][name] += row["hands"]
    return {casino: {kind: _bounded(found[casino][kind]) for kind in KINDS} for casino in found}


def played_in_all(parts: Iterable[Played]) -> Played:
    """Add up what was counted in several batches, or of several games."""
    told = [part for part in parts if part]
    return {kind: _sum([part[kind] for part in told]) for kind in KINDS}


def _sum(counts: list[Mapping[str, int] | None]) -> Mapping[str, int] | None:
    """Add up one kind; where one batch has too many names, so has the whole."""
    whole: Counter[str] = Counter()
    for each in counts:
        if each is None:
            return None
        whole.update(each)
    return _bounded(whole)


def _bounded(counts: Counter[str]) -> Mapping[str, int] | None:
    """Give counts in the order of their names, None where there are too many."""
    return dict(sorted(counts.items())) if len(counts) <= MOST_NAMES else None


def _hour(quarter: str, zone: str | None) -> str:
    """Give the hour of the clock at the venue (`00` to `23`) of a quarter of an hour since 1970."""
    moment = datetime.fromtimestamp(int(quarter) * QUARTER, UTC)
    return f"{moment.astimezone(ZoneInfo(zone or 'UTC')).hour:02d}"


_PLAYED = f"""
WITH hands AS (
    SELECT session_key, dealer_id, epoch_us(started_at) // {QUARTER * 1_000_000} AS quarter,
        count(*) AS hands
    FROM log.hands GROUP BY ALL
    UNION ALL
    SELECT session_key, NULL, NULL, count(*) FROM log.boards GROUP BY session_key
), placed AS (
    SELECT s.casino_id, s.zone, h.*, s.table_id, s.gaming_date
    FROM hands AS h JOIN log.sessions AS s USING (session_key)
), named AS (
    SELECT casino_id, 'table' AS kind, NULL AS zone, table_id AS name, hands FROM placed
    UNION ALL SELECT casino_id, 'date', NULL, gaming_date::VARCHAR, hands FROM placed
    UNION ALL SELECT casino_id, 'dealer', NULL, dealer_id, hands FROM placed
    UNION ALL SELECT casino_id, 'hour', zone, quarter::VARCHAR, hands FROM placed
), counted AS (
    SELECT casino_id, kind, zone, name, sum(hands)::BIGINT AS hands FROM named
    WHERE name IS NOT NULL GROUP BY ALL
)
SELECT * FROM counted
QUALIFY kind = 'hour' OR row_number() OVER (PARTITION BY casino_id, kind ORDER BY name)
    <= {MOST_NAMES + 1}
"""
