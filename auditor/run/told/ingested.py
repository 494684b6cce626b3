"""What a store says of its sources, as the audit's document tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.run.told.audit import Assumed, Ingested
from auditor.run.told.outcomes import Problem
from auditor.texts import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import pyarrow as pa

    from auditor.run.told.outcomes import Told
    from auditor.store.entry import SourceEntry, UnknownColumn
    from auditor.store.read import SkippedInput


def told_sources(
    entries: tuple[SourceEntry, ...], *, rejects: pa.Table, skipped: Iterable[SkippedInput] = ()
) -> Ingested:
    """Tell some sources: records in and out, each reject, what was skipped or unknown."""
    problems = [_skipped(each) for each in skipped if each.counts]
    problems += [unknown_column(each) for entry in entries for each in entry.unknown_columns]
    assumptions: dict[tuple[str, str], set[str]] = {}
    for entry in entries:
        for words in entry.assumptions:
            assumptions.setdefault(words, set()).update(_casinos(entry))
    return Ingested(
        sources=tuple(_source(entry) for entry in entries),
        rejects=tuple(_reject(row) for row in rejects.to_pylist()),
        problems=tuple(problems),
        assumptions=tuple(Assumed(*words, frozenset(of)) for words, of in assumptions.items()),
    )


def _source(entry: SourceEntry) -> Told:
    """Tell one source."""
    return {
        "name": entry.name,
        "sha256": entry.sha256,
        "size": entry.size,
        "kind": entry.kind,
        "way": entry.way,
        "records": entry.records,
        "written": entry.written,
        "rejected": entry.rejected,
        "casinos": list(_casinos(entry)),
    }


def _casinos(entry: SourceEntry) -> tuple[str, ...]:
    """Give the casinos of which a source holds rows."""
    return tuple(sorted({each.casino_id for each in entry.files}))


def _reject(row: Mapping[str, object]) -> Told:
    """Tell one record that was not taken in."""
    words = ("table", "column", "value", "session_id", "shoe_id", "hand_id", "key")
    told: Told = {"source": str(row["source_name"]), "record": int(str(row["record"]))}
    told |= {key: None if row[key] is None else str(row[key]) for key in words}
    told |= {"reason": str(row["reason_es"]), "reason_en": str(row["reason_en"])}
    return told | {"copy": row["copy_of"] is not None}


def _skipped(each: SkippedInput) -> Problem:
    """Tell an input that was not read."""
    return Problem(
        kind="skipped", source=each.name, reason=each.reason_es, reason_en=each.reason_en
    )


def unknown_column(each: UnknownColumn) -> Problem:
    """Tell a column that nobody knows, and the nearest that is known."""
    code = "run.unknown_column_near" if each.nearest else "run.unknown_column"
    values = {"column": each.column, "table": each.table, "nearest": each.nearest}
    return Problem(
        kind="unknown_column",
        source=each.source,
        column=each.column,
        reason=say(code, lang="es", **values),
        reason_en=say(code, lang="en", **values),
    )
