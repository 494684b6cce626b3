"""The rulebook's commands: list, show, check, test, coverage, alive."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from auditor.cli.options import AsJson, Lang, Language, Norms, Rules, Store
from auditor.store.there import refuse_absent
from auditor.texts import say
from auditor.texts.visible import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from auditor.run.rulebook.covered import Covered

app = typer.Typer(
    help="El reglamento: list, show, check, test, coverage, alive (the rulebook).",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.command("list")
def list_rules(
    *, rules: Rules = None, norm: Norms = None, lang: Language = Lang.ES, as_json: AsJson = False
) -> None:
    """Lista las reglas (the rules)."""
    from auditor.cli.say import rows
    from auditor.run.rulebook import rulebook  # slow to import

    found = rulebook.rules_listed(rules, norm, lang=lang.value)
    if as_json:
        typer.echo(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        rows(
            [
                (each["rule"], each["norm"], each["grain"], each["kind"], each["title"])
                for each in found
            ]
        )


@app.command("show")
def show(
    rule: Annotated[
        str, typer.Argument(metavar="REGLA", help="Id de la regla (rule id), p. ej. MIN-10a.")
    ],
    *,
    rules: Rules = None,
    lang: Language = Lang.ES,
) -> None:
    """Muestra una regla: sus palabras de la ley, su condición, sus lecturas (one rule, whole)."""
    from auditor.run.rulebook import rulebook  # slow to import

    typer.echo(rulebook.rule_shown(rule, rules, lang=lang.value))


@app.command("check")
def check(*, rules: Rules = None, lang: Language = Lang.ES) -> None:
    """Revisa el reglamento: todas sus fallas, con archivo y línea (every fault)."""
    from auditor.cli.stderr import complain
    from auditor.run.rulebook import rulebook  # slow to import

    faults, totals = rulebook.rules_checked(rules, lang.value)
    for line in (line for fault in faults for line in fault.splitlines()):
        complain(line)
    if faults:
        raise typer.Exit(2)
    typer.echo(say("cli.rules_clean", lang=lang.value, **totals))


@app.command("test")
def test(*, rules: Rules = None, norm: Norms = None, lang: Language = Lang.ES) -> None:
    """Ejecuta los casos de cada regla por el mismo camino que audit (the rules' cases)."""
    from auditor.run.rulebook import rulebook  # slow to import

    held, failures = rulebook.rules_tested(rules, norm, lang=lang.value)
    for failure in failures:
        typer.echo(failure)
    typer.echo(say("cli.cases_hold", lang=lang.value, held=held, total=held + len(failures)))
    if failures:
        raise typer.Exit(2)


@app.command("coverage")
def coverage(
    *,
    rules: Rules = None,
    norm: Norms = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Un hueco es una falla, salida 2 (a gap is a fault).")
    ] = False,
    page: Annotated[
        Path | None, typer.Option("--html", help="Escribe también una página (a page as well).")
    ] = None,
    lang: Language = Lang.ES,
    as_json: AsJson = False,
) -> None:
    """Cuenta cada oración y cláusula de cada norma (every sentence and clause)."""
    from auditor.cli.stderr import complain
    from auditor.run.rulebook import covered  # slow to import

    found = covered.rules_covered(rules, norm)
    if page:
        _write_page(found, page, rules=rules, lang=lang.value)
    if as_json:
        told = [covered.coverage_told(each) for each in found]
        typer.echo(json.dumps(told, ensure_ascii=False, indent=1))
    else:
        tell = covered.sum_lines if strict else covered.coverage_lines
        for line in tell(found, lang.value):
            typer.echo(line)
    gaps = list(covered.gap_lines(found, rules)) if strict else []
    for line in gaps:
        complain(line)
    raise typer.Exit(2 if gaps else 0)


def _write_page(found: Sequence[Covered], page: Path, *, rules: Path | None, lang: str) -> None:
    """Write the page of coverage, and say where."""
    from auditor.report.page.coverage import coverage_page
    from auditor.run.rulebook.covered import gaps_said

    text = coverage_page(
        [each.coverage for each in found],
        lang=lang,
        stale=frozenset(rule for each in found for rule in each.stale),
        gaps=gaps_said(found, rules, lang=lang),
    )
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(text, encoding="utf-8", newline="\n")
    typer.echo(say("cli.written", lang=lang, path=page), err=True)


@app.command("alive")
def alive(
    store: Store,
    *,
    rules: Rules = None,
    norm: Norms = None,
    rule: Annotated[
        list[str] | None,
        typer.Option("--rule", help="Solo esta regla; repetible (only this rule)."),
    ] = None,
    lang: Language = Lang.ES,
    as_json: AsJson = False,
) -> None:
    """Dice si cada regla puede fallar sobre un almacén y qué la haría fallar (is a rule dead)."""
    from auditor.run.rulebook import alive_told
    from auditor.run.rulebook.alive import rules_alive  # slow to import

    refuse_absent(store)
    found = rules_alive(store, rules=rules, norms=tuple(norm or ()), wanted=tuple(rule or ()))
    if as_json:
        told = [alive_told.alive_told(each) for each in found]
        typer.echo(json.dumps(told, ensure_ascii=False, indent=1))
    else:
        for line in alive_told.alive_lines(found, lang.value):
            typer.echo(visible(line))
    raise typer.Exit(alive_told.alive_exit(found))


@app.command("new")
def new(
    source: Annotated[
        Path,
        typer.Option("--from", help="JSON abierto de IMPO o texto llano (IMPO JSON or text)."),
    ],
    name: Annotated[str, typer.Option("--id", help="Carpeta: uy-1978-ruleta (folder).")],
    *,
    prefix: Annotated[str, typer.Option("--prefix", help="Prefijo de sus ids: RUL (prefix).")],
    game: Annotated[str, typer.Option("--game", help="Juego que rige (game).")] = "mini_bacara",
    out: Annotated[Path, typer.Option("--out", help="Dónde abrirla (where).")] = Path("rules"),
) -> None:
    """Abre una norma desde su texto oficial, oración por oración (a norm from its text)."""
    from auditor.rulebook.gazette import read_gazette, write_pack

    for path in write_pack(read_gazette(source), out / name, prefix=prefix, game=game):
        typer.echo(say("cli.written", lang="es", path=path))


@app.command("schema")
def schema(
    folder: Annotated[
        Path, typer.Argument(metavar="CARPETA", help="Dónde escribirlos (where to).")
    ],
) -> None:
    """Escribe los JSON Schema de un paquete de reglas, para editores (for editors)."""
    from auditor.rulebook.schema import schemas

    folder.mkdir(parents=True, exist_ok=True)
    for name, found in schemas().items():
        path = folder / f"{name}.schema.json"
        path.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", "utf-8")
        typer.echo(say("cli.written", lang="es", path=path))
