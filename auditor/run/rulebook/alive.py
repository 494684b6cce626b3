"""Whether each rule of the rulebook can fire over what a store holds, batch by batch."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from auditor.errors import UsageError
from auditor.evaluate.alive import lives
from auditor.evaluate.bind import bind_grain, make_due
from auditor.evaluate.check import checked_rulebook
from auditor.evaluate.scope import make_house, make_parameters, make_scope
from auditor.replay.facts import replay, rows_of_partitions
from auditor.rulebook.load import default_rules
from auditor.run.audited import houses_of, norms_asked
from auditor.run.judge.context import context_of
from auditor.run.judge.local import BATCH_ROWS, batches_of, with_spans
from auditor.run.judge.task import games_there, lost_of
from auditor.sql import connect
from auditor.store.moment import moment_of
from auditor.store.read import folders_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from auditor.evaluate.alive import Change, Life, Part
    from auditor.games.log_model import Game
    from auditor.rulebook.model import Norm, Rule
    from auditor.run.judge.context import Context
    from auditor.sql import Connection
    from auditor.store.read import Partition

ALIVE, UNSEEN, DEAD = "alive", "unseen", "dead"


@dataclass(frozen=True, slots=True)
class RuleLife:
    """One rule over a whole store, and whether it can fire.

    ALIVE: rows are in scope, and it fires on some or a change of facts makes it fire; UNSEEN: no
    row of this store is in scope, and facts can be thought of that make it fire; DEAD: none could
    be found, in `life.tried` changes.
    """

    norm: Norm
    rule: Rule
    life: Life

    @property
    def state(self) -> str:
        """Tell whether the rule is alive, was never in scope in this store, or is dead."""
        if not self.life.fires and self.life.change is None:
            return DEAD
        return ALIVE if self.life.in_scope else UNSEEN


def rules_alive(
    store: Path,
    *,
    rules: Path | None = None,
    norms: tuple[str, ...] = (),
    wanted: tuple[str, ...] = (),
) -> tuple[RuleLife, ...]:
    """Tell of each rule whether it can fire over a store; raises UsageError for an unknown name."""
    rulebook = checked_rulebook(rules or default_rules())
    chosen = _narrowed(norms_asked(rulebook, norms), wanted)
    now = moment_of(store)
    there = now.partitions
    houses = houses_of(now, ())
    context = context_of(chosen, {each.casino_id for each in there}, houses=houses)
    whole = with_spans(replace(context, rejects=now.rejects), there)
    found: dict[tuple[str, str], Life] = {}
    for batch in batches_of(there, BATCH_ROWS):
        for life in _lives(batch, whole):
            key = (life.norm, life.rule)
            found[key] = _joined(found[key], life) if key in found else life
    return tuple(
        RuleLife(norm, rule, found[norm.id, rule.id])
        for norm in chosen
        for rule in norm.rules
        if (norm.id, rule.id) in found
    )


def _narrowed(norms: tuple[Norm, ...], wanted: tuple[str, ...]) -> tuple[Norm, ...]:
    """Keep of some norms only the rules asked for; raises UsageError for one that is not there."""
    known = {rule.id for norm in norms for rule in norm.rules}
    for each in wanted:
        if each not in known:
            raise UsageError("cli.no_rule", rule=each)
    return tuple(
        replace(norm, rules=tuple(rule for rule in norm.rules if not wanted or rule.id in wanted))
        for norm in norms
    )


def _lives(batch: tuple[Partition, ...], context: Context) -> Iterator[Life]:
    """Tell of every rule over one batch, game by game and norm by norm."""
    connection = connect(allowed=folders_of(batch))
    rows_of_partitions(connection, batch)
    lost_of(connection, context)
    for game in games_there(connection):
        replay(connection, game, spans=context.spans.get(game.id, {}))
        make_house(connection, context.declared)
        for norm in context.norms:
            if game.id in norm.identity.games:
                yield from _of_norm(connection, context, norm=norm, game=game)


def _of_norm(connection: Connection, context: Context, *, norm: Norm, game: Game) -> Iterator[Life]:
    """Tell of the rules of one norm over one game's facts."""
    governed = context.governed[norm.id]
    make_scope(connection, norm, governed=governed)
    make_parameters(connection, norm)
    make_due(connection, norm)
    for grain in game.grains:
        bound = bind_grain(connection, norm, game=game.id, grain=grain, fault=lambda *_: None)
        yield from lives(connection, bound, adopted=governed.adopted)


def _joined(one: Life, other: Life) -> Life:
    """Put together what was found of a rule in two batches or games."""
    pairs = zip(one.parts, other.parts, strict=True)
    changes = [each for each in (one.change, other.change) if each]
    return replace(
        one,
        rows=one.rows + other.rows,
        in_scope=one.in_scope + other.in_scope,
        fires=one.fires + other.fires,
        parts=tuple(_plus(first, second) for first, second in pairs),
        change=_smallest(changes),
        tried=one.tried + other.tried,
    )


def _plus(one: Part, other: Part) -> Part:
    """Add the counts of one part in two batches."""
    return replace(
        one,
        true=one.true + other.true,
        false=one.false + other.false,
        unknown=one.unknown + other.unknown,
    )


def _smallest(changes: Iterable[Change]) -> Change | None:
    """Give the smallest of some changes, one of a row that is there before one of none."""
    return min(
        changes, key=lambda each: (not each.subject, each.rank, each.casino_id), default=None
    )
