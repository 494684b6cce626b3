"""Rows without a place: set aside until what they belong to arrives, or rejected as ambiguous."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.games.log_model import tables
from auditor.ingest.convert.faults import SCOPE_IDS, add_rejects, key_text
from auditor.ingest.place.places import OF_SESSION
from auditor.sql import literal, name
from auditor.texts import say

if TYPE_CHECKING:
    from auditor.sql import Connection


def kind_of(table: str) -> str:
    """Tell whether a table's rows are of a session or of a hand."""
    return "session" if table in OF_SESSION else "hand"


def tell_orphans(connection: Connection, table: str) -> None:
    """Add to `stage.reject` the rows whose session or hand is not there, or is not just one."""
    kind = kind_of(table)
    _tell(connection, table, kind=kind, missing=True)
    _tell(connection, table, kind=kind, missing=False)


def without_place(table: str) -> str:
    """Give the rows of a table that are set aside, as SQL over its staged table `c`."""
    kind = kind_of(table)
    return (
        f"FROM stage.{table} AS c LEFT JOIN place.{kind} AS p"
        f" ON p.scope = c.scope AND p.id = c.{kind}_id WHERE p.id IS NULL"
    )


def of_tentative_place(table: str) -> str:
    """Give the rows of a table of which the place, or one that it may be, is there by an id alone.

    As SQL over its staged table `c`.
    """
    kind = kind_of(table)
    return (
        f"FROM stage.{table} AS c JOIN place.{kind} AS p"
        f" ON p.scope = c.scope AND p.id = c.{kind}_id WHERE p.part < 0"
    )


def _tell(connection: Connection, table_name: str, *, kind: str, missing: bool) -> None:
    """Reject the rows of one table that miss their parent, or have several."""
    table = tables()[table_name]
    parent = f"c.{kind}_id"
    reason = "orphan" if missing else "ambiguous"
    told = {
        "source": "c.source",
        "scope": "c.scope",
        "table": literal(table_name),
        "record": "c.record",
        "column": literal(f"{kind}_id"),
        "value": parent,
        **{
            f"reason_{lang}": _words(reason, kind, parent=parent, lang=lang)
            for lang in ("es", "en")
        },
        **{column: f"c.{name(column)}" for column in SCOPE_IDS if column in table.names},
        "key": key_text(table, lambda column: f"c.{name(column)}"),
        "aside": "true" if missing else "false",
    }
    rows = without_place(table_name)
    if not missing:
        rows = rows.replace("LEFT JOIN", "JOIN").replace("p.id IS NULL", "p.n > 1")
    add_rejects(connection, told, rows=rows.removeprefix("FROM "))


def _words(reason: str, kind: str, *, parent: str, lang: str) -> str:
    """Give the SQL of why a row has no place."""
    words = say(f"storing.{reason}_{kind}", lang=lang, id="{id}")
    return f"replace({literal(words)}, '{{id}}', {parent})"
