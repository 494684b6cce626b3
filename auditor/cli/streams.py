"""The streams that a command says things on: what cannot be said is no success, and no traceback.

What goes to stderr is said beside the work, and goes on unsaid where there is no room for it; what
goes to stdout is a result, and a result that is lost ends the command.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

STREAMS = (0, 1, 2)
LOST = 1  # how a command ends that did all, and could not say all of it


class Unfailing(FileIO):
    """A stream that goes on where what is written to it is lost; `lost` tells of that."""

    lost = False

    def write(self, data: ReadableBuffer, /) -> int:
        """Write what can be written."""
        try:
            return super().write(data) or 0
        except OSError:
            self.lost = True
            return memoryview(data).nbytes


def settle_streams() -> None:
    """Let stderr lose what cannot be said, and stdout refuse what it cannot take whole.

    Without a buffer of its own a stream drops the rest of what a disk had room for in part. No file
    of the work gets the number of a stream that is closed.
    """
    for number in STREAMS:
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDONLY)
    if sys.stderr is sys.__stderr__:
        sys.stderr = _text(Unfailing(2, "w", closefd=False), sys.stderr)
    if sys.stdout is sys.__stdout__:
        sys.stdout = _text(FileIO(1, "w", closefd=False), sys.stdout)


def end(code: int) -> int:
    """Give how a command ends, by what it could say of it."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        code = code or LOST
        _hush()
    with suppress(OSError, ValueError):
        sys.stderr.flush()
    raw = getattr(getattr(sys.stderr, "buffer", None), "raw", None)
    is_lost = isinstance(raw, Unfailing) and raw.lost
    return code or (LOST if is_lost else 0)


def _hush() -> None:
    """Let what is left to be said go nowhere: the interpreter would try it again as it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)


def _text(raw: FileIO, was: TextIO | None) -> TextIOWrapper:
    """Give a stream of text, written line by line, in the encoding of the one that was there."""
    encoding, errors = ("utf-8", "replace") if was is None else (was.encoding, was.errors)
    return TextIOWrapper(BufferedWriter(raw), encoding, errors, line_buffering=True)
