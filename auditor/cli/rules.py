"""The rulebook's commands: list, show, check, test, coverage."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from auditor.cli.options import AsJson, Lang, Language, Norms, Rules

app = typer.Typer(
    help="El reglamento: list, show, check, test, coverage (the rulebook).",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.command("list")
def list_rules(*, rules: Rules = None, norm: Norms = None, lang: Language = Lang.ES, as_json: AsJson = False) -> None:
    """Lista las reglas (the rules)."""
    from auditor import api  # noqa: PLC0415  # slow to import
    from auditor.cli.say import rows  # noqa: PLC0415

    found = api.rules_listed(rules, norms=norm, lang=lang.value)
    if as_json:
        typer.echo(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        rows([(each["rule"], each["norm"], each["grain"], each["kind"], each["title"]) for each in found])


@app.command("show")
def show(
    rule: Annotated[str, typer.Argument(metavar="REGLA", help="Id de la regla (rule id), p. ej. MIN-10a.")],
    *,
    rules: Rules = None,
    lang: Language = Lang.ES,
) -> None:
    """Muestra una regla: sus palabras de la ley, su condición, sus lecturas (one rule, whole)."""
    from auditor import api  # noqa: PLC0415  # slow to import

    typer.echo(api.rule_shown(rule, rules, lang=lang.value))


@app.command("check")
def check(*, rules: Rules = None, lang: Language = Lang.ES) -> None:
    """Revisa el reglamento y dice todas sus fallas, con archivo y línea (every fault, with file and line)."""
    from auditor import api  # noqa: PLC0415  # slow to import
    from auditor.cli.say import complain  # noqa: PLC0415

    faults, totals = api.rules_checked(rules, lang=lang.value)
    for fault in faults:
        complain(fault)
    if faults:
        raise typer.Exit(2)
    typer.echo(api.say("cli.rules_clean", lang=lang.value, **totals))


@app.command("test")
def test(*, rules: Rules = None, norm: Norms = None, lang: Language = Lang.ES) -> None:
    """Ejecuta los casos de cada regla por el mismo camino que audit (the rules' cases)."""
    from auditor import api  # noqa: PLC0415  # slow to import

    held, failures = api.rules_tested(rules, norms=norm, lang=lang.value)
    for failure in failures:
        typer.echo(failure)
    typer.echo(api.say("cli.cases_hold", lang=lang.value, held=held, total=held + len(failures)))
    if failures:
        raise typer.Exit(2)


@app.command("coverage")
def coverage(
    *, rules: Rules = None, norm: Norms = None, lang: Language = Lang.ES, as_json: AsJson = False
) -> None:
    """Cuenta cada oración y cláusula de cada norma (every sentence and clause)."""
    from auditor import api  # noqa: PLC0415  # slow to import

    found = api.rules_covered(rules, norms=norm, lang=lang.value)
    if as_json:
        typer.echo(json.dumps(found, ensure_ascii=False, indent=1))
        return
    for line in api.coverage_lines(found, lang=lang.value):
        typer.echo(line)
