"""YAML read safely, with the line of everything that stands in it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import yaml

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a rule pack: file, line, what is wrong and what to do, in both languages."""

    path: Path
    line: int
    es: str
    en: str

    def say(self, lang: str, root: Path) -> str:
        """Give `file:line: what is wrong` in one language."""
        shown = self.path.relative_to(root) if self.path.is_relative_to(root) else self.path
        return f"{shown}:{self.line}: {self.en if lang == 'en' else self.es}"


@dataclass(frozen=True, slots=True)
class Document:
    """A YAML file as plain data, with its node tree for line numbers."""

    path: Path
    data: object
    root: yaml.Node | None

    def line(self, where: Sequence[str | int]) -> int:
        """Give the line of the deepest node on a path of keys and positions."""
        node = self.root
        line = 1 if node is None else node.start_mark.line + 1
        for step in where:
            node = _step(node, step)
            if node is None:
                return line
            line = node.start_mark.line + 1
        return line


def _step(node: yaml.Node | None, step: str | int) -> yaml.Node | None:
    """Go one key or position down the tree; None where there is none."""
    if isinstance(node, yaml.MappingNode):
        return next((value for key, value in node.value if key.value == str(step)), None)
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        found: yaml.Node = node.value[step]
        return found
    return None


def read_document(path: Path) -> tuple[Document, tuple[Fault, ...]]:
    """Read a YAML file: aliases, duplicate keys and unsafe tags are faults, not surprises."""
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError as error:
        return Document(path, None, None), (_syntax_fault(path, error),)
    return _parsed(path, text)


@lru_cache(maxsize=24)  # the rules of every norm, which each night of a run is judged by
def _parsed(path: Path, text: str) -> tuple[Document, tuple[Fault, ...]]:
    """Read YAML; the data of what was read before are not to be changed."""
    try:
        loader = _LOADER(text)
        root = loader.get_single_node()
        faults = tuple(_node_faults(path, root)) if root is not None else ()
        data = None if faults or root is None else loader.construct_document(root)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        return Document(path, None, None), (_syntax_fault(path, error),)
    return Document(path, data, root), faults


def _syntax_fault(path: Path, error: Exception) -> Fault:
    """Make a fault of what the YAML reader could not read."""
    mark = getattr(error, "problem_mark", None)
    why = getattr(error, "problem", None) or str(error)
    line = mark.line + 1 if mark is not None else 1
    return Fault(path, line, f"YAML mal formado: {why}", f"malformed YAML: {why}")


def _node_faults(path: Path, root: yaml.Node) -> list[Fault]:
    """Find keys given twice, and nodes used twice by an alias."""
    faults: list[Fault] = []
    seen: set[int] = set()
    todo = [root]
    while todo:
        node = todo.pop()
        if id(node) in seen and not isinstance(node, yaml.ScalarNode):
            return [_alias_fault(path, node)]
        seen.add(id(node))
        faults.extend(_repeated_keys(path, node))
        todo.extend(_children(node))
    return faults


def _alias_fault(path: Path, node: yaml.Node) -> Fault:
    """Say that aliases are not read."""
    line = node.start_mark.line + 1
    return Fault(
        path,
        line,
        "no se admiten alias de YAML: escriba el valor",
        "YAML aliases are not read: write the value",
    )


def _children(node: yaml.Node) -> list[yaml.Node]:
    """Give the nodes directly below a node."""
    if isinstance(node, yaml.MappingNode):
        return [child for pair in node.value for child in pair]
    return list(node.value) if isinstance(node, yaml.SequenceNode) else []


def _repeated_keys(path: Path, node: yaml.Node) -> list[Fault]:
    """Find the keys that stand twice in a mapping, and those that are no words."""
    if not isinstance(node, yaml.MappingNode):
        return []
    faults, seen = [], set()
    for key, _ in node.value:
        line = key.start_mark.line + 1
        if not isinstance(key, yaml.ScalarNode):
            es, en = "una clave ha de ser una palabra", "a key has to be a word"
            faults.append(Fault(path, line, es, en))
            continue
        if key.value in seen:
            es, en = f"la clave «{key.value}» está dos veces", f"the key “{key.value}” stands twice"
            faults.append(Fault(path, line, es, en))
        seen.add(key.value)
    return faults
