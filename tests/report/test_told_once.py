"""A hand of stud takes a page: a second finding of it tells on paper only what breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from auditor.report.audit.read import HandRows
from auditor.report.forms.html import page

if TYPE_CHECKING:
    from collections.abc import Callable

    from auditor.report.model.report import CasinoReport

PLAYED = [("ante", "1"), ("ante", "2"), ("bring_in", "1"), ("fold", "2")]


@pytest.fixture
def report(
    make_audit: Callable[..., dict[str, Any]], build: Callable[..., dict[str, CasinoReport]]
) -> CasinoReport:
    """Give a report of two findings in one hand: of the bring-in, and of the fold."""
    audit = make_audit(2, ["LIM-01"])
    for finding, subject in zip(audit["findings"], ("s1/3", "s1/4"), strict=True):
        finding |= {"hand_id": "h1", "session_id": "s1", "subject": subject, "rule": "BLB-6.a"}
    events = tuple(
        {"session_id": "s1", "seq": str(seq), "type": kind, "seat": seat, "amount": "1"}
        for seq, (kind, seat) in enumerate(PLAYED, 1)
    )
    hand = HandRows("LIM-01", "h1", game="stud7", events=events)
    return build(audit, hands={("LIM-01", "h1"): hand})["LIM-01"]


def _told(report: CasinoReport, *, paper: bool) -> list[str]:
    """Give each finding's part of the page."""
    _, *parts = page(report, paper=paper).split('<article id="f-')
    return [part[: part.index("</article>")] for part in parts]


@pytest.mark.parametrize(("paper", "others"), [(True, 0), (False, 3)])
def test_the_second_tells_the_whole_hand_on_screen_alone(
    report: CasinoReport, paper: bool, others: int
) -> None:
    # Beside the fold: the antes in a line, the bring-in, and what each put in.
    first, second = _told(report, paper=paper)
    assert [each.count('<tr class="broken">') for each in (first, second)] == [1, 1]
    assert first.count("Enganche") == 1
    assert second.count('<tr class="step">') == others


def test_findings_of_one_hand_name_each_other_and_are_counted_by_hands(
    report: CasinoReport,
) -> None:
    ids = [part[: part.index('"')] for part in _told(report, paper=True)]
    first, second = _told(report, paper=True)
    assert f'otro hallazgo: <a href="#f-{ids[1]}"' in first
    assert f'otro hallazgo: <a href="#f-{ids[0]}"' in second
    assert "infracciones, en 1 jugada de " in page(report, paper=True)


def test_the_second_leads_to_the_words_of_the_norm(report: CasinoReport) -> None:
    first, second = _told(report, paper=True)
    words = "Las palabras de la norma están al comienzo de sus hallazgos"
    assert (words in first, words in second) == (False, True)
    (anchor,) = (part.split('"')[0] for part in second.split(words)[1].split('href="#')[1:2])
    assert f'id="{anchor}"' in page(report, paper=True)


def test_the_pages_of_a_hand_name_it_in_each_heading(report: CasinoReport) -> None:
    assert all("Acción, jugada h1</th>" in each for each in _told(report, paper=True))


def test_the_second_leads_to_the_first(report: CasinoReport) -> None:
    first, second = _told(report, paper=True)
    assert f'href="#f-{first[: first.index(chr(34))]}" data-page="pág."' in second


def test_the_row_judged_is_not_taken_for_that_of_what_breaks(
    make_audit: Callable[..., dict[str, Any]], build: Callable[..., dict[str, CasinoReport]]
) -> None:
    # The finding is of bets.csv, record 1; the ante that breaks of events.csv, or of that very row.
    for file, says in (("events.csv", True), ("bets.csv", False)):
        audit = make_audit(1, ["LIM-01"])
        audit["findings"][0] |= {"hand_id": "h1", "session_id": "s1", "subject": "s1/1"}
        event = {"session_id": "s1", "seq": "1", "type": "ante", "seat": "1", "amount": "1"}
        placed = event | {"source_name": file, "source_record": "1"}
        hand = HandRows("LIM-01", "h1", game="stud7", events=(placed,))
        (told,) = _told(build(audit, hands={("LIM-01", "h1"): hand})["LIM-01"], paper=True)
        assert ("la fila de lo juzgado; la de lo que no se cumple" in told) is says


def test_an_acta_does_not_say_that_the_norm_was_in_force(report: CasinoReport) -> None:
    _, acta = page(report, paper=True).split('<table class="acta-fields"')
    assert "No se ha confirmado que el texto rigiera en esas fechas" in acta
