"""A report signed as PAdES: with a PKCS#12 file or a PKCS#11 token, time-stamped where asked for.

The signature is added at the end of the file: the bytes before it are those of the report unsigned.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from auditor.errors import UsageError
from auditor.report.annex.attached import write_sha256
from auditor.texts.reasons import reason_of

if TYPE_CHECKING:
    from pathlib import Path

    from asn1crypto.core import Asn1Value
    from pyhanko.sign.signers import PdfSignatureMetadata, Signer
    from pyhanko.sign.timestamps import TimeStamper
    from pyhanko_certvalidator import ValidationContext

FIELD = "Firma"


@dataclass(frozen=True, slots=True)
class Token:
    """A certificate on a PKCS#11 token: the driver's library, and the labels on the token."""

    library: Path
    label: str
    certificate: str


@dataclass(frozen=True, slots=True)
class Signing:
    """With what a report is signed.

    `key` is a PKCS#12 file or a token, `password` its password or PIN. `timestamp` is the address
    of an RFC 3161 authority. `trusted` are certificates (PEM or DER) and `revocation` CRLs or OCSP
    responses: where there are any, they go into the signature, for validation in the long term.
    """

    key: Path | Token
    password: str | None = field(default=None, repr=False)
    timestamp: str | None = None
    trusted: tuple[Path, ...] = ()
    revocation: tuple[Path, ...] = ()
    reason: str | None = None
    place: str | None = None


def sign(path: Path, how: Signing) -> None:
    """Sign a report in place, and write its SHA-256 beside it again.

    Raises UsageError for a key, password, certificate or file that cannot be used.
    """
    from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
    from pyhanko.pdf_utils.misc import PdfError
    from pyhanko.sign.general import SigningError
    from pyhanko.sign.signers import sign_pdf

    draft = path.with_name(f".{path.name}.part")
    with ExitStack() as open_things:
        signer = _signer(how, open_things)
        try:
            with path.open("rb") as source, draft.open("w+b") as target:
                sign_pdf(
                    IncrementalPdfFileWriter(source),
                    _metadata(how),
                    signer,
                    timestamper=_timestamper(how.timestamp),
                    output=target,
                )
        except (OSError, PdfError, SigningError, ValueError) as error:
            draft.unlink(missing_ok=True)
            raise UsageError(
                "dossier.cannot_sign", path=path, reason=reason_of(error, names_file=True)
            ) from error
    draft.replace(path)
    write_sha256(path)


def validation_context(
    trusted: tuple[Path, ...], revocation: tuple[Path, ...] = ()
) -> ValidationContext:
    """Make what a certificate is checked against, without network: roots, CRLs, OCSP responses.

    Raises UsageError for a file that cannot be read.
    """
    from pyhanko.keys import load_certs_from_pemder
    from pyhanko_certvalidator import ValidationContext

    lists, answers = _revocation(revocation)
    try:
        roots = list(load_certs_from_pemder([str(path) for path in trusted]))  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise UsageError("dossier.bad_trust", reason=reason_of(error, names_file=True)) from error
    return ValidationContext(trust_roots=roots, crls=lists, ocsps=answers, allow_fetching=False)


def _signer(how: Signing, open_things: ExitStack) -> Signer:
    """Open the key; raises UsageError where it cannot be."""
    if isinstance(how.key, Token):
        return _token_signer(how.key, how.password, open_things=open_things)
    from pyhanko.sign.signers import SimpleSigner

    password = how.password.encode() if how.password is not None else None
    try:
        signer: Signer | None = SimpleSigner.load_pkcs12(str(how.key), passphrase=password)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise UsageError(
            "dossier.bad_key", path=how.key, reason=reason_of(error, names_file=True)
        ) from error
    if signer is None:
        raise UsageError("dossier.bad_key", path=how.key, reason="PKCS#12")
    return signer


def _token_signer(token: Token, pin: str | None, *, open_things: ExitStack) -> Signer:
    """Open a session on a token; raises UsageError where it cannot be."""
    import pkcs11
    from pyhanko.config.pkcs11 import TokenCriteria
    from pyhanko.sign.pkcs11 import PKCS11Signer, open_pkcs11_session

    try:
        session = open_pkcs11_session(
            str(token.library), token_criteria=TokenCriteria(label=token.label), user_pin=pin
        )
    except (OSError, RuntimeError, pkcs11.PKCS11Error) as error:
        raise UsageError(
            "dossier.bad_token", label=token.label, reason=reason_of(error, names_file=True)
        ) from error
    return PKCS11Signer(open_things.enter_context(session), cert_label=token.certificate)


def _metadata(how: Signing) -> PdfSignatureMetadata:
    """Describe the signature; with trusted certificates it carries its own validation."""
    from pyhanko.sign.fields import SigSeedSubFilter
    from pyhanko.sign.signers import PdfSignatureMetadata

    trusted = validation_context(how.trusted, how.revocation) if how.trusted else None
    return PdfSignatureMetadata(
        field_name=FIELD,
        md_algorithm="sha256",
        subfilter=SigSeedSubFilter.PADES,
        reason=how.reason,
        location=how.place,
        validation_context=trusted,
        embed_validation_info=trusted is not None,
    )


def _timestamper(address: str | None) -> TimeStamper | None:
    """Make the client of a time-stamping authority, where one was named."""
    if address is None:
        return None
    from pyhanko.sign.timestamps import HTTPTimeStamper

    return HTTPTimeStamper(address)


def _revocation(paths: tuple[Path, ...]) -> tuple[list[bytes], list[bytes]]:
    """Read revocation data, CRLs and OCSP responses told apart by what they hold.

    Raises UsageError for a file that is neither.
    """
    from asn1crypto.crl import CertificateList
    from asn1crypto.ocsp import OCSPResponse

    lists, answers = [], []
    for path in paths:
        content = path.read_bytes()
        if _is_whole(content, OCSPResponse):
            answers.append(content)
        elif _is_whole(content, CertificateList):
            lists.append(content)
        else:
            raise UsageError("dossier.bad_revocation", path=path)
    return lists, answers


def _is_whole(content: bytes, kind: type[Asn1Value]) -> bool:
    """Tell whether bytes are of a kind; what is loaded is read only when it is asked for."""
    try:
        return kind.load(content, strict=True).native is not None
    except (TypeError, ValueError):
        return False
