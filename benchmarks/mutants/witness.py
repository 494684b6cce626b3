"""Where no written case notices a change: hands on which the second witness no longer agrees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from auditor.evaluate.judge import verdicts
from auditor.run.judge.context import context_of
from auditor.sql import query, sql_list
from benchmarks.mutants.notice import SCOPE, WITNESS
from benchmarks.mutants.stage import moved_subjects, narrowed, staged_log
from tests.witness.games import GAMES
from tests.witness.hands import nights, simulated
from tests.witness.harness import disagreements, witnessed_in
from tests.witness.sources import night_laid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.evaluate.bind import BoundGrain
    from auditor.rulebook.model import Norm
    from auditor.run.judge.context import Context
    from benchmarks.mutants.stage import Stage
    from tests.witness.games import Game
    from tests.witness.harness import Night

HANDS = 1_200
NIGHT = 60
SEED = 6


class DisagreeError(Exception):
    """The witness disagrees with the audit as it is written: nothing can be judged by it."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A log replayed, and what the witness says of each rule and subject in it."""

    stage: Stage
    game: Game
    said: pa.Table
    has_holes: bool


class Touched(NamedTuple):
    """Some rules of a grain, and the subjects that they may judge otherwise; None: all."""

    grain: BoundGrain
    rules: frozenset[str]
    subjects: pa.ChunkedArray | None = None


def heard_of(stage: Stage, night: Night, *, game: Game) -> Heard:
    """Hear the witness on a log; raises DisagreeError where the two differ before any change."""
    said = witnessed_in(night, game, context=_context(stage.norm, night))
    heard = Heard(stage, game, said, night.has_holes)
    against = unheard(heard, frozenset({SCOPE}))
    if against:
        raise DisagreeError(against)
    return heard


def heard_on_cases(stage: Stage) -> Heard:
    """Hear the witness on every row of the nights of a norm's cases, not only on what they ask."""
    return heard_of(stage, night_laid(stage.cases), game=GAMES[stage.game])


def heard_on_hands(norm: Norm, game_id: str) -> tuple[Heard, ...]:
    """Hear the witness on nights dealt by chance: lawful, with breaches planted, and disturbed."""
    return tuple(
        heard_of(_staged(norm, night, game=game_id), night, game=GAMES[game_id])
        for night in _dealt(GAMES[game_id])
    )


def _dealt(game: Game) -> Iterator[Night]:
    """Deal a few hands: the witness's own, disturbed; the simulation's, with breaches planted."""
    deal = simulated(game.id, of=NIGHT, planted=1.0)
    planted = game._replace(deal=deal, rates=(0.0,), has_holes=True)
    for dealt in (game, planted):
        for batch, rate in enumerate(dealt.rates):
            if rate or len(dealt.rates) == 1:
                yield next(nights(dealt, HANDS, seed=SEED, first=batch))


def _staged(norm: Norm, night: Night, *, game: str) -> Stage:
    """Replay a night."""
    return staged_log(norm, night.tables, context=_context(norm, night), game=game)


def _context(norm: Norm, night: Night) -> Context:
    """Give what an audit of a night knows."""
    casinos = set(night.tables["sessions"]["casino_id"].to_pylist())
    return context_of((norm,), casinos, houses=night.houses)


def unheard(heard: Heard, changed: frozenset[str], *, number: str | None = None) -> str | None:
    """Say where the witness no longer agrees once some relations, or a number, are others."""
    touched = _touched(heard.stage, changed=changed, number=number)
    return next((told for each in touched if (told := _against(heard, each))), None)


def _touched(stage: Stage, *, changed: frozenset[str], number: str | None) -> Iterator[Touched]:
    """Give, of each grain, the rules and the subjects that a change may judge otherwise."""
    for grain in stage.grains.values():
        ids = frozenset(each.rule.id for each in grain.rules)
        named = frozenset(each.rule.id for each in grain.rules if number in each.columns)
        whole = ids if SCOPE in changed else named
        yield Touched(grain, whole)
        if grain.relation in changed:
            subjects = query(stage.connection, moved_subjects(grain), why=grain.relation)
            yield Touched(grain, ids - whole, subjects["subject"])


def _against(heard: Heard, touched: Touched) -> str | None:
    """Say the first thing on which the witness disagrees."""
    grain, rules, subjects = touched
    if not rules or (subjects is not None and not len(subjects)):
        return None
    said = heard.said.filter(pc.is_in(heard.said["rule"], pa.array(sorted(rules))))
    listed = f"SELECT subject FROM {grain.relation}"
    if subjects is not None:
        said = said.filter(pc.is_in(said["subject"], subjects.combine_chunks()))
        listed = sql_list(subjects.to_pylist())[1:-1]
    bound = narrowed(grain, rules, subjects=listed)
    audited = verdicts(heard.stage.connection, bound, adopted=heard.stage.adopted)
    found = disagreements(audited, said, heard.game, has_holes=heard.has_holes)
    return f"{WITNESS}: {found.shown[0]}" if found.disagreements else None
