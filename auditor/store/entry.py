"""One source in the store: what was read of it, how, and which files hold its rows."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from datetime import date

from auditor.store.layout import refuse_outside

SCHEMA_VERSION = 1
Words = tuple[str, str]


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A Parquet file of a partition: its path from the store, its rows, bytes and SHA-256.

    `tentative`: its rows were placed by their id alone, and go where a later look-up says.
    """

    table: str
    casino_id: str
    gaming_date: date | None
    path: str
    rows: int
    size: int
    sha256: str
    tentative: bool = False


@dataclass(frozen=True, slots=True)
class SideFile:
    """A Parquet file beside the partitions (rejects, rows aside or tentative), as `StoredFile`.

    The sessions or hands that its rows name lie between the ids `first` and `last`, where told.
    """

    table: str
    path: str
    rows: int
    size: int
    sha256: str
    first: str | None = None
    last: str | None = None


@dataclass(frozen=True, slots=True)
class UnknownColumn:
    """A column of a source that nobody knows, and ours that its name comes nearest to."""

    source: str
    table: str
    column: str
    nearest: str | None


@dataclass(frozen=True, slots=True)
class SourceEntry:
    """What one source gave: `records` = `written` + `rejected`, rows set aside being rejected.

    `bytes_key` says what was read, `way` how (mapping, flags, schema version), `setting` beside
    which sessions; `given_casino` and `given_date` are what flags gave. `venues` is casino → (zone,
    currency) as they were when its rows were written. `assumptions` are (Spanish, English).
    `loose` counts rejects that may find their place yet (None: not counted, there may be some);
    `beside` names the set that it came in. `tentative` holds, as they were read, the rows
    that were placed by their id alone or may be of several, and in table `reject` such rejects.
    """

    key: str
    name: str
    sha256: str
    size: int
    kind: str
    bytes_key: str
    way: str
    setting: str
    records: int
    written: int
    rejected: int
    aside: int
    zone: str | None
    mapping: str
    tool: str
    venues: dict[str, tuple[str | None, str | None]] = field(default_factory=dict)
    assumptions: tuple[Words, ...] = ()
    unknown_columns: tuple[UnknownColumn, ...] = ()
    files: tuple[StoredFile, ...] = ()
    rejects: tuple[SideFile, ...] = ()
    asides: tuple[SideFile, ...] = ()
    replaces: tuple[str, ...] = ()
    generation: int = 0
    given_casino: str | None = None
    given_date: date | None = None
    loose: int | None = None
    beside: str = ""
    tentative: tuple[SideFile, ...] = ()
    schema: int = SCHEMA_VERSION

    @property
    def every_file(self) -> tuple[StoredFile | SideFile, ...]:
        """Give every file that the entry makes count."""
        return (*self.files, *self.rejects, *self.asides, *self.tentative)

    @property
    def settled_files(self) -> tuple[StoredFile, ...]:
        """Give the files of rows that no later ingest moves."""
        return tuple(one for one in self.files if not one.tentative)

    @property
    def paths(self) -> tuple[str, ...]:
        """Give the path of every file that the entry makes count, from the store."""
        return tuple(one.path for one in self.every_file)


def entry_text(entry: SourceEntry) -> bytes:
    """Write an entry as JSON, the same for the same entry."""
    return json.dumps(asdict(entry), ensure_ascii=False, indent=1, default=str).encode()


def entry_of(text: bytes) -> SourceEntry:
    """Read an entry written by `entry_text`; raises `layout.UNREADABLE` otherwise."""
    raw = json.loads(text)
    venues = {casino: (zone, currency) for casino, (zone, currency) in raw["venues"].items()}
    nested = {
        "venues": venues,
        "assumptions": tuple((es, en) for es, en in raw["assumptions"]),
        "unknown_columns": tuple(UnknownColumn(**one) for one in raw["unknown_columns"]),
        "files": tuple(_stored(one) for one in raw["files"]),
        "rejects": tuple(SideFile(**one) for one in raw["rejects"]),
        "asides": tuple(SideFile(**one) for one in raw["asides"]),
        "tentative": tuple(SideFile(**one) for one in raw.get("tentative", ())),
        "replaces": tuple(map(str, raw["replaces"])),
        "given_date": _day(raw.get("given_date")),
    }
    entry = SourceEntry(**(raw | nested))
    for path in entry.paths:
        refuse_outside(path)
    return entry


def _stored(raw: dict[str, str]) -> StoredFile:
    """Read a partition's file."""
    file: dict[str, object] = {**raw, "gaming_date": _day(raw["gaming_date"])}
    return StoredFile(**file)  # type: ignore[arg-type]  # JSON has the types it was written with


def _day(text: str | None) -> date | None:
    """Read a date."""
    return date.fromisoformat(text) if text else None
