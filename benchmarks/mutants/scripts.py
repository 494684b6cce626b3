"""Every named SELECT of a replay changed a little: what happened, what was due."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from benchmarks.mutants.mutant import Mutant
from benchmarks.mutants.operators import SCRIPT
from benchmarks.mutants.tree import (
    SELECTED,
    expression_tree,
    nodes,
    replaced,
    sql_of,
    tree_of,
    written,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.mutants.operators import Change
    from benchmarks.mutants.stage import Part
    from benchmarks.mutants.tree import Node, Path

_STARS = frozenset({"STAR", "COLUMNS"})


def part_mutants(part: Part, *, prefix: str) -> Iterator[Mutant]:
    """Give one step changed at each of its nodes."""
    tree = tree_of(part.sql)
    for path, node in nodes(tree):
        for kind, new in _changes(path, node):
            yield Mutant(
                norm=prefix,
                place=part.relation,
                kind=kind,
                before=written(node),
                after=written(new),
                sql=sql_of(replaced(tree, path, new=new)),
            )


def _changes(path: Path, node: Node) -> Iterator[Change]:
    """Give the changes of one node."""
    if _is_frame(path):
        return
    for operator in SCRIPT:
        yield from operator(node)
    if len(path) > 1 and path[-2] == "select_list" and node.get("class") not in _STARS:
        yield from _emptied(node)


def _is_frame(path: Path) -> bool:
    """Tell whether a node only counts the rows of a window's frame, or words of a LIMIT."""
    return "start_expr" in path or "end_expr" in path or "offset_expr" in path


def _emptied(node: Node) -> Iterator[Change]:
    """Make a column empty, of the same type and name."""
    names = node.get("column_names")
    own = str(names[-1]) if isinstance(names, list) and names else ""
    if not _is_nothing(node):
        never = replaced(_never(), ("case_checks", 0, "then_expr"), new={**node, "alias": ""})
        yield "column emptied", {**never, "alias": node.get("alias") or own}


@cache
def _never() -> Node:
    """Give the tree of a CASE that never comes to its value, and so has only its type."""
    tree = expression_tree("CASE WHEN false THEN 0 END")
    return next(node for path, node in nodes(tree) if path == SELECTED)


def _is_nothing(node: Node) -> bool:
    """Tell whether a column is NULL as it is written, cast or not."""
    child = node.get("child")
    held = node.get("literal")
    if node.get("class") == "CAST" and isinstance(child, dict):
        return _is_nothing(child)
    return isinstance(held, dict) and held["kind"] == "NULL_LITERAL"
