"""Rules bound to the facts that they read: SQL that the engine is known to accept."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.errors import SqlError
from auditor.rulebook.expression import ExpressionFault, parse
from auditor.rulebook.model import PLACEHOLDER, ParameterType
from auditor.scripts import columns_of, read_script, run_script
from auditor.sql import EngineError, name, value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from auditor.rulebook.model import Norm, Rule
    from auditor.sql import Connection

STAKE = "at_stake"
_NUMERIC = re.compile(r"U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$|DECIMAL\(|FLOAT$|DOUBLE$")
IDENTITY = frozenset(
    {
        "subject",
        "session_key",
        "hand_key",
        "shoe_key",
        "happened_at",
        "player_id",
        "source_name",
        "source_sha256",
        "source_record",
    }
)
ALWAYS_SAID = frozenset(
    {"expected", "observed", "at_stake", "subject", "hand_id", "shoe_id", "session_id"}
)
PARAMETER_SQL = {
    ParameterType.DECIMAL: "DECIMAL(18,6)",
    ParameterType.INTEGER: "BIGINT",
    ParameterType.TEXT: "VARCHAR",
    ParameterType.BOOLEAN: "BOOLEAN",
}


@dataclass(frozen=True, slots=True)
class BoundRule:
    """A rule whose expressions were checked, with the columns that each part reads."""

    rule: Rule
    when_columns: tuple[str, ...]
    require_columns: tuple[str, ...]
    said_columns: tuple[str, ...]

    @property
    def judged_columns(self) -> tuple[str, ...]:
        """Give the columns on which the verdict hangs."""
        return tuple(dict.fromkeys([*self.when_columns, *self.require_columns]))

    @property
    def columns(self) -> tuple[str, ...]:
        """Give every column that the rule reads or prints."""
        return tuple(dict.fromkeys([*self.judged_columns, *self.said_columns]))


@dataclass(frozen=True, slots=True)
class BoundGrain:
    """The rules of one norm over one grain of one game, and the relation that they judge."""

    norm: Norm
    game: str
    grain: str
    relation: str
    rules: tuple[BoundRule, ...]
    parameters: frozenset[str]


def make_due(connection: Connection, norm: Norm) -> None:
    """Run a norm's `due.sql` over the facts of a connection."""
    connection.execute("DROP SCHEMA IF EXISTS due CASCADE")
    connection.execute("CREATE SCHEMA due")
    run_script(connection, read_script(norm.due), schema="due")


def grain_relation(connection: Connection, grain: str) -> str:
    """Give the relation that a grain's rules judge: what was due where the norm has it."""
    listed = (
        "SELECT count(*) FROM information_schema.tables "
        "WHERE table_schema = 'due' AND table_name = $1"
    )
    return f"due.{grain}" if value(connection, listed, parameters=[grain]) else f"fact.{grain}"


def bind_grain(
    connection: Connection,
    norm: Norm,
    *,
    game: str,
    grain: str,
    fault: Callable[[Rule, str, str, str], None],
) -> BoundGrain:
    """Bind the rules of one grain; what does not bind is told to `fault` and left out."""
    relation = grain_relation(connection, grain)
    known = columns_of(connection, relation)
    parameters = {each.id: PARAMETER_SQL[each.type] for each in norm.parameters}
    checker = _Checker(connection, known=known, parameters=parameters, fault=fault)
    named = [each for each in map(checker.bind, norm.rules_of(game, grain)) if each is not None]
    bound = named if checker.all_typed(named) else [each for each in named if checker.typed(each)]
    return BoundGrain(
        norm, game, grain, relation, tuple(bound), frozenset(parameters) - known.keys()
    )


@dataclass(frozen=True, slots=True)
class _Checker:
    """What one rule may name, and where its faults go."""

    connection: Connection
    known: Mapping[str, str]
    parameters: Mapping[str, str]
    fault: Callable[[Rule, str, str, str], None]

    def bind(self, rule: Rule) -> BoundRule | None:
        """Bind one rule; None where it has a fault."""
        when = self._names(rule, "when", sql=rule.when)
        key = "readings" if rule.readings else "require"
        require = [self._names(rule, key, sql=sql) for sql in rule.branches.values()]
        said = [self._names(rule, part, sql=sql) for part, sql in _said(rule)]
        if rule.owed_to and rule.owed_to in self.known:
            said.append((rule.owed_to,))
        if rule.cause:
            said.append(self._cause(rule, names=(rule.cause, f"{rule.cause}_en")))
        said.append(self._message(rule))
        if when is None or any(each is None for each in [*require, *said]):
            return None
        return BoundRule(rule, when, _flat(require), _flat(said))

    def _names(self, rule: Rule, key: str, *, sql: str) -> tuple[str, ...] | None:
        """Parse one expression and check every name in it."""
        try:
            names = parse(sql).names
        except ExpressionFault as wrong:
            self.fault(rule, key, wrong.es, wrong.en)
            return None
        return names if self._all_known(rule, key, names=names) else None

    def _all_known(self, rule: Rule, key: str, *, names: tuple[str, ...]) -> bool:
        """Tell whether every name is a fact or a parameter; a fault for each that is not."""
        unknown = [each for each in names if each not in self.known and each not in self.parameters]
        for each in unknown:
            es = f"no hay ningún hecho ni parámetro «{each}» en el grano {rule.grain}"
            en = f"there is no fact or parameter “{each}” at grain {rule.grain}"
            self.fault(rule, key, es, en)
        return not unknown

    def _cause(self, rule: Rule, *, names: tuple[str, ...]) -> tuple[str, ...] | None:
        """Check the facts that tell a finding's cause, in Spanish and English."""
        return names if self._all_known(rule, "cause", names=names) else None

    def _message(self, rule: Rule) -> tuple[str, ...] | None:
        """Check the placeholders of a rule's message; give the columns they print."""
        wanted = dict.fromkeys(
            [*PLACEHOLDER.findall(rule.message.es), *PLACEHOLDER.findall(rule.message.en)]
        )
        names = tuple(each for each in wanted if each not in ALWAYS_SAID)
        return names if self._all_known(rule, "message", names=names) else None

    def all_typed(self, bound: list[BoundRule]) -> bool:
        """Tell, at one go, whether the engine takes all conditions and amounts as what they are."""
        parts = [part for each in bound for part in _typed(each.rule)]
        if not parts:
            return True
        kinds = ", ".join(f"typeof({sql})" for _, sql in parts)
        try:
            told = value(self.connection, f"SELECT [{kinds}] FROM ({self._nulls()})")
        except EngineError:
            return False
        return isinstance(told, list) and all(
            _fits(key, kind) for (key, _), kind in zip(parts, told, strict=True)
        )

    def typed(self, bound: BoundRule) -> bool:
        """Tell whether each condition and amount of a rule is one; a fault for each that is not."""
        told = [self._is_typed(bound.rule, key, sql=sql) for key, sql in _typed(bound.rule)]
        return all(told)

    def _nulls(self) -> str:
        """Write a row of nothing with every name that a rule may use, of its type."""
        typed = {**self.parameters, **self.known}
        nulls = ", ".join(f"NULL::{type_} AS {name(each)}" for each, type_ in typed.items())
        return f"SELECT {nulls}"

    def _is_typed(self, rule: Rule, key: str, *, sql: str) -> bool:
        """Tell whether an expression binds, to the type that is wanted; a fault where not."""
        try:
            kind = value(self.connection, f"SELECT typeof({sql}) FROM ({self._nulls()})")
        except EngineError as error:
            self.fault(rule, key, str(error), str(error))
            return False
        if _fits(key, kind):
            return True
        if key == STAKE:
            es, en = f"«{sql}» no es un importe", f"“{sql}” is no amount"
        else:
            es, en = f"«{sql}» no es verdadera ni falsa", f"“{sql}” is neither true nor false"
        self.fault(rule, key, es, en)
        return False


def _typed(rule: Rule) -> list[tuple[str, str]]:
    """Give the expressions of a rule whose type matters, with their keys."""
    return [*_conditions(rule), *_stakes(rule)]


def _fits(key: str, kind: object) -> bool:
    """Tell whether an expression is of the type that its key wants: an amount, or a truth value."""
    return bool(_NUMERIC.match(str(kind))) if key == STAKE else kind == "BOOLEAN"


def _conditions(rule: Rule) -> list[tuple[str, str]]:
    """Give the conditions of a rule, with their keys."""
    key = "readings" if rule.readings else "require"
    return [("when", rule.when), *((key, sql) for sql in rule.branches.values())]


def _said(rule: Rule) -> list[tuple[str, str]]:
    """Give the expressions that a finding prints, with their keys."""
    parts = [("expected", rule.expected), ("observed", rule.observed)]
    return [*((key, sql) for key, sql in parts if sql), *_stakes(rule)]


def _stakes(rule: Rule) -> list[tuple[str, str]]:
    """Give the amounts at stake under a rule, with their key."""
    stakes = rule.at_stake if isinstance(rule.at_stake, dict) else {"": rule.at_stake}
    return [(STAKE, sql) for sql in stakes.values() if sql]


def _flat(groups: list[tuple[str, ...] | None]) -> tuple[str, ...]:
    """Give each name of some groups once, in order."""
    return tuple(dict.fromkeys(each for group in groups for each in group or ()))


__all__ = [
    "IDENTITY",
    "PLACEHOLDER",
    "BoundGrain",
    "BoundRule",
    "SqlError",
    "bind_grain",
    "grain_relation",
    "make_due",
]
