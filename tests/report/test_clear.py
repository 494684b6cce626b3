"""No report of an earlier audit is left beside an audit that it does not tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from auditor.api import audit, ingest
from auditor.report import render
from auditor.report.clear import clear_rendered

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Make = Callable[[int], dict[str, Any]]
    Write = Callable[[Any], Path]


def test_what_was_rendered_is_taken_away_and_the_audit_stays(
    make_audit: Make, write_audit: Write
) -> None:
    out = write_audit(make_audit(3))
    before = sorted(out.rglob("*"))
    render(out, formats=["html", "csv"])
    clear_rendered(out)
    assert sorted(out.rglob("*")) == before


def test_files_of_others_are_left(make_audit: Make, write_audit: Write) -> None:
    out = write_audit(make_audit(3))
    render(out, formats=["html"])
    others = [out / "LIM-01" / "notas.txt", out / "otra" / "report.pdf"]
    for path in others:
        path.parent.mkdir(exist_ok=True)
        path.write_text("x", "utf-8")
    clear_rendered(out)
    assert all(path.is_file() for path in others)


def test_a_folder_without_an_audit_of_ours_is_left(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("x", "utf-8")
    clear_rendered(tmp_path)
    (tmp_path / "audit.json").write_text("[]", "utf-8")
    clear_rendered(tmp_path)
    assert (tmp_path / "index.html").is_file()


def test_another_night_into_the_same_folder_leaves_none_of_the_first(
    sample_logs: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    for game in ("bridge", "bling_bling"):
        ingest([sample_logs / game], tmp_path / game)
        audit(tmp_path / game, out)
        render(out, formats=["html", "csv"] if game == "bridge" else ["html"])
    found = {path.relative_to(out).as_posix() for path in out.rglob("*.html")}
    assert found == {"index.html", "LIMA-CENTRO/report.html"}
    assert not (out / "findings.csv").exists()
