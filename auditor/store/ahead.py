"""Making a few things ahead in other threads, while those before them are used."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import Executor, Future

Item = TypeVar("Item")


@contextmanager
def ahead(items: Iterable[Item], most: int) -> Iterator[Iterator[Item]]:
    """Give a walk over some items in order, each made in one other thread, `most` of them ahead.

    Whatever befalls who walks, at the end of `with` nothing is at work any more and the items' own
    walk is closed: threads that are left for the collector of garbage to end may wait for each
    other for ever.
    """
    source = iter(items)
    pool = ThreadPoolExecutor(1)
    try:
        yield _walk(source, most, pool=pool)
    finally:
        pool.shutdown(cancel_futures=True)
        if isinstance(source, Generator):
            source.close()


def _walk(source: Iterator[Item], most: int, *, pool: Executor) -> Iterator[Item]:
    """Walk items made by a pool in order."""
    waiting: deque[Future[Item | None]] = deque()
    while True:
        while len(waiting) <= most:
            waiting.append(pool.submit(next, source, None))
        item = waiting.popleft().result()
        if item is None:
            return
        yield item


def in_turn(begun: Iterable[Future[Item]], most: int) -> Iterator[Item]:
    """Walk what was begun in order, `most` of it begun before the first is waited for.

    No frame keeps what failed: it would keep its own frames, and all that they hold, alive.
    """
    waiting: deque[Future[Item]] = deque()
    for one in begun:
        waiting.append(one)
        del one
        if len(waiting) > most:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
