"""The steps of a run as they are done: told to whoever listens to `logging`, kept where asked."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LOG = logging.getLogger("auditor")


@dataclass(frozen=True, slots=True)
class Step:
    """One step done: its name, how many seconds it took, and how many of what it handled."""

    name: str
    seconds: float
    counts: Mapping[str, int]

    def told(self) -> dict[str, object]:
        """Give it as plain data."""
        return {"step": self.name, "seconds": round(self.seconds, 6), "counts": dict(self.counts)}


_kept: ContextVar[list[Step] | None] = ContextVar("kept", default=None)


@contextmanager
def keeping() -> Iterator[list[Step]]:
    """Give the list of the steps done inside; an outer one, where steps are kept already."""
    outer = _kept.get()
    if outer is not None:
        yield outer
        return
    steps: list[Step] = []
    token = _kept.set(steps)
    try:
        yield steps
    finally:
        _kept.reset(token)


@contextmanager
def step(name: str, **counts: int) -> Iterator[dict[str, int]]:
    """Do a step and tell it once it is done; counts may be added on the way.

    A step that fails is told as such, with the kind of its error, which goes on.
    """
    counted = dict(counts)
    began = perf_counter()
    try:
        yield counted
    except BaseException as error:
        failed = Step(name, perf_counter() - began, counted)
        LOG.error(  # noqa: TRY400  # its trace is for whoever catches it
            "failed", extra={"told": failed.told() | {"error": type(error).__name__}}
        )
        raise
    done = Step(name, perf_counter() - began, counted)
    LOG.info("done", extra={"told": done.told()})
    kept = _kept.get()
    if kept is not None:
        kept.append(done)
