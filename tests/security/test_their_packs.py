"""Rule packs of strangers as files: links, odd paths, hostile YAML and texts, told with place."""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING

import pytest

from auditor.evaluate.check import rulebook_faults
from auditor.rulebook.cases import cases_of
from auditor.rulebook.load import load_packs
from tests.rulebook.conftest import NORM, RULE
from tests.security.conftest import NAME

if TYPE_CHECKING:
    from pathlib import Path

    from tests.security.conftest import Pack

SECRET = "sesame"  # noqa: S105 (what a pack must not get at)
FILES = ["norm.yaml", "rules.yaml", "parameters.yaml", "text.txt", "due.sql", "cases/more.yaml"]
BOMB = "".join(
    [
        "a0: &a0 [x, x]\n",
        *(f"a{n}: &a{n} [" + ", ".join([f"*a{n - 1}"] * 9) + "]\n" for n in range(1, 12)),
    ]
)
YAML = {
    "aliases upon aliases": BOMB,
    "an alias of itself": "a: &a [*a]\n",
    "a key from elsewhere": "a: &x {b: 1}\nc: {<<: *x}\n",
    "a call": "a: !!python/object/apply:os.system ['touch FILE']\n",
    "a new object": "a: !!python/object/new:subprocess.Popen [['touch', 'FILE']]\n",
    "a module": "a: !!python/name:os.system\n",
    "a tag of its own": "a: !include FILE\n",
    "very deep lists": "a: " + "[" * 20_000 + "]" * 20_000 + "\n",
    "very deep indents": "".join(f"{' ' * n}a:\n" for n in range(3_000)),
    "a list for a key": "? [a, b]\n: 1\n",
    "a mapping for a key": "? {a: b}\n: 1\n",
    "a number without end": f"a: {'9' * 5000}\n",
    "a number of sixty": f"a: 1:{'59:' * 4000}59\n",
    "a day that is none": "a: 2026-02-31\n",
    "a time that is none": "a: 2026-01-01T99:99:99Z\n",
    "no text": "a: \udcff\n",
    "a sign that YAML refuses": "a: \x07\n",
    "an anchor without end": f"a: &{'x' * 100_000} 1\n",
    "two documents": "a: 1\n---\nb: 2\n",
    "a binary": "a: !!binary x!\n",
    "a bare value": "x\n",
    "nothing but a tag": "!!map\n",
    "a directive": "%TAG ! tag:yaml.org,2002:python/\n---\na: !object:x {}\n",
}


def _places(rulebook: Path) -> list[tuple[str, int]]:
    return [(fault.path.name, fault.line) for fault in rulebook_faults(rulebook)[1]]


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_a_link_out_of_the_rulebook_is_refused_unread(
    pack: Pack, tmp_path: Path, name: str
) -> None:
    (tmp_path / "outside").write_text(f"{SECRET}: [", "utf-8")
    rulebook = pack()
    path = rulebook / NAME / name
    path.unlink(missing_ok=True)
    path.symlink_to(tmp_path / "outside")
    packs, faults = rulebook_faults(rulebook)
    assert (packs, [fault.path for fault in faults]) == ((), [path])
    assert SECRET not in faults[0].es + faults[0].en


@pytest.mark.parametrize("target", ["/dev/zero", "/proc/self/environ", "/etc", "../../.."])
def test_a_norm_that_is_a_link_to_no_rules_ends(pack: Pack, target: str) -> None:
    rulebook = pack()
    (rulebook / NAME / "text.txt").unlink()
    (rulebook / NAME / "text.txt").symlink_to(target)
    assert _places(rulebook) == [("text.txt", 1)]


def test_a_folder_of_a_norm_that_is_a_link_out_of_the_rulebook_is_refused(
    pack: Pack, tmp_path: Path
) -> None:
    rulebook = pack()
    (tmp_path / "elsewhere").mkdir()
    (rulebook / NAME).rename(tmp_path / "elsewhere" / NAME)
    (rulebook / NAME).symlink_to(tmp_path / "elsewhere" / NAME)
    assert rulebook_faults(rulebook)[0] == ()


def test_a_pipe_in_the_place_of_a_file_does_not_hold_the_run_up(pack: Pack) -> None:
    rulebook = pack()
    os.mkfifo(rulebook / NAME / "due.sql")
    assert _places(rulebook) == [("due.sql", 1)]


def test_a_file_too_large_for_rules_is_refused_unread(pack: Pack) -> None:
    rulebook = pack()
    with (rulebook / NAME / "text.txt").open("wb") as file:
        file.truncate(1 << 40)
    assert _places(rulebook) == [("text.txt", 1)]


@pytest.mark.parametrize(
    "path", ["../../../outside.yaml", "/etc/passwd", "cases/../../outside.yaml", "rules.yaml", "."]
)
def test_cases_outside_the_pack_are_refused_with_file_and_line(
    pack: Pack, tmp_path: Path, path: str
) -> None:
    (tmp_path / "outside.yaml").write_text("night: {}\ncases: []\n", "utf-8")
    rules = [RULE.format(id=each, require="stake > 0") for each in ("DAD-1", "DAD-3")]
    first = rules[0].replace("cases/casos.yaml", json.dumps(path))
    places = _places(pack({"rules.yaml": first + rules[1]}))
    assert places == [("rules.yaml", RULE.count("\n"))]


@pytest.mark.parametrize("what", YAML)
@pytest.mark.parametrize("name", ["norm.yaml", "rules.yaml", "cases/casos.yaml"])
def test_hostile_yaml_is_a_fault_with_its_file(
    pack: Pack, tmp_path: Path, *, what: str, name: str
) -> None:
    made = tmp_path / "made"
    text = YAML[what].replace("FILE", str(made)).encode("utf-8", "surrogateescape")
    packs, faults = load_packs(pack({name: text}))
    told = [*faults, *(fault for each in packs for fault in cases_of(each)[1])]
    assert {fault.path.name for fault in told} == {name.rpartition("/")[2]}
    assert all(fault.line >= 1 for fault in told)
    assert not made.exists()


@pytest.mark.parametrize("text", [b"\xff\xfe\x00", b"x" * 100_000, b"\0", b"{{ 7 }}{stake}"])
def test_a_text_of_the_law_that_is_no_text_is_told(pack: Pack, text: bytes) -> None:
    assert {name for name, _ in _places(pack({"text.txt": text}))} == {"norm.yaml"}


@pytest.mark.parametrize(
    "value", ["{stake.__class__}", "{0}", "{stake!r}", "{stake:>999999999}", "{", "{{7*7}}", "%s"]
)
def test_a_message_is_filled_with_facts_and_with_nothing_else(pack: Pack, value: str) -> None:
    message = json.dumps(f"x {value} {{stake}}")
    rules = RULE.format(id="DAD-1", require="stake > 0").replace('es: "no"', f"es: {message}")
    other = RULE.format(id="DAD-3", require="stake > 0")
    # Either it is taken as it stands, or the message is refused; it is never worked out.
    assert {*_places(pack({"rules.yaml": rules + other}))} <= {("rules.yaml", 8)}


NO_NUMBERS = ["1e999999999", "9" * 400, "NaN", "Infinity", "1_000", "\u0663", "--1", "0.1234567"]


@pytest.mark.parametrize("value", NO_NUMBERS)
@pytest.mark.parametrize("kind", ["decimal", "integer"])
def test_a_number_of_the_law_that_is_none_is_told(pack: Pack, value: str, kind: str) -> None:
    parameter = (
        f"- id: n\n  type: {kind}\n  unit: {{es: x, en: x}}\n"
        f"  values: [{{from: null, value: {json.dumps(value)}, clause: DAD-1}}]\n"
    )
    names = {name for name, _ in _places(pack({"parameters.yaml": parameter}))}
    assert names & {"parameters.yaml", "due.sql"}


def test_ids_with_quotes_stay_names(pack: Pack) -> None:
    evil = "DAD-1'); DROP SCHEMA fact CASCADE; --"
    norm = NORM.replace("SHA256", hashlib.sha256(b"").hexdigest()).replace("DAD-1", f'"{evil}"')
    rules = RULE.format(id="X", require="stake > 0").replace(": X\n", f": {json.dumps(evil)}\n")
    faults = rulebook_faults(pack({"norm.yaml": norm, "rules.yaml": rules}))[1]
    assert not any("schema" in fault.en.lower() and "exist" in fault.en for fault in faults)
