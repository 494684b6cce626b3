"""JSON Schemas of a pack's files, for editors that complete and check YAML as it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.rulebook.cases import CaseFile
from auditor.rulebook.load import LISTED, YAML_NAMES
from auditor.rulebook.model import Identity, Parameter, Rule

if TYPE_CHECKING:
    from collections.abc import Mapping

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def schemas() -> dict[str, Json]:
    """Give the schema of each file of a pack: its name without suffix → JSON Schema."""
    from pydantic import TypeAdapter  # noqa: PLC0415  # slow to import

    adapters: dict[str, TypeAdapter[object]] = {
        "norm": TypeAdapter[object](Identity),
        "rules": TypeAdapter[object](tuple[Rule, ...]),
        "parameters": TypeAdapter[object](tuple[Parameter, ...]),
        "cases": TypeAdapter[object](CaseFile),
    }
    return {name: _as_written(adapter.json_schema()) for name, adapter in adapters.items()}


def _as_written(schema: Json) -> Json:
    """Give a schema with the keys as YAML has them: `from`, `to`, and lone words for lists."""
    if isinstance(schema, list):
        return [_as_written(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    written = {key: _as_written(each) for key, each in schema.items()}
    properties = written.get("properties")
    if isinstance(properties, dict):
        written["properties"] = _properties(properties)
    required = written.get("required")
    if isinstance(required, list):
        written["required"] = [YAML_NAMES.get(str(key), key) for key in required]
    return written


def _properties(properties: Mapping[str, Json]) -> dict[str, Json]:
    """Name properties as YAML does, and allow one word where a list may stand."""
    return {
        YAML_NAMES.get(key, key): {"anyOf": [{"type": "string"}, each]} if key in LISTED else each
        for key, each in properties.items()
    }
