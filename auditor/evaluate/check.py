"""A rulebook checked whole: form, what packs say of themselves, expressions bound to facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.errors import RulebookError, SqlError
from auditor.evaluate.bind import bind_grain, make_due
from auditor.evaluate.scope import Governed, make_house, make_parameters, make_scope
from auditor.evaluate.script_check import script_faults
from auditor.games.catalog import games
from auditor.replay.facts import empty_replay
from auditor.rulebook.cases import cases_of
from auditor.rulebook.check import pack_faults
from auditor.rulebook.documents import Fault
from auditor.rulebook.known import norms_by_due
from auditor.rulebook.load import load_packs, rulebook_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from auditor.games.log_model import Game
    from auditor.rulebook.load import Pack
    from auditor.rulebook.model import Norm, Rule, Rulebook
    from auditor.sql import Connection

_BOUND: set[str] = set()  # hashes of rulebooks of which this process has bound every rule


def rulebook_faults(
    folder: Path, *, cases: bool = True
) -> tuple[tuple[Pack, ...], tuple[Fault, ...]]:
    """Give the packs of a folder, and every fault of them in the order of file and line."""
    packs, faults = load_packs(folder)
    found = list(faults)
    for pack in packs:
        found.extend(pack_faults(pack))
        if cases:
            found.extend(cases_of(pack)[1])
    # What has a fault may be a link to anything: only what has none is read again, for its hash.
    digest = "" if found else rulebook_of(folder, packs).sha256
    found.extend(_binding_faults(packs, digest))
    return packs, tuple(
        sorted(set(found), key=lambda fault: (str(fault.path), fault.line, fault.es))
    )


def checked_rulebook(folder: Path) -> Rulebook:
    """Give a rulebook without faults; raises RulebookError with all of them."""
    return rulebook_of(folder, checked_packs(folder))


def checked_packs(folder: Path) -> tuple[Pack, ...]:
    """Give the packs of a rulebook without faults; raises RulebookError with all of them."""
    packs, faults = rulebook_faults(folder, cases=False)
    if faults:
        raise RulebookError.of(tuple(fault.say("es", folder) for fault in faults))
    return packs


def _binding_faults(packs: tuple[Pack, ...], digest: str) -> tuple[Fault, ...]:
    """Bind every rule to the facts of its games; what bound whole once is not bound again."""
    faults = () if digest in _BOUND else tuple(_each_bound(packs))
    if digest and not faults:
        _BOUND.add(digest)
    return faults


def _each_bound(packs: tuple[Pack, ...]) -> Iterator[Fault]:
    """Bind every rule to the facts of its games; each game is replayed once, over no rows."""
    wanted = {game for pack in packs for game in pack.norm.identity.games} & games().keys()
    for game in sorted(wanted):
        connection = empty_replay(games()[game])
        make_house(connection, ())
        for pack in packs:
            if game in pack.norm.identity.games:
                for norm in norms_by_due(pack.norm):
                    yield from _pack_binding(connection, pack, norm=norm, game=games()[game])


def _pack_binding(connection: Connection, pack: Pack, *, norm: Norm, game: Game) -> Iterator[Fault]:
    """Bind a pack's rules, those of a norm under one script of what was due, to a game's facts."""
    unsafe = tuple(script_faults(connection, norm))
    if unsafe:
        yield from unsafe
        return
    try:
        make_scope(connection, norm, governed=Governed(frozenset()))
        make_parameters(connection, norm)
        make_due(connection, norm)
    except SqlError as error:
        yield Fault(norm.folder / norm.due_file, 1, str(error.say("es")), str(error.say("en")))
        return
    faults: list[Fault] = []

    def fault(rule: Rule, key: str, es: str, en: str) -> None:  # noqa: PLR0917  # the shape that bind asks for
        faults.append(pack.rule_fault(rule, key, es=es, en=en))

    for grain in game.grains:
        bind_grain(connection, norm, game=game.id, grain=grain, fault=fault)
    yield from faults
