"""The review in the page: noted, downloaded as it is read, taken up again, never kept elsewhere."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from auditor.report.audit.review import parse_review

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Dialog, Page

    from tests.report.forms.conftest import Opened

    Open = Callable[..., Opened]

pytestmark = pytest.mark.tool("chromium")
CAUSE = "BLB-9.1 · 1. Redondeo <1>"
SECOND = "f00000002LIM-01"


def _note(page: Page, decision: str, comment: str, *, by: str = "A. Ríos") -> None:
    page.locator(f"dialog [value={decision}]").check()
    page.locator("dialog [name=by]").fill(by)
    page.locator("dialog [name=on]").fill("2026-03-09")
    page.locator("dialog [name=comment]").fill(comment)


def _saved(page: Page) -> dict[str, Any]:
    with page.expect_download() as waited:
        page.locator(".save").click()
    assert waited.value.suggested_filename == "review.json"
    content = waited.value.path().read_bytes()
    parse_review(content, "review.json")  # raises where the program would not take it
    said: dict[str, Any] = json.loads(content)
    return said


def test_a_review_is_downloaded_as_it_was_noted(open_page: Open) -> None:
    page = open_page().page
    assert page.locator(".save").is_disabled()
    page.locator("#row-1").click()
    _note(page, "confirmed", "Se vio el vídeo.")
    page.locator("dialog [name=reply]").fill("«Fue un error»")
    page.locator("dialog .close").click()
    assert page.locator("#row-1 .c-review").text_content() == "Confirmado"
    said = {"finding": SECOND, "decision": "confirmed", "by": "A. Ríos", "on": "2026-03-09"}
    said |= {"comment": "Se vio el vídeo.", "reply": "«Fue un error»"}
    due = {"audit_sha256": "d" * 64, "casino_id": "LIM-01", "reviews": [said]}
    assert _saved(page) == due


def test_a_cause_is_reviewed_as_one_and_keeps_what_was_said_of_each(open_page: Open) -> None:
    opened = open_page()
    page = opened.page
    opened.choose("cause", CAUSE)
    page.locator("#row-0").click()
    _note(page, "open", "propio")
    page.locator("dialog .close").click()
    page.locator(f"button.of-cause[data-cause='{CAUSE}']").click()
    assert not page.locator("dialog .one").is_visible()
    page.locator("dialog [value=dismissed]").check()
    page.locator("dialog .apply").click()
    due = {f["id"] for f in opened.audit["findings"] if f.get("cause") == "Redondeo <1>"}
    reviews = _saved(page)["reviews"]
    assert {each["finding"] for each in reviews} == due
    assert {each["decision"] for each in reviews} == {"dismissed"}
    assert Counter(each["comment"] for each in reviews) == {"propio": 1, "": len(due) - 1}


def test_all_those_shown_are_reviewed_together_and_filtered_by_it(open_page: Open) -> None:
    opened = open_page()
    page = opened.page
    opened.choose("verdict", "Observación")
    page.locator(".group").click()
    _note(page, "dismissed", "fuera")
    page.locator("dialog .apply").click()
    page.locator(".clear").click()
    assert len(_saved(page)["reviews"]) == 8
    opened.choose("review", "Descartado")
    assert opened.count() == 8
    assert opened.options("review") == {"Por decidir": 32, "Confirmado": 0, "Descartado": 8}


def _asked(page: Page) -> list[str]:
    """Stay on the page whenever it asks; the list tells what was asked."""
    asked: list[str] = []

    def stay(box: Dialog) -> None:
        asked.append(box.type)
        box.dismiss()

    page.on("dialog", stay)
    return asked


def test_leaving_warns_only_of_what_was_not_downloaded(open_page: Open) -> None:
    page = open_page().page
    asked = _asked(page)
    page.locator("#row-0").click()
    _note(page, "confirmed", "x")
    page.locator("dialog .close").click()
    page.close(run_before_unload=True)
    page.wait_for_timeout(200)
    assert asked == ["beforeunload"]
    _saved(page)
    page.evaluate("window.asked = !dispatchEvent(new Event('beforeunload', {cancelable: true}))")
    assert page.evaluate("window.asked") is False


def test_a_review_of_this_audit_is_taken_up_again_and_no_other(
    open_page: Open, tmp_path: Path
) -> None:
    page = open_page().page
    said = {"finding": SECOND, "decision": "confirmed", "by": "B", "on": "2026-01-02"}
    told = {"audit_sha256": "d" * 64, "casino_id": "LIM-01", "reviews": [said, {"finding": "x"}]}
    file = tmp_path / "review.json"
    file.write_text(json.dumps(told | {"audit_sha256": "e" * 64}))
    page.locator(".load").set_input_files(file)
    page.get_by_text("no es una revisión de esta auditoría").wait_for()
    assert page.locator(".save").is_disabled()
    file.write_text(json.dumps(told))
    page.locator(".load").set_input_files(file)
    page.get_by_text("Revisiones leídas: 1; dejadas fuera: 1.").wait_for()
    assert _saved(page)["reviews"] == [said | {"comment": "", "reply": ""}]
