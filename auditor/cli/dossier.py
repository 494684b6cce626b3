"""The commands that sign a report and check one."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from auditor.cli.options import AsJson, Lang, Language, Rules
from auditor.errors import UsageError
from auditor.texts import say

if TYPE_CHECKING:
    from auditor.dossier.sign import Token

PASSWORD = "AUDITOR_SIGN_PASSWORD"  # noqa: S105 (the name of the variable, not what it holds)
Files = Annotated[
    list[Path] | None, typer.Option(help="Certificados de confianza, PEM o DER (trusted).")
]


def sign(
    reports: Annotated[
        list[Path], typer.Argument(metavar="INFORME...", help="Los PDF a firmar (PDFs to sign).")
    ],
    *,
    key: Annotated[Path | None, typer.Option(help="Archivo PKCS#12 (PKCS#12 file).")] = None,
    token: Annotated[Path | None, typer.Option(help="Biblioteca PKCS#11 (library).")] = None,
    token_label: Annotated[str, typer.Option(help="Etiqueta del dispositivo (its label).")] = "",
    certificate: Annotated[str, typer.Option(help="Etiqueta del certificado (its label).")] = "",
    password_file: Annotated[
        Path | None,
        typer.Option(help=f"Archivo con la contraseña; o la variable {PASSWORD} (or variable)."),
    ] = None,
    timestamp: Annotated[
        str | None, typer.Option(help="Autoridad de sellado de tiempo RFC 3161 (authority).")
    ] = None,
    trust: Files = None,
    revocation: Annotated[
        list[Path] | None, typer.Option(help="CRL u OCSP, para el largo plazo (for long term).")
    ] = None,
    reason: Annotated[str | None, typer.Option(help="Motivo de la firma (reason).")] = None,
    place: Annotated[str | None, typer.Option(help="Lugar (place).")] = None,
    lang: Language = Lang.ES,
) -> None:
    """Firma informes, PAdES (sign reports)."""
    from auditor import api
    from auditor.dossier.sign import Signing

    how = Signing(
        key=key or _token(token, token_label, certificate=certificate),
        password=_password(password_file, lang),
        timestamp=timestamp,
        trusted=tuple(trust or ()),
        revocation=tuple(revocation or ()),
        reason=reason,
        place=place,
    )
    for path in reports:
        api.sign(path, how)
        typer.echo(say("dossier.signed", lang=lang.value, path=path))


def verify(
    report: Annotated[Path, typer.Argument(metavar="INFORME", help="El PDF (the PDF).")],
    *,
    logs: Annotated[
        list[Path] | None, typer.Option(help="Registros de la sala, para compararlos (its logs).")
    ] = None,
    rules: Rules = None,
    trust: Files = None,
    lang: Language = Lang.ES,
    as_json: AsJson = False,
) -> None:
    """Comprueba un informe sin red: firma, reglas y cada hallazgo (check a report offline)."""
    from auditor import api
    from auditor.dossier.verify import Against, exit_code

    checks = api.verify(report, Against(tuple(logs or ()), rules, tuple(trust or ())))
    if as_json:
        typer.echo(json.dumps([asdict(each) for each in checks], ensure_ascii=False, indent=1))
    code = exit_code(checks)
    for each in () if as_json else checks:
        state = say(f"dossier.state_{each.state}", lang=lang.value)
        typer.echo(f"{state:14}{each.en if lang is Lang.EN else each.es}")
    if not as_json:
        typer.echo(say(f"dossier.result_{code}", lang=lang.value))
    raise typer.Exit(code)


def _token(library: Path | None, label: str, *, certificate: str) -> Token:
    """Give the token that the flags name; raises UsageError where they name no key at all."""
    from auditor.dossier.sign import Token

    if library is None:
        raise UsageError("dossier.no_key")
    return Token(library, label, certificate)


def _password(path: Path | None, lang: Lang) -> str | None:
    """Take the password from a file, the environment or the keyboard: never from a flag."""
    if path is not None:
        return path.read_text("utf-8").rstrip("\r\n")
    if PASSWORD in os.environ:
        return os.environ[PASSWORD]
    if not sys.stdin.isatty():
        return None
    return str(typer.prompt(say("dossier.password", lang=lang.value), hide_input=True, err=True))
