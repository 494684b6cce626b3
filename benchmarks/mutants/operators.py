"""The small changes that a slip of the pen makes in SQL: one node of a tree, changed one way."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.mutants.tree import Node

    Change = tuple[str, object]
    Operator = Callable[[Node], Iterator[Change]]

TURNED = {
    "COMPARE_EQUAL": "COMPARE_NOTEQUAL",
    "COMPARE_NOTEQUAL": "COMPARE_EQUAL",
    "COMPARE_LESSTHAN": "COMPARE_GREATERTHANOREQUALTO",
    "COMPARE_GREATERTHANOREQUALTO": "COMPARE_LESSTHAN",
    "COMPARE_GREATERTHAN": "COMPARE_LESSTHANOREQUALTO",
    "COMPARE_LESSTHANOREQUALTO": "COMPARE_GREATERTHAN",
    "COMPARE_IN": "COMPARE_NOT_IN",
    "COMPARE_NOT_IN": "COMPARE_IN",
    "COMPARE_DISTINCT_FROM": "COMPARE_NOT_DISTINCT_FROM",
    "COMPARE_NOT_DISTINCT_FROM": "COMPARE_DISTINCT_FROM",
    "OPERATOR_IS_NULL": "OPERATOR_IS_NOT_NULL",
    "OPERATOR_IS_NOT_NULL": "OPERATOR_IS_NULL",
}
LOOSENED = {
    "COMPARE_LESSTHAN": "COMPARE_LESSTHANOREQUALTO",
    "COMPARE_LESSTHANOREQUALTO": "COMPARE_LESSTHAN",
    "COMPARE_GREATERTHAN": "COMPARE_GREATERTHANOREQUALTO",
    "COMPARE_GREATERTHANOREQUALTO": "COMPARE_GREATERTHAN",
}
JOINED = {"CONJUNCTION_AND": "CONJUNCTION_OR", "CONJUNCTION_OR": "CONJUNCTION_AND"}
AGGREGATES = {"sum": "max", "min": "max", "max": "min"}
TRUE = {
    "class": "CONSTANT",
    "type": "VALUE_CONSTANT",
    "alias": "",
    "query_location": 0,
    "literal": {"kind": "BOOLEAN", "text": "true"},
}


def comparison_turned(node: Node) -> Iterator[Change]:
    """Turn a comparison round: `=` to `<>`, `<` to `>=`, IN to NOT IN."""
    turned = TURNED.get(str(node.get("type")))
    if turned:
        yield "comparison turned", {**node, "type": turned}
    elif node.get("class") == "BETWEEN":
        yield "comparison turned", negated(node)


def comparison_loosened(node: Node) -> Iterator[Change]:
    """Let a comparison in the limit itself, or keep it out: `<` to `<=` and back."""
    loosened = LOOSENED.get(str(node.get("type")))
    if loosened:
        yield "comparison loosened", {**node, "type": loosened}


def constant_moved(node: Node) -> Iterator[Change]:
    """Move a whole number by one, up and down; turn a truth value."""
    held = node.get("literal")
    if node.get("class") != "CONSTANT" or not isinstance(held, dict):
        return
    text = str(held.get("text"))
    if held.get("kind") == "INTEGER":
        for step in (1, -1):
            yield "constant moved", {**node, "literal": {**held, "text": str(int(text) + step)}}
    elif held.get("kind") == "BOOLEAN":
        turned = "false" if text.lower() == "true" else "true"
        yield "constant moved", {**node, "literal": {**held, "text": turned}}


def conjunction_swapped(node: Node) -> Iterator[Change]:
    """Say OR for AND, and AND for OR."""
    if node.get("class") == "CONJUNCTION":
        yield "AND/OR swapped", {**node, "type": JOINED[str(node["type"])]}


def branch_dropped(node: Node) -> Iterator[Change]:
    """Drop each branch of a CASE; the only one is never come to, so that its type stays."""
    checks = node.get("case_checks")
    if node.get("class") != "CASE" or not isinstance(checks, list):
        return
    for position, check in enumerate(checks):
        rest = [*checks[:position], *checks[position + 1 :]]
        never = [{**check, "when_expr": negated(TRUE)}]
        yield "CASE branch dropped", {**node, "case_checks": rest or never}


def coalesce_removed(node: Node) -> Iterator[Change]:
    """Take what coalesce was given first, NULL or not."""
    children = node.get("children")
    if node.get("type") == "OPERATOR_COALESCE" and isinstance(children, list):
        yield "coalesce removed", {**children[0], "alias": node.get("alias", "")}


def aggregate_swapped(node: Node) -> Iterator[Change]:
    """Take the greatest for the sum, the least for the greatest."""
    other = AGGREGATES.get(str(node.get("function_name")))
    if other:
        named = {"function_name": other, "qualified_name": {"path": [other]}}
        yield "aggregate swapped", {**node, **named}


def join_narrowed(node: Node) -> Iterator[Change]:
    """Make a LEFT JOIN lose the rows that find no match."""
    if node.get("type") == "JOIN" and node.get("join_type") == "LEFT":
        yield "LEFT JOIN narrowed", {**node, "join_type": "INNER"}


def window_changed(node: Node) -> Iterator[Change]:
    """Drop a window's last partition key, and move each end of its frame."""
    if node.get("class") != "WINDOW":
        return
    partitions = node.get("partitions")
    if isinstance(partitions, list) and partitions:
        yield "window partition widened", {**node, "partitions": partitions[:-1]}
    if node.get("end") == "EXPR_PRECEDING_ROWS":
        yield "window frame moved", {**node, "end": "CURRENT_ROW_ROWS", "end_expr": None}
    elif node.get("end") == "CURRENT_ROW_ROWS":
        yield "window frame moved", {**node, "end": "UNBOUNDED_FOLLOWING"}


def negated(node: object) -> Node:
    """Deny an expression."""
    alias = node.get("alias", "") if isinstance(node, dict) else ""
    inner = {**node, "alias": ""} if isinstance(node, dict) else node
    return {
        "class": "OPERATOR",
        "type": "OPERATOR_NOT",
        "alias": alias,
        "query_location": 0,
        "children": [inner],
    }


CONDITION: tuple[Operator, ...] = (
    comparison_turned,
    comparison_loosened,
    constant_moved,
    conjunction_swapped,
)
SCRIPT: tuple[Operator, ...] = (
    *CONDITION,
    branch_dropped,
    coalesce_removed,
    aggregate_swapped,
    join_narrowed,
    window_changed,
)
