"""A report laid out again from what it carries."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from auditor.report.annex.attached import AUDIT, CONTENTS, HANDS, REVIEW
from auditor.report.audit.read import AuditRead, parse_audit, parse_hands
from auditor.report.audit.review import parse_review, with_reviews
from auditor.report.compose.report import ON_PAPER, build_reports
from auditor.report.forms.pdf import check_pango, made_with, whole_bytes

if TYPE_CHECKING:
    from auditor.dossier.inside import Inside


def versions_here(inside: Inside) -> dict[str, str]:
    """Give the versions that a report would be made with here; AuditorError without Pango."""
    check_pango()
    return made_with(annex=_is_annexed(inside))


def _is_annexed(inside: Inside) -> bool:
    """Tell whether a report says that an annex lists all of its findings."""
    return inside.told.get("annex") is True


def laid_out_again(inside: Inside) -> bytes:
    """Lay out a report from the audit and the hands inside it, its attachments with it."""
    content = inside.files[AUDIT]
    reviews = [parse_review(inside.files[REVIEW], REVIEW)] if REVIEW in inside.files else []
    read = AuditRead(
        with_reviews(parse_audit(content), reviews),
        hashlib.sha256(content).hexdigest(),
        content=content,
        hands=parse_hands(inside.files[HANDS], HANDS),
        reviewed={each.file.casino_id: each for each in reviews},
        notified=str(inside.told["notified"]) if inside.told.get("notified") else None,
        annex=_is_annexed(inside),
    )
    (report,) = build_reports(read, lang=str(inside.told["lang"]), limits=ON_PAPER)
    files = {name: file for name, file in inside.files.items() if name != CONTENTS}
    return whole_bytes(read, report, files=files)
