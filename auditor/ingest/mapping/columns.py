"""Which column of a raw table is which of the log model, and which nobody knows."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from auditor.games.log_model import SOURCE_COLUMNS, tables
from auditor.ingest.mapping.model import fold
from auditor.ingest.mapping.names import column_in, ignores_column, known_columns

if TYPE_CHECKING:
    from collections import abc

    from auditor.ingest.mapping.model import Mapping

NEAR = 0.7
TOLD_BY_SESSIONS = ("casino_id", "gaming_date")


@dataclass(frozen=True, slots=True)
class Unknown:
    """A column that nobody knows, after the mapping, and ours that its name comes nearest to."""

    name: str
    nearest: str | None


@dataclass(frozen=True, slots=True)
class Columns:
    """A raw table's columns: ours → theirs, those that nobody knows, and ours that stand twice."""

    known: abc.Mapping[str, str]
    unknown: tuple[Unknown, ...]
    twice: tuple[str, ...]


def columns_of(names: abc.Iterable[str], mapping: Mapping, *, table: str) -> Columns:
    """Find which column is which; two of theirs for one of ours make the table unusable."""
    known: dict[str, str] = {}
    unknown: list[str] = []
    twice: list[str] = []
    understood = known_columns(mapping, table)
    for name in names:
        ours = column_in(understood, name)
        if ignores_column(mapping, name) or (ours is None and _is_said_elsewhere(name)):
            continue
        if ours is None:
            unknown.append(name)
        elif ours in known:
            twice.append(ours)
        else:
            known[ours] = name
    found = tuple(Unknown(name, nearest(name, table, known=known)) for name in unknown)
    return Columns(known, found, tuple(twice))


def _is_said_elsewhere(name: str) -> bool:
    """Tell whether a column says what sessions say already, or where a store's row came from."""
    return fold(name) in {*TOLD_BY_SESSIONS, *SOURCE_COLUMNS}


def nearest(name: str, table: str, *, known: abc.Container[str]) -> str | None:
    """Give the column of a table, not yet found, whose name is nearest to an unknown one."""
    free = [ours for ours in tables()[table].names if ours not in known]
    return next(iter(get_close_matches(fold(name), free, n=1, cutoff=NEAR)), None)
