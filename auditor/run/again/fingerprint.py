"""What the outcome of one partition hangs on, as one hash: equal hashes have equal outcomes."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from auditor.rulebook.digest import sha256_of
from auditor.run.judge.own_hash import program_sha256
from auditor.run.told.declared import house_sha256

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

    from auditor.run.audited import Setting
    from auditor.store.entry import SourceEntry, StoredFile
    from auditor.store.read import Partition

Place = tuple[str, "date | None"]
LAYOUT = "outcome 1"


@dataclass(frozen=True, slots=True)
class Held:
    """What the store holds of one partition: its files, and the hashes of their sources."""

    files: tuple[StoredFile, ...]
    sources: frozenset[str]


def place_of(partition: Partition) -> Place:
    """Give the casino and gaming date of a partition."""
    return partition.casino_id, partition.gaming_date


def fingerprints(setting: Setting, entries: Iterable[SourceEntry]) -> dict[Place, str]:
    """Give the fingerprint of every partition that is there.

    It stands for its files, the rejected records that may have been of it, what its games were told
    of the whole store, rules, house file and program: not for how many other partitions there are.
    """
    common = [LAYOUT, program_sha256(), setting.rulebook.sha256, setting.context.checks]
    common.append([norm.id for norm in setting.norms])
    held = held_of(entries)
    spans = _spans(setting)
    told: dict[Place, str] = {}
    for partition in setting.there:
        casino, day = place = place_of(partition)
        own = held[place]
        house = setting.houses.get(casino)
        told[place] = sha256_of(
            [
                *common,
                [casino, str(day)],
                house_sha256(house) if house else None,
                sorted([one.table, one.sha256] for one in own.files),
                rejects_digest(setting.context.rejects, place, sources=own.sources),
                spans[casino],
            ]
        )
    return told


def held_of(entries: Iterable[SourceEntry]) -> Mapping[Place, Held]:
    """Give what the store holds of each partition."""
    files: dict[Place, list[StoredFile]] = defaultdict(list)
    sources: dict[Place, set[str]] = defaultdict(set)
    for entry in entries:
        for one in entry.files:
            place = (one.casino_id, one.gaming_date)
            files[place].append(one)
            sources[place].add(entry.sha256)
    return {place: Held(tuple(files[place]), frozenset(sources[place])) for place in files}


def rejects_at(
    rejects: pa.Table, casino_id: str, *, days: frozenset[date | None], sources: Iterable[str]
) -> pa.Table:
    """Give the rejects that may have been of some nights: by place, by an id, or by source."""
    here = pc.fill_null(pc.equal(rejects["casino_id"], casino_id), fill_value=True)
    if None not in days:
        dated = pc.is_in(rejects["gaming_date"], value_set=pa.array(days, pa.date32()))
        here = pc.and_(here, pc.or_(dated, pc.is_null(rejects["gaming_date"])))
    named = pc.is_in(rejects["source_sha256"], value_set=pa.array(sorted(sources), pa.string()))
    for column in ("session_id", "shoe_id", "hand_id"):
        named = pc.or_(named, pc.is_valid(rejects[column]))
    return rejects.filter(pc.and_(here, named))


def rejects_digest(rejects: pa.Table | None, place: Place, *, sources: Iterable[str]) -> str:
    """Hash the rejects that may have been of a partition, whatever their order."""
    if rejects is None:
        return _digest(None)
    casino, day = place
    return _digest(rejects_at(rejects, casino, days=frozenset({day}), sources=sources))


def _spans(setting: Setting) -> dict[str, list[str]]:
    """Hash what the games were told of the whole store, casino by casino."""
    tables = [table for _, told in sorted(setting.context.spans.items()) for table in told.values()]
    return {
        casino: [_digest(one.filter(pc.equal(one["casino_id"], casino))) for one in tables]
        for casino in {each.casino_id for each in setting.there}
    }


def _digest(rows: pa.Table | None) -> str:
    """Hash rows, whatever their order; none at all give the same as no table."""
    listed = rows.to_pylist() if rows is not None else []
    return sha256_of(sorted(repr(tuple(row.values())) for row in listed))
