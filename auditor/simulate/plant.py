"""Plant breaches in a lawful night: choose the places, change the tables, label what is wrong.

Plants are SQL over the night's tables. While they work an event's `seq` is a thousand times what
it will be, so that events can be put between others; events of type `_lost` leave a gap.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from auditor.games.log_model import tables as log_tables
from auditor.simulate.catalog import REACHES, prelude
from auditor.sql import connect, query, run

if TYPE_CHECKING:
    from collections.abc import Mapping

    from auditor.simulate.catalog import Plant, SimulatedGame, Tables
    from auditor.simulate.columns import Flags, Numbers
    from auditor.sql import Connection

STEP = 1000  # between the numbers of two events, while plants work
LOST = "_lost"
# Of the sessions and of the shoes of a batch, the share that plants may keep for themselves.
MOST_TAKEN = {"session": 0.4, "shoe": 0.7}
LABELS = pa.schema([(name, pa.string()) for name in ("rule", "casino_id", "subject", "verdict")])


@dataclass(frozen=True, slots=True)
class Quota:
    """How many places of each rule were seen and how many were planted, over a whole simulation."""

    least: int = 1
    seen: dict[str, int] = field(default_factory=dict)
    planted: dict[str, int] = field(default_factory=dict)

    def due(self, rule: str, rate: float, *, sites: int) -> int:
        """Say how many more are due after so many more places, `least` where there are as many."""
        self.seen[rule] = self.seen.get(rule, 0) + sites
        whole = max(round(rate * self.seen[rule]), min(self.least, self.seen[rule]))
        return max(whole - self.planted.get(rule, 0), 0)


@dataclass(frozen=True, slots=True)
class _Ground:
    """The units of a night in order: which are taken, and the group of each by reach."""

    taken: Flags
    groups: Mapping[str, Numbers]


def plant_all(
    tables: Tables,
    game: SimulatedGame,
    *,
    plants: Mapping[str, tuple[Plant, float]],
    quota: Quota,
    random: np.random.Generator,
) -> tuple[Tables, pa.Table]:
    """Give the tables with breaches of each plant at its rate, and the labels of what is wrong.

    Labels: rule, casino_id, subject, verdict.
    """
    connection = connect(threads=1)
    _load(connection, tables, game=game)
    for statement in prelude(game.id):
        run(connection, statement, why=game.id)
    ground = _ground(connection)
    run(connection, "CREATE TABLE labels (rule TEXT, unit TEXT, subject TEXT, verdict TEXT)")
    for plant, rate in sorted(plants.values(), key=lambda each: _turn(each[0])):
        sites = query(connection, _SITES.format(site=plant.site), why=plant.rule)
        places = sites["_place"].to_numpy()
        groups = np.unique(ground.groups[plant.reach][places])
        due = quota.due(plant.rule, rate, sites=len(groups))
        chosen = _choose(places, ground, plant=plant, due=due, random=random)
        quota.planted[plant.rule] = quota.planted.get(plant.rule, 0) + len(chosen)
        if len(chosen):
            _change(connection, sites.take(pa.array(chosen)), plant=plant)
    _renumber(connection)
    return _unload(connection, tables), _labels(connection)


def _turn(plant: Plant) -> tuple[int, str]:
    """Give a plant's turn: those that reach furthest come first."""
    return -REACHES.index(plant.reach), plant.rule


# One place a unit, by the hash of its subject; rows go in the order of play.
_SITES = """
SELECT s.*, u.place AS _place FROM ({site}) AS s JOIN units AS u USING (unit)
QUALIFY row_number() OVER (PARTITION BY unit ORDER BY hash(subject)) = 1
ORDER BY u.place
"""


def _load(connection: Connection, tables: Tables, *, game: SimulatedGame) -> None:
    """Put the tables into the database, and number the units in the order of play."""
    for name, (table, _) in tables.items():
        connection.register("given", table)
        seq = f"* REPLACE (seq * {STEP} AS seq)" if name == "events" else "*"
        run(connection, f"CREATE TABLE {name} AS SELECT {seq} FROM given")
        connection.unregister("given")
    units, of = tables[game.unit]
    told = pa.table(
        {
            "unit": units[game.unit_id],
            "session_id": units["session_id"],
            "shoe_id": _shoes(units),
            "place": pa.array(np.arange(units.num_rows)),
            "part": pa.array(of),
        }
    )
    connection.register("given", told)
    run(connection, "CREATE TABLE units AS SELECT * FROM given")
    connection.unregister("given")


def _shoes(units: pa.Table) -> pa.ChunkedArray:
    """Give what each unit is dealt from: its shoe; a board's number in its session; or nothing."""
    if "number" in units.column_names:
        number = units["number"].cast(pa.string())
        return pa.compute.binary_join_element_wise(units["session_id"], number, " ")
    return units["shoe_id"]


def _ground(connection: Connection) -> _Ground:
    """Number the groups of the units."""
    units = query(connection, "SELECT * FROM units ORDER BY place")
    codes = {
        reach: units[column]
        .combine_chunks()
        .dictionary_encode()
        .indices.to_numpy(zero_copy_only=False)
        for reach, column in (("unit", "unit"), ("shoe", "shoe_id"), ("session", "session_id"))
    }
    filled = {reach: np.nan_to_num(code, nan=-1).astype(np.int64) for reach, code in codes.items()}
    return _Ground(np.zeros(units.num_rows, dtype=np.bool_), filled)


def _choose(
    places: Numbers, ground: _Ground, *, plant: Plant, due: int, random: np.random.Generator
) -> Numbers:
    """Choose rows among the sites of a plant, none near what another has taken; take them."""
    group = ground.groups[plant.reach]
    is_taken = np.zeros(group.max(initial=0) + 2, dtype=np.bool_)
    is_taken[group[ground.taken]] = True
    near = np.convolve(ground.taken, np.ones(2 * plant.margin + 1), mode="same") > 0
    free = np.flatnonzero(~is_taken[group[places]] & ~near[places])
    _, firsts = np.unique(group[places[shuffled := random.permutation(free)]], return_index=True)
    able = np.sort(shuffled[firsts])
    if plant.reach != "unit":  # units are left to the plants of units
        most = round(MOST_TAKEN[plant.reach] * len(np.unique(group)))
        due = min(due, most - int(is_taken.sum()))
    picked = np.sort(random.permutation(able)[: max(due, 0)])
    apart = np.diff(places[picked], prepend=-2 * plant.margin - 2) > 2 * plant.margin
    picked = picked[apart]
    for step in range(-plant.margin, plant.margin + 1):
        ground.taken[np.clip(places[picked] + step, 0, len(ground.taken) - 1)] = True
    ground.taken[np.isin(group, group[places[picked]])] = True
    return np.asarray(picked)


def _change(connection: Connection, site: pa.Table, *, plant: Plant) -> None:
    """Do what a plant does at the places chosen, and label it."""
    connection.register("given", site)
    run(connection, "CREATE OR REPLACE TABLE site AS SELECT * FROM given ORDER BY _place")
    connection.unregister("given")
    for statement in plant.change:
        run(connection, statement, why=plant.rule)
    for rule, label in {plant.rule: plant.label, **plant.also}.items():
        told = query(connection, label, why=plant.rule)
        verdict = "verdict" if "verdict" in told.column_names else f"'{plant.verdict}'"
        run(
            connection,
            f"INSERT INTO labels SELECT '{rule}', unit, subject, {verdict} FROM ({label})",
        )


def _renumber(connection: Connection) -> None:
    """Number the events of each session again, in labels too, and take the lost ones away."""
    if not _has(connection, "events"):
        return
    run(
        connection,
        "CREATE TABLE numbered AS SELECT rowid AS row, session_id, seq AS old, "
        'row_number() OVER (PARTITION BY session_id ORDER BY seq, "at", type) AS new FROM events',
    )
    run(
        connection,
        "UPDATE labels SET subject = n.session_id || '/' || n.new FROM numbered AS n "
        "WHERE labels.subject = n.session_id || '/' || n.old",
    )
    run(
        connection,
        "UPDATE events SET seq = n.new FROM numbered AS n WHERE events.rowid = n.row",
    )
    run(connection, f"DELETE FROM events WHERE type = '{LOST}'")


def _has(connection: Connection, table: str) -> bool:
    """Tell whether the night has a table."""
    found = query(connection, f"SELECT 1 FROM duckdb_tables() WHERE table_name = '{table}'")
    return bool(found.num_rows)


def _unload(connection: Connection, tables: Tables) -> Tables:
    """Read the tables back in the order of the partitions, with the partition of every row."""
    run(connection, "CREATE TABLE parts AS SELECT DISTINCT session_id, part FROM units")
    return {
        name: _read(connection, name, schema=table.schema) for name, (table, _) in tables.items()
    }


def _read(connection: Connection, name: str, *, schema: pa.Schema) -> tuple[pa.Table, Numbers]:
    """Read one table back, in the order of the partitions, then of play, then of its key."""
    keys = ", ".join(f"t.{key}" for key in _ORDER.get(name, ()) or log_tables()[name].key)
    by_unit = "hand_id" in schema.names and "session_id" not in schema.names
    join = "units AS u ON t.hand_id = u.unit" if by_unit else "parts AS u USING (session_id)"
    place = "u.place" if by_unit else "u.part"
    told = query(
        connection, f"SELECT t.*, u.part FROM {name} AS t JOIN {join} ORDER BY {place}, {keys}"
    )
    return told.select(schema.names).cast(schema), told["part"].to_numpy().astype(np.int64)


# What follows one another in play, where a table's key does not say it.
_ORDER = {
    "hands": ("hand_no",),
    "rolls": ("seq",),
    "shoes": ("shoe_no",),
    "boards": ("number", "board_id"),
}


def _labels(connection: Connection) -> pa.Table:
    """Give the labels with the casino of each, in order."""
    told = query(
        connection,
        "SELECT l.rule, s.casino_id, l.subject, l.verdict FROM labels AS l JOIN units USING (unit) "
        "JOIN sessions AS s USING (session_id) ORDER BY l.rule, s.casino_id, l.subject",
    )
    return told.cast(LABELS)
