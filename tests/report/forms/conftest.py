"""A browser that opens the report's pages, and what it notices."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import sync_playwright

from auditor.report.audit.read import HandRows
from auditor.report.forms.html import page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

CASINO = "LIM-01"


@dataclass(frozen=True)
class Opened:
    """A page that was opened: the audit it tells, its errors and the requests that it made."""

    page: Page
    audit: dict[str, Any]
    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def count(self) -> int:
        """Read how many findings the list has; none where it gives way to a sentence."""
        if self.page.locator(".none-fit").is_visible():
            return 0
        return int(self.page.locator(".grid").get_attribute("aria-rowcount") or 0) - 1

    def options(self, name: str) -> dict[str, int]:
        """Read a filter's choices, each with the count that the page tells."""
        texts = self.page.locator(f".filters [name={name}] option").all_text_contents()[1:]
        split = [text.rpartition(" (") for text in texts]
        return {words: int(count[:-1].replace("\u202f", "")) for words, _, count in split}

    def choose(self, name: str, words: str) -> None:
        """Choose in a filter by its words, without the count that follows them."""
        place = 1 + list(self.options(name)).index(words)
        self.page.locator(f".filters [name={name}]").select_option(index=place)

    def seek(self, words: str) -> None:
        """Write words into the search, and have them sought at once."""
        self.page.locator("[name=text]").fill(words)
        self.page.locator("[name=text]").press("Enter")


@pytest.fixture(scope="session")
def told(
    make_audit: Callable[..., dict[str, Any]],
    build: Callable[..., Any],
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[[int, str], tuple[Path, dict[str, Any]]]:
    """Give what writes the page of one casino with a number of findings, in a language."""
    folder = tmp_path_factory.mktemp("pages")

    @cache
    def write(count: int, lang: str) -> tuple[Path, dict[str, Any]]:
        audit = make_audit(count, (CASINO,))
        for number, finding in enumerate(audit["findings"]):
            if number % 4 == 1:
                finding |= {
                    "cause": f"Redondeo <{number % 8}>",
                    "cause_en": f"Round <{number % 8}>",
                }
        for finding in audit["findings"][3:4]:
            finding["readings"] = [
                {"id": "exact", "verdict": "violation", "at_stake": "5"},
                {"id": "nearest", "verdict": "violation", "at_stake": "5"},
                {"id": "other", "verdict": "pass", "at_stake": "0"},
            ]
        path = folder / f"{count}-{lang}.html"
        hands = {(CASINO, f["hand_id"]): _hand(f) for f in audit["findings"][::38]}
        report = build(audit, lang=lang, hands=hands)[CASINO]
        path.write_text(page(report, paper=False), encoding="utf-8")
        return path, audit

    return write


def _hand(finding: dict[str, Any]) -> HandRows:
    """Keep the hand of a finding, with the bet that it is about."""
    bet = {"bet_id": finding["subject"], "player_id": "P007", "kind": "row", "stake": "10"}
    return HandRows(CASINO, finding["hand_id"], game="bling_bling", bets=(bet,))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Give Debian's Chromium, started for each file: its loop is in the way of others'."""
    names = ("chromium", "chromium-browser", "google-chrome")
    program = next(found for name in names if (found := shutil.which(name)))
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def open_page(
    browser: Browser, told: Callable[[int, str], tuple[Path, dict[str, Any]]]
) -> Iterator[Callable[..., Opened]]:
    """Give what opens a page; afterwards no error may have been told and no request have left."""
    everything: list[Opened] = []

    def open_one(count: int = 40, lang: str = "es", **look: Any) -> Opened:  # noqa: ANN401
        path, audit = told(count, lang)
        opened = Opened(browser.new_context(**look).new_page(), audit)
        everything.append(opened)
        opened.page.on("console", lambda said: opened.errors.append(said.text))
        opened.page.on("pageerror", lambda error: opened.errors.append(str(error)))
        opened.page.on("request", lambda asked: opened.requests.append(asked.url))
        opened.page.goto(path.as_uri())
        return opened

    yield open_one
    for each in everything:
        each.page.context.close()
    left = [url for each in everything for url in each.requests]
    assert [url for url in left if not url.startswith(("file:", "data:", "blob:"))] == []
    assert sum(url.startswith("file:") for url in left) == len(everything)
    assert [error for each in everything for error in each.errors] == []
