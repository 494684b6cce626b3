"""Writer of junit.xml: a suite for each casino and norm, a case for each rule, for build servers.

A rule with a violation that is not waived is a failure. A rule that left something open by the
contract of exit codes (an indeterminate, a record observed as wrong, a problem, a reject) is an
error. A rule that could not be assessed on some row, or bore on none, is skipped: it does not
count as passed.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent

from auditor.report.words.wording import Wording, choose, pick

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from auditor.report.audit.document import Audit, Outcome
    from auditor.report.audit.read import AuditRead

NAME = "junit.xml"
RECORD = "record"
MOST_TOLD = 20  # findings of one rule in its case; the rest are counted
UNFIT = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # for XML 1.0


class Case(NamedTuple):
    """One rule of a suite: `kind` is `failure`, `error`, `skipped` or empty where it passed."""

    name: str
    kind: str
    told: str
    lines: tuple[str, ...] = ()


def write(read: AuditRead, out: Path, *, lang: str) -> Iterable[Path]:
    """Write `junit.xml`; gives its path."""
    root = Element("testsuites", name="auditor")
    for name, cases in _suites(read.audit, Wording(lang)):
        _put(SubElement(root, "testsuite", name=_fit(name)), cases)
    indent(root)
    path = out / NAME
    ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)
    yield path


def _suites(audit: Audit, wording: Wording) -> Iterator[tuple[str, list[Case]]]:
    """Give the suites: what kept from working first, then each casino's norms."""
    open_points = [
        Case(each.kind, "error", choose(each.reason, each.reason_en, lang=wording.lang))
        for each in audit.problems
        if each.exit
    ]
    open_points += [
        Case(
            f"{each.source} {each.record or ''}".strip(),
            "error",
            choose(each.reason, each.reason_en, lang=wording.lang),
        )
        for each in audit.rejects
    ]
    yield "auditor", open_points
    titles = {(each.norm, each.rule): pick(each.title, wording.lang) for each in audit.rules}
    found, answered = _by_rule(audit, wording), _answered(audit)
    for casino in audit.casinos:
        for norm in dict.fromkeys(outcome.norm for outcome in casino.outcomes):
            outcomes = [each for each in casino.outcomes if each.norm == norm]
            told = [
                _case(
                    _left(each, answered[casino.casino_id, norm, each.rule]),
                    titles.get((norm, each.rule), ""),
                    lines=_first(found.get((casino.casino_id, norm, each.rule), []), wording),
                )
                for each in outcomes
            ]
            yield f"{casino.casino_id} {norm}", told


def _case(outcome: Outcome, title: str, *, lines: tuple[str, ...]) -> Case:
    """Say how one rule came out."""
    counts = {
        name: getattr(outcome, name)
        for name in ("violation", "indeterminate", "observation", "not_assessable", "passed")
    }
    told = ", ".join(f"{name} {count}" for name, count in counts.items() if count)
    return Case(f"{outcome.rule} {title}".strip(), _kind(outcome), told or "out_of_scope", lines)


def _kind(outcome: Outcome) -> str:
    """Say whether a rule failed, is open, was skipped or passed."""
    if outcome.violation:
        return "failure"
    if outcome.indeterminate or (outcome.observation and outcome.norm == RECORD):
        return "error"
    return "" if outcome.passed and not outcome.not_assessable else "skipped"


def _by_rule(audit: Audit, wording: Wording) -> Mapping[tuple[str, str, str], list[str]]:
    """Tell each finding in a line, by casino, norm and rule."""
    found: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for each in audit.findings:
        said = choose(each.message, each.message_en, lang=wording.lang)
        line = f"{each.verdict} {each.gaming_date or ''} {each.subject}: {said}"
        found[each.casino_id, each.norm, each.rule].append(line)
    return found


def _answered(audit: Audit) -> Mapping[tuple[str, str, str], Counter[str]]:
    """Count the findings that are waived, by casino, norm and rule, then by verdict."""
    counts: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    for each in audit.findings:
        if each.waiver:
            counts[each.casino_id, each.norm, each.rule][each.verdict] += 1
    return counts


def _left(outcome: Outcome, answered: Counter[str]) -> Outcome:
    """Give the counts of a rule without the findings that are waived."""
    return replace(
        outcome,
        violation=outcome.violation - answered["violation"],
        observation=outcome.observation - answered["observation"],
        indeterminate=outcome.indeterminate - answered["indeterminate"],
    )


def _first(lines: list[str], wording: Wording) -> tuple[str, ...]:
    """Give the first lines, and say how many more there are."""
    more = len(lines) - MOST_TOLD
    rest = (wording.say("and_more", count=more).strip(),) if more > 0 else ()
    return (*lines[:MOST_TOLD], *rest)


def _put(suite: Element, cases: list[Case]) -> None:
    """Write a suite and its counts."""
    kinds = [case.kind for case in cases]
    suite.set("tests", str(len(cases)))
    for kind, key in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        suite.set(key, str(kinds.count(kind)))
    for case in cases:
        element = SubElement(
            suite, "testcase", classname=suite.get("name", ""), name=_fit(case.name)
        )
        text = _fit("\n".join(case.lines))
        if case.kind:
            SubElement(element, case.kind, message=_fit(case.told)).text = text or None
        elif text:
            SubElement(element, "system-out").text = text


def _fit(text: str) -> str:
    """Give a text without the characters that XML cannot hold."""
    return UNFIT.sub("\ufffd", text)
