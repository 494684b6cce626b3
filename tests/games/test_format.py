"""The formats of the games are found by scanning their folders."""

from __future__ import annotations

from auditor.games.format import formats


def test_the_bridge_formats_are_found_with_their_game_and_suffixes() -> None:
    found = {each.id: (each.game, each.suffixes) for each in formats()}
    assert found["pbn"] == ("bridge", (".pbn",))
    assert found["lin"] == ("bridge", (".lin",))


def test_formats_stand_in_the_order_of_their_ids() -> None:
    ids = [each.id for each in formats()]
    assert ids == sorted(ids)


def test_each_format_knows_its_own_head_and_not_the_others() -> None:
    heads = {"pbn": b'% PBN 2.1\n[Event "a"]\n', "lin": b"pn|a,b,c,d|st||md|3SAK,,,|"}
    known = {each.id: each for each in formats() if each.id in heads}
    assert {
        (mine, other) for mine in known for other, head in heads.items()
        if known[mine].recognises(head)
    } == {("pbn", "pbn"), ("lin", "lin")}  # fmt: skip
