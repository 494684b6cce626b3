"""What a finding's message says of its values: each in the words of its language."""

from __future__ import annotations

import pytest

from auditor.evaluate.findings import fill
from auditor.rulebook.model import Text

MESSAGE = Text(es="Tomó: {took}. {at} {id}", en="Took: {took}. {at} {id}")


@pytest.mark.parametrize(
    ("took", "lang", "said"),
    [
        (True, "es", "Tomó: sí."),
        (False, "es", "Tomó: no."),
        (True, "en", "Took: yes."),
        (False, "en", "Took: no."),
        (None, "es", "Tomó: (sin dato)."),
        (None, "en", "Took: (not recorded)."),
    ],
)
def test_a_yes_or_no_is_said_in_the_language(*, took: bool | None, lang: str, said: str) -> None:
    assert fill(MESSAGE, {"took": took}, lang=lang).startswith(said)


def test_an_id_that_reads_true_is_left_as_it_is() -> None:
    assert fill(MESSAGE, {"id": "true"}, lang="es").endswith(" true")


def test_a_moment_is_said_by_date_and_clock() -> None:
    moment = {"at": "2024-09-14T21:31:05-03:00"}
    assert "2024-09-14 21:31:05 " in fill(MESSAGE, moment, lang="es")
