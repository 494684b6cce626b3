"""Clock times become UTC by the venue's zone; those that mean two moments or none stay empty."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.ingest.convert.zones import stretches
from auditor.ingest.mapping.model import Dialect, Mapping
from auditor.ingest.rows import canonical_tables
from auditor.store.house import House

if TYPE_CHECKING:
    from auditor.ingest.rows import CanonicalTables

Row = dict[str, str | None]
SESSION: Row = {
    "casino_id": "MVD-01",
    "table_id": "MB-1",
    "game": "mini_bacara",
    "gaming_date": "2010-03-13",
    "currency": "UYU",
}
MONTEVIDEO = "America/Montevideo"
CLOCKS = st.datetimes(datetime(1995, 1, 1), datetime(2024, 1, 1))  # noqa: DTZ001  # clock times


def opened(
    clocks: list[str],
    mapping: Mapping | None = None,
    house: House | None = None,
    **cells: str | None,
) -> CanonicalTables:
    """Convert sessions that opened at some clock times; session N has id sNNN, from 0."""
    rows = [
        {**SESSION, "session_id": f"s{n:03}", "opened_at": clock, **cells}
        for n, clock in enumerate(clocks)
    ]
    houses = {house.casino_id: house} if house else {}
    return canonical_tables({"sessions": rows}, houses=houses, mapping=mapping)


def moments(done: CanonicalTables) -> list[datetime | None]:
    """Give when sessions opened, in UTC, by id."""
    found: list[datetime | None] = done.tables["sessions"]["opened_at"].to_pylist()
    return found


def meant(clock: datetime, zone: str) -> datetime | None:
    """Give the one moment that a clock time means, as Python's own zones have it."""
    both = {clock.replace(tzinfo=ZoneInfo(zone), fold=fold).astimezone(UTC) for fold in (0, 1)}
    return both.pop() if len(both) == 1 else None


@pytest.mark.parametrize("zone", [MONTEVIDEO, "America/Lima", "Australia/Lord_Howe", "UTC"])
@given(clocks=st.lists(CLOCKS, min_size=1, max_size=200))
@settings(max_examples=5, deadline=None)
def test_any_clock_time_is_placed_as_python_places_it(zone: str, clocks: list[datetime]) -> None:
    house = House("MVD-01", zone=zone)
    done = opened([one.isoformat() for one in clocks], house=house)
    assert moments(done) == [meant(one, zone) for one in clocks]


def test_the_hour_that_montevideo_had_twice_says_no_moment() -> None:
    clocks = [
        "2010-03-14T00:59:59",
        "2010-03-14T01:00:00",
        "2010-03-14T01:59:59",
        "2010-03-14T02:00:00",
    ]
    before = datetime(2010, 3, 14, 2, 59, 59, tzinfo=UTC)
    after = datetime(2010, 3, 14, 5, 0, tzinfo=UTC)
    assert moments(opened(clocks)) == [before, None, None, after]


def test_the_hour_that_montevideo_skipped_says_no_moment() -> None:
    clocks = [
        "2009-10-04T01:59:59",
        "2009-10-04T02:00:00",
        "2009-10-04T02:59:59",
        "2009-10-04T03:00:00",
    ]
    before = datetime(2009, 10, 4, 4, 59, 59, tzinfo=UTC)
    after = datetime(2009, 10, 4, 5, 0, tzinfo=UTC)
    assert moments(opened(clocks)) == [before, None, None, after]


def test_an_offset_settles_an_hour_that_came_twice() -> None:
    done = opened(["2010-03-14T01:00:30-03:00", "2010-03-14T01:54:10-02:00"])
    first, second = (4, 0, 30), (3, 54, 10)
    assert moments(done) == [datetime(2010, 3, 14, *one, tzinfo=UTC) for one in (first, second)]


def test_the_house_comes_before_the_mapping_and_the_mapping_before_the_currency() -> None:
    clock = ["2026-03-07T20:00:00"]
    mapping = Mapping(dialect=Dialect(zone="Europe/Madrid"))
    lima = House("MVD-01", zone="America/Lima")
    assert moments(opened(clock, mapping, lima)) == [datetime(2026, 3, 8, 1, 0, tzinfo=UTC)]
    assert moments(opened(clock, mapping)) == [datetime(2026, 3, 7, 19, 0, tzinfo=UTC)]
    assert moments(opened(clock)) == [datetime(2026, 3, 7, 23, 0, tzinfo=UTC)]
    assert moments(opened(clock, currency="EUR")) == [datetime(2026, 3, 7, 20, 0, tzinfo=UTC)]


def test_a_house_that_names_its_country_alone_has_that_countrys_zone() -> None:
    done = opened(["2026-03-07T20:00:00"], house=House("MVD-01", jurisdiction="PE"))
    assert done.tables["sessions"]["zone"].to_pylist() == ["America/Lima"]


def test_each_casino_of_one_log_has_its_own_zone() -> None:
    rows = [
        {**SESSION, "session_id": casino, "casino_id": casino, "opened_at": "2026-03-07T20:00:00"}
        for casino in ("LIM-01", "MVD-01")
    ]
    houses = {"LIM-01": House("LIM-01", zone="America/Lima")}
    done = canonical_tables({"sessions": rows}, houses=houses)
    assert [one.hour for one in moments(done) if one] == [1, 23]


def test_a_zone_without_changes_is_one_stretch() -> None:
    day = datetime(2026, 3, 7)  # noqa: DTZ001  # a clock time
    (only,) = stretches("America/Lima", day, last=day + timedelta(days=1))
    assert only.offset == -5 * 3600
