"""Dates and times: what is written without doubt is read, and nothing is guessed."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.errors import UsageError
from auditor.ingest.ingest import IngestOptions, ingest
from auditor.ingest.mapping.model import Dialect, Mapping
from tests.ingest.convert.night import SESSION, a_night, bets_of, blamed

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.ingest.rows import CanonicalTables

DAY_FIRST = Mapping(dialect=Dialect(date="%d/%m/%Y", datetime="%d/%m/%Y %H:%M:%S"))


def test_a_time_is_placed_by_its_offset_else_by_the_venue() -> None:
    clocks = {
        "2003-07-11T20:01:00": datetime(2003, 7, 12, 1, 1, tzinfo=UTC),
        "2003-07-11 20:01": datetime(2003, 7, 12, 1, 1, tzinfo=UTC),
        "2003-07-11T20:01:00.250000": datetime(2003, 7, 12, 1, 1, 0, 250_000, tzinfo=UTC),
        "2003-07-11T20:01:00Z": datetime(2003, 7, 11, 20, 1, tzinfo=UTC),
        "2003-07-11T20:01-05:00": datetime(2003, 7, 12, 1, 1, tzinfo=UTC),
        "2003-07-11T20:01:00+0530": datetime(2003, 7, 11, 14, 31, tzinfo=UTC),
        "2003-07-11T20:01:00-03": datetime(2003, 7, 11, 23, 1, tzinfo=UTC),
    }
    done = bets_of("placed_at", [*clocks])
    assert done.tables["bets"]["placed_at"].to_pylist() == [*clocks.values()]


def test_a_time_that_has_to_be_guessed_or_cannot_be_is_rejected() -> None:
    cells = ["2003-07-11", "20:01:00", "11/07/2003 20:01:00", "2003-7-11 20:01", "1057953660"]
    cells += ["2003-02-30T10:00:00", "2003-07-11T24:00:00", "2003-07-11T20:60:00", "now"]
    done = bets_of("placed_at", [*cells])
    assert blamed(done) == [(n, "placed_at") for n in range(1, len(cells) + 1)]


def test_a_time_in_utc_of_any_other_width_of_year_is_rejected() -> None:
    cells = ["-999-07-11 20:01:00.000000Z", "12003-07-11 20:01:00.00000Z", "2003-07-11 20:01:60Z"]
    cells += ["2003-07-11 24:00:00.000000Z", "2003-02-30 20:01:00.000000Z"]
    assert blamed(bets_of("placed_at", [*cells])) == [(n, "placed_at") for n in range(1, 6)]


def test_a_time_in_utc_to_the_microsecond_is_read_with_either_sign_between() -> None:
    cells = ["2003-07-11 20:01:00.000250Z", "2003-07-11T20:01:00.000250Z"]
    due = datetime(2003, 7, 11, 20, 1, 0, 250, tzinfo=UTC)
    assert bets_of("placed_at", [*cells]).tables["bets"]["placed_at"].to_pylist() == [due, due]


def test_a_declared_format_decides_between_day_and_month() -> None:
    cells = [
        "03/07/2003 20:01:00",
        "2003-07-03T20:01:00",
        "07/13/2003 20:01:00",
        "31/06/2003 10:00:00",
    ]
    done = bets_of("placed_at", [*cells], DAY_FIRST)
    due = datetime(2003, 7, 4, 1, 1, tzinfo=UTC)
    assert done.tables["bets"]["placed_at"].to_pylist() == [due, due]
    assert blamed(done) == [(3, "placed_at"), (4, "placed_at")]


def test_a_declared_date_tells_the_order_of_days_in_times_too() -> None:
    mapping = Mapping(dialect=Dialect(date="%d/%m/%Y"))
    done = bets_of("placed_at", ["03/07/2003 20:01"], mapping)
    assert done.tables["bets"]["placed_at"].to_pylist() == [datetime(2003, 7, 4, 1, 1, tzinfo=UTC)]


@given(st.lists(st.datetimes(datetime(1990, 1, 1), datetime(2035, 1, 1)), min_size=1, max_size=100))  # noqa: DTZ001
@settings(max_examples=10, deadline=None)
def test_any_utc_time_is_read_back_the_same(moments: list[datetime]) -> None:
    due = [one.replace(tzinfo=UTC) for one in moments]
    done = bets_of("placed_at", [one.isoformat() for one in due])
    assert done.tables["bets"]["placed_at"].to_pylist() == due


BOUNDS = ("gaming_date", "date_earliest", "date_latest")


def sessions_of(dates: list[str]) -> CanonicalTables:
    """Convert sessions of some gaming dates; session N has id sN, from 0."""
    rows = [{**SESSION, "session_id": f"s{n}", "gaming_date": one} for n, one in enumerate(dates)]
    return a_night(sessions=rows, hands=[])


def bounds(done: CanonicalTables) -> dict[str, list[date | None]]:
    """Give the date of each session, with its bounds."""
    rows = done.tables["sessions"].to_pylist()
    return {row["session_id"]: [row[column] for column in BOUNDS] for row in rows}


def test_a_date_known_in_part_keeps_its_bounds() -> None:
    cells = ["2014.07.??", "2014-07-??", "2012-02-??", "2014.??.??", "????.??.??", "2014-07"]
    july = [None, date(2014, 7, 1), date(2014, 7, 31)]
    assert bounds(sessions_of(cells)) == {
        "s0": july,
        "s1": july,
        "s2": [None, date(2012, 2, 1), date(2012, 2, 29)],
        "s3": [None, date(2014, 1, 1), date(2014, 12, 31)],
        "s4": [None, None, None],
        "s5": july,
    }


def test_a_whole_date_is_its_own_bounds() -> None:
    whole = ["2003-07-11", "2003-07-11T00:00:00", "2003.07.11"]
    assert bounds(sessions_of(whole)) == {f"s{n}": [date(2003, 7, 11)] * 3 for n in range(3)}


def test_a_date_that_has_to_be_guessed_or_cannot_be_is_rejected() -> None:
    cells = ["11/07/2003", "2003-13-01", "2003-02-29", "2014-13-??", "July", "3-7-2003", "20030711"]
    done = sessions_of(cells)
    assert blamed(done) == [(n, "gaming_date") for n in range(1, len(cells) + 1)]


FAR = ["1799-12-31", "2200-01-01", "0001-01-01", "9999-12-31", "9999-12-??", "0000"]


def test_the_years_of_a_record_end_with_a_day_that_is_read_and_one_that_is_rejected() -> None:
    done = sessions_of(["1800-01-01", "2199-12-31", *FAR])
    days = date(1800, 1, 1), date(2199, 12, 31)
    assert bounds(done) == {f"s{n}": [day] * 3 for n, day in enumerate(days)}
    assert blamed(done) == [(n, "gaming_date") for n in range(3, 3 + len(FAR))]


@pytest.mark.parametrize("clock", ["{}T20:01:00", "{}T20:01:00Z", "{}T20:01:00+05:00"])
def test_so_do_times(clock: str) -> None:
    days = ["1800-01-01", "2199-12-31", *FAR[:4]]
    done = bets_of("placed_at", [clock.format(day) for day in days])
    assert done.tables["bets"]["bet_id"].to_pylist() == ["b0", "b1"]
    assert blamed(done) == [(n, "placed_at") for n in range(3, 7)]


def test_so_do_days_written_as_declared_and_the_reason_names_the_years() -> None:
    done = bets_of("placed_at", ["31/12/2199 20:01:00", "31/12/9999 20:01:00"], DAY_FIRST)
    (reject,) = done.rejects.to_pylist()
    assert (reject["record"], reject["column"]) == (2, "placed_at")
    assert ("1800 a 2199" in reject["reason_es"], "1800 to 2199" in reject["reason_en"]) == (
        True,
        True,
    )


@pytest.mark.parametrize("year", [1799, 2200])
def test_no_flag_gives_a_date_of_another_year(tmp_path: Path, year: int) -> None:
    with pytest.raises(UsageError, match="1800"):
        ingest([tmp_path], tmp_path / "store", options=IngestOptions(gaming_date=date(year, 6, 1)))
