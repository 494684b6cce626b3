"""The games that have a witness: its judge, the norm that it speaks of, and hands of the game."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from tests.witness import bacara, bling_bling, bridge, mini_bacara, stud7
from tests.witness.deal_bacara import HOUSES as HOUSES_OF_BACARA
from tests.witness.deal_bacara import deal as deal_bacara
from tests.witness.deal_bridge import deal as deal_bridge
from tests.witness.deal_stud7 import HOUSES as HOUSES_OF_STUD
from tests.witness.deal_stud7 import deal as deal_stud7
from tests.witness.hands import simulated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    import numpy as np
    import pyarrow as pa

    from auditor.store.house import House
    from tests.witness.rows import Said, Session


RATES = (0.0, 0.004, 0.03)  # shares of cells made wrong: none, few, many; in turn


class Game(NamedTuple):
    """One game's witness; `silent` are the rules that it cannot judge, each with the reason.

    `rates`: how much is made wrong of what is dealt, beside what its dealer does wrong by itself.
    `is_sparse`: what the witness says nothing of is out of scope; `has_holes`: what it deals lacks
    something even where nothing is made wrong.
    """

    id: str
    prefix: str
    judge: Callable[[list[Session]], Iterator[Said]]
    silent: Mapping[str, str]
    deal: Callable[[int, np.random.Generator], dict[str, pa.Table]]
    rates: tuple[float, ...] = RATES
    houses: Mapping[str, House] = MappingProxyType({})
    is_sparse: bool = False
    has_holes: bool = False


GAMES = {
    game.id: game
    for game in (
        Game(
            "bacara",
            "BAC",
            bacara.judge,
            bacara.SILENT,
            deal_bacara,
            (0.0,),
            HOUSES_OF_BACARA,
            is_sparse=True,
        ),
        Game(
            "bling_bling",
            "BLB",
            bling_bling.judge,
            bling_bling.SILENT,
            simulated("bling_bling", of=48),
        ),
        Game("bridge", "BRG", bridge.judge, bridge.SILENT, deal_bridge),
        Game(
            "mini_bacara",
            "MIN",
            mini_bacara.judge,
            mini_bacara.SILENT,
            simulated("mini_bacara", of=48),
        ),
        Game(
            "stud7",
            "POK",
            stud7.judge,
            stud7.SILENT,
            deal_stud7,
            (0.0,),
            HOUSES_OF_STUD,
            is_sparse=True,
            has_holes=True,
        ),
    )
}
