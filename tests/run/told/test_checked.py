"""The checks in an audit: whether they are made, and that they do not move the exit code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from auditor.api import AuditOptions, audit, ingest
from auditor.checks.told import told
from auditor.run.told import checked
from auditor.run.told.checked import CHECKED_ROWS, reason_for_none
from auditor.store.read import Partition

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.api import AuditResult


@pytest.fixture(scope="module")
def store(sample_logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("checked") / "store"
    ingest([sample_logs / "mini_bacara", sample_logs / "bling_bling"], folder)
    return folder


@pytest.fixture(scope="module")
def with_checks(store: Path, tmp_path_factory: pytest.TempPathFactory) -> AuditResult:
    return audit(store, tmp_path_factory.mktemp("with"))


@pytest.fixture(scope="module")
def without(store: Path, tmp_path_factory: pytest.TempPathFactory) -> AuditResult:
    return audit(store, tmp_path_factory.mktemp("without"), options=AuditOptions(checks=False))


def words(result: AuditResult) -> set[object]:
    rows = result.document["checks"]
    assert isinstance(rows, list)
    return {row["verdict"] for row in rows if isinstance(row, dict)}


def test_the_sample_nights_are_too_short_for_chance_and_give_no_doubt(
    with_checks: AuditResult,
) -> None:
    assert words(with_checks) == {"consistent", "not_enough_data"}


def test_checks_not_asked_for_are_told_as_not_run_one_by_one(
    with_checks: AuditResult, without: AuditResult
) -> None:
    told = [result.document["checks"] for result in (with_checks, without)]
    assert all(isinstance(rows, list) for rows in told)
    assert words(without) == {"not_run"}
    assert [len(rows) for rows in told if isinstance(rows, list)] == [20, 20]


def test_the_checks_change_nothing_else_of_an_audit(
    with_checks: AuditResult, without: AuditResult
) -> None:
    rest = [
        {key: value for key, value in result.document.items() if key != "checks"}
        for result in (with_checks, without)
    ]
    assert rest[0] == rest[1]


def test_a_doubtful_check_leaves_the_exit_code_as_it_was(
    store: Path, with_checks: AuditResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checked, "told", lambda each: told(each) | {"verdict": "doubtful"})
    doubted = audit(store, tmp_path)
    assert words(doubted) == {"doubtful"}
    assert doubted.exit_code == with_checks.exit_code


@pytest.mark.parametrize(
    ("rows", "wanted", "are_made"),
    [
        (CHECKED_ROWS, None, True),
        (CHECKED_ROWS + 1, None, False),
        (CHECKED_ROWS + 1, True, True),
        (1, False, False),
    ],
)
def test_many_rows_are_checked_only_where_it_is_asked_for(
    rows: int, wanted: bool | None, are_made: bool
) -> None:
    assert (not reason_for_none((Partition("K1", None, rows=rows),), wanted)) is are_made
