"""Write boards in PBN 2.1; a session is an event, and a table tells who sat West.

PBN knows no casino and no event of the dealing, so that only breaches of the deals show in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from auditor.games.bridge.formats.pbn import read

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["SHOWN", "files", "read"]

SHOWN = ("BRG-6A1.2", "BRG-6A1.3", "BRG-6B1", "BRG-6F")
HEAD = "% PBN 2.1\n% EXPORT\n"


def files(
    tables: Mapping[str, pa.Table],
) -> Iterator[tuple[str, str, Mapping[str, pa.ChunkedArray]]]:
    """Give the one file's name, its text, a record a board, and the ids of its boards in order."""
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
    text = HEAD + "\n".join(records.to_pylist()) + "\n"
    yield "noche.pbn", text, {"boards": boards["board_id"]}
