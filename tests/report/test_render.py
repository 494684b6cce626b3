from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from auditor.errors import AuditorError, InputError, UsageError
from auditor.report import render
from auditor.report.render import known_formats

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Make = Callable[[int], dict[str, Any]]
    Write = Callable[[Any], Path]


def test_each_form_is_written_where_the_contract_says(make_audit: Make, write_audit: Write) -> None:
    out = write_audit(make_audit(3))
    written = [path.relative_to(out).as_posix() for path in render(out, formats=["html", "csv"])]
    assert written == [
        "LIM-01/report.html",
        "MVD-01/report.html",
        "OPEN-26/report.html",
        "findings.csv",
        "index.html",
    ]


def test_the_same_audit_gives_the_same_bytes(make_audit: Make, write_audit: Write) -> None:
    out = write_audit(make_audit(40))
    first = [path.read_bytes() for path in render(out, formats=["html", "csv"])]
    assert [path.read_bytes() for path in render(out, formats=["html", "csv"])] == first


def test_a_form_that_nobody_knows_is_told_of_with_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        render(tmp_path, formats=["docx"])
    assert "csv, html, junit, ndjson, pdf, sarif, xlsx" in caught.value.say("es")


@pytest.mark.parametrize("name", ["model", "read", "../html", "", "os"])
def test_a_module_that_writes_nothing_is_no_form(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError):
        render(tmp_path, formats=[name])


def test_the_forms_are_those_that_have_a_writer() -> None:
    assert known_formats() == ("csv", "html", "junit", "ndjson", "pdf", "sarif", "xlsx")


def test_a_language_that_nobody_knows_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        render(tmp_path, lang="fr")
    assert "fr" in caught.value.say("es")


def test_without_an_audit_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        render(tmp_path, formats=["html"])
    assert not list(tmp_path.iterdir())


def test_a_form_that_fails_does_not_keep_the_others_from_being_written(
    make_audit: Make, write_audit: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise AuditorError("report.no_pango", reason="x")

    monkeypatch.setattr("auditor.report.forms.pdf.check_pango", fail)
    out = write_audit(make_audit(3))
    with pytest.raises(AuditorError):
        render(out, formats=["pdf", "html", "csv"])
    assert all((out / name).is_file() for name in ("LIM-01/report.html", "findings.csv"))
    assert "report.pdf" not in (out / "index.html").read_text("utf-8")


def test_the_list_of_casinos_links_what_is_there_and_says_the_result(
    make_audit: Make, write_audit: Write
) -> None:
    out = write_audit(make_audit(3))
    render(out, formats=["html"])
    text = (out / "index.html").read_text("utf-8")
    assert 'href="LIM-01/report.html"' in text
    assert "report.pdf" not in text
    assert "Se halló 1 infracción, en 1 mesa." in text


def test_a_casino_id_that_is_a_path_stays_inside_the_folder(
    make_audit: Make, write_audit: Write
) -> None:
    audit = make_audit(0)
    audit["casinos"][0]["casino_id"] = "../../evil"
    out = write_audit(audit)
    paths = render(out, formats=["html"])
    assert all(out.resolve() in path.resolve().parents for path in paths)
    assert not (out.parent / "evil").exists()
