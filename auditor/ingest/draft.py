"""Drafts to fill in: a mapping proposed from the logs, a house file with its blanks."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from auditor.errors import InputError, UsageError
from auditor.games.log_model import Kind, tables
from auditor.ingest.mapping.columns import columns_of
from auditor.ingest.mapping.model import fold
from auditor.ingest.mapping.names import canonical_table, value_words
from auditor.ingest.read.inputs import ReadOptions, read_inputs
from auditor.sql import connect, name, query
from auditor.store.house import JURISDICTIONS
from auditor.texts import Words, say
from auditor.texts.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from auditor.ingest.mapping.columns import Columns
    from auditor.ingest.source import RawTable, Skipped
    from auditor.sql import Connection

FLAGS = {
    "casino_id": "--casino-id",
    "table_id": "--table-id",
    "gaming_date": "--gaming-date",
    "currency": "--currency",
}
MOST_VALUES = 12
WIDEST = 24


@dataclass(frozen=True, slots=True)
class _Draft:
    """What one raw table says of its casino's way of writing."""

    raw: RawTable
    columns: Columns
    values: tuple[tuple[str, str], ...]


def mapping_draft(inputs: Sequence[Path | str], *, lang: str = "es") -> str:
    """Propose a mapping.toml, each line marked as sure, guessed or asked.

    Raises InputError where nothing of the inputs can be read as a table.
    """
    with TemporaryDirectory(prefix="auditor-") as folder:
        connection = connect(allowed=[Path(folder)])
        read = read_inputs(connection, inputs, options=ReadOptions(scratch=Path(folder)))
        drafts = [_draft(connection, raw) for raw in read.tables]
    if not read.tables:
        raise InputError("draft.no_table", files=_reasons(read.skipped))
    lines = [say("draft.head", lang=lang), *_dialect(drafts, lang)]
    lines += ["", "[tables]", *_tables(drafts, lang), *_columns(drafts, lang)]
    lines += [*_values(drafts, lang), *_questions(drafts, lang)]
    for each in read.skipped:
        reason = each.reason_en if lang == "en" else each.reason_es
        lines.append(f"# {visible(each.name)}: {visible(reason)}")
    return "\n".join(lines) + "\n"


def _reasons(files: Sequence[Skipped]) -> Words:
    """Give why some files were not read."""
    first = files[:MOST_VALUES]
    es = (f"\n  {visible(each.name)}: {visible(each.reason_es)}" for each in first)
    en = (f"\n  {visible(each.name)}: {visible(each.reason_en)}" for each in first)
    return Words("".join(es), "".join(en))


def _draft(connection: Connection, raw: RawTable) -> _Draft:
    """Look at one raw table: its columns, and the words that nobody understands in them."""
    columns = columns_of(raw.columns, raw.mapping, table=raw.table)
    return _Draft(raw, columns, tuple(_strange(connection, raw, known=columns.known)))


def _strange(
    connection: Connection, raw: RawTable, *, known: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Give the values of closed columns that are not understood: our column and their value."""
    for ours, theirs in known.items():
        column = tables()[raw.table].column(ours)
        if column.kind is not Kind.CHOICE and (raw.table, ours) != ("events", "type"):
            continue
        understood = value_words(raw.mapping, ours, table=raw.table)
        cell = name(theirs)
        rows = query(
            connection,
            f"SELECT {cell} AS word FROM {name(raw.relation)} WHERE {cell} IS NOT NULL "
            f"GROUP BY ALL ORDER BY count(*) DESC, word LIMIT {MOST_VALUES}",
        )
        for word in rows["word"].to_pylist():
            if fold(word) not in understood:
                yield ours, word


def _dialect(drafts: list[_Draft], lang: str) -> Iterator[str]:
    """Write what was detected of how cells are written, as remarks beside what to declare."""
    yield "\n[dialect]"
    for draft in drafts:
        for each in draft.raw.assumptions:
            yield f"# {visible(each.en if lang == 'en' else each.es)}"
    yield say("draft.dialect", lang=lang)


def _line(theirs: str, ours: str, *, mark: str, lang: str) -> str:
    """Write that their name is ours, and how sure that is."""
    return f"{_quoted(theirs).ljust(WIDEST)} = {_quoted(ours)}  # {say(f'draft.{mark}', lang=lang)}"


def _tables(drafts: list[_Draft], lang: str) -> Iterator[str]:
    """Write which file is which table."""
    for draft in drafts:
        source = draft.raw.source.name
        stem = Path(source.partition("#")[2] or source).stem
        sure = canonical_table(draft.raw.mapping, stem) == draft.raw.table
        yield _line(stem, draft.raw.table, mark="sure" if sure else "guess", lang=lang)


def _columns(drafts: list[_Draft], lang: str) -> Iterator[str]:
    """Write which column is which, table by table; what nobody knows is guessed or asked."""
    for draft in drafts:
        yield f"\n[columns.{draft.raw.table}]"
        for ours, theirs in draft.columns.known.items():
            if fold(theirs) != ours:
                yield _line(theirs, ours, mark="sure", lang=lang)
        for each in draft.columns.unknown:
            if each.nearest:
                yield _line(each.name, each.nearest, mark="guess", lang=lang)
            else:
                asked = _quoted(each.name).ljust(WIDEST - 2)
                yield f'# {asked} = ""  # {say("draft.ask_column", lang=lang)}'
        if not all(each.nearest for each in draft.columns.unknown):
            yield from _free(draft, lang)


def _free(draft: _Draft, lang: str) -> Iterator[str]:
    """Write which of our columns no name of theirs has taken, and what each is."""
    yield f"# {say('draft.free', lang=lang)}"
    for column in tables()[draft.raw.table].columns:
        if column.name not in draft.columns.known:
            yield f"#   {column.name}: {column.en if lang == 'en' else column.es}"


def _values(drafts: list[_Draft], lang: str) -> Iterator[str]:
    """Write the words that are not understood, to be filled in."""
    for draft in drafts:
        for ours in dict.fromkeys(column for column, _ in draft.values):
            choices = tables()[draft.raw.table].column(ours).choices
            yield f"\n[values.{draft.raw.table}.{ours}]"
            yield f"# {say('draft.choices', lang=lang, choices=' | '.join(choices) or 'log-model')}"
            for column, word in draft.values:
                if column == ours:
                    yield f'# {_quoted(word)} = ""  # {say("draft.ask_value", lang=lang)}'


def _questions(drafts: list[_Draft], lang: str) -> Iterator[str]:
    """Write what is required and was not found."""
    for draft in drafts:
        required = [each.name for each in tables()[draft.raw.table].columns if each.required]
        for ours in (each for each in required if each not in draft.columns.known):
            yield f"# {_lacking(draft.raw.table, ours, lang=lang)}"


def _lacking(table: str, ours: str, *, lang: str) -> str:
    """Ask for a required column; a flag can give what the whole log has in common."""
    if ours in FLAGS:
        return say("draft.lacking_flag", lang=lang, table=table, column=ours, flag=FLAGS[ours])
    return say("draft.lacking", lang=lang, table=table, column=ours)


def house_draft(casino_id: str, *, jurisdiction: str | None, lang: str = "es") -> str:
    """Write a house file to fill in: every key, its meaning, and a blank where nothing is known.

    Raises UsageError for a jurisdiction that no norm has, and for a casino without an id.
    """
    if not casino_id.strip():
        raise UsageError("draft.no_casino")
    where = jurisdiction or JURISDICTIONS[0]
    if where not in JURISDICTIONS:
        known = ", ".join(JURISDICTIONS)
        raise UsageError("draft.jurisdiction", jurisdiction=where, known=known)
    return say("draft.house", lang=lang, casino=_quoted(casino_id), jurisdiction=where)


def _quoted(text: str) -> str:
    """Write a text as TOML, whose escapes are JSON's."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
