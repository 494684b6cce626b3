"""Law 6 E and F of bridge: what machines deal, and the copies of a board."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tests.witness.bridge_deals import is_ordered, is_whole_deal
from tests.witness.saying import Truth, every, word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.witness.bridge import Table
    from tests.witness.rows import Row


def method(table: Table) -> str:
    """Law 6 E 4: a machine deals as a good shuffle would: no deal twice, none in order."""
    boards = table.session.boards
    by = [board["dealt_by"] for board in boards]
    scope: Truth = True if "machine" in by else None if None in by else False
    whole = table.session.is_whole("boards")
    dealt = [board for board in boards if board["dealt_by"] == "machine"]
    deals = [(board["number"], table.deals[board["board_id"]]) for board in dealt]
    full = [(n, deal) for n, deal in deals if deal is not None and is_whole_deal(deal)]
    others = [(board["number"], table.deals[board["board_id"]]) for board in boards]
    again = any(
        other and other.key == deal.key and there != number
        for number, deal in full
        for there, other in others
    )
    bad = again or any(is_ordered(deal) for _, deal in full)
    unsure = not whole or None in by or len(full) < len(deals)
    return word(scope, False if bad else None if unsure else True, fails="observation")


def is_exact(table: Table, board: Row) -> str:
    """Law 6 F: copies are exact: hands, dealer, vulnerability; the original is what most show."""
    copies = table.copies[board["number"]]
    whole = table.session.is_whole("boards")
    if len(copies) == 1:
        return word(False if whole else None, None)
    deals = [table.deals[copy["board_id"]] for copy in copies]
    if not whole or any(deal is None or not deal.is_full for deal in deals):
        return "not_assessable"
    mine = copies.index(board)
    row = table.session.row
    dated = row["date_earliest"] is not None and row["date_earliest"] == row["date_latest"]
    certain = dated or board["copy"] is not None  # else two evenings may have one name
    return word(
        True,
        every(
            _is_as_most(values, mine, certain=certain)
            for values in (
                [deal and deal.key for deal in deals],
                [copy["dealer"] for copy in copies],
                [copy["vulnerable"] for copy in copies],
            )
        ),
    )


def _is_as_most(values: Sequence[object], mine: int, *, certain: bool) -> Truth:
    """Tell whether a value is that of most, else of the first; another tells only if certain."""
    if None in values:
        return None
    counts = Counter(values)
    most = max(counts.values())
    same = values[mine] == next(value for value in values if counts[value] == most)
    return same or (False if certain else None)
