"""PBN read in columns gives what it gives record by record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from auditor.games.bridge.formats import pbn
from auditor.games.bridge.plain_tags import plain_tags

if TYPE_CHECKING:
    from auditor.games.format import FormatReading

DEALS = (
    "N:K832.Q7654.JT9.6 AQ5.J3.853.QT872 J4.AK82.Q42.AJ53 T976.T9.AK76.K94",
    "e:976.ak832.87.a92  t.t975.kj942.qt3 AQ82.J64.A105.865 KJ543.Q.Q63.KJ74",
    "W:- - - AKQJT98765432...",
    "N:nada",
    "",
)
# Of each tag, values as logs write them; None leaves it out.
VALUES: dict[str, tuple[str | None, ...]] = {
    "Event": ("Copa", "Copa [B]", "?", "", None),
    "Site": ("Montevideo", None),
    "Date": ("2019.08.24", "2014.07.??", "mal", None),
    "Round": ("1", "-", None),
    "Board": ("1", "1", "2", "x", "", None),
    "Room": ("Open", "?", None),
    "Table": ("7", None),
    "West": ("Ana", "Ñandú", "?"),
    "Dealer": ("N", "?", None),
    "Vulnerable": ("Love", "EW", "-", None),
    "Generator": ("a mano", None),
    "Contract": ("3NT", "-", None),
    "Declarer": ("S", ""),
    "Result": ("9", None),
    "Note": ("1:[x] ; y\\2R", None),
}
ODD = (
    '[Event "#"]',
    '[Site "##Lima"]',
    r'[West "la \"Flaca\""]',
    ' [Board "9"]',
    '[ Board "9"]',
    '[Board  "9"]',
    '[Board "9"',
    '[Board "9',
    '[Table "1"] [Room "Open"]',
    '[Note "1:[Room "Open"]',
    '[Deal "N:- - - -"]',
)


def as_told(reading: FormatReading) -> tuple[object, ...]:
    return reading.rows("sessions"), reading.rows("boards"), reading.broken


def record_by_record(text: str, name: str) -> tuple[object, ...]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pbn, "plain_tags", lambda _: None)
        return as_told(pbn.read(text, name))


def games(random: np.random.Generator, many: int) -> str:
    """Write games of all sorts of tags in any order."""
    told = []
    for _ in range(many):
        tags = {tag: values[random.integers(len(values))] for tag, values in VALUES.items()}
        tags["Deal"] = DEALS[min(int(random.integers(20)) // 3, 4)]
        lines = [f'[{tag} "{value}"]' for tag, value in tags.items() if value is not None]
        told.append("\n".join([*random.permutation(lines), "1S Pass =1= [Pass"]))
    return "\n\n".join(told)


def test_columns_give_what_each_record_gives() -> None:
    random = np.random.default_rng(1)
    texts = [games(random, many) for many in random.integers(1, 5, size=1_500)]
    plain = [text for text in texts if plain_tags(pbn.clean(text)) is not None]
    assert len(plain) > len(texts) // 4
    assert [as_told(pbn.read(text, "x/a.pbn")) for text in plain] == [
        record_by_record(text, "x/a.pbn") for text in plain
    ]


@pytest.mark.parametrize("odd", ODD)
def test_an_odd_line_is_read_record_by_record(odd: str) -> None:
    rows = '[Event "Copa"]\n[Board "1"]\n[Deal "' + DEALS[0] + '"]\n'
    assert plain_tags(rows) is not None
    text = f"{rows}\n{rows}{odd}\n\n{rows}"
    assert as_told(pbn.read(text, "a.pbn")) == record_by_record(text, "a.pbn")
    assert plain_tags(pbn.clean(text)) is None


def test_an_odd_line_of_another_tag_changes_nothing() -> None:
    rows = '[Event "Copa"]\n[Board "1"]\n[Deal "' + DEALS[0] + '"]\n'
    assert plain_tags(rf'{rows}[Optimum "a\2R;#"]') is not None
    assert plain_tags(rf'{rows}[Note "[sic] #"]') is not None
