"""The hands of others: every chip and cent of them is accounted for, and every hand counted."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from auditor.games.format import formats
from auditor.games.stud7.formats import phh, pokerstars

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from auditor.games.format import FormatReading


def put_in(antes: Sequence[int], bring_in: int, *, actions: Sequence[str]) -> list[int]:
    """Walk the actions of a file and count what each put in, apart from the reader."""
    put, base = list(antes), list(antes)
    for action in actions:
        actor, what, *rest = action.split()
        if actor == "d":
            base = list(put)
            continue
        at, standing = int(actor[1:]) - 1, max(map(int.__sub__, put, base))
        due = {"pb": bring_in, "cc": standing, "cbr": rest[0] if rest else "0"}
        if what in due:
            put[at] = base[at] + int(str(due[what]))
    return put


def amounts(reading: FormatReading, kind: str) -> Counter[tuple[str | None, int]]:
    """Add up the amounts of one kind of event by hand and seat, in ten thousandths."""
    found = Counter[tuple[str | None, int]]()
    for row in reading.tables["events"]:
        if row["type"] == kind and row["detail"] != "uncalled bet":
            found[row["hand_id"], int(row["seat"] or 0)] += int(
                Decimal(row["amount"] or 0) * 10_000
            )
    return found


def read_all(folder: Path, pattern: str) -> dict[str, FormatReading]:
    reader = phh if pattern.endswith("phh") else pokerstars
    files = sorted(folder.glob(pattern))
    assert files
    return {file.name: reader.read(file.read_text("utf-8"), file.name) for file in files}


def test_every_file_is_read_or_refused_by_the_name_of_its_variant(shared_data: Path) -> None:
    for file, reading in read_all(shared_data / "real" / "phh", "*.phh").items():
        fields = tomllib.loads((shared_data / "real" / "phh" / file).read_text("utf-8"))
        variant, refused = fields["variant"], [one.reason_en for one in reading.refused]
        assert reading.broken == []
        assert len(reading.tables.get("hands", [])) == (variant == "F7S")
        assert [f" {variant} (" in one for one in refused] == [True] * (variant != "F7S")


def test_every_hand_of_stud_comes_to_the_stacks_that_are_recorded(shared_data: Path) -> None:
    count = 0
    for file, reading in read_all(shared_data / "real" / "phh", "*.phh").items():
        if reading.tables:
            fields = tomllib.loads((shared_data / "real" / "phh" / file).read_text("utf-8"))
            put = put_in(fields["antes"], fields["bring_in"], actions=fields["actions"])
            awards = amounts(reading, "award")
            got = [
                awards[reading.tables["hands"][0]["hand_id"], at] // 10_000 for at in range(1, 6)
            ]
            moved = zip(fields["starting_stacks"], put, got, strict=True)
            assert [stack - paid + won for stack, paid, won in moved] == fields["finishing_stacks"]
            assert (sum(got), sum(won > 0 for won in got)) == (sum(put), 1)
            count += 1
    assert count == 7


def test_the_hands_of_one_final_table_are_one_session(shared_data: Path) -> None:
    readings = read_all(shared_data / "real" / "phh", "*.phh").values()
    hands = [row for reading in readings for row in reading.tables.get("hands", [])]
    assert len({row["session_id"] for row in hands}) == 1
    assert [row["hand_no"] for row in hands] == [str(number) for number in range(5, 12)]


def test_every_text_hand_is_read_or_refused_and_adds_up(shared_data: Path) -> None:
    folder = shared_data / "real" / "stud-text"
    counts = {}
    for file, reading in read_all(folder, "*.txt").items():
        headings = len(re.findall(r"(?m)^PokerStars ", (folder / file).read_text("utf-8")))
        counts[file] = len(reading.tables.get("hands", [])), len(reading.refused)
        assert (reading.broken, sum(counts[file])) == ([], headings)
        assert all("add up to the cent" in one.reason_en for one in reading.refused)
    assert counts == {
        "razz-a.txt": (0, 9),
        "stud-a.txt": (11, 0),
        "stud-b.txt": (1, 0),
        "stud-hilo-a.txt": (0, 1),
    }


@pytest.mark.parametrize("file", ["stud-a.txt", "stud-b.txt"])
def test_what_was_collected_and_the_rake_are_the_pot(shared_data: Path, file: str) -> None:
    text = (shared_data / "real" / "stud-text" / file).read_text("utf-8")
    totals = re.findall(r"Total pot \$([\d.]+).*\| Rake \$([\d.]+)", text)
    reading = pokerstars.read(text, file)
    paid = Counter[str | None]()
    for (hand_id, seat), amount in amounts(reading, "award").items():
        assert seat > 0
        paid[hand_id] += amount
    hands = [(row["hand_id"], Decimal(row["pot"] or 0)) for row in reading.tables["hands"]]
    assert [pot for _, pot in hands] == [Decimal(pot) for pot, _ in totals]
    net = [Decimal(pot) - Decimal(rake) for pot, rake in totals]
    assert [Decimal(paid[hand_id]) / 10_000 for hand_id, _ in hands] == net


def test_the_formats_are_found_by_their_heads(shared_data: Path) -> None:
    known = {each.id: each for each in formats()}
    heads = {
        "phh": (shared_data / "real" / "phh" / "wsop-05.phh").read_bytes(),
        "pokerstars": (shared_data / "real" / "stud-text" / "stud-b.txt").read_bytes(),
    }
    for told, head in heads.items():
        assert [one for one, each in known.items() if each.recognises(head)] == [told]
