"""Why something failed, as the machine or a library says it, in the words of either language."""

from __future__ import annotations

import errno
import re
from json import JSONDecodeError

from auditor.texts import Words, say, texts_of

PLACE = re.compile(r" \(at line (\d+), column (\d+)\)$")


def reason_of(error: BaseException | str, *, names_file: bool = False) -> Words:
    """Give an error's reason: in our words where they are known, else the library's, told as such.

    A library speaks English alone: its words are quoted in the Spanish text. Which file the system
    refused is told where that is asked.
    """
    if isinstance(error, OSError) and (known := _of_machine(error)):
        is_told = names_file and error.filename is not None
        return _both("of_file", reason=known, file=error.filename) if is_told else known
    if isinstance(error, MemoryError):
        return _both("ENOMEM")
    if isinstance(error, UnicodeDecodeError):
        return _both("no_text", place=error.start + 1, encoding=error.encoding.upper())
    if isinstance(error, JSONDecodeError):
        text = _quoted(error.msg)
        return _both("at", text=text, line=error.lineno, column=error.colno)
    said = str(error) or type(error).__name__
    if at := PLACE.search(said):
        return _both("at", text=_quoted(said[: at.start()]), line=at[1], column=at[2])
    return _quoted(said)


def _of_machine(error: OSError) -> Words | None:
    """Say what the system refused; None of what has no words of ours."""
    bare = errno.ETIMEDOUT if isinstance(error, TimeoutError) else 0
    name = errno.errorcode.get(error.errno or bare, "")
    return _both(name) if name in texts_of("reasons") else None


def _quoted(said: str) -> Words:
    """Quote what a library says."""
    return _both("quoted", text=said)


def _both(key: str, **values: object) -> Words:
    """Give a reason in Spanish and in English."""
    return Words(*(say(f"reasons.{key}", lang=lang, **values) for lang in ("es", "en")))
