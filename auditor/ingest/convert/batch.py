"""Raw tables that are written alike, put together so that one query converts them all."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import groupby
from typing import TYPE_CHECKING

from auditor.games.format import formats
from auditor.ingest.convert.plan import GIVEN_BY_FLAGS
from auditor.sql import name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from auditor.ingest.mapping.model import Mapping
    from auditor.ingest.source import RawTable

MOST_PIECES = 200


@dataclass(frozen=True, slots=True)
class Piece:
    """One raw table in its place: the number of its source and of the set it resolves in."""

    source: int
    scope: int
    raw: RawTable


@dataclass(frozen=True, slots=True)
class Batch:
    """Raw tables of one log table with the same columns and the same mapping.

    `spared` are required columns that may be empty: a flag gives them, or the format has none.
    """

    table: str
    columns: tuple[str, ...]
    mapping: Mapping
    spared: frozenset[str]
    pieces: tuple[Piece, ...]

    def rows(self, columns: Iterable[str] = ()) -> str:
        """Give the rows as SQL: source, scope, line, record, and some cells under `cell_name`.

        `line` tells a source's rows of this table apart: the record does, but where a record of a
        game's own format gives several rows of one table.
        """
        cells = "".join(f", {name(column)} AS {cell_name(column)}" for column in columns)
        line = "rowid" if is_own_format(self.pieces[0].raw.source.kind) else "record"
        return " UNION ALL ".join(
            f"SELECT {piece.source}::INTEGER AS source, {piece.scope}::INTEGER AS scope,"
            f" {line} AS line, record{cells} FROM {name(piece.raw.relation)}"
            for piece in self.pieces
        )


def cell_name(column: str) -> str:
    """Give the quoted name of a file's column among a batch's rows, where none of ours can be."""
    return name(f"cell {column}")


def batches_of(pieces: Iterable[Piece], *, given: Iterable[str] = ()) -> tuple[Batch, ...]:
    """Put pieces that are written alike together, up to a number; `given` columns flags give."""
    ordered = sorted(pieces, key=lambda piece: (_likeness(piece.raw), piece.source))
    batches: list[Batch] = []
    for _, group in groupby(ordered, key=lambda piece: _likeness(piece.raw)):
        alike = list(group)
        for start in range(0, len(alike), MOST_PIECES):
            chosen = tuple(alike[start : start + MOST_PIECES])
            batches.append(_batch(chosen, frozenset(given)))
    return tuple(batches)


def mapping_digest(mapping: Mapping) -> str:
    """Give a hash of what a mapping says; where it was read from does not count."""
    said = asdict(mapping) | {"name": ""}
    return sha256(json.dumps(said, sort_keys=True, default=str).encode()).hexdigest()


def is_own_format(kind: str) -> bool:
    """Tell whether a kind of source is a game's own format."""
    return any(kind == one.id for one in formats())


def _batch(pieces: tuple[Piece, ...], given: frozenset[str]) -> Batch:
    """Make a batch of pieces that are alike."""
    raw = pieces[0].raw
    spared = frozenset(GIVEN_BY_FLAGS) if is_own_format(raw.source.kind) else given
    return Batch(raw.table, raw.columns, raw.mapping, spared, pieces)


def _likeness(raw: RawTable) -> tuple[str, str, tuple[str, ...], bool]:
    """Give what raw tables must share to be converted together."""
    kind = is_own_format(raw.source.kind)
    return raw.table, mapping_digest(raw.mapping), raw.columns, kind
