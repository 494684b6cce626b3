"""What a rule cites, says and counts with is held against its norm."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from auditor.rulebook.check import pack_faults
from auditor.rulebook.load import default_rules, load_packs
from auditor.rulebook.model import Text

if TYPE_CHECKING:
    from auditor.rulebook.load import Pack
    from auditor.rulebook.model import Norm

PACK = next(pack for pack in load_packs(default_rules())[0] if pack.norm.prefix == "BLB")


def _told(pack: Pack) -> set[str]:
    return {fault.en for fault in pack_faults(pack)} - {fault.en for fault in pack_faults(PACK)}


def test_a_rule_that_cites_another_clause_first_is_refused() -> None:
    first = replace(PACK.norm.rules[0], clause=("BLB-9.1",))
    norm = replace(PACK.norm, rules=(first, *PACK.norm.rules[1:]))
    assert any("the rule has to be BLB-9.1 or BLB-9.1.N" in each for each in _told_of(norm))


def test_a_message_with_a_value_in_one_language_is_refused() -> None:
    first = replace(PACK.norm.rules[0], message=Text(es="{subject}: {stake}", en="{subject}"))
    norm = replace(PACK.norm, rules=(first, *PACK.norm.rules[1:]))
    assert any("“stake” is in one language only" in each for each in _told_of(norm))


def test_a_number_that_holds_before_its_norm_is_refused() -> None:
    first = PACK.norm.parameters[0]
    begun = PACK.norm.identity.in_force.first
    assert begun is not None
    early = replace(first.values[0], first=begun - timedelta(days=1))
    changed = replace(first, values=(early, *first.values[1:]))
    norm = replace(PACK.norm, parameters=(changed, *PACK.norm.parameters[1:]))
    assert any("holds from before the norm does" in each for each in _told_of(norm))


def _told_of(norm: Norm) -> set[str]:
    return _told(replace(PACK, norm=norm))
