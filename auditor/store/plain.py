"""Plain files, read without waiting: a pipe may never be written to, and a device never end."""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING, BinaryIO

from auditor.texts.reasons import reason_of

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.errors import AuditorError


def open_plain(path: Path) -> BinaryIO | None:
    """Open a file to be read; None where it is a device, a pipe or the like. Raises OSError."""
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if stat.S_ISREG(os.fstat(number).st_mode):
        return os.fdopen(number, "rb")
    os.close(number)
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    return None


def read_plain(path: Path, *, most: int, error: type[AuditorError]) -> bytes:
    """Read a small file, one byte more than `most` at most; raises `error` where it cannot be."""
    try:
        file = open_plain(path)
    except OSError as fault:
        raise error("toml.unreadable", file=str(path), reason=reason_of(fault)) from fault
    if file is None:
        raise error("toml.no_plain_file", file=str(path))
    with file:
        return file.read(most + 1)
