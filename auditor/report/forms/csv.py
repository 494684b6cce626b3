"""Writer of findings.csv: every finding of the audit, in cells that no spreadsheet computes."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING

from auditor.report.compose.causes import cause_numbers
from auditor.report.words.wording import choose

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from auditor.report.audit.document import Cell, Finding
    from auditor.report.audit.read import AuditRead

NAME = "findings.csv"
COLUMNS = (
    "id", "norm", "rule", "clause", "citation", "verdict", "casino_id", "table_id", "gaming_date",
    "session_id", "shoe_id", "hand_id", "subject", "at", "dealer_id", "player_id", "expected",
    "observed", "at_stake", "owed_to", "currency", "message", "readings", "video_from", "video_to",
    "source", "source_sha256", "source_record", "waiver", "since_baseline",
    "review", "review_by", "review_comment", "review_reply",
)  # fmt: skip
NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")
LIVE = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")


def write(read: AuditRead, out: Path, *, lang: str) -> Iterable[Path]:
    """Write `findings.csv`; gives its path."""
    path = out / NAME
    path.write_bytes(findings_csv(read, lang=lang))
    yield path


def findings_csv(read: AuditRead, *, lang: str) -> bytes:
    """Give findings as CSV: UTF-8, commas, a header of `COLUMNS` and `cause`.

    cause: the numbers that the causes of the finding have on the page, under its rule.
    """
    content, causes = io.BytesIO(), cause_numbers(read, lang=lang)
    text = io.TextIOWrapper(content, "utf-8", newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow((*COLUMNS, "cause"))
    for finding in read.audit.findings:
        cells = (*finding_cells(finding, lang), causes.get(finding.id))
        writer.writerow([inert(cell) for cell in cells])
    text.flush()
    return content.getvalue()


def inert(cell: Cell) -> str:
    """Write a cell so that no spreadsheet takes it for a formula; a plain number stays one."""
    text = "" if cell is None else str(cell)
    if NUMBER.fullmatch(text) or not LIVE.match(text):
        return text
    return f"'{text}"


def finding_cells(finding: Finding, lang: str) -> tuple[Cell, ...]:
    """Give the cells of one finding, in the order of `COLUMNS`."""
    source, window = finding.source, finding.window
    return (
        finding.id, finding.norm, finding.rule, finding.clause, finding.citation,
        finding.verdict, finding.casino_id, finding.table_id, finding.gaming_date,
        finding.session_id, finding.shoe_id, finding.hand_id, finding.subject, finding.at,
        finding.dealer_id, finding.player_id, finding.expected, finding.observed,
        None if finding.at_stake is None else f"{finding.at_stake:f}",
        finding.owed_to, finding.currency,
        choose(finding.message, finding.message_en, lang=lang), _readings(finding),
        window.since if window else None, window.to if window else None,
        source.name if source else None, source.sha256 if source else None,
        source.record if source else None,
        finding.waiver.reference if finding.waiver else None, finding.since_baseline,
        *_review(finding),
    )  # fmt: skip


def _review(finding: Finding) -> tuple[Cell, ...]:
    """Give what was decided of a finding."""
    review = finding.review
    return (review.decision, review.by, review.comment, review.reply) if review else (None,) * 4


def _readings(finding: Finding) -> str:
    """Write what each reading says, with its money, in one cell."""
    return "; ".join(
        f"{reading.id}: {reading.verdict}"
        + ("" if reading.at_stake is None else f" ({reading.at_stake:f})")
        for reading in finding.readings
    )
