"""A sample of the mutants, judged as the whole is: figures add up, and reasons hold."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from benchmarks.mutants.figures import told_of, write_figures
from benchmarks.mutants.notice import Notice
from benchmarks.mutants.reasons import Reason, read_reasons, stale_reasons
from benchmarks.mutants.work import PREFIXES, Found, Judged, Only, judged_mutants

if TYPE_CHECKING:
    from pathlib import Path

LEAST = 80.0  # percent of a small sample; the whole is held to more


def test_most_of_a_sample_is_noticed() -> None:
    found = judged_mutants(("BRG",), workers=1, only=Only(sample=15, seed=3))
    counts = told_of(found, read_reasons())["norms"]
    assert isinstance(counts, dict)
    whole = counts["BRG"]["sampled"]
    assert whole["mutants"] == 15
    assert whole["noticed"] + whole["refused"] + whole["equivalent"] + whole["unexplained"] == 15
    assert whole["percent"] >= LEAST
    assert found.in_all["BRG"] > whole["mutants"]
    assert stale_reasons(read_reasons(), found.judged, norms=PREFIXES, whole=False) == []


def _judged(mutant: str, notice: Notice) -> Judged:
    return Judged("BRG", mutant, "facts", "constant moved", "1 → 2", notice)


def test_a_reason_for_a_mutant_that_is_noticed_or_gone_is_a_fault() -> None:
    reason = Reason(norm="BRG", es="porque sí", en="because")
    reasons = {"seen": reason, "left": reason, "gone": reason}
    judged = [_judged("seen", Notice(by="x.yaml:3")), _judged("left", Notice())]
    assert stale_reasons(reasons, judged, norms=("BRG",), whole=True) == [
        "seen: it has a reason, and x.yaml:3",
        "gone: it has a reason, and there is no such mutant",
    ]


JUDGED = (
    _judged("a", Notice(by="x.yaml:3")),
    _judged("b", Notice(by="rules check: no")),
    _judged("c", Notice(refused="does not bind")),
    _judged("d", Notice()),
    _judged("e", Notice()),
    _judged("f", Notice(by="witness: BRG-1.1")),
)


def test_every_mutant_is_counted_once() -> None:
    reasons = {"d": Reason(norm="BRG", es="porque sí", en="because")}
    counts = told_of(Found(JUDGED, {"BRG": 6}), reasons)["norms"]
    assert isinstance(counts, dict)
    assert counts["BRG"]["all"] == {
        "mutants": 6,
        "noticed": 3,
        "by_case": 1,
        "by_witness": 1,
        "by_check": 1,
        "refused": 1,
        "equivalent": 1,
        "unexplained": 1,
        "percent": 60.0,
        "percent_with_equivalent": 80.0,
    }


def test_the_figures_of_a_norm_that_was_not_run_stay(tmp_path: Path) -> None:
    file = tmp_path / "mutants.json"
    write_figures({"norms": {"BAC": {"in_all": 7}, "BRG": {"in_all": 8}}, "kinds": {}}, file)
    write_figures({"norms": {"BRG": {"in_all": 9}}, "kinds": {"BRG": {}}}, file)
    assert json.loads(file.read_text("utf-8")) == {
        "norms": {"BAC": {"in_all": 7}, "BRG": {"in_all": 9}},
        "kinds": {"BRG": {}},
    }
