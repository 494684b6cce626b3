"""The mutants of a norm, shared out among processes and judged."""

from __future__ import annotations

import random
import re
import sys
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from multiprocessing import get_context
from typing import TYPE_CHECKING

from auditor.rulebook.check import pack_faults
from benchmarks.mutants.facts import notice_of_change
from benchmarks.mutants.mutant import numbered
from benchmarks.mutants.notice import CHECK, Notice, notices_of_rules
from benchmarks.mutants.numbers import number_mutants
from benchmarks.mutants.packs import RECORD, pack_of, stages_of
from benchmarks.mutants.rules import rule_mutants
from benchmarks.mutants.scripts import part_mutants

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from auditor.rulebook.model import Norm, Rule
    from benchmarks.mutants.mutant import Mutant

PREFIXES = ("BAC", "POK", "BLB", "MIN", "BRG", "REC")


@dataclass(frozen=True, slots=True)
class Judged:
    """A mutant, without what it changes, and what became of it."""

    norm: str
    id: str
    part: str
    kind: str
    told: str
    notice: Notice


@dataclass(frozen=True, slots=True)
class Only:
    """Which mutants are asked for: those of some places (a pattern), or a sample; else all."""

    place: str | None = None
    sample: int | None = None
    seed: int = 0

    def of(self, mutants: list[Mutant]) -> list[Mutant]:
        """Choose among a norm's mutants."""
        found = [each for each in mutants if re.search(self.place or "", each.place)]
        if self.sample is None or self.sample >= len(found):
            return found
        return random.Random(self.seed).sample(found, self.sample)  # noqa: S311  # no secret


@dataclass(frozen=True, slots=True)
class Share:
    """What one process does: every so-manyth of a norm's mutants that are asked for."""

    prefix: str
    first: int
    step: int
    only: Only


@dataclass(frozen=True, slots=True)
class Found:
    """What became of the mutants that were judged, and how many each norm has in all."""

    judged: tuple[Judged, ...]
    in_all: Mapping[str, int]


WHOLE = Only()
SHARES = 6  # of a whole norm for each process at work


def judged_mutants(prefixes: tuple[str, ...], *, workers: int, only: Only = WHOLE) -> Found:
    """Judge the mutants of some norms, in the order of the norms.

    A process ends with its share, for the memory that it holds grows with each mutant.
    """
    step = workers * SHARES if only.sample is None else workers
    shares = [Share(prefix, n, step, only) for prefix in prefixes for n in range(step)]
    context = get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, max_tasks_per_child=1) as pool:
        return _joined(list(_told(pool.map(judged_share, shares), shares)))


def _told(parts: Iterable[Found], shares: list[Share]) -> Iterator[Found]:
    """Tell each share as it is judged."""
    for found, share in zip(parts, shares, strict=True):
        noticed = sum(each.notice.by is not None for each in found.judged)
        sys.stderr.write(
            f"{share.prefix} {share.first + 1}/{share.step}: {noticed} of {len(found.judged)}\n"
        )
        yield found


def _joined(parts: list[Found]) -> Found:
    """Put the shares together."""
    in_all = {norm: count for part in parts for norm, count in part.in_all.items()}
    return Found(tuple(each for part in parts for each in part.judged), in_all)


def judged_share(share: Share) -> Found:
    """Judge one share."""
    mutants = sorted(mutants_of(share.prefix), key=lambda each: each.id)
    in_all = {share.prefix: len(mutants)}
    groups: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in share.only.of(mutants):
        groups[_group(mutant)].append(mutant)
    mine = sorted(groups)[share.first :: share.step]
    judged = (each for group in mine for each in _judged(share.prefix, groups[group]))
    return Found(tuple(judged), in_all)


def _group(mutant: Mutant) -> str:
    """Name what is judged at one go: the changes of one rule; each other change alone."""
    return mutant.place.split(" ")[0] if mutant.rule else mutant.id


@cache
def mutants_of(prefix: str) -> tuple[Mutant, ...]:
    """Give every mutant of a norm: of its rules, numbers and dues, and of its game's facts.

    What every game has, the record's own norm, has no facts to change but what was due.
    """
    norm, stages = pack_of(prefix).norm, stages_of(prefix)
    columns = stages[0].columns
    parts = {
        part.relation: part
        for stage in stages
        for part in stage.parts.values()
        if prefix != RECORD or part.relation.startswith("due.")
    }
    return tuple(
        numbered(
            chain(
                chain.from_iterable(
                    rule_mutants(norm, rule, columns=columns) for rule in norm.rules
                ),
                number_mutants(norm),
                chain.from_iterable(part_mutants(part, prefix=prefix) for part in parts.values()),
            )
        )
    )


def _judged(prefix: str, mutants: list[Mutant]) -> Iterator[Judged]:
    """Judge what is judged at one go."""
    rules = tuple(each.rule for each in mutants if each.rule)
    notices = (
        _of_rule(prefix, mutants[0].place.split(" ")[0], changed=rules)
        if rules
        else [notice_of_change(prefix, each) for each in mutants]
    )
    for mutant, notice in zip(mutants, notices, strict=True):
        yield Judged(
            mutant.norm,
            mutant.id,
            _part(mutant),
            mutant.kind,
            mutant.told,
            _checked(prefix, mutant, notice=notice),
        )


def _part(mutant: Mutant) -> str:
    """Name the part of the rulebook or the replay that a mutant changes."""
    if mutant.rule:
        return "rules"
    if mutant.changed:
        return "numbers"
    return "due" if mutant.place.startswith("due.") else "facts"


def _of_rule(prefix: str, rule_id: str, *, changed: tuple[Rule, ...]) -> list[Notice]:
    """Judge the changes of a rule in every game of its norm."""
    found = [notices_of_rules(stage, rule_id, changed=changed) for stage in stages_of(prefix)]
    return [_together(each) for each in zip(*found, strict=True)]


def _together(notices: tuple[Notice, ...]) -> Notice:
    """Put together what became of a change in several games."""
    refused = next((each.refused for each in notices if each.refused), None)
    return Notice(
        None if refused else next((each.by for each in notices if each.by), None), refused
    )


def _checked(prefix: str, mutant: Mutant, *, notice: Notice) -> Notice:
    """Where no case notices a change of the rulebook, ask `rules check`."""
    if notice.by or notice.refused or mutant.sql:
        return notice
    pack = pack_of(prefix)
    norm = mutant.changed or _with(pack.norm, mutant)
    faults = [*pack_faults(replace(pack, norm=norm))]
    return Notice(by=f"{CHECK}: {faults[0].en}") if faults else notice


def _with(norm: Norm, mutant: Mutant) -> Norm:
    """Give a norm with a rule as a mutant changes it."""
    rules = tuple(
        mutant.rule if mutant.rule and each.id == mutant.rule.id else each for each in norm.rules
    )
    return replace(norm, rules=rules)
