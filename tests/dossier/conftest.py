"""A report to be checked, and the keys to sign it with: made here, known to nobody else."""

from __future__ import annotations

import datetime as dt
import json
import shutil
from pathlib import Path  # noqa: TC003 (a NamedTuple reads its annotations)
from typing import TYPE_CHECKING, NamedTuple

import pikepdf
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509 import ocsp
from cryptography.x509.oid import NameOID

from auditor.api import render, run
from auditor.dossier.verify import Check, State
from auditor.errors import AuditorError
from auditor.report.annex.attached import CONTENTS
from auditor.report.forms.pdf import check_pango

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PASSWORD = "a word for tests"  # noqa: S105 (of a key that is made here)


class Keys(NamedTuple):
    """A signer's key, in a file and as objects, and the certificate of its authority.

    `revoked` is what that authority says of revoked certificates, by the name that a signature has
    for it; `stranger` the certificate of another authority.
    """

    p12: Path
    authority: Path
    key: rsa.RSAPrivateKey
    certificate: x509.Certificate
    revoked: dict[str, Path]
    stranger: Path


@pytest.fixture(scope="session")
def made_report(sample_logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the report of a night of Bling Bling, once."""
    try:
        check_pango()
    except AuditorError as error:
        pytest.skip(f"needs tool: pango: {error.say('en')}")
    out = tmp_path_factory.mktemp("report")
    run([sample_logs / "bling_bling"], out)
    render(out, formats=["pdf"])
    (path,) = out.glob("*/report.pdf")
    return path


@pytest.fixture
def report(made_report: Path, tmp_path: Path) -> Path:
    """Give a copy of the report, with its SHA-256 beside it."""
    for path in made_report.parent.iterdir():
        shutil.copy(path, tmp_path)
    return tmp_path / made_report.name


@pytest.fixture
def unpaged(report: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the report where its pages, which take long, are left open: other tests are of them."""
    told = Check("pages", State.OPEN, "", "")
    monkeypatch.setattr("auditor.dossier.verify._pages", lambda _: told)
    return report


@pytest.fixture(scope="session")
def change() -> Callable[[Path, Mapping[str, bytes]], None]:
    """Give what puts other attachments into a report, its list of them made to agree."""

    def _change(path: Path, files: Mapping[str, bytes]) -> None:
        with pikepdf.open(path, allow_overwriting_input=True) as pdf:
            for name, content in files.items():
                pdf.attachments[name] = pikepdf.AttachedFileSpec(pdf, content, filename=name)
            told = json.loads(pdf.attachments[CONTENTS].get_file().read_bytes())
            told["files"] |= {
                name: hashes_of(content) for name, content in files.items() if name != CONTENTS
            }
            told_bytes = json.dumps(told).encode()
            pdf.attachments[CONTENTS] = pikepdf.AttachedFileSpec(pdf, told_bytes, filename=CONTENTS)
            pdf.save(path)

    return _change


def hashes_of(content: bytes) -> str:
    """Give a SHA-256 in hexadecimal."""
    digest = hashes.Hash(hashes.SHA256())
    digest.update(content)
    return digest.finalize().hex()


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Keys:
    """Make an authority, and a signer that it vouches for."""
    folder = tmp_path_factory.mktemp("keys")
    authority_key, key = (rsa.generate_private_key(65537, 2048) for _ in range(2))
    authority = _certificate("Autoridad de prueba", authority_key, signed_by=None)
    certificate = _certificate("Inspectora de prueba", key, signed_by=(authority, authority_key))
    p12 = folder / "signer.p12"
    encryption = serialization.BestAvailableEncryption(PASSWORD.encode())
    p12.write_bytes(
        pkcs12.serialize_key_and_certificates(b"signer", key, certificate, [authority], encryption)
    )
    pem, stranger = folder / "authority.pem", folder / "other.pem"
    pem.write_bytes(authority.public_bytes(serialization.Encoding.PEM))
    other = _certificate("Otra autoridad", key, signed_by=None)
    stranger.write_bytes(other.public_bytes(serialization.Encoding.PEM))
    revoked = {"CRLs": folder / "list.crl", "OCSPs": folder / "answer.ocsp"}
    revoked["CRLs"].write_bytes(_nothing_revoked(authority, authority_key))
    revoked["OCSPs"].write_bytes(_still_good(certificate, authority, key=authority_key))
    return Keys(p12, pem, key, certificate, revoked, stranger)


def _still_good(
    certificate: x509.Certificate, authority: x509.Certificate, *, key: rsa.RSAPrivateKey
) -> bytes:
    """Make an authority's answer that a certificate was not revoked."""
    now = dt.datetime.now(dt.UTC)
    builder = ocsp.OCSPResponseBuilder().add_response(
        cert=certificate,
        issuer=authority,
        algorithm=hashes.SHA256(),
        cert_status=ocsp.OCSPCertStatus.GOOD,
        this_update=now - dt.timedelta(days=1),
        next_update=now + dt.timedelta(days=30),
        revocation_time=None,
        revocation_reason=None,
    )
    answer = builder.responder_id(ocsp.OCSPResponderEncoding.HASH, authority)
    return answer.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.DER)


def _nothing_revoked(authority: x509.Certificate, key: rsa.RSAPrivateKey) -> bytes:
    """Make an authority's list of revoked certificates, an empty one."""
    now = dt.datetime.now(dt.UTC)
    builder = x509.CertificateRevocationListBuilder().issuer_name(authority.subject)
    dated = builder.last_update(now - dt.timedelta(days=1)).next_update(now + dt.timedelta(days=30))
    return dated.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.DER)


def _certificate(
    name: str,
    key: rsa.RSAPrivateKey,
    *,
    signed_by: tuple[x509.Certificate, rsa.RSAPrivateKey] | None,
) -> x509.Certificate:
    """Make a certificate, its own authority where nobody else signs it."""
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    issuer, signing_key = (signed_by[0].subject, signed_by[1]) if signed_by else (subject, key)
    now = dt.datetime.now(dt.UTC)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=30))
        .add_extension(x509.BasicConstraints(signed_by is None, None), critical=True)
        .add_extension(_usage(authority=signed_by is None), critical=True)
    )
    return builder.sign(signing_key, hashes.SHA256())


def _usage(*, authority: bool) -> x509.KeyUsage:
    """Say what a key may be used for."""
    return x509.KeyUsage(
        digital_signature=not authority,
        content_commitment=not authority,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=authority,
        crl_sign=authority,
        encipher_only=False,
        decipher_only=False,
    )
