"""What was assumed of the rows that were written, for people: zones, casinos, times left empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.games.log_model import tables
from auditor.ingest.place.placed import doubts
from auditor.ingest.source import text_of
from auditor.sql import query
from auditor.texts import Words, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from auditor.ingest.place.placed import Doubt, Placing
    from auditor.sql import Connection

UNNAMED = "_"
Notes = dict[int, list["Words"]]


def notes_of(connection: Connection, placing: Placing, *, present: Iterable[str]) -> Notes:
    """Give what was assumed, by the number of the source."""
    found: Notes = {}
    for source, text in _all(connection, placing, present=present):
        found.setdefault(source, []).append(text)
    return found


def _all(
    connection: Connection, placing: Placing, *, present: Iterable[str]
) -> Iterator[tuple[int, Words]]:
    """Walk every assumption with its source."""
    if placing.zones:
        for row in query(connection, _ZONES, why="zones").to_pylist():
            values = {key: row[key] for key in ("casino", "zone", "currency")}
            if row["zone_from"] == "currency":
                yield row["source"], text_of("storing.zone_by_currency", **values)
            elif row["casino"] == UNNAMED:
                values = {"currency": row["currency"]}
                yield row["source"], text_of("storing.zone_unknown_unnamed", **values)
            else:
                yield row["source"], text_of("storing.zone_unknown", **values)
    for row in query(connection, _UNKNOWN, why="sessions").to_pylist():
        yield row["source"], not_recorded(row["columns"].split(", "), count=row["count"])
    for one in doubts(connection, placing, present=present):
        yield one.source, _doubtful(one)


def not_recorded(columns: Sequence[str], *, count: int) -> Words:
    """Say what the sessions of a source lack, in words, and the flags that give it."""
    said = {
        lang: [say(f"storing.said_{column}", lang=lang) for column in columns]
        for lang in ("es", "en")
    }
    flags = ", ".join(f"--{column.replace('_', '-')}" for column in columns)
    told = {
        lang: say(
            "storing.not_recorded",
            lang=lang,
            columns=", ".join(words),
            count=count,
            flags=flags,
        )
        for lang, words in said.items()
    }
    return Words(**told)


def _doubtful(one: Doubt) -> Words:
    """Say in words which times of a column mean two moments, or none."""
    column = tables()[one.table].column(one.column)
    told = {
        lang: say(
            "storing.doubtful_time",
            lang=lang,
            words=words,
            table=one.table,
            column=one.column,
            count=one.count,
            record=one.first_record,
        )
        for lang, words in (("es", column.es), ("en", column.en))
    }
    return Words(**told)


_ZONES = """
SELECT min(source) AS source, casino_id AS casino, zone, zone_from,
    coalesce(any_value(currency), '—') AS currency
FROM place.session_row WHERE zone_from <> 'declared'
GROUP BY casino_id, zone, zone_from ORDER BY casino_id, zone
"""

_UNKNOWN = """
SELECT source, count(*) AS count, columns FROM (
    SELECT source, concat_ws(', ',
        CASE WHEN casino_id = '_' THEN 'casino_id' END,
        CASE WHEN table_id IS NULL THEN 'table_id' END,
        CASE WHEN gaming_date IS NULL THEN 'gaming_date' END,
        CASE WHEN currency IS NULL THEN 'currency' END) AS columns
    FROM place.session_row
) WHERE columns <> '' GROUP BY source, columns ORDER BY source, columns
"""
