"""What differs between the conditions of two audits, and on which findings each bears."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.compare.read import by_key, listed, mapped, text
from auditor.texts import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pydantic import JsonValue

    from auditor.compare.read import AuditTold, Told

Place = tuple[str, str, str]  # norm, rule, casino
SHORT = 12
_ASKED = ("norms_asked", "casinos_asked", "from", "to", "as_known_at", "strict")
_IDENTITY = ("edition", "jurisdiction", "text_sha256")


@dataclass(frozen=True, slots=True)
class Bearing:
    """Where a difference may change what is found; None is every norm, rule or casino."""

    norm: str | None = None
    rules: frozenset[str] | None = None
    casinos: frozenset[str] | None = None

    def on(self, place: Place) -> bool:
        """Tell whether it bears on what a rule finds at a casino."""
        norm, rule, casino = place
        return (
            self.norm in {None, norm}
            and (self.rules is None or rule in self.rules)
            and (self.casinos is None or casino in self.casinos)
        )


EVERYWHERE = Bearing()
NOWHERE = Bearing(rules=frozenset())


@dataclass(frozen=True, slots=True)
class Cause:
    """One difference of conditions: its kind, what differs, the words, and where it bears."""

    kind: str
    what: str
    es: str
    en: str
    bears: Bearing


def cause(code: str, what: str, /, *, bears: Bearing = EVERYWHERE, **words: str) -> Cause:
    """Make a cause of the key of its text, which begins with its kind."""
    es, en = (say(f"compare.{code}", lang=lang, what=what, **words) for lang in ("es", "en"))
    return Cause(code.partition("_")[0], what, es, en, bears)


def _of_rule(norm: str, *rules: str) -> Bearing:
    """Give the bearing of what some rules of a norm alone hang on."""
    return Bearing(norm=norm, rules=frozenset(rules))


def causes_of(old: AuditTold, new: AuditTold) -> tuple[Cause, ...]:
    """Find all that differs between the conditions of two audits, the most particular first."""
    return (
        *_rules(old, new),
        *_parameters(old, new),
        *_due(old, new),
        *_norms(old, new),
        *_readings(old, new),
        *_houses(old, new),
        *_inputs(old, new),
        *_asked(old, new),
        *_program(old, new),
    )


def shown(value: JsonValue) -> str:
    """Write a value of a file as people read it: nothing is a dash, a list or object is JSON."""
    if value is None or value in ("", [], {}):
        return "—"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _shared_norms(old: AuditTold, new: AuditTold) -> set[str]:
    """Give the norms that both audits applied."""
    return {text(each, "id") for each in old.norms} & {text(each, "id") for each in new.norms}


def _rules(old: AuditTold, new: AuditTold) -> Iterator[Cause]:
    """Find the rules that stand in one audit alone, or read otherwise in the other."""
    before, after = by_key(old.rules, "norm", "rule"), by_key(new.rules, "norm", "rule")
    shared = _shared_norms(old, new)
    for key in sorted({*before, *after}):
        norm, rule = key
        if norm not in shared:
            continue
        if key not in after:
            yield cause("rule_gone", rule, bears=_of_rule(norm, rule))
        elif key not in before:
            yield cause("rule_come", rule, bears=_of_rule(norm, rule))
        else:
            yield from _rule_changed(before[key], after[key])
    yield from _rules_untold(old, new)


def _rule_changed(before: Told, after: Told) -> Iterator[Cause]:
    """Say which parts of a rule changed, each from what to what."""
    hashes = {text(before, "sha256"), text(after, "sha256")}
    if "" in hashes or len(hashes) == 1:
        return
    old, new = mapped(before, "parts"), mapped(after, "parts")
    parts = [
        f"{key}: «{shown(old.get(key))}» → «{shown(new.get(key))}»"
        for key in dict.fromkeys([*old, *new])
        if old.get(key) != new.get(key)
    ]
    rule = text(after, "rule")
    bears = _of_rule(text(after, "norm"), rule)
    yield cause("rule_changed", rule, bears=bears, parts="; ".join(parts))


def _rules_untold(old: AuditTold, new: AuditTold) -> Iterator[Cause]:
    """Say that an older audit does not tell what its rules were, where the rulebooks differ."""
    untold = any(not text(rule, "sha256") for rule in (*old.rules, *new.rules))
    if untold and old.run.get("rules_hash") != new.run.get("rules_hash"):
        yield cause("rule_untold", "rules_hash")


def _parameters(old: AuditTold, new: AuditTold) -> Iterator[Cause]:
    """Find the numbers of the law that differ, and the rules that read them."""
    before, after = by_key(old.norms, "id"), by_key(new.norms, "id")
    for key in sorted(before.keys() & after.keys()):
        if "parameters" in before[key] and "parameters" in after[key]:
            values = [_values(each[key]) for each in (before, after)]
            for name in sorted({*values[0], *values[1]}):
                was, is_ = (shown(each.get(name)) for each in values)
                if was != is_:
                    readers = _readers((*old.rules, *new.rules), key[0], name=name)
                    bears = _of_rule(key[0], *readers)
                    yield cause("parameter", name, bears=bears, was=was, now=is_, of=key[0])


def _values(norm: Told) -> dict[str, str]:
    """Write the values of each parameter of a norm, each with the day from which it holds."""
    return {
        text(each, "id"): "; ".join(
            f"{text(value, 'value')} ({text(value, 'from') or '—'})"
            for value in listed(each, "values")
            if isinstance(value, dict)
        )
        for each in listed(norm, "parameters")
        if isinstance(each, dict)
    }


def _readers(rules: Iterable[Told], norm: str, *, name: str) -> set[str]:
    """Give the rules of a norm that read a parameter, themselves or through what was due."""
    return {
        text(rule, "rule")
        for rule in rules
        if text(rule, "norm") == norm and name in listed(rule, "parameters")
    }


def _due(old: AuditTold, new: AuditTold) -> Iterator[Cause]:
    """Find the norms whose `due.sql` differs under some rules."""
    before, after = by_key(old.rules, "norm", "rule"), by_key(new.rules, "norm", "rule")
    found: dict[str, set[str]] = {}
    for norm, rule in sorted(before.keys() & after.keys()):
        was, now = (text(each[norm, rule], "due_sha256") for each in (before, after))
        if was and now and was != now:
            found.setdefault(norm, set()).add(rule)
    for norm, rules in found.items():
        yield cause("due", norm, bears=_of_rule(norm, *rules), count=str(len(rules)))


def _norms(old: AuditTold, new: AuditTold) -> Iterator[Cause]:
    """Find the norms that one audit alone applied, and those of another edition."""
    before, after = by_key(old.norms, "id"), by_key(new.norms, "id")
    for key in sorted({*before, *after}):
        (norm,) = key
        if key not in after:
            yield cause("norm_gone", norm, bears=Bearing(norm=norm))
        elif key not in before:
            yield cause("norm_come", norm, bears=Bearing(norm=norm))
        else:
            was, now = _edition(before[key]), _edition(after[key])
            parts = [
                f"{name}: «{was[name]}» → «{now[name]}»" for name in was if was[name] != now[name]
            ]
            if parts:
                yield cause("norm_changed", norm, bears=Bearing(norm=norm), parts="; ".join(parts))


def _edition(norm: Told) -> dict[str, str]:
    """Give what makes an edition: its name, its days in force, its text."""
    force = mapped(norm, "in_force")
    told = {key: shown(norm.get(key)) for key in _IDENTITY}
    return told | {f"in_force.{key}": shown(force.get(key)) for key in ("from", "to")}


def _readings(old: AuditTold, new: AuditTold) -> Iterator[Cause]:
    """Find the readings of ambiguous clauses that an authority adopted in one audit alone."""
    keys = ("casino_id", "clause")
    before, after = by_key(old.readings_adopted, *keys), by_key(new.readings_adopted, *keys)
    for key in sorted({*before, *after}):
        was, now = (shown(each.get(key, {}).get("reading")) for each in (before, after))
        if was != now:
            casino, clause = key
            rules = frozenset(
                text(rule, "rule")
                for rule in (*old.rules, *new.rules)
                if clause == text(rule, "rule") or clause in listed(rule, "clauses")
            )
            bears = Bearing(rules=rules, casinos=frozenset({casino}))
            yield cause("reading", clause, bears=bears, was=was, now=now, at=casino)


def _houses(old: AuditTold, new: AuditTold) -> Iterator[Cause]:
    """Find the casinos whose house file says something else."""
    before, after = by_key(old.casinos, "casino_id"), by_key(new.casinos, "casino_id")
    for key in sorted(before.keys() & after.keys()):
        was, now = before[key], after[key]
        told = (
            "house_sha256" if "house_sha256" in was and "house_sha256" in now else "house_declared"
        )
        if was.get(told) != now.get(told):
            yield cause("house", key[0], bears=Bearing(casinos=frozenset(key)))


def _inputs(old: AuditTold, new: AuditTold) -> Iterator[Cause]:
    """Find the sources whose bytes one audit alone has, and those read in another way."""
    before, after = by_key(old.sources, "sha256"), by_key(new.sources, "sha256")
    gone = {text(before[key], "name"): before[key] for key in before.keys() - after.keys()}
    come = {text(after[key], "name"): after[key] for key in after.keys() - before.keys()}
    for name in sorted({*gone, *come}):
        was, now = gone.get(name, {}), come.get(name, {})
        code = "input_changed" if was and now else "input_gone" if was else "input_come"
        hashes = {"was": text(was, "sha256")[:SHORT], "now": text(now, "sha256")[:SHORT]}
        yield cause(code, name, bears=Bearing(casinos=_casinos(was, now)), **hashes)
    for key in sorted(before.keys() & after.keys()):
        was, now = before[key], after[key]
        if text(was, "way") and text(now, "way") and was["way"] != now["way"]:
            yield cause("input_way", text(now, "name"), bears=Bearing(casinos=_casinos(was, now)))


def _casinos(*sources: Told) -> frozenset[str] | None:
    """Give the casinos of which some sources hold rows; None where they do not say."""
    found = frozenset(str(each) for source in sources for each in listed(source, "casinos"))
    return found or None


def _asked(old: AuditTold, new: AuditTold) -> Iterator[Cause]:
    """Find what one audit was asked for and the other was not; `strict` finds nothing else."""
    for key in _ASKED:
        was, now = (shown(each.run.get(key)) for each in (old, new))
        if was != now and (key in old.run or key in new.run):
            yield cause(
                "asked", key, bears=NOWHERE if key == "strict" else EVERYWHERE, was=was, now=now
            )


def _program(old: AuditTold, new: AuditTold) -> Iterator[Cause]:
    """Find that another version of the program ran, or one with other files."""
    was, now = (text(each.run, "version") for each in (old, new))
    if was != now:
        yield cause("program_version", "auditor", was=was, now=now)
        return
    was, now = (text(each.run, "program_sha256") for each in (old, new))
    if was and now and was != now:
        yield cause("program_files", "auditor", was=was[:SHORT], now=now[:SHORT])
