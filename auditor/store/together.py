"""Small files that take their places together, though each is written by itself.

commit.json lists them whole, path → text. From its rename on they hold, for whoever reads a store
and for whoever writes to it next; it goes when each of them stands in its place.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from auditor.errors import StoreError
from auditor.store import layout
from auditor.store.whole import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

VERSION = 1
FOLDERS = (layout.MANIFEST, layout.HOUSES)


def put(store: Path, files: Mapping[str, bytes]) -> None:
    """Make small files (path from the store → UTF-8) hold: all of them at once, or none."""
    if len(files) > 1:
        texts = {path: content.decode() for path, content in files.items()}
        text = json.dumps({"version": VERSION, "files": texts}, ensure_ascii=False)
        write_whole(store / layout.COMMIT, text.encode())
        settle(store)
    for path, content in files.items() if len(files) == 1 else ():
        write_whole(store / path, content)


def settle(store: Path) -> None:
    """Put in their places what a commit that was cut short left; the store must be held."""
    for path, content in pending(store).items():
        write_whole(store / path, content)
    (store / layout.COMMIT).unlink(missing_ok=True)


def pending(store: Path) -> Mapping[str, bytes]:
    """Give the files that hold and may not stand in their places yet: path → content.

    Raises StoreError where the list of them cannot be read, or names any other file.
    """
    try:
        raw = json.loads((store / layout.COMMIT).read_bytes())
        if (version := int(raw["version"])) > VERSION:
            raise StoreError("storing.newer_version", file=layout.COMMIT, version=version)
        return {_own(path): text.encode() for path, text in raw["files"].items()}
    except FileNotFoundError:
        return {}
    except layout.UNREADABLE as error:
        raise layout.bad_entry(layout.COMMIT, error) from error


def small_files(store: Path, folder: str, *, suffix: str) -> Iterator[tuple[Path, bytes]]:
    """Walk the files of a folder by name, with their content, as they hold.

    Raises StoreError for what is pending and cannot be read, OSError for any other file.
    """
    for path, content in places(store, folder, suffix=suffix):
        yield path, path.read_bytes() if content is None else content


def places(store: Path, folder: str, *, suffix: str) -> Iterator[tuple[Path, bytes | None]]:
    """Walk the files of a folder by name; with its content one that may not stand there yet.

    Raises StoreError for what is pending and cannot be read, OSError for a folder not to be listed.
    """
    waiting = {store / path: content for path, content in pending(store).items()}
    own = {path for path in waiting if path.parent == store / folder}
    found = {path for path in _within(store / folder) if path.name.endswith(suffix)} | own
    for path in sorted(found, key=lambda one: one.name):
        yield path, waiting.get(path)


def _within(folder: Path) -> list[Path]:
    """List a folder; nothing where it is not there. `glob` gives nothing of a closed one either."""
    try:
        return list(folder.iterdir())
    except FileNotFoundError:
        return []


def small_file(store: Path, name: str) -> bytes | None:
    """Give the content of a file as it holds; None where there is none."""
    waiting = pending(store)
    if name in waiting:
        return waiting[name]
    return (store / name).read_bytes() if (store / name).is_file() else None


def _own(path: str) -> str:
    """Give a path of a file that may be pending; raises ValueError for any other."""
    if path == layout.SKIPPED:
        return path
    layout.refuse_outside(path)
    folder, _, name = path.partition("/")
    if folder not in FOLDERS or "/" in name:
        raise ValueError(path)
    return path
