"""What changed is judged and reported; the audit of the whole is the union of what is kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from auditor.api import AuditOptions
from auditor.journal import step
from auditor.nightly.reports import Desk, write_changed
from auditor.run.again.incremental import judge_changed
from auditor.run.again.shelf import Shelf
from auditor.run.audited import setting_of, told_of
from auditor.run.judge.local import with_spans
from auditor.run.told.write import write_audit
from auditor.store.moment import steady

if TYPE_CHECKING:
    from collections.abc import Callable

    from auditor.errors import AuditorError
    from auditor.nightly.config import NightlyConfig


@dataclass(frozen=True, slots=True)
class Judging:
    """How many partitions there are and were judged anew, and what was not written."""

    judged: int = 0
    partitions: int = 0
    problems: tuple[AuditorError, ...] = ()


def judge(config: NightlyConfig, *, progress: Callable[[int, int], None]) -> Judging:
    """Judge the partitions that changed, and write the audit of the whole and each night's report.

    What each partition counts for the checks of chance is always kept: whether these are made
    hangs on how much is told of at once. Where another process takes files out of the store
    meanwhile, it is done anew.
    """
    return steady(config.store, lambda: _judged(config, progress))


def _judged(config: NightlyConfig, progress: Callable[[int, int], None]) -> Judging:
    """Judge what changed of the store as it stands, and write it."""
    options = AuditOptions(rules=config.rules, houses=config.houses, strict=config.strict)
    setting = setting_of(config.store, options)
    if not setting.there:
        return Judging()
    context = replace(setting.context, checks=True)
    setting = replace(setting, context=with_spans(context, setting.there))
    shelf = Shelf(config.work / "outcomes")
    with step("judge_changed", partitions=len(setting.there)) as counts:
        judged = judge_changed(
            setting, setting.entries, shelf=shelf, cluster=config.cluster, progress=progress
        )
        counts["judged"] = len(judged.anew)
    whole = told_of(setting, judged.whole(), options=options, ingested=setting.ingested)
    if (config.out / "index.html").is_file():
        from auditor.report.clear import clear_rendered  # loads the report's writers

        clear_rendered(config.out)
    write_audit(whole.document, config.out)
    with step("reports"):
        problems = write_changed(Desk(config, setting, setting.entries, judged, options))
    return Judging(len(judged.anew), len(setting.there), problems)
