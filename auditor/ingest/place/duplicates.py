"""Keys that stand twice: the first record counts, a later one is rejected and names the first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.ingest.convert.faults import SCOPE_IDS, add_rejects, key_text
from auditor.ingest.place.kept import kept_rows
from auditor.ingest.place.places import OF_SESSION
from auditor.sql import literal, name, run
from auditor.texts import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from auditor.games.log_model import Table
    from auditor.sql import Connection
    from auditor.store.read import Partition


def drop_duplicates(
    connection: Connection, table: Table, *, repeats: bool, kept: Iterable[Partition]
) -> None:
    """Reject the rows of a table whose key stands already on their casino's date.

    `repeats`: a key may stand twice in the stage. What is dropped is listed in `place.dropped`, the
    rejects with what stands first in `place.twin` (`first_line` is NULL where the store has it),
    and in `place.repeated` what the store held already. A session that a game's own
    format names again is no reject.
    """
    stored = _stored(table, kept)
    if not repeats and stored is None:
        return
    keyed = _keyed(table)
    again = _AGAIN.format(rows=keyed, keys=", ".join(map(name, ("part", *table.key))))
    run(connection, f"CREATE OR REPLACE TEMP TABLE again AS {again}", why=table.name)
    run(connection, _REPEATED_BACK, why=table.name)
    if stored is not None:
        same = " AND ".join(f"k.{name(column)} = s.{name(column)}" for column in table.key)
        found = _IN_STORE.format(rows=keyed, stored=stored, same=same)
        run(connection, f"CREATE OR REPLACE TEMP TABLE in_store AS {found}", why=table.name)
        run(connection, "INSERT INTO again BY NAME SELECT * FROM in_store", why=table.name)
        run(connection, _REPEATED, why=table.name)
    _reject(connection, table)
    run(connection, _TWINS.format(table=literal(table.name), key=key_text(table, name)))
    dropped = f"SELECT DISTINCT {literal(table.name)}, line FROM again"
    run(connection, f"INSERT INTO place.dropped {dropped}", why=table.name)


def _keyed(table: Table) -> str:
    """Give the rows of a table that have a place, as SQL: line, source, record, part and ids."""
    if table.name == "sessions":
        return _KEYED_SESSIONS
    kind = "session" if table.name in OF_SESSION else "hand"
    ids = {column for column in (*table.key, *SCOPE_IDS) if column in table.names}
    columns = ", ".join(f"c.{name(column)}" for column in sorted(ids))
    return (
        f"SELECT c.rowid AS line, c.source, c.scope, c.record, abs(p.part) AS part,"
        f" false AS merges, {columns}"
        f" FROM stage.{table.name} AS c"
        f" JOIN place.{kind} AS p ON p.scope = c.scope AND p.id = c.{kind}_id WHERE p.n = 1"
    )


def _stored(table: Table, kept: Iterable[Partition]) -> str | None:
    """Give the keys of a table that the store holds, and their sources, as SQL."""
    return kept_rows(table.name, kept, columns=[*table.key, "source_name", "source_record"])


def _reject(connection: Connection, table: Table) -> None:
    """Reject the rows of `again`, each told which record stands first."""
    key = key_text(table, name)
    told = {
        "source": "source",
        "scope": "scope",
        "table": literal(table.name),
        "record": "record",
        "column": literal(table.key[-1]),
        "value": key,
        "reason_es": _reason(key, "es"),
        "reason_en": _reason(key, "en"),
        **{column: name(column) for column in SCOPE_IDS if column in (*table.key, *_ids(table))},
        "key": key,
        "aside": "false",
    }
    add_rejects(connection, told, rows="again WHERE NOT merges")


def _ids(table: Table) -> tuple[str, ...]:
    """Give the ids of wider scopes that a table's rows carry."""
    return tuple(column for column in SCOPE_IDS if column in table.names)


def _reason(key: str, lang: str) -> str:
    """Give the SQL of why a key that stands twice is rejected."""
    words = literal(say("storing.duplicate_key", lang=lang, key="{k}", source="{s}", record="{r}"))
    for place, value in (("{k}", key), ("{s}", "first_name"), ("{r}", "first_record::VARCHAR")):
        words = f"replace({words}, {literal(place)}, {value})"
    return words


_TWINS = """
INSERT INTO place.twin BY NAME
SELECT {table} AS "table", line, source, record, {key} AS key, first_line FROM again
WHERE NOT merges
"""

_KEYED_SESSIONS = """
SELECT r.line, r.source, r.scope, r.record, p.part, r.merges, r.session_id
FROM place.session_row AS r
JOIN place.part AS p ON p.casino_id = r.casino_id
    AND p.gaming_date IS NOT DISTINCT FROM r.gaming_date
"""

_REPEATED = """
INSERT INTO place.repeated SELECT source, first_name FROM in_store WHERE NOT merges
"""

# What was brought back of a night stood there when the new rows came.
_REPEATED_BACK = """
INSERT INTO place.repeated
SELECT a.source, a.first_name FROM again AS a JOIN stage.origin AS o ON o.source = a.first_source
WHERE o.stood AND a.source >= 0 AND NOT a.merges
"""

_AGAIN = """
SELECT again.*, o.name AS first_name
FROM (
    SELECT *, first_value(source) OVER same AS first_source,
        first_value(record) OVER same AS first_record, first_value(line) OVER same AS first_line
    FROM ({rows})
    WINDOW same AS (PARTITION BY {keys} ORDER BY source, record, line)
    QUALIFY row_number() OVER same > 1
) AS again
JOIN stage.origin AS o ON o.source = again.first_source
"""

_IN_STORE = """
SELECT k.*, s.source_name AS first_name, s.source_record AS first_record
FROM ({rows}) AS k
JOIN place.part AS p USING (part)
JOIN ({stored}) AS s ON s.casino_id = p.casino_id
    AND s.gaming_date IS NOT DISTINCT FROM p.gaming_date AND {same}
WHERE k.line NOT IN (SELECT line FROM again)
"""
