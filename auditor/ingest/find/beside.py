"""The mapping and house files that lie beside the logs, or that flags name instead."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from auditor.errors import HouseError
from auditor.ingest.find.zips import read_small
from auditor.ingest.mapping.mapping_file import parse_mapping, read_mapping
from auditor.ingest.mapping.model import Mapping, for_file
from auditor.store.house import House, parse_house, read_house
from auditor.store.toml_section import MAX_BYTES

if TYPE_CHECKING:
    from collections.abc import Mapping as Dictionary
    from collections.abc import Sequence
    from pathlib import Path, PurePosixPath

    from auditor.ingest.find.discover import Discovery
    from auditor.ingest.find.found import Found
    from auditor.ingest.find.zips import Archives


@dataclass(frozen=True, slots=True)
class Mappings:
    """Which mapping holds where: one that a flag names holds everywhere."""

    given: Mapping | None
    by_folder: Dictionary[PurePosixPath, Mapping]

    @property
    def used(self) -> tuple[Mapping, ...]:
        """Give the mappings that may be used."""
        return (self.given,) if self.given else tuple(self.by_folder.values())


def mappings_of(discovery: Discovery, archives: Archives, *, given: Path | None) -> Mappings:
    """Read the mapping files; raises MappingError of one that cannot be used."""
    if given is not None:
        return Mappings(read_mapping(given), {})
    found = {
        one.place.parent: parse_mapping(_bytes(one, archives), file=one.name)
        for one in discovery.mappings
    }
    return Mappings(None, found)


def mapping_for(mappings: Mappings, found: Found) -> Mapping:
    """Give the mapping of one file: the nearest above it, with the dialect of its own name."""
    if mappings.given is not None:
        return for_file(mappings.given, found.name)
    for folder in found.place.parents:
        if folder in mappings.by_folder:
            return for_file(mappings.by_folder[folder], found.name)
        if folder == found.top:
            break
    return Mapping()


def houses_of(
    discovery: Discovery, archives: Archives, *, given: Sequence[Path]
) -> tuple[House, ...]:
    """Read the house files, each casino's once; raises HouseError of one that cannot be used."""
    if given:
        houses = [read_house(path) for path in given]
    else:
        houses = [parse_house(_bytes(one, archives), file=one.name) for one in discovery.houses]
    known: dict[str, House] = {}
    for house in houses:
        other = known.setdefault(house.casino_id, house)
        if replace(other, name=house.name) != house:
            raise HouseError(
                "toml.house_twice", file=house.name, other=other.name, casino=house.casino_id
            )
    return tuple(known.values())


def _bytes(found: Found, archives: Archives) -> bytes:
    """Give the bytes of a small file, or of an entry."""
    return read_small(archives, found, limit=MAX_BYTES)
