"""What a bet was settled at, net of its stake, as far as the log says if it is net or gross."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.witness.rows import Row


def basis_of(bets: Iterable[Row]) -> str | None:
    """Give what an empty basis means in a session: net where every bet leaves it empty."""
    return None if any(bet["payout_basis"] for bet in bets) else "net"


def nets(bet: Row, basis: str | None) -> set[int]:
    """Give what a bet may have won, net: several where its basis is not known."""
    payout = bet["payout"]
    if payout is None:
        return set()
    by_basis = {"net": {payout}, "gross": {payout - bet["stake"]}}
    return by_basis.get(bet["payout_basis"] or basis or "", {payout, payout - bet["stake"]})


def paid(bet: Row, basis: str | None, due: set[int]) -> bool | None:
    """Tell whether a bet was settled at one of some net amounts; None where that is not known."""
    agree = {net in due for net in nets(bet, basis)}
    return agree.pop() if len(agree) == 1 else None
