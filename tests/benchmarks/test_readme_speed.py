"""The READMEs' tables of speed say what the figures say, each against its bar."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from benchmarks.figures import Figure, keep
from benchmarks.readme import README, SPANISH, with_figures
from benchmarks.readme_speed import blocks
from benchmarks.year import CASINOS, differences, plan

if TYPE_CHECKING:
    from pathlib import Path

YEAR = {
    "hands": 36_000_000,
    "casinos": 20,
    "nights": 7_200,
    "bytes": 7_200_000_000,
    "load": 2.4,
    "scan": {"seconds": 10.0, "processor": 20.0},
    "here": {
        "seconds": 100.0,
        "processor": 200.0,
        "gib of the largest process": 1.5,
        "hands a second of a core": 100_000,
    },
    "cluster": {
        "seconds": 110.0,
        "processor": 220.0,
        "gib": {"scheduler": 9.0, "worker 1": 1.25, "worker 2": 1.75, "client": 9.0},
        "hands a second of a core": 50_000,
    },
    "scans": 10.0,
    "scans of processor": 10.0,
}


def test_the_readmes_have_the_tables_of_the_committed_figures() -> None:
    for file in (README, SPANISH):
        text = file.read_text("utf-8")
        assert with_figures(text) == text


def test_what_was_not_measured_is_told(tmp_path: Path) -> None:
    told = blocks(tmp_path)
    assert (told["bench-en"], told["year-es"]) == ("Not run.\n", "Sin medir.\n")


def test_a_figure_is_kept_in_the_place_of_the_one_before_it(tmp_path: Path) -> None:
    kept = tmp_path / "bench.json"
    keep(Figure("PBN", 4, 10, "slow", is_least=True), Figure("CSV", 3, 2, "so"), kept=kept)
    keep(Figure("PBN", 12, 10, "quick", is_least=True), kept=kept)
    rows = [line.rpartition(" | ")[0] for line in blocks(tmp_path)["bench-en"].splitlines()]
    assert rows[2:] == ["| PBN | 12.00 | ≥ 10 | quick", "| CSV | 3.00 | ≤ 2 | so"]


def test_a_figure_holds_on_its_own_side_of_the_bar() -> None:
    assert Figure("most", 2, 2, "").holds
    assert not Figure("least", 2, 3, "", is_least=True).holds


def test_the_year_tells_hours_and_partitions_from_what_was_measured(tmp_path: Path) -> None:
    (tmp_path / "year.json").write_text(json.dumps(YEAR), encoding="utf-8")
    cells = [line.strip("| ").split(" | ") for line in blocks(tmp_path)["year-en"].splitlines()]
    rows = {cell[0].partition(" (")[0]: cell[1:] for cell in cells}
    assert rows["core hours for 100 million hands"] == ["0.3", "0.6"]
    assert rows["one casino-night"][0] == "1.00 MB, 5,000 hands"
    assert rows["most memory of one process"] == ["1.50 GiB", "1.75 GiB"]


def test_the_year_is_of_twenty_casinos_that_play_every_night() -> None:
    shares = [
        each for game, (many, _) in CASINOS.items()
        for each in plan(game, 20_000, casinos=many, nights=3)
    ]  # fmt: skip
    assert sum(each.hands for each in shares) == 20_000 * len(CASINOS)
    assert len({(each.casino_id, each.gaming_date) for each in shares}) == 20 * 3


def test_a_file_that_differs_or_is_wanting_is_named(tmp_path: Path) -> None:
    for folder, text in (("one", "a"), ("other", "b")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "same").write_text("")
        (tmp_path / folder / "differs").write_text(text)
    (tmp_path / "one" / "wanting").write_text("")
    assert list(differences(tmp_path / "one", tmp_path / "other")) == ["differs", "wanting"]


def test_the_profile_tells_the_dearest_steps_as_parts_of_the_whole(tmp_path: Path) -> None:
    told = {"rows": 2_000, "seconds": 4.0, "load": 2.5, "steps": {"log.bets": 1, "fact.card": 0.4}}
    (tmp_path / "profile.json").write_text(json.dumps(told), encoding="utf-8")
    head = "Of 4.0 s of processor for 2,000 rows (load 2.5)"
    assert blocks(tmp_path)["profile"] == f"{head}: log.bets 25 %, fact.card 10 %.\n"
