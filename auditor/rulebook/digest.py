"""What a rule hangs on, by hash: its own words, the SQL of what was due, the numbers it reads."""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING

from auditor.scripts import read_script

if TYPE_CHECKING:
    from auditor.rulebook.documents import Plain
    from auditor.rulebook.model import Norm, Rule

_DUE = re.compile(r"\bdue\.([a-z][a-z0-9_]*)")
_NAME = re.compile(r"[a-z][a-z0-9_]*")


def sha256_of(told: object) -> str:
    """Give the SHA-256 of plain data, the same for the same data."""
    text = json.dumps(told, ensure_ascii=False, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def rule_parts(rule: Rule) -> dict[str, Plain]:
    """Give what of a rule decides a verdict or a finding, under the keys of its YAML."""
    at_stake = rule.at_stake
    return {
        "clause": list(rule.clause),
        "grain": rule.grain,
        "kind": rule.kind.value,
        "games": list(rule.games),
        "from": rule.first.isoformat() if rule.first else None,
        "to": rule.last.isoformat() if rule.last else None,
        "when": rule.when,
        "require": rule.require,
        "readings": dict(rule.readings),
        "expected": rule.expected,
        "observed": rule.observed,
        "at_stake": dict(at_stake) if isinstance(at_stake, dict) else at_stake,
        "owed_to": rule.owed_to,
        "cause": rule.cause,
        "message": {"es": rule.message.es, "en": rule.message.en},
    }


def due_sql(norm: Norm, grain: str) -> str:
    """Give the SELECTs of due.sql from which a grain's rows come, in the order of the script."""
    steps = {step.name: step.sql for step in read_script(norm.due)}
    wanted, todo = set[str](), [grain]
    while todo:
        name = todo.pop()
        if name in steps and name not in wanted:
            wanted.add(name)
            todo += _DUE.findall(steps[name])
    return "\n".join(f"{name}: {sql}" for name, sql in steps.items() if name in wanted)


def parameters_read(norm: Norm, rule: Rule) -> tuple[str, ...]:
    """Give the norm's parameters that a rule reads, itself or through what was due."""
    parts = rule_parts(rule)
    stakes = parts["at_stake"]
    said = [parts[key] for key in ("when", "require", "expected", "observed")]
    said += [*rule.branches.values(), *(stakes.values() if isinstance(stakes, dict) else [stakes])]
    said += [rule.message.es, rule.message.en, due_sql(norm, rule.grain)]
    names = {name for text in said if text for name in _NAME.findall(str(text))}
    return tuple(each.id for each in norm.parameters if each.id in names)
