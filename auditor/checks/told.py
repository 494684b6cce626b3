"""A check's result as `audit.json` has it, and in a sentence of each language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.checks.catalog import catalog
from auditor.checks.judge import Word
from auditor.texts import Words, say
from auditor.texts.reasons import reason_of

if TYPE_CHECKING:
    from auditor.checks.judge import Result

Told = dict[str, "Plain"]
Plain = str | int | float | bool | list["Plain"] | dict[str, "Plain"] | None

LEAST_P = 0.0001
DIGITS = 6
MOST, LEAST = 0.995, 0.01
WORST = {
    "frequency": "checks.worst_frequency",
    "serial": "checks.worst_frequency",
    "score": "checks.worst_score",
    "excess": "checks.worst_score",
    "composition": "checks.worst_composition",
    "tail": "checks.worst_tail",
}
SWITCHED_OFF, TOO_MANY = "checks.switched_off", "checks.too_many"


def told(result: Result) -> Told:
    """Give one result as plain data."""
    check, figures = result.check, result.figures
    return {
        "check": check.id,
        "family": check.family,
        "kind": check.kind,
        "game": result.game,
        "casino_id": result.casino_id,
        "table_id": result.table_id or None,
        "part": result.part or None,
        "title": check.title.es,
        "title_en": check.title.en,
        "method": check.method.es,
        "method_en": check.method.en,
        "verdict": result.verdict.value,
        "n": figures.n,
        "whole": figures.whole or None,
        "faults": figures.faults,
        "statistic": _rounded(figures.statistic),
        "p": _rounded(figures.p),
        "p_corrected": _rounded(result.corrected),
        "tests": result.family,
        "level": catalog().level,
        "effect": check.effect,
        "power": _rounded(result.power),
        "parts": {word.value: count for word, count in result.parts},
        "sentence": sentence(result, "es"),
        "sentence_en": sentence(result, "en"),
    }


def _rounded(value: float | None) -> float | None:
    """Keep so many digits as say something."""
    return None if value is None else float(f"{value:.{DIGITS}g}")


def sentence(result: Result, lang: str) -> str:
    """Say what a check found, in a language."""
    said = _said(result, lang)
    return say("checks.part", lang=lang, part=result.part, sentence=said) if result.part else said


def _said(result: Result, lang: str) -> str:
    """Say it of the table or of the part."""
    figures, unit = result.figures, _begun(result.check.unit.say(lang))
    if result.verdict is Word.NOT_RUN:
        return say("checks.not_run", lang=lang, reason=_reason(result.reason))
    if not figures.n:
        return say("checks.not_enough_none", lang=lang)
    if figures.faults is not None:
        return _exact(result, lang)
    if figures.p is None:
        return say("checks.not_enough_few", lang=lang, n=figures.n, unit=unit)
    return _tested(result, lang)


def _exact(result: Result, lang: str) -> str:
    """Say how many cannot be."""
    figures, unit = result.figures, _begun(result.check.unit.say(lang))
    if result.verdict is Word.SCARCE:
        return say(
            "checks.exact_not_enough", lang=lang, n=figures.n, unit=unit, whole=figures.whole
        )
    if not figures.faults:
        return say("checks.exact_consistent", lang=lang, n=figures.n, unit=unit)
    place = figures.worst["place"]
    return say(
        "checks.exact_doubtful",
        lang=lang,
        n=figures.n,
        unit=unit,
        faults=figures.faults,
        place=place,
    )


def _tested(result: Result, lang: str) -> str:
    """Say how a probability came out, and how surely a departure would have shown."""
    check, figures = result.check, result.figures
    p = say(
        "checks.p_corrected",
        lang=lang,
        p=_probability(figures.p or 0),
        family=result.family,
        corrected=_probability(result.corrected or 0),
    )
    common = {"n": str(figures.n), "unit": _begun(check.unit.say(lang)), "p": p}
    if result.verdict is Word.DOUBTFUL:
        worst = say(WORST[check.kind], lang=lang, **figures.worst)
        return say("checks.doubtful", lang=lang, worst=worst, **common)
    effect = check.effect_words.say(lang) if check.effect_words else ""
    code = "checks.consistent" if result.verdict is Word.CONSISTENT else "checks.not_enough_power"
    return say(code, lang=lang, **common, effect=effect, power=_percent(result.power or 0, lang))


def _probability(p: float) -> str:
    """Write a probability."""
    return f"< {LEAST_P}" if p < LEAST_P else f"= {p:.4f}"


def _percent(power: float, lang: str) -> str:
    """Write a power as a share of the times."""
    if power >= MOST:
        return say("checks.power_most", lang=lang)
    if power < LEAST:
        return say("checks.power_least", lang=lang)
    return say("checks.power_some", lang=lang, percent=round(100 * power))


def _reason(given: str) -> Words:
    """Say why a check was not run: `code:rows` of a text, or the words of the engine."""
    code, _, rows = given.partition(":")
    if code in {SWITCHED_OFF, TOO_MANY}:
        return Words(*(say(code, lang=lang, rows=rows) for lang in ("es", "en")))
    return reason_of(" ".join(given.split()))


def _begun(words: str) -> str:
    """Begin with a capital."""
    return words[:1].upper() + words[1:]
