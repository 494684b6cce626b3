from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from auditor.report.audit.read import HandRows
from auditor.report.compose.replay.rows import (
    bet_steps,
    board_steps,
    card_steps,
    event_steps,
    records_of,
    result_step,
    roll_steps,
    winner_words,
)
from auditor.report.page.pictures import card_picture, card_words, die_picture
from auditor.report.words.wording import Wording

if TYPE_CHECKING:
    from collections.abc import Callable

ES = Wording("es")
BETS = (
    {"bet_id": "b1", "player_id": "P1", "kind": "fila", "selection": "3", "stake": "10"},
    {"bet_id": "b2", "player_id": "P2", "kind": "uptown", "stake": "5.50", "payout": "-5.50"},
    {"bet_id": "b3", "player_id": "P3", "kind": "uptown", "stake": "4.50"},
)
CARDS = (
    {"idx": "1", "to": "punto", "card": "9H"},
    {"idx": "2", "to": "banca", "card": "KS"},
    {"idx": "3", "to": "punto", "card": "7D"},
)


def test_the_bet_in_question_is_told_apart_from_the_others() -> None:
    *others, own = bet_steps(BETS, "b1", wording=ES)
    assert [(step.broken, step.text) for step in others] == [
        (False, "P2 apuesta 5.50 a Uptown. Se le liquidó −5.50."),
        (False, "P3 apuesta 4.50 a Uptown."),
    ]
    assert (own.broken, own.text) == (True, "P1 apuesta 10.00 a fila 3.")


def test_many_bets_are_told_by_their_sum() -> None:
    bets = tuple({"bet_id": f"b{n}", "stake": "2"} for n in range(7))
    others, own = bet_steps(bets, "b3", wording=ES)
    assert (others.text, own.broken) == ("Se hicieron otras 6 apuestas, por 12.00 en total.", True)
    [alone] = bet_steps(bets, "h1", wording=ES)
    assert alone.text == "Se hicieron 7 apuestas, por 14.00 en total."


def test_cards_are_told_one_by_one_with_what_their_holder_then_has() -> None:
    steps = list(card_steps(HandRows("c", "h1", cards=CARDS), "h1#3", wording=ES))
    assert [step.points for step in steps] == ["9", "0", "6"]
    assert [step.cards for step in steps] == [("9H",), ("KS",), ("9H", "7D")]
    assert [step.broken for step in steps] == [False, False, True]


def test_a_hand_without_cards_one_by_one_is_told_as_it_ended() -> None:
    rows = HandRows("c", "h1", hand={"punto_cards": "9H 7D", "banca_cards": "KS 8C"})
    assert [step.points for step in card_steps(rows, "h1", wording=ES)] == ["6", "8"]


def test_an_event_is_marked_by_its_session_and_number() -> None:
    events = ({"session_id": "s1", "seq": "46", "type": "bank_passed", "amount": "861"},)
    step = next(event_steps(events, "s1/46", wording=ES))
    assert (step.broken, step.text) == (True, "Pasa la banca: importe 861.00")


def test_the_records_of_a_hand_are_named_file_by_file() -> None:
    cards = tuple(
        {"source_name": "cards.csv", "source_record": number} for number in ("9", "10", "11", "14")
    )
    hand = {"source_name": "hands.csv", "source_record": "4"}
    rows = HandRows("C", "h", hand=hand, cards=cards, events=({"source_name": "events.csv"},))
    assert records_of(rows) == ("cards.csv 9–11, 14", "hands.csv 4")


def test_dice_are_told_with_both_points() -> None:
    rolls = ({"roll_id": "r1", "shooter_id": "P4", "d1": "3", "d2": "5", "d3": "3"},)
    step = next(roll_steps(rolls, "r1", wording=ES))
    assert (step.dice, step.broken) == (("3", "5", "3"), True)


def test_a_board_is_told_seat_by_seat_from_the_one_it_names() -> None:
    boards = ({"deal": "E:AKQ.J.T.98765432 - - -"},)
    texts = [step.text for step in board_steps(boards, ES)]
    assert texts[0] == "Este: ♠AKQ ♥J ♦10 ♣98765432 (13 cartas)"
    assert [text.partition(":")[0] for text in texts] == ["Este", "Sur", "Oeste", "Norte"]


def test_the_result_is_told_with_what_was_taken() -> None:
    step = result_step({"winner": "banca", "banker_result": "440", "deduction": "17.60"}, ES)
    assert step is not None
    assert step.text == "Gana Banca; resultado del banquero: 440.00; deducción: 17.60"


def test_a_tie_is_told_as_one_and_no_winner_as_not_stated() -> None:
    step = result_step({"winner": "tie", "banker_result": "0"}, ES)
    assert step is not None
    assert step.text == "Empate; resultado del banquero: 0.00"
    assert [winner_words(each, ES) for each in ("tie", "punto", None)] == [
        "empate",
        "gana Punto",
        "no consta quién gana",
    ]


def test_a_bet_against_the_bank_is_told_without_a_second_preposition() -> None:
    bet = {"bet_id": "b1", "player_id": "Ana", "kind": "against_bank", "stake": "200"}
    told = [next(bet_steps([bet], "b1", wording=Wording(lang))).text for lang in ("es", "en")]
    assert told == ["Ana apuesta 200.00 contra la banca.", "Ana bets 200.00 against the bank."]


def test_a_sum_of_a_hand_has_its_currency() -> None:
    words = Wording("en", symbols={"PEN": "S/"}, currency="PEN")
    first = next(bet_steps(BETS, "b1", wording=words))
    assert first.text == "P2 bets S/\u00a05.50 on Uptown. Settled at S/\u00a0−5.50."


def test_a_hand_of_which_nothing_is_known_has_no_result() -> None:
    assert result_step({}, ES) is None


@pytest.mark.parametrize("card", ["", "9", "10H", "9X", "XH", "<b", '"H'])
def test_what_is_no_card_has_no_picture(card: str) -> None:
    assert card_picture(card) is None
    assert card_words(card, ES) == card


def test_every_card_and_die_has_a_picture_of_its_own() -> None:
    cards = {card_picture(rank + suit) for rank in "A23456789TJQK" for suit in "SHDC"}
    assert len(cards - {None}) == 52
    assert len({die_picture(pips) for pips in "123456"} - {None}) == 6


def test_a_card_is_named_in_words() -> None:
    assert card_words("TS", ES) == "10 de picas"


def _with_evidence(audit: dict[str, Any], rows: HandRows, *, build: Callable[..., Any]) -> Any:  # noqa: ANN401
    reports = build(audit, hands={(rows.casino_id, rows.hand_id): rows})
    return reports["LIM-01"].findings[0].articles[0].rules[0].detailed[0].replay


def test_what_was_paid_is_told_last_and_broken_where_the_rule_is_about_it(
    make_audit: Callable[[int], dict[str, Any]], build: Callable[..., Any]
) -> None:
    audit = make_audit(1)
    finding = audit["findings"][0]
    bet = {"bet_id": finding["subject"], "stake": "10", "payout": "110", "deduction": "0"}
    rows = HandRows("LIM-01", finding["hand_id"], bets=(bet,), hand={"winner": "tie"})
    replay = _with_evidence(audit, rows, build=build)
    assert [step.broken for step in replay.steps] == [False, False, True]
    assert replay.steps[-1].text == "Se le liquida S/\u00a0110.00; deducción: S/\u00a00.00"
    assert replay.breaks_untimed


def test_a_bet_placed_too_late_breaks_where_it_is_placed(
    make_audit: Callable[[int], dict[str, Any]], build: Callable[..., Any]
) -> None:
    audit = make_audit(1)
    finding = audit["findings"][0]
    audit["rules"][0]["observed"] = "placed_at"
    bet = {"bet_id": finding["subject"], "stake": "10", "payout": "110"}
    replay = _with_evidence(audit, HandRows("LIM-01", finding["hand_id"], bets=(bet,)), build=build)
    assert [step.broken for step in replay.steps] == [True, False]


def test_steps_are_ordered_by_time_and_the_broken_one_says_what_was_due(
    make_audit: Callable[[int], dict[str, Any]], build: Callable[..., Any]
) -> None:
    audit = make_audit(1)
    finding = audit["findings"][0]
    bet = {"bet_id": finding["subject"], "placed_at": "2026-03-07T18:00:05-05:00"}
    roll = {"roll_id": "r1", "at": "2026-03-07T18:00:02-05:00"}
    rows = HandRows("LIM-01", finding["hand_id"], bets=(bet,), rolls=(roll,))
    replay = _with_evidence(audit, rows, build=build)
    assert [step.time for step in replay.steps] == ["18:00:02", "18:00:05"]
    assert replay.steps[1].due == "La norma exigía S/\u00a0120.00; consta S/\u00a0110.00."


def test_where_no_step_is_the_findings_own_it_is_told_at_the_end(
    make_audit: Callable[[int], dict[str, Any]], build: Callable[..., Any]
) -> None:
    audit = make_audit(1)
    finding = audit["findings"][0]
    finding["subject"] = finding["hand_id"]
    rows = HandRows("LIM-01", finding["hand_id"], cards=CARDS)
    replay = _with_evidence(audit, rows, build=build)
    assert [step.broken for step in replay.steps] == [False, False, False, True]
    assert replay.steps[-1].text == finding["message"]


def test_a_deduction_that_is_wrong_breaks_the_hand_where_it_ends(
    make_audit: Callable[[int], dict[str, Any]], build: Callable[..., Any]
) -> None:
    audit = make_audit(1)
    finding = audit["findings"][0]
    finding["subject"] = finding["hand_id"]
    audit["rules"][0]["observed"] = "deduction"
    rows = HandRows("LIM-01", finding["hand_id"], cards=CARDS, hand={"deduction": "21"})
    replay = _with_evidence(audit, rows, build=build)
    assert [step.broken for step in replay.steps] == [False, False, False, True]
    assert replay.steps[-1].text == "deducción: S/\u00a021.00"


def test_the_history_of_the_bank_is_told_only_where_the_finding_hangs_on_it(
    make_audit: Callable[[int], dict[str, Any]], build: Callable[..., Any]
) -> None:
    audit = make_audit(1)
    finding = audit["findings"][0]
    before = ({"hand_id": "h0", "bank_amount": "680", "winner": "banca"},)
    rows = HandRows("LIM-01", finding["hand_id"], cards=CARDS, before=before)
    assert _with_evidence(audit, rows, build=build).history == ()
    finding["facts"] = {"banker_seat": "3"}
    assert len(_with_evidence(audit, rows, build=build).history) == 1


def test_a_third_card_too_many_breaks_where_it_is_dealt(
    make_audit: Callable[[int], dict[str, Any]], build: Callable[..., Any]
) -> None:
    audit = make_audit(1)
    finding = audit["findings"][0]
    finding["subject"] = finding["hand_id"]
    audit["rules"][0]["observed"] = "punto_drew_third"
    rows = HandRows("LIM-01", finding["hand_id"], cards=CARDS)
    replay = _with_evidence(audit, rows, build=build)
    assert [step.broken for step in replay.steps] == [False, False, True]


def test_a_box_whose_stakes_are_too_high_breaks_at_no_card_of_it(
    make_audit: Callable[[int], dict[str, Any]], build: Callable[..., Any]
) -> None:
    audit = make_audit(1)
    finding = audit["findings"][0]
    finding["subject"] = f"{finding['hand_id']}/punto"
    audit["rules"][0]["observed"] = "stakes"
    rows = HandRows("LIM-01", finding["hand_id"], cards=CARDS)
    replay = _with_evidence(audit, rows, build=build)
    assert [step.broken for step in replay.steps] == [False, False, False, True]
