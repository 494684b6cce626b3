"""Rule expressions, held to an allow-list of SQL syntax."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.sql import EngineError, literal, value

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


class ExpressionFault(Exception):  # noqa: N818  # it travels no further than this package
    """What is not allowed in an expression, in Spanish and English."""

    def __init__(self, es: str, en: str) -> None:
        """Keep both texts."""
        super().__init__(es)
        self.es = es
        self.en = en


def parse(connection: Connection, sql: str) -> Expression:
    """Read an expression; raises ExpressionFault where its syntax is not allowed."""
    if len(sql) > LONGEST:
        es = f"la expresión pasa de {LONGEST} caracteres: falta un hecho en facts.sql o due.sql"
        en = f"the expression is over {LONGEST} characters: a fact is missing in facts.sql or due.sql"
        raise ExpressionFault(es, en)
    names: list[str] = []
    _walk(_tree(connection, sql), names)
    return Expression(sql, tuple(dict.fromkeys(names)))


def _tree(connection: Connection, sql: str) -> dict[str, object]:
    """Give the syntax tree of one expression that stands alone in a SELECT."""
    try:
        told = value(connection, f"SELECT json_serialize_sql({literal('SELECT ' + sql)})")
    except EngineError as error:
        raise ExpressionFault(f"no se entiende: {error}", f"not understood: {error}") from error
    answer = json.loads(str(told))
    if answer["error"]:
        why = answer.get("error_message", "")
        raise ExpressionFault(f"no se entiende «{sql}»: {why}", f"“{sql}” is not understood: {why}")
    return _alone(answer["statements"], sql)


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
        raise ExpressionFault(f"«{sql}» no es una sola expresión", f"“{sql}” is not one expression")
    only: dict[str, object] = selected[0]
    return only


def _walk(node: object, names: list[str]) -> None:
    """Check a node and all below it; collect the names read."""
    if not isinstance(node, dict):
        raise ExpressionFault("sintaxis no admitida", "syntax not allowed")
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
        raise ExpressionFault(f"nombre compuesto {parts}", f"qualified name {parts}")
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
        es = f"el número {text} es de la ley: póngalo en parameters.yaml, con fecha y artículo"
        en = f"the number {text} is the law's: put it in parameters.yaml, with date and article"
        raise ExpressionFault(es, en)
    raise ExpressionFault(
        f"la constante «{text or 'NULL'}» no se admite",
        f"the constant “{text or 'NULL'}” is not allowed",
    )


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
    raise ExpressionFault(
        f"«{word}» no se admite en una regla", f"“{word}” is not allowed in a rule"
    )


def _list(held: object) -> list[object]:
    """Give a node's children as a list."""
    return held if isinstance(held, list) else []


def _members(children: list[object]) -> list[object]:
    """Allow IN over literals only."""
    for child in children[1:]:
        if not isinstance(child, dict) or child.get("class") != "CONSTANT":
            raise ExpressionFault("IN solo admite literales", "IN takes literals only")
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
    if function in {"/", "//", "%", "divide"}:
        es = "la división no se admite (1 / 0 daría infinito): calcule el hecho en due.sql"
        en = "division is not allowed (1 / 0 would give infinity): compute the fact in due.sql"
        return ExpressionFault(es, en)
    return ExpressionFault(
        f"la función «{function}» no se admite", f"the function “{function}” is not allowed"
    )
