"""A machine that cannot do a query ends the audit: no rule is blamed for it, and none passes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from auditor.api import AuditOptions, audit, ingest
from auditor.errors import ResourceError, SqlError
from auditor.evaluate import judge
from auditor.sql import connect, query, run

if TYPE_CHECKING:
    from pathlib import Path

TOO_MUCH = "SELECT list(i) FROM range(100000000) AS r(i)"


def test_want_of_memory_is_told_apart_from_a_wrong_query() -> None:
    connection = connect(threads=1, memory="30MB")
    with pytest.raises(ResourceError, match="memoria"):
        query(connection, TOO_MUCH)
    with pytest.raises(SqlError) as wrong:
        run(connection, "SELECT nothing_there")
    assert not isinstance(wrong.value, ResourceError)


def test_a_rule_that_found_no_memory_ends_the_audit(
    sample_logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ingest([sample_logs / "bling_bling"], tmp_path / "store")

    def exhausted(*_: object, **__: object) -> None:
        raise ResourceError("sql.resources", why="BLB", reason="out of memory")

    monkeypatch.setattr(judge, "_judge_together", exhausted)
    with pytest.raises(ResourceError):
        audit(tmp_path / "store", tmp_path / "out", options=AuditOptions(threads=1))
    assert not (tmp_path / "out").exists()
