"""The words said to people: every one in both languages, with the same places to fill, and used."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, NamedTuple

import pytest

from auditor.texts import say

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).resolve().parents[1] / "auditor"
TEXTS = PACKAGE / "texts"
LANGUAGES = {"es", "en"}
# What `say`, an error and a fault give a text on their own, beside its values.
GIVEN = {"lang"}
# `report.pdf` is a file, not a text.
SUFFIXES = {"csv", "html", "json", "jsonl", "lock", "parquet", "pdf", "sarif", "sql", "toml"}
SUFFIXES |= {"txt", "xlsx", "xml"}
# A code that is not whole: `area.` or `area.some_`, to which the program adds the rest.
BEGINNING = re.compile(r"[a-z0-9]+\.(?:[a-z0-9_]*_)?")


class Use(NamedTuple):
    """A place where a text is called by its code: file and line, the code, the values given."""

    place: str
    code: str
    values: frozenset[str] | None  # None: not to be known from the source


def areas() -> dict[str, dict[str, dict[str, str]]]:
    """Read every text: area → key → language → text."""
    return {file.stem: tomllib.loads(file.read_text("utf-8")) for file in TEXTS.glob("*.toml")}


def codes() -> dict[str, dict[str, str]]:
    """Give every text by its code, `area.key`."""
    return {f"{area}.{key}": text for area, keys in areas().items() for key, text in keys.items()}


def places(text: str) -> set[str]:
    """List the names that a text leaves to be filled."""
    names = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    return {re.split(r"[.\[]", name)[0] for name in names}


def trees() -> Iterator[tuple[str, ast.Module]]:
    """Walk the program's files as trees."""
    for file in sorted(PACKAGE.rglob("*.py")):
        yield str(file.relative_to(PACKAGE)), ast.parse(file.read_text("utf-8"))


def constant(node: ast.AST) -> str | None:
    """Give the code that a node is: a string `area.key` of a known area."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        area, dot, key = node.value.partition(".")
        is_key = bool(dot) and re.fullmatch(r"[a-z0-9_]*[a-z0-9]", key) and key not in SUFFIXES
        return node.value if is_key and (TEXTS / f"{area}.toml").is_file() else None
    return None


def uses(name: str, tree: ast.Module) -> Iterator[Use]:
    """Walk the codes that a file names, with the values given where it is a call."""
    every = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    calls = {id(call.args[0]): call for call in every if call.args}
    for node in ast.walk(tree):
        code = constant(node)
        if code:
            call = calls.get(id(node))
            yield Use(f"{name}:{getattr(node, 'lineno', 0)}", code, _values(call))


def _values(call: ast.AST | None) -> frozenset[str] | None:
    """Give the names of the values that a call hands over; None where they cannot be told."""
    if not isinstance(call, ast.Call):
        return None
    names = [keyword.arg for keyword in call.keywords]
    return None if None in names else frozenset(name for name in names if name) - GIVEN


def beginnings() -> set[str]:
    """List the codes' beginnings that the program ends while it runs: f"area.{key}", "area.a_"."""
    nodes = [node for _, tree in trees() for node in ast.walk(tree)]
    heads = [node.values[0] for node in nodes if isinstance(node, ast.JoinedStr) and node.values]
    strings = [node.value for node in [*heads, *nodes] if isinstance(node, ast.Constant)]
    return {text for text in strings if isinstance(text, str) and BEGINNING.fullmatch(text)}


def templates() -> str:
    """Give the words of every file of the package that is neither Python nor a text."""
    files = [file for file in PACKAGE.rglob("*") if file.is_file() and TEXTS not in file.parents]
    return "\n".join(
        f.read_text("utf-8") for f in files if f.suffix in {".html", ".j2", ".js", ".svg"}
    )


@pytest.fixture(scope="module")
def all_uses() -> list[Use]:
    return [use for name, tree in trees() for use in uses(name, tree)]


def test_every_text_is_there_in_both_languages() -> None:
    assert {code: set(text) for code, text in codes().items() if set(text) != LANGUAGES} == {}


def test_no_text_is_empty() -> None:
    assert [
        code for code, text in codes().items() if not all(t.strip() for t in text.values())
    ] == []


def test_both_languages_leave_the_same_names_to_fill() -> None:
    differ = [code for code, text in codes().items() if places(text["es"]) != places(text["en"])]
    assert differ == []


def test_every_code_in_the_program_has_its_text(all_uses: list[Use]) -> None:
    known = codes()
    assert [f"{use.place} {use.code}" for use in all_uses if use.code not in known] == []


def test_every_call_gives_its_text_the_values_it_names(all_uses: list[Use]) -> None:
    known = codes()
    told = [use for use in all_uses if use.values is not None and use.code in known]
    short = [(use, places(known[use.code]["es"]) - (use.values or frozenset())) for use in told]
    assert [f"{use.place} {use.code} lacks {sorted(lacks)}" for use, lacks in short if lacks] == []


def test_every_text_is_said_somewhere(all_uses: list[Use]) -> None:
    said, begun, words = {use.code for use in all_uses}, tuple(beginnings()), templates()
    idle = [code for code in codes() if code not in said and not (begun and code.startswith(begun))]
    assert [code for code in idle if not re.search(rf"\b{code.partition('.')[2]}\b", words)] == []


def test_places_are_read_with_their_formats_and_attributes() -> None:
    assert places("{count:,} of {table.name} {{literal}}") == {"count", "table"}


def test_a_call_without_a_value_is_seen() -> None:
    tree = ast.parse("raise SqlError('sql.failed', why='x')\nsay('sql.failed', **more)")
    assert [use.values for use in uses("planted.py", tree)] == [{"why"}, None]


def test_a_code_is_told_from_a_file_name() -> None:
    nodes = [
        ast.Constant("sql.failed"),
        ast.Constant("sql.toml"),
        ast.Constant("sql. Failed"),
    ]
    assert [constant(node) for node in nodes] == ["sql.failed", None, None]


def test_one_of_a_thing_is_said_in_the_singular() -> None:
    es, en = (
        say("cli.ingested", lang=lang, sources=1, records=2, written=1, rejected=0)
        for lang in ("es", "en")
    )
    assert es == "De 1 fuente, 2 registros: 1 guardado, 0 rechazados."
    assert en == "Read 2 records from 1 source: 1 stored, 0 rejected."
