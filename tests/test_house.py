"""The house's own rules, which no linter knows: sizes, signatures, what a tracked file may say."""

from __future__ import annotations

import ast
import re
import statistics
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parents[1]
BINARY = {".pdf", ".png", ".jpg", ".parquet", ".xlsx", ".zip", ".woff2"}
WELCOME_BASES = {"AuditorError", "BaseModel", "Enum", "Exception", "IntEnum", "NamedTuple"}
WELCOME_BASES |= {"FileIO", "Handler", "Protocol", "SqlError", "StrEnum", "TypedDict", "Unpickler"}
WELCOME_BASES |= {"Context", "HelpFormatter"}  # of typer: its help has no other door
FORBIDDEN_NAMES = {"utils.py", "util.py", "helpers.py", "common.py", "misc.py"}
# Written so that this file does not hold what it looks for.
PLACES = [r"pypi[.]org", r"pythonhosted[.]org", r"--index[-]url", r"--find[-]links"]
PLACES += [r"(?<![\w.])/(?:root|home|Users|work)/[\w.]", r"/opt[/]wheels", r"[A-Z]:\\Users"]

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Source(NamedTuple):
    """A tracked Python file: its path from the root, its text and its tree."""

    path: str
    text: str
    tree: ast.Module


def tracked(*patterns: str) -> list[str]:
    """List the files that git tracks and that are there."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--", *patterns]
    names = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\0")
    return [name for name in names if name and (ROOT / name).is_file()]


def sources(*folders: str) -> list[Source]:
    """Read the tracked Python files under some folders."""
    names = [name for name in tracked(*folders) if name.endswith(".py")]
    texts = [(name, (ROOT / name).read_text("utf-8")) for name in names]
    return [Source(name, text, ast.parse(text)) for name, text in texts]


def functions(source: Source) -> Iterator[tuple[str, Function]]:
    """Walk the functions of a file, nested ones and methods included, with where each stands."""
    for node in ast.walk(source.tree):
        if isinstance(node, Function):
            yield f"{source.path}:{node.lineno} {node.name}", node


def length(node: Function) -> int:
    """Count the lines of a function, signature and docstring included."""
    return (node.end_lineno or node.lineno) - node.lineno + 1


def body_length(node: Function) -> int:
    """Count the lines of a function's body, its docstring apart."""
    body = node.body[1:] if ast.get_docstring(node) else node.body
    return ((node.end_lineno or 0) - body[0].lineno + 1) if body else 0


def types_told(node: Function) -> Iterator[ast.expr]:
    """Walk the annotations of a signature."""
    every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    every += [argument for argument in (node.args.vararg, node.args.kwarg) if argument]
    yield from (argument.annotation for argument in every if argument.annotation)
    if node.returns:
        yield node.returns


def says_any(annotation: ast.expr) -> bool:
    """Say whether a type says Any, in a string too."""
    return re.search(r"\bAny\b", ast.unparse(annotation)) is not None


def loose_dataclasses(source: Source) -> Iterator[str]:
    """Walk the dataclasses that are not both frozen and slotted."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ClassDef):
            marks = [ast.unparse(mark) for mark in node.decorator_list]
            if any("dataclass" in mark and not _is_strict(mark) for mark in marks):
                yield f"{source.path}:{node.lineno} {node.name}"


def _is_strict(mark: str) -> bool:
    """Say whether a dataclass decorator asks for a frozen and slotted class."""
    return "frozen=True" in mark and "slots=True" in mark


def own_bases(source: Source) -> Iterator[str]:
    """Walk the classes that inherit from more than the library's kinds of class."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ClassDef):
            bases = {ast.unparse(base).split(".")[-1].split("[")[0] for base in node.bases}
            if bases - WELCOME_BASES:
                yield f"{source.path}:{node.lineno} {node.name}"


def undocumented(source: Source) -> Iterator[str]:
    """Walk the public functions, methods and classes without a docstring, and the bare modules."""
    if not ast.get_docstring(source.tree):
        yield source.path
    for node in ast.walk(source.tree):
        if isinstance(node, Definition) and not _is_told(node, source):
            yield f"{source.path}:{node.lineno} {node.name}"


def _is_told(node: Definition, source: Source) -> bool:
    """Say whether a definition has a docstring, or is private or inside a function."""
    if node.name.startswith("_") or ast.get_docstring(node):
        return True
    return any(node in ast.walk(outer) for _, outer in functions(source) if outer is not node)


def exports_amiss(source: Source) -> Iterator[str]:
    """Walk the names in `__all__` that a module does not have, and what it defines unsaid."""
    for node in source.tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            told, bound = set(ast.literal_eval(node.value)), set(_bound(source))
            own = {each.name for each in source.tree.body if isinstance(each, Definition)}
            unsaid = {name for name in own - told if not name.startswith("_")}
            yield from (f"{source.path} {name}" for name in sorted((told - bound) | unsaid))


def _bound(source: Source) -> Iterator[str]:
    """Walk the names that a module's own lines bind."""
    for node in source.tree.body:
        if isinstance(node, Definition):
            yield node.name
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (ast.unparse(target) for target in targets)


def places_told(text: str) -> list[str]:
    """List what a text says of this machine or of where packages come from."""
    here = [
        re.escape(f"{folder}/") for folder in (ROOT.parent, Path.home()) if len(folder.parts) > 1
    ]
    return [hit for place in [*PLACES, *here] for hit in re.findall(place, text)]


@pytest.fixture(scope="module")
def program_sources() -> list[Source]:
    return sources("auditor")


def test_no_function_is_over_fifty_lines() -> None:
    found = [
        place
        for file in sources("auditor", "tests", "benchmarks")
        for place, node in functions(file)
        if length(node) > 50
    ]
    assert found == []


def test_nine_functions_of_ten_have_at_most_twenty_five_lines(
    program_sources: list[Source],
) -> None:
    lengths = [length(node) for file in program_sources for _, node in functions(file)]
    assert sum(lines <= 25 for lines in lengths) >= 0.9 * len(lengths)


def test_the_middle_function_has_at_most_eight_lines(program_sources: list[Source]) -> None:
    lengths = [length(node) for file in program_sources for _, node in functions(file)]
    assert statistics.median(lengths) <= 8


def test_a_commands_body_has_at_most_twenty_five_lines() -> None:
    found = [
        place
        for file in sources("auditor/cli")
        for place, node in functions(file)
        if body_length(node) > 25
    ]
    assert found == []


def test_a_tests_body_has_at_most_fifteen_lines() -> None:
    every = [(place, node) for file in sources("tests") for place, node in functions(file)]
    found = [
        place for place, node in every if node.name.startswith("test_") and body_length(node) > 15
    ]
    assert found == []


def test_no_file_is_over_three_hundred_lines() -> None:
    found = [
        file.path
        for file in sources("auditor", "tests", "benchmarks")
        if file.text.count("\n") > 300
    ]
    assert found == []


def test_no_signature_says_any(program_sources: list[Source]) -> None:
    every = [(place, node) for file in program_sources for place, node in functions(file)]
    assert [place for place, node in every if any(map(says_any, types_told(node)))] == []


def test_dataclasses_are_frozen_and_slotted(program_sources: list[Source]) -> None:
    assert [place for file in program_sources for place in loose_dataclasses(file)] == []


def test_classes_inherit_only_from_the_librarys_kinds(program_sources: list[Source]) -> None:
    assert [place for file in program_sources for place in own_bases(file)] == []


def test_everything_public_has_a_docstring(program_sources: list[Source]) -> None:
    assert [place for file in program_sources for place in undocumented(file)] == []


def test_what_a_module_exports_is_what_it_defines(program_sources: list[Source]) -> None:
    assert [place for file in program_sources for place in exports_amiss(file)] == []


def test_no_file_is_a_drawer_of_odds_and_ends(program_sources: list[Source]) -> None:
    assert [file.path for file in program_sources if Path(file.path).name in FORBIDDEN_NAMES] == []


def test_no_function_changes_a_global(program_sources: list[Source]) -> None:
    every = [(file.path, node) for file in program_sources for node in ast.walk(file.tree)]
    assert [f"{path}:{node.lineno}" for path, node in every if isinstance(node, ast.Global)] == []


def test_no_tracked_file_names_a_machine_or_a_registry() -> None:
    names = [name for name in tracked() if Path(name).suffix not in BINARY]
    told = {name: places_told((ROOT / name).read_text("utf-8", errors="replace")) for name in names}
    assert {name: places for name, places in told.items() if places} == {}


PLANTED = [
    (
        undocumented,
        "'''Module.'''\ndef f() -> None:\n    '''Tell.'''\ndef bare() -> None: ...",
        "bare",
    ),
    (loose_dataclasses, "@dataclass(frozen=True)\nclass Loose: ...", "Loose"),
    (own_bases, "class Child(StrEnum): ...\nclass Grandchild(Child): ...", "Grandchild"),
    (exports_amiss, "__all__ = ['f']\ndef f() -> None: ...\ndef missed() -> None: ...", "missed"),
    (exports_amiss, "__all__ = ['f', 'gone']\ndef f() -> None: ...", "gone"),
]


@pytest.mark.parametrize(("check", "text", "culprit"), PLANTED)
def test_the_checks_find_a_planted_fault(
    check: Callable[[Source], Iterator[str]], text: str, culprit: str
) -> None:
    found = list(check(Source("planted.py", text, ast.parse(text))))
    assert [place.split()[-1] for place in found] == [culprit]


def test_the_check_of_signatures_sees_a_nested_any() -> None:
    text = "def f(a: int, *, b: dict[str, Any]) -> None: ...\ndef g(b: Anyone) -> None: ..."
    found = functions(Source("planted.py", text, ast.parse(text)))
    assert [any(map(says_any, types_told(node))) for _, node in found] == [True, False]


def test_the_check_of_places_sees_a_home_and_a_registry() -> None:
    home, registry = "\x2fhome/ana/x", "pypi\x2eorg"
    text = f"{home} and {registry}, but not a/home/b"
    assert sorted(places_told(text)) == ["\x2fhome/a", registry]


def test_lengths_count_the_signature_and_bodies_do_not() -> None:
    text = "def f(\n    a: int,\n) -> int:\n    '''Say.'''\n    b = a\n    return b"
    node = ast.parse(text).body[0]
    assert isinstance(node, ast.FunctionDef)
    assert (length(node), body_length(node)) == (6, 2)
