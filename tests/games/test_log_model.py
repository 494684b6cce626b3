"""Every column of the log model says whom it tells of, so that no name is told by oversight."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files

from auditor.games.log_model import Kind, Tells, tables

PERSON = re.compile(r"(?:.*_)?(?:player|dealer|banker|shooter|partner|cutter|croupier|staff)_id")


def test_every_column_of_text_says_whom_it_tells_of() -> None:
    raw = tomllib.loads(files("auditor.games").joinpath("log_model.toml").read_text("utf-8"))
    silent = {
        f"{table}.{name}"
        for table, told in raw.items()
        for name, words in told["columns"].items()
        if (words[0].rstrip("*") == "text") != (len(words) == 4)
    }
    assert silent == set()


def test_every_id_is_of_a_person_or_of_a_thing() -> None:
    found = {
        (column.name, column.tells)
        for table in tables().values()
        for column in table.columns
        if column.kind is Kind.TEXT and column.name.endswith("_id")
    }
    persons = {name for name, tells in found if tells in {Tells.PLAYER, Tells.STAFF}}
    assert persons == {name for name, _ in found if PERSON.fullmatch(name)}
    assert {name for name, tells in found if tells is Tells.PLAIN} == {"casino_id", "table_id"}


def test_a_persons_id_has_the_same_standing_in_every_table() -> None:
    told = {(c.name, c.tells) for table in tables().values() for c in table.columns}
    assert len(told) == len({name for name, _ in told})
