"""Whether a report that says that it names nobody keeps to it: the persons in its rows."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

import pyarrow.compute as pc
import pyarrow.parquet as pq

from auditor.dossier.inside import unzip
from auditor.games.log_model import Tells, tables

if TYPE_CHECKING:
    from collections.abc import Iterator

PSEUDONYM = re.compile(r"(Jugador|Personal)-[0-9A-HJKMNP-TV-Z]{8}")


def columns_with_names(logs: bytes) -> list[str]:
    """Name the columns (`table.column`) of zipped rows where a person has no pseudonym."""
    found = {
        f"{table}.{column}"
        for table, column, values in _persons(logs)
        if not all(PSEUDONYM.fullmatch(value) for value in values)
    }
    return sorted(found)


def _persons(logs: bytes) -> Iterator[tuple[str, str, list[str]]]:
    """Give table, column and values of every column of persons."""
    for path, content in unzip(logs, "logs.zip").items():
        table = tables().get(path.partition("/")[0])
        if table is None:
            continue
        rows = pq.read_table(io.BytesIO(content))
        for column in table.columns:
            if column.tells in {Tells.PLAYER, Tells.STAFF} and column.name in rows.column_names:
                values = pc.unique(rows[column.name]).to_pylist()
                yield table.name, column.name, [str(one) for one in values if one is not None]
