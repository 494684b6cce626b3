"""A change of what happened, of what was due or of a number, judged: by cases, then by the witness.

The written cases come first, the norm's and the record's; only what none of them notices is asked
of the witness: over the nights of the cases, then over hands dealt by chance.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from auditor.errors import SqlError
from auditor.evaluate.scope import make_parameters, make_scope
from benchmarks.mutants.notice import SCOPE, Notice, notice_of_facts, why
from benchmarks.mutants.packs import RECORD, heard_cases_of, heard_hands_of, stages_of
from benchmarks.mutants.stage import changed_by, make, undone
from benchmarks.mutants.witness import unheard

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.mutants.mutant import Mutant
    from benchmarks.mutants.stage import Stage

    Judge = Callable[..., str | None]


def notice_of_change(prefix: str, mutant: Mutant) -> Notice:
    """Judge a change, by the cases of its norm and of the record, else by the witness."""
    for stage in _stages(prefix, mutant):
        notice = _played(stage, mutant, judge=partial(notice_of_facts, stage))
        if notice.by or notice.refused:
            return notice
    heard = (each for known in (heard_cases_of, heard_hands_of) for each in known(prefix))
    played = (_played(each.stage, mutant, judge=partial(unheard, each)) for each in heard)
    return Notice(by=next((notice.by for notice in played if notice.by), None))


def _stages(prefix: str, mutant: Mutant) -> Iterator[Stage]:
    """Give the logs of cases that a change may reach; of what happened, the record speaks too."""
    own = stages_of(prefix)
    yield from own
    if mutant.sql and prefix != RECORD and not mutant.place.startswith("due."):
        yield from (each for each in stages_of(RECORD) if each.game == own[0].game)


def _played(stage: Stage, mutant: Mutant, *, judge: Judge) -> Notice:
    """Play a change over a log, and judge what it changed there."""
    first = mutant.place
    if mutant.changed:
        first = SCOPE if mutant.place.startswith("in_force") else "norm.parameters"
    elif first not in stage.parts:
        return Notice()
    number = mutant.place.removeprefix("parameters ") if mutant.changed else None
    try:
        with undone(stage.connection):
            changed = changed_by(stage, first, start=lambda: _start(stage, mutant, first=first))
            return Notice(by=judge(changed, number=number))
    except (SqlError, ArithmeticError) as error:
        return Notice(refused=why(error))


def _start(stage: Stage, mutant: Mutant, *, first: str) -> None:
    """Make what a mutant changes."""
    if mutant.sql:
        make(stage.connection, stage.parts[first], sql=mutant.sql)
    elif mutant.changed and first == SCOPE:
        make_scope(stage.connection, mutant.changed, governed=stage.governed)
    elif mutant.changed:
        make_parameters(stage.connection, mutant.changed)
