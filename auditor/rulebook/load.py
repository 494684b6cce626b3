"""Rule packs read from their folders: every fault is collected, none stops the rest."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, cast

from auditor.errors import RulebookError, UsageError
from auditor.rulebook.documents import Document, Fault, read_document
from auditor.rulebook.known import norms_as_known
from auditor.rulebook.model import DUE, Identity, Norm, Parameter, Rule, Rulebook
from auditor.rulebook.shape import shape_faults
from auditor.texts import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from pydantic import TypeAdapter

_ALIASES = {"from": "first", "to": "last"}
YAML_NAMES = {field: name for name, field in _ALIASES.items()}
MOST_BYTES = 16 << 20
LISTED = frozenset({"clause", "games", "quote"})


@dataclass(frozen=True, slots=True)
class Pack:
    """A norm as loaded, with its documents for line numbers."""

    norm: Norm
    rules: Document
    identity: Document
    parameters: Document

    def rule_fault(self, rule: Rule, key: str, *, es: str, en: str) -> Fault:
        """Make a fault at a key of a rule."""
        position = self.norm.rules.index(rule)
        line = self.rules.line((position, YAML_NAMES.get(key, key)))
        return Fault(self.rules.path, line, f"{rule.id}, {key}: {es}", f"{rule.id}, {key}: {en}")

    def clause_fault(self, clause: str, es: str, *, en: str) -> Fault:
        """Make a fault at a clause of the norm."""
        ids = [each.id for each in self.norm.identity.clauses]
        where = ("clauses", ids.index(clause)) if clause in ids else ()
        line = self.identity.line(where)
        return Fault(self.identity.path, line, f"{clause}: {es}", f"{clause}: {en}")


def default_rules() -> Path:
    """Give the folder of the rules that ship with the program."""
    packaged = Path(str(files("auditor"))) / "rules"
    return packaged if packaged.is_dir() else packaged.parents[1] / "rules"


def load_packs(folder: Path) -> tuple[tuple[Pack, ...], tuple[Fault, ...]]:
    """Load every norm below a folder; faults come back beside what could be read."""
    if not folder.is_dir():
        raise UsageError("rulebook.no_folder", folder=folder)
    packs, faults = [], []
    for norm_folder in sorted(path.parent for path in folder.glob("*/norm.yaml")):
        pack, found = _load_pack(folder, norm_folder)
        faults.extend(found)
        if pack is not None:
            packs.append(pack)
    if not packs and not faults:
        raise UsageError("rulebook.empty", folder=folder)
    return tuple(packs), tuple(faults)


def load_rulebook(folder: Path) -> Rulebook:
    """Load a rulebook that has no faults of form; raises RulebookError with all of them."""
    packs, faults = load_packs(folder)
    if faults:
        raise RulebookError.of(tuple(fault.say("es", folder) for fault in faults))
    return rulebook_of(folder, packs)


def rulebook_of(
    folder: Path, packs: tuple[Pack, ...], *, as_known_at: date | None = None
) -> Rulebook:
    """Make a rulebook of loaded packs as known on a day, with the hash of every file in them."""
    digest = hashlib.sha256()
    for path in rule_files(folder):
        digest.update(f"{path.relative_to(folder).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    norms = norms_as_known((pack.norm for pack in packs), as_known_at)
    return Rulebook(folder, norms, digest.hexdigest())


def refuse_unlisted(norms: Iterable[Norm], asked: Sequence[str] | None) -> None:
    """Raise UsageError for a norm asked for that is not there."""
    known = {name for norm in norms for name in (norm.id, norm.prefix)}
    for name in asked or ():
        if name not in known:
            raise UsageError("run.unknown_norm", norm=name, known=", ".join(sorted(known)))


def rule_files(folder: Path) -> list[Path]:
    """Give the files of a rulebook that decide verdicts, in order: not the cases."""
    return sorted(path for path in folder.glob("*/*") if path.suffix in {".yaml", ".sql", ".txt"})


def _load_pack(root: Path, folder: Path) -> tuple[Pack | None, list[Fault]]:
    """Load one norm's folder; nothing is read of it where a file is not plainly below the root."""
    strange = [fault for path in _files_of(folder) if (fault := _strange(root, path))]
    if strange:
        return None, strange
    identity, faults = read_document(folder / "norm.yaml")
    rules, more = _read_list(folder / "rules.yaml")
    parameters, still = _read_list(folder / "parameters.yaml")
    read = [
        _shape(identity, _adapters()["identity"]),
        _shape(rules, _adapters()["rules"]),
        _shape(parameters, _adapters()["parameters"]),
    ]
    found = [*faults, *more, *still, *(fault for _, each in read for fault in each)]
    if any(value is None for value, _ in read):
        return None, found
    (named, _), (judged, _), (numbers, _) = read
    norm = _norm(folder, named, rules=judged, parameters=numbers)
    return Pack(norm, rules, identity, parameters), found


def _files_of(folder: Path) -> list[Path]:
    """Give every file of a norm that may be read."""
    kinds = ("*.yaml", "*.sql", "*.txt", "cases/*.yaml")
    return sorted(path for kind in kinds for path in folder.glob(kind))


def _strange(root: Path, path: Path) -> Fault | None:
    """Say what is wrong with a file as such: a link out of the rulebook, no file, or too large."""
    if not path.resolve().is_relative_to(root.resolve()):
        code = "leads_out"
    elif not path.is_file():
        code = "no_file"
    elif path.stat().st_size > MOST_BYTES:
        code = "too_large"
    else:
        return None
    es, en = (say(f"rulebook.{code}", lang=lang, limit=MOST_BYTES >> 20) for lang in ("es", "en"))
    return Fault(path, 1, es, en)


def _norm(folder: Path, identity: object, *, rules: object, parameters: object) -> Norm:
    """Put a norm together from its parts."""
    text = _text(folder / "text.txt")
    named = cast("Identity", identity)
    return Norm(
        folder=folder,
        identity=named,
        text=text,
        text_sha256=hashlib.sha256(text.encode()).hexdigest(),
        parameters=cast("tuple[Parameter, ...]", parameters),
        rules=cast("tuple[Rule, ...]", rules),
        due=_text(folder / DUE),
        earlier={each.file: _text(folder / Path(each.file).name) for each in named.due_before},
    )


def _text(path: Path) -> str:
    """Read a text; a missing one is empty."""
    return path.read_text("utf-8", "replace") if path.is_file() else ""


def _read_list(path: Path) -> tuple[Document, tuple[Fault, ...]]:
    """Read a YAML list; a missing or empty file is an empty list."""
    if not path.is_file():
        return Document(path, [], None), ()
    document, faults = read_document(path)
    if document.data is None and not faults:
        return Document(path, [], document.root), ()
    return document, faults


@cache
def _adapters() -> dict[str, TypeAdapter[object]]:
    """Give the validators of a pack's files."""
    from pydantic import TypeAdapter  # noqa: PLC0415  # slow to import, and needed only here

    return {
        "identity": TypeAdapter[object](Identity),
        "rules": TypeAdapter[object](tuple[Rule, ...]),
        "parameters": TypeAdapter[object](tuple[Parameter, ...]),
    }


def _shape(document: Document, adapter: TypeAdapter[object]) -> tuple[object, list[Fault]]:
    """Give a document its shape; every fault of form at once, each with its line."""
    from pydantic import ValidationError  # noqa: PLC0415  # slow to import, and needed only here

    if document.data is None:
        return None, []
    try:
        return adapter.validate_python(_renamed(document.data)), []
    except ValidationError as error:
        return None, list(shape_faults(document, error, names=YAML_NAMES))


def _renamed(data: object) -> object:
    """Rename YAML's `from` and `to`, and put a single clause or game in a list."""
    if isinstance(data, list):
        return [_renamed(each) for each in data]
    if isinstance(data, dict):
        return {
            _ALIASES.get(key, key): _listed(key, _renamed(value)) for key, value in data.items()
        }
    return data


def _listed(key: str, value: object) -> object:
    """Put a lone clause, game or quote in a list."""
    alone = key in LISTED and isinstance(value, str)
    return [value] if alone else value
