"""The checks of chance and of the record in an audit: whether they are made, and what they say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.checks.judge import judged, not_run
from auditor.checks.told import SWITCHED_OFF, TOO_MANY, told
from auditor.run.judge.census import merged

if TYPE_CHECKING:
    from auditor.evaluate.findings import Plain
    from auditor.run.told.audit import Audit
    from auditor.store.read import Partition

CHECKED_ROWS = 5_000_000  # more would be felt in the time of an audit: see the README


def reason_for_none(partitions: tuple[Partition, ...], wanted: bool | None) -> str:  # noqa: FBT001  # a flag of three states
    """Say why the checks are not to be made; empty where they are."""
    rows = sum(each.rows for each in partitions)
    if wanted is None and rows > CHECKED_ROWS:
        return f"{TOO_MANY}:{rows}"
    return SWITCHED_OFF if wanted is False else ""


def checks_told(audit: Audit) -> list[Plain]:
    """Tell what every check says of every table of its games, in an order that never changes."""
    tables = {
        (each.casino_id, each.game): each.tables or ("",) for each in merged(audit.outcome.census)
    }
    if audit.no_checks:
        return [told(each) for each in not_run(tables, audit.no_checks)]
    return [told(each) for each in judged(audit.outcome.counted, tables)]
