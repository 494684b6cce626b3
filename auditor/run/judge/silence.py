"""What is said, and what is not, while an audit waits for a cluster."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from auditor.journal import LOG
from auditor.texts import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SECONDS_OF_SILENCE = 60
LIBRARIES = ("distributed", "distributed.client", "tornado", "tornado.application")


@dataclass(frozen=True, slots=True)
class Heard:
    """The last sign of each worker, and when it came, by the clock here; when silence was told.

    A sign bears the clock of the scheduler, which may be another: only that it changes counts.
    """

    signs: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    told: float = float("-inf")


def tell_silent(heard: Heard, signs: Mapping[str, float], *, now: float) -> Heard:
    """Tell of the workers of which no new sign has come for a minute: once a minute.

    Gives what is heard by now, for the next time.
    """
    known = heard.signs
    signed = {
        worker: known[worker] if worker in known and known[worker][0] == sign else (sign, now)
        for worker, sign in signs.items()
    }
    silent = sorted(one for one, (_, since) in signed.items() if now - since > SECONDS_OF_SILENCE)
    if not silent or now - heard.told <= SECONDS_OF_SILENCE:
        return Heard(signed, heard.told)
    values = {"seconds": SECONDS_OF_SILENCE, "workers": ", ".join(silent)}
    words = [say("cluster.waiting", lang=lang, **values) for lang in ("es", "en")]
    LOG.warning("waiting", extra={"told": {"text": "\n".join(words), "workers": silent}})
    return Heard(signed, now)


@contextmanager
def libraries_still() -> Iterator[None]:
    """Keep the words of Dask's libraries off stderr: what is amiss is told in ours."""
    loggers = [logging.getLogger(name) for name in LIBRARIES]
    kept = [each.handlers for each in loggers]
    for each in loggers:
        each.handlers = [logging.NullHandler()]
    try:
        yield
    finally:
        for each, handlers in zip(loggers, kept, strict=True):
            each.handlers = handlers
