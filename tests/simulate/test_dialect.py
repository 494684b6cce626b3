"""Numbers, dates and headers are written as a casino of the dialect writes them."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING

import pyarrow as pa
import pytest

from auditor.games.log_model import arrow_schema, tables
from auditor.ingest.mapping.mapping_file import parse_mapping
from auditor.simulate.dialect import as_text, dialects, mapping_text

if TYPE_CHECKING:
    from collections.abc import Sequence

MONEY = [Decimal("1234567.5"), Decimal(-999), Decimal("0.0525"), None]


def written(name: str, column: str, *, dialect: str, values: Sequence[object]) -> list[str]:
    kind = arrow_schema(tables()[name]).field(column).type
    table = pa.table({column: pa.array(values, kind)})
    told = as_text(table, name, dialect=dialects()[dialect], zone="America/Lima")
    return [told.column_names[0], *told.column(0).to_pylist()]


def test_amounts_have_the_marks_of_the_dialect() -> None:
    assert written("bets", "stake", dialect="peru", values=[*MONEY[:2], None])[1:] == [
        "1.234.567,50", "-999,00", None,
    ]  # fmt: skip
    assert written("bets", "stake", dialect="anglo", values=MONEY)[1] == "1,234,567.5000"
    assert written("bets", "stake", dialect="plain", values=MONEY)[3] == "0.0525"


def test_times_are_the_venues() -> None:
    at = [datetime(2025, 1, 2, 4, 5, 6, tzinfo=UTC)]
    assert written("events", "at", dialect="peru", values=at) == ["hora", "01/01/2025 23:05:06"]
    assert written("events", "at", dialect="anglo", values=at)[1] == "01/01/2025 11:05:06 PM"
    day = [date(2025, 1, 2)]
    assert written("sessions", "gaming_date", dialect="uruguay", values=day)[1] == "02-01-2025"


def test_yes_and_no_are_the_dialects() -> None:
    assert written("bets", "authorised", dialect="peru", values=[True, False, None])[1:] == [
        "sí", "no", None,
    ]  # fmt: skip


@pytest.mark.parametrize("name", dialects())
def test_the_mapping_declares_the_dialect_and_every_column(name: str) -> None:
    columns = {table.name: table.names for table in tables().values()}
    text = mapping_text(columns, dialect=dialects()[name], zone="America/Lima")
    mapping = parse_mapping(text.encode(), file="mapping.toml")
    told = {key: set(renamed.values()) for key, renamed in mapping.columns.items() if key}
    assert mapping.dialect.delimiter == dialects()[name].delimiter
    assert told == {key: set(names) for key, names in columns.items()}
