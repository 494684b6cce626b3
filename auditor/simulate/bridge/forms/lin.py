"""Write boards in LIN, a file a session; each record tells who sat West.

LIN knows neither date nor casino, so that only what a deal shows by itself shows in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from auditor.games.bridge.formats.lin import read

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["SHOWN", "files", "read"]

SHOWN = ("BRG-6A1.2", "BRG-6A1.3", "BRG-6B1")
DEALERS = pa.array(["S", "W", "N", "E"])
VULNERABLE, MARKS = pa.array(["None", "NS", "EW", "All"]), pa.array(["o", "n", "e", "b"])
SOUTH_ON = (2, 3, 0, 1)  # of the hands from North on
SUITS = r"^([^.]*)\.([^.]*)\.([^.]*)\.([^.]*)$"


def files(
    tables: Mapping[str, pa.Table],
) -> Iterator[tuple[str, str, Mapping[str, pa.ChunkedArray]]]:
    """Give each file's name, its text, and the ids of its boards in order."""
    boards = tables["boards"]
    for session in pc.unique(boards["session_id"]):
        own = boards.filter(pc.equal(boards["session_id"], session))
        text = "\n".join(_records(own).to_pylist()) + "\n"
        yield f"{session}.lin", text, {"boards": own["board_id"]}


def _records(boards: pa.Table) -> pa.ChunkedArray:
    """Write the boards of a session, a line each."""
    number, table = (boards[key].cast(pa.string()) for key in ("number", "copy"))
    hands = pc.split_pattern(pc.utf8_slice_codeunits(boards["deal"], 2), " ")
    written = [
        pc.replace_substring_regex(pc.list_element(hands, at), SUITS, r"S\1H\2D\3C\4")
        for at in SOUTH_ON
    ]
    dealer = pc.index_in(boards["dealer"], value_set=DEALERS)
    vulnerable = MARKS.take(
        pc.index_in(boards["vulnerable"], value_set=VULNERABLE).combine_chunks()
    )
    parts = (
        "qx|", number, "|pn|Sur ", table, ",Oeste ", table, ",Norte ", table, ",Este ", table,
        "|md|",
        pc.add(dealer, 1).cast(pa.string()), pc.binary_join_element_wise(*written, ","),
        "|sv|", vulnerable, "|ah|Board ", number, "|",
    )  # fmt: skip
    return pc.binary_join_element_wise(*parts, "")
