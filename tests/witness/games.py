"""The games that have a witness: its judge, the norm that it speaks of, and hands of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.witness import bling_bling, bridge, mini_bacara
from tests.witness.deal_bling_bling import deal as deal_bling_bling
from tests.witness.deal_bridge import deal as deal_bridge
from tests.witness.hands import simulated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    import numpy as np
    import pyarrow as pa

    from tests.witness.rows import Said, Session


class Game(NamedTuple):
    """One game's witness; `silent` are the rules that it cannot judge, each with the reason."""

    id: str
    prefix: str
    judge: Callable[[list[Session]], Iterator[Said]]
    silent: Mapping[str, str]
    deal: Callable[[int, np.random.Generator], dict[str, pa.Table]]


GAMES = {
    game.id: game
    for game in (
        Game("bling_bling", "BLB", bling_bling.judge, bling_bling.SILENT, deal_bling_bling),
        Game("bridge", "BRG", bridge.judge, bridge.SILENT, deal_bridge),
        Game(
            "mini_bacara",
            "MIN",
            mini_bacara.judge,
            mini_bacara.SILENT,
            simulated("mini_bacara", of=48),
        ),
    )
}
