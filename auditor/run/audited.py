"""An audit of a store: what is there, which norms govern it, every task, one document."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from auditor.errors import UsageError
from auditor.evaluate.check import checked_packs
from auditor.journal import step
from auditor.rulebook.load import default_rules, refuse_unlisted, rulebook_of
from auditor.run.judge.context import context_of
from auditor.run.judge.local import run_batches, with_spans
from auditor.run.judge.spans import kept_spans, refuse_lacking
from auditor.run.told.audit import Asked, Audit
from auditor.run.told.baseline import read_baseline
from auditor.run.told.checked import reason_for_none
from auditor.run.told.declared import refuse_unknown
from auditor.run.told.document import document_of
from auditor.run.told.ingested import told_sources
from auditor.run.told.waivers import read_waivers
from auditor.store.house import read_house
from auditor.store.moment import moment_of
from auditor.store.read import selected

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date
    from pathlib import Path

    from auditor.rulebook.model import Norm, Rulebook
    from auditor.run.judge.context import Context
    from auditor.run.judge.spans import Spans
    from auditor.run.judge.task import Outcome
    from auditor.run.told.audit import Ingested
    from auditor.run.told.outcomes import Told
    from auditor.store.entry import SourceEntry
    from auditor.store.house import House
    from auditor.store.moment import Moment
    from auditor.store.read import Partition


@dataclass(frozen=True, slots=True)
class AuditOptions:
    """What to audit and by which rules; nothing given means all of it, by the rules that ship.

    `checks`: whether those of chance and of the record are made too; None: where the rows are few.
    `durations`: whether the document tells how long each step took; it then is another every time.
    `cluster`: the address of a Dask scheduler whose workers see the store at the same path.
    """

    rules: Path | None = None
    houses: tuple[Path, ...] = ()
    norms: tuple[str, ...] = ()
    casinos: tuple[str, ...] = ()
    first: date | None = None
    last: date | None = None
    strict: bool = False
    as_known_at: date | None = None
    date: date | None = None
    threads: int | None = None
    memory: str | None = None
    checks: bool | None = None
    waivers: Path | None = None
    baseline: Path | None = None
    durations: bool = False
    cluster: str | None = None


@dataclass(frozen=True, slots=True)
class Audited:
    """An audit's document, the partitions of its rows, the folder of its rules and its houses.

    `moment` is the store as it was when the audit began; `spans` what its games were told of the
    whole of it: game → table. `is_part`: of more than these partitions.
    """

    document: Told
    partitions: tuple[Partition, ...]
    rules: Path
    houses: Mapping[str, House]
    moment: Moment
    spans: Spans
    is_part: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """What an audit goes by: rulebook, norms, what is there to judge, and what its tasks share.

    `moment` is the store as it was when the audit began, whatever is written to it since;
    `no_checks`: why those of chance and of the record are not made; empty where they are.
    """

    rulebook: Rulebook
    norms: tuple[Norm, ...]
    there: tuple[Partition, ...]
    houses: Mapping[str, House]
    context: Context
    no_checks: str
    moment: Moment

    @property
    def entries(self) -> tuple[SourceEntry, ...]:
        """Give the sources that the audit is of."""
        return self.moment.entries

    @property
    def ingested(self) -> Ingested:
        """Tell all sources of the store."""
        now = self.moment
        return told_sources(now.entries, rejects=now.rejects, skipped=now.skipped)


def audited(
    store: Path, options: AuditOptions, *, progress: Callable[[int, int], None] | None = None
) -> Audited:
    """Audit a store; raises UsageError for unknown names, RulebookError for a bad pack."""
    setting = setting_of(store, options)
    context = with_spans(setting.context, setting.there)
    if kept := kept_spans(store):
        refuse_lacking(kept, context.spans)
    setting = replace(setting, context=replace(context, spans={**context.spans, **kept}))
    told = progress or (lambda _done, _all: None)
    rows = sum(each.rows for each in setting.there)
    with step("judge", partitions=len(setting.there), rows=rows) as counts:
        outcome = run_batches(
            setting.there, setting.context, cluster=options.cluster, progress=told
        )
        counts["findings"] = len(outcome.findings)
    return told_of(setting, outcome, options=options, ingested=setting.ingested)


def setting_of(store: Path, options: AuditOptions) -> Setting:
    """Say what an audit is to go by; raises UsageError for unknown names, RulebookError."""
    if options.first and options.last and options.last < options.first:
        raise UsageError("run.dates_crossed", first=options.first, last=options.last)
    rules = options.rules or default_rules()
    with step("rules") as counts:
        packs = checked_packs(rules)
        rulebook = rulebook_of(rules, packs, as_known_at=options.as_known_at)
        counts["rules"] = sum(len(norm.rules) for norm in rulebook.norms)
    norms = norms_asked(rulebook, options.norms)
    now = moment_of(store)
    there = selected(
        now.partitions, casinos=options.casinos, first=options.first, last=options.last
    )
    houses = houses_of(now, options.houses)
    refuse_unknown((pack.norm for pack in packs), houses.values(), whole=options.rules is None)
    no_checks = reason_for_none(there, options.checks)
    context = replace(
        context_of(norms, {each.casino_id for each in there}, houses=houses),
        rejects=now.rejects,
        threads=options.threads,
        memory=options.memory,
        checks=not no_checks,
    )
    return Setting(rulebook, norms, there, houses, context, no_checks, now)


def told_of(
    setting: Setting, outcome: Outcome, *, options: AuditOptions, ingested: Ingested
) -> Audited:
    """Put what came of an audit into its document."""
    document = document_of(
        Audit(
            rulebook=setting.rulebook,
            norms=setting.norms,
            context=setting.context,
            outcome=outcome,
            houses=setting.houses,
            ingested=ingested,
            strict=options.strict,
            date=options.date,
            asked=Asked(
                norms=options.norms,
                casinos=options.casinos,
                first=options.first,
                last=options.last,
                as_known_at=options.as_known_at,
            ),
            no_checks=setting.no_checks,
            waivers=read_waivers(options.waivers, setting.norms) if options.waivers else (),
            baseline=read_baseline(options.baseline) if options.baseline else None,
        )
    )
    folder, now = setting.rulebook.folder, setting.moment
    spans = setting.context.spans
    return Audited(document, setting.there, folder, setting.houses, now, spans)


def norms_asked(rulebook: Rulebook, asked: tuple[str, ...]) -> tuple[Norm, ...]:
    """Give the norms asked for, all where none is; raises UsageError for one that is not there."""
    refuse_unlisted(rulebook.norms, asked)
    return rulebook.narrowed(asked)


def houses_of(now: Moment, given: tuple[Path, ...]) -> dict[str, House]:
    """Give each casino's house file: the one named, else the one kept in the store."""
    kept = {house.casino_id: house for house in now.houses}
    named = {house.casino_id: house for house in map(read_house, given)}
    return kept | named
