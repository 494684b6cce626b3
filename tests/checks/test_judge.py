"""Verdicts among one another: Holm's correction, power before a clean word, checks not run."""

from __future__ import annotations

import pyarrow as pa
import pytest

from auditor.checks.catalog import catalog
from auditor.checks.count import Counted
from auditor.checks.figures import Figures
from auditor.checks.judge import Result, Word, holm, judged, not_run, verdict_of

FACES = next(each for each in catalog().check if each.id == "CHK-1")
TABLES = {("K1", "bling_bling"): ("T1", "T2")}


def faces(table: str, counts: tuple[int, ...], *, part: str = "") -> pa.Table:
    rows = [
        {"casino_id": "K1", "table_id": table, "part": part, "outcome": str(face), "seen": n}
        for face, n in enumerate(counts, 1)
    ]
    return pa.Table.from_pylist([row | {"spread": float(str(row["seen"]))} for row in rows])


def of_check(results: list[Result], check: str) -> dict[str, Word]:
    return {each.table_id + each.part: each.verdict for each in results if each.check.id == check}


def test_probabilities_are_corrected_as_holm_did_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]).tolist() == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_no_probability_is_corrected_to_more_than_one_nor_out_of_order() -> None:
    assert holm([0.9, 0.5, 0.8]).tolist() == [1, 1, 1]


def test_even_faces_are_consistent_and_a_loaded_die_doubtful() -> None:
    rows = [faces("T1", (5000,) * 6), faces("T2", (5000, 5000, 5000, 5000, 5000, 6000))]
    results = judged([Counted("CHK-1", "bling_bling", each) for each in rows], TABLES)
    assert of_check(results, "CHK-1") == {"T1": Word.CONSISTENT, "T2": Word.DOUBTFUL}


def test_the_counts_of_batches_are_added_up_whatever_their_order() -> None:
    halves = [faces("T1", (50, 50, 50, 0, 0, 0)), faces("T1", (0, 0, 0, 50, 50, 50))]
    counts = [Counted("CHK-1", "bling_bling", each) for each in halves]
    forth, back = judged(counts, TABLES), judged(counts[::-1], TABLES)
    assert [each.figures.p for each in forth] == [each.figures.p for each in back]
    assert next(each.figures.n for each in forth if each.table_id == "T1") == 300


def test_what_could_not_have_been_seen_is_not_called_consistent() -> None:
    results = judged([Counted("CHK-1", "bling_bling", faces("T1", (50,) * 6))], TABLES)
    assert of_check(results, "CHK-1")["T1"] is Word.SCARCE


def test_a_table_of_which_nothing_is_counted_is_told_of() -> None:
    assert set(of_check(judged([], TABLES), "CHK-1").values()) == {Word.SCARCE}


def test_a_check_whose_query_failed_was_not_run() -> None:
    results = judged([Counted("CHK-1", "bling_bling", reason="no such column")], TABLES)
    assert set(of_check(results, "CHK-1").values()) == {Word.NOT_RUN}
    assert {each.verdict for each in results if each.check.id != "CHK-1"} == {Word.SCARCE}


def test_checks_that_were_not_asked_for_were_not_run() -> None:
    assert {each.verdict for each in not_run(TABLES, "checks.switched_off")} == {Word.NOT_RUN}


def test_a_dealer_is_told_of_only_where_he_is_doubtful() -> None:
    rows = [
        faces("T1", (9000,) * 6),
        faces("T1", (4000,) * 6, part="D1"),
        faces("T1", (4000, 4000, 4000, 4000, 4000, 6000), part="D2"),
    ]
    results = judged([Counted("CHK-1", "bling_bling", each) for each in rows], TABLES)
    assert of_check(results, "CHK-1") == {
        "T1": Word.CONSISTENT,
        "T1D2": Word.DOUBTFUL,
        "T2": Word.SCARCE,
    }
    assert results[0].parts == ((Word.CONSISTENT, 1), (Word.DOUBTFUL, 1))


@pytest.mark.parametrize(
    ("known", "faults", "word"),
    [(100, 0, Word.CONSISTENT), (94, 0, Word.SCARCE), (0, 0, Word.SCARCE), (5, 1, Word.DOUBTFUL)],
)
def test_a_count_is_clean_only_where_nearly_all_is_known(
    known: int, faults: int, word: Word
) -> None:
    counted = Figures(known, faults=faults, whole=100)
    assert verdict_of(Result(FACES, "bling_bling", "K1", "T1", figures=counted)) is word
