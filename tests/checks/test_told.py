"""What a check says: in a sentence of each language, and as plain data."""

from __future__ import annotations

import json

import pytest

from auditor.checks.catalog import catalog
from auditor.checks.figures import Figures
from auditor.checks.judge import Result, Word
from auditor.checks.told import sentence, told

# What a sentence may tell of what stands out most.
WORST = (
    *("outcome", "seen", "expected", "observed", "place", "rank"),
    *("cards", "field", "filled", "last", "rest"),
)
CHECKS = {each.id: each for each in catalog().check}


def result(check: str, figures: Figures, word: Word, **more: object) -> Result:
    return Result(CHECKS[check], "bling_bling", "K1", "T1", figures=figures, verdict=word, **more)  # type: ignore[arg-type]


def test_a_consistent_check_says_what_would_have_shown_and_how_often() -> None:
    faces = Figures(12000, 0.8789, 1.8)
    told_of = result("CHK-1", faces, Word.CONSISTENT, corrected=1.0, family=6, power=0.914)
    assert sentence(told_of, "en") == (
        "Dice: 12000. Consistent with chance (p = 0.8789; corrected for the number of tests, 6: "
        "p = 1.0000). With so many, a face coming up 2 percentage points too often would have "
        "shown 91\u00a0% of the time."
    )


def test_a_doubtful_check_says_what_is_farthest_off() -> None:
    faces = Figures(600, 1e-9, 60.0, worst={"outcome": "6", "seen": 190, "expected": 100})
    told_of = result("CHK-1", faces, Word.DOUBTFUL, corrected=6e-9, family=6, power=0.1)
    assert sentence(told_of, "es").endswith(
        "Lo más apartado: «6» salió 190 veces y se esperaban 100."
    )
    assert "p < 0.0001" in sentence(told_of, "es")


def test_too_little_power_is_said_and_is_no_clean_word() -> None:
    told_of = result("CHK-1", Figures(600, 0.5, 4.0), Word.SCARCE, corrected=1.0, power=0.05)
    assert "would have shown only 5\u00a0% of the time: not enough" in sentence(told_of, "en")


@pytest.mark.parametrize(
    ("power", "words"),
    [(1.0, "over 99"), (0.996, "over 99"), (0.994, "99"), (0.005, "under 1")],
)
def test_no_power_is_told_as_certain(power: float, words: str) -> None:
    told_of = result("CHK-1", Figures(600, 0.5, 4.0), Word.SCARCE, corrected=1.0, power=power)
    assert f"only {words}\u00a0% of" in sentence(told_of, "en")


def test_a_dealer_is_named() -> None:
    told_of = result("CHK-1", Figures(3), Word.SCARCE, part="D-7")
    assert sentence(told_of, "es") == "Dealer D-7. Dados: 3. Demasiado pocos para la prueba."


def test_a_check_not_run_says_why_and_nothing_else() -> None:
    many = result("CHK-1", Figures(0), Word.NOT_RUN, reason="checks.too_many:6000000")
    assert sentence(many, "en") == "Not run: the store holds 6000000 rows; --checks runs them."
    failed = result("CHK-1", Figures(0), Word.NOT_RUN, reason="Parser Error:\n at  x")
    assert "Parser Error: at x" in sentence(failed, "en")
    assert "«Parser Error: at x» (en inglés" in sentence(failed, "es")


@pytest.mark.parametrize("check", CHECKS)
def test_every_check_can_say_each_of_its_words_in_both_languages(check: str) -> None:
    worst: dict[str, str | int] = dict.fromkeys(WORST, 1)
    counted = CHECKS[check].kind in {"exact", "copies"}
    figures = (
        Figures(9, faults=1, whole=9, worst=worst) if counted else Figures(9, 0.5, worst=worst)
    )
    for word in Word:
        told_of = result(check, figures, word, corrected=0.5, power=0.5, reason="x")
        assert sentence(told_of, "es") != sentence(told_of, "en")


def test_what_is_told_is_plain_data_with_the_method_beside_it() -> None:
    plain = told(result("CHK-4", Figures(9), Word.SCARCE))
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain
    assert "Wald" in str(plain["method"])
    assert (plain["verdict"], plain["power"], plain["level"]) == ("not_enough_data", None, 0.01)
