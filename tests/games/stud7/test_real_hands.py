"""Real hands under the norm: nobody is accused but for what art. 9 a says of equal low cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from auditor.api import run

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

    from auditor.api import AuditResult


@pytest.fixture(scope="module")
def televised(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> AuditResult:
    return run([shared_data / "real" / "phh"], tmp_path_factory.mktemp("phh"))[1]


@pytest.fixture(scope="module")
def online(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> AuditResult:
    return run([shared_data / "real" / "stud-text"], tmp_path_factory.mktemp("text"))[1]


def _of(findings: pd.DataFrame, rule: str) -> list[str]:
    return sorted(findings[findings["rule"] == rule]["subject"].str[-4:])


def test_no_televised_hand_breaks_the_norm_or_its_own_stacks(televised: AuditResult) -> None:
    assert televised.findings.to_dict("records") == []


def test_online_hands_break_only_the_tie_of_the_lowest_card(online: AuditResult) -> None:
    found = online.findings
    assert set(found["rule"]) == {"POK-9.a3", "POK-9.g.2"}
    assert set(found[found["rule"] == "POK-9.a3"]["verdict"]) == {"violation"}
    assert _of(found, "POK-9.a3") == ["2013", "7013"]


def test_a_rake_is_no_breach_for_the_page_does_not_speak_of_it(online: AuditResult) -> None:
    raked = online.findings[online.findings["rule"] == "POK-9.g.2"]
    assert set(raked["verdict"]) == {"indeterminate"}
