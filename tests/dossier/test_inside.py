"""What is no report of ours is told of, and nothing that it carries leaves its place."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zipfile import ZipFile

import pikepdf
import pytest

from auditor.api import verify
from auditor.dossier.inside import unzip
from auditor.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7\n", b"not a PDF at all"])
def test_what_is_no_pdf_is_told_of(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "report.pdf"
    path.write_bytes(content)
    with pytest.raises(InputError) as told:
        verify(path)
    assert "BytesIO" not in str(told.value)


def test_a_report_that_is_not_there_is_told_of_in_both_languages(tmp_path: Path) -> None:
    with pytest.raises(InputError) as told:
        verify(tmp_path / "report.pdf")
    assert "no existe ese archivo" in told.value.say("es")
    assert "there is no such file" in told.value.say("en")


def test_a_pdf_of_others_is_told_of(tmp_path: Path) -> None:
    path = tmp_path / "report.pdf"
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save(path)
    with pytest.raises(InputError, match=r"contents\.json"):
        verify(path)


def test_a_member_that_leaves_its_folder_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    with ZipFile(path, "w") as archive:
        for name in ("../out", "/etc/out", "a/../../out", "a\\..\\out", "in/it"):
            archive.writestr(name, b"x")
    assert list(unzip(path.read_bytes(), "x.zip")) == ["in/it"]
