"""What was asked of the program and cannot be done: flags that do not fit, files out of reach."""

from __future__ import annotations

import errno
import re
from typing import TYPE_CHECKING

from auditor.cli.help import kind_of
from auditor.texts import Words, say
from auditor.texts.reasons import reason_of

if TYPE_CHECKING:
    from collections.abc import Callable

    import typer

LANGUAGES = ("es", "en")
NAMED = re.compile(r"command (['\"])(.*?)\1(?:[.]|$)")  # a Python string in the library's message
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


def _kind(error: typer.TyperException) -> tuple[str, dict[str, object]]:
    """Tell mistakes apart by what the error carries: the key of its text, and its values."""
    message = str(error).rstrip(".")
    option = getattr(error, "option_name", None)
    param = getattr(error, "param", None)
    context = getattr(error, "ctx", None)
    commands = getattr(getattr(context, "command", None), "commands", None)
    if option is not None:
        known = hasattr(error, "possibilities")
        return "no_such_option" if known else "no_value", {"option": option}
    if param is not None:
        hint = param.get_error_hint().replace("(env var: ", "(variable: ")
        if hasattr(error, "param_type"):
            return "wanting", {"option": hint}
        return "bad_value", {"option": hint, "asked": _asked(param.display_type(context), param)}
    if commands:
        named = NAMED.search(message)
        key = "no_such_command" if named else "no_command"
        return key, {"name": named and named[2], "known": ", ".join(commands)}
    return "mistaken", {"message": reason_of(message)}


def _asked(kind: str, param: object) -> Words:
    """Say what kind of value a flag takes, and from which number on."""
    least = getattr(param, "min", None)
    bound = "" if least is None else f" ≥ {least}"
    return Words(*(kind_of(kind, lang=lang) + bound for lang in LANGUAGES))


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
    told = _both(lambda lang: say(key, lang=lang, why=reason_of(error), **values))
    return told, code


def _name(error: OSError | MemoryError) -> str:
    """Give the system's name of an error."""
    number = error.errno if isinstance(error, OSError) else errno.ENOMEM
    return errno.errorcode.get(number or 0, "")


def _both(told: Callable[[str], str]) -> str:
    """Put the Spanish words and the English ones below one another."""
    return "\n".join(told(lang) for lang in LANGUAGES)
