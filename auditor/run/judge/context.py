"""What every task of an audit knows: norms, the casinos each governs, houses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from auditor.evaluate.scope import Chosen, Declared, Governed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import pyarrow as pa

    from auditor.rulebook.model import Norm, Rulebook
    from auditor.store.house import House


@dataclass(frozen=True, slots=True)
class Context:
    """The part of an audit that all of its tasks share; it travels to workers as it is."""

    norms: tuple[Norm, ...]
    governed: Mapping[str, Governed]
    declared: tuple[Declared, ...] = ()
    spans: Mapping[str, Mapping[str, pa.Table]] = field(default_factory=dict)
    rejects: pa.Table | None = None
    threads: int | None = None
    memory: str | None = None
    checks: bool = False


def context_of(
    norms: tuple[Norm, ...], casinos: Iterable[str], *, houses: Mapping[str, House]
) -> Context:
    """Decide which norm governs which casino, and gather what the houses declared."""
    everywhere = frozenset(casinos)
    governed = {
        norm.id: Governed(
            frozenset(casino for casino in everywhere if governs(norm, houses.get(casino))),
            {casino: _adopted(houses[casino]) for casino in everywhere if casino in houses},
        )
        for norm in norms
    }
    declared = tuple(
        each for casino in sorted(everywhere & houses.keys()) for each in _declared(houses[casino])
    )
    return Context(norms=norms, governed=governed, declared=declared)


def governs(norm: Norm, house: House | None) -> bool:
    """Tell whether a norm may govern a casino's tables; without a house file, any may."""
    if norm.identity.jurisdiction is None or house is None:
        return True
    named = not house.norms or norm.id in house.norms
    return named and norm.identity.jurisdiction == (
        house.jurisdiction or norm.identity.jurisdiction
    )


def governing(rulebook: Rulebook, game: str, *, house: House | None) -> tuple[Norm, ...]:
    """Give the norms of a country or federation that govern a game at a casino."""
    return tuple(
        norm
        for norm in rulebook.norms
        if norm.identity.jurisdiction is not None
        and game in norm.identity.games
        and governs(norm, house)
    )


def _adopted(house: House) -> dict[str, Chosen]:
    """Give the reading that the authority adopted for each clause at one casino, and from when."""
    return {clause: Chosen(each.reading, each.applies) for clause, each in house.readings.items()}


def _declared(house: House) -> list[Declared]:
    """Give what one house declared, item by item, each from its day on."""
    return [Declared(house.casino_id, each.key, each.since, each.value) for each in house.declared]
