"""The published JSON Schemas are those of the model, and take the packs as they are written."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from auditor.rulebook.schema import schemas

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("name", ["norm", "rules", "parameters", "cases"])
def test_the_published_schema_is_the_models(rules_dir: Path, name: str) -> None:
    """Regenerate with `auditor rules schema rules/schema`."""
    published = json.loads((rules_dir / "schema" / f"{name}.schema.json").read_text("utf-8"))
    assert schemas()[name] == published


def test_keys_stand_as_yaml_has_them() -> None:
    text = json.dumps(schemas()["rules"])
    assert '"from": {' in text
    assert '"first": {' not in text
