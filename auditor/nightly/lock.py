"""One nightly run at a time: a lock that its holder's death lets go, and that says who held it."""

from __future__ import annotations

import json
import os
import socket
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from auditor.errors import BusyError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STALE = timedelta(hours=24)  # after which a lock of another machine is taken for left behind


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a lock: process, machine, and when it began (UTC, ISO 8601)."""

    pid: int
    host: str
    since: str


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
            raise _busy(path, _holder(path)) from error
        left = _holder(path)
        if left and left.host != socket.gethostname() and _is_young(left):
            raise _busy(path, left)
        _write(path, Holder(os.getpid(), socket.gethostname(), datetime.now(UTC).isoformat()))
        try:
            yield left
        finally:
            _write(path, None)


def _write(path: Path, holder: Holder | None) -> None:
    """Say in the lock's own file who holds it: a lock is of the file, which must stay the same."""
    with path.open("r+") as file:
        file.truncate()
        file.write(json.dumps(asdict(holder)) if holder else "")


def _holder(path: Path) -> Holder | None:
    """Read who holds a lock, or left it behind; None where nobody is named."""
    try:
        return Holder(**json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def _is_young(holder: Holder) -> bool:
    """Tell whether a lock is younger than a day, whichever way a clock may have jumped."""
    try:
        age = datetime.now(UTC) - datetime.fromisoformat(holder.since)
    except (ValueError, TypeError):
        return False
    return abs(age) < STALE


def _busy(path: Path, holder: Holder | None) -> BusyError:
    """Say who holds a lock."""
    named = holder or Holder(0, "?", "?")
    return BusyError("nightly.busy", file=path, **asdict(named))
