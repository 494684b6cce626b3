"""The mapping file read strictly: mapping.toml, as the log model has it."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

from auditor.errors import MappingError
from auditor.games.log_model import event_families, tables
from auditor.ingest.mapping.model import Dialect, FileDialect, Mapping
from auditor.store.plain import read_plain
from auditor.store.toml_section import MAX_BYTES, Section, parse_toml

if TYPE_CHECKING:
    from pathlib import Path

ENCODINGS = {
    "ascii": "utf-8",
    "utf-8": "utf-8",
    "utf-8-sig": "utf-8",
    "utf-16": "utf-16",
    "utf-16-le": "utf-16-le",
    "utf-16-be": "utf-16-be",
    "cp1252": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-15": "iso8859-15",
    "cp850": "cp850",
    "mac-roman": "mac-roman",
}
DIALECT_KEYS = (
    *("encoding", "delimiter", "decimal", "thousands", "datetime", "date", "zone"),
    *("true", "false", "skip_rows"),
)
DATE_FORMAT = re.compile(r"(?:%[dmYy]|[^%])+")
TIME_FORMAT = re.compile(r"(?:%[dmYyHIMSfpz]|[^%])+")


def read_mapping(path: Path) -> Mapping:
    """Read a mapping file; raises MappingError, naming the file and the key."""
    data = read_plain(path, most=MAX_BYTES, error=MappingError)
    return parse_mapping(data, file=path.name)


def parse_mapping(data: bytes, *, file: str) -> Mapping:
    """Read the bytes of a mapping file; raises MappingError, naming the file and the key."""
    top = parse_toml(data, file=file, error=MappingError)
    top.only(("dialect", "file", "tables", "columns", "values", "ignore"))
    ignore = top.section("ignore") or Section({}, file, MappingError)
    ignore.only(("columns", "files"))
    return Mapping(
        name=file,
        dialect=_dialect(top.section("dialect"), *DIALECT_KEYS),
        files=tuple(_file(part) for part in top.sections("file")),
        tables=_tables(top.section("tables")),
        columns=_columns(top.section("columns")),
        values=_values(top.section("values")),
        ignored_columns=ignore.texts("columns"),
        ignored_files=ignore.texts("files"),
    )


def _file(part: Section) -> FileDialect:
    """Read the dialect of the files of one glob."""
    match = part.text("match")
    if not match:
        raise part.refuse("missing", "match")
    return FileDialect(match, _dialect(part, *DIALECT_KEYS, "match"))


def _dialect(part: Section | None, *keys: str) -> Dialect:
    """Read a dialect."""
    if part is None:
        return Dialect()
    part.only(keys)
    dialect = Dialect(
        encoding=_encoding(part),
        delimiter=_mark(part, "delimiter", refused='"\r\n'),
        decimal=_mark(part, "decimal", refused="0123456789-+ "),
        thousands=_mark(part, "thousands", refused="0123456789-+"),
        datetime=_format(part, "datetime", shape=TIME_FORMAT),
        date=_format(part, "date", shape=DATE_FORMAT),
        zone=part.zone("zone"),
        true=part.texts("true"),
        false=part.texts("false"),
        skip_rows=part.count("skip_rows"),
    )
    if dialect.thousands and dialect.thousands == (dialect.decimal or "."):
        raise part.refuse("same_marks", "thousands", other="decimal", value=dialect.thousands)
    return dialect


def _encoding(part: Section) -> str | None:
    """Read an encoding's name; Latin-1 is read as cp1252, which holds it."""
    value = part.text("encoding")
    if value is None:
        return None
    try:
        return ENCODINGS[codecs.lookup(value).name]
    except (LookupError, ValueError) as error:
        raise part.refuse("unknown_encoding", "encoding", value=value) from error


def _mark(part: Section, key: str, *, refused: str) -> str | None:
    """Read a mark of one character."""
    value = part.text(key)
    if value is not None and (len(value) != 1 or value in refused):
        raise part.refuse("bad_mark", key, value=value)
    return value


def _format(part: Section, key: str, *, shape: re.Pattern[str]) -> str | None:
    """Read a format of dates or times: day, month and year must be in it."""
    value = part.text(key)
    if value is None:
        return None
    has_day = "%d" in value and "%m" in value and ("%Y" in value or "%y" in value)
    if not has_day or not shape.fullmatch(value):
        raise part.refuse("bad_format", key, value=value)
    return value


def _tables(part: Section | None) -> dict[str, str]:
    """Read which file or sheet stands for which table."""
    if part is None:
        return {}
    found = {name: part.text(name) or "" for name in part.raw}
    for name, table in found.items():
        if table not in tables():
            raise part.refuse("unknown_table", name, value=table, choices=", ".join(tables()))
    return found


def _columns(part: Section | None) -> dict[str, dict[str, str]]:
    """Read which column stands for which of ours: for all tables under `""`, or for one."""
    if part is None:
        return {}
    own = [name for name, value in part.raw.items() if isinstance(value, dict)]
    every = Section(
        {name: value for name, value in part.raw.items() if name not in own},
        *(part.file, part.error, part.place),
    )
    anywhere = {name for table in tables().values() for name in table.names}
    found = {"": _names(every, choices=anywhere)}
    for table in own:
        inside = part.section(table)
        if inside is not None:
            found[table] = _names(inside, choices=set(tables()[_known(part, table)].names))
    return found


def _names(part: Section, *, choices: set[str]) -> dict[str, str]:
    """Read names or values that stand for one of a set of ours (of any, where it is empty)."""
    found = {name: part.text(name) or "" for name in part.raw}
    for name, ours in found.items():
        if choices and ours not in choices:
            known = ", ".join(sorted(choices))
            raise part.refuse("unknown_target", name, value=ours, choices=known)
    return found


def _known(part: Section, table: str) -> str:
    """Give a table's name, if it is one."""
    if table not in tables():
        raise part.refuse("unknown_table", table, value=table, choices=", ".join(tables()))
    return table


def _values(part: Section | None) -> dict[str, dict[str, dict[str, str]]]:
    """Read which value stands for which of ours, by column: for all tables under `""`, or one."""
    found: dict[str, dict[str, dict[str, str]]] = {"": {}}
    for name in part.raw if part else ():
        inside = part.section(name) if part else None
        if inside is None:
            continue
        if name in tables():
            found[name] = {column: _words(inside, column, table=name) for column in inside.raw}
        elif part is not None:
            found[""][name] = _words(part, name, table="")
    return found


def _words(part: Section, column: str, *, table: str) -> dict[str, str]:
    """Read the values of one column."""
    holders = [tables()[table]] if table else list(tables().values())
    columns = [one for holder in holders for one in holder.columns if one.name == column]
    inside = part.section(column)
    if not columns or inside is None:
        known = sorted({one.name for holder in holders for one in holder.columns})
        raise part.refuse("unknown_target", column, value=column, choices=", ".join(known))
    choices = {choice for one in columns for choice in one.choices}
    return _names(inside, choices=choices | (_event_types() if column == "type" else set()))


def _event_types() -> set[str]:
    """Give the types of event that the log model knows."""
    return {name for family in event_families().values() for name in family}
