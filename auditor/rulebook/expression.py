"""Rule expressions, held to an allow-list of SQL syntax."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from auditor.sql import EngineError, connect, literal, value
from auditor.texts import say

if TYPE_CHECKING:
    from auditor.sql import Connection

LONGEST = 200
FUNCTIONS = frozenset({"+", "-", "*", "abs"})
COMPARISONS = frozenset(
    {
        "COMPARE_EQUAL",
        "COMPARE_NOTEQUAL",
        "COMPARE_LESSTHAN",
        "COMPARE_GREATERTHAN",
        "COMPARE_LESSTHANOREQUALTO",
        "COMPARE_GREATERTHANOREQUALTO",
    }
)
NEUTRAL_NUMBERS = frozenset({"0", "1", "-1"})


@dataclass(frozen=True, slots=True)
class Expression:
    """An allowed expression: its SQL and the names it reads, in order of appearance."""

    sql: str
    names: tuple[str, ...]


class ExpressionFault(Exception):  # noqa: N818  # it travels no further than the checks
    """What is not allowed in an expression, in Spanish and English."""

    def __init__(self, code: str, /, **context: object) -> None:
        """Find the words of a fault."""
        super().__init__(code)
        self.es = say(code, lang="es", **context)
        self.en = say(code, lang="en", **context)


@cache
def parse(sql: str) -> Expression:
    """Read an expression; raises ExpressionFault where its syntax is not allowed."""
    if len(sql) > LONGEST:
        raise ExpressionFault("rulebook.too_long", longest=LONGEST)
    names: list[str] = []
    _walk(tree_of(sql), names)
    return Expression(sql, tuple(dict.fromkeys(names)))


def tree_of(sql: str) -> dict[str, object]:
    """Give the syntax tree of one expression; raises ExpressionFault where it is not one alone."""
    try:
        told = value(_parser(), f"SELECT json_serialize_sql({literal('SELECT ' + sql)})")
    except EngineError as error:
        raise ExpressionFault("rulebook.not_understood", sql=sql, why=error) from error
    answer = json.loads(str(told))
    if answer["error"]:
        why = answer.get("error_message", "")
        raise ExpressionFault("rulebook.not_understood", sql=sql, why=why)
    return _alone(answer["statements"], sql)


def sql_of(node: dict[str, object]) -> str:
    """Write an expression's syntax tree as SQL again."""
    select = json.loads(str(value(_parser(), "SELECT json_serialize_sql('SELECT 1')")))
    select["statements"][0]["node"]["select_list"] = [node]
    told = value(_parser(), f"SELECT json_deserialize_sql({literal(json.dumps(select))}::JSON)")
    return str(told).removeprefix("SELECT ")


@cache
def _parser() -> Connection:
    """Give the engine that reads syntax; it holds no data."""
    return connect(threads=1)


def _alone(statements: list[dict[str, dict[str, object]]], sql: str) -> dict[str, object]:
    """Refuse all but one bare expression; give its tree."""
    node = statements[0]["node"]
    selected = node.get("select_list")
    source = node.get("from_table")
    extra = [
        key for key in ("where_clause", "having", "qualify", "sample", "modifiers") if node.get(key)
    ]
    bare = isinstance(source, dict) and source.get("type") == "EMPTY" and not extra
    if len(statements) != 1 or not bare or not isinstance(selected, list) or len(selected) != 1:
        raise ExpressionFault("rulebook.not_one", sql=sql)
    only: dict[str, object] = selected[0]
    return only


def _walk(node: object, names: list[str]) -> None:
    """Check a node and all below it; collect the names read."""
    if not isinstance(node, dict):
        raise ExpressionFault("rulebook.not_allowed", word="?")
    kind = str(node.get("class"))
    if kind == "COLUMN_REF":
        names.append(_column(node))
    elif kind == "CONSTANT":
        _constant(node)
    else:
        for child in _operands(kind, node):
            _walk(child, names)


def _column(node: dict[str, object]) -> str:
    """Give the name of a column; a qualified one is refused."""
    parts = node.get("column_names")
    if not isinstance(parts, list) or len(parts) != 1:
        raise ExpressionFault("rulebook.not_allowed", word=parts)
    return str(parts[0])


def _constant(node: dict[str, object]) -> None:
    """Refuse NULL, and any number that only the law could have set."""
    held = node.get("literal")
    kind, text = (held["kind"], held["text"]) if isinstance(held, dict) else ("", "")
    if kind in {"STRING", "BOOLEAN"} or (
        kind in {"INTEGER", "NUMERIC"} and text in NEUTRAL_NUMBERS
    ):
        return
    if kind in {"INTEGER", "NUMERIC"}:
        raise ExpressionFault("rulebook.law_number", number=text)
    raise ExpressionFault("rulebook.not_allowed", word=text or "NULL")


def _operands(kind: str, node: dict[str, object]) -> list[object]:
    """Give what an allowed operator works on; raises ExpressionFault for any other."""
    type_ = str(node.get("type"))
    if kind == "COMPARISON" and type_ in COMPARISONS:
        return [node["left"], node["right"]]
    if kind == "BETWEEN":
        return [node["input"], node["lower"], node["upper"]]
    if kind == "CONJUNCTION" or (kind == "OPERATOR" and type_ == "OPERATOR_NOT"):
        return _list(node["children"])
    if kind == "OPERATOR" and type_ == "COMPARE_IN":
        return _members(_list(node["children"]))
    if kind == "FUNCTION":
        return _arguments(node)
    word = type_.removeprefix("OPERATOR_").removeprefix("COMPARE_").replace("_", " ").lower()
    raise ExpressionFault("rulebook.not_allowed", word=word)


def _list(held: object) -> list[object]:
    """Give a node's children as a list."""
    return held if isinstance(held, list) else []


def _members(children: list[object]) -> list[object]:
    """Allow IN over literals only."""
    for child in children[1:]:
        if not isinstance(child, dict) or child.get("class") != "CONSTANT":
            raise ExpressionFault("rulebook.in_literals")
    return children


def _arguments(node: dict[str, object]) -> list[object]:
    """Give the arguments of an allowed function."""
    function = str(node.get("function_name"))
    plain = not node.get("filter") and not node.get("distinct") and not node.get("schema")
    if function not in FUNCTIONS or not plain:
        raise _function_fault(function)
    return [item["expression"] for item in _list(node["arguments"]) if isinstance(item, dict)]


def _function_fault(function: str) -> ExpressionFault:
    """Say which function is refused, and why division is."""
    divides = function in {"/", "//", "%", "divide"}
    code = "rulebook.no_division" if divides else "rulebook.not_allowed"
    return ExpressionFault(code, word=function)
