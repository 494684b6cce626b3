"""Whether rules can fire, in words and as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.evaluate.findings import text_of
from auditor.run.rulebook.alive import ALIVE, DEAD, UNSEEN
from auditor.run.rulebook.rulebook import spoken
from auditor.texts import say, texts_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from auditor.evaluate.alive import Change, Part
    from auditor.run.rulebook.alive import RuleLife

NOTHING_ASSESSED = 4


def alive_exit(found: Sequence[RuleLife]) -> int:
    """Give the exit code: 4 where a rule is dead, or where there was none to look at."""
    dead = not found or any(each.state == DEAD for each in found)
    return NOTHING_ASSESSED if dead else 0


def alive_lines(found: Sequence[RuleLife], lang: str) -> Iterator[str]:
    """Write each rule with its parts and the change that makes it fire, then the sums."""
    for each in found:
        yield from _rule_lines(each, lang)
    states = [each.state for each in found]
    counts = {state: states.count(state) for state in (ALIVE, UNSEEN, DEAD)}
    yield say("alive.sums", lang=lang, **counts)
    dead = [each.rule.id for each in found if each.state == DEAD]
    if dead:
        yield say("alive.dead_rules", lang=lang, rules=", ".join(dead))


def _rule_lines(found: RuleLife, lang: str) -> Iterator[str]:
    """Write one rule."""
    life = found.life
    yield f"{found.rule.id} — {spoken(found.rule.title, lang)}"
    values: dict[str, int | str] = {
        "rows": life.rows,
        "in_scope": life.in_scope,
        "fires": life.fires,
    }
    values |= {"grain": _grain(life.grain, lang), "tried": life.tried}
    yield "  " + say(f"alive.{found.state}", lang=lang, **values)
    for part in life.parts:
        yield "  " + _part_line(found, part, lang=lang)
    if life.change and life.change.subject:
        yield "  " + _change_line(life.change, lang)


def _grain(grain: str, lang: str) -> str:
    """Name the rows of a grain in words; a grain that no text names keeps its own."""
    key = f"grain_{grain}"
    return say(f"alive.{key}", lang=lang) if key in texts_of("alive") else grain


def _part_line(found: RuleLife, part: Part, *, lang: str) -> str:
    """Write how often one part was true, false and unknown."""
    counts = {"true": part.true, "false": part.false, "unknown": part.unknown}
    if part.sql == "true":
        return say(f"alive.always_{'when' if part.of == 'when' else 'kept'}", lang=lang)
    if part.of in {"when", "require"}:
        return say(f"alive.part_{part.of}", lang=lang, sql=part.sql, **counts)
    words = spoken(found.norm.identity.readings[part.of], lang)
    return say("alive.part_reading", lang=lang, sql=part.sql, reading=words, **counts)


def _change_line(change: Change, lang: str) -> str:
    """Write the smallest change that makes a rule fire."""
    steps = "; ".join(
        say(
            "alive.step",
            lang=lang,
            fact=each.fact,
            was=_value(each.was, change.zone, lang=lang),
            became=_value(each.became, change.zone, lang=lang),
        )
        for each in change.steps
    )
    verdict = say(f"cli.verdict_{change.verdict}", lang=lang)
    place = f"{change.casino_id} {change.subject}"
    return say("alive.change", lang=lang, place=place, steps=steps, verdict=verdict)


def _value(value: object, zone: str, *, lang: str) -> str:
    """Write a fact's value as people read it."""
    if value is None or isinstance(value, bool):
        return say(f"alive.value_{value}".lower(), lang=lang)
    return f"{value:.6g}" if isinstance(value, float) else text_of(value, zone) or "—"


def alive_told(found: RuleLife) -> dict[str, object]:
    """Give one rule as plain data."""
    life, change = found.life, found.life.change
    return {
        "norm": found.norm.id,
        "rule": found.rule.id,
        "grain": life.grain,
        "state": found.state,
        "rows": life.rows,
        "in_scope": life.in_scope,
        "fires": life.fires,
        "tried": life.tried,
        "parts": [
            {
                "of": part.of,
                "sql": part.sql,
                "true": part.true,
                "false": part.false,
                "unknown": part.unknown,
            }
            for part in life.parts
        ],
        "change": _change_told(change) if change and change.subject else None,
    }


def _change_told(change: Change) -> dict[str, object]:
    """Give the smallest change as plain data."""
    return {
        "casino_id": change.casino_id,
        "subject": change.subject,
        "verdict": change.verdict,
        "facts": [
            {
                "fact": each.fact,
                "from": text_of(each.was, change.zone),
                "to": text_of(each.became, change.zone),
            }
            for each in change.steps
        ],
    }
