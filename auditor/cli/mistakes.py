"""What was asked of the program and cannot be done: flags that do not fit, files out of reach."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

from auditor.texts import say, texts_of

if TYPE_CHECKING:
    from collections.abc import Callable

    import typer

LANGUAGES = ("es", "en")
INTERNAL, USAGE = 1, 2
# What another path, or leave to use this one, mends; all else is the machine's.
_OF_PATHS = {"ENOENT", "EACCES", "EPERM", "EROFS", "ENOTDIR", "EISDIR", "EEXIST", "ENAMETOOLONG"}
_OF_PATHS |= {"ELOOP", "ENOTEMPTY", "EINVAL"}


def misused(error: typer.TyperException) -> str:
    """Say in both languages what is wrong with a command, and where its flags are listed."""
    context = getattr(error, "ctx", None)
    if context and error.message == context.get_help():
        return error.message
    command = context.command_path if context else "auditor"
    return _both(
        lambda lang: say("cli.misused", lang=lang, wrong=_wrong(error, lang), command=command)
    )


def _wrong(error: typer.TyperException, lang: str) -> str:
    """Say what is wrong: a flag that is not there or is wanting, a value that does not fit."""
    key, values = _kind(error)
    return say(f"cli.{key}", lang=lang, **values)


def _kind(error: typer.TyperException) -> tuple[str, dict[str, str]]:
    """Tell mistakes apart by what the error carries: the key of its text, and its values."""
    message = str(error).removeprefix("Value error, ").rstrip(".")
    option = getattr(error, "option_name", None)
    param = getattr(error, "param", None)
    commands = getattr(getattr(getattr(error, "ctx", None), "command", None), "commands", None)
    if option is not None:
        known = hasattr(error, "possibilities")
        return "no_such_option" if known else "no_value", {"option": option}
    if param is not None:
        key = "wanting" if hasattr(error, "param_type") else "bad_value"
        return key, {"option": param.get_error_hint(), "message": message}
    if commands:
        return "no_such_command", {"message": message, "known": ", ".join(commands)}
    return "mistaken", {"message": message}


def refused(error: OSError | MemoryError) -> tuple[str, int]:
    """Say in both languages what the system refused and why, and the exit code.

    2 where a path is to be mended, 1 where the machine had no room, no memory or a fault.
    """
    name = _name(error)
    code = USAGE if name in _OF_PATHS else INTERNAL
    path = getattr(error, "filename", None)
    known = "cli.machine_at" if path else "cli.machine"
    key = "cli.untouchable" if code == USAGE else known
    values = {"path": path or "?"} if key != "cli.machine" else {}
    told = _both(lambda lang: say(key, lang=lang, why=_why(error, name, lang=lang), **values))
    return told, code


def _name(error: OSError | MemoryError) -> str:
    """Give the system's name of an error."""
    number = error.errno if isinstance(error, OSError) else errno.ENOMEM
    return errno.errorcode.get(number or 0, "")


def _why(error: OSError | MemoryError, name: str, *, lang: str) -> str:
    """Say why the system refused; in its own words where we have none."""
    key = f"os_{name.lower()}"
    known = key in texts_of("cli")
    return say(f"cli.{key}", lang=lang) if known else str(getattr(error, "strerror", "") or error)


def _both(told: Callable[[str], str]) -> str:
    """Put the Spanish words and the English ones below one another."""
    return "\n".join(told(lang) for lang in LANGUAGES)
