"""A signature holds as long as nobody touches the file, and its password is told to nobody."""

from __future__ import annotations

import shutil
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pikepdf
import pkcs11
import pytest
from asn1crypto import keys as asn1_keys
from asn1crypto import tsp
from asn1crypto import x509 as asn1_x509
from cryptography.hazmat.primitives import serialization
from pkcs11.util.rsa import decode_rsa_private_key
from pkcs11.util.x509 import decode_x509_certificate
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.timestamps import DummyTimeStamper

from auditor.api import sign, verify
from auditor.dossier.sign import Signing, Token, validation_context
from auditor.dossier.signature import signatures
from auditor.dossier.verify import Against, State, exit_code
from auditor.errors import UsageError
from auditor.report.annex.attached import CONTENTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.dossier.conftest import Keys

PASSWORD = "a word for tests"  # noqa: S105 (of a key that is made here)
BROKEN = (False, False)
CHANGED = (False, True)  # as signed once, and then added to
LABEL = "prueba"
SOFTHSM = "/usr/lib/softhsm/libsofthsm2.so"


def _signature(path: Path, *trusted: Path) -> tuple[bool, bool | None]:
    """Tell whether the one signature is intact, and whether it is trusted."""
    (found,) = signatures(path.read_bytes(), trusted)
    return found.is_intact, found.is_trusted


def test_a_signed_report_holds_where_its_authority_is_trusted(report: Path, keys: Keys) -> None:
    sign(report, Signing(keys.p12, PASSWORD, reason="Prueba"))
    checks = verify(report, Against(trusted=(keys.authority,)))
    assert {check.state for check in checks} == {State.HOLDS}
    assert exit_code(checks) == 0


@pytest.mark.tool("mvn", "java")
@pytest.mark.parametrize("flavour", ["3a", "ua1"])
def test_a_signed_report_is_still_what_it_claims(
    report: Path, keys: Keys, vera_pdf: Callable[[list[Path], str], object], flavour: str
) -> None:
    sign(report, Signing(keys.p12, PASSWORD))
    assert vera_pdf([report], flavour) == {str(report): []}


def test_without_an_authority_to_trust_it_is_left_open(report: Path, keys: Keys) -> None:
    sign(report, Signing(keys.p12, PASSWORD))
    checks = verify(report)
    assert [check.name for check in checks if check.state is State.OPEN] == ["signature"]
    assert exit_code(checks) == 4


def test_the_report_stands_before_its_signature_byte_for_byte(
    report: Path, made_report: Path, keys: Keys
) -> None:
    sign(report, Signing(keys.p12, PASSWORD))
    unsigned = made_report.read_bytes()
    assert report.read_bytes()[: len(unsigned)] == unsigned


@pytest.fixture(name="page")
def _page(tmp_path: Path) -> Path:
    """Give a PDF of one page: a signature does not know what it signs."""
    path = tmp_path / "page.pdf"
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.Root.Lang = "es"
        pdf.save(path)
    return path


def test_a_byte_changed_after_signing_breaks_it(page: Path, keys: Keys) -> None:
    sign(page, Signing(keys.p12, PASSWORD))
    content = bytearray(page.read_bytes())
    content[content.index(b"MediaBox") + 2] ^= 1
    page.write_bytes(bytes(content))
    assert _signature(page, keys.authority) == BROKEN


def test_a_page_added_after_signing_breaks_it(page: Path, keys: Keys) -> None:
    sign(page, Signing(keys.p12, PASSWORD))
    with page.open("r+b") as file:
        writer = IncrementalPdfFileWriter(file, strict=False)
        writer.root["/Lang"] = writer.root["/Type"]
        writer.update_root()  # type: ignore[no-untyped-call]
        writer.write_in_place()  # type: ignore[no-untyped-call]
    assert _signature(page, keys.authority) == CHANGED


def test_a_signature_is_pades_and_says_why_and_where(page: Path, keys: Keys) -> None:
    sign(page, Signing(keys.p12, PASSWORD, reason="Prueba", place="Lima"))
    with page.open("rb") as file:
        (one,) = PdfFileReader(file).embedded_regular_signatures
        told = [str(one.sig_object[key]) for key in ("/SubFilter", "/Reason", "/Location")]
        assert told == ["/ETSI.CAdES.detached", "Prueba", "Lima"]
        assert one.md_algorithm == "sha256"


@pytest.fixture(name="checked")
def _checked(page: Path) -> Callable[..., tuple[State, int]]:
    """Give what checks the signature of that page, as `auditor verify` does of a report."""
    with pikepdf.open(page, allow_overwriting_input=True) as pdf:
        pdf.attachments[CONTENTS] = pikepdf.AttachedFileSpec(pdf, b'{"files": {}}')
        pdf.save(page)

    def check(*trusted: Path) -> tuple[State, int]:
        (found,) = (
            one for one in verify(page, Against(trusted=trusted)) if one.name == "signature"
        )
        return found.state, exit_code((found,))

    return check


def test_a_signature_of_nobody_trusted_does_not_hold(
    page: Path, keys: Keys, checked: Callable[..., tuple[State, int]]
) -> None:
    assert checked() == (State.ABSENT, 0)
    sign(page, Signing(keys.p12, PASSWORD))
    assert checked(keys.authority) == (State.HOLDS, 0)
    assert checked(keys.stranger) == (State.FAILS, 5)


def test_a_broken_signature_ends_with_five(
    page: Path, keys: Keys, checked: Callable[..., tuple[State, int]]
) -> None:
    sign(page, Signing(keys.p12, PASSWORD))
    content = bytearray(page.read_bytes())
    content[content.index(b"MediaBox") + 2] ^= 1
    page.write_bytes(bytes(content))
    assert checked(keys.authority) == checked() == (State.FAILS, 5)


def test_certificates_are_checked_without_network(keys: Keys) -> None:
    assert not validation_context((keys.authority,)).fetching_allowed


def test_a_password_is_not_among_what_is_told_of_a_signing(keys: Keys) -> None:
    assert PASSWORD not in repr(Signing(keys.p12, PASSWORD))


@pytest.mark.parametrize("password", ["wrong", None])
def test_a_wrong_password_is_told_of_and_not_repeated(
    page: Path, keys: Keys, password: str | None
) -> None:
    before = page.read_bytes()
    with pytest.raises(UsageError) as caught:
        sign(page, Signing(keys.p12, password))
    assert "wrong" not in str(caught.value)
    assert page.read_bytes() == before


@pytest.fixture(name="authority_of_time")
def _authority_of_time(keys: Keys) -> Iterator[str]:
    """Serve time-stamps on loopback, signed by the key at hand."""
    private = keys.key.private_bytes(
        serialization.Encoding.DER,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    public = keys.certificate.public_bytes(serialization.Encoding.DER)
    stamper = DummyTimeStamper(
        asn1_x509.Certificate.load(public), asn1_keys.PrivateKeyInfo.load(private)
    )

    class Answer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            content = stamper.request_tsa_response(tsp.TimeStampReq.load(body)).dump()
            self.send_response(200)
            self.send_header("Content-Type", "application/timestamp-reply")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_time_stamp_is_asked_for_and_kept(page: Path, keys: Keys, authority_of_time: str) -> None:
    sign(page, Signing(keys.p12, PASSWORD, timestamp=authority_of_time))
    with page.open("rb") as file:
        (signature,) = PdfFileReader(file).embedded_regular_signatures
        kept = [each["type"].native for each in signature.signer_info["unsigned_attrs"]]
    assert kept == ["signature_time_stamp_token"]


def test_trusted_certificates_go_into_the_signature(page: Path, keys: Keys) -> None:
    sign(page, Signing(keys.p12, PASSWORD, trusted=(keys.authority,)))
    assert b"/DSS" in page.read_bytes()
    assert _signature(page, keys.authority) == (True, True)


@pytest.mark.parametrize("kind", ["CRLs", "OCSPs"])
def test_what_was_revoked_goes_into_the_signature_too(page: Path, keys: Keys, kind: str) -> None:
    given = (keys.revoked[kind],)
    sign(page, Signing(keys.p12, PASSWORD, trusted=(keys.authority,), revocation=given))
    assert _signature(page, keys.authority) == (True, True)
    with pikepdf.open(page) as pdf:
        kept = [each.read_bytes() for each in pdf.Root.DSS[f"/{kind}"]]
    assert kept == [keys.revoked[kind].read_bytes()]


def test_what_is_no_list_of_revoked_certificates_is_told_of(page: Path, keys: Keys) -> None:
    before, given = page.read_bytes(), (keys.authority,)
    with pytest.raises(UsageError, match=r"authority\.pem is neither a CRL"):
        sign(page, Signing(keys.p12, PASSWORD, trusted=given, revocation=given))
    assert page.read_bytes() == before


def test_an_authority_of_time_that_does_not_answer_leaves_the_report(
    page: Path, keys: Keys
) -> None:
    before = page.read_bytes()
    with pytest.raises(UsageError):
        sign(page, Signing(keys.p12, PASSWORD, timestamp="http://127.0.0.1:9"))
    assert page.read_bytes() == before
    assert list(page.parent.iterdir()) == [page]


@pytest.mark.tool("softhsm2-util")
def test_a_token_signs_too(
    page: Path, keys: Keys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = _token(keys, tmp_path, monkeypatch)
    sign(page, Signing(token, "1234"))
    assert _signature(page, keys.authority) == (True, True)
    with pytest.raises(UsageError) as caught:
        sign(page, Signing(token, "9999"))
    assert "9999" not in str(caught.value)


def _token(keys: Keys, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Token:
    """Put the signer's key and certificate on a token in software."""
    (folder / "tokens").mkdir()
    settings = folder / "softhsm2.conf"
    settings.write_text(f"directories.tokendir = {folder / 'tokens'}\n", "utf-8")
    monkeypatch.setenv("SOFTHSM2_CONF", str(settings))
    program = shutil.which("softhsm2-util") or "softhsm2-util"
    pins = ["--so-pin", "1234", "--pin", "1234"]
    subprocess.run([program, "--init-token", "--free", "--label", LABEL, *pins], check=True)
    private = keys.key.private_bytes(
        serialization.Encoding.DER,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.NoEncryption(),
    )
    public = keys.certificate.public_bytes(serialization.Encoding.DER)
    with pkcs11.lib(SOFTHSM).get_token(token_label=LABEL).open(rw=True, user_pin="1234") as session:
        named = {pkcs11.Attribute.LABEL: "firma", pkcs11.Attribute.ID: b"1"}
        kept = {pkcs11.Attribute.TOKEN: True, **named}
        session.create_object({**decode_rsa_private_key(private), **kept})
        session.create_object({**decode_x509_certificate(public), **kept})
    return Token(Path(SOFTHSM), LABEL, "firma")
