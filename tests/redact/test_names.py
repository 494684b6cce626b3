"""Pseudonyms are the key's and the person's alone, and replace a name only as a whole."""

from __future__ import annotations

import base64
import hashlib
import hmac

import pytest

from auditor.dossier.unnamed import PSEUDONYM
from auditor.redact.names import Names, names_of

KEY = bytes(range(32))
RFC, CROCKFORD = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
PLAYERS = ("Ana", "Ana María", "J-07", "1042", "7", "A", "#9 Leo")


@pytest.fixture(name="names")
def _names() -> Names:
    return names_of(KEY, players=PLAYERS, staff=("T-4", "Ana"))


def _code(person: str) -> str:
    digest = hmac.new(KEY, person.encode(), hashlib.sha256).digest()
    return base64.b32encode(digest[:5]).decode().translate(str.maketrans(RFC, CROCKFORD))


@pytest.mark.parametrize(("person", "kind"), [("Ana María", "Jugador"), ("T-4", "Personal")])
def test_a_pseudonym_is_the_hmac_of_the_id_in_crockfords_letters(
    names: Names, person: str, kind: str
) -> None:
    assert names.person(person) == f"{kind}-{_code(person)}"
    assert PSEUDONYM.fullmatch(names.person(person))


def test_who_plays_and_deals_is_one_person_and_a_player(names: Names) -> None:
    assert names.person("Ana") == f"Jugador-{_code('Ana')}"


def test_another_key_gives_everybody_another_pseudonym(names: Names) -> None:
    other = names_of(KEY[::-1], players=PLAYERS, staff=("T-4",))
    assert not set(other.persons.values()) & set(names.persons.values())


@pytest.mark.parametrize(
    ("words", "due"),
    [
        ("Ana habló con Anabel.", "{Ana} habló con Anabel."),
        ("Ana María y Ana", "{Ana María} y {Ana}"),
        ("J-07, J-070, XJ-07", "{J-07}, J-070, XJ-07"),
        ("bets_Ana_2.csv", "bets_{Ana}_2.csv"),
        ("jugador=Ana", "jugador={Ana}"),
        ("el 1042 apostó 1042.50 de 21,1042", "el {1042} apostó 1042.50 de 21,1042"),
        ("min=5 max=1042", "min=5 max=1042"),
        ("A pide 7", "A pide 7"),
        ("vino #9 Leo.", "vino {#9 Leo}."),
    ],
)
def test_a_name_in_words_is_replaced_as_a_whole(names: Names, words: str, due: str) -> None:
    told = due
    for person in PLAYERS:
        told = told.replace(f"{{{person}}}", names.person(person))
    assert names.in_words(words) == told


def test_a_name_in_the_id_of_a_thing_is_replaced_but_no_number(names: Names) -> None:
    assert names.in_id("1042/J-07#3") == f"1042/{names.person('J-07')}#3"


@pytest.mark.parametrize(
    ("written", "due"),
    [
        ("ANA MARÍA reclama", "{Ana María} reclama"),
        ("dice ana  maria.", "dice {Ana María}."),
        ("Ana\u00a0Mari\u0301a y ANA", "{Ana María} y {Ana}"),
        ("anabel, j-07", "anabel, {J-07}"),
        ("A pide 7 de 1042", "A pide 7 de {1042}"),
    ],
)
def test_a_name_that_somebody_wrote_otherwise_is_replaced(
    names: Names, written: str, due: str
) -> None:
    told = due
    for person in PLAYERS:
        told = told.replace(f"{{{person}}}", names.person(person))
    assert names.in_writing(written) == told


def test_two_persons_who_differ_by_an_accent_alone_are_told_together() -> None:
    names = names_of(KEY, players=("José", "Jose"), staff=())
    jose, jose_ = names.person("Jose"), names.person("José")
    assert names.in_writing("Jose, José, JOSE") == f"{jose}, {jose_}, {jose}/{jose_}"


def test_a_part_of_a_name_that_was_replaced_is_not_replaced_again() -> None:
    names = names_of(KEY, players=("Ana María", "María"), staff=())
    whole = names.person("Ana María")
    assert names.in_words("Ana María") == names.in_writing("ANA MARIA") == whole
