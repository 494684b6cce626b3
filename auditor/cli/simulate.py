"""The command that simulates nights: lawful ones, or with planted breaches."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from auditor.cli.options import Lang, Language, Out
from auditor.errors import UsageError
from auditor.texts import say

if TYPE_CHECKING:
    from auditor.simulate.spec import Spec
    from auditor.simulate.written import Written


class Form(StrEnum):
    """The forms in which a simulation is written."""

    CSV = "csv"
    XLSX = "xlsx"
    NDJSON = "ndjson"
    PARQUET = "parquet"
    STORE = "store"
    PBN = "pbn"
    LIN = "lin"
    PHH = "phh"


class Dialects(StrEnum):
    """The dialects in which text is written."""

    PLAIN = "plain"
    PERU = "peru"
    URUGUAY = "uruguay"
    ANGLO = "anglo"


def simulate(
    game: Annotated[str, typer.Argument(metavar="JUEGO", help="Juego (game): auditor games.")],
    out: Out,
    *,
    hands: Annotated[int, typer.Option("--hands", min=1, help="Jugadas (hands).")] = 1000,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Semilla (seed).")] = 217,
    nights: Annotated[
        int | None, typer.Option("--nights", min=1, help="Noches (nights); las que hagan falta.")
    ] = None,
    tables: Annotated[int, typer.Option("--tables", min=1, help="Mesas (tables).")] = 1,
    casinos: Annotated[int, typer.Option("--casinos", min=1, help="Salas (casinos).")] = 1,
    plant: Annotated[
        list[str] | None,
        typer.Option(
            "--plant", metavar="REGLA=N", help="Infringir (break): MIN-10a=0.01, all=0.002."
        ),
    ] = None,
    form: Annotated[Form, typer.Option("--as", help="Forma (form).")] = Form.CSV,
    dialect: Annotated[
        Dialects, typer.Option("--dialect", help="Cómo se escribe (how it is written).")
    ] = Dialects.PLAIN,
    lang: Language = Lang.ES,
) -> None:
    """Simula noches enteras, lícitas o con infracciones (simulates nights, lawful or not)."""
    from auditor.simulate.dialect import dialects
    from auditor.simulate.spec import Spec
    from auditor.simulate.written import write

    rates = dict(_rate(text) for text in plant or [])
    spec = Spec(game, hands, seed, nights=nights, tables=tables, casinos=casinos, rates=rates)
    written = write(spec, out, form=form.value, dialect=dialects()[dialect.value])
    _tell(written, spec, lang=lang.value, out=str(out))


def _rate(text: str) -> tuple[str, float]:
    """Read RULE=RATE, a share from 0 to 1; raises UsageError."""
    rule, _, rate = text.partition("=")
    try:
        share = float(rate)
    except ValueError as error:
        raise UsageError("simulate.rate", text=text) from error
    if not rule or not 0 <= share <= 1:
        raise UsageError("simulate.rate", text=text)
    return rule, share


def _tell(written: Written, spec: Spec, *, lang: str, out: str) -> None:
    """Say what was written and what was planted."""
    from auditor.simulate.simulate import wanted_plants

    tables = ", ".join(f"{name} {rows:,}" for name, rows in written.rows.items())
    typer.echo(say("simulate.written", lang=lang, out=out, tables=tables))
    planted = set(written.planted["rule"].to_pylist())
    if not planted:
        typer.echo(say("simulate.clean", lang=lang))
    else:
        count = written.planted.num_rows
        typer.echo(say("simulate.planted", lang=lang, count=count, rules=len(planted)))
    missed = ", ".join(sorted(set(wanted_plants(spec)) - planted))
    if missed:
        typer.echo(say("simulate.missed", lang=lang, rules=missed))
