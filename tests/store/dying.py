"""A process that ends at its n-th change of a file: nothing after it is done, nor any clearing."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pytest


class Killed(BaseException):
    """What ends a process at once: nothing catches it."""


def deaths(
    does: Callable[[], object], monkeypatch: pytest.MonkeyPatch, *, anew: Callable[[], object]
) -> Iterator[None]:
    """Do something that dies at its first change of a file, then at its second, until it does not.

    It yields after each death; before each go all is put as it was by `anew`.
    """
    for at in range(1, 1000):
        anew()
        with monkeypatch.context() as patch:
            _dying(patch, at=at)
            try:
                does()
            except Killed:
                pass
            else:
                return
        yield


def _dying(patch: pytest.MonkeyPatch, *, at: int) -> None:
    """Let a process end at its n-th change of a file."""
    calls = iter(range(1, 1_000_000))

    def before(real: Callable[..., None]) -> Callable[..., None]:
        def call(*given: object, **how: object) -> None:
            if next(calls) >= at:
                raise Killed
            real(*given, **how)

        return call

    for name in ("replace", "unlink"):
        patch.setattr(os, name, before(getattr(os, name)))
