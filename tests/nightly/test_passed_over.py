"""What an inbox holds and no run takes is told every night, with the reason, and stops no other."""

from __future__ import annotations

import json
import os
import shutil
from typing import TYPE_CHECKING

import pytest

from auditor.nightly.told import lines
from auditor.texts import say
from tests.nightly.conftest import CASINO

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.nightly.conftest import Place


def _named(name: bytes) -> Callable[[Path], None]:
    """Give what puts a file under a name into an inbox."""

    def put(inbox: Path) -> None:
        with open(os.fsencode(inbox) + b"/" + name, "wb") as file:  # noqa: PTH123  # its bytes
            file.write(b"bet_id,hand_id\n")

    return put


def _link(inbox: Path) -> None:
    """Put a link to a log elsewhere into an inbox."""
    (inbox / "link.csv").symlink_to(inbox.parent / "elsewhere.csv")
    (inbox.parent / "elsewhere.csv").write_text("bet_id,hand_id\n", "utf-8")


STRANGE = {
    "of two lines": (_named(b"a\nb.csv"), "a\ufffdb.csv", "strange_name"),
    "no text": (_named(b"2005-06-18/n\xff.csv"), "2005-06-18/n\ufffd.csv", "strange_name"),
    "a bell": (_named(b"\x07"), "\ufffd", "strange_name"),
    "turned round": (_named("\u202egpj.csv".encode()), "\ufffdgpj.csv", "strange_name"),
    "too long": (_named(b"2005-06-18/" + b"x" * 240), f"2005-06-18/{'x' * 240}", "long_name"),
    "a link": (_link, "link.csv", "link"),
    "a pipe": (lambda inbox: os.mkfifo(inbox / "pipe.csv"), "pipe.csv", "no_file"),
}


@pytest.mark.parametrize(("put", "shown", "why"), STRANGE.values(), ids=STRANGE)
def test_it_is_told_with_its_reason_as_long_as_it_is_there_and_stops_no_other(
    place: Place, put: Callable[[Path], None], shown: str, why: str
) -> None:
    place.deliver()
    put(place.inbox)
    first, second = place.run(), place.run()
    assert (first.arrivals.taken, first.quarantine) == ([(CASINO, "2005-06-18")], ())
    assert (first.exit_code, second.exit_code, second.judging) == (3, 4, None)
    summary = json.loads((place.config.out / "nightly.json").read_text("utf-8"))
    told = {"casino_id": CASINO, "name": shown}
    told["reason"], told["reason_en"] = (say(f"nightly.{why}", lang=one) for one in ("es", "en"))
    assert summary["arrivals"]["passed_over"] == [told]
    for lang, reason in (("es", told["reason"]), ("en", told["reason_en"])):
        assert [shown in line for line in lines(second, lang) if reason in line] == [True]


def test_what_is_given_an_ordinary_name_is_taken_and_told_of_no_more(place: Place) -> None:
    folder = place.deliver("2005\n06")
    night, many = place.run(), len(list(folder.iterdir()))
    assert (night.arrivals.taken, len(night.arrivals.passed_over)) == ([], many)
    folder.rename(folder.with_name("2005-06-18"))
    night = place.run()
    assert (night.arrivals.taken, night.arrivals.passed_over) == ([(CASINO, "2005-06-18")], [])


@pytest.mark.parametrize("name", [".hidden", "bets.csv.part", "Thumbs.db", "~$bets.xlsx"])
def test_what_is_the_system_s_own_or_still_arriving_is_no_matter(place: Place, name: str) -> None:
    place.deliver()
    shutil.copy(place.inbox / "2005-06-18" / "bets.csv", place.inbox / name)
    assert place.run().arrivals.passed_over == []
