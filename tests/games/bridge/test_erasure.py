"""Erased cells: a verdict stays or becomes not assessable, and no breach comes of it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from auditor.evaluate.verdict import Verdict
from auditor.games.catalog import games
from auditor.ingest.rows import canonical_tables
from auditor.replay.facts import lost_records, rows_of_tables, span
from auditor.rulebook.cases import cases_of
from auditor.rulebook.load import load_packs
from auditor.run.judge.context import context_of
from auditor.run.judge.task import run_tables
from auditor.sql import connect

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from auditor.rulebook.cases import Night
    from auditor.rulebook.model import Norm

    Verdicts = dict[tuple[str, str], str]

IDS = frozenset({"session_id", "board_id", "hand_id"})
KEPT = frozenset({"session_id", "board_id", "game", "casino_id", "hand_no", "seq"})
BROKEN = frozenset({"violation", "observation"})


@pytest.fixture(scope="module")
def norm_and_nights(rules_dir: Path) -> tuple[Norm, list[Night]]:
    """Give Law 6, and the nights of its cases in which something is broken."""
    pack = next(pack for pack in load_packs(rules_dir)[0] if pack.norm.prefix == "BRG")
    found = [each for each in cases_of(pack)[0] if each.case.verdict in BROKEN]
    return pack.norm, [each.night for each in found if "cards" not in each.night]


def _erased(night: Night) -> Iterator[Night]:
    """Give the night once for each cell that may be empty, with that cell empty."""
    for table, rows in night.items():
        for number, row in enumerate(rows):
            for column in (name for name, cell in row.items() if cell and name not in KEPT):
                other = {each: [dict(line) for line in lines] for each, lines in night.items()}
                other[table][number][column] = None
                yield other


def _marked(nights: list[Night]) -> Night:
    """Put nights together, each a casino of its own."""
    together: Night = defaultdict(list)
    for number, night in enumerate(nights):
        for table, rows in night.items():
            for row in rows:
                own = {name: f"{number}~{row[name]}" for name in IDS & row.keys() if row[name]}
                casino = {"casino_id": str(number)} if table == "sessions" else {}
                together[table].append({**row, **own, **casino})
    return together


def _verdicts(norm: Norm, nights: list[Night]) -> list[Verdicts]:
    """Audit nights and give, for each, the verdict of every rule on every row."""
    logs = canonical_tables(_marked(nights))
    connection, game = connect(), games()["bridge"]
    rows_of_tables(connection, logs.tables)
    lost_records(connection, logs.rejects)
    spans = {game.id: span(connection, game)}
    context = context_of((norm,), map(str, range(len(nights))), houses={})
    outcome = run_tables(logs.tables, replace(context, rejects=logs.rejects, spans=spans))
    found: list[Verdicts] = [{} for _ in nights]
    for row in (row for table in outcome.verdicts for row in table.to_pylist()):
        number, _, subject = row["subject"].partition("~")
        found[int(number)][row["rule"], subject] = Verdict(row["verdict"]).word
    return found


def test_an_erased_cell_makes_no_other_verdict(norm_and_nights: tuple[Norm, list[Night]]) -> None:
    norm, nights = norm_and_nights
    whole = _verdicts(norm, nights)
    erased = [(number, other) for number, night in enumerate(nights) for other in _erased(night)]
    changed = {
        (rule, whole[number][rule, subject], verdict)
        for (number, _), after in zip(
            erased, _verdicts(norm, [each for _, each in erased]), strict=True
        )
        for (rule, subject), verdict in after.items()
        if verdict not in {"not_assessable", whole[number].get((rule, subject), verdict)}
    }
    assert changed == set()
    assert len(erased) > len(nights)
