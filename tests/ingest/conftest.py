"""Folders of logs made for a test, and what reading them gives."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Protocol

import pytest

from auditor.ingest.ingest import IngestOptions
from auditor.ingest.read.inputs import Reading, ReadOptions, read_inputs
from auditor.sql import Connection, connect, query

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.ingest.source import RawTable, Reject

# Nights of the same ids, and bets that say of none of them that they are its own.
HEADER = "session_id,casino_id,table_id,game,gaming_date,currency\n"
NIGHT = f"{HEADER}s1,LIM-02,BB-1,bling_bling,2003-07-14,PEN\n"
HANDS = "hand_id,session_id,hand_no\nh1,s1,1\n"
BETS = "bet_id,hand_id,kind,stake\nb1,h1,fila,10\n"
MON, TUE = date(2003, 7, 14), date(2003, 7, 15)
ON = {"mon": IngestOptions(gaming_date=MON), "tue": IngestOptions(gaming_date=TUE)}


@dataclass(frozen=True, slots=True)
class ReadBack:
    """A reading beside the connection that holds its rows."""

    connection: Connection
    reading: Reading

    @property
    def only(self) -> RawTable:
        """Give the one raw table."""
        (raw,) = self.reading.tables
        return raw

    @property
    def broken(self) -> list[Reject]:
        """Give the broken records of all tables."""
        return [reject for raw in self.reading.tables for reject in raw.broken]

    @property
    def skipped(self) -> dict[str, str]:
        """Give the codes of what was skipped, by name."""
        return {one.name: one.code for one in self.reading.skipped}

    def rows(self, table: str | None = None) -> list[tuple[str | int | None, ...]]:
        """Give the rows of a table (of the only one), in the order of records."""
        raws = [raw for raw in self.reading.tables if table in {None, raw.table}]
        sql = "SELECT * FROM {} ORDER BY record"
        found = [query(self.connection, sql.format(raw.relation)).to_pylist() for raw in raws]
        return [tuple(row.values()) for rows in found for row in rows]


class Read(Protocol):
    """Reads files of given bytes, or paths."""

    def __call__(self, *inputs: Path | dict[str, bytes]) -> ReadBack:
        """Read inputs; a dictionary of names and bytes becomes a folder."""


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Give what reads a folder made of names and bytes."""

    def read_them(*inputs: Path | dict[str, bytes]) -> ReadBack:
        paths = [
            one if not isinstance(one, dict) else make_folder(tmp_path / f"in-{n}", one)
            for n, one in enumerate(inputs)
        ]
        scratch = tmp_path / "scratch"
        scratch.mkdir(exist_ok=True)
        connection = connect(allowed=[scratch], threads=1)
        options = ReadOptions(scratch=scratch)
        return ReadBack(connection, read_inputs(connection, paths, options=options))

    return read_them


def make_folder(folder: Path, files: dict[str, bytes]) -> Path:
    """Write files of given bytes into a folder."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
