"""What was wanting: columns by name, and the rows whose session has the value elsewhere."""

from __future__ import annotations

import pytest

from auditor.evaluate.bind import BoundRule
from auditor.evaluate.missing import missing_of
from auditor.evaluate.verdict import Verdict
from auditor.rulebook.model import Rule, RuleKind, Text
from auditor.sql import connect

WORDS = Text(es="", en="")
RULE = Rule(
    id="X-1",
    clause=("X-1",),
    title=WORDS,
    grain="bet",
    kind=RuleKind.DUTY,
    when="w",
    message=WORDS,
    cases="",
    require="a = b",
)


def _missing(rows: list[str]) -> tuple[dict[str, int], int]:
    """Count over rows of session 1 written as `a, b`, none of which can be assessed."""
    listed = ", ".join(f"(1, 'c', true, true, {row})" for row in rows)
    table = f"SELECT * FROM (VALUES {listed}) AS v(session_key, scope_casino, in_force, w, a, b)"
    verdict = f"CASE WHEN a IS NULL OR b IS NULL THEN {Verdict.NOT_ASSESSABLE:d} ELSE 1 END"
    bound = BoundRule(RULE, ("w",), ("a", "b"), ())
    found = missing_of(connect(threads=1), table, judged=[(bound, verdict)])["c", "X-1"]
    return dict(found.columns), found.gaps


@pytest.mark.parametrize(
    ("rows", "columns", "gaps"),
    [
        (["1, 1", "NULL, 1"], {"a": 1}, 1),
        (["NULL::INT, 1", "NULL, 1"], {"a": 2}, 0),
        (["1, NULL::INT", "NULL, NULL"], {"a": 1, "b": 2}, 0),
        (["1, NULL", "NULL, 1"], {"a": 1, "b": 1}, 2),
        (["1, 1", "NULL, NULL"], {"a": 1, "b": 1}, 1),
    ],
    ids=["here", "never", "one never", "each elsewhere", "both elsewhere"],
)
def test_a_gap_is_a_value_that_the_session_has_in_other_rows(
    rows: list[str], columns: dict[str, int], gaps: int
) -> None:
    assert _missing(rows) == (columns, gaps)
