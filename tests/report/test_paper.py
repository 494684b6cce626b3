"""How the pages of a report are filled, and where they may break."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any

import pytest

from auditor.api import run
from auditor.report.audit.own import own_reads
from auditor.report.audit.read import read_audit
from auditor.report.compose.report import ON_PAPER, build_reports
from auditor.report.forms.html import page
from tests.report.paper import Line, Sheet, sheets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from auditor.report.model.report import CasinoReport

pytestmark = [
    pytest.mark.tool("pango"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # WeasyPrint's
]

FIRST_EMPTY = 1 / 8  # of the height of a first page
MOST_EMPTY = 0.3  # of that of any page that another follows by itself
A_ROW = 0.087  # of a page of 726 pt: four lines of 11 pt, the line after them, the room between
BOX_END = 0.02  # of a page: the padding and the line below the last words of a box
HEADINGS = ("h2", "h3", "h4", "caption", "label", "head", "street", "thead")
OFFSETS = range(0, 181, 60)  # mm before the findings, so that pages end at other places


@pytest.fixture(name="reports", scope="module")
def _reports(
    sample_logs: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], dict[str, CasinoReport]]:
    """Give what builds the reports of the sample logs, by casino, in a language."""
    out = tmp_path_factory.mktemp("paper")
    run([sample_logs], out)
    own = list(own_reads(read_audit(out)))
    return lambda lang: {
        folder: build_reports(each, lang=lang, limits=ON_PAPER)[0] for folder, each in own
    }


@pytest.fixture(name="samples", scope="module")
def _samples(reports: Callable[[str], dict[str, CasinoReport]]) -> dict[str, tuple[Sheet, ...]]:
    """Lay out every report of the sample logs in Spanish, and some in English."""
    return {
        f"{casino} {lang}": sheets(page(report, paper=True))
        for lang, most in (("es", 6), ("en", 1))
        for casino, report in islice(reports(lang).items(), most)
    }


def test_a_first_page_uses_its_room(samples: dict[str, tuple[Sheet, ...]]) -> None:
    assert len(samples) == 7  # six casinos in Spanish, one in English
    empty = {name: told[0].empty for name, told in samples.items()}
    assert {name: share for name, share in empty.items() if share > FIRST_EMPTY} == {}


@pytest.mark.parametrize("bars", [1, 5, 12])
def test_a_first_page_uses_its_room_with_any_number_of_bars(
    reports: Callable[[str], dict[str, CasinoReport]], bars: int
) -> None:
    report = reports("es")["LIMA-CENTRO"]
    drawn = replace(report, bars=(report.bars * bars)[:bars])
    assert sheets(page(drawn, paper=True))[0].empty <= FIRST_EMPTY


def test_no_page_that_another_follows_is_left_empty(
    samples: dict[str, tuple[Sheet, ...]],
) -> None:
    gaps = [
        (name, number, round(sheet.empty, 2))
        for name, told in samples.items()
        for number, sheet in enumerate(told[:-1], 1)
        if sheet.empty > MOST_EMPTY and not told[number].lines[0].is_in("acta")
    ]
    assert gaps == []


@pytest.mark.parametrize("casino", ["LIMA-CENTRO", "SALA-PACIFICO"])
@pytest.mark.parametrize("offset", OFFSETS)
def test_the_pages_of_findings_break_at_sensible_places(
    reports: Callable[[str], dict[str, CasinoReport]], casino: str, offset: int
) -> None:
    bare: dict[str, Any] = {"checks": (), "clauses": (), "rules": (), "readings": ()}
    html = page(replace(reports("es")[casino], **bare), paper=True)
    heading = '<h3 class="norm-heading">'
    spaced = html.replace(heading, f'<div style="height: {offset}mm"></div>{heading}', 1)
    told = sheets(spaced)
    assert [problem for pair in pairwise(told) for problem in _ill_broken(*pair)] == []
    assert [problem for pair in pairwise(told) for problem in _ill_boxed(*pair)] == []


def test_what_was_due_of_an_earlier_step_has_a_line_of_its_own(
    samples: dict[str, tuple[Sheet, ...]],
) -> None:
    lines = (line for sheet in samples["MIRAFLORES-EJEMPLO es"] for line in sheet.lines)
    items = {line.within("li") for line in lines if line.is_in("history")} - {None}
    told = [[part.tag for part in item or ()] for item in items]
    due = [tags for tags in told if "br" in tags]
    assert [tags[-2:] for tags in due] == [["br", "span"]]  # of one finding


def test_no_box_of_a_sample_is_broken_without_need(samples: dict[str, tuple[Sheet, ...]]) -> None:
    problems = [
        (name, problem)
        for name, told in samples.items()
        for pair in pairwise(told)
        for problem in _ill_boxed(*pair)
    ]
    assert problems == []


@pytest.mark.parametrize(
    ("casino", "offsets"),  # mm above the frame, so that the signatures come where a page ends
    [("CARRASCO-EJEMPLO", range(150, 240, 20)), ("SALA-PACIFICO", range(0, 60, 10))],
)
def test_no_page_begins_with_the_signatures(
    reports: Callable[[str], dict[str, CasinoReport]], casino: str, offsets: range
) -> None:
    html = page(reports("es")[casino], paper=True)
    head, rest = html[: html.index("<main>")], html[html.index('<h2 id="frame">') :]
    ends = rest.partition('<section class="acta">')[0].partition("</main>")[0]
    begun = [
        offset
        for offset in offsets
        for sheet in sheets(f'{head}<div style="height: {offset}mm"></div><section>{ends}')
        if sheet.lines and sheet.start().is_in("signatures")
    ]
    assert begun == []


def test_no_page_ends_with_the_words_that_lead_to_a_table(
    samples: dict[str, tuple[Sheet, ...]],
) -> None:
    alone = [
        (name, number)
        for name, told in samples.items()
        for number, sheet in enumerate(told[:-1], 1)
        if _leads_to_a_table(sheet.lines[-1])
    ]
    assert alone == []


def _leads_to_a_table(line: Line) -> bool:
    """Tell whether a line stands between the heading of a section and its table."""
    places = [(list(parent), list(parent).index(part)) for parent, part in pairwise(line.path)]
    beside = [[each.tag for each in row[max(at - 1, 0) : at + 2]] for row, at in places]
    return ["h2", "p", "table"] in beside


def _ill_boxed(before: Sheet, after: Sheet) -> Iterator[str]:
    """Name what is wrong where the box of a finding goes on from one page to the next."""
    last, first = before.lines[-1], after.start()
    box = last.within("finding")
    if box is None or first.within("finding") is not box:
        return
    if first.is_in("where") and before.empty > A_ROW:
        yield f"the values stand over {before.empty:.2f} of a page: {_words(box)[:60]}"
    if first.is_in("where") and last.is_in("pair"):
        yield f"a page ends between the values and their place: {_words(box)[:60]}"
    ends_here = after.lines[-1].within("finding") is not box
    if ends_here and after.share(of=box) + BOX_END < before.empty:
        yield f"a box that had room is broken: {_words(box)[:60]}"


def _ill_broken(before: Sheet, after: Sheet) -> Iterator[str]:
    """Name what is wrong with a break between two pages."""
    last = before.lines[-1]
    if last.is_in(*HEADINGS):
        yield f"a heading ends a page: {_words(last.path[-1])}"
    end, start = last.row(), after.start().row()
    if end and start and end[1] is start[1] and end[0] is not start[0]:
        rows = list(end[1])
        if end[0] is rows[0]:
            yield f"a lone row ends a page: {_words(end[0])}"
        if start[0] is rows[-1]:
            yield f"a lone row begins a page: {_words(start[0])}"


def _words(element: Any) -> str:  # noqa: ANN401  # an element
    return " ".join("".join(element.itertext()).split())
