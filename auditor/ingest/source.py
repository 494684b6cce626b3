"""What reading a log gives: its source, its raw tables, and what could not be read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from auditor.ingest.mapping.model import Mapping
from auditor.texts import Words, say

if TYPE_CHECKING:
    from pathlib import Path

    import pyarrow as pa


def text_of(code: str, /, **context: object) -> Words:
    """Give the text `area.key` in both languages, with its values put in."""
    return Words(es=say(code, lang="es", **context), en=say(code, lang="en", **context))


@dataclass(frozen=True, slots=True)
class Source:
    """One file (or zip entry, or sheet) that was read.

    `name` is as people know it: `bets.csv`, `night.zip/bets.csv`, `input.xlsx#bets`; `sha256` and
    `size` are those of the file's bytes (of a zip entry: the entry's, of a sheet: the workbook's);
    `kind` is csv, xlsx, ndjson, parquet, or a game's own format; `path` is where it lies on disk,
    None for an entry of a zip.
    """

    name: str
    sha256: str
    size: int
    kind: str
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class Reject:
    """One record that was not taken in: where it stands, what it says, and why.

    `table` is empty where the record does not tell; the ids are what could still be read of it.
    """

    source_name: str
    source_sha256: str
    table: str
    record: int
    column: str | None
    value: str | None
    reason_es: str
    reason_en: str
    session_id: str | None = None
    shoe_id: str | None = None
    hand_id: str | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Skipped:
    """An input that was not read: its name, the reason, and the reason's code.

    `counts` is false where nothing was lost (a file that the mapping ignores, a README).
    """

    name: str
    code: str
    reason_es: str
    reason_en: str
    counts: bool = True


class Held:
    """The Arrow rows that a raw table shows, until they are let go; None where it is a table."""

    def __init__(self) -> None:
        """Begin without rows."""
        self.rows: pa.Table | None = None

    @property
    def count(self) -> int:
        """Count the rows."""
        return 0 if self.rows is None else int(self.rows.num_rows)


@dataclass(frozen=True, slots=True)
class RawTable:
    """One table of one source, every cell as text.

    `relation` is a DuckDB table of the connection: `record` BIGINT (data records from 1; in NDJSON
    the line) and `columns` VARCHAR, named as in the file; an empty cell is NULL. Cells of typed
    sources (XLSX, NDJSON, Parquet) are written exactly: numbers with the dialect's decimal mark
    and no thousands mark, dates and times in ISO 8601, booleans as `true` and `false`.
    Records of the source = rows of its relations + `broken` of its raw tables. `held` is the same
    rows where the relation shows rows of Arrow.
    """

    source: Source
    table: str
    relation: str
    columns: tuple[str, ...]
    broken: tuple[Reject, ...] = ()
    assumptions: tuple[Words, ...] = ()
    mapping: Mapping = field(default_factory=Mapping)
    held: Held = field(default_factory=Held, compare=False, repr=False)
