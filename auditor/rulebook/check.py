"""A pack held against itself: clauses, quotes, readings, parameters, cases."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from auditor.games.catalog import games
from auditor.rulebook.coverage import RULED, flat_text
from auditor.rulebook.documents import Fault
from auditor.rulebook.known import any_overlap
from auditor.rulebook.model import DUE, PLACEHOLDER, Status, typed_value
from auditor.rulebook.stale import text_changed
from auditor.texts import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.rulebook.load import Pack
    from auditor.rulebook.model import Clause, Parameter, Rule


def pack_faults(pack: Pack) -> Iterator[Fault]:
    """Find what a pack says of things that it does not hold."""
    yield from _identity_faults(pack)
    for clause in pack.norm.identity.clauses:
        yield from _clause_faults(pack, clause)
    for position, parameter in enumerate(pack.norm.parameters):
        yield from _parameter_faults(pack, position, parameter=parameter)
    for rule in pack.norm.rules:
        yield from _rule_faults(pack, rule)
    yield from _repeated(pack)


def _identity_faults(pack: Pack) -> Iterator[Fault]:
    """Check the norm's own name and games."""
    identity = pack.norm.identity
    if identity.id != pack.norm.folder.name:
        es = f"el id «{identity.id}» no es el nombre de la carpeta"
        yield _top(pack, "id", es=es, en=f"the id “{identity.id}” is not the folder's name")
    for game in identity.games:
        if game not in games():
            yield _top(
                pack,
                "games",
                es=f"no se conoce el juego «{game}»",
                en=f"the game “{game}” is not known",
            )
    yield from _due_faults(pack)
    if pack.norm.text and identity.text_sha256 is None:
        yield _top(pack, "text_sha256", **_both("text_unhashed", sha256=pack.norm.text_sha256))
    if text_changed(pack.norm):
        yield _top(pack, "text_sha256", **_both("text_changed", sha256=pack.norm.text_sha256))


def _due_faults(pack: Pack) -> Iterator[Fault]:
    """Check the earlier scripts of what was due: each is a file that was replaced on some day."""
    before = pack.norm.identity.due_before
    for each in before:
        is_beside = (pack.norm.folder / each.file) in set(pack.norm.folder.glob("*.sql"))
        if not is_beside or each.file == DUE:
            yield _top(pack, "due_before", **_both("due_no_file", file=each.file))
        if each.known.last is None:
            yield _top(pack, "due_before", **_both("due_no_end", file=each.file))
    if any_overlap(each.known for each in before):
        yield _top(pack, "due_before", **_both("due_twice"))


def _both(key: str, **context: str) -> dict[str, str]:
    """Give a text in both languages."""
    return {lang: say(f"rulebook.{key}", lang=lang, **context) for lang in ("es", "en")}


def _top(pack: Pack, key: str, *, es: str, en: str) -> Fault:
    """Make a fault at a key of norm.yaml."""
    return Fault(pack.identity.path, pack.identity.line((key,)), es, en)


def _clause_faults(pack: Pack, clause: Clause) -> Iterator[Fault]:
    """Check a clause: quotes stand in the text, and what is not automated says why."""
    text = flat_text(pack.norm.text)
    for quote in clause.quote:
        if flat_text(quote) not in text:
            yield pack.clause_fault(
                clause.id,
                f"la cita «{quote}» no está en text.txt",
                en=f"the quote “{quote}” is not in text.txt",
            )
    if clause.status is not Status.AUTOMATED and clause.reason is None:
        yield pack.clause_fault(clause.id, "falta el motivo (reason)", en="its reason is missing")
    ruled = any(clause.id in rule.clause for rule in pack.norm.rules)
    if clause.status is Status.AUTOMATED and not ruled:
        yield pack.clause_fault(
            clause.id, "es automated y no tiene regla", en="it is automated and has no rule"
        )
    if ruled and clause.status not in RULED:
        es = f"tiene regla y su estado es {clause.status}"
        yield pack.clause_fault(
            clause.id, es, en=f"it has a rule and its status is {clause.status}"
        )


def _parameter_faults(pack: Pack, position: int, *, parameter: Parameter) -> Iterator[Fault]:
    """Check a parameter: its values fit its type and cite clauses of the norm."""
    known = {clause.id for clause in pack.norm.identity.clauses}
    line = pack.parameters.line((position,))
    for value in parameter.values:
        try:
            typed_value(parameter.type, value.value)
        except (ValueError, KeyError):
            es = f"{parameter.id}: «{value.value}» no es {parameter.type}"
            yield Fault(
                pack.parameters.path,
                line,
                es,
                f"{parameter.id}: “{value.value}” is no {parameter.type}",
            )
        begun = pack.norm.identity.in_force.first
        if begun and value.first and value.first < begun:
            es = f"{parameter.id}: «{value.value}» vale desde antes que la norma"
            en = f"{parameter.id}: “{value.value}” holds from before the norm does"
            yield Fault(pack.parameters.path, line, es, en)
        for clause in sorted(set(value.clause) - known):
            es = f"{parameter.id}: no existe la cláusula {clause}"
            yield Fault(
                pack.parameters.path, line, es, f"{parameter.id}: there is no clause {clause}"
            )


def _rule_faults(pack: Pack, rule: Rule) -> Iterator[Fault]:
    """Check a rule against its norm: clauses, readings, grain, cases."""
    identity = pack.norm.identity
    known = {clause.id for clause in identity.clauses}
    for clause in rule.clause:
        if clause not in known:
            yield pack.rule_fault(
                rule,
                "clause",
                es=f"no existe la cláusula {clause}",
                en=f"there is no clause {clause}",
            )
    for reading in rule.readings:
        if reading not in identity.readings:
            es = f"la lectura «{reading}» no está descrita en norm.yaml"
            yield pack.rule_fault(
                rule, "readings", es=es, en=f"the reading “{reading}” is not described in norm.yaml"
            )
    yield from _citation_faults(pack, rule)
    yield from _message_faults(pack, rule)
    if bool(rule.require) == bool(rule.readings):
        es = "hace falta «require» o «readings», y no ambos"
        yield pack.rule_fault(
            rule, "require", es=es, en="either “require” or “readings” is needed, not both"
        )
    if isinstance(rule.at_stake, dict) and rule.at_stake.keys() != rule.readings.keys():
        es = "no tiene las mismas lecturas que la regla"
        yield pack.rule_fault(rule, "at_stake", es=es, en="it does not have the rule's readings")
    yield from _place_faults(pack, rule)


def _citation_faults(pack: Pack, rule: Rule) -> Iterator[Fault]:
    """Check that a rule is named after the clause that it cites first, or that with a number."""
    first = rule.clause[0] if rule.clause else ""
    if not re.fullmatch(rf"{re.escape(first)}(\.\d+)?", rule.id):
        es = f"la primera cláusula que cita es {first}: la regla ha de llamarse {first} o {first}.N"
        en = f"the first clause that it cites is {first}: the rule has to be {first} or {first}.N"
        yield pack.rule_fault(rule, "clause", es=es, en=en)


def _message_faults(pack: Pack, rule: Rule) -> Iterator[Fault]:
    """Check that a message says the same values in both languages."""
    spanish = {name.removesuffix("_es") for name in PLACEHOLDER.findall(rule.message.es)}
    english = {name.removesuffix("_en") for name in PLACEHOLDER.findall(rule.message.en)}
    for name in sorted(spanish ^ english):
        es, en = f"«{name}» está solo en un idioma", f"“{name}” is in one language only"
        yield pack.rule_fault(rule, "message", es=es, en=en)


def _place_faults(pack: Pack, rule: Rule) -> Iterator[Fault]:
    """Check that a rule's grain exists in its games, and its cases' file in the pack."""
    for game in rule.games or pack.norm.identity.games:
        if game in games() and rule.grain not in games()[game].grains and rule.games:
            es = f"el juego {game} no tiene el grano «{rule.grain}»"
            yield pack.rule_fault(
                rule, "grain", es=es, en=f"the game {game} has no grain “{rule.grain}”"
            )
    grains = {
        grain
        for game in pack.norm.identity.games
        if game in games()
        for grain in games()[game].grains
    }
    if rule.grain not in grains:
        es, en = (
            f"ningún juego de la norma tiene el grano «{rule.grain}»",
            f"no game of the norm has the grain “{rule.grain}”",
        )
        yield pack.rule_fault(rule, "grain", es=es, en=en)
    if (pack.norm.folder / rule.cases) not in set(pack.norm.folder.glob("cases/*.yaml")):
        yield pack.rule_fault(
            rule, "cases", es=f"no existe {rule.cases}", en=f"{rule.cases} does not exist"
        )


def _repeated(pack: Pack) -> Iterator[Fault]:
    """Find rules known twice on one day, clauses given twice, and values of one day."""
    versions: dict[str, list[Rule]] = {}
    for rule in pack.norm.rules:
        versions.setdefault(rule.id, []).append(rule)
    for rules in versions.values():
        if any_overlap(rule.known for rule in rules):
            yield pack.rule_fault(rules[-1], "id", es="está dos veces", en="it stands twice")
    clauses: set[str] = set()
    for clause in pack.norm.identity.clauses:
        if clause.id in clauses:
            yield pack.clause_fault(clause.id, "está dos veces", en="it stands twice")
        clauses.add(clause.id)
    for position, parameter in enumerate(pack.norm.parameters):
        for first in {value.first for value in parameter.values}:
            if any_overlap(value.known for value in parameter.values if value.first == first):
                day = first or "—"
                es = f"{parameter.id}: dos valores desde el mismo día ({day})"
                en = f"{parameter.id}: two values from one day ({day})"
                yield Fault(pack.parameters.path, pack.parameters.line((position,)), es, en)
