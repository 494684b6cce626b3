"""Nights of bacará as canonical tables: two tables a night at casinos that declare this or that."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, timedelta
from typing import TYPE_CHECKING

from auditor.errors import HouseError
from auditor.ingest.rows import canonical_tables
from auditor.store.house import house_of
from auditor.store.toml_section import Section
from tests.witness.bacara_nights import HANDS, night

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa

    from auditor.store.house import House
    from tests.witness.bacara_table import Row

FIRST_DATE = date(2005, 1, 1)
DECLARED: tuple[dict[str, object], ...] = (
    {},
    {"rounding": {"unit": "0.01", "direction": "half_up"}, "burn": {"cards": 5}},
    {"rounding": {"unit": "1", "direction": "down"}, "burn": {"cards": 0}},
    {"rounding": {"unit": "0.50", "direction": "half_even"}},
    {"rounding": {"unit": "0.10", "direction": "up"}, "burn": {"cards": 6}},
    {"readings": {"BAC-8.15": {"reading": "exact"}, "BAC-5.e3": {"reading": "at_least_forty"},
                  "BAC-6.b3": {"reading": "between_forty_and_half"}}},
)  # fmt: skip
IDS = frozenset({"session_id", "hand_id", "bet_id", "shoe_id", "cutter_hand_id"})
PEOPLE = frozenset({"player_id", "banker_player_id"})
GUESTS = "X"  # who may sit at both tables


def _house(number: int) -> House:
    """Give the house file of a casino."""
    raw = {**DECLARED[number], "casino_id": f"c{number}"}
    return house_of(Section(raw, f"house-c{number}.toml", HouseError))


HOUSES = {f"c{number}": _house(number) for number in range(len(DECLARED))}


def deal(hands: int, random: np.random.Generator) -> dict[str, pa.Table]:
    """Play so many hands, two tables of a casino a night."""
    rows: dict[str, list[Row]] = defaultdict(list)
    for number, begun in enumerate(range(0, hands, HANDS)):
        pair = number // 2
        day = FIRST_DATE + timedelta(pair // len(HOUSES))
        session: Row = {
            "session_id": f"n{number}~s", "casino_id": f"c{pair % len(HOUSES)}",
            "table_id": f"M{number}", "game": "bacara", "gaming_date": day.isoformat(),
            "currency": "PEN", "closed_at": f"{day.isoformat()}T23:30:00",
        }  # fmt: skip
        rows["sessions"].append(session)
        played = night(int(random.integers(2**63)), min(HANDS, hands - begun), day=day)
        for table, found in played.items():
            rows[table] += [_named(number, row) for row in found]
    return dict(canonical_tables(rows, houses=HOUSES).tables)


def _named(number: int, row: Row) -> Row:
    """Mark a row's ids, and its people but the guests, with the number of its night."""
    return {key: _marked(number, key, cell) for key, cell in row.items()}


def _marked(number: int, key: str, cell: str | None) -> str | None:
    """Mark one cell."""
    is_own = key in IDS or (key in PEOPLE and not (cell or "").startswith(GUESTS))
    return f"n{number}~{cell}" if is_own and cell is not None else cell
