"""No value of a log moves or hides the words beside it."""

from __future__ import annotations

import pytest

from auditor.texts.visible import visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("A18\x1b[31m", r"A18\x1b[31m"),
        ("A\nB\tC", r"A\nB\tC"),
        ("\u202e001", r"\u202e001"),
        ("a\u2028b", r"a\u2028b"),
        ("\x9b31m", r"\x9b31m"),
        ("\u200bbet_id", r"\u200bbet_id"),
        ("J\xad01\ufeff", r"J\xad01\ufeff"),
    ],
)
def test_a_sign_that_cannot_be_seen_is_written_out(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_words_are_left_as_they_are() -> None:
    text = "«ñandú» 1\u202f000,00 “x” → \u00a0 日本 \u200d"
    assert visible(text) == text


def test_signs_to_keep_are_kept() -> None:
    assert visible("a\nb\x1b", keep="\n") == "a\nb\\x1b"
