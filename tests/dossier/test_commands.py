"""`auditor sign` and `auditor verify`, as whoever types them sees them."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pikepdf
import pytest
from typer.main import get_command
from typer.testing import CliRunner

from auditor.cli.main import app
from auditor.dossier.sign import Signing, Token
from auditor.dossier.verify import Against, Check, State

if TYPE_CHECKING:
    from tests.dossier.conftest import Keys

VARIABLE = "AUDITOR_SIGN_PASSWORD"
PASSWORD = "a word for tests"  # noqa: S105 (of a key that is made here)


def _run(program: str, *arguments: object, password: str | None = None) -> tuple[int, str, str]:
    """Run a command without a terminal; give its exit code and what it said."""
    kept = {key: value for key, value in os.environ.items() if key != VARIABLE}
    environment = kept if password is None else {**kept, VARIABLE: password}
    done = subprocess.run(
        [program, *map(str, arguments)],
        capture_output=True,
        text=True,
        env=environment,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_each_check_is_a_line_that_says_how_it_came_out(program: str, report: Path) -> None:
    code, said, _ = _run(program, "verify", report)
    assert code == 0
    *checks, verdict = said.splitlines()
    assert [line.split()[0] for line in checks] == ["BIEN"] * 2 + ["—"] + ["BIEN"] * 3
    assert verdict.startswith("EL INFORME SE SOSTIENE:")


def test_a_report_without_its_sha256_beside_it_is_told_so(program: str, report: Path) -> None:
    beside = report.with_name("report.pdf.sha256")
    beside.unlink()
    code, said, _ = _run(program, "verify", report)
    assert code == 0
    assert any(line.startswith("—") and beside.name in line for line in said.splitlines())


def test_a_report_that_was_touched_ends_with_five(program: str, report: Path) -> None:
    with pikepdf.open(report, allow_overwriting_input=True) as pdf:
        pdf.attachments["more.csv"] = pikepdf.AttachedFileSpec(pdf, b"x", filename="more.csv")
        pdf.save(report)
    code, said, _ = _run(program, "verify", report, "--lang", "en")
    assert code == 5
    assert "NO            These do not agree with the list of attachments: more.csv." in said
    assert said.splitlines()[-1].startswith("THE REPORT DOES NOT HOLD")


def test_a_report_is_signed_with_the_password_of_the_environment(
    program: str, report: Path, keys: Keys
) -> None:
    code, said, _ = _run(program, "sign", report, "--key", keys.p12, password=PASSWORD)
    assert (code, said) == (0, f"Firmado: {report}\n")


def test_a_password_in_a_file_serves_too(
    program: str, report: Path, keys: Keys, tmp_path: Path
) -> None:
    file = tmp_path / "password"
    file.write_text(f"{PASSWORD}\n", "utf-8")
    code, _, _ = _run(program, "sign", report, "--key", keys.p12, "--password-file", file)
    assert code == 0


def test_without_a_key_it_says_which_flags_give_one(program: str, report: Path) -> None:
    code, _, said = _run(program, "sign", report)
    assert code == 2
    assert "--key" in said


def test_a_wrong_password_is_told_without_repeating_it(
    program: str, report: Path, keys: Keys
) -> None:
    code, _, said = _run(program, "sign", report, "--key", keys.p12, password="not-this-word")  # noqa: S106
    assert code == 2
    assert "not-this-word" not in said
    assert "Traceback" not in said


def test_no_flag_takes_a_password() -> None:
    flags = [flag for each in get_command(app).commands["sign"].params for flag in each.opts]  # type: ignore[attr-defined]
    secret = [flag for flag in flags if "pass" in flag or "pin" in flag.split("-")]
    assert (secret, "--key" in flags) == (["--password-file"], True)


@pytest.mark.parametrize(
    ("flags", "key"),
    [
        ("--key k.p12", Path("k.p12")),
        (
            "--token t.so --token-label Caja --certificate firma",
            Token(Path("t.so"), "Caja", "firma"),
        ),
    ],
)
def test_all_that_a_report_is_signed_with_is_handed_on(
    monkeypatch: pytest.MonkeyPatch, flags: str, key: Path | Token
) -> None:
    asked: list[object] = []
    monkeypatch.setattr("auditor.api.sign", lambda *each: asked.append(each))
    monkeypatch.setenv(VARIABLE, PASSWORD)
    more = "--timestamp http://t --trust a.pem --revocation a.crl --reason Control --place Lima"
    CliRunner().invoke(app, ["sign", "r.pdf", *flags.split(), *more.split()])
    lasting = {"trusted": (Path("a.pem"),), "revocation": (Path("a.crl"),)}
    told = {"timestamp": "http://t", "reason": "Control", "place": "Lima", **lasting}
    assert asked == [(Path("r.pdf"), Signing(key, PASSWORD, **told))]  # type: ignore[arg-type]


def test_all_that_a_report_is_checked_with_is_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def found(*each: object) -> tuple[Check, ...]:
        asked.append(each)
        return (Check("pages", State.FAILS, "no", "not"),)

    monkeypatch.setattr("auditor.api.verify", found)
    flags = "--logs a --logs b --rules ours --trust a.pem --json"
    done = CliRunner().invoke(app, ["verify", "r.pdf", *flags.split()])
    against = Against((Path("a"), Path("b")), Path("ours"), (Path("a.pem"),))
    assert asked == [(Path("r.pdf"), against)]
    told = [{"name": "pages", "state": "fails", "es": "no", "en": "not"}]
    assert (done.exit_code, json.loads(done.stdout)) == (5, told)


def test_what_is_no_report_is_told_of(program: str, tmp_path: Path) -> None:
    path = tmp_path / "report.pdf"
    path.write_bytes(b"not a PDF")
    code, _, said = _run(program, "verify", path)
    assert code == 2
    assert "report.pdf" in said
