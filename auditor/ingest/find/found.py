"""The files that the inputs hold, before any is read."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.ingest.source import Skipped, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path, PurePosixPath

SYSTEM_FILES = re.compile(
    r"\..*|~\$.*|thumbs\.db|desktop\.ini|__macosx"
    r"|lost\+found|system volume information|\$recycle\.bin",
    re.IGNORECASE,
)
REPLACES = "replaces.toml"  # what a delivery says that it takes the place of
MISNAMED = re.compile(r"(?!mapping\.toml$|house-.+\.toml$|expect\.).+\.toml(\.txt)?", re.IGNORECASE)
DOCUMENTS = re.compile(
    r"(readme|l[eé]e?me|l[eé]ame|licen[sc]e|licencia|notice)\b.*|.*\.md|expect\..*"
    r"|.*\bexpected\b.*|planted\.csv",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Found:
    """One file of the inputs, or one entry of a zip.

    `name` is as people know it; `path` is the file on disk (for an entry: the zip); `place` is
    where it stands, the zip taken as a folder; `top` is the folder above which no mapping is
    looked for; `entry` is an entry's place in the zip's list.
    """

    name: str
    path: Path
    place: PurePosixPath
    top: PurePosixPath
    entry: int | None = None


def skipped(name: str, code: str, /, *, counts: bool = True, **context: object) -> Skipped:
    """Say that an input was not read, and why: the text `reading.<code>`."""
    reason = text_of(f"reading.{code}", **context)
    return Skipped(shown(name), code, reason.es, reason.en, counts)


def set_aside(name: str) -> Skipped | None:
    """Say why a file is no log by its name alone; None if it may be one."""
    *folders, bare = unicodedata.normalize("NFC", name).split("/")
    if any(is_of_system(part) for part in (*folders, bare)):
        return skipped(name, "system_file", counts=False)
    if bare == REPLACES:
        return skipped(name, "replaces_file", counts=False)
    if MISNAMED.fullmatch(bare):
        return skipped(name, "toml_misnamed")
    return skipped(name, "document", counts=False) if DOCUMENTS.fullmatch(bare) else None


def is_of_system(name: str) -> bool:
    """Say whether a file or folder is the system's own, by its bare name."""
    return SYSTEM_FILES.fullmatch(name) is not None


def is_mapping(name: str) -> bool:
    """Say whether a file is a mapping file."""
    return name.rpartition("/")[2].casefold() == "mapping.toml"


def is_house(name: str) -> bool:
    """Say whether a file is a house file."""
    return re.fullmatch(r"house-.+\.toml", name.rpartition("/")[2], re.IGNORECASE) is not None


def is_named(source: str, names: Iterable[str]) -> bool:
    """Tell whether a source is one of some names, or lies in a folder of one."""
    return any(source == one or source.startswith((f"{one}/", f"{one}#")) for one in names)


def shown(name: str) -> str:
    """Give a name fit to print: no control signs, no bytes that are no text."""
    text = name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)
