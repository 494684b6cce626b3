"""Plain records are cut into cells as they come; anything else is left to who reads closer."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.ingest.read import csv_text
from auditor.ingest.read.csv_body import LONGEST_RECORD, Shape
from auditor.ingest.read.csv_text import plain_rows

COLUMNS = ("a", "b", "c")
SHAPE = Shape(",", len(COLUMNS))
PLAIN = re.compile(r'([^",\n]*|"[^",\n]*"),([^",\n]*|"[^",\n]*"),([^",\n]*|"[^",\n]*")')
BARE = st.text("xé =", max_size=3)
CELL = BARE | BARE.map(lambda text: f'"{text}"')
LINE = st.tuples(CELL, CELL, CELL).map(",".join)
ODD = LINE | st.text('x",é=', max_size=9)


def cells_of(line: str) -> tuple[str | None, ...]:
    """Give the cells of a plain record, an empty one None."""
    match = PLAIN.fullmatch(line)
    return tuple(cell.strip('"') or None for cell in match.groups()) if match else ()


def read(data: bytes, size: int) -> list[tuple[str | None, ...]] | None:
    chunks = [data[start : start + size] for start in range(0, len(data), size)]
    found = plain_rows(chunks, COLUMNS, shape=SHAPE)
    if found is None:
        return None
    return [tuple(row.values()) for rows in found for row in rows.to_pylist()]


@settings(max_examples=150, deadline=None)
@given(st.lists(LINE, max_size=8), st.integers(1, 40))
def test_plain_records_are_cut_into_their_cells_wherever_chunks_end(
    lines: list[str], size: int
) -> None:
    data = "".join(f"{line}\n" for line in lines).encode()
    assert read(data, size) == [cells_of(line) for line in lines]


@settings(max_examples=300, deadline=None)
@given(st.lists(ODD, min_size=1, max_size=5), st.integers(1, 40), st.integers(1, 60))
def test_nothing_but_plain_records_is_read(lines: list[str], size: int, nearby: int) -> None:
    due = [cells_of(line) for line in lines]
    data = "".join(f"{line}\n" for line in lines).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(csv_text, "NEARBY", nearby)
        assert read(data, size) == (due if all(due) else None)


@pytest.mark.parametrize("line", ["x\0,y,z", "x" * LONGEST_RECORD + ",y,z"])
def test_a_sign_that_is_no_text_and_a_very_long_record_are_looked_at_closer(line: str) -> None:
    assert read(f"x,y,z\n{line}\nx,y,z\n".encode(), 1 << 20) is None
