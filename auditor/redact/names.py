"""Pseudonyms: the same person has the same one wherever the same key is used."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from unicodedata import combining, normalize

from auditor.errors import UsageError
from auditor.redact.key import code_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

PLAYER, STAFF = "Jugador", "Personal"
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: no letter that is read as another
LENGTH = 8  # 40 bits: among 10,000 persons, two meet once in 20,000 keys; then the run stops
LEAST_OF_LETTERS, LEAST_OF_DIGITS = 2, 4
WORD = re.compile(r"[^\W_]+")
IN_NUMBER_BEFORE, IN_NUMBER_AFTER = re.compile(r"=$|\d[.,]$"), re.compile(r"[.,]\d")


@dataclass(frozen=True, slots=True)
class Found:
    """A person's id as text is searched for it: its first word stands `offset` from its start."""

    person: str
    offset: int
    pseudonym: str
    has_letter: bool


@dataclass(frozen=True, slots=True)
class Names:
    """The pseudonym of every person that is known, and their ids by first word, longest first.

    `by_plain_word`: the same ids as `plainly` gives them.
    """

    key: bytes = field(repr=False)
    persons: Mapping[str, str]
    by_word: Mapping[str, tuple[Found, ...]]
    by_plain_word: Mapping[str, tuple[Found, ...]]

    def person(self, value: str) -> str:
        """Give the pseudonym of a person's id; one not known before is a player's."""
        return self.persons.get(value) or pseudonym(self.key, value, kind=PLAYER)

    def in_id(self, text: str) -> str:
        """Replace the persons named inside the id of a thing; a number there is no person."""
        return self._replaced(text, numbers=False)

    def in_words(self, text: str) -> str:
        """Replace the persons named in words."""
        return self._replaced(text, numbers=True)

    def in_writing(self, text: str) -> str:
        """Replace the persons named in what somebody wrote, in any case, accents and blanks."""
        plain, places = plainly(text)
        parts, done = [], 0
        for begin, end, alike in _standing(plain, self.by_plain_word, numbers=True):
            name = text[places[begin] : places[end]]
            parts += [text[done : places[begin]], self.persons.get(name, alike)]
            done = places[end]
        return "".join([*parts, text[done:]])

    def _replaced(self, text: str, *, numbers: bool) -> str:
        """Replace every known id that stands in a text as whole words."""
        parts, done = [], 0
        for begin, end, own in _standing(text, self.by_word, numbers=numbers):
            parts += [text[done:begin], own]
            done = end
        return "".join([*parts, text[done:]])


def plainly(text: str) -> tuple[str, list[int]]:
    """Give a text without case, accents and doubled blanks, and where each of its signs stands.

    One place more than signs: the end of the text.
    """
    signs: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(text):
        for each in normalize("NFKD", sign).casefold():
            plain = " " if each.isspace() else each
            if not combining(each) and (plain != " " or signs[-1:] != [" "]):
                signs.append(plain)
                places.append(place)
    return "".join(signs), [*places, len(text)]


def _standing(
    text: str, by_word: Mapping[str, tuple[Found, ...]], *, numbers: bool
) -> Iterator[tuple[int, int, str]]:
    """Find every known id that stands in a text as whole words: begin, end and pseudonym."""
    done = 0
    for word in WORD.finditer(text):
        for one in by_word.get(word[0], ()):
            begin = word.start() - one.offset
            if begin >= done and (numbers or one.has_letter) and _stands(text, one, begin=begin):
                done = begin + len(one.person)
                yield begin, done, one.pseudonym
                break


def names_of(key: bytes, *, players: Iterable[str], staff: Iterable[str]) -> Names:
    """Give everybody a pseudonym; who is both is a player, so that one person has one.

    Raises UsageError where two persons would have the same.
    """
    kinds = dict.fromkeys(staff, STAFF) | dict.fromkeys(players, PLAYER)
    persons = {person: pseudonym(key, person, kind=kind) for person, kind in sorted(kinds.items())}
    if len(set(persons.values())) < len(persons):
        raise UsageError("redact.two_meet")
    plain: dict[str, str] = {}
    for person, own in persons.items():  # who cannot be told apart are told together
        written = plainly(person)[0]
        plain[written] = f"{plain[written]}/{own}" if written in plain else own
    return Names(key, persons, _by_word(persons), _by_word(plain))


def _by_word(persons: Mapping[str, str]) -> dict[str, tuple[Found, ...]]:
    """Put the ids that can be found in words by their first word, longest first."""
    by_word: dict[str, list[Found]] = {}
    for person in sorted(filter(_is_distinct, persons), key=lambda one: (-len(one), one)):
        if (word := WORD.search(person)) is not None:
            has_letter = not person.isdecimal()
            found = Found(person, word.start(), persons[person], has_letter)
            by_word.setdefault(word[0], []).append(found)
    return {word: tuple(found) for word, found in by_word.items()}


def pseudonym(key: bytes, person: str, *, kind: str) -> str:
    """Give a person's pseudonym, `Jugador-4F7A2C9K`."""
    number = int.from_bytes(code_of(key, person)[:5])
    code = "".join(DIGITS[number >> 5 * place & 31] for place in reversed(range(LENGTH)))
    return f"{kind}-{code}"


def _is_distinct(person: str) -> bool:
    """Tell whether an id can be found in words: a lone letter or a short number is said of all."""
    least = LEAST_OF_DIGITS if person.isdecimal() else LEAST_OF_LETTERS
    return len(person) >= least


def _stands(text: str, one: Found, *, begin: int) -> bool:
    """Tell whether an id stands at a place as a whole: not within a word, an amount or `max=`."""
    end = begin + len(one.person)
    if begin < 0 or not text.startswith(one.person, begin):
        return False
    if one.person[-1].isalnum() and text[end : end + 1].isalnum():
        return False
    return one.has_letter or not (
        IN_NUMBER_BEFORE.search(text, max(begin - 2, 0), begin) or IN_NUMBER_AFTER.match(text, end)
    )
