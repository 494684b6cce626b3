"""Write the report in the forms asked for: one writer a module, found by the form's name."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Protocol, cast

from auditor.errors import AuditorError, UsageError
from auditor.journal import step
from auditor.report.audit.own import check_reviews
from auditor.report.audit.read import read_audit
from auditor.report.page.index import write_index

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date
    from pathlib import Path

    from auditor.report.audit.read import AuditRead

LANGUAGES = ("es", "en")
FORMS = "auditor.report.forms"
ANNEXED = "pdf"  # the form that can have an annex


class Writer(Protocol):
    """A form of the report: writes its files under a folder and gives their paths."""

    def __call__(self, read: AuditRead, out: Path, *, lang: str) -> Iterable[Path]:
        """Write the form."""


def render(  # noqa: PLR0913  # all that can be asked of a report
    out_dir: Path,
    *,
    formats: Sequence[str] = ("html", "pdf", "csv"),
    lang: str = "es",
    reviews: Sequence[Path] = (),
    notified: date | None = None,
    annex: bool = False,
) -> tuple[Path, ...]:
    """Render the audit in a folder into forms and a language; gives the paths written.

    A form that cannot be written is told of after all the others were. `annex`: the PDF lists every
    finding in an annex.

    Raises UsageError for a form or language that is not known and for an annex without a PDF,
    InputError where `audit.json` cannot be read, AuditorError where the PDF is asked for and Pango
    is missing.
    """
    if lang not in LANGUAGES:
        raise UsageError("report.unknown_lang", language=lang)
    writers = {name: writer_of(name) for name in dict.fromkeys(formats)}
    if annex and ANNEXED not in writers:
        raise UsageError("report.annex_of_what", format=ANNEXED)
    day = notified.isoformat() if notified else None
    read = replace(read_audit(out_dir, reviews), notified=day, annex=annex)
    check_reviews(read)
    written: list[Path] = []
    failures: list[AuditorError] = []
    for name, write in writers.items():
        try:
            with step(f"render_{name}") as counts:
                files = tuple(write(read, out_dir, lang=lang))
                counts["files"] = len(files)
            written.extend(files)
        except AuditorError as error:
            failures.append(error)
    written.append(write_index(read, out_dir, lang=lang))
    if failures:
        raise failures[0]
    return tuple(written)


def writer_of(name: str) -> Writer:
    """Find the writer of a form: the module of its name in `forms`."""
    if name not in known_formats():
        raise UsageError("report.unknown_format", format=name, known=", ".join(known_formats()))
    return cast("Writer", import_module(f"{FORMS}.{name}").write)


def file_of(form: str) -> str:
    """Name the file that a form is written to."""
    return str(import_module(f"{FORMS}.{form}").NAME)


def known_formats() -> tuple[str, ...]:
    """Name the forms that can be written."""
    return tuple(sorted(module.name for module in iter_modules(import_module(FORMS).__path__)))
