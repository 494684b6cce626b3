"""The flags that several commands share."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Lang(StrEnum):
    """The language in which the program speaks."""

    ES = "es"
    EN = "en"


Inputs = Annotated[
    list[str],
    typer.Argument(
        metavar="ENTRADA...", help="Archivo, carpeta, zip o patrón (file, folder, zip or glob)."
    ),
]
Out = Annotated[Path, typer.Option("--out", help="Carpeta donde escribir (folder to write to).")]
Store = Annotated[
    Path, typer.Option("--store", help="Carpeta del almacén Parquet (folder of the Parquet store).")
]
MappingFile = Annotated[
    Path | None,
    typer.Option(
        "--mapping", help="Archivo mapping.toml: cómo escribe la sala (how the casino writes)."
    ),
]
Houses = Annotated[
    list[Path] | None,
    typer.Option("--house", help="Archivo house-SALA.toml; repetible (repeatable)."),
]
Replaces = Annotated[
    list[str] | None,
    typer.Option(
        "--replaces",
        help="Fuente (o carpeta) ya leída que se corrige; repetible (source that is corrected).",
    ),
]
Rules = Annotated[
    Path | None,
    typer.Option("--rules", help="Carpeta de reglas en vez de la propia (instead of ours)."),
]
Norms = Annotated[
    list[str] | None,
    typer.Option("--norm", help="Solo esta norma: carpeta o prefijo; repetible (only this norm)."),
]
Casinos = Annotated[
    list[str] | None, typer.Option("--casino", help="Solo esta sala; repetible (only this casino).")
]
CasinoId = Annotated[
    str | None, typer.Option("--casino-id", help="Sala, si el registro no la dice (casino).")
]
TableId = Annotated[
    str | None, typer.Option("--table-id", help="Mesa, si el registro no la dice (table).")
]
GamingDate = Annotated[
    datetime | None,
    typer.Option(
        "--gaming-date", formats=["%Y-%m-%d"], help="Fecha operativa, si falta (gaming date)."
    ),
]
Currency = Annotated[
    str | None, typer.Option("--currency", help="Moneda, si el registro no la dice (currency).")
]
First = Annotated[
    datetime | None,
    typer.Option(
        "--from", formats=["%Y-%m-%d"], help="Primera fecha operativa (first gaming date)."
    ),
]
Last = Annotated[
    datetime | None,
    typer.Option("--to", formats=["%Y-%m-%d"], help="Última fecha operativa (last gaming date)."),
]
Strict = Annotated[
    bool,
    typer.Option(
        "--strict",
        help="Lo que nunca se registró también cuenta, salida 4 (never filled counts too).",
    ),
]
Checks = Annotated[
    bool | None,
    typer.Option(
        "--checks/--no-checks",
        help="Comprobar azar e integridad; si no, hasta 5 millones de filas (chance, record).",
    ),
]
Durations = Annotated[
    bool,
    typer.Option(
        "--durations", help="Que audit.json diga cuánto tardó cada paso (how long each step took)."
    ),
]
Waivers = Annotated[
    Path | None,
    typer.Option(
        "--waivers", help="Archivo waivers.toml: hallazgos dispensados (waived findings)."
    ),
]
Baseline = Annotated[
    Path | None,
    typer.Option("--baseline", help="Auditoría anterior: qué es nuevo (an earlier audit)."),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster", help="Dirección de un clúster de Dask que haga el trabajo (Dask scheduler)."
    ),
]
Formats = Annotated[
    str,
    typer.Option(
        "--format",
        help="Formas, con comas: pdf,html,csv,xlsx,ndjson,junit,sarif (comma-separated forms).",
    ),
]
Annex = Annotated[
    bool,
    typer.Option(
        "--annex", help="El PDF lista al final cada hallazgo (the PDF lists every finding)."
    ),
]
Language = Annotated[
    Lang, typer.Option("--lang", envvar="AUDITOR_LANG", help="Idioma: es o en (language).")
]
AsJson = Annotated[
    bool, typer.Option("--json", help="Resultado para una máquina (output for a machine).")
]
ReportDate = Annotated[
    datetime | None,
    typer.Option(
        "--date",
        formats=["%Y-%m-%d"],
        help="Fecha del informe; sin ella no se imprime (date of the report).",
    ),
]
AsKnownAt = Annotated[
    datetime | None,
    typer.Option(
        "--as-known-at",
        formats=["%Y-%m-%d"],
        help="Con el reglamento como se conocía ese día (the rulebook as known that day).",
    ),
]
Redact = Annotated[
    bool,
    typer.Option(
        "--redact", help="Con seudónimos, en CARPETA/redacted (players and staff by pseudonyms)."
    ),
]
KeyFile = Annotated[
    Path | None,
    typer.Option(
        "--key-file", help="Clave de los seudónimos; se crea si falta (made where missing)."
    ),
]
KeyMap = Annotated[
    Path | None, typer.Option("--key-map", help="Dónde escribir quién es quién (who is who, CSV).")
]
ALL_FORMATS = "html,csv,pdf"
