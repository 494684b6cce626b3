"""What files the inputs hold: files, folders, zips and globs, each file once."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, replace
from glob import glob, has_magic
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from auditor.errors import InputError
from auditor.ingest.find.found import (
    Found,
    is_house,
    is_mapping,
    is_of_system,
    set_aside,
    shown,
    skipped,
)
from auditor.ingest.find.zips import Archives, is_plain_zip, list_entries
from auditor.ingest.source import Skipped
from auditor.texts.reasons import reason_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

MOST_FILES = 100_000
DEEPEST = 40


@dataclass(frozen=True, slots=True)
class Discovery:
    """The files that may be logs, the mapping and house files beside them, and what was skipped."""

    logs: tuple[Found, ...]
    mappings: tuple[Found, ...]
    houses: tuple[Found, ...]
    skipped: tuple[Skipped, ...]


def discover(inputs: Sequence[Path | str], archives: Archives) -> Discovery:
    """Find every file of the inputs once; raises InputError for an input that is not there."""
    walk = _Walk(archives)
    every = [found for given in inputs for path in paths_of(given) for found in walk.input(path)]
    files = _told_apart([one for one in every if isinstance(one, Found)])
    return Discovery(
        logs=tuple(one for one in files if not is_mapping(one.name) and not is_house(one.name)),
        mappings=tuple(one for one in files if is_mapping(one.name)),
        houses=tuple(one for one in files if is_house(one.name)),
        skipped=tuple(one for one in every if isinstance(one, Skipped)),
    )


def paths_of(given: Path | str) -> list[Path]:
    """Give the paths that an input names, all that match a glob; raises InputError for none."""
    path = Path(given)
    if path.exists() or path.is_symlink():
        return [path]
    matching = sorted(glob(str(given), recursive=True)) if has_magic(str(given)) else []  # noqa: PTH207
    if not matching:
        raise InputError("reading.no_such_input", input=shown(str(given)))
    return [Path(one) for one in matching]


def _told_apart(files: list[Found]) -> list[Found]:
    """Put the folder before the names where files lie in several."""
    tops = list(dict.fromkeys(one.top for one in files))
    if len(tops) < 2:  # noqa: PLR2004
        return files
    labels = {top: _label(top, [other for other in tops if other != top]) for top in tops}
    return [replace(one, name=f"{labels[one.top]}/{one.name}") for one in files]


def _label(top: PurePosixPath, others: list[PurePosixPath]) -> str:
    """Give the shortest end of a folder's path that no other has."""
    for length in range(1, len(top.parts)):
        end = top.parts[-length:]
        if all(other.parts[-length:] != end for other in others):
            return shown("/".join(end))
    return shown(str(top))


class _Walk:
    """A walk over the inputs, which enters no folder and gives no file twice."""

    def __init__(self, archives: Archives) -> None:
        """Begin with nothing seen."""
        self._archives = archives
        self._seen: set[tuple[int, int]] = set()
        self._files = 0

    def input(self, path: Path) -> Iterator[Found | Skipped]:
        """Walk one input; beside a file its folder's mapping and house files are found too."""
        place = PurePosixPath(os.path.abspath(path))  # noqa: PTH100
        if path.is_dir():
            yield from self._folder(path, Found("", path, place, place), depth=0)
            return
        yield from self._file(path, Found(shown(path.name), path, place, place.parent))
        for one in _listed(path.parent):
            if is_mapping(one.name) or is_house(one.name):
                beside = Found(shown(one.name), one, place.parent / one.name, place.parent)
                yield from self._file(one, beside)

    def _folder(self, path: Path, found: Found, *, depth: int) -> Iterator[Found | Skipped]:
        """Walk a folder, in the order of names."""
        label = found.name or shown(path.name)
        try:
            children = _listed(path)
            is_new = self._is_new(path)
        except OSError as fault:
            yield skipped(label, "unreadable", reason=reason_of(fault))
            return
        if not is_new:
            return
        if depth > DEEPEST:
            yield skipped(label, "too_deep", limit=DEEPEST)
        elif _is_own(children):
            yield skipped(label, "own_output", counts=depth == 0)
        else:
            for child in children:
                yield from self._child(child, found, depth=depth)

    def _child(self, path: Path, folder: Found, *, depth: int) -> Iterator[Found | Skipped]:
        """Walk one thing in a folder."""
        name = f"{folder.name}/{path.name}" if folder.name else path.name
        found = Found(shown(name), path, folder.place / path.name, folder.top)
        if path.is_symlink() and not _stays(path, folder.top):
            yield skipped(name, "leads_out")
            return
        if path.is_dir() and not is_of_system(path.name):
            yield from self._folder(path, found, depth=depth + 1)
            return
        refused = set_aside(name)
        if refused:
            yield refused
        else:
            yield from self._file(path, found)

    def _file(self, path: Path, found: Found) -> Iterator[Found | Skipped]:
        """Give a file, or the entries of a zip."""
        try:
            if not stat.S_ISREG(path.stat().st_mode):
                yield skipped(found.name, "not_a_file")
            elif self._is_new(path):
                yield from self._once(path, found)
        except OSError as fault:
            yield skipped(found.name, "unreadable", reason=reason_of(fault))

    def _once(self, path: Path, found: Found) -> Iterator[Found | Skipped]:
        """Give a file that was not given yet, or the entries of a zip."""
        self._files += 1
        if self._files > MOST_FILES:
            raise InputError("reading.too_many_files", limit=MOST_FILES)
        if not is_plain_zip(path):
            yield found
            return
        try:
            yield from list_entries(self._archives, found)
        except InputError as fault:
            yield Skipped(found.name, _bare(fault.code), fault.say("es"), fault.say("en"))

    def _is_new(self, path: Path) -> bool:
        """Say whether a file or folder has not been seen, by whatever name."""
        status = path.stat()
        key = (status.st_dev, status.st_ino)
        is_new = key not in self._seen
        self._seen.add(key)
        return is_new


def _stays(link: Path, top: PurePosixPath) -> bool:
    """Say whether a link leads to something in the folder that is read, or to nothing at all."""
    try:
        return link.resolve(strict=True).is_relative_to(Path(top).resolve())
    except (OSError, RuntimeError):
        return True  # told as what cannot be read


def _listed(folder: Path) -> list[Path]:
    """List what is in a folder, in the order of names."""
    return sorted(folder.iterdir(), key=lambda path: path.name)


def _is_own(children: Iterable[Path]) -> bool:
    """Say whether this program wrote a folder: what an audit leaves, or a store."""
    names = {child.name for child in children}
    return "audit.json" in names or {"manifest", "rejects"} <= names


def _bare(code: str) -> str:
    """Give a text's key without its area."""
    return code.partition(".")[2]
