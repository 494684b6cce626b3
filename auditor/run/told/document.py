"""What an audit found as one document: sums, findings, and all that was not judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor import __version__
from auditor.evaluate.findings import in_order
from auditor.run.judge.census import merged
from auditor.run.judge.own_hash import program_sha256
from auditor.run.told.audit import Assumed
from auditor.run.told.baseline import baseline_told, since
from auditor.run.told.checked import checks_told
from auditor.run.told.declared import house_sha256
from auditor.run.told.exit_code import exit_code
from auditor.run.told.norms_told import clauses_told, norms_told, rules_told
from auditor.run.told.outcomes import summed
from auditor.run.told.problems import problems_of, ungoverned
from auditor.run.told.readings_told import readings_adopted, readings_told
from auditor.run.told.waivers import left, waived, waivers_told
from auditor.texts import say

if TYPE_CHECKING:
    from auditor.evaluate.findings import Finding
    from auditor.rulebook.model import Norm
    from auditor.run.judge.census import Census
    from auditor.run.told.audit import Audit
    from auditor.run.told.outcomes import Told


def document_of(audit: Audit) -> Told:
    """Put the whole document together, in an order that never changes."""
    present = present_norms(audit)
    findings = waived(in_order(list(audit.outcome.findings)), audit.waivers)
    if audit.baseline:
        findings = since(findings, audit.baseline)
    outcomes = summed(audit.outcome.counts, present, census=audit.outcome.census)
    problems = [*audit.ingested.problems, *problems_of(audit, outcomes)]
    code = exit_code(
        outcomes=left(outcomes, findings),
        problems=[problem.exit for problem in problems],
        rejects=len(audit.ingested.rejects),
        gaps=sum(count.gaps for count in audit.outcome.counts),
        strict=audit.strict,
    )
    assumptions = all_assumed(audit)
    casinos = casinos_told(audit, present)
    return {
        "run": _run(audit, code),
        "sources": list(audit.ingested.sources),
        "rejects": list(audit.ingested.rejects),
        "problems": [problem.told() for problem in problems],
        "assumptions": [each.es for each in assumptions],
        "assumptions_en": [each.en for each in assumptions],
        "norms": norms_told(present),
        "clauses": clauses_told(present),
        "rules": rules_told(present),
        "readings_adopted": readings_adopted(audit.houses),
        "readings": readings_told(audit.outcome.readings, present, casinos=casinos),
        "outcomes": list(outcomes),
        "casinos": list(casinos),
        "checks": checks_told(audit),
        **_beside(audit, findings),
        "findings": list(findings),
    }


def _beside(audit: Audit, findings: list[Finding]) -> Told:
    """Tell the waivers and the earlier audit, where there are any."""
    days = [day for each in audit.outcome.census if (day := each.last_date)]
    today = audit.date or max(days, default=None)
    told: Told = {}
    if audit.waivers:
        told["waivers"] = list(waivers_told(audit.waivers, findings, today=today))
    if audit.baseline:
        told["baseline"] = baseline_told(audit.baseline, findings)
    return told


def _run(audit: Audit, code: int) -> Told:
    """Tell which program and rulebook ran, and how it ended."""
    asked = audit.asked
    run: Told = {
        "version": __version__,
        "program_sha256": program_sha256(),
        "rules_hash": audit.rulebook.sha256,
        "exit": code,
        "strict": audit.strict,
        "norms_asked": list(asked.norms),
        "casinos_asked": list(asked.casinos),
    }
    days = {
        "from": asked.first,
        "to": asked.last,
        "as_known_at": asked.as_known_at,
        "date": audit.date,
    }
    return run | {key: day.isoformat() for key, day in days.items() if day}


def present_norms(audit: Audit) -> tuple[Norm, ...]:
    """Give the norms that govern a game of some casino that is there."""
    there = [(census.game, census.casino_id) for census in audit.outcome.census]
    return tuple(
        norm
        for norm in audit.norms
        if any(
            game in norm.identity.games and casino in audit.context.governed[norm.id].casinos
            for game, casino in there
        )
    )


def all_assumed(audit: Audit) -> list[Assumed]:
    """Give all that was taken for granted: of the logs, of the rulebook, of the law."""
    return [*audit.ingested.assumptions, *_known(audit), *assumptions_of(audit)]


def _known(audit: Audit) -> list[Assumed]:
    """Tell of which day the rulebook is, where one was asked for."""
    day = audit.asked.as_known_at
    if day is None:
        return []
    es, en = (say("run.as_known_at", lang=lang, day=day.isoformat()) for lang in ("es", "en"))
    return [Assumed(es, en, frozenset(each.casino_id for each in audit.outcome.census))]


def assumptions_of(audit: Audit) -> list[Assumed]:
    """Tell what was assumed of the law: which norm, where no house file says so."""
    told = []
    for each in merged(audit.outcome.census):
        if each.casino_id in audit.houses:
            continue
        for norm in audit.norms:
            if norm.identity.jurisdiction and each.game in norm.identity.games:
                es, en = (_assumed(norm, each, lang=lang) for lang in ("es", "en"))
                told.append(Assumed(es, en, frozenset({each.casino_id})))
    return told


def _assumed(norm: Norm, census: Census, *, lang: str) -> str:
    """Say which norm was assumed, by its name; `_` is a casino that the log does not name."""
    title = norm.identity.title
    values = {"norm": title.en or title.es if lang == "en" else title.es, "game": census.game}
    if census.casino_id == "_":
        return say("run.norm_assumed_unnamed", lang=lang, **values)
    return say("run.norm_assumed", lang=lang, casino=census.casino_id, **values)


def casinos_told(audit: Audit, norms: tuple[Norm, ...]) -> list[Told]:
    """Tell, casino by casino, what was there, what was declared, how each rule came out."""
    census = merged(audit.outcome.census)
    without = {(each.casino_id, each.game) for each in ungoverned(audit)}
    return [
        _casino(
            audit,
            casino,
            norms=norms,
            census=[each for each in census if each.casino_id == casino],
            without=without,
        )
        for casino in sorted({each.casino_id for each in census})
    ]


def _casino(
    audit: Audit,
    casino: str,
    *,
    norms: tuple[Norm, ...],
    census: list[Census],
    without: set[tuple[str, str]],
) -> Told:
    """Tell of one casino."""
    house = audit.houses.get(casino)
    governing_here = tuple(
        norm for norm in norms if casino in audit.context.governed[norm.id].casinos
    )
    counts = [count for count in audit.outcome.counts if count.casino_id == casino]
    told: Told = {"casino_id": casino, "house_declared": house is not None}
    for key in ("jurisdiction", "operator", "ruc", "register_code", "address", "representative"):
        told[key] = getattr(house, key) if house else None
    told["zone"] = (house.zone if house else None) or census[0].zone
    told["currency"] = (house.currency if house else None) or census[0].currency
    told["house_sha256"] = house_sha256(house) if house else None
    told["sessions"] = sum(each.sessions for each in census)
    told["games"] = [_game(each) for each in census]
    told["outcomes"] = list(summed(counts, governing_here, census=census))
    told["ungoverned"] = [_game(each) for each in census if (casino, each.game) in without]
    assumed = [each for each in all_assumed(audit) if casino in each.casinos]
    told["assumptions"] = [each.es for each in assumed]
    told["assumptions_en"] = [each.en for each in assumed]
    return told


def _game(census: Census) -> Told:
    """Tell what a casino's log holds of one game."""
    return {
        "game": census.game,
        "tables": list(census.tables),
        "sessions": census.sessions,
        "subjects": dict(census.subjects),
        "played": {
            kind: None if named is None else dict(named) for kind, named in census.played.items()
        },
        "first_date": census.first_date.isoformat() if census.first_date else None,
        "last_date": census.last_date.isoformat() if census.last_date else None,
    }
