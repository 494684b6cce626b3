"""Every exception of the program.

AuditorError                what a person can mend, or be told of
├── UsageError              flags and arguments (exit 2)
├── BusyError               another process is at work there: later it can be done (exit 2)
├── InputError              a log that cannot be read at all (exit 2)
├── MappingError            a mapping file that cannot be used (exit 2)
├── HouseError              a house file that cannot be used (exit 2)
├── RulebookError           faults of a rule pack, all of them (exit 2)
├── SqlError                a query that the engine refused (exit 1)
│   └── ResourceError       memory, disk or a file failed it, not the query (exit 1)
├── ClusterError            a cluster that was lost, or cannot do what was asked (exit 1)
└── StoreError              a store whose bytes do not agree with its manifest (exit 5)

The words stand in `auditor/texts/`; an error carries the key of its text and the values in it.
"""

from __future__ import annotations

import errno
import os
from typing import Self

from auditor.texts import say

WANTING = {errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.ENOMEM}
KEPT_FROM = {errno.EACCES, errno.EPERM, errno.EIO}  # it may be whole, and could not be looked at
IN_WORDS = tuple(os.strerror(each) for each in WANTING)  # as the engine, too, says it
INTERRUPTED = 130  # the exit code of what somebody stopped
BY_ENGINE = "Query interrupted"  # what the engine says where it sees SIGINT before Python does


class AuditorError(Exception):
    """An error told to people in their language: where, what, why and what to do."""

    exit_code = 1

    def __init__(self, code: str, /, **context: object) -> None:
        """Keep the text's key and its values."""
        super().__init__(code)
        self.code = code
        self.context = context

    def __str__(self) -> str:
        """Give the text in Spanish and in English."""
        spanish, english = self.say("es"), self.say("en")
        return spanish if spanish == english else f"{spanish}\n{english}"

    def __reduce__(self) -> tuple[object, ...]:
        """Let the error travel between processes with its context."""
        return _rebuild, ((type(self), self.code, self.context),)

    def say(self, lang: str) -> str:
        """Give the text in one language."""
        return say(self.code, lang=lang, **self.context)


def _rebuild(parts: tuple[type[AuditorError], str, dict[str, object]]) -> AuditorError:
    """Make an error again from its parts."""
    kind, code, context = parts
    return kind(code, **context)


class UsageError(AuditorError):
    """Flags or arguments that do not fit."""

    exit_code = 2


class BusyError(AuditorError):
    """A store, or a nightly run's folder, that another process holds."""

    exit_code = 2


class InputError(AuditorError):
    """An input that cannot be read at all."""

    exit_code = 2


class MappingError(AuditorError):
    """A mapping file that cannot be used."""

    exit_code = 2


class HouseError(AuditorError):
    """A house file that cannot be used."""

    exit_code = 2


class RulebookError(AuditorError):
    """The faults of a rule pack, told all at once."""

    exit_code = 2

    @classmethod
    def of(cls, faults: tuple[str, ...]) -> Self:
        """Make one error of many faults, each with its file and line."""
        return cls("rulebook.faults", count=len(faults), faults="\n".join(faults))


class SqlError(AuditorError):
    """A query that the engine refused."""


class ResourceError(SqlError):
    """A query for which memory or disk did not suffice, or whose files could not be read."""


class ClusterError(AuditorError):
    """A cluster that was lost, or whose workers cannot do what was asked."""


class StoreError(AuditorError):
    """A store whose bytes do not agree with its manifest."""

    exit_code = 5


def is_interrupt(error: BaseException) -> bool:
    """Tell whether somebody stopped the run, which the engine says by an error of its own."""
    by_engine = isinstance(error, RuntimeError) and str(error) == BY_ENGINE
    return by_engine or isinstance(error, KeyboardInterrupt)


def of_the_machine(error: BaseException | None) -> OSError | ResourceError | None:
    """Give what the machine wants (room on a disk, memory, handles) beneath an error, else None."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in WANTING:
            return error
        if isinstance(error, ResourceError) and _is_wanting(str(error.context.get("reason"))):
            return error
        error = error.__cause__ or error.__context__
    return None


def kept_from(error: BaseException) -> bool:
    """Tell whether a file was not seen, for want of leave or by a disk that fails."""
    return isinstance(error, OSError) and error.errno in KEPT_FROM


def _is_wanting(reason: str) -> bool:
    """Tell whether the engine says what the machine wants."""
    return any(words in reason for words in IN_WORDS)
