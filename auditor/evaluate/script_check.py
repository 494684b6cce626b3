"""The SQL of a pack, `due.sql`, held to SELECTs over facts: it comes from strangers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from auditor.rulebook.documents import Fault
from auditor.scripts import Step, read_script
from auditor.sql import literal, value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.rulebook.model import Norm
    from auditor.sql import Connection

SCHEMAS = frozenset({"log", "fact", "due", "norm", "span"})
FORBIDDEN = frozenset(
    {
        "random",
        "uuid",
        "gen_random_uuid",
        "uuidv4",
        "uuidv7",
        "setseed",
        "now",
        "get_current_timestamp",
        "current_timestamp",
        "transaction_timestamp",
        "today",
        "current_date",
        "current_time",
        "get_current_time",
        "current_localtime",
        "current_localtimestamp",
        "getenv",
        "getvariable",
        "current_setting",
        "current_query",
        "current_user",
        "current_database",
        "current_schemas",
        "nextval",
        "currval",
        "txid_current",
        "version",
        "query",
        "query_table",
        "read_text",
        "read_blob",
    }
)


def script_faults(connection: Connection, norm: Norm) -> Iterator[Fault]:
    """Find, in a norm's script of what was due, what is no SELECT over facts."""
    path = norm.folder / norm.due_file
    if norm.due.strip() and not read_script(norm.due):
        es, en = (
            "no tiene ninguna línea «-- table: …» o «-- view: …»",
            "it has no line “-- table: …” or “-- view: …”",
        )
        yield Fault(path, 1, es, en)
    for step in read_script(norm.due):
        for es, en in _step_faults(connection, step):
            yield Fault(path, step.line, f"{step.name}: {es}", f"{step.name}: {en}")


def _step_faults(connection: Connection, step: Step) -> Iterator[tuple[str, str]]:
    """Find what one SELECT may not do."""
    tree = json.loads(str(value(connection, f"SELECT json_serialize_sql({literal(step.sql)})")))
    if tree["error"]:
        why = tree.get("error_message", "")
        yield f"no es un SELECT que se entienda: {why}", f"not a SELECT that is understood: {why}"
        return
    if len(tree["statements"]) != 1:
        yield "son varias sentencias", "several statements"
    nodes = list(_nodes(tree))
    local = {str(key["key"]) for node in nodes for key in _ctes(node)}
    for node in nodes:
        yield from _node_faults(node, local)


def _nodes(tree: object) -> Iterator[dict[str, object]]:
    """Give every object of a syntax tree."""
    todo = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, dict):
            yield node
            todo.extend(node.values())
        elif isinstance(node, list):
            todo.extend(node)


def _ctes(node: dict[str, object]) -> list[dict[str, object]]:
    """Give the WITH entries of a node."""
    held = node.get("cte_map")
    entries = held.get("map") if isinstance(held, dict) else None
    return [each for each in entries if isinstance(each, dict)] if isinstance(entries, list) else []


def _node_faults(node: dict[str, object], local: set[str]) -> Iterator[tuple[str, str]]:
    """Find what one node may not be: a file, a table function, chance or the clock."""
    kind = node.get("type")
    if kind == "TABLE_FUNCTION":
        yield "usa una función de tabla", "it uses a table function"
    if kind == "BASE_TABLE":
        schema, table = str(node.get("schema_name") or ""), str(node.get("table_name"))
        if schema not in SCHEMAS and not (not schema and table in local):
            yield (
                f"lee «{schema or table}»: solo {', '.join(sorted(SCHEMAS))}",
                f"it reads “{schema or table}”",
            )
    names = node.get("column_names")
    bare = names[0] if isinstance(names, list) and len(names) == 1 else ""
    word = str(node.get("function_name") or bare).lower()
    if word in FORBIDDEN:
        yield f"«{word}» no se admite", f"“{word}” is not allowed"
