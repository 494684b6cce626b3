"""Dates in force: a partial date decides only where every completion agrees."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from auditor.evaluate.scope import _dated, in_force_sql
from auditor.rulebook.model import Parameter, ParameterType, ParameterValue, Text
from auditor.sql import connect, value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.sql import Connection

FIRST, LAST = date(2003, 6, 6), date(2010, 12, 31)


@pytest.fixture(name="connection", scope="module")
def _connection() -> Iterator[Connection]:
    connection = connect(threads=1)
    yield connection
    connection.close()


def _on(earliest: str | None, latest: str | None) -> str:
    cells = [f"DATE '{day}'" if day else "NULL::DATE" for day in (earliest, latest)]
    return f"(SELECT {cells[0]} AS date_earliest, {cells[1]} AS date_latest)"


@pytest.mark.parametrize(
    ("earliest", "latest", "due"),
    [
        ("2003-06-05", "2003-06-05", False),
        ("2003-06-06", "2003-06-06", True),
        ("2010-12-31", "2010-12-31", True),
        ("2011-01-01", "2011-01-01", False),
        ("2003-06-01", "2003-06-30", None),
        ("2003-07-01", "2003-07-31", True),
        ("2003-05-01", "2003-05-31", False),
        (None, None, None),
    ],
)
def test_a_norm_is_in_force_from_its_first_day_to_its_last(
    connection: Connection, earliest: str | None, latest: str | None, due: bool | None
) -> None:
    sql = f"SELECT {in_force_sql(FIRST, LAST)} FROM {_on(earliest, latest)}"
    assert due is value(connection, sql)


def test_a_norm_without_dates_is_in_force_for_a_board_without_one(connection: Connection) -> None:
    assert value(connection, f"SELECT {in_force_sql(None, None)} FROM {_on(None, None)}")


@pytest.mark.parametrize(
    ("earliest", "latest", "due"),
    [
        ("2003-06-05", "2003-06-05", None),
        ("2003-06-06", "2003-06-06", "0.05"),
        ("2007-12-31", "2007-12-31", "0.05"),
        ("2008-01-01", "2008-01-01", "0.04"),
        ("2007-12-01", "2008-01-31", None),
        (None, None, None),
    ],
)
def test_a_parameter_has_the_value_of_its_day(
    connection: Connection, earliest: str | None, latest: str | None, due: str | None
) -> None:
    values = (
        ParameterValue(date(2003, 6, 6), "0.05", ("A",)),
        ParameterValue(date(2008, 1, 1), "0.04", ("A",)),
    )
    rate = Parameter("rate", ParameterType.DECIMAL, Text(es="", en=""), values)
    got = value(connection, f"SELECT {_dated(rate)} FROM {_on(earliest, latest)}")
    assert due == (None if got is None else f"{got:.2f}")
