"""Exit codes: the contract with whoever runs the program at night."""

from __future__ import annotations

import pytest

from auditor.run.told.exit_code import exit_code

CLEAN = {
    "norm": "x",
    "violation": 0,
    "observation": 0,
    "indeterminate": 0,
    "not_assessable": 0,
}


def _code(
    *, problems: tuple[int, ...] = (), rejects: int = 0, gaps: int = 0, **counts: object
) -> int:
    strict = bool(counts.pop("strict", False))
    outcomes = [{**CLEAN, **counts}]
    return exit_code(
        outcomes=outcomes, problems=problems, rejects=rejects, gaps=gaps, strict=strict
    )


def test_all_that_could_be_judged_conforms() -> None:
    assert _code(not_assessable=3) == 0


def test_an_observation_is_allowed() -> None:
    assert _code(observation=1) == 0


@pytest.mark.parametrize("count", [1, 256, 257, 100_000])
def test_a_violation_gives_three_and_never_a_count(count: int) -> None:
    assert _code(violation=count, problems=(4,), rejects=1) == 3


def test_an_observation_of_the_record_gives_four() -> None:
    assert _code(norm="record", observation=1) == 4


@pytest.mark.parametrize(
    "doubt",
    [{"indeterminate": 1}, {"rejects": 1}, {"problems": (4,)}, {"gaps": 1}],
)
def test_any_doubt_gives_four(doubt: dict[str, object]) -> None:
    assert _code(**doubt) == 4  # type: ignore[arg-type]  # keywords by name


def test_a_problem_that_only_informs_gives_nothing() -> None:
    assert _code(problems=(0, 0)) == 0


def test_strict_counts_what_the_log_never_fills() -> None:
    assert _code(not_assessable=1, strict=True) == 4
