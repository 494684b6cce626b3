"""Which case of a norm notices a change: one that no longer comes out as it is written."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from auditor.errors import SqlError
from auditor.evaluate.bind import bind_grain
from auditor.evaluate.findings import findings_of
from auditor.evaluate.judge import judge, verdicts
from auditor.evaluate.verdict import Verdict
from auditor.run.rulebook.cases import CaseResult
from auditor.sql import query, sql_list
from benchmarks.mutants.stage import moved_subjects, narrowed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from auditor.evaluate.bind import BoundGrain
    from auditor.evaluate.findings import Finding
    from auditor.evaluate.scope import Chosen
    from auditor.rulebook.model import Rule
    from benchmarks.mutants.stage import Stage

    Adopted = Mapping[str, Mapping[str, Chosen]]
    Key = tuple[str, str]  # the rule and the subject

SCOPE = "norm.scope"
WITNESS = "witness"
CHECK = "rules check"


@dataclass(frozen=True, slots=True)
class Notice:
    """What became of one change: the case that noticed it, or why it could not be tried.

    `by` may instead name the row that the witness no longer agrees on, or the fault found.
    """

    by: str | None = None
    refused: str | None = None

    @property
    def by_case(self) -> bool:
        """Tell whether it is a case that noticed the change."""
        return self.by is not None and not self.by.startswith((WITNESS, CHECK))


def notices_of_rules(stage: Stage, rule_id: str, *, changed: tuple[Rule, ...]) -> list[Notice]:
    """Judge one rule as changed in several ways, all beside one another, over its own cases."""
    named = {f"{rule_id}~{n}": each for n, each in enumerate(changed)}
    cases = [n for n, placed in enumerate(stage.cases) if placed.case.rule == rule_id]
    refused: dict[str, str] = {}
    noticed: dict[str, str] = {}
    adopted = _adopted_too(stage, rule_id, names=tuple(named))
    for grain in stage.grains.values():
        rules = tuple(
            replace(rule, id=name) for name, rule in named.items() if rule.grain == grain.grain
        )
        bound = _bound(stage, grain, rules=rules, refused=refused)
        bound = replace(bound, relation=_over(stage, bound.relation, cases=cases))
        noticed |= _noticed_or_refused(stage, bound, cases=cases, adopted=adopted, refused=refused)
    return [Notice(by=noticed.get(name), refused=refused.get(name)) for name in named]


def _adopted_too(stage: Stage, rule_id: str, *, names: tuple[str, ...]) -> Adopted:
    """Give the readings adopted in each casino; those of a rule stand for it as changed too."""
    return {
        casino: dict(readings)
        | {name: chosen for name in names for key, chosen in readings.items() if key == rule_id}
        for casino, readings in stage.adopted.items()
    }


def _bound(
    stage: Stage, grain: BoundGrain, *, rules: tuple[Rule, ...], refused: dict[str, str]
) -> BoundGrain:
    """Bind rules as changed; those that do not bind are told in `refused`."""

    def fault(rule: Rule, key: str, es: str, _: str) -> None:  # noqa: PLR0917  # the shape that bind asks for
        refused[rule.id] = f"{key}: {es}"

    norm = replace(stage.norm, rules=rules)
    return bind_grain(stage.connection, norm, game=stage.game, grain=grain.grain, fault=fault)


def _over(stage: Stage, relation: str, *, cases: Iterable[int]) -> str:
    """Write the rows of a relation that are subjects of some cases."""
    subjects = sql_list(sorted({stage.subjects[n] for n in cases}))[1:-1] or "NULL"
    return f"(SELECT * FROM {relation} WHERE subject IN ({subjects}))"


def why(error: Exception) -> str:
    """Say in one line why a change could not be tried."""
    told = error.context["reason"] if isinstance(error, SqlError) else error
    return f"{type(error).__name__}: {told}".splitlines()[0]


def _noticed_or_refused(
    stage: Stage,
    bound: BoundGrain,
    *,
    cases: list[int],
    adopted: Adopted,
    refused: dict[str, str],
) -> dict[str, str]:
    """Tell which case notices each changed rule; one by one where the engine refuses one."""
    try:
        return _noticed_rules(stage, bound, cases=cases, adopted=adopted)
    except (SqlError, ArithmeticError) as error:
        if len(bound.rules) == 1:
            refused[bound.rules[0].rule.id] = why(error)
            return {}
    alone = [replace(bound, rules=(each,)) for each in bound.rules]
    told = [
        _noticed_or_refused(stage, each, cases=cases, adopted=adopted, refused=refused)
        for each in alone
    ]
    return {name: by for each in told for name, by in each.items()}


def _noticed_rules(
    stage: Stage, bound: BoundGrain, *, cases: list[int], adopted: Adopted
) -> dict[str, str]:
    """Tell, of the changed rules of a grain that some case notices, which case does."""
    names = [each.rule.id for each in bound.rules]
    told = _told(stage, bound, adopted=adopted)
    noticed = {
        name: by
        for name in names
        if (by := _unlike(stage, ((n, (name, stage.subjects[n])) for n in cases), told=told))
    }
    rest = replace(bound, rules=tuple(each for each in bound.rules if each.rule.id not in noticed))
    found = _found(stage, rest, adopted=adopted)
    for each in rest.rules:
        keys = ((n, (each.rule.id, stage.subjects[n])) for n in cases)
        by = _unsaid(stage, keys, found=found)
        if by:
            noticed[each.rule.id] = by
    return noticed


def _told(stage: Stage, bound: BoundGrain, *, adopted: Adopted) -> dict[Key, set[str]]:
    """Give the verdicts of some rules on the rows of a grain; raises SqlError."""
    told: dict[Key, set[str]] = defaultdict(set)
    if bound.rules:
        rows = verdicts(stage.connection, bound, adopted=adopted).to_pydict()
        for rule, subject, verdict in zip(
            rows["rule"], rows["subject"], rows["verdict"], strict=True
        ):
            told[rule, subject].add(Verdict(verdict).word)
    return told


def _found(stage: Stage, bound: BoundGrain, *, adopted: Adopted) -> dict[Key, Finding]:
    """Give the findings of some rules on the rows of a grain; raises SqlError."""
    judged = judge(stage.connection, bound, adopted=adopted)
    if judged.not_run:
        raise SqlError("sql.failed", why=judged.not_run[0].rule, reason=judged.not_run[0].reason)
    return {
        (rule.rule.id, str(each["subject"])): each
        for rule in bound.rules
        if rule.rule.id in judged.findings
        for each in findings_of(
            stage.norm, rule, rows=judged.findings[rule.rule.id], game=stage.game
        )
    }


def _unlike(
    stage: Stage, keys: Iterable[tuple[int, Key]], *, told: Mapping[Key, set[str]]
) -> str | None:
    """Give the first case whose verdict is another."""
    return next(
        (
            stage.label(n)
            for n, key in keys
            if told.get(key, set()) != {stage.cases[n].case.verdict}
        ),
        None,
    )


def _unsaid(
    stage: Stage, keys: Iterable[tuple[int, Key]], *, found: Mapping[Key, Finding]
) -> str | None:
    """Give the first case whose figures or words are others than it states."""
    return next(
        (
            stage.label(n)
            for n, key in keys
            if not CaseResult(stage.cases[n], stage.cases[n].case.verdict, found.get(key, {})).holds
        ),
        None,
    )


def notice_in(
    stage: Stage, grain: BoundGrain, *, changed: frozenset[str], number: str | None = None
) -> str | None:
    """Give the first case of a grain that notices that some relations, or a number, are others."""
    touched = _touched(stage, grain, changed=changed, number=number)
    return _noticed_by(stage, grain, touched=touched)


def _touched(
    stage: Stage, grain: BoundGrain, *, changed: frozenset[str], number: str | None
) -> list[int]:
    """Give the cases of a grain whose subject has another row, or whose rule names a number."""
    rules = {each.rule.id for each in grain.rules}
    named = {each.rule.id for each in grain.rules if number in each.columns}
    of_grain = [n for n, placed in enumerate(stage.cases) if placed.case.rule in rules]
    if SCOPE in changed:
        return of_grain
    subjects = _subjects(stage, grain) if grain.relation in changed else set()
    return [
        n for n in of_grain if stage.subjects[n] in subjects or stage.cases[n].case.rule in named
    ]


def _subjects(stage: Stage, grain: BoundGrain) -> set[str]:
    """Give the subjects of a grain that have another row than they had."""
    rows = query(stage.connection, moved_subjects(grain), why=grain.relation)
    return set(rows["subject"].to_pylist())


def _noticed_by(stage: Stage, grain: BoundGrain, *, touched: list[int]) -> str | None:
    """Give the first of some cases of a grain that does not come out as it is written."""
    if not touched:
        return None
    rules = frozenset(stage.cases[n].case.rule for n in touched)
    subjects = sql_list(sorted({stage.subjects[n] for n in touched}))[1:-1]
    bound = narrowed(grain, rules, subjects=subjects)
    keys = [(n, (stage.cases[n].case.rule, stage.subjects[n])) for n in touched]
    by = _unlike(stage, keys, told=_told(stage, bound, adopted=stage.adopted))
    if by:
        return by
    saying = frozenset(stage.cases[n].case.rule for n in touched if stage.cases[n].case.stated)
    told = [(n, key) for n, key in keys if stage.cases[n].case.stated]
    bound = narrowed(grain, saying, subjects=subjects)
    return _unsaid(stage, told, found=_found(stage, bound, adopted=stage.adopted))
