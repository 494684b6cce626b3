"""What house files say of the law, held against the rulebook: nothing declared is passed over."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from auditor.errors import HouseError
from auditor.rulebook.digest import sha256_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from auditor.rulebook.model import Norm
    from auditor.store.house import House


def refuse_unknown(norms: Iterable[Norm], houses: Iterable[House], *, whole: bool) -> None:
    """Raise HouseError for a norm, clause or reading that the rulebook does not have.

    Where the rulebook is not the `whole` one, clauses of norms that it lacks may be named.
    """
    there = {norm.id: norm for norm in norms}
    prefixes = {norm.prefix for norm in there.values()}
    for house in houses:
        for named in house.norms:
            if named not in there:
                raise _error(house, "norm", key="norms", value=named, known=there)
        for clause, adopted in house.readings.items():
            if whole or clause.partition("-")[0] in prefixes:
                _refuse_reading(house, clause, reading=adopted.reading, norms=there.values())


def house_sha256(house: House) -> str:
    """Hash what a house file declares, however it is called and laid out."""
    return sha256_of(asdict(replace(house, name="")))


def _refuse_reading(house: House, clause: str, *, reading: str, norms: Iterable[Norm]) -> None:
    """Raise HouseError where no rule of a clause has a reading of that name."""
    ambiguous: dict[str, set[str]] = {}
    for norm in norms:
        for rule in norm.rules:
            for name in (*rule.clause, rule.id):
                ambiguous.setdefault(name, set()).update(rule.readings)
    known = ambiguous.get(clause, set())
    if not known:
        open_to = (name for name, readings in ambiguous.items() if readings)
        raise _error(house, "clause", key="readings", value=clause, known=open_to)
    if reading not in known:
        key = f"readings.{clause}.reading"
        raise _error(house, "reading", key=key, value=reading, known=known)


def _error(house: House, what: str, *, key: str, value: str, known: Iterable[str]) -> HouseError:
    """Say which file names what is not there, and what could be named."""
    return HouseError(
        f"run.house_{what}", file=house.name, key=key, value=value, known=", ".join(sorted(known))
    )
