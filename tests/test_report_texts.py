"""The report's words: each that a page asks for is there, gets its values, and none is idle."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, NamedTuple

import jinja2
import pytest
from jinja2 import nodes

from auditor.report.compose.verdict_words import WORDED

if TYPE_CHECKING:
    from collections.abc import Iterator

REPORT = Path(__file__).resolve().parents[1] / "auditor" / "report"
TEXTS = tomllib.loads((REPORT.parent / "texts" / "report.toml").read_text("utf-8"))
# How a page or a module asks for a text, and what it puts in by itself.
SINGLE, PLURAL, FAMILY = {"t", "say"}, {"plural"}, {"word"}
GIVEN = {"count", "lang"}


class Asked(NamedTuple):
    """A text asked for: where, how (`t`, `say`, `plural`, `word`), its key, the values given."""

    place: str
    how: str
    key: str
    values: frozenset[str]


def trees_of_pages() -> dict[str, nodes.Template]:
    """Parse the templates: file name → tree."""
    environment = jinja2.Environment(autoescape=True)
    files = sorted((REPORT / "templates").rglob("*.j2"))
    return {file.name: environment.parse(file.read_text("utf-8")) for file in files}


def asked_by_pages() -> Iterator[Asked]:
    """Walk the texts that the templates ask for."""
    for name, tree in trees_of_pages().items():
        for call in tree.find_all(nodes.Call):
            first = call.args[0] if call.args else None
            if isinstance(call.node, nodes.Name) and isinstance(first, nodes.Const):
                values = frozenset(pair.key for pair in call.kwargs)
                yield Asked(f"{name}:{call.lineno}", call.node.name, str(first.value), values)


def asked_by_modules() -> Iterator[Asked]:
    """Walk the texts that the report's modules ask for."""
    for place, node in nodes_of_modules():
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            how = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
            values = frozenset(str(keyword.arg) for keyword in node.keywords)
            yield Asked(f"{place}:{node.lineno}", how, str(node.args[0].value), values)


def nodes_of_modules() -> Iterator[tuple[str, ast.AST]]:
    """Walk the trees of the report's modules."""
    for file in sorted(REPORT.rglob("*.py")):
        yield from ((file.name, node) for node in ast.walk(ast.parse(file.read_text("utf-8"))))


def keys_of(asked: Asked) -> list[str]:
    """Give the keys that a text asked for stands for; none for a family, which may lack a word."""
    if asked.how in PLURAL:
        return [f"{asked.key}_one", f"{asked.key}_many"]
    return [asked.key] if asked.how in SINGLE and "." not in asked.key else []


def places(key: str) -> set[str]:
    """List the names that a text leaves to be filled."""
    return {name for _, name, _, _ in Formatter().parse(TEXTS[key]["es"]) if name is not None}


@pytest.fixture(scope="module")
def asked() -> list[Asked]:
    return [*asked_by_pages(), *asked_by_modules()]


def test_every_text_that_is_asked_for_is_there(asked: list[Asked]) -> None:
    wanted = [(each.place, key) for each in asked for key in keys_of(each)]
    assert [f"{place} {key}" for place, key in wanted if key not in TEXTS] == []


def test_every_text_is_given_the_values_it_names(asked: list[Asked]) -> None:
    known = [(each, key) for each in asked for key in keys_of(each) if key in TEXTS]
    short = [(each, key, places(key) - each.values - GIVEN) for each, key in known]
    certain = [one for one in short if "None" not in one[0].values]
    assert [f"{each.place} {key} lacks {lacks}" for each, key, lacks in certain if lacks] == []


def test_every_family_of_words_has_a_word(asked: list[Asked]) -> None:
    families = {each.key for each in asked if each.how in FAMILY} | set(WORDED.values())
    assert families
    assert [name for name in families if not any(key.startswith(f"{name}_") for key in TEXTS)] == []


def test_no_text_is_idle(asked: list[Asked]) -> None:
    said = set(strings())
    used = {key for each in asked for key in keys_of(each)} | said
    used |= {f"{text}{form}" for text in said for form in ("_one", "_many")}
    begun = {f"{each.key}_" for each in asked if each.how in FAMILY}
    begun |= {f"{family}_" for family in WORDED.values()}
    begun |= {text for text in said if re.fullmatch(r"[a-z]+(?:_[a-z]+)*_", text)}
    idle = [key for key in TEXTS if key not in used and not key.startswith(tuple(begun))]
    assert idle == []


def strings() -> Iterator[str]:
    """Walk the strings of modules and pages, which may be keys, or their beginnings, asked for."""
    for _, node in nodes_of_modules():
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield re.sub(r"^report[.]", "", node.value)
    for tree in trees_of_pages().values():
        yield from (str(node.value) for node in tree.find_all(nodes.Const))
