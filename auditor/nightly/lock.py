"""One nightly run at a time: a lock that its holder's death lets go, and that says who held it."""

from __future__ import annotations

import socket
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from auditor.errors import BusyError
from auditor.store.holder import NOBODY, read_holder, tell_holder, this_process

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from auditor.store.holder import Holder

STALE = timedelta(hours=24)  # after which a lock of another machine is taken for left behind


@contextmanager
def held(path: Path) -> Iterator[Holder | None]:
    """Hold a lock; gives who left it behind, where its holder ended without letting it go.

    The system lets a lock go when its process ends, however it ends. That of another machine may
    not be seen from here: one younger than a day is respected. Raises BusyError where it is held.
    """
    import fcntl  # only where there are such locks

    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise _busy(path, read_holder(path)) from error
        left = read_holder(path)
        if left and left.host != socket.gethostname() and _is_young(left):
            raise _busy(path, left)
        tell_holder(file, this_process())
        try:
            yield left
        finally:
            tell_holder(file, None)


def _is_young(holder: Holder) -> bool:
    """Tell whether a lock is younger than a day, whichever way a clock may have jumped."""
    try:
        age = datetime.now(UTC) - datetime.fromisoformat(holder.since)
    except (ValueError, TypeError):
        return False
    return abs(age) < STALE


def _busy(path: Path, holder: Holder | None) -> BusyError:
    """Say who holds a lock."""
    return BusyError("nightly.busy", file=path, **asdict(holder or NOBODY))
