"""What no written case notices is asked of the witness, who is heard only where both agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from auditor.rulebook.cases import cases_of
from auditor.rulebook.load import Pack, default_rules, load_packs
from benchmarks.mutants.stage import make, played, stage_of, undone
from benchmarks.mutants.witness import DisagreeError, Heard, heard_of, heard_on_cases, unheard
from tests.witness.games import GAMES
from tests.witness.sources import night_laid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.witness.rows import Said, Session

PACK: Pack = next(pack for pack in load_packs(default_rules())[0] if pack.norm.prefix == "BRG")
CASES = tuple(each for each in cases_of(PACK)[0] if each.path.stem == "corte")


@pytest.fixture(scope="module")
def heard() -> Heard:
    return heard_on_cases(stage_of(PACK.norm, CASES, game="bridge"))


def _told(heard: Heard, relation: str, *, sql: str) -> str | None:
    """Change a relation (`{0}` stands for its SQL), and ask the witness."""
    stage, part = heard.stage, heard.stage.parts[relation]
    with undone(stage.connection):
        changed = [
            changed
            for _, changed in played(
                stage,
                relation,
                start=lambda: make(stage.connection, part, sql=sql.format(f"({part.sql})")),
            )
        ][-1]
        assert relation in changed
        return unheard(heard, changed)


def test_rows_that_are_lost_are_missed_by_the_witness(heard: Heard) -> None:
    told = _told(heard, "fact.board", sql="FROM {0} WHERE false")
    assert str(told).startswith("witness: BRG-")
    assert "audit nothing" in str(told)


def test_a_verdict_that_turns_is_noticed_by_the_witness(heard: Heard) -> None:
    told = _told(
        heard,
        "fact.board",
        sql="SELECT * REPLACE (NOT cut_was_requested AS cut_was_requested) FROM {0}",
    )
    assert str(told).startswith("witness: BRG-")


def test_what_no_rule_reads_is_not_noticed(heard: Heard) -> None:
    assert _told(heard, "fact.event", sql="SELECT * REPLACE ('x' AS player_id) FROM {0}") is None


def test_a_number_is_asked_of_the_rules_that_name_it_alone(heard: Heard) -> None:
    board = heard.stage.grains["board"]
    with undone(heard.stage.connection):
        heard.stage.connection.execute(f"DELETE FROM {board.relation}")
        told = unheard(heard, frozenset(), number="hand_size")
        other = unheard(heard, frozenset(), number="no_such_number")
    assert (str(told)[:12], other) == ("witness: BRG", None)


def test_a_witness_who_disagrees_with_the_rules_as_written_is_not_heard(heard: Heard) -> None:
    game = GAMES["bridge"]

    def judge(sessions: list[Session]) -> Iterator[Said]:
        for rule, subject, said in game.judge(sessions):
            yield rule, subject, "violation" if said == "pass" else said

    with pytest.raises(DisagreeError, match="witness violation"):
        heard_of(heard.stage, night_laid(CASES), game=game._replace(judge=judge))
