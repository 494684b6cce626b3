"""An audit is read from its folder or its file; what is none is said to be none."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from auditor.compare.read import read_told
from auditor.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from pydantic import JsonValue


def test_a_folder_and_its_file_are_one_audit(told: dict[str, JsonValue], tmp_path: Path) -> None:
    path = tmp_path / "audit.json"
    path.write_text(json.dumps(told), "utf-8")
    assert read_told(tmp_path) == read_told(path)


def test_a_folder_without_an_audit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the folder that an audit left is expected") as caught:
        read_told(tmp_path)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    "content", ["", "[]", '{"run": {}}', '{"run": 1, "outcomes": [], "findings": []}']
)
def test_what_is_no_audit_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "audit.json"
    path.write_text(content, "utf-8")
    with pytest.raises(InputError, match="no es una auditoría que se pueda comparar"):
        read_told(path)
