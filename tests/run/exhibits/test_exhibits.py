"""Of a casino's rows those are kept that a report can carry: all, some dates, or only hashes."""

from __future__ import annotations

from datetime import date

import pytest

from auditor.run.exhibits.exhibits import kept_of
from auditor.store.entry import StoredFile

DAYS = [date(2026, 3, 6), date(2026, 3, 7), None]
FILES = [
    StoredFile("bets", "LIM", day, f"bets/{number}.parquet", rows=1, size=100, sha256="a" * 64)
    for number, day in enumerate(DAYS)
]


@pytest.mark.parametrize(
    ("largest", "kind", "kept"),
    [
        (300, "whole", FILES),
        (299, "dates", FILES[1:]),
        (200, "dates", FILES[1:]),
        (199, "none", []),
    ],
)
def test_what_is_too_large_stands_by_its_hashes_alone(
    largest: int, kind: str, kept: list[StoredFile]
) -> None:
    found = kept_of(FILES, frozenset({"2026-03-07", ""}), largest=largest)
    assert (found.kind, list(found.files)) == (kind, kept)
