"""Write boards in PBN 2.1; a session is an event, and a table tells who sat West.

PBN knows no casino and no event of the dealing, so that only breaches of the deals show in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from auditor.games.bridge.formats.pbn import read
from auditor.simulate.plant import LABELS

if TYPE_CHECKING:
    from collections.abc import Mapping

SUFFIX = "pbn"
SHOWN = ("BRG-6A1.2", "BRG-6A1.3", "BRG-6B1", "BRG-6F")
NOWHERE = "_"  # the casino of what names none
HEAD = "% PBN 2.1\n% EXPORT\n"


def text(tables: Mapping[str, pa.Table]) -> str:
    """Write the boards of some sessions, a record each."""
    boards = tables["boards"]
    table = boards["copy"].cast(pa.string())
    days = pc.strftime(tables["sessions"]["gaming_date"], "%Y.%m.%d")
    at = pc.index_in(boards["session_id"], value_set=tables["sessions"]["session_id"])
    tags = {
        "Event": boards["session_id"],
        "Site": "Club simulado",
        "Date": days.combine_chunks().take(at.combine_chunks()),
        "Board": boards["number"].cast(pa.string()),
        "West": pc.binary_join_element_wise("Oeste", table, " "),
        "Dealer": boards["dealer"],
        "Vulnerable": boards["vulnerable"],
        "Deal": boards["deal"],
        "Stage": "Ronda 1",
        "Table": table,
        "Result": pc.fill_null(boards["result"], "?"),
    }
    lines = [pc.binary_join_element_wise(f'[{tag} "', told, '"]', "") for tag, told in tags.items()]
    records = pc.binary_join_element_wise(*lines, "", "\n")
    return HEAD + "\n".join(records.to_pylist()) + "\n"


def renamed(written: str, name: str, *, boards: pa.Table, labels: pa.Table) -> pa.Table:
    """Give the labels with the subjects that boards have once the file is read, and no casino."""
    found = read(written, name).tables["boards"]
    theirs = pa.array([str(row["board_id"]) for row in found])
    at = pc.index_in(labels["subject"], value_set=boards["board_id"])
    told = {
        "rule": labels["rule"],
        "casino_id": pa.repeat(NOWHERE, labels.num_rows),
        "subject": theirs.take(at.combine_chunks()),
        "verdict": labels["verdict"],
    }
    return pa.table(told, LABELS)
