"""The annex of a report's PDF: its parts laid out side by side, each by a process, and joined."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from auditor.errors import AuditorError
from auditor.report.annex.join import Part, joined
from auditor.report.annex.rows import context_of_annex, part_html, part_title, parts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.report.audit.read import AuditRead
    from auditor.report.compose.context import Context

COMMAND = (sys.executable, "-m", "auditor.report.annex.worker")
MOST_WORKERS = 4  # each holds some 300 MiB


def with_annex(main: bytes, read: AuditRead, *, lang: str, workers: int | None = None) -> bytes:
    """Join to a casino's PDF the annex that lists all of its findings.

    The same bytes come out whatever the number of workers: by default one for each processor, up to
    `MOST_WORKERS`. Raises AuditorError where a part cannot be laid out.
    """
    context = context_of_annex(read, lang=lang)
    if not context.findings:
        return main
    title = context.wording.say("annex_title")
    parts = tuple(_parts(context, workers or _workers()))  # joining holds more than all of them
    return joined(main, parts, title=title)


def _workers() -> int:
    """Give how many processes work at one time."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MOST_WORKERS)
    return min(os.cpu_count() or 1, MOST_WORKERS)


def _parts(context: Context, workers: int) -> Iterator[Part]:
    """Lay out the parts, as many at one time as there are workers; gives them in order."""

    def laid_out(part: int) -> Part:
        return Part(part_title(context, part), _ask(part_html(context, part)))

    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(laid_out, range(1, parts_of(len(context.findings)) + 1))


def _ask(html: str) -> bytes:
    """Let a process lay out one part; ChildProcessError where the machine put an end to it."""
    done = subprocess.run(  # noqa: S603  # this Python, this package
        COMMAND, input=html.encode(), capture_output=True, check=False
    )
    if done.returncode < 0:
        raise ChildProcessError(signal.strsignal(-done.returncode))
    if done.returncode:
        told = done.stderr.decode(errors="replace").strip().splitlines()
        raise AuditorError("report.no_annex", reason=told[-1] if told else done.returncode)
    return done.stdout
