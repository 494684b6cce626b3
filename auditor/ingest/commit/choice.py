"""Which inputs are new to the store, which it has already, and what they take the place of."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from auditor.errors import StoreError
from auditor.ingest.commit.same_night import may_be_of, nights_of, of_its_night
from auditor.ingest.convert.zones import OF_JURISDICTION
from auditor.ingest.find.found import is_named
from auditor.ingest.source import text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from auditor.ingest.commit.same_night import Night, StoredRows
    from auditor.ingest.convert.intake import Input
    from auditor.store.entry import SourceEntry
    from auditor.store.house import House
    from auditor.texts import Words

Venues = dict[str, tuple[str | None, str | None]]
NOWHERE: tuple[str | None, str | None] = (None, None)


@dataclass(frozen=True, slots=True)
class Choice:
    """What an ingest has to do: its new inputs, the keys they get, and whose place each takes.

    `known` are entries that hold an input already, in the same way; `copies` tell, by new input, of
    other files with the same bytes.
    """

    new: tuple[Input, ...]
    keys: tuple[str, ...]
    replaces: tuple[tuple[str, ...], ...]
    known: tuple[SourceEntry, ...]
    copies: Mapping[int, tuple[Words, ...]]

    @property
    def replaced(self) -> frozenset[str]:
        """Give the keys of all entries whose place is taken."""
        return frozenset(key for keys in self.replaces for key in keys)


def choose(
    inputs: Sequence[Input],
    live: Iterable[SourceEntry],
    *,
    venues: Venues,
    stored: StoredRows,
    replaces: Sequence[str] = (),
) -> Choice:
    """Choose what is new; the same bytes read in the same way beside the same sessions are not.

    What takes the declared place of others is new as a whole, unless the store has just that: also
    what was taken before it was declared, in the place of itself. `stored` tells on which nights
    the ids of an entry's rows are found.
    """
    there = tuple(live)
    named = tuple(entry for entry in there if is_named(entry.name, replaces))
    whole = _chosen(inputs, there, venues=venues, stored=stored)
    if not named or (not whole.new and {e.key for e in named} <= {e.key for e in whole.known}):
        return whole
    names = {one.name for one in inputs}
    own = tuple(entry for entry in whole.known if entry.name in names)
    going = _with_theirs((*named, *own))
    left = [entry for entry in there if entry.key not in going]
    return _chosen(inputs, left, venues=venues, stored=stored, going=(going, nights_of(named)))


def _chosen(
    inputs: Sequence[Input],
    live: Sequence[SourceEntry],
    *,
    venues: Venues,
    stored: StoredRows,
    going: tuple[tuple[str, ...], frozenset[Night]] = ((), frozenset()),
) -> Choice:
    """Choose what is new beside some entries, each new one in the place of those going.

    Of these `going` has the keys, and the nights.
    """
    by_bytes: dict[str, list[SourceEntry]] = {}
    for entry in live:
        by_bytes.setdefault(entry.bytes_key, []).append(entry)
    gone = {key: entry.key for entry in live for key in entry.replaces}
    new: dict[str, Input] = {}
    copies: dict[str, list[Words]] = {}
    replaces: list[tuple[str, ...]] = []
    known: dict[str, SourceEntry] = {}
    for one in inputs:
        there = by_bytes.get(one.bytes_key, [])
        near = of_its_night(one, there, live=live, stored=stored, going=going[1])
        held = next((entry for entry in near if _holds(entry, one, venues=venues)), None)
        taken = tuple(sorted({*going[0], *_replaced_by(one, near)}))
        key = _key(one, venues, taken=taken)
        if key in gone:
            key = _key(one, venues, taken=(*taken, gone[key]))
        if held is not None:
            known[held.key] = held
        elif key in new:
            text = text_of("storing.read_once", file=one.name, first=new[key].name)
            copies.setdefault(key, []).append(text)
        else:
            new[key] = one
            replaces.append(taken)
    told = {n: tuple(copies.get(key, ())) for n, key in enumerate(new)}
    return Choice(
        new=tuple(new.values()),
        keys=tuple(new),
        replaces=tuple(replaces),
        known=tuple(known.values()),
        copies=told,
    )


def venues_of(houses: Iterable[House]) -> Venues:
    """Give what each house says that changes how rows are written: casino → zone and currency."""
    return {
        house.casino_id: (
            house.zone or OF_JURISDICTION.get(house.jurisdiction or ""),
            house.currency,
        )
        for house in houses
    }


def refuse_torn(choice: Choice, live: Iterable[SourceEntry]) -> None:
    """Refuse to take the place of sessions or hands on which rows of other sources rest.

    What was placed there by its id alone is looked up anew. Raises StoreError, which names a source
    that has to be ingested again with them.
    """
    entries = tuple(live)
    going = [entry for entry in entries if entry.key in choice.replaced]
    places = {
        (file.casino_id, file.gaming_date)
        for entry in going
        for file in entry.files
        if file.table in {"sessions", "hands"}
    }
    for entry in entries:
        if entry.key not in choice.replaced and any(
            (file.casino_id, file.gaming_date) in places for file in entry.settled_files
        ):
            raise StoreError("storing.torn", source=going[0].name, resting=entry.name)


def _holds(entry: SourceEntry, one: Input, *, venues: Venues) -> bool:
    """Tell whether an entry holds an input as it would be written now."""
    same = entry.way == one.way and one.setting in {entry.setting, ""}
    return same and all(venues.get(casino, NOWHERE) == was for casino, was in entry.venues.items())


def _replaced_by(one: Input, there: Sequence[SourceEntry]) -> tuple[str, ...]:
    """Give the entries of the same bytes and of its night whose place an input takes.

    Without sessions beside it an input takes the place of the only entry there is; where there are
    several, nothing tells which one it is. It never takes that of another casino.
    """
    own = [entry for entry in there if may_be_of(entry, one.casino_id)]
    if not one.setting and len(own) == 1:
        return _with_theirs(own)
    return _with_theirs(entry for entry in own if entry.setting in {one.setting, ""})


def _with_theirs(entries: Iterable[SourceEntry]) -> tuple[str, ...]:
    """Give the keys of entries and of those whose place they took.

    An entry that is half deleted must not bring back, by its absence, what it had replaced.
    """
    return tuple(sorted({key for one in entries for key in (one.key, *one.replaces)}))


def _key(one: Input, venues: Venues, *, taken: tuple[str, ...]) -> str:
    """Give the key of an input's entry: a hash of its bytes, way, setting and the venues.

    What takes the place of others has a key of its own, even where one of them had just these: a
    key never comes back that something has replaced.
    """
    said: list[object] = [one.bytes_key, one.way, one.setting, sorted(venues.items())]
    said += [taken] if taken else []
    return sha256(json.dumps(said).encode()).hexdigest()[:40]
