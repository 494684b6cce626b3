"""What Python users import: `ingest`, `audit`, `render`, `diff`; tables come as pandas frames.

from auditor.api import audit, ingest, render

ingest(["logs/"], "store")
result = audit("store", "out")
result.findings          # a frame, one row a finding
render("out", formats=("html", "pdf"))
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from auditor.ingest.ingest import IngestOptions, IngestResult
from auditor.ingest.ingest import ingest as _ingest
from auditor.journal import keeping, step
from auditor.run.audited import AuditOptions, audited
from auditor.run.exhibits.exhibits import write_exhibits
from auditor.run.told.evidence import write_evidence
from auditor.run.told.write import alone, steps_told, write_audit
from auditor.store.manifest import locked
from auditor.store.moment import steady

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    import pandas as pd

    from auditor.compare.difference import Difference
    from auditor.dossier.sign import Signing
    from auditor.dossier.verify import Against, Check
    from auditor.redact.redact import Redaction
    from auditor.run.audited import Audited
    from auditor.run.told.outcomes import Told

__all__ = [
    "AuditOptions",
    "AuditResult",
    "IngestOptions",
    "IngestResult",
    "audit",
    "diff",
    "ingest",
    "redact",
    "render",
    "reviewed_exit_code",
    "run",
    "sign",
    "verify",
]


@dataclass(frozen=True, slots=True)
class AuditResult:
    """What an audit found: the document of `audit.json`, and its tables as frames."""

    document: Told

    @property
    def exit_code(self) -> int:
        """Give the exit code of the contract: 0, 3 or 4."""
        run = self.document["run"]
        return int(str(run["exit"])) if isinstance(run, dict) else 1

    @property
    def findings(self) -> pd.DataFrame:
        """Give the findings, one row each, with the columns of `audit.json`."""
        return self._frame("findings")

    @property
    def outcomes(self) -> pd.DataFrame:
        """Give the counts of each rule: total, the six verdicts, missing."""
        return self._frame("outcomes")

    @property
    def rejects(self) -> pd.DataFrame:
        """Give the records that were not taken in, and why."""
        return self._frame("rejects")

    def _frame(self, key: str) -> pd.DataFrame:
        """Give one list of the document as a frame."""
        import pandas as pd  # slow to import, and only needed here

        rows = self.document[key]
        return pd.DataFrame(rows if isinstance(rows, list) else [])


def ingest(
    inputs: Sequence[str | Path], store: str | Path, *, options: IngestOptions | None = None
) -> IngestResult:
    """Convert logs to a Parquet store; what was rejected or skipped comes back, and why."""
    return _ingest([Path(each) for each in inputs], Path(store), options=options)


def audit(
    store: str | Path,
    out: str | Path,
    *,
    options: AuditOptions | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> AuditResult:
    """Judge what a store holds and write `audit.json` and `findings.parquet` below `out`.

    Reports of an audit that stood there are taken away: `render` writes those of this one. Where
    another process takes files out of the store meanwhile, it is audited anew.
    """
    wanted = options or AuditOptions()

    def whole() -> AuditResult:
        with keeping() as steps:
            found = audited(Path(store), wanted, progress=progress)
            with alone(Path(out)):
                _write_beside(found, Path(store), out=Path(out))
                document = found.document
                if wanted.durations:
                    document = document | {"steps": steps_told(steps)}
                write_audit(document, Path(out))
        return AuditResult(document)

    return steady(Path(store), whole)


def _write_beside(found: Audited, store: Path, *, out: Path) -> None:
    """Write what the reports need beside the document, in place of earlier ones."""
    if (out / "audit.json").is_file():
        from auditor.report.clear import clear_rendered  # loads the report's writers

        clear_rendered(out)
    with step("evidence"):
        write_evidence(found.document, found.partitions, out=out)
        write_exhibits(found, store, out=out)


def render(  # noqa: PLR0913  # all that can be asked of a report
    out: str | Path,
    *,
    formats: Sequence[str] = ("html", "csv", "pdf"),
    lang: str = "es",
    reviews: Sequence[str | Path] = (),
    notified: date | None = None,
    annex: bool = False,
) -> tuple[Path, ...]:
    """Render what `audit` wrote below `out`, with reviews of it; give the files written.

    `notified` is the day on which the party had notice of the charge: deadlines count from it.
    `annex`: the PDF lists every finding, a row each, in an annex at its end.
    """
    from auditor.report.render import render as _render

    paths = tuple(Path(each) for each in reviews)
    return _render(
        Path(out), formats=formats, lang=lang, reviews=paths, notified=notified, annex=annex
    )


def reviewed_exit_code(out: str | Path, reviews: Sequence[str | Path]) -> int:
    """Give the exit code of an audit by what its reviews decided."""
    from auditor.report.audit.own import check_reviews
    from auditor.report.audit.read import read_audit
    from auditor.report.audit.review import reviewed_exit

    read = read_audit(Path(out), [Path(each) for each in reviews])
    check_reviews(read)
    return reviewed_exit(read.audit)


def redact(out: str | Path, how: Redaction | None = None) -> Path:
    """Tell what `audit` wrote below `out` without names, in a folder of its own; gives it."""
    from auditor.redact.redact import redact as _redact

    return _redact(Path(out), how)


def sign(report: str | Path, how: Signing) -> None:
    """Sign a report's PDF in place; raises UsageError where the key cannot be used."""
    from auditor.dossier.sign import sign as _sign

    _sign(Path(report), how)


def verify(report: str | Path, against: Against | None = None) -> tuple[Check, ...]:
    """Check a report's PDF, offline: bytes, signature, rules, every finding audited again."""
    from auditor.dossier.verify import verify as _verify

    return _verify(Path(report), against)


def run(
    inputs: Sequence[str | Path],
    out: str | Path,
    *,
    reading: IngestOptions | None = None,
    options: AuditOptions | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[IngestResult, AuditResult]:
    """Ingest and audit in one go, into a store of this run alone below `out`."""
    store = Path(out) / "store"
    if (store / "manifest").is_dir():
        with locked(store):
            shutil.rmtree(store)
    with keeping():
        read = ingest(inputs, store, options=reading)
        return read, audit(store, out, options=options, progress=progress)


def diff(old: str | Path, new: str | Path) -> Difference:
    """Tell which findings and counts differ between two audits, and what of their conditions does.

    Each is the folder that an audit left, or its `audit.json`.
    """
    from auditor.compare.difference import compare

    return compare(Path(old), Path(new))
