"""Findings: one for each row that a rule has something to say of, as plain data."""

from __future__ import annotations

import hashlib
import re
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from auditor.evaluate.bind import PLACEHOLDER
from auditor.evaluate.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pyarrow as pa

    from auditor.evaluate.bind import BoundRule
    from auditor.rulebook.model import Norm, Text

Plain = str | int | float | bool | None | list["Plain"] | dict[str, "Plain"]
Finding = dict[str, Plain]
Said = str | bool | None

_LEAST_DECIMALS = 2
_ORDER = (
    "norm",
    "casino_id",
    "gaming_date",
    "table_id",
    "session_id",
    "hand_id",
    "rule",
    "subject",
    "id",
)
_MOMENT = re.compile(r"^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d+)?)[+-]\d\d:\d\d$")
_YES_NO = {"es": ("sí", "no"), "en": ("yes", "no")}
_DIGITS = re.compile(r"(\d+)")


def findings_of(norm: Norm, bound: BoundRule, *, rows: pa.Table, game: str) -> list[Finding]:
    """Make the findings of one rule from the rows that it has something to say of."""
    return [_finding(norm, bound, row=row, game=game) for row in rows.to_pylist()]


def in_order(findings: list[Finding]) -> list[Finding]:
    """Put findings in their one total order, numbers in ids as numbers."""
    return sorted(findings, key=lambda each: tuple(_natural(each[key]) for key in _ORDER))


def _natural(value: Plain) -> tuple[tuple[int, int, str], ...]:
    """Give a key that sorts `h2` before `h10`, and nothing before anything."""
    parts = _DIGITS.split("" if value is None else str(value))
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts if part)


def _finding(norm: Norm, bound: BoundRule, *, row: Mapping[str, object], game: str) -> Finding:
    """Make one finding."""
    rule = bound.rule
    zone = str(row["zone"] or "UTC")
    told = {key: text_of(row[f"told_{key}"], zone) for key in ("expected", "observed", "owed")}
    stakes = [text_of(row[f"stake_{n}"], zone) for n in range(len(rule.branches))]
    facts = {column: text_of(row[f"fact_{column}"], zone) for column in bound.columns}
    adopted = text_of(row["told_reading"], zone)
    at_stake = stakes[list(rule.readings).index(adopted)] if adopted else _one_stake(stakes)
    said = _said(bound, row, zone=zone) | {"at_stake": at_stake}
    return {
        "id": _stable_id(norm.id, rule.id, row=row),
        "norm": norm.id,
        "rule": rule.id,
        "clause": rule.clause[0],
        "clauses": list(rule.clause),
        "citation": _citation(norm, rule.clause[0]),
        "verdict": Verdict(int(str(row["verdict"]))).word,
        "game": game,
        **_place(row, zone),
        "expected": told["expected"],
        "observed": told["observed"],
        "at_stake": at_stake,
        "owed_to": told["owed"],
        "readings": _readings(bound, row, stakes=stakes),
        "reading_adopted": adopted,
        "cause": facts[rule.cause] if rule.cause else None,
        "cause_en": facts[f"{rule.cause}_en"] if rule.cause else None,
        "message": fill(rule.message, said, lang="es"),
        "message_en": fill(rule.message, said, lang="en"),
        "facts": dict(facts),
        "source": _source(row),
    }


def _said(bound: BoundRule, row: Mapping[str, object], *, zone: str) -> dict[str, Said]:
    """Give the values that a message may name: a yes or no is kept, to be said in each language."""
    ids = {key: row[key] for key in ("subject", "hand_id", "shoe_id", "session_id")}
    told = {key: row[f"told_{key}"] for key in ("expected", "observed")}
    values = {column: row[f"fact_{column}"] for column in bound.columns} | told | ids
    return {
        key: value if isinstance(value, bool) else text_of(value, zone)
        for key, value in values.items()
    }


def _place(row: Mapping[str, object], zone: str) -> Finding:
    """Give where and when a finding is."""
    told = (
        "casino_id",
        "table_id",
        "session_id",
        "shoe_id",
        "hand_id",
        "subject",
        "dealer_id",
        "player_id",
        "currency",
        "video_ref",
    )
    place: Finding = {key: text_of(row[key], zone) for key in told}
    place["gaming_date"] = text_of(row["gaming_date"], zone)
    place["at"] = text_of(row["happened_at"] or row["started_at"], zone)
    place["window"] = _window(row, zone)
    return place


def _window(row: Mapping[str, object], zone: str) -> Plain:
    """Give the times between which to look on the video.

    A hand begins with its first bet, and what came before it where the one before ended. One whose
    end is not logged runs to the next one at its table, or to the table's closing; where neither is
    known, `to` is None.
    """
    keys = ["staked_at", "started_at", "happened_at", "ended_at", "shoe_started_at"]
    happened, staked = row["happened_at"], row["staked_at"]
    if not isinstance(happened, datetime) or not isinstance(staked, datetime) or happened < staked:
        keys.append("ended_before")
    known = sorted(moment for key in keys if isinstance(moment := row[key], datetime))
    if not known:
        return None
    end: object = known[-1]
    if row["hand_id"] is not None and row["ended_at"] is None:
        after = row["followed_at"]
        end = max(known[-1], after) if isinstance(after, datetime) else None
    return {"from": text_of(known[0], zone), "to": text_of(end, zone)}


def _source(row: Mapping[str, object]) -> Finding:
    """Give the record from which the row judged came."""
    record = row["source_record"]
    return {
        "name": text_of(row["source_name"], "UTC"),
        "sha256": text_of(row["source_sha256"], "UTC"),
        "record": None if record is None else int(str(record)),
    }


def _readings(
    bound: BoundRule, row: Mapping[str, object], *, stakes: list[str | None]
) -> list[Plain]:
    """Give the verdict and the money under each reading of an ambiguous clause."""
    if not bound.rule.readings:
        return []
    return [
        {
            "id": reading,
            "verdict": Verdict(int(str(row[f"reading_{n}"]))).word,
            "at_stake": stakes[n],
        }
        for n, reading in enumerate(bound.rule.readings)
    ]


def _one_stake(stakes: list[str | None]) -> str | None:
    """Give the money at stake: what every reading gives, or the least that any gives."""
    known = [stake for stake in stakes if stake is not None]
    if not known or len(known) < len(stakes):
        return None
    return min(known, key=lambda stake: (abs(Decimal(stake)), stake))


def _citation(norm: Norm, clause_id: str) -> str:
    """Give a clause as a report cites it."""
    clause = next((each for each in norm.identity.clauses if each.id == clause_id), None)
    article = f", art. {clause.article}" if clause and clause.article else ""
    return f"{norm.identity.citation.es}{article}"


def _stable_id(norm: str, rule: str, *, row: Mapping[str, object]) -> str:
    """Give a finding's id, the same in every run."""
    parts = (norm, rule, row["casino_id"], row["gaming_date"], row["subject"])
    return hashlib.sha256("\0".join(str(part) for part in parts).encode()).hexdigest()[:16]


def fill(message: Text, values: Mapping[str, Said], *, lang: str) -> str:
    """Put values into a message; a value that is not there is said as such."""
    absent = "(sin dato)" if lang == "es" else "(not recorded)"
    text = message.es if lang == "es" else message.en
    return PLACEHOLDER.sub(lambda match: _readable(values.get(match[1]), lang) or absent, text)


def _readable(value: Said, lang: str) -> str | None:
    """Write a moment by date and clock of the venue, a yes or no in words; all else as it is."""
    if isinstance(value, bool):
        return _YES_NO[lang][0 if value else 1]
    return _MOMENT.sub(r"\1 \2", value) if value else value


def text_of(value: object, zone: str) -> str | None:
    """Write a value as people read it: plain decimals, local times with their offset."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Decimal):
        return plain_decimal(value)
    if isinstance(value, datetime):
        return value.astimezone(ZoneInfo(zone)).isoformat()
    return value.isoformat() if isinstance(value, date) else str(value)


def plain_decimal(value: Decimal) -> str:
    """Write an amount with two decimals, or more where it has more."""
    text = f"{value:f}"
    whole, _, rest = text.partition(".")
    return f"{whole}.{rest.rstrip('0').ljust(_LEAST_DECIMALS, '0')}"
