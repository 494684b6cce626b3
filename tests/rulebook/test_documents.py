"""YAML of strangers: duplicate keys, aliases and tags are faults with a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import yaml

from auditor.rulebook.documents import read_document

if TYPE_CHECKING:
    from pathlib import Path


def _faults(tmp_path: Path, text: str) -> list[tuple[int, str]]:
    path = tmp_path / "rules.yaml"
    path.write_text(text, "utf-8")
    return [(fault.line, fault.es) for fault in read_document(path)[1]]


def test_a_key_given_twice_is_told_with_its_line(tmp_path: Path) -> None:
    assert _faults(tmp_path, "- id: A\n  when: x\n  when: y\n") == [
        (3, "la clave «when» está dos veces")
    ]


def test_an_alias_is_refused(tmp_path: Path) -> None:
    faults = _faults(tmp_path, "a: &x [1, 2]\nb: [*x, *x]\n")
    assert [text for _, text in faults] == ["no se admiten alias de YAML: escriba el valor"]


def test_a_tag_that_would_build_an_object_is_a_fault(tmp_path: Path) -> None:
    assert _faults(tmp_path, "a: !!python/object/apply:os.system ['true']\n")


@pytest.mark.parametrize("reader", ["CSafeLoader", "SafeLoader"])
def test_lists_without_end_in_one_another_are_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reader: str
) -> None:
    if not hasattr(yaml, reader):
        pytest.skip("needs tool: PyYAML with libyaml")
    monkeypatch.setattr("auditor.rulebook.documents._LOADER", getattr(yaml, reader))
    assert len(_faults(tmp_path, f"a: {'[' * 20_000}{']' * 20_000}\n")) == 1


def test_broken_yaml_is_told_at_its_line(tmp_path: Path) -> None:
    assert [line for line, _ in _faults(tmp_path, "a: 1\nb: 2\nc: [1\n")] == [4]


def test_every_fault_of_a_file_is_told(tmp_path: Path) -> None:
    text = "- id: A\n  id: B\n- when: x\n  when: y\n"
    assert sorted(line for line, _ in _faults(tmp_path, text)) == [2, 4]


def test_the_line_of_a_nested_key_is_found(tmp_path: Path) -> None:
    path = tmp_path / "norm.yaml"
    path.write_text("id: x\nclauses:\n  - id: A\n    status: manual\n", "utf-8")
    document, _ = read_document(path)
    assert document.line(("clauses", 0, "status")) == 4
    assert document.line(("clauses", 0, "no_such_key")) == 3


def test_what_is_written_anew_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    for said in ("uno", "dos"):
        path.write_text(f"titulo: {said}\n", "utf-8")
        assert read_document(path)[0].data == {"titulo": said}
