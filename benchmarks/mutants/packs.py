"""The packs of the norms, and the logs that judge a change of each: made once a process."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from auditor.rulebook.cases import cases_of
from auditor.rulebook.load import default_rules, load_packs
from benchmarks.mutants.stage import stage_of
from benchmarks.mutants.witness import heard_on_cases, heard_on_hands

if TYPE_CHECKING:
    from auditor.rulebook.load import Pack
    from benchmarks.mutants.stage import Stage
    from benchmarks.mutants.witness import Heard

RECORD = "REC"


@cache
def pack_of(prefix: str) -> Pack:
    """Give a norm's pack."""
    return next(pack for pack in load_packs(default_rules())[0] if pack.norm.prefix == prefix)


@cache
def stages_of(prefix: str) -> tuple[Stage, ...]:
    """Replay a norm's cases, game by game; a case is judged in the games that its night has."""
    pack = pack_of(prefix)
    cases = cases_of(pack)[0]
    return tuple(
        stage_of(
            pack.norm,
            tuple(
                placed
                for placed in cases
                if any(row.get("game") == game for row in placed.night.get("sessions", []))
            ),
            game=game,
        )
        for game in pack.norm.identity.games
    )


@cache
def heard_cases_of(prefix: str) -> tuple[Heard, ...]:
    """Hear the witness on a norm's cases; there is none of the record, which is no game's law."""
    return () if prefix == RECORD else tuple(heard_on_cases(each) for each in stages_of(prefix))


@cache
def heard_hands_of(prefix: str) -> tuple[Heard, ...]:
    """Hear the witness on hands dealt by chance."""
    norm = pack_of(prefix).norm
    games = () if prefix == RECORD else norm.identity.games
    return tuple(heard for game in games for heard in heard_on_hands(norm, game))
