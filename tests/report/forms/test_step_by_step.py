"""What is told step by step: a hand, a shoe or a session."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from auditor.report.audit.read import HandRows
from auditor.report.forms.html import page

if TYPE_CHECKING:
    from collections.abc import Callable

    from auditor.report.model.report import CasinoReport

    Make = Callable[[int], dict[str, Any]]
    Build = Callable[..., dict[str, CasinoReport]]


@pytest.mark.parametrize(
    ("of", "words"),
    [
        ({}, "La jugada, paso a paso"),
        ({"hand_id": None, "subject": "Z2", "shoe_id": "Z2"}, "El zapato, paso a paso"),
        ({"hand_id": None, "subject": "S1"}, "La sesión, paso a paso"),
    ],
)
def test_what_is_told_step_by_step_is_called_what_it_is(
    make_audit: Make, build: Build, of: dict[str, str | None], words: str
) -> None:
    audit = make_audit(1)
    finding = audit["findings"][0] | of
    audit["findings"] = [finding]
    hand = HandRows("LIM-01", finding["hand_id"] or finding["subject"])
    text = page(build(audit, hands={("LIM-01", hand.hand_id): hand})["LIM-01"], paper=True)
    assert re.findall(r"[^<>]*, paso a paso", text) == [words]
