"""What `audit.json` tells of a norm: its clauses' words as the text has them."""

from __future__ import annotations

from auditor.run.told.norms_told import running_quotes

TEXT = "Primera oración.\nSegunda oración.\nTercera oración; sigue."


def test_quotes_that_follow_each_other_in_the_text_are_one() -> None:
    quotes = ["Primera oración.", "Segunda oración.", "sigue."]
    assert running_quotes(TEXT, quotes) == ["Primera oración. Segunda oración.", "sigue."]


def test_quotes_with_words_between_them_or_in_another_order_stay_apart() -> None:
    quotes = ["Tercera oración;", "Primera oración.", "Tercera oración; sigue."]
    assert running_quotes(TEXT, quotes) == quotes
    assert running_quotes(TEXT, []) == []
