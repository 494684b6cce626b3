"""Who holds a lock, as its file says: for whoever finds it held, or left behind."""

from __future__ import annotations

import json
import os
import socket
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path
    from typing import TextIO


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a lock: process, machine, and when it began (UTC, ISO 8601)."""

    pid: int
    host: str
    since: str


NOBODY = Holder(0, "?", "?")  # where the file does not say who it is


def this_process() -> Holder:
    """Give this process as one that holds a lock from now on."""
    return Holder(os.getpid(), socket.gethostname(), datetime.now(UTC).isoformat("T", "seconds"))


def read_holder(path: Path) -> Holder | None:
    """Read who holds a lock, or left it behind; None where nobody is named."""
    try:
        return Holder(**json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def tell_holder(file: TextIO, holder: Holder | None) -> None:
    """Say in a lock's own open file who holds it, where a disk has room for that."""
    with suppress(OSError):
        os.ftruncate(file.fileno(), 0)
        os.lseek(file.fileno(), 0, os.SEEK_SET)
        os.write(file.fileno(), json.dumps(asdict(holder)).encode() if holder else b"")
