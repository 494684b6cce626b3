"""What is counted: each count against enumeration, each fault planted in a clean night."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise, permutations, product

import numpy as np
import pytest

from auditor.checks.catalog import catalog, counts_script
from auditor.checks.count import merged, needed
from auditor.checks.judge import judged
from auditor.checks.told import told
from tests.checks.conftest import Log, count_log, dice_log, sessions, shoe_log, shuffled, verdicts

OPENED = datetime(2025, 1, 1, 20, tzinfo=UTC)
RANKS = "A23456789TJQK"


def rows(game: str, log: Log, check: str) -> list[dict[str, object]]:
    found = next(each for each in count_log(game, log) if each.check == check)
    assert found.reason == ""
    assert found.rows is not None
    return found.rows.to_pylist()  # type: ignore[no-any-return]


def at(seconds: float) -> datetime:
    return OPENED + timedelta(seconds=seconds)


def timed(log: Log, *, every: int = 40, lasts: int = 30) -> Log:
    """Give a log with the times of its hands, sessions and cards."""
    count = len(log["hands"]["hand_id"])
    log["hands"]["started_at"] = [at(every * n + 1) for n in range(count)]
    log["hands"]["ended_at"] = [at(every * n + 1 + lasts) for n in range(count)]
    log["sessions"] |= {"opened_at": [OPENED], "closed_at": [at(every * (count + 1))]}
    log["cards"]["at"] = [at(every * (n // 5) + 2 + n % 5) for n in range(5 * count)]
    log["cards"]["face"] = ["up"] * (5 * count)
    return log


def night(seed: int = 7) -> Log:
    """Give a clean night of sixty hands from one shoe of eight decks."""
    return timed(
        shoe_log(shuffled(np.random.default_rng(seed), 1, shoes=1, decks=8, dealt=300), decks=8)
    )


def test_every_count_of_the_catalog_is_in_the_script_and_no_step_is_idle() -> None:
    used = set().union(*(needed(each.counts) for each in catalog().check))
    assert {step.name for step in counts_script()} == used


def test_faces_are_counted_for_the_table_and_for_each_dealer() -> None:
    log = dice_log(np.array([[[1, 1, 2], [6, 6, 6]]]))
    found = {
        (row["part"], row["outcome"]): row["seen"] for row in rows("bling_bling", log, "CHK-1")
    }
    assert found == {
        ("", "1"): 2, ("", "2"): 1, ("", "6"): 3,
        ("D0", "1"): 2, ("D0", "2"): 1, ("D1", "6"): 3,
    }  # fmt: skip


def test_kinds_of_throws_are_those_of_all_throws_listed() -> None:
    log = dice_log(np.array([list(product(range(1, 7), repeat=3))]))
    found = {row["outcome"]: row["seen"] for row in rows("bling_bling", log, "CHK-2")}
    weights = next(each.outcomes for each in catalog().check if each.id == "CHK-2")
    assert found == weights == {"triple": 6, "pair": 90, "distinct": 120}


def test_classes_of_totals_weigh_what_all_throws_listed_say() -> None:
    throws = np.array([[throw, throw] for throw in product(range(1, 7), repeat=3)])
    log = dice_log(throws.reshape(1, -1, 3))
    found = {row["outcome"]: row["seen"] for row in rows("bling_bling", log, "CHK-3")}
    weights = next(each.outcomes for each in catalog().check if each.id == "CHK-3")
    assert found == {f"{each}-{each}": weight for each, weight in weights.items()}


def test_runs_have_the_mean_and_variance_of_all_orders_listed() -> None:
    orders = sorted(set(permutations([True] * 3 + [False] * 4)))
    counts = [1 + sum(a != b for a, b in pairwise(order)) for order in orders]
    log = dice_log(np.array([[[6, 6, 6] if high else [1, 1, 1] for high in orders[10]]]))
    (row,) = rows("bling_bling", log, "CHK-4")
    assert row["observed"] == counts[10]
    assert row["expected"] == pytest.approx(np.mean(counts))
    assert row["variance"] == pytest.approx(np.var(counts))


@pytest.mark.parametrize("decks", [1, 2])
def test_neighbours_are_expected_as_often_as_all_pairs_listed_say(decks: int) -> None:
    pack = [(rank, suit) for rank in range(13) for suit in "SHDC"] * decks
    pairs = list(permutations(pack, 2))
    follows = sum(a[1] == b[1] and abs(a[0] - b[0]) == 1 for a, b in pairs) / len(pairs)
    alike = sum(a[0] == b[0] for a, b in pairs) / len(pairs)
    log = shoe_log(
        shuffled(np.random.default_rng(3), 1, shoes=1, decks=decks, dealt=50), decks=decks
    )
    assert rows("mini_bacara", log, "CHK-8")[0]["expected"] == pytest.approx(49 * follows)
    assert rows("mini_bacara", log, "CHK-7")[0]["expected"] == pytest.approx(49 * alike)


def test_a_new_deck_not_shuffled_follows_in_factory_order() -> None:
    log = shoe_log(np.arange(50).reshape(1, 1, 50), decks=1)
    assert (
        rows("mini_bacara", log, "CHK-8")[0]["observed"] == 46
    )  # 49 but for three changes of suit


def test_a_shoe_of_which_half_came_out_leaves_half_to_chance() -> None:
    log = shoe_log(shuffled(np.random.default_rng(5), 1, shoes=1, decks=2, dealt=50), decks=2)
    found = rows("mini_bacara", log, "CHK-6")
    assert sum(float(str(row["spread"])) for row in found) == pytest.approx(50 * 54 / 103)


def test_a_clean_night_gives_no_doubt() -> None:
    found = verdicts("mini_bacara", night())
    assert {"doubtful", "not_run"} & set(found.values()) == set()
    record = [f"CHK-{n}" for n in (10, 11, 12, 13, 14, 17)]
    assert {found[each] for each in record} == {"consistent"}


def test_shoes_without_kings_are_doubted() -> None:
    cards = shuffled(np.random.default_rng(11), 1, shoes=4, decks=8, dealt=416)
    kept = np.array([[shoe[shoe % 13 != 12][:300] for shoe in cards[0]]])
    assert verdicts("mini_bacara", shoe_log(kept, decks=8))["CHK-9"] == "doubtful"


def test_stretches_of_factory_order_are_doubted() -> None:
    cards = shuffled(np.random.default_rng(12), 1, shoes=4, decks=8, dealt=300)
    cards[:, :, :40] = np.arange(40)
    assert verdicts("mini_bacara", shoe_log(cards, decks=8))["CHK-8"] == "doubtful"


def test_a_card_left_out_of_a_numbering_is_doubted() -> None:
    log = night()
    log["cards"]["idx"][4] = 6
    assert verdicts("mini_bacara", log)["CHK-10"] == "doubtful"


def test_a_card_before_the_one_before_it_is_doubted() -> None:
    log = night()
    log["cards"]["at"][4] = at(0)
    assert verdicts("mini_bacara", log)["CHK-11"] == "doubtful"


def test_a_hand_after_the_table_closed_is_doubted() -> None:
    log = night()
    log["sessions"]["closed_at"] = [at(40 * 59)]
    assert verdicts("mini_bacara", log)["CHK-12"] == "doubtful"


@pytest.mark.parametrize(("lasts", "word"), [(0, "doubtful"), (1, "doubtful"), (2, "consistent")])
def test_five_cards_need_two_and_a_half_seconds_by_a_clock_of_seconds(
    lasts: int, word: str
) -> None:
    log = timed(night(), lasts=lasts)
    assert verdicts("mini_bacara", log)["CHK-13"] == word


def test_a_clock_of_minutes_makes_no_hand_too_fast() -> None:
    log = timed(night(), every=60, lasts=0)
    for key in ("started_at", "ended_at"):
        log["hands"][key] = [at(60 * n) for n in range(60)]
    assert verdicts("mini_bacara", log)["CHK-13"] == "consistent"


def test_two_hands_dealt_again_are_doubted() -> None:
    log = night()
    log["cards"]["card"][200:210] = log["cards"]["card"][50:60]
    assert verdicts("mini_bacara", log)["CHK-14"] == "doubtful"


def test_one_hand_dealt_again_is_chance() -> None:
    log = night()
    log["cards"]["card"][200:205] = log["cards"]["card"][50:55]
    assert verdicts("mini_bacara", log)["CHK-14"] == "consistent"


def test_a_shoe_that_stands_in_two_nights_is_doubted_in_both() -> None:
    cards = shuffled(np.random.default_rng(13), 1, shoes=2, decks=8, dealt=300)
    cards[:, 1] = cards[:, 0]
    log = shoe_log(cards, decks=8)
    second = slice(60, 120)
    log["sessions"] = sessions("mini_bacara", ["K000", "K001"]) | {"casino_id": ["K000", "K000"]}
    log["hands"]["session_id"][second] = ["K001"] * 60
    log["shoes"]["session_id"] = ["K000", "K001"]
    for table in ("hands", "shoes", "cards"):
        log[table]["casino_id"] = ["K000"] * len(next(iter(log[table].values())))
    assert verdicts("mini_bacara", log)["CHK-14"] == "doubtful"


def test_eight_throws_in_a_row_that_come_again_are_doubted() -> None:
    dice = np.random.default_rng(14).integers(1, 7, size=(1, 300, 3))
    dice[0, 200:208] = dice[0, 40:48]
    assert verdicts("bling_bling", dice_log(dice))["CHK-14"] == "doubtful"


def test_more_cards_than_the_decks_have_are_doubted() -> None:
    log = night()
    log["shoes"]["decks"] = [5]
    found = verdicts("mini_bacara", log)
    assert (found["CHK-16"], found["CHK-9"]) == ("doubtful", "doubtful")


def test_a_column_filled_up_to_an_hour_and_then_never_is_doubted() -> None:
    log = night()
    log["hands"]["ended_at"][50:] = [None] * 10
    assert verdicts("mini_bacara", log)["CHK-17"] == "doubtful"


def test_a_column_with_holes_here_and_there_is_not() -> None:
    log = night()
    log["hands"]["ended_at"][::7] = [None] * 9
    assert verdicts("mini_bacara", log)["CHK-17"] == "consistent"


@pytest.mark.parametrize(
    ("table", "column", "check"),
    [
        ("shoes", "decks", "CHK-5"),
        ("shoes", "decks", "CHK-9"),
        ("shoes", "decks", "CHK-16"),
        ("cards", "at", "CHK-11"),
        ("hands", "started_at", "CHK-12"),
        ("sessions", "opened_at", "CHK-12"),
        ("hands", "ended_at", "CHK-13"),
    ],
)
def test_what_is_not_recorded_is_not_enough_data(table: str, column: str, check: str) -> None:
    log = night()
    log[table][column] = [None] * len(log[table][column])
    assert verdicts("mini_bacara", log)[check] == "not_enough_data"


def test_batches_added_up_say_what_they_say_apart() -> None:
    logs = [night(seed) for seed in (7, 8, 9)]
    apart = tuple(each for log in logs for each in count_log("mini_bacara", log))
    together = merged((*merged(apart[:24]), *apart[24:]))
    tables = {("K000", "mini_bacara"): ("T1",)}
    said = [[told(each) for each in judged(counts, tables)] for counts in (together, apart)]
    assert said[0] == said[1]
    rows_of = [
        sum(each.rows.num_rows for each in counts if each.rows) for counts in (together, apart)
    ]
    assert rows_of[0] < rows_of[1]


@pytest.mark.parametrize(("lost", "word"), [((), "doubtful"), (("shoes",), "not_enough_data")])
def test_a_shoe_that_was_rejected_is_no_gap(lost: tuple[str, ...], word: str) -> None:
    cards = shuffled(np.random.default_rng(15), 1, shoes=2, decks=8, dealt=300)
    log = shoe_log(cards, decks=8)
    log["shoes"]["shoe_no"] = [1, 3]
    del log["cards"]
    (gaps,) = (
        each
        for each in judged(
            count_log("mini_bacara", log, lost=lost), {("K000", "mini_bacara"): ("T1",)}
        )
        if each.check.id == "CHK-10"
    )
    assert gaps.verdict.value == word
