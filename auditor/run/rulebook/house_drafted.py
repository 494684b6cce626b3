"""A house file to fill in, with the readings of ambiguous clauses that may be recorded in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.ingest.draft import house_draft
from auditor.rulebook.load import default_rules, load_rulebook
from auditor.run.rulebook.rulebook import spoken
from auditor.store.house import JURISDICTIONS
from auditor.texts import say

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from auditor.rulebook.model import Norm


def house_drafted(
    casino_id: str, *, jurisdiction: str | None, rules: Path | None = None, lang: str = "es"
) -> str:
    """Write a house file to fill in; raises UsageError for a jurisdiction that no norm has."""
    head = house_draft(casino_id, jurisdiction=jurisdiction, lang=lang)
    where = jurisdiction or JURISDICTIONS[0]
    norms = load_rulebook(rules or default_rules()).norms
    lines = [
        line
        for norm in norms
        if norm.identity.jurisdiction == where
        for line in _readings(norm, lang=lang)
    ]
    return head + "".join(f"{line}\n" for line in [say("draft.readings", lang=lang), *lines])


def _readings(norm: Norm, *, lang: str) -> Iterator[str]:
    """Write each rule that has several readings: what each says, and the line to fill in."""
    for rule in norm.rules:
        if rule.readings:
            yield f"# {rule.id}: {spoken(rule.title, lang)}"
            for reading in rule.readings:
                yield f"#   {reading}: {spoken(norm.identity.readings[reading], lang)}"
            yield "# " + say("draft.reading", lang=lang, rule=rule.id)
