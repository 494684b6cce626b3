"""How `--help` is told: the library's own words too in Spanish, and in brackets in English."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer
from typer._click.formatting import HelpFormatter
from typer.core import TyperCommand, TyperGroup

from auditor.texts import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PLACES = {"[OPTIONS]": "[OPCIONES]", "COMMAND [ARGS]...": "ORDEN [OPCIONES]"}
KINDS = {
    "path": "path",
    "list[Path]": "path",
    "str": "text",
    "list[str]": "text",
    "int range": "number",
    "%Y-%m-%d": "date",
}
NOTES = re.compile(r"(?:^|  )\[([^\[\]]+)\]$")


def speak_both() -> None:
    """Let the help of every command be told in both languages."""
    TyperCommand.context_class = TyperGroup.context_class = _Context


def kind_of(flag: str, *, lang: str) -> str:
    """Say what kind of value a flag takes, as its help has it: `<path>`, `<es|en>`."""
    return re.sub(r"<([^>]+)>", lambda kind: f"<{_kind(kind[1], lang)}>", flag)


class _Help(HelpFormatter):
    """Lays out help as the library does, in our words."""

    def write_usage(self, prog: str, args: str = "", *_: str | None, **__: str | None) -> None:
        """Write how a command is called."""
        for theirs, ours in PLACES.items():
            args = args.replace(theirs, ours)
        args = re.sub(r"\{([^}]+)\}(\.\.\.)?", r"\1", args)
        super().write_usage(prog, args, f"{_both('usage')}: ")

    def write_heading(self, heading: str) -> None:
        """Write the heading of a list."""
        super().write_heading(_both(heading.lower()))

    def write_dl(self, rows: Sequence[tuple[str, str]], *widths: int, **named: int) -> None:
        """Write a list of flags, arguments or commands, each with what it is."""
        told = [(kind_of(flag, lang="es"), _text(flag, text)) for flag, text in rows]
        super().write_dl(told, *widths, **named)


class _Context(typer.Context):
    """Lays out help in both languages, and lets a mistake tell which command it was made in."""

    formatter_class = _Help

    @contextmanager
    def scope(self, *cleanup: bool, **named: bool) -> Iterator[typer.Context]:
        """Enter the command; what the library says of a flag alone does not name it."""
        with super().scope(*cleanup, **named):
            try:
                yield self
            except typer.TyperException as error:
                vars(error)["ctx"] = getattr(error, "ctx", None) or self
                raise


def _kind(theirs: str, lang: str) -> str:
    """Give our word for a kind of value; choices are told as they are."""
    return say(f"help.{KINDS[theirs]}", lang=lang) if theirs in KINDS else theirs


def _text(flag: str, text: str) -> str:
    """Say what a flag is; what the library notes in brackets after it, in both languages."""
    if flag == "--help":
        return f"{_both('help')}."
    noted = NOTES.search(text)
    if noted is None:
        return text
    notes = "; ".join(map(_note, noted[1].split("; ")))
    return f"{text[: noted.start()]}  [{notes}]".strip()


def _note(note: str) -> str:
    """Say one note: whether the flag is required, its default, its variable, its bounds."""
    key, colon, value = note.partition(": ")
    known = {"required", "default", "env var"}
    return f"{_both(key.replace(' ', '_'))}{colon}{value}" if key in known else note


def _both(key: str) -> str:
    """Give a word in Spanish, and in English in brackets."""
    return f"{say(f'help.{key}', lang='es')} ({say(f'help.{key}', lang='en')})"
