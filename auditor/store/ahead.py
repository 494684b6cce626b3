"""Making a few things ahead in other threads, while those before them are used."""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import Future

Item = TypeVar("Item")


def ahead(items: Iterable[Item], most: int) -> Iterator[Item]:
    """Walk some items in order, each made in one other thread, `most` of them ahead."""
    source = iter(items)
    with ThreadPoolExecutor(1) as pool:
        waiting: deque[Future[Item | None]] = deque()
        while True:
            while len(waiting) <= most:
                waiting.append(pool.submit(next, source, None))
            item = waiting.popleft().result()
            if item is None:
                return
            yield item


def in_turn(begun: Iterable[Item], most: int) -> Iterator[Item]:
    """Walk things that were begun in order, `most` of them begun before the first is used."""
    waiting: deque[Item] = deque()
    for item in begun:
        waiting.append(item)
        if len(waiting) > most:
            yield waiting.popleft()
    yield from waiting
