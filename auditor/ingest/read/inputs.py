"""Everything that the inputs hold, read as text into one database: what `read_inputs` gives."""

from __future__ import annotations

import hashlib
import shutil
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import unquote

from auditor.errors import InputError, is_interrupt, of_the_machine
from auditor.games.format import formats
from auditor.ingest.find.beside import houses_of, mapping_for, mappings_of
from auditor.ingest.find.discover import discover
from auditor.ingest.find.encodings import Survey, byte_chunks, survey
from auditor.ingest.find.found import shown, skipped
from auditor.ingest.find.sniff import kind_of
from auditor.ingest.find.zips import Archives, extract
from auditor.ingest.mapping.names import canonical_table, ignores_file
from auditor.ingest.read.csv_file import read_csv
from auditor.ingest.read.dialect import detect
from auditor.ingest.read.game_format import read_format
from auditor.ingest.read.ndjson import read_ndjson
from auditor.ingest.read.opened import Opened
from auditor.ingest.read.parquet import read_parquet
from auditor.ingest.read.relation import RelationNames, drop_relations
from auditor.ingest.read.xlsx import read_xlsx
from auditor.ingest.source import RawTable, Skipped, Source
from auditor.texts.reasons import reason_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date
    from pathlib import Path

    from auditor.ingest.find.beside import Mappings
    from auditor.ingest.find.found import Found
    from auditor.ingest.mapping.model import Mapping
    from auditor.sql import Connection
    from auditor.store.house import House

BINARY = ("parquet", "xlsx")
NO_PARTITION = "__HIVE_DEFAULT_PARTITION__"


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How inputs are read: a scratch folder that the connection may read, and what flags name.

    `mapping` and `houses` stand instead of those found beside the logs; the rest is what flags say
    of logs that do not say it, and is handed on. Raw tables may need the scratch folder as long as
    they are used.
    """

    scratch: Path
    mapping: Path | None = None
    houses: tuple[Path, ...] = ()
    casino_id: str | None = None
    table_id: str | None = None
    gaming_date: date | None = None
    currency: str | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What the inputs held: raw tables, what was skipped, and the mappings and houses beside."""

    tables: tuple[RawTable, ...]
    skipped: tuple[Skipped, ...] = ()
    mappings: tuple[Mapping, ...] = ()
    houses: tuple[House, ...] = ()


@dataclass(frozen=True, slots=True)
class _Reader:
    """Where one file after another is read from and to."""

    connection: Connection
    archives: Archives
    mappings: Mappings
    scratch: Path
    relations: RelationNames


def read_inputs(
    connection: Connection, inputs: Sequence[Path | str], *, options: ReadOptions
) -> Reading:
    """Read files, folders, zips and globs into raw tables of a connection.

    A file that cannot be read is skipped, with the reason, and the rest goes on. Raises InputError
    for an input that is not there, MappingError and HouseError for files that cannot be used,
    OSError and ResourceError where the machine has no room: no file is to be blamed for that.
    """
    with closing(Archives()) as archives:
        discovery = discover(inputs, archives)
        mappings = mappings_of(discovery, archives, given=options.mapping)
        houses = houses_of(discovery, archives, given=options.houses)
        reader = _Reader(connection, archives, mappings, options.scratch, RelationNames(connection))
        found = [
            one
            for number, log in enumerate(discovery.logs)
            for one in _read_safely(reader, log, number=number)
        ]
    return Reading(
        tables=tuple(one for one in found if isinstance(one, RawTable)),
        skipped=(*discovery.skipped, *(one for one in found if isinstance(one, Skipped))),
        mappings=mappings.used,
        houses=houses,
    )


def _read_safely(reader: _Reader, found: Found, *, number: int) -> tuple[RawTable | Skipped, ...]:
    """Read one file; what befalls it is why it is skipped, but for what the machine wants."""
    scratch = reader.scratch / f"file-{number:05}"
    scratch.mkdir(parents=True, exist_ok=True)
    before = reader.relations.last
    try:
        return _read(reader, found, scratch=scratch)
    except SystemExit:
        raise
    except BaseException as fault:  # a native library's panic is no Exception
        if is_interrupt(fault):
            raise
        if ours := of_the_machine(fault):
            raise ours from None
        reason = _reason(found, fault)
    drop_relations(reader.connection, after=before)
    shutil.rmtree(scratch, ignore_errors=True)
    return (reason,)


def _reason(found: Found, fault: BaseException) -> Skipped:
    """Say why a file was skipped."""
    if isinstance(fault, InputError):
        code = fault.code.partition(".")[2]
        return Skipped(found.name, code, fault.say("es"), fault.say("en"))
    told = shown(f"{type(fault).__name__}: {fault}")[:300]
    return skipped(found.name, "failed", reason=reason_of(told))


def _read(reader: _Reader, found: Found, *, scratch: Path) -> tuple[RawTable | Skipped, ...]:
    """Read one file into its raw tables."""
    mapping = mapping_for(reader.mappings, found)
    if ignores_file(mapping, found.name):
        return (skipped(found.name, "ignored", counts=False),)
    is_entry = found.entry is not None
    path = extract(reader.archives, found, into=scratch) if is_entry else found.path
    opened = _open(reader, found, path=path, mapping=mapping, scratch=scratch)
    read = _read_kind(reader.connection, opened)
    if is_entry:
        path.unlink()
    with suppress(OSError):
        scratch.rmdir()
    return read


def _open(reader: _Reader, found: Found, *, path: Path, mapping: Mapping, scratch: Path) -> Opened:
    """Look at a file: its kind, its bytes' hash, its encoding, and what its folders say."""
    kind = kind_of(path, found.name)
    looked = _digest(path) if kind in BINARY else survey(path, mapping.dialect.encoding)
    source = Source(
        name=found.name,
        sha256=looked.sha256,
        size=looked.size,
        kind=kind,
        path=found.path if found.entry is None else None,
    )
    return Opened(
        source=source,
        path=path,
        stem=_stem(found, mapping),
        mapping=mapping,
        scratch=scratch,
        survey=looked,
        relations=reader.relations,
        folders=_folders(found),
    )


def _read_kind(connection: Connection, opened: Opened) -> tuple[RawTable | Skipped, ...]:
    """Read a file by its kind."""
    kind = opened.source.kind
    if kind == "parquet":
        return read_parquet(connection, opened)
    game_format = next((one for one in formats() if one.id == kind), None)
    if game_format:
        return read_format(connection, opened, game_format=game_format)
    readers = {"csv": read_csv, "ndjson": read_ndjson, "xlsx": read_xlsx}
    read = readers[kind](connection, opened)
    return tuple(detect(connection, one) if isinstance(one, RawTable) else one for one in read)


def _digest(path: Path) -> Survey:
    """Hash a file that is no text."""
    digest, size = hashlib.sha256(), 0
    for chunk in byte_chunks(path):
        digest.update(chunk)
        size += len(chunk)
    return Survey(digest.hexdigest(), size, "binary")


def _stem(found: Found, mapping: Mapping) -> str:
    """Give the name that may tell a file's table: its own, else that of the nearest folder."""
    name = PurePosixPath(found.name)
    within = found.place.relative_to(found.top).parts[:-1]
    folders = [one for one in reversed(within) if "=" not in one]
    told = (one for one in (name.stem, *folders) if canonical_table(mapping, one))
    return next(told, name.stem)


def _folders(found: Found) -> dict[str, str | None]:
    """Give the values that folders such as `gaming_date=2026-03-07` give a file's records."""
    within = found.place.relative_to(found.top).parts[:-1]
    pairs = [one.partition("=") for one in within if "=" in one]
    values = {key: unquote(value) for key, _, value in pairs}
    return {key: None if value == NO_PARTITION else value for key, value in values.items()}
