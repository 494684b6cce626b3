"""What does not fit the shape of a file of a pack: which entry, which key, and how it fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.rulebook.documents import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pydantic import ValidationError

    from auditor.rulebook.documents import Document

_UNKNOWN = frozenset({"unexpected_keyword_argument", "extra_forbidden"})
_WANTING = frozenset({"missing", "missing_argument", "missing_keyword_only_argument"})
_NAMES = ("id", "es")


def shape_faults(
    document: Document, error: ValidationError, *, names: Mapping[str, str]
) -> Iterator[Fault]:
    """Say each fault of form with its line; `names` gives the YAML's names of our fields."""
    for each in error.errors(include_url=False):
        where = tuple(names.get(str(step), step) for step in each["loc"])
        es, en = _said(each["type"], str(where[-1]) if where else "", message=each["msg"])
        place = _place(document.data, where)
        yield Fault(document.path, document.line(where), f"{place}: {es}", f"{place}: {en}")


def _said(kind: str, key: str, *, message: str) -> tuple[str, str]:
    """Say how a key fails, in Spanish and English."""
    if kind in _UNKNOWN:
        return f"no se conoce la clave «{key}»", f"the key “{key}” is not known"
    if kind in _WANTING:
        return f"falta la clave «{key}»", f"the key “{key}” is wanting"
    return f"forma incorrecta ({message})", f"wrong form ({message})"


def _place(data: object, where: tuple[str | int, ...]) -> str:
    """Name a place by keys, and an entry of a list by its id where it has one."""
    steps, here = [], data
    for step in where:
        here = _inside(here, step)
        named = [here[key] for key in _NAMES if isinstance(here, dict) and key in here]
        steps.append(str(named[0] if named and isinstance(step, int) else step))
    return ".".join(steps)


def _inside(data: object, step: str | int) -> object:
    """Go one key or position down; None where there is none."""
    if isinstance(data, dict):
        return data.get(step)
    there = isinstance(data, list) and isinstance(step, int) and step < len(data)
    return data[step] if there and isinstance(data, list) and isinstance(step, int) else None
