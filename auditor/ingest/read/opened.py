"""A file ready to be read: what it is called, where its bytes are, and how it is written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from auditor.ingest.find.encodings import Survey
    from auditor.ingest.mapping.model import Mapping as CasinoMapping
    from auditor.ingest.read.relation import RelationNames
    from auditor.ingest.source import Source


@dataclass(frozen=True, slots=True)
class Opened:
    """One file to read: its source, its bytes on disk, and the mapping as it holds for it.

    `stem` is the name that may tell its table; `scratch` is an empty folder of its own, which stays
    while its raw tables are used; `relations` names them; `folders` are the values that folders
    such as `gaming_date=2026-03-07` give all its records.
    """

    source: Source
    path: Path
    stem: str
    mapping: CasinoMapping
    scratch: Path
    survey: Survey
    relations: RelationNames
    folders: Mapping[str, str | None] = field(default_factory=dict)
