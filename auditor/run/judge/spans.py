"""What games were told of a whole store, kept beside rows that are not the whole of it.

spans/<game>/<table>.parquet, only inside a report: that a deal of bridge stands in another night
was found by rows that the report lacks.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from auditor.errors import InputError
from auditor.games.catalog import games, span_script
from auditor.store import layout

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    Spans: TypeAlias = Mapping[str, Mapping[str, pa.Table]]  # game → table of its span.sql → rows


KEYS = ("casino_id", "session_id", "hands")


def span_files(spans: Spans, casino_id: str) -> Iterator[tuple[str, bytes]]:
    """Give the files of what was told of one casino: path → bytes; none where nothing was."""
    for game, found in spans.items():
        own = {name: _of_casino(table, casino_id) for name, table in found.items()}
        for name, rows in own.items() if any(rows.num_rows for rows in own.values()) else ():
            sink = io.BytesIO()
            pq.write_table(rows, sink)
            yield f"{layout.SPANS}/{game}/{name}.parquet", sink.getvalue()


def kept_spans(store: Path) -> Spans:
    """Read what a store keeps of what games were told; empty where it keeps nothing."""
    found = {}
    folders = sorted((store / layout.SPANS).glob("*"))
    for folder in (each for each in folders if each.name in games()):
        names = [step.name for step in span_script(folder.name)]
        files = {name: folder / f"{name}.parquet" for name in names}
        if files and all(file.is_file() for file in files.values()):
            read = {name: pq.read_table(file, partitioning=None) for name, file in files.items()}
            found[folder.name] = read
    return found


def refuse_lacking(kept: Spans, own: Spans) -> None:
    """Raise InputError where what is kept lacks what the rows beside it tell by themselves."""
    for game, found in kept.items():
        for name, rows in own.get(game, {}).items():
            if _keys(rows) - _keys(found[name]):
                raise InputError("run.spans_lack", file=f"{layout.SPANS}/{game}/{name}.parquet")


def _keys(rows: pa.Table) -> set[tuple[object, ...]]:
    """Give what names each row."""
    columns = [key for key in KEYS if key in rows.column_names]
    return {tuple(row.values()) for row in rows.select(columns).to_pylist()}


def _of_casino(table: pa.Table, casino_id: str) -> pa.Table:
    """Give a casino's rows, in an order of their own."""
    own = table.filter(pc.equal(table["casino_id"], casino_id))
    return own.sort_by([(column, "ascending") for column in own.column_names])
