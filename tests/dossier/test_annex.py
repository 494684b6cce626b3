"""A report with an annex holds, signed too, and is still what it claims."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

import pikepdf
import pytest

from auditor.api import render, sign, verify
from auditor.dossier.sign import Signing
from auditor.dossier.verify import Against, State
from tests.dossier.conftest import PASSWORD

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.dossier.conftest import Keys


@pytest.fixture(name="annexed", scope="module")
def _annexed(
    made_report: Path, keys: Keys, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Path]:
    """Make the report again with an annex, and a signed one of it."""
    out = shutil.copytree(made_report.parents[1], tmp_path_factory.mktemp("annex") / "out")
    render(out, formats=["pdf"], annex=True)
    plain = out / made_report.parent.name / made_report.name
    signed = plain.with_name("signed.pdf")
    shutil.copy(plain, signed)
    sign(signed, Signing(keys.p12, PASSWORD))
    return {"plain": plain, "signed": signed}


def test_its_pages_follow_those_of_the_report(annexed: dict[str, Path], made_report: Path) -> None:
    with pikepdf.open(annexed["plain"]) as pdf, pikepdf.open(made_report) as without:
        assert len(pdf.pages) > len(without.pages)


def test_it_holds_signed(annexed: dict[str, Path], keys: Keys) -> None:
    checks = verify(annexed["signed"], Against(trusted=(keys.authority,)))
    assert len(checks) > 1
    assert [check for check in checks if check.state is not State.HOLDS] == []


def test_a_row_changed_in_the_annex_is_found(annexed: dict[str, Path], tmp_path: Path) -> None:
    spoilt = tmp_path / "report.pdf"
    with pikepdf.open(annexed["plain"]) as pdf:
        del pdf.pages[-1]
        pdf.save(spoilt)
    states = {check.name: check.state for check in verify(spoilt)}
    assert states["pages"] is State.FAILS


def test_a_part_that_the_machine_put_an_end_to_says_nothing_of_the_report(
    annexed: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    killed = (sys.executable, "-c", "import os; os.kill(os.getpid(), 9)")
    monkeypatch.setattr("auditor.report.annex.parts.COMMAND", killed)
    found = {check.name: check for check in verify(annexed["plain"])}["pages"]
    assert (found.state, "Killed" in found.en) == (State.OPEN, True)


@pytest.mark.tool("mvn", "java")
@pytest.mark.parametrize("flavour", ["3a", "ua1"])
def test_it_is_what_it_claims(
    annexed: dict[str, Path], vera_pdf: Callable[[list[Path], str], object], flavour: str
) -> None:
    files = list(annexed.values())
    assert vera_pdf(files, flavour) == {str(path): [] for path in files}
