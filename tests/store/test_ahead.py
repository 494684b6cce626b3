"""Things made ahead come in order, what goes wrong is told, and nothing is left at work."""

from __future__ import annotations

import errno
import gc
import os
from threading import active_count, get_ident
from typing import TYPE_CHECKING

import pytest

from auditor.api import ingest
from auditor.store.ahead import ahead

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def test_items_come_in_order_and_each_once() -> None:
    with ahead(range(1, 100), 3) as walk:
        assert list(walk) == list(range(1, 100))


def test_nothing_gives_nothing() -> None:
    nothing: list[int] = []
    with ahead(nothing, 3) as walk:
        assert list(walk) == []


def test_items_are_made_in_one_other_thread() -> None:
    with ahead((get_ident() for _ in range(20)), 2) as walk:
        makers = set(walk)
    assert (len(makers), get_ident() in makers) == (1, False)


def test_no_more_are_made_ahead_than_asked_and_their_maker_is_closed() -> None:
    made: list[int] = []
    closed: list[bool] = []

    def numbers() -> Iterator[int]:
        try:
            for number in range(1, 50):
                made.append(number)
                yield number
        finally:
            closed.append(True)

    with ahead(numbers(), 2) as walk:
        assert next(walk) == 1
    assert made in ([1], [1, 2], [1, 2, 3])
    assert closed == [True]


def test_a_failure_in_making_reaches_who_uses_them() -> None:
    def failing() -> Iterator[int]:
        yield 1
        raise KeyError

    with ahead(failing(), 2) as walk:
        assert next(walk) == 1
        with pytest.raises(KeyError):
            next(walk)


@pytest.mark.parametrize("fails", [OSError(errno.ENOSPC, "full"), KeyboardInterrupt()])
def test_an_ingest_that_fails_leaves_no_thread_for_the_collector_of_garbage_to_end(
    sample_logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: BaseException
) -> None:
    def full(*_given: object, **_how: object) -> None:
        raise fails

    gc.collect()
    before = active_count()
    monkeypatch.setattr(os, "replace", full)
    gc.disable()
    try:
        with pytest.raises(type(fails)):
            ingest([sample_logs / "bling_bling"], tmp_path / "store")
        assert active_count() == before
    finally:
        gc.enable()
