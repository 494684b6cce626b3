"""What was read, numbered: sources, the sets whose ids belong together, entries of the manifest."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from auditor.ingest.convert.batch import Piece, is_own_format, mapping_digest
from auditor.ingest.convert.origins import Origin, Scope
from auditor.store.entry import SCHEMA_VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date

    from auditor.ingest.convert.origins import Given
    from auditor.ingest.source import RawTable, Source


@dataclass(frozen=True, slots=True)
class Input:
    """What becomes one entry of the manifest: the raw tables of one file's bytes.

    `bytes_key` says what was read, `way` how, `setting` beside which sessions, `casino_id` and
    `gaming_date` of which casino and night it is where it does not say so itself; `sessions` are
    the raw tables that make the setting, `beside` names the input's set by all that is in it.
    """

    name: str
    bytes_key: str
    way: str
    setting: str
    casino_id: str | None
    gaming_date: date | None
    tables: tuple[RawTable, ...]
    sessions: tuple[RawTable, ...]
    beside: str

    @property
    def source(self) -> Source:
        """Give the first of its sources."""
        return self.tables[0].source


@dataclass(frozen=True, slots=True)
class Intake:
    """Everything that is ingested at once, numbered from 0; `inputs` are by entry number."""

    inputs: tuple[Input, ...]
    origins: tuple[Origin, ...]
    scopes: tuple[Scope, ...]
    pieces: tuple[Piece, ...]

    @property
    def tables(self) -> frozenset[str]:
        """Give the tables that have any rows."""
        return frozenset(piece.raw.table for piece in self.pieces)


def inputs_of(tables: Iterable[RawTable], given: Given) -> tuple[Input, ...]:
    """Put the tables of one file's bytes together, in the order in which they were read."""
    groups: dict[tuple[str, str], list[RawTable]] = {}
    for raw in tables:
        groups.setdefault((raw.source.sha256, _file_name(raw.source)), []).append(raw)
    sessions = _sessions(groups.values())
    besides = _besides(groups.values(), given)
    return tuple(
        Input(
            name=name,
            bytes_key=_digest(sha, sorted((one.table, _part(one.source)) for one in group)),
            way=_digest([mapping_digest(one.mapping) for one in group], _said(given)),
            setting=_setting(sessions.get(_set_of(group), ())),
            casino_id=given.casino_id,
            gaming_date=given.gaming_date,
            tables=tuple(group),
            sessions=tuple(sessions.get(_set_of(group), ())),
            beside=besides[_set_of(group)],
        )
        for (sha, name), group in groups.items()
    )


def intake_of(inputs: Sequence[Input]) -> Intake:
    """Number the sources, sets and raw tables of some inputs."""
    folders = {name: n for n, name in enumerate(dict.fromkeys(_folder(i.source) for i in inputs))}
    sets = dict(folders)
    for one in inputs:
        sets.setdefault(_set_of(one.tables), len(sets))
    origins: list[Origin] = []
    pieces: list[Piece] = []
    for entry, one in enumerate(inputs):
        numbers = _numbered(one, len(origins))
        origins += [_origin(source, n, entry=entry, one=one) for source, n in numbers.items()]
        scope = sets[_set_of(one.tables)]
        pieces += [Piece(numbers[raw.source], scope, raw) for raw in one.tables]
    homes = {sets[_set_of(one.tables)]: folders[_folder(one.source)] for one in inputs}
    given = {(one.casino_id, one.gaming_date) for one in inputs}  # the same with every input
    casino, day = next(iter(given), (None, None))
    scopes = tuple(Scope(n, homes.get(n, n), casino, day) for n in sets.values())
    return Intake(tuple(inputs), tuple(origins), scopes, tuple(pieces))


def _numbered(one: Input, start: int) -> dict[Source, int]:
    """Number the sources of an input."""
    every = dict.fromkeys(raw.source for raw in one.tables)
    return {source: start + n for n, source in enumerate(every)}


def _origin(source: Source, number: int, *, entry: int, one: Input) -> Origin:
    """Tell of one source."""
    zone = next(raw.mapping.dialect.zone for raw in one.tables if raw.source == source)
    merges = is_own_format(source.kind)
    return Origin(number, entry, source.name, source.sha256, zone, merges)


def _sessions(groups: Iterable[Sequence[RawTable]]) -> dict[str, list[RawTable]]:
    """Give, for each set of inputs that has sessions, the raw tables that hold them."""
    found: dict[str, list[RawTable]] = {}
    for group in groups:
        own = [raw for raw in group if raw.table == "sessions"]
        if own:
            found.setdefault(_set_of(group), []).extend(own)
    return found


def _besides(groups: Iterable[Sequence[RawTable]], given: Given) -> dict[str, str]:
    """Give, for each set of inputs, a hash of all its bytes and of what was given with it."""
    found: dict[str, list[str]] = {}
    for group in groups:
        found.setdefault(_set_of(group), []).append(group[0].source.sha256)
    said = _said(given)
    return {name: _digest(sorted(hashes), said) for name, hashes in found.items()}


def _setting(sessions: Iterable[RawTable]) -> str:
    """Give a hash of the bytes of the files that hold sessions; empty where there are none."""
    files = {(raw.source.sha256, _file_name(raw.source)) for raw in sessions}
    return _digest(sorted(sha for sha, _ in files)) if files else ""


def _set_of(group: Sequence[RawTable]) -> str:
    """Name the set in which an input's ids are looked up first: itself if it has sessions.

    A table of its own (CSV, Parquet) is never a set: its folder is.
    """
    source = group[0].source
    alone = len({raw.table for raw in group}) > 1 and any(raw.table == "sessions" for raw in group)
    return f"{_folder(source)}/{_file_name(source)}" if alone else _folder(source)


def _folder(source: Source) -> str:
    """Name the folder or zip in which a source lies."""
    return str(source.path.parent) if source.path else source.name.rpartition("/")[0]


def _file_name(source: Source) -> str:
    """Give the name of the file that a source is of: of a sheet, its workbook's."""
    return source.name.partition("#")[0] if source.kind == "xlsx" else source.name


def _part(source: Source) -> str:
    """Give what a source is beside its bytes: a workbook's sheet, what Parquet's folders say."""
    if source.kind == "parquet":
        return "/".join(part for part in source.name.split("/")[:-1] if "=" in part)
    return source.name.partition("#")[2] if source.kind == "xlsx" else ""


def _said(given: Given) -> Mapping[str, object]:
    """Give what flags say, and the version of what is written."""
    flags = {name: str(getattr(given, name)) for name in sorted(given.columns)}
    return flags | {"schema": SCHEMA_VERSION}


def _digest(*parts: object) -> str:
    """Give a hash of some plain values."""
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
