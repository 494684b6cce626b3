"""A condition taken apart: what it joins by AND, what it compares, and where a comparison turns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from auditor.rulebook.expression import parse, sql_of, tree_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Node = dict[str, object]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two sides that a condition compares, as SQL."""

    left: str
    right: str

    def names(self) -> frozenset[str]:
        """Give the names read on either side."""
        return frozenset({*parse(self.left).names, *parse(self.right).names})


@cache
def conjuncts(sql: str) -> tuple[str, ...]:
    """Split a condition at its outermost ANDs; one without any is given whole."""
    tree = tree_of(sql)
    if tree.get("type") != "CONJUNCTION_AND":
        return (sql,)
    return tuple(_bare(sql_of(each)) for each in _children(tree))


@cache
def comparisons(sql: str) -> tuple[Comparison, ...]:
    """Give every pair of sides that a condition compares, BETWEEN and IN taken apart."""
    return tuple(
        Comparison(sql_of(left), sql_of(right))
        for node in _every(tree_of(sql))
        for left, right in _sides(node)
    )


@cache
def differences(compared: Comparison, column: str) -> tuple[tuple[str, str], ...]:
    """Give the left side less the right as SQL, with a column as 0 and as 1.

    An `abs` that holds the column is read both ways, so that each of what is given is linear in it.
    """
    tree = tree_of(f"({compared.left}) - ({compared.right})")
    return tuple(
        (sql_of(_put(each, column, text="0")), sql_of(_put(each, column, text="1")))
        for each in _without_abs(tree)
    )


def _bare(sql: str) -> str:
    """Take off the brackets around a whole expression."""
    whole = sql.startswith("(") and sql.endswith(")")
    inner = sql[1:-1]
    depth = 0
    for mark in inner:
        depth += (mark == "(") - (mark == ")")
        if depth < 0:
            return sql
    return inner if whole else sql


def _children(node: Node) -> list[Node]:
    """Give the nodes directly below a node."""
    found: list[Node] = []
    for held in node.values():
        parts = held if isinstance(held, list) else [held]
        for part in parts:
            inner = part.get("expression", part) if isinstance(part, dict) else part
            if isinstance(inner, dict) and "class" in inner:
                found.append(inner)
    return found


def _every(node: Node) -> Iterator[Node]:
    """Walk a node and all below it."""
    yield node
    for child in _children(node):
        yield from _every(child)


def _sides(node: Node) -> Iterator[tuple[Node, Node]]:
    """Give the pairs of sides that one node compares."""
    parts = _children(node)
    if node["class"] in {"COMPARISON", "BETWEEN"} or node["type"] == "COMPARE_IN":
        yield from ((parts[0], other) for other in parts[1:])


def _put(node: Node, column: str, *, text: str) -> Node:
    """Put a number in the place of a column."""
    if node["class"] == "COLUMN_REF" and node["column_names"] == [column]:
        return tree_of(text)
    return _mapped(node, lambda child: _put(child, column, text=text))


def _without_abs(node: Node) -> Iterator[Node]:
    """Give a tree with its first `abs` as what it holds and as its opposite, and so on."""
    place = next((each for each in _every(node) if each.get("function_name") == "abs"), None)
    if place is None:
        yield node
        return
    held = sql_of(_children(place)[0])
    for way in (held, f"-({held})"):
        yield from _without_abs(_swapped(node, place, way=tree_of(way)))


def _swapped(node: Node, place: Node, *, way: Node) -> Node:
    """Give a tree with one of its nodes replaced."""
    if node is place:
        return way
    return _mapped(node, lambda child: _swapped(child, place, way=way))


def _mapped(node: Node, change: Callable[[Node], Node]) -> Node:
    """Give a node with each of the nodes directly below it changed."""
    return {key: _mapped_part(held, change) for key, held in node.items()}


def _mapped_part(held: object, change: Callable[[Node], Node]) -> object:
    """Change the nodes in one part of a node."""
    if isinstance(held, list):
        return [_mapped_part(each, change) for each in held]
    if isinstance(held, dict) and "class" in held:
        return change(held)
    if isinstance(held, dict) and "expression" in held:
        return {**held, "expression": _mapped_part(held["expression"], change)}
    return held
