"""The commands that look after a store."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from auditor.cli.options import AsJson, Lang, Language
from auditor.cli.stderr import complain
from auditor.store.there import refuse_absent
from auditor.texts import say

INTEGRITY = 5
app = typer.Typer(
    help="Cuida un almacén: check, repair, compact, migrate (looks after a store).",
    no_args_is_help=True,
    rich_markup_mode=None,
)
Folder = Annotated[Path, typer.Argument(metavar="ALMACÉN", help="La carpeta (its folder).")]


@app.command("check")
def check(store: Folder, *, lang: Language = Lang.ES, as_json: AsJson = False) -> None:
    """Compara cada archivo con el manifiesto: hash, filas, sobrantes (hashes, counts, orphans)."""
    from auditor.store.check import check as faults_of

    refuse_absent(store)
    faults = faults_of(store)
    if as_json:
        typer.echo(json.dumps([asdict(each) for each in faults], ensure_ascii=False, indent=1))
    else:
        for each in faults:
            code = f"storing.fault_{each.kind}"
            typer.echo(say(code, lang=lang.value, file=each.file, source=each.source))
        result = "storing.checked" if faults else "storing.sound"
        typer.echo(say(result, lang=lang.value, count=len(faults)))
    raise typer.Exit(INTEGRITY if faults else 0)


@app.command("repair")
def repair(store: Folder, *, lang: Language = Lang.ES) -> None:
    """Quita las fuentes dañadas y dice cuáles volver a leer (takes damaged sources out)."""
    from auditor.store.check import repair as taken_out

    refuse_absent(store)
    gone = taken_out(store)
    for entry in gone:
        typer.echo(say("storing.read_again", lang=lang.value, source=entry.name))
    typer.echo(say("storing.repaired", lang=lang.value, count=len(gone)))


@app.command("compact")
def compact(store: Folder, *, lang: Language = Lang.ES) -> None:
    """Junta los archivos pequeños de cada noche en uno (puts small files into one)."""
    from auditor.store.packs import compact as packed

    refuse_absent(store)
    found = packed(store)
    files = sum(len(pack.members) for pack in found)
    typer.echo(say("storing.compacted", lang=lang.value, files=files, packs=len(found)))


@app.command("migrate")
def migrate(store: Folder, *, lang: Language = Lang.ES) -> None:
    """Pasa un almacén de una versión anterior a la de hoy (an earlier store to today's)."""
    from auditor.store.entry import SCHEMA_VERSION
    from auditor.store.migrate import migrate as migrated

    refuse_absent(store)
    done = migrated(store)
    told = {"version": SCHEMA_VERSION, "count": done.entries}
    typer.echo(say("storing.migrated", lang=lang.value, **told))
    packs = done.packs
    if packs.files:
        told = {"files": packs.files, "rewritten": packs.rewritten}
        typer.echo(say("storing.taken_apart", lang=lang.value, **told))
    for file in packs.damaged:
        complain(say("storing.pack_damaged", lang=lang.value, file=file))
    raise typer.Exit(INTEGRITY if packs.damaged else 0)
