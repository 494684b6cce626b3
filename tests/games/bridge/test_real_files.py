"""Files that others wrote: every deal is audited, and what is lawful is not accused."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from auditor.api import run
from auditor.games.bridge.formats import lin, pbn

if TYPE_CHECKING:
    from pathlib import Path

DEALS = {
    "example1.pbn": 2,
    "example2.pbn": 299,
    "example4.pbn": 1,
    "sample.pbn": 3,
    "shared_deals.pbn": 4,
    "example1.lin": 8,
    "sample.lin": 1,
}


@pytest.mark.parametrize("name", DEALS)
def test_every_record_gives_a_board_of_fifty_two_cards(shared_data: Path, name: str) -> None:
    read = pbn.read if name.endswith(".pbn") else lin.read
    reading = read((shared_data / "real" / "bridge" / name).read_text("utf-8"), name)
    cards = [sum(map(str.isalnum, str(row["deal"])[2:])) for row in reading.rows("boards")]
    assert (cards, reading.broken) == ([52] * DEALS[name], [])


def test_two_tables_of_a_board_inherit_one_deal(shared_data: Path) -> None:
    text = (shared_data / "real" / "bridge" / "shared_deals.pbn").read_text("utf-8")
    rows = pbn.read(text, "shared_deals.pbn").rows("boards")
    tables = Counter((row["session_id"], row["number"], row["deal"]) for row in rows)
    assert list(tables.values()) == [2, 2]


def test_all_deals_are_audited_and_none_is_accused(shared_data: Path, tmp_path: Path) -> None:
    audit = run([shared_data / "real" / "bridge"], tmp_path)[1]
    counted = {row["rule"]: row for row in audit.outcomes.to_dict("records")}
    assert (counted["BRG-6B1"]["total"], counted["BRG-6B1"]["pass"]) == (318, 318)
    assert (counted["BRG-6F"]["pass"], counted["BRG-6F"]["out_of_scope"]) == (305, 13)
    assert audit.findings.empty
