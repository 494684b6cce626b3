"""Nights with something taken out of them, and what an audit then says otherwise."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from auditor.evaluate.verdict import Verdict
from auditor.games.log_model import tables
from auditor.ingest.ingest import ingest
from auditor.replay.rows import rows_of_partitions
from auditor.rulebook.load import default_rules, load_rulebook
from auditor.run.judge.context import context_of
from auditor.run.judge.task import run_tables
from auditor.sql import connect, query
from auditor.store.read import REJECT_SCHEMA, houses, partitions

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Logs = dict[str, pa.Table]
Seen = dict[tuple[str, str], str]
Row = dict[str, object]
GAMES = ("bacara", "bling_bling", "bridge", "mini_bacara", "stud7")


def logs_of(folder: Path, store: Path) -> Logs:
    """Ingest a sample and give its canonical rows, with casino_id and gaming_date."""
    ingest([folder], store)
    connection = connect(allowed=[store])
    rows_of_partitions(connection, partitions(store))
    found = {
        name: query(connection, f"SELECT * EXCLUDE (part_date) FROM raw.{name}")
        for name in tables()
    }
    return {name: rows for name, rows in found.items() if rows.num_rows}


def rejected(logs: Logs, table: str, *, row: int, name: str) -> Logs:
    """Give a night as another casino's, one record of it rejected."""
    rows = logs[table]
    left = pa.concat_tables([rows.slice(0, row), rows.slice(row + 1)])
    return as_casino({**logs, table: left}, name)


def spread(logs: Logs) -> Logs:
    """Give a night with room for a further event between any two."""
    rows = logs["events"]
    column = rows.schema.get_field_index("seq")
    wide = pc.multiply(rows["seq"], pa.scalar(1000, rows["seq"].type))
    return {**logs, "events": rows.set_column(column, "seq", wide.cast(rows["seq"].type))}


def invented(logs: Logs, table: str, *, row: int, like: int) -> Logs:
    """Give a night with a further record: an event at one's place that is like another, or a twin.

    It is the last one of its table.
    """
    rows = logs[table]
    new = rows.slice(row, 1).to_pylist()[0]
    if table == "events":
        other = rows.slice(like, 1).to_pylist()[0]
        place = {key: new[key] for key in ("session_id", "hand_id", "shoe_id", "at")}
        new = other | place | {"seq": new["seq"] + 500}
    elif table == "cards":
        new["idx"] = max(rows["idx"].to_pylist()) + 1
    else:
        (key,) = tables()[table].key
        new[key] = f"{new[key]}-"
    return {**logs, table: pa.concat_tables([rows, pa.Table.from_pylist([new], rows.schema)])}


def lost_record(logs: Logs, table: str, *, row: int, name: str, told: bool) -> Row:
    """Give what is still read of a rejected record: where it belongs, or its casino and date."""
    whole = as_casino({table: logs[table].slice(row, 1)}, name)[table].to_pylist()[0]
    ids = {key: whole.get(key) if told else None for key in ("session_id", "shoe_id", "hand_id")}
    kept = {key: whole[key] for key in ("casino_id", "gaming_date", "source_sha256")}
    return kept | ids | {"table": table}


def as_casino(logs: Logs, name: str) -> Logs:
    """Give a night as another casino's."""
    return {
        table: rows.set_column(
            rows.schema.get_field_index("casino_id"),
            "casino_id",
            pc.binary_join_element_wise(rows["casino_id"], pa.scalar(name), pa.scalar("~")),
        )
        for table, rows in logs.items()
    }


def joined(nights: list[Logs]) -> Logs:
    """Put nights together."""
    return {name: pa.concat_tables([night[name] for night in nights]) for name in nights[0]}


def verdicts_of(logs: Logs, store: Path, *, lost: list[Row] | None = None) -> Mapping[str, Seen]:
    """Audit nights together: name of the night → rule and subject → verdict."""
    names = set(logs["sessions"]["casino_id"].to_pylist())
    norms = load_rulebook(default_rules()).norms
    own = {
        name: replace(house, casino_id=name)
        for house in houses(store)
        for name in names
        if name.partition("~")[0] == house.casino_id
    }
    context = context_of(norms, names, houses=own)
    rejects = pa.Table.from_pylist(lost, REJECT_SCHEMA) if lost else None
    outcome = run_tables(logs, replace(context, rejects=rejects))
    seen: dict[str, Seen] = {}
    for table in outcome.verdicts:
        for row in table.to_pylist():
            casino, _, name = row["casino_id"].partition("~")
            key = (row["rule"], f"{casino} {row['subject']}")
            seen.setdefault(name, {})[key] = Verdict(row["verdict"]).word
    return seen


def moved(seen: Mapping[str, Seen], *may_be: str) -> dict[str, int]:
    """Count the verdicts that are neither what they are of the whole night nor what they may be."""
    whole = seen[""]
    return Counter(
        f"{name}: {rule} {subject} {whole.get((rule, subject))} → {verdict}"
        for name, verdicts in seen.items()
        for (rule, subject), verdict in verdicts.items()
        if verdict not in {whole.get((rule, subject)), *may_be}
    )
