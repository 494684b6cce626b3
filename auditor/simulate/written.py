"""Write a simulation in any form that is read: a store, or files of text, workbooks or Parquet."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet as pq
from xlsxwriter import Workbook

from auditor.errors import UsageError
from auditor.rulebook.cases import row_key
from auditor.simulate.catalog import own_form, plants_text
from auditor.simulate.dialect import Dialect, as_text, file_stem, mapping_text
from auditor.simulate.houses import house_name, house_text
from auditor.simulate.plant import LABELS
from auditor.simulate.simulate import ALL, game_of, simulate
from auditor.simulate.stored import write_planted, write_store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from auditor.simulate.catalog import OwnForm, SimulatedGame
    from auditor.simulate.simulate import Batch
    from auditor.simulate.spec import Spec

FORMS = ("csv", "xlsx", "ndjson", "parquet", "store")
ADDED = re.compile(r"source_.*|date_earliest|date_latest|zone")  # what the tool adds by itself
NOWHERE = "_"  # the casino of a form that names none
MOST_ROWS = 1_048_575  # of a sheet, below its header


@dataclass(frozen=True, slots=True)
class Written:
    """What was written: how many rows of each table, and the labels of what was planted."""

    rows: Mapping[str, int]
    planted: pa.Table


@dataclass(frozen=True, slots=True)
class _Sheets:
    """The rows written so far and the columns of each table, which the first batch decides."""

    out: Path
    game: SimulatedGame
    dialect: Dialect
    columns: dict[str, list[str]] = field(default_factory=dict)
    rows: dict[str, int] = field(default_factory=dict)

    def table(self, name: str, table: pa.Table) -> pa.Table:
        """Give a table's columns that are written, and count its rows."""
        if name not in self.columns:
            words = set(re.findall(r"[a-z_0-9]+", plants_text(self.game.id)))
            self.columns[name] = [
                key for key in table.column_names if _is_kept(table, key, words=words)
            ]
        self.rows[name] = self.rows.get(name, 0) + table.num_rows
        return table.select(self.columns[name])

    def text(self, name: str, table: pa.Table) -> pa.Table:
        """Give a table's columns as text under the dialect's headers."""
        kept = self.table(name, table)
        return as_text(kept, name, dialect=self.dialect, zone=self.game.zone)

    def file(self, name: str, suffix: str) -> Path:
        """Give a table's file."""
        return self.out / f"{file_stem(name, dialect=self.dialect)}.{suffix}"


def write(spec: Spec, out: Path, *, form: str, dialect: Dialect) -> Written:
    """Simulate what is asked for and write it below a folder, its mapping and house files too.

    Raises UsageError for a folder that is not empty, for more rows than a form holds, for a form
    that the game has not, and for a breach that the form does not show.
    """
    if out.is_dir() and any(out.iterdir()):
        raise UsageError("simulate.not_empty", out=out)
    out.mkdir(parents=True, exist_ok=True)
    game = game_of(spec.game)
    own = None if form in FORMS else own_form(game.id, form)
    spec = spec if own is None else replace(spec, rates=_shown(spec, own.SHOWN))
    seen: dict[str, int] = {}
    casinos: dict[str, None] = {}
    batches = _watched(simulate(spec), seen, casinos=casinos)
    if own is not None:
        planted = _write_own(list(batches), out, form=own)
        casinos = {NOWHERE: None}
    elif form == "store":
        planted = write_store(out / "store", batches, game=game)
    else:
        written = replace(dialect, encoding="utf-8") if form == "ndjson" else dialect
        planted = _write_files(batches, _Sheets(out, game, written), form=form)
    write_planted(out, [planted])
    for casino in casinos:
        house = out / house_name(casino)
        house.write_text(house_text(game.id, casino), encoding="utf-8")
    return Written(seen, planted)


def _shown(spec: Spec, shown: Sequence[str]) -> Mapping[str, float]:
    """Give the rates of the rules whose breaches a form shows; raises UsageError for another."""
    hidden = sorted(set(spec.rates) - {ALL, *shown})
    if hidden:
        raise UsageError("simulate.hidden", rule=hidden[0], shown=", ".join(shown))
    every = spec.rates.get(ALL, 0.0)
    return {rule: spec.rates.get(rule, every) for rule in shown}


def _write_own(found: list[Batch], out: Path, *, form: OwnForm) -> pa.Table:
    """Write the files of a game's own form, and the labels as they name what is judged."""
    tables = {
        name: pa.concat_tables([batch.tables[name][0] for batch in found])
        for name in found[0].tables
    }
    names: dict[str, str] = {}
    for name, text, told in form.files(tables):
        (out / name).write_text(text, encoding="utf-8")
        read = form.read(text, name)
        for table, ids in told.items():
            pairs = zip(ids.to_pylist(), read.rows(table), strict=True)
            names |= {mine: row_key(table, row) for mine, row in pairs}
    labels = pa.concat_tables([batch.labels for batch in found])
    subjects = _renamed(labels["subject"], names)
    casinos = pa.repeat(NOWHERE, labels.num_rows)
    return pa.table([labels["rule"], casinos, subjects, labels["verdict"]], schema=LABELS)


def _renamed(subjects: pa.ChunkedArray, names: Mapping[str, str]) -> pa.Array:
    """Name subjects as a form's reader does: rows, and what is named after one (`H1/seat:2`)."""
    ours, theirs = pa.array(names.keys(), pa.string()), pa.array(names.values(), pa.string())
    told = subjects.combine_chunks()
    parts = pc.extract_regex(told, r"^(?P<row>[^/#]*)(?P<rest>.*)$")
    row, rest = (pc.struct_field(parts, key) for key in ("row", "rest"))
    whole, after = (theirs.take(pc.index_in(each, value_set=ours)) for each in (told, row))
    return pc.coalesce(whole, pc.binary_join_element_wise(after, rest, ""))


def _watched(
    batches: Iterable[Batch], seen: dict[str, int], *, casinos: dict[str, None]
) -> Iterable[Batch]:
    """Count rows and remember casinos while batches go by."""
    for batch in batches:
        for name, (table, _) in batch.tables.items():
            seen[name] = seen.get(name, 0) + table.num_rows
        casinos.update(dict.fromkeys(each.casino_id for each in batch.partitions))
        yield batch


def _write_files(batches: Iterable[Batch], sheets: _Sheets, *, form: str) -> pa.Table:
    """Write batches as files of a form, and the mapping where they are text; give the labels."""
    labels = _WRITERS[form](batches, sheets)
    if form != "parquet":
        mapping = mapping_text(sheets.columns, dialect=sheets.dialect, zone=sheets.game.zone)
        (sheets.out / "mapping.toml").write_text(mapping, encoding="utf-8")
    return pa.concat_tables(labels)


def _write_csv(batches: Iterable[Batch], sheets: _Sheets) -> list[pa.Table]:
    """Write a CSV file a table in the dialect."""
    labels = []
    for batch in batches:
        for name, (table, _) in batch.tables.items():
            is_first = name not in sheets.columns
            text = _csv(sheets.text(name, table), sheets.dialect.delimiter, head=is_first)
            _append(sheets.file(name, "csv"), text, dialect=sheets.dialect, first=is_first)
        labels.append(batch.labels)
    return labels


def _csv(text: pa.Table, delimiter: str, *, head: bool) -> str:
    """Give a table as text of CSV."""
    buffer = io.BytesIO()
    options = pa.csv.WriteOptions(include_header=False, delimiter=delimiter, quoting_style="needed")
    pa.csv.write_csv(text, buffer, options)
    return (delimiter.join(text.column_names) + "\n") * head + buffer.getvalue().decode()


def _append(file: Path, text: str, *, dialect: Dialect, first: bool) -> None:
    """Write text at a file's end, in the dialect's encoding; only its beginning has a mark."""
    encoding = dialect.encoding if first else dialect.encoding.replace("utf-16", "utf-16-le")
    with file.open("wb" if first else "ab") as out:
        out.write(text.encode(encoding))


def _write_ndjson(batches: Iterable[Batch], sheets: _Sheets) -> list[pa.Table]:
    """Write one NDJSON file, each line with the name of its table."""
    labels = []
    for number, batch in enumerate(batches):
        for place, (name, (table, _)) in enumerate(batch.tables.items()):
            text = sheets.text(name, table).to_pandas()
            text.insert(0, "table", file_stem(name, dialect=sheets.dialect))
            lines = text.to_json(orient="records", lines=True, force_ascii=False)
            with (sheets.out / f"{sheets.game.id}.ndjson").open(
                "a" if number or place else "w", encoding="utf-8"
            ) as file:
                file.write(lines)
        labels.append(batch.labels)
    return labels


def _write_parquet(batches: Iterable[Batch], sheets: _Sheets) -> list[pa.Table]:
    """Write a Parquet file a table, typed."""
    labels = []
    writers: dict[str, pq.ParquetWriter] = {}
    for batch in batches:
        for name, (table, _) in batch.tables.items():
            kept = sheets.table(name, table)
            if name not in writers:
                writers[name] = pq.ParquetWriter(sheets.file(name, "parquet"), kept.schema)
            writers[name].write_table(kept)
        labels.append(batch.labels)
    for writer in writers.values():
        writer.close()
    return labels


def _write_xlsx(batches: Iterable[Batch], sheets: _Sheets) -> list[pa.Table]:
    """Write one workbook, a sheet a table, every cell as text."""
    found = list(batches)
    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with Workbook(str(sheets.out / f"{sheets.game.id}.xlsx"), options) as book:
        for name in found[0].tables:
            table = pa.concat_tables([batch.tables[name][0] for batch in found])
            if table.num_rows > MOST_ROWS:
                raise UsageError("simulate.sheet", rows=table.num_rows, most=MOST_ROWS, table=name)
            text = sheets.text(name, table)
            sheet = book.add_worksheet(file_stem(name, dialect=sheets.dialect))
            sheet.write_row(0, 0, text.column_names)
            for row, cells in enumerate(zip(*text.to_pydict().values(), strict=True), 1):
                sheet.write_row(row, 0, cells)
    return [batch.labels for batch in found]


def _is_kept(table: pa.Table, column: str, *, words: set[str]) -> bool:
    """Tell whether a column is written: one that is filled, or that a plant may fill."""
    if ADDED.fullmatch(column):
        return False
    return column in words or table[column].null_count < table.num_rows


_WRITERS: Mapping[str, Callable[[Iterable[Batch], _Sheets], list[pa.Table]]] = {
    "csv": _write_csv,
    "ndjson": _write_ndjson,
    "parquet": _write_parquet,
    "xlsx": _write_xlsx,
}
