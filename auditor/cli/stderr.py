"""What commands say while they work, to stderr: words for people, or JSON lines for machines."""

from __future__ import annotations

import json
import logging
import os
import sys
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated
from uuid import uuid4

import typer

from auditor.journal import LOG
from auditor.texts import say
from auditor.texts.visible import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from auditor.cli.options import Lang


class LogFormat(StrEnum):
    """How stderr is written."""

    TEXT = "text"
    JSON = "json"


class JsonLines(logging.Handler):
    """One JSON object a line: time, level, run, event, and what is told of it."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "run": run_id(),
            "event": record.getMessage(),
            **getattr(record, "told", {}),
        }
        print(json.dumps(line, ensure_ascii=False), file=sys.stderr)  # noqa: T201  # the log


class Waits(logging.Handler):
    """In words, why a command waits; of the rest nothing."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write it as it is told."""
        if record.getMessage() == "waiting":
            typer.echo(visible(getattr(record, "told", {})["text"], keep="\n"), err=True)


@cache
def run_id() -> str:
    """Give the id of this run, which stands in each of its lines."""
    return uuid4().hex


def listen(form: LogFormat) -> LogFormat:
    """Write stderr as asked from now on."""
    LOG.handlers = [JsonLines()] if form is LogFormat.JSON else [Waits()]
    LOG.setLevel(logging.INFO)
    LOG.propagate = False
    return form


def listen_unread(arguments: Sequence[str]) -> None:
    """Write stderr as was asked where the arguments could not be read, and nobody listens yet."""
    if LOG.handlers:
        return
    told = dict(pairwise(arguments)).get(FLAG, os.environ.get(VARIABLE))
    told = next((one[len(FLAG) + 1 :] for one in arguments if one.startswith(f"{FLAG}=")), told)
    listen(LogFormat.JSON if told == LogFormat.JSON else LogFormat.TEXT)


FLAG, VARIABLE = "--log-format", "AUDITOR_LOG_FORMAT"
Log = Annotated[
    LogFormat,
    typer.Option(
        FLAG,
        envvar=VARIABLE,
        callback=listen,
        is_eager=True,
        help="Cómo se dice lo que va pasando: text o json, a stderr (how progress is told).",
    ),
]


def _is_json() -> bool:
    """Tell whether stderr is written for machines."""
    return any(isinstance(each, JsonLines) for each in LOG.handlers)


def complain(text: str, *, level: int = logging.WARNING) -> None:
    """Tell something that is amiss, or of note by its level."""
    if _is_json():
        LOG.log(level, "said", extra={"told": {"text": text}})
    else:
        typer.echo(visible(text), err=True)


def fail(text: str, told: Mapping[str, object] | None = None) -> None:
    """Tell why the command ends here; `told` are its parts, for a machine."""
    if _is_json():
        LOG.error("ended", extra={"told": {"text": text, **(told or {})}})
    else:
        print(visible(text, keep="\n"), file=sys.stderr)  # noqa: T201  # what a command says


def progress(lang: Lang) -> Callable[[int, int], None]:
    """Give what is told of batches done: a bar on a terminal, else a line for each of several."""
    label = say("cli.judging", lang=lang.value)
    bar_of = cache(lambda total: typer.progressbar(length=total, label=label, file=sys.stderr))

    def tell(done: int, total: int) -> None:
        if _is_json():
            LOG.info("batch", extra={"told": {"done": done, "total": total}})
        elif total > 1 and sys.stderr.isatty():
            bar = bar_of(total)
            bar.update(done - bar.pos)
            if done == total:
                bar.render_finish()
        elif total > 1 and done:
            complain(say("cli.batch", lang=lang.value, done=done, total=total))

    return tell
