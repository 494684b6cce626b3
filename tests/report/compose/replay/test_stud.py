"""A hand of stud drawn street by street: who is dealt what, the pot, what broke and where."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from auditor.report.audit.read import HandRows
from auditor.report.compose.replay.stud_play import acts_of, dealt_of
from auditor.report.compose.replay.stud_pots import pots_of, put_in
from auditor.report.forms.html import page
from auditor.report.page.pictures import back_picture, card_picture

if TYPE_CHECKING:
    from collections.abc import Callable

    from auditor.report.audit.read import Row
    from auditor.report.model.replay import Replay
    from auditor.report.model.report import CasinoReport

DEAL = ["KS ?? 4C", "9H 9D 7S", "2C 3C JD"]  # seats 1, 2 and 3: two down, one up
# Antes of 1; seat 1 brings in 2, seat 2 completes to 5, seat 3 folds, seat 1 calls; then 5 and out.
PLAYED = [
    ("stack", "1", "100"), ("stack", "2", "11"), ("ante", "1", "1"), ("ante", "2", "1"),
    ("ante", "3", "1"), ("bring_in", "1", "2"), ("raise", "2", "5"), ("fold", "3", None),
    ("call", "1", "3"), ("check", "1", None), ("bet", "2", "5"), ("fold", "1", None),
    ("muck", "2", None), ("award", "2", "18"),
]  # fmt: skip


def cards(*streets: list[str], first: int = 1) -> tuple[Row, ...]:
    rounds = [[hand.split()[turn] for hand in streets[0]] for turn in range(3)]
    dealt = [(turn, at, card) for turn, each in enumerate([*rounds, *streets[1:]])
             for at, card in enumerate(each, 1) if card]  # fmt: skip
    return tuple(
        {"idx": str(idx), "to": f"seat:{seat}", "card": card,
         "face": "down" if turn in {0, 1, 6} else "up"}
        for idx, (turn, seat, card) in enumerate(dealt, first)
    )  # fmt: skip


def events(*told: tuple[str, str, str | None]) -> tuple[Row, ...]:
    return tuple(
        {"session_id": "s1", "seq": str(seq), "type": kind, "seat": seat,
         "player_id": f"P{seat}", "amount": amount}
        for seq, (kind, seat, amount) in enumerate(told, 1)
    )  # fmt: skip


def rows(*told: tuple[str, str, str | None], **parts: Any) -> HandRows:  # noqa: ANN401
    given = {"cards": cards(DEAL, ["5H", "8D"]), "hand": {"session_id": "s1"}, **parts}
    return HandRows("LIM-01", "h1", game="stud7", events=events(*(told or PLAYED)), **given)


def streets(hand: HandRows) -> list[int]:
    return [act.street for act in acts_of(hand, dealt_of(hand))]


@pytest.fixture
def draw(
    make_audit: Callable[[int], dict[str, Any]], build: Callable[..., dict[str, CasinoReport]]
) -> Callable[..., Replay]:
    """Give a function that draws a hand of whose subject a rule observes something."""

    def replay(hand: HandRows, subject: str = "h1", observed: str = "kept", **say: Any) -> Replay:  # noqa: ANN401
        audit = make_audit(1)
        audit["findings"][0] |= {"hand_id": "h1", "subject": subject}
        audit["rules"][0]["observed"] = observed
        reports = build(audit, hands={("LIM-01", "h1"): hand}, **say)
        found = reports["LIM-01"].findings[0].articles[0].rules[0].detailed[0].replay
        assert found is not None
        return found

    return replay


def test_a_round_ends_when_all_who_are_in_have_answered_the_last_bet() -> None:
    assert streets(rows()) == [2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 8, 8]


def test_the_pot_grows_by_what_each_adds_and_empties_as_it_is_paid() -> None:
    hand = rows()
    pots = [str(act.pot) for act in acts_of(hand, dealt_of(hand))]
    # 3 antes; 2; a raise to 5 adds 5; the fold none; 3 more; a check; 5; the fold; 18 paid.
    assert pots == ["0", "0", "1", "2", "3", "5", "10", "10", "13", "13", "18", "18", "18", "0"]


def test_from_an_amount_that_is_not_recorded_on_no_pot_is_told() -> None:
    hand = rows(("ante", "1", "1"), ("ante", "2", None), ("ante", "3", "1"))
    assert [act.pot for act in acts_of(hand, dealt_of(hand))][1:] == [None, None]


def test_who_has_put_in_all_that_he_had_is_out_of_the_betting() -> None:
    told = [("stack", "2", "6"), ("ante", "2", "1"), ("bring_in", "1", "2"), ("raise", "2", "5"),
            ("fold", "3", None), ("call", "1", "3"), ("bet", "1", "5")]  # fmt: skip
    hand = rows(*told)
    acts = list(acts_of(hand, dealt_of(hand)))
    assert [act.is_all_in for act in acts] == [False, False, False, True, False, False, False]
    assert (acts[-2].street, acts[-1].street) == (3, 4)


def test_times_of_the_deal_part_the_streets_where_a_call_is_missing() -> None:
    told = [("bring_in", "1", "2"), ("raise", "2", "5"), ("bet", "2", "5")]
    at = ["20:00:10", "20:00:20", "20:00:40"]
    timed = [{**row, "at": f"2005-03-04T{t}"} for row, t in zip(events(*told), at, strict=True)]
    dealt = [{**row, "at": f"2005-03-04T20:00:{'05' if int(row['idx'] or 0) < 10 else '30'}"}
             for row in cards(DEAL, ["5H", "8D"])]  # fmt: skip
    hand = HandRows("c", "h1", events=tuple(timed), cards=tuple(dealt))
    assert streets(hand) == [3, 3, 4]
    assert streets(rows(*told)) == [3, 3, 3]


def test_times_all_alike_part_no_streets() -> None:
    stamped = tuple({**row, "at": "2005-03-04T20:00:00"} for row in cards(DEAL, ["5H", "8D"]))
    timed = tuple({**row, "at": "2005-03-04T20:00:09"} for row in events(*PLAYED))
    hand = HandRows("c", "h1", events=timed, cards=stamped)
    assert streets(hand) == streets(rows())


def test_a_street_shows_the_cards_of_who_is_in_and_names_who_is_out(
    draw: Callable[..., Replay],
) -> None:
    _, third, fourth, _ = draw(rows()).streets
    held = [[card.card for card in seat.cards] for seat in fourth.seats]
    assert (third.out, fourth.out) == ((), ("plaza 3, P3",))
    assert held == [["KS", "??", "4C", "5H"], ["9H", "9D", "7S", "8D"]]
    assert [card.is_new for card in fourth.seats[0].cards] == [False, False, False, True]
    assert [card.is_down for card in third.seats[0].cards] == [True, True, False]


def test_stacks_and_antes_are_told_together_and_each_action_by_itself(
    draw: Callable[..., Replay],
) -> None:
    before, third, fourth, _ = draw(rows()).streets
    assert [step.who for step in before.steps] == [None, None]
    assert before.steps[0].text.startswith("Fichas al empezar: plaza 1, P1 S/\xa0100.00; plaza 2,")
    assert [step.who for step in third.steps] == [f"plaza {n}, P{n}" for n in (1, 2, 3, 1)]
    assert fourth.steps[1].text.endswith("queda sin fichas")


def test_a_raise_by_who_is_in_already_says_what_it_adds(draw: Callable[..., Replay]) -> None:
    hand = rows(("bring_in", "1", "2"), ("raise", "2", "5"), ("raise", "1", "10"))
    text = draw(hand).streets[0].steps[2].text
    assert text == "Aumenta a S/\xa010.00, añade S/\xa08.00"


def test_who_shows_shows_the_cards_named_else_those_dealt(draw: Callable[..., Replay]) -> None:
    named = {"type": "show", "seat": "1", "detail": "KS KD 4C 5H"}
    shown = {"type": "show", "seat": "2"}
    hand = HandRows("LIM-01", "h1", game="stud7", events=(named, shown), cards=cards(DEAL))
    assert [step.cards for step in draw(hand).streets[-1].steps] == [
        ("KS", "KD", "4C", "5H"), ("9H", "9D", "7S"),
    ]  # fmt: skip


def broken(replay: Replay) -> list[str]:
    found = [f"street {at}" for at, street in enumerate(replay.streets) if street.broken]
    for street in replay.streets:
        found += [step.text.split("\xa0")[0] for step in street.steps if step.broken]
        found += [card.card for seat in street.seats for card in seat.cards if card.broken]
    return found


@pytest.mark.parametrize(
    ("subject", "observed", "place"),
    [
        ("s1/6", "seat", "Apuesta obligada de S/"),
        ("s1/4", "amount", "Enganche de S/"),
        ("h1#11", "face", "8D"),
        ("h1/seat:2", "award", "Se le entregan S/"),
        ("h1/seat:1", "put_in", "Cubre con S/"),
        ("h1/seat:3", "ante", "Enganche de S/"),
        ("h1/seat:1", "third_face", "4C"),
        ("h1/seat:2", "cards_dealt", "8D"),
        ("h1/seat:3", "award", "street 3"),
        ("h1", "kept", "street 3"),
        ("h1", "cards_shown", "street 0"),
        ("h1", "players_dealt", "street 1"),
    ],
)
def test_a_finding_is_marked_where_it_stands_and_nowhere_else(
    draw: Callable[..., Replay], subject: str, observed: str, place: str
) -> None:
    assert broken(draw(rows(), subject, observed)) == [place]


def test_what_was_due_is_said_at_the_broken_action(draw: Callable[..., Replay]) -> None:
    step = draw(rows(), "s1/6", "bet_size").streets[1].steps[0]
    assert step.due == "La norma exigía S/\u00a0120.00; consta S/\u00a0110.00."


def test_cards_burnt_and_cards_cancelled_are_no_ones(draw: Callable[..., Replay]) -> None:
    burnt = {"idx": "12", "to": "burn", "card": "??", "face": "down"}
    void = {"idx": "13", "to": "seat:1", "card": "QS", "face": "up", "cancelled": "true"}
    fourth = draw(rows(cards=(*cards(DEAL, ["5H", "8D"]), burnt, void))).streets[2]
    assert [(seat.who, len(seat.cards)) for seat in fourth.seats] == [
        ("plaza 1, P1", 4), ("plaza 2, P2", 4), ("quemadas", 1),
    ]  # fmt: skip


def test_a_hand_without_cards_on_record_is_told_by_its_bets(draw: Callable[..., Replay]) -> None:
    replay = draw(rows(cards=()))
    assert [len(street.steps) for street in replay.streets] == [2, 4, 3, 3]
    assert all(street.seats == () for street in replay.streets)


@pytest.mark.parametrize("lang", ["es", "en"])
def test_the_page_draws_hidden_cards_unknown_ones_and_the_mark(
    make_audit: Callable[[int], dict[str, Any]],
    build: Callable[..., dict[str, CasinoReport]],
    lang: str,
) -> None:
    audit = make_audit(1)
    audit["findings"][0] |= {"hand_id": "h1", "subject": "s1/6"}
    text = page(build(audit, lang=lang, hands={("LIM-01", "h1"): rows()})["LIM-01"], paper=False)
    words = {
        "es": ("rey de picas, oculta", "carta oculta que no consta", "Aquí no se cumple."),
        "en": ("king of spades, face down", "card face down, not on record", "it is not met."),
    }
    assert [word in text for word in words[lang]] == [True] * 3
    assert (back_picture() in text, str(card_picture("4C")) in text) == (True, True)
    assert text.count('class="broken"') == 1


def test_the_pots_are_reckoned_from_what_each_put_in(draw: Callable[..., Replay]) -> None:
    # 15, 160 and 100 put in; the first folds: a main pot of 15 + 100 + 100, then 60 of the second.
    told = [("ante", "1", "15"), ("ante", "2", "160"), ("ante", "3", "100"), ("fold", "1", None)]
    *_, end = draw(rows(*told)).streets
    told_of = [(step.text.split(";")[0], step.pot) for step in end.steps]
    put = "Puso cada uno, en toda la partida: plaza 1, P1 S/\u00a015.00"
    main = "Pozo principal, hasta S/\u00a0100.00 de cada uno, también de los retirados"
    side = "Pozo lateral 1, lo que pasa de ahí hasta S/\u00a0160.00"
    assert told_of == [(put, "S/\u00a0275.00"), (main, "S/\u00a0215.00"), (side, "S/\u00a060.00")]
    assert end.steps[1].text.endswith("juegan por él: plaza 2, P2; plaza 3, P3")


def test_of_amounts_that_are_not_all_recorded_no_pot_is_reckoned(
    draw: Callable[..., Replay],
) -> None:
    *_, end = draw(rows(("ante", "1", "1"), ("ante", "2", None))).streets
    assert end.steps == ()


def test_what_a_folder_put_in_above_all_others_goes_with_the_last_pot() -> None:
    told = [("ante", "1", "1"), ("ante", "2", "9"), ("fold", "2", None)]
    hand = rows(*told)
    acts = tuple(acts_of(hand, dealt_of(hand)))
    assert [str(pot.amount) for pot in pots_of(put_in(acts) or {}, acts)] == ["10"]


def test_the_first_street_says_who_was_dealt_to_in_which_order(draw: Callable[..., Replay]) -> None:
    first, *others = [street for street in draw(rows()).streets if street.seats]
    assert first.order == ("plaza 1, P1", "plaza 2, P2", "plaza 3, P3")
    assert [street.order for street in others if street.order] == []


def test_a_broken_action_names_its_record_and_its_hour(draw: Callable[..., Replay]) -> None:
    told = [
        {**row, "at": f"2026-03-07T21:00:{10 + n}-05:00", "source_name": "events.csv",
         "source_record": str(40 + n)}
        for n, row in enumerate(rows().events)
    ]  # fmt: skip
    replay = draw(replace(rows(), events=tuple(told)), "s1/6", "seat")
    steps = [step for street in replay.streets for step in street.steps]
    named = [step.record for step in steps if step.record]
    assert (named, replay.broken_at) == (["events.csv, registro 45"], "21:00:15")


def test_chips_bought_between_two_hands_are_told_before_the_deal(
    draw: Callable[..., Replay],
) -> None:
    bought = {"type": "chips_bought", "seat": "3", "player_id": "P3", "amount": "300",
              "at": "2026-03-07T20:59:11-05:00"}  # fmt: skip
    first = draw(rows(before_events=(bought,))).streets[0].steps[0]
    told = (first.time, first.who, first.text)
    assert told == ("20:59:11", "plaza 3, P3", "Compra de fichas: S/\u00a0300.00")


def test_a_card_dealt_to_who_had_folded_is_drawn_in_its_street(draw: Callable[..., Replay]) -> None:
    # Seat 1 folds in the first round and is dealt 9C with the fourth cards: it is shown, by itself.
    told = [("ante", "1", "1"), ("ante", "2", "1"), ("ante", "3", "1"), ("bring_in", "2", "2"),
            ("call", "3", "2"), ("fold", "1", None), ("check", "3", None)]  # fmt: skip
    dealt = cards(DEAL, ["9C", "5H", "8D"])
    fourth = draw(rows(*told, cards=dealt)).streets[2]
    (shown,) = (seat for seat in fourth.seats if seat.who == "plaza 1, P1")
    assert [(card.card, card.is_new) for card in shown.cards] == [("9C", True)]
    assert fourth.out == ("plaza 1, P1",)
