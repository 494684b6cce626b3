"""A change of what happened, of what was due or of a number, judged: by cases, then by the witness.

The written cases come first, the norm's and the record's; only what none of them notices is asked
of the witness: over the nights of the cases, then over hands dealt by chance.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from auditor.errors import SqlError
from auditor.evaluate.scope import make_parameters, make_scope
from auditor.sql import EngineError
from benchmarks.mutants.notice import SCOPE, Notice, notice_in, why
from benchmarks.mutants.packs import RECORD, heard_cases_of, heard_hands_of, stages_of
from benchmarks.mutants.stage import make, played, undone
from benchmarks.mutants.witness import unheard

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.mutants.mutant import Mutant
    from benchmarks.mutants.stage import Stage
    from benchmarks.mutants.witness import Heard


def notice_of_change(prefix: str, mutant: Mutant) -> Notice:
    """Judge a change, by the cases of its norm and of the record, else by the witness."""
    found = Notice()
    for stage, heard in _logs(prefix, mutant):
        notice = _played(stage, mutant, heard=heard)
        if notice.by_case or notice.refused:
            return notice
        found = found if found.by else notice
    for heard in heard_hands_of(prefix):
        found = found if found.by else Notice(_played(heard.stage, mutant, heard=heard).by)
    return found


def _logs(prefix: str, mutant: Mutant) -> Iterator[tuple[Stage, Heard | None]]:
    """Give the logs of cases that a change may reach; of what happened, the record speaks too."""
    own = stages_of(prefix)
    yield from zip_longest(own, heard_cases_of(prefix))
    if mutant.sql and prefix != RECORD and not mutant.place.startswith("due."):
        yield from ((each, None) for each in stages_of(RECORD) if each.game == own[0].game)


def _played(stage: Stage, mutant: Mutant, *, heard: Heard | None) -> Notice:
    """Play a change over a log, and judge what it changed there, by its cases, then the witness."""
    first = mutant.place
    if mutant.changed:
        first = SCOPE if mutant.place.startswith("in_force") else "norm.parameters"
    elif first not in stage.parts:
        return Notice()
    try:
        with undone(stage.connection):
            return _judged(stage, mutant, first=first, heard=heard)
    except (SqlError, EngineError, ArithmeticError) as error:
        return Notice(refused=why(error))


def _judged(stage: Stage, mutant: Mutant, *, first: str, heard: Heard | None) -> Notice:
    """Play a change, and judge it grain by grain."""
    number = mutant.place.removeprefix("parameters ") if mutant.changed else None
    changed: frozenset[str] = frozenset()
    way = played(stage, first, start=lambda: _start(stage, mutant, first=first))
    for grain, changed in way:
        by = notice_in(stage, grain, changed=changed, number=number)
        if by:
            return Notice(by)
    return Notice(unheard(heard, changed, number=number) if heard else None)


def _start(stage: Stage, mutant: Mutant, *, first: str) -> None:
    """Make what a mutant changes."""
    if mutant.sql:
        make(stage.connection, stage.parts[first], sql=mutant.sql)
    elif mutant.changed and first == SCOPE:
        make_scope(stage.connection, mutant.changed, governed=stage.governed)
    elif mutant.changed:
        make_parameters(stage.connection, mutant.changed)
