"""What an inspector decided of each finding, and what the party answered: read, counted, told."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pydantic import TypeAdapter, ValidationError

from auditor.errors import UsageError
from auditor.report.audit.beside import Review  # noqa: TC001 (pydantic reads the annotation)
from auditor.store.plain import read_plain

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from auditor.report.audit.document import Audit, Finding

LARGEST = 64 * 1024**2
RECORD = "record"


@dataclass(frozen=True, slots=True)
class ReviewFile:
    """The reviews of one casino's report; `audit_sha256` is that of its own audit.json."""

    audit_sha256: str
    casino_id: str
    reviews: tuple[Review, ...] = ()


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A review file as read, and its bytes, which go into the report."""

    file: ReviewFile
    content: bytes


def read_reviews(paths: Iterable[Path]) -> dict[str, Reviewed]:
    """Read review files, by casino; raises UsageError for what is none, or two of one casino."""
    found: dict[str, Reviewed] = {}
    for path in paths:
        content = read_plain(path, most=LARGEST, error=UsageError)
        reviewed = parse_review(content, str(path))
        if reviewed.file.casino_id in found:
            raise UsageError("report.two_reviews", file=path, casino=reviewed.file.casino_id)
        found[reviewed.file.casino_id] = reviewed
    return found


def parse_review(content: bytes, name: str) -> Reviewed:
    """Read the bytes of a review file; raises UsageError where they are none."""
    if len(content) > LARGEST:
        raise UsageError("report.bad_review", file=name, reason=f"> {LARGEST} bytes")
    try:
        return Reviewed(TypeAdapter(ReviewFile).validate_json(content), content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        reason = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
        raise UsageError("report.bad_review", file=name, reason=reason) from error


def with_reviews(audit: Audit, reviewed: Iterable[Reviewed]) -> Audit:
    """Give an audit whose findings bear what was decided of them."""
    found = {each.finding: each for one in reviewed for each in one.file.reviews}
    if not found:
        return audit
    findings = (replace(each, review=found.get(each.id)) for each in audit.findings)
    return replace(audit, findings=tuple(findings))


def check_review(reviewed: Reviewed, audit: Audit, *, sha256: str) -> None:
    """Raise UsageError where a review is of another audit, or of findings that are not in it."""
    if reviewed.file.audit_sha256 != sha256:
        raise UsageError("report.review_of_another", casino=reviewed.file.casino_id, here=sha256)
    known = {each.id for each in audit.findings}
    for each in reviewed.file.reviews:
        if each.finding not in known:
            raise UsageError("report.review_of_nothing", finding=each.finding)


def reviewed_exit(audit: Audit) -> int:
    """Give the exit code by what was decided: 3 with a violation confirmed, 4 with anything open.

    A finding dismissed, or waived, counts for nothing; one that nobody reviewed is open.
    """
    left = [each for each in audit.findings if not each.waiver and _counts(each)]
    decisions = [(each.verdict, each.review.decision if each.review else "open") for each in left]
    if ("violation", "confirmed") in decisions:
        return 3
    undecided = any(decision != "dismissed" for _, decision in decisions)
    open_points = [undecided, audit.rejects, *(problem.exit for problem in audit.problems)]
    return 4 if any(open_points) else 0


def _counts(finding: Finding) -> bool:
    """Tell whether a finding bears on the exit code at all."""
    return finding.verdict != "observation" or finding.norm == RECORD
