"""The SQL of a pack, `due.sql`, held to SELECTs over facts: it comes from strangers."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from auditor.evaluate.script_functions import FUNCTIONS
from auditor.rulebook.documents import Fault
from auditor.scripts import Step, read_script
from auditor.sql import EngineError, literal, value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.rulebook.model import Norm
    from auditor.sql import Connection

SCHEMAS = frozenset({"log", "fact", "due", "norm", "span"})
# What a bare word means to the engine where no column has that name: the clock, or who is asking.
NOT_COLUMNS = frozenset(
    [
        "current_catalog",
        "current_date",
        "current_role",
        "current_schema",
        "current_time",
        "current_timestamp",
        "current_user",
        "localtime",
        "localtimestamp",
        "session_user",
        "user",
    ]
)
# By its name a relation without a schema can be nothing but a WITH entry: no file is called so.
PLAIN = re.compile(r"[a-z_][a-z0-9_]*", re.IGNORECASE)
REFUSED_KINDS = {
    "TABLE_FUNCTION": ("usa una función de tabla", "it uses a table function"),
    "SHOW_REF": ("pregunta qué tablas hay", "it asks which tables there are"),
    "RECURSIVE_CTE_NODE": ("es recursiva y podría no acabar", "it is recursive and may never end"),
}


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
    try:
        tree = json.loads(str(value(connection, f"SELECT json_serialize_sql({literal(step.sql)})")))
    except (EngineError, RecursionError) as error:
        tree = {"error": True, "error_message": str(error)}
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
    kind = str(node.get("type"))
    if kind in REFUSED_KINDS:
        yield REFUSED_KINDS[kind]
    if node.get("sample"):
        yield "toma una muestra al azar", "it takes a sample by chance"
    if kind == "BASE_TABLE" and not _may_be_read(node, local):
        named = [str(node.get(key) or "") for key in ("catalog_name", "schema_name", "table_name")]
        read = ".".join(filter(None, named))
        yield f"lee «{read}»: solo {', '.join(sorted(SCHEMAS))}", f"it reads “{read}”"
    word = _word(node)
    if word:
        yield f"«{word}» no se admite", f"“{word}” is not allowed"


def _may_be_read(node: dict[str, object], local: set[str]) -> bool:
    """Tell whether a relation is one of ours, or a WITH entry that no file could be called."""
    catalog, schema, table = (
        str(node.get(key) or "") for key in ("catalog_name", "schema_name", "table_name")
    )
    if catalog or PLAIN.fullmatch(table) is None:
        return False
    return schema in SCHEMAS if schema else table in local


def _word(node: dict[str, object]) -> str:
    """Give the function, or the bare word that is no column, that a node may not use; else ''."""
    function = str(node.get("function_name") or "").lower()
    names = node.get("column_names")
    bare = str(names[0]).lower() if isinstance(names, list) and len(names) == 1 else ""
    if function and (function not in FUNCTIONS or node.get("schema")):
        return function
    return bare if bare in NOT_COLUMNS else ""
