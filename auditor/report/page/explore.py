"""The findings as they lie in the page, inert: each word once, and columns of its places."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, TypeAlias

from auditor.report.page.details import details, shows_values
from auditor.report.words.wording import sentence
from auditor.texts.visible import visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from auditor.report.model.findings import Explored, FindingView
    from auditor.report.model.report import CasinoReport
    from auditor.report.words.wording import Wording

    Value: TypeAlias = int | str | list[int] | None

CENTS = 2
VERDICTS = ("violation", "indeterminate", "observation")


@dataclass(frozen=True, slots=True)
class Pen:
    """How findings are written down: `code` gives the place of a word, `scale` counts decimals."""

    code: Callable[[str | None], int]
    wording: Wording
    violation: str
    zone: str | None
    scale: int


def explore_json(report: CasinoReport, wording: Wording) -> str:
    """Write the findings of a report as JSON that can stand in a page; its signs are all ASCII."""
    words: dict[str, int] = {"": 0}

    def code(text: str | None) -> int:
        return words.setdefault(visible(text or "", keep="\n\t"), len(words))

    found = report.explored
    pen = Pen(code, wording, report.frame.violation_one, report.identity.zone, _scale(found))
    rows = [_row(each, pen) for each in found]
    told = {
        "audit_sha256": report.stamp.audit_sha256,
        "casino_id": report.identity.casino_id,
        "lang": report.lang,
        "decimal": wording.decimal,
        "scale": pen.scale,
        "verdicts": {verdict: _verdict(verdict, pen) for verdict in VERDICTS},
        "titles": {code(each.rule): code(each.title) for each in found},
        "columns": {name: [row[name] for row in rows] for name in rows[0]} if rows else {},
        "words": list(words),
        "reviews": [asdict(each.review) for each in found if each.review],
    }
    return json.dumps(told, separators=(",", ":")).replace("<", "\\u003c")


def _scale(found: tuple[Explored, ...]) -> int:
    """Count the decimals that every amount fits in."""
    stakes = (each.view.at_stake for each in found if each.view.at_stake is not None)
    places = (-power for stake in stakes if isinstance(power := stake.as_tuple().exponent, int))
    return max((CENTS, *places))


def _row(one: Explored, pen: Pen) -> dict[str, Value]:
    """Give one finding, column by column; all but the id and the second are places of words."""
    view, code = one.view, pen.code
    sought = {
        "verdict": view.verdict,
        "article": one.place,
        "rule": one.rule,
        "table": view.table,
        "dealer": view.dealer,
        "day": pen.wording.day(view.day),
        "since": view.since,
    }
    told = {
        "word": view.word.capitalize(),
        "prefix": one.prefix,
        "time": view.time,
        "subject": view.hand or view.subject,
        "message": view.message,
        "citation": view.citation,
        "adopted": view.adopted,
        "agree": _agreement(view, pen),
        "waiver": view.waiver,
    }
    texts = {**sought, **told, **_money(one, pen), **_pair(view, pen)}
    return {
        "id": view.id,
        "when": one.when,
        **{name: code(text) for name, text in texts.items()},
        "cause": [code(cause) for cause in one.causes],
        "details": _details(view, pen),
        "readings": _readings(view, pen),
    }


def _money(one: Explored, pen: Pen) -> dict[str, str]:
    """Give the money of a finding; `units` is its amount in the smallest unit of the page."""
    view, wording = one.view, pen.wording
    if view.at_stake is None:
        return dict.fromkeys(("units", "currency", "stake", "owed", "whom"), "")
    unknown = wording.say("owed_unknown")
    amount = abs(view.at_stake)
    return {
        "units": str(int(amount.scaleb(pen.scale))),
        "currency": wording.symbols.get(view.currency, view.currency),
        "stake": wording.money(amount, view.currency),
        "owed": wording.word("owed", one.role) if one.role else unknown,
        "whom": wording.word("whom", view.owed_to) if view.owed_to else unknown,
    }


def _pair(view: FindingView, pen: Pen) -> dict[str, str]:
    """Give what was expected and what is there, where they say something."""
    shown = shows_values(view)
    return {
        "expected": pen.wording.cell(view.expected) if shown else "",
        "observed": pen.wording.cell(view.observed) if shown else "",
    }


def _details(view: FindingView, pen: Pen) -> list[int]:
    """List where a finding stands: label, words and what stands out, three places a line."""
    lines = details(view, pen.zone, wording=pen.wording)
    return [pen.code(text) for line in lines for text in (line.label, line.text, line.strong)]


def _verdict(verdict: str | None, pen: Pen) -> str:
    """Name a verdict as the frame does."""
    word = pen.violation if verdict == "violation" else pen.wording.word("verdict", verdict)
    return word.capitalize()


def _agreement(view: FindingView, pen: Pen) -> str:
    """Say that all of several readings agree, where they do."""
    if len(view.readings) != 1 or len(view.readings[0].names) == 1:
        return ""
    (line,) = view.readings
    verdict = _verdict(line.verdict, pen).lower()
    return pen.wording.say("readings_agree", count=len(line.names), verdict=verdict)


def _readings(view: FindingView, pen: Pen) -> list[int]:
    """List what readings that differ say: names (a line each), verdict and money, in turn."""
    wording = pen.wording
    cells = (
        (
            "\n".join(map(sentence, line.names)),
            _verdict(line.verdict, pen),
            "—" if line.at_stake is None else wording.money(abs(line.at_stake), view.currency),
        )
        for line in view.readings
        if len(view.readings) > 1
    )
    return [pen.code(text) for line in cells for text in line]
