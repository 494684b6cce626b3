"""The signatures of a report: who, when, whether the bytes are as they were signed, and trust."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.dossier.sign import validation_context

if TYPE_CHECKING:
    from pathlib import Path

    from pyhanko.sign.validation import EmbeddedPdfSignature


@dataclass(frozen=True, slots=True)
class Signature:
    """One signature; `is_trusted` is None where no certificate to trust was given."""

    signer: str
    moment: str
    is_intact: bool
    is_trusted: bool | None
    reason: str = ""


def signatures(content: bytes, trusted: tuple[Path, ...]) -> tuple[Signature, ...]:
    """Give the signatures of a PDF, each checked without network."""
    from pyhanko.pdf_utils.reader import PdfFileReader

    reader = PdfFileReader(io.BytesIO(content), strict=False)
    return tuple(_signature(one, trusted) for one in reader.embedded_regular_signatures)


def _signature(one: EmbeddedPdfSignature, trusted: tuple[Path, ...]) -> Signature:
    """Check one signature: its bytes, that it covers the file, and its certificate."""
    from pyhanko.sign.general import SigningError
    from pyhanko.sign.validation import SignatureCoverageLevel, validate_pdf_signature
    from pyhanko.sign.validation.errors import SignatureValidationError

    signer = str(one.signer_cert.subject.human_friendly)
    context = validation_context(trusted)
    try:
        status = validate_pdf_signature(one, context)
    except (SigningError, SignatureValidationError, ValueError) as error:
        return Signature(signer, "—", is_intact=False, is_trusted=False, reason=str(error))
    covers = status.coverage >= SignatureCoverageLevel.ENTIRE_REVISION
    unchanged = status.intact and status.valid and status.docmdp_ok is not False
    stamped = status.timestamp_validity
    moment = stamped.timestamp if stamped else status.signer_reported_dt
    return Signature(
        signer,
        moment.isoformat() if moment else "—",
        is_intact=bool(covers and unchanged),
        is_trusted=status.trusted if trusted else None,
        reason=status.summary(),
    )
