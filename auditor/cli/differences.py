"""A difference between two audits as people read it: lines in one language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.compare.causes import shown
from auditor.compare.read import text
from auditor.report.words.wording import DECIMALS, Wording
from auditor.texts import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pydantic import JsonValue

    from auditor.compare.causes import Cause
    from auditor.compare.difference import CountChange, Difference, FindingChange, Pair
    from auditor.compare.read import Told

MOST = 20
MOST_CAUSES = 3
MOST_READINGS = 3
_MARKS = {"appears": "+", "vanishes": "−", "changes": "~"}
_SENTENCE = {"es": "message", "en": "message_en"}


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
    wording = Wording(lang, currency=text(finding, "currency"))
    words = _value(_SENTENCE[lang], finding.get(_SENTENCE[lang]), wording=wording)
    place = " ".join(
        part
        for key in ("casino_id", "table_id", "gaming_date", "subject")
        if (part := text(finding, key))
    )
    verdict = _verdict(text(finding, "verdict"), lang)
    yield f"  {_MARKS[change.how]} {text(finding, 'rule')}  {place}  [{verdict}]  {words}"
    if change.how == "changes":
        for key, what in _changes(change.fields, wording):
            yield f"      {say(f'compare.field_{key}', lang=lang)}: {what}"
    yield f"      {say('compare.because', lang=lang, causes=_because(change.causes, lang))}"


def _changes(fields: Mapping[str, Pair], wording: Wording) -> Iterator[tuple[str, str]]:
    """Write what each field was and is; of the sentence, which is told above, what it was."""
    for key, pair in fields.items():
        was, now = (_value(key, each, wording=wording) for each in pair)
        if key == "readings":
            yield from ((key, told) for told in _readings(pair, wording))
        elif key == _SENTENCE[wording.lang]:
            yield "words", was
        elif key not in _SENTENCE.values():
            yield key, f"{was} → {now}"


def _value(key: str, value: JsonValue, *, wording: Wording) -> str:
    """Write the value of a field as the report does."""
    if not isinstance(value, str):
        return ", ".join(map(str, value)) if isinstance(value, list) else shown(value)
    if key in _SENTENCE.values():
        return wording.prose(value, currency=wording.currency)
    if key == "verdict":
        return _verdict(value, wording.lang)
    if key == "owed_to":
        return wording.word("owed", value)
    if key == "at_stake":
        return wording.amount(value)
    return wording.prose(value) if DECIMALS.fullmatch(value) else wording.cell(value)


def _readings(pair: Pair, wording: Wording) -> list[str]:
    """Write what the readings that changed say, those that say the same together."""
    was, now = ({text(each, "id"): each for each in _told(side)} for side in pair)
    groups: dict[str, list[str]] = {}
    for name in dict.fromkeys([*was, *now]):
        before, after = (_reading(side.get(name), wording) for side in (was, now))
        if before != after:
            groups.setdefault(f"{before} → {after}", []).append(name)
    return [f"{_named(names, wording.lang)}: {change}" for change, names in groups.items()]


def _told(side: JsonValue) -> list[Told]:
    """Give the readings of a finding."""
    return [each for each in side if isinstance(each, dict)] if isinstance(side, list) else []


def _reading(reading: Told | None, wording: Wording) -> str:
    """Write what one reading says: its verdict, and the money under it."""
    if reading is None:
        return shown(None)
    said = [(key, reading.get(key)) for key in ("verdict", "at_stake")]
    return ", ".join(
        _value(key, value, wording=wording) for key, value in said if value is not None
    )


def _named(names: list[str], lang: str) -> str:
    """Name some readings: the first of them, where they are many."""
    if len(names) <= MOST_READINGS:
        return ", ".join(names)
    more = say("compare.more_readings", lang=lang, count=len(names) - MOST_READINGS)
    return f"{', '.join(names[:MOST_READINGS])} {more}"


def _verdict(verdict: str, lang: str) -> str:
    """Give the word of a verdict."""
    return say(f"cli.verdict_{verdict}", lang=lang)


def _count(change: CountChange, lang: str) -> str:
    """Write how the verdicts of one rule add up at one casino, and why."""
    counts = "; ".join(
        f"{_verdict(word, lang)} {shown(was)} → {shown(now)}"
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
