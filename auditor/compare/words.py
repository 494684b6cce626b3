"""A difference as the command tells it: lines in one language, and plain data in both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.compare.causes import shown
from auditor.compare.read import text
from auditor.texts import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from auditor.compare.causes import Cause
    from auditor.compare.difference import CountChange, Difference, FindingChange

MOST = 20
MOST_CAUSES = 3
_MARKS = {"appears": "+", "vanishes": "−", "changes": "~"}


def lines_of(found: Difference, lang: str) -> Iterator[str]:
    """Write a difference as lines: the conclusion, the causes, the findings, the counts."""
    yield _conclusion(found, lang)
    if found.causes:
        yield say("compare.conditions", lang=lang)
        yield from (f"  {_said(each, lang)}" for each in found.causes)
    if found.findings:
        yield say("compare.findings", lang=lang)
        for change in found.findings[:MOST]:
            yield from _finding(change, lang)
    yield from _more(len(found.findings), lang)
    if found.counts:
        yield say("compare.counts", lang=lang)
        yield from (_count(change, lang) for change in found.counts[:MOST])
    yield from _more(len(found.counts), lang)


def _conclusion(found: Difference, lang: str) -> str:
    """Write the conclusion in a sentence."""
    if not found.exit_code:
        return say("compare.equal", lang=lang)
    hows = [change.how for change in found.findings]
    return say(
        "compare.sums",
        lang=lang,
        appear=hows.count("appears"),
        vanish=hows.count("vanishes"),
        change=hows.count("changes"),
        violations=sum(change.is_new_violation for change in found.findings),
    )


def _more(count: int, lang: str) -> Iterator[str]:
    """Say how many more there are than are told."""
    if count > MOST:
        yield "  " + say("compare.more", lang=lang, count=count - MOST)


def _finding(change: FindingChange, lang: str) -> Iterator[str]:
    """Write one finding: what becomes of it, field by field where it changes, and why."""
    finding = change.finding
    words = text(finding, "message_en" if lang == "en" else "message")
    place = " ".join(
        part
        for key in ("casino_id", "table_id", "gaming_date", "subject")
        if (part := text(finding, key))
    )
    verdict = say(f"cli.verdict_{text(finding, 'verdict')}", lang=lang)
    yield f"  {_MARKS[change.how]} {text(finding, 'rule')}  {place}  [{verdict}]  {words}"
    if change.how == "changes":
        for key, (was, now) in change.fields.items():
            yield f"      {key}: {shown(was)} → {shown(now)}"
    yield f"      {say('compare.because', lang=lang, causes=_because(change.causes, lang))}"


def _count(change: CountChange, lang: str) -> str:
    """Write how the verdicts of one rule add up at one casino, and why."""
    counts = "; ".join(
        f"{say(f'cli.verdict_{word}', lang=lang)} {was} → {now}"
        for word, (was, now) in change.counts.items()
    )
    because = say("compare.because", lang=lang, causes=_because(change.causes, lang))
    return f"  {change.rule}  {change.casino_id}  {counts}. {because}"


def _because(causes: Sequence[Cause], lang: str) -> str:
    """Name the causes of one change: the first of them, where they are many."""
    named = [f"{say(f'compare.kind_{each.kind}', lang=lang)} {each.what}" for each in causes]
    if len(named) > MOST_CAUSES:
        rest = say("compare.because_more", lang=lang, count=len(named) - MOST_CAUSES)
        named = [*named[:MOST_CAUSES], rest]
    return "; ".join(named)


def _said(each: Cause, lang: str) -> str:
    """Give the words of a cause."""
    return each.en if lang == "en" else each.es


def told_of(found: Difference) -> dict[str, object]:
    """Give a difference as plain data, its causes by number."""
    every = list(dict.fromkeys([*found.causes, *_own_causes(found)]))
    numbers = {each: number for number, each in enumerate(every)}
    return {
        "exit": found.exit_code,
        "causes": [
            {"kind": each.kind, "what": each.what, "es": each.es, "en": each.en} for each in every
        ],
        "findings": [
            {
                "how": change.how,
                "id": change.finding.get("id"),
                "norm": change.finding.get("norm"),
                "rule": change.finding.get("rule"),
                "casino_id": change.finding.get("casino_id"),
                "gaming_date": change.finding.get("gaming_date"),
                "subject": change.finding.get("subject"),
                "fields": {key: list(pair) for key, pair in change.fields.items()},
                "causes": [numbers[each] for each in change.causes],
            }
            for change in found.findings
        ],
        "counts": [
            {
                "norm": change.norm,
                "rule": change.rule,
                "casino_id": change.casino_id,
                "counts": {key: list(pair) for key, pair in change.counts.items()},
                "causes": [numbers[each] for each in change.causes],
            }
            for change in found.counts
        ],
    }


def _own_causes(found: Difference) -> Iterator[Cause]:
    """Walk the causes of single changes: among them that none is known."""
    for causes in [each.causes for each in found.findings] + [each.causes for each in found.counts]:
        yield from causes
