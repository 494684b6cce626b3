"""SQL as a syntax tree and back, by the engine's own reader: nothing is guessed."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

from auditor.sql import EngineError, connect, literal, value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.sql import Connection

Node = dict[str, object]
Path = tuple[str | int, ...]


class UnreadableError(Exception):
    """SQL that the engine does not read, or a tree that it does not write."""


@cache
def _engine() -> Connection:
    """Give the engine that reads and writes syntax; it holds no data."""
    return connect(threads=1)


def tree_of(sql: str) -> Node:
    """Read one SELECT as a tree; raises UnreadableError."""
    told = json.loads(str(value(_engine(), f"SELECT json_serialize_sql({literal(sql)})")))
    if told["error"]:
        raise UnreadableError(told.get("error_message", sql))
    found: Node = told
    return found


def sql_of(tree: Node) -> str:
    """Write a tree as SQL; raises UnreadableError."""
    try:
        written = json.dumps(tree)
        return str(value(_engine(), f"SELECT json_deserialize_sql({literal(written)}::JSON)"))
    except EngineError as error:
        raise UnreadableError(str(error)) from error


def expression_tree(sql: str) -> Node:
    """Read one expression as the tree of the SELECT that gives it."""
    return tree_of(f"SELECT {sql}")


def expression_sql(tree: Node) -> str:
    """Write the expression of such a tree."""
    return sql_of(tree).removeprefix("SELECT ").strip()


def written(node: object) -> str:
    """Write a part of a tree as people read it: an expression as SQL, anything else as JSON."""
    if isinstance(node, dict) and "class" in node:
        bare = expression_tree("1")
        try:
            return expression_sql(replaced(bare, SELECTED, new=node))
        except UnreadableError:
            pass
    return json.dumps(_without_places(node), sort_keys=True)


def _without_places(node: object) -> object:
    """Give a part of a tree without where it stood."""
    if isinstance(node, dict):
        return {
            key: _without_places(each)
            for key, each in node.items()
            if not key.startswith("query_location")
        }
    return [_without_places(each) for each in node] if isinstance(node, list) else node


SELECTED: Path = ("statements", 0, "node", "select_list", 0)


def nodes(tree: object, path: Path = ()) -> Iterator[tuple[Path, Node]]:
    """Give every object of a tree with the way to it, from the top down."""
    if isinstance(tree, dict):
        yield path, tree
        for key, each in tree.items():
            yield from nodes(each, (*path, key))
    elif isinstance(tree, list):
        for position, each in enumerate(tree):
            yield from nodes(each, (*path, position))


def replaced(tree: object, path: Path, *, new: object) -> Node:
    """Give a tree with the part at a path replaced; what is not on the way is shared."""
    found = _replaced(tree, path, new=new)
    if not isinstance(found, dict):
        raise UnreadableError(str(path))
    return found


def _replaced(tree: object, path: Path, *, new: object) -> object:
    """Replace below one node."""
    if not path:
        return new
    head, rest = path[0], path[1:]
    if isinstance(tree, dict):
        return {**tree, head: _replaced(tree[head], rest, new=new)}
    if isinstance(tree, list) and isinstance(head, int):
        return [*tree[:head], _replaced(tree[head], rest, new=new), *tree[head + 1 :]]
    raise UnreadableError(str(path))
