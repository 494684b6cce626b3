"""What an audit did not judge, each with its reason: for the problems of `audit.json`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from auditor.evaluate.verdict import Verdict
from auditor.run.judge.census import merged
from auditor.run.judge.context import governing, governs
from auditor.run.told.outcomes import Problem
from auditor.texts import say

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from auditor.rulebook.model import Norm
    from auditor.run.judge.census import Census
    from auditor.run.told.audit import Audit
    from auditor.run.told.outcomes import Told

_UNJUDGED = Verdict.NOT_ASSESSABLE.word
_JUDGED = tuple(
    each.word for each in Verdict if each not in {Verdict.NOT_ASSESSABLE, Verdict.OUT_OF_SCOPE}
)
_MOST_NAMED = 3


def problems_of(audit: Audit, outcomes: list[Told]) -> list[Problem]:
    """Find what was not judged: rules not run, games without a norm, rows without data."""
    problems = [
        _problem("rule_not_run", rule=each.rule, exit_=4, reason_of=each.reason)
        for each in sorted(audit.outcome.not_run, key=lambda one: (one.norm, one.rule, one.reason))
    ]
    problems += [
        _problem(
            "ungoverned", exit_=4, casino=each.casino_id, game=each.game, sessions=each.sessions
        )
        for each in ungoverned(audit)
    ]
    problems += [*_out_of_force(audit), *_not_asked(audit), *_unjudged_whole(audit)]
    problems += [*_not_come(audit), *_houses_unused(audit)]
    problems += _gaps(audit)
    if not audit.outcome.census:
        problems.append(_problem("nothing", exit_=4))
    if any(outcome["not_assessable"] for outcome in outcomes):
        problems.append(_problem("not_assessable", exit_=0, rules=_unjudged(outcomes)))
    return problems


def _gaps(audit: Audit) -> Iterator[Problem]:
    """Tell, casino by casino, of rules that wanted a value which the session has elsewhere."""
    wanted = {(each.casino_id, each.norm, each.rule) for each in audit.outcome.counts if each.gaps}
    rules = [(norm.id, rule.id) for norm in audit.norms for rule in norm.rules]
    for casino in sorted({casino for casino, _, _ in wanted}):
        named = [rule for norm, rule in rules if (casino, norm, rule) in wanted]
        yield _problem("gaps", exit_=4, casino=casino, rules=", ".join(named))


def _out_of_force(audit: Audit) -> Iterator[Problem]:
    """Tell of sessions on days when no norm of their game was in force: no law judged them."""
    for each in merged(audit.outcome.census):
        norms = governing(audit.rulebook, each.game, house=audit.houses.get(each.casino_id))
        lawless = {day: n for day, n in each.days.items() if not _any_in_force(norms, day)}
        if norms and lawless:
            yield _problem(
                "out_of_force",
                exit_=4,
                casino=each.casino_id,
                game=each.game,
                sessions=sum(lawless.values()),
                first=min(lawless),
                last=max(lawless),
                norms=", ".join(norm.id for norm in norms),
            )


def _any_in_force(norms: tuple[Norm, ...], day: date) -> bool:
    """Tell whether some norm was in force on a day."""
    spans = [norm.identity.in_force for norm in norms]
    return any(
        (not span.first or span.first <= day) and (not span.last or day <= span.last)
        for span in spans
    )


def _not_asked(audit: Audit) -> list[Problem]:
    """Tell of games whose norms were not asked for; it counts where nothing at all was judged."""
    census = merged(audit.outcome.census)
    judged = {
        (each.casino_id, each.game): [
            norm for norm in audit.norms if _judges(audit, norm, census=each)
        ]
        for each in census
    }
    lawful = {
        key: [norm for norm in norms if norm.identity.jurisdiction is not None]
        for key, norms in judged.items()
    }
    left = [each for each in census if not lawful[each.casino_id, each.game]]
    known = {(each.casino_id, each.game) for each in ungoverned(audit)}
    return [
        _problem(
            "not_asked",
            exit_=0 if any(judged.values()) else 4,
            casino=each.casino_id,
            game=each.game,
            sessions=each.sessions,
        )
        for each in left
        if (each.casino_id, each.game) not in known
    ]


def _not_come(audit: Audit) -> Iterator[Problem]:
    """Tell of sessions that have no row at all of a table which they must have had."""
    for each in merged(audit.outcome.census):
        for table, sessions in sorted(each.bare.items()):
            yield _problem(
                "not_come",
                exit_=4,
                casino=each.casino_id,
                game=each.game,
                sessions=sessions,
                table=table,
            )


def _unjudged_whole(audit: Audit) -> Iterator[Problem]:
    """Tell of games of which no row at all could be judged by the law, for want of data."""
    lawful = {norm.id for norm in audit.norms if norm.identity.jurisdiction is not None}
    for each in merged(audit.outcome.census):
        key = (each.casino_id, each.game)
        counts = [
            count
            for count in audit.outcome.counts
            if (count.casino_id, count.game) == key and count.norm in lawful
        ]
        unjudged = sum(count.verdicts[_UNJUDGED] for count in counts)
        judged = sum(count.verdicts[word] for count in counts for word in _JUDGED)
        if unjudged and not judged:
            wanting = Counter[str]()
            for count in counts:
                wanting.update(count.missing)
            yield _problem(
                "nothing_by_law",
                exit_=4,
                casino=each.casino_id,
                game=each.game,
                rows=unjudged,
                columns=", ".join(_most(wanting)),
            )


def _most(wanting: Counter[str]) -> list[str]:
    """Name the columns wanting most often, in an order that never changes."""
    ordered = sorted(wanting.items(), key=lambda each: (-each[1], each[0]))
    return [name for name, _ in ordered[:_MOST_NAMED]]


def _judges(audit: Audit, norm: Norm, *, census: Census) -> bool:
    """Tell whether a norm judges a casino's game."""
    house = audit.houses.get(census.casino_id)
    return census.game in norm.identity.games and governs(norm, house)


def _houses_unused(audit: Audit) -> Iterator[Problem]:
    """Tell of house files whose casino has no record: their id may be written otherwise."""
    there = sorted({each.casino_id for each in audit.outcome.census})
    if there and not audit.asked.is_partial:
        for casino, house in sorted(audit.houses.items()):
            if casino not in there:
                told = _problem(
                    "house_unused",
                    exit_=0,
                    file=house.name,
                    casino=casino,
                    there=", ".join(there),
                )
                yield replace(told, casino=None)  # those that are there may be meant by it


def _problem(
    kind: str,
    *,
    exit_: int,
    rule: str | None = None,
    casino: str | None = None,
    **context: object,
) -> Problem:
    """Make a problem with its words."""
    code = f"run.{kind}"
    values = {"rule": rule, "casino": casino, **context}
    return Problem(
        kind=kind,
        rule=rule,
        reason=say(code, lang="es", **values),
        reason_en=say(code, lang="en", **values),
        exit=exit_,
        casino=casino,
    )


def _unjudged(outcomes: list[Told]) -> str:
    """Name the rules that had rows they could not judge."""
    return ", ".join(str(outcome["rule"]) for outcome in outcomes if outcome["not_assessable"])


def ungoverned(audit: Audit) -> list[Census]:
    """Give the games of casinos that no norm of the rulebook governs there."""
    return [
        each
        for each in merged(audit.outcome.census)
        if not governing(audit.rulebook, each.game, house=audit.houses.get(each.casino_id))
    ]
