"""Things made ahead come in order, and what goes wrong in making them is told."""

from __future__ import annotations

from threading import get_ident
from typing import TYPE_CHECKING

import pytest

from auditor.store.ahead import ahead

if TYPE_CHECKING:
    from collections.abc import Iterator


def test_items_come_in_order_and_each_once() -> None:
    assert list(ahead(range(1, 100), 3)) == list(range(1, 100))


def test_nothing_gives_nothing() -> None:
    assert list(ahead([], 3)) == []


def test_items_are_made_in_one_other_thread() -> None:
    makers = set(ahead((get_ident() for _ in range(20)), 2))
    assert (len(makers), get_ident() in makers) == (1, False)


def test_no_more_are_made_ahead_than_asked() -> None:
    made: list[int] = []

    def numbers() -> Iterator[int]:
        for number in range(1, 50):
            made.append(number)
            yield number

    walk = ahead(numbers(), 2)
    assert next(walk) == 1
    walk.close()  # type: ignore[attr-defined]  # it is a generator
    assert made == [1, 2, 3]


def test_a_failure_in_making_reaches_who_uses_them() -> None:
    def failing() -> Iterator[int]:
        yield 1
        raise KeyError

    walk = ahead(failing(), 2)
    assert next(walk) == 1
    with pytest.raises(KeyError):
        next(walk)
