"""The nights of a norm's cases replayed once; a change is then played only as far as it reaches."""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Timer
from typing import TYPE_CHECKING

from auditor.errors import SqlError
from auditor.evaluate.bind import bind_grain
from auditor.evaluate.scope import make_house, make_parameters, make_scope
from auditor.games.catalog import facts_script, games, span_script
from auditor.replay.facts import replay, span
from auditor.replay.rows import rows_of_tables
from auditor.run.judge.task import lost_of
from auditor.run.rulebook.cases import laid_out
from auditor.scripts import columns_of, read_script
from auditor.sql import EngineError, connect, query, run, value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    import pyarrow as pa

    from auditor.evaluate.bind import BoundGrain
    from auditor.evaluate.scope import Chosen, Governed
    from auditor.rulebook.cases import PlacedCase
    from auditor.rulebook.model import Norm, Rule
    from auditor.run.judge.context import Context
    from auditor.sql import Connection

READS = re.compile(r"\b((?:fact|due|norm|span)\.[a-z_][a-z0-9_]*)")
PATIENCE = 60.0  # seconds: a change that makes every row meet every other is not waited for
MEMORY = "2GiB"  # a changed join may want more than there is


@dataclass(frozen=True, slots=True)
class Part:
    """One named SELECT of the replay: the relation that it makes, and those that it reads."""

    relation: str
    sql: str
    reads: frozenset[str]


@dataclass(frozen=True, slots=True)
class Stage:
    """A log of one game, replayed: what was made, of what, and what rules judge.

    `cases` and their `subjects` stand where the log is made of a norm's cases.
    """

    connection: Connection
    norm: Norm
    game: str
    governed: Governed
    parts: Mapping[str, Part]
    prints: Mapping[str, object]
    grains: Mapping[str, BoundGrain]
    cases: tuple[PlacedCase, ...] = ()
    subjects: tuple[str, ...] = ()

    @property
    def adopted(self) -> Mapping[str, Mapping[str, Chosen]]:
        """Give the readings adopted in each casino."""
        return self.governed.adopted

    def label(self, number: int) -> str:
        """Say where a case is written."""
        placed = self.cases[number]
        return f"{placed.path.name}:{placed.line}"

    def way_to(self, relation: str) -> list[Part]:
        """Give the steps by which a relation is made, in the order in which they run."""
        needed, way = {relation}, []
        for part in reversed([*self.parts.values()]):
            if part.relation in needed:
                needed |= part.reads
                way.append(part)
        return way[::-1]

    @property
    def columns(self) -> dict[str, frozenset[str]]:
        """Give the facts that each grain has."""
        return {
            grain: frozenset(columns_of(self.connection, bound.relation))
            for grain, bound in self.grains.items()
        }


def stage_of(norm: Norm, cases: tuple[PlacedCase, ...], *, game: str) -> Stage:
    """Replay the nights of some cases of one game."""
    laid = laid_out(norm, cases)
    staged = staged_log(norm, laid.tables, context=laid.context, game=game)
    return replace(staged, cases=cases, subjects=laid.subjects)


def staged_log(norm: Norm, tables: Mapping[str, pa.Table], *, context: Context, game: str) -> Stage:
    """Replay a log of one game; every step is kept as a table."""
    connection = connect(threads=1, memory=MEMORY)
    rows_of_tables(connection, tables)
    lost_of(connection, context)
    governed = context.governed[norm.id]
    _replay(connection, game)
    make_house(connection, context.declared)
    make_scope(connection, norm, governed=governed)
    make_parameters(connection, norm)
    parts = {part.relation: part for part in _parts(norm, game)}
    for part in parts.values():
        make(connection, part)
    grains = _grains(connection, norm, game=game)
    for grain in grains.values():
        run(connection, f"CREATE TABLE {kept_as(grain.relation)} AS {rows_of(grain.relation)}")
    made = [*parts, "norm.parameters", "norm.scope"]
    return Stage(
        connection=connection,
        norm=norm,
        game=game,
        governed=governed,
        parts=parts,
        prints={relation: print_of(connection, relation) for relation in made},
        grains=grains,
    )


def _replay(connection: Connection, game: str) -> None:
    """Replay a game, and leave its logs and facts as tables, with room for what is made anew."""
    played = games()[game]
    replay(connection, played, spans=span(connection, played) if span_script(game) else {})
    for schema in ("log", "fact"):
        _keep(connection, schema)
    run(connection, "DROP SCHEMA span CASCADE")
    run(connection, "CREATE SCHEMA span")
    run(connection, "CREATE SCHEMA due")


def _parts(norm: Norm, game: str) -> Iterator[Part]:
    """Give every step of a game's and a norm's scripts, in the order in which they run."""
    scripts = (
        ("span", span_script(game)),
        ("fact", facts_script(game)),
        ("due", read_script(norm.due)),
    )
    for schema, steps in scripts:
        for step in steps:
            reads = frozenset(READS.findall(step.sql))
            yield Part(f"{schema}.{step.name}", step.sql, reads)


def _keep(connection: Connection, schema: str) -> None:
    """Make tables of the views of a schema: they are read many times."""
    listed = query(
        connection,
        "SELECT table_name FROM information_schema.tables "
        f"WHERE table_schema = '{schema}' AND table_type = 'VIEW'",
    )
    for view in listed["table_name"].to_pylist():
        run(connection, f"CREATE TABLE {schema}.kept AS FROM {schema}.{view}")
        run(connection, f"DROP VIEW {schema}.{view}")
        run(connection, f"ALTER TABLE {schema}.kept RENAME TO {view}")


def make(connection: Connection, part: Part, *, sql: str | None = None) -> None:
    """Make the table of one step, as it is written or as it is changed; raises SqlError."""
    made = f"CREATE OR REPLACE TABLE {part.relation} AS\n{sql or part.sql}"
    run(connection, made, why=part.relation)


def print_of(connection: Connection, relation: str) -> object:
    """Give a print of all rows of a table, whatever their order; raises EngineError."""
    rows = "(count(*), sum(hash(t)::HUGEINT))::VARCHAR"
    return value(connection, f"SELECT {rows} FROM {relation} AS t")


def rows_of(relation: str) -> str:
    """Write each subject of a relation with a print of its row: rows are wide, prints are not."""
    return f"SELECT t.subject, hash(t) AS row_print FROM {relation} AS t"


def kept_as(relation: str) -> str:
    """Name the prints of a relation's rows as they were before any change."""
    return f"norm.kept_{relation.replace('.', '_')}"


def _grains(connection: Connection, norm: Norm, *, game: str) -> dict[str, BoundGrain]:
    """Bind the rules of every grain of a game."""

    def fault(rule: Rule, key: str, es: str, _: str) -> None:  # noqa: PLR0917  # the shape that bind asks for
        raise SqlError("sql.failed", why=f"{rule.id}, {key}", reason=es)

    return {
        grain: bind_grain(connection, norm, game=game, grain=grain, fault=fault)
        for grain in games()[game].grains
    }


@contextmanager
def undone(connection: Connection) -> Iterator[None]:
    """Take back all that is made inside; raises SqlError where it took too long."""
    late: list[bool] = []

    def stop() -> None:
        late.append(True)
        connection.interrupt()

    watch = Timer(PATIENCE, stop)
    run(connection, "BEGIN TRANSACTION")
    watch.start()
    try:
        yield
    except (SqlError, EngineError) as error:
        if late:
            raise SqlError("sql.failed", why="", reason=f"more than {PATIENCE:.0f} s") from error
        raise
    finally:
        watch.cancel()
        run(connection, "ROLLBACK")


def played(
    stage: Stage, first: str, *, start: Callable[[], None]
) -> Iterator[tuple[BoundGrain, frozenset[str]]]:
    """Play a change as far as it reaches, grain by grain; with each, the relations changed so far.

    `start` makes the relation `first` anew. What reads no changed relation is left alone.
    """
    start()
    there = print_of(stage.connection, first) != stage.prints[first]
    changed = {first} if there else set()
    made = {first}
    for grain in stage.grains.values():
        for part in stage.way_to(grain.relation) if there else ():
            if part.relation not in made and part.reads & changed:
                made.add(part.relation)
                make(stage.connection, part)
                if print_of(stage.connection, part.relation) != stage.prints[part.relation]:
                    changed.add(part.relation)
        yield grain, frozenset(changed)


def moved_subjects(grain: BoundGrain) -> str:
    """Write the SELECT of the subjects of a grain that have another row than they had."""
    now, before = f"({rows_of(grain.relation)})", kept_as(grain.relation)
    return (
        f"SELECT DISTINCT subject FROM ((FROM {now} EXCEPT ALL FROM {before}) "
        f"UNION ALL (FROM {before} EXCEPT ALL FROM {now}))"
    )


def narrowed(grain: BoundGrain, rules: frozenset[str], *, subjects: str) -> BoundGrain:
    """Give a grain with some of its rules, over the rows of some subjects (a list or SELECT)."""
    return replace(
        grain,
        relation=f"(SELECT * FROM {grain.relation} WHERE subject IN ({subjects}))",
        rules=tuple(each for each in grain.rules if each.rule.id in rules),
    )
