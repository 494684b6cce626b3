"""What lies in a casino's inbox, a local folder or any address that fsspec knows.

A delivery is what stands directly in the inbox: a folder with all that is in it, or a file. It is
taken as a whole, and only where two looks at it agree.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from auditor.errors import AuditorError, InputError
from auditor.ingest.find.discover import DEEPEST
from auditor.ingest.find.found import REPLACES, is_house, is_mapping, is_of_system, shown
from auditor.store.plain import open_plain
from auditor.texts.reasons import reason_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fsspec import AbstractFileSystem

    from auditor.nightly.config import CasinoInbox

LOCAL = ("file://", "local://")
UNFINISHED = (".part", ".tmp", ".filepart", ".crdownload")
CHUNK = 1 << 20
LONGEST_NAME = 234  # bytes of a file's name, so that one beside it has 255 (.held.reason.json.tmp)
VERSIONS = (
    *("size", "mtime", "ino", "ETag", "etag", "LastModified", "last_modified", "updated"),
    *("generation", "modified", "modify", "last_write_time", "server_modified", "sha"),
)
CLOSED = "closed"  # told of a folder that is not entered: the key of the reason
FINDS = ("find", "_find")  # fsspec's ways to find files, of a plain and of a waiting system
NOT_ENTERED = {"closed_folder", "too_deep"}
LAST = "created"  # of a local file it changes with its mode: asked only where nothing else is told


@dataclass(frozen=True, slots=True)
class Delivery:
    """One delivery: its name in the inbox, and the version of each of its files, by their name.

    `size` is how many bytes they have together, as far as the inbox tells.
    """

    name: str
    files: Mapping[str, str]
    size: int = 0


@dataclass(frozen=True, slots=True)
class Look:
    """What an inbox held at one moment; `beside` are its own mapping, house and replaces files.

    `passed_over` are what is not taken whatever it holds: name fit to print → key of the reason.
    """

    deliveries: Mapping[str, Delivery] = field(default_factory=dict)
    beside: Mapping[str, str] = field(default_factory=dict)
    passed_over: Mapping[str, str] = field(default_factory=dict)


def look(inbox: CasinoInbox) -> Look:
    """See what an inbox holds; raises InputError where it cannot be reached."""
    files: dict[str, dict[str, str]] = {}
    sizes: dict[str, int] = {}
    beside: dict[str, str] = {}
    passed_over: dict[str, str] = {}
    closed: set[str] = set()  # deliveries not all of which can be seen: none is taken in part
    listed = dict(_listed(inbox))
    folders = {str(above) for name in listed for above in PurePosixPath(name).parents}
    for name, told in listed.items():
        why = "folder_too" if name in folders else _why_not(name, told)
        first, _, rest = name.partition("/")
        if why in NOT_ENTERED:
            closed.add(first)
        if why is not None:
            passed_over[shown(name)] = why
            continue
        is_own = not rest and (is_mapping(name) or is_house(name) or name == REPLACES)
        if is_own:
            beside[name] = _version(told)
        else:
            files.setdefault(first, {})[name] = _version(told)
            sizes[first] = sizes.get(first, 0) + _size(told)
    deliveries = {
        name: Delivery(name, of, sizes[name])
        for name, of in sorted(files.items())
        if name not in closed
    }
    return Look(deliveries, beside, passed_over)


def fetch(inbox: CasinoInbox, name: str, *, to: Path) -> str:
    """Copy one file of an inbox, and give the SHA-256 of what was copied."""
    to.parent.mkdir(parents=True, exist_ok=True)
    digest = sha256()
    with to.open("wb") as copy:
        for chunk in _chunks(inbox, name):
            digest.update(chunk)
            copy.write(chunk)
    return digest.hexdigest()


def _chunks(inbox: CasinoInbox, name: str) -> Iterator[bytes]:
    """Walk the bytes of a file; raises InputError where they cannot be read, or end too early."""
    system, root = _system(inbox)
    with _reaching(inbox):
        is_local = local_path(inbox.address) is not None
        path = f"{root}/{name}"
        source = open_plain(Path(path)) if is_local else system.open(path, "rb")
        if source is None:  # by now: what lay there when it was looked at was a file
            raise InputError("nightly.no_file")
        read = 0
        with source:
            while chunk := source.read(CHUNK):
                read += len(chunk)
                yield chunk
        size = None if is_local else system.size(path)
        if size is not None and read < size:
            raise InputError("nightly.cut_short", read=read, size=size)


@contextmanager
def _reaching(inbox: CasinoInbox) -> Iterator[None]:
    """Tell whatever a file system raises as InputError, but that a file is not there."""
    try:
        yield
    except (AuditorError, FileNotFoundError):
        raise
    except Exception as error:  # each address has errors of its own
        values = {"casino": inbox.casino_id, "inbox": inbox.address}
        raise InputError(
            "nightly.out_of_reach", **values, reason=reason_of(error, names_file=True)
        ) from error


def versions_of(inbox: CasinoInbox, delivery: Delivery) -> dict[str, str]:
    """Give the versions of a delivery's files as they are now; one that is gone has none.

    They are listed, as `look` does: what a server says of one file may be of another precision.
    """
    system, root = _system(inbox)
    system.invalidate_cache()
    found: dict[str, Mapping[str, object]] = {}
    with suppress(FileNotFoundError), _reaching(inbox):
        if delivery.name in delivery.files:
            found = {one["name"]: one for one in system.ls(root, detail=True)}
        else:
            found = dict(_found(system, f"{root}/{delivery.name}"))
    named = {path[len(root) :].lstrip("/"): told for path, told in found.items()}
    return {name: _version(told) for name, told in named.items() if name in delivery.files}


def _version(told: Mapping[str, object]) -> str:
    """Give what tells one version of a file from another, without its bytes."""
    found = [str(told.get(key, "")) for key in VERSIONS]
    return "|".join(found if any(found[1:]) else [*found, str(told.get(LAST, ""))])


def _size(told: Mapping[str, object]) -> int:
    """Give how many bytes a file has; 0 where the inbox does not tell."""
    size = told.get("size")
    return size if isinstance(size, int) else 0


def _listed(inbox: CasinoInbox) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Walk what lies in an inbox, with what is told of it, but for folders.

    What is the system's own is left out, and what is still arriving by its name.
    """
    system, root = _system(inbox)
    system.invalidate_cache()
    with _reaching(inbox):
        if not system.isdir(root):
            raise InputError("nightly.no_inbox", casino=inbox.casino_id, inbox=inbox.address)
        found = dict(_found(system, root))
    for path, told in sorted(found.items()):
        name = path[len(root) :].lstrip("/")
        parts = [part for part in PurePosixPath(name).parts if part != ".."]
        is_arriving = name.endswith(UNFINISHED) or any(map(is_of_system, parts))
        is_folder = told["type"] == "directory" or (name.endswith("/") and not told["size"])
        if (not is_folder or CLOSED in told) and not is_arriving:
            yield name, told


def _found(system: AbstractFileSystem, root: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Walk all that lies below a folder; raises whatever a system does that cannot list that one.

    A folder in it that is not entered is CLOSED, with why: fsspec's own walk leaves out what cannot
    be listed, and says nothing. A system with a way of its own to find files lists no folders.
    """
    if not _lists_folders(system):
        yield from system.find(root, detail=True).items()
        return
    folders: list[tuple[str, Mapping[str, object]]] = [(root, {})]
    while folders:
        folder, of = folders.pop()
        if folder.removeprefix(root).count("/") >= DEEPEST:
            yield folder, {**of, CLOSED: "too_deep"}
            continue
        try:
            listing = system.ls(folder, detail=True)
        except FileNotFoundError:
            continue  # gone by now
        except OSError:
            if folder == root:
                raise
            yield folder, {**of, CLOSED: "closed_folder"}
            continue
        for told in listing:
            path = told["name"].rstrip("/")
            if told["type"] == "directory" and path != folder:
                folders.append((path, told))
            else:
                yield told["name"], told


def _lists_folders(system: AbstractFileSystem) -> bool:
    """Tell whether a file system finds files by listing one folder after another."""
    from fsspec import AbstractFileSystem  # slow to import
    from fsspec.asyn import AsyncFileSystem

    theirs = {
        getattr(kind, name, None)
        for kind in (AbstractFileSystem, AsyncFileSystem)
        for name in FINDS
    }
    return {getattr(type(system), name, None) for name in FINDS} <= theirs


def _why_not(name: str, told: Mapping[str, object]) -> str | None:
    """Give the key of the reason for which something in an inbox is not taken; None if it may be.

    A name is strange that could not be printed as it is, or that leads elsewhere or to the place of
    another.
    """
    path = PurePosixPath(name)
    if shown(name) != name or ".." in path.parts or str(path) != name:
        return "strange_name"
    if any(len(part.encode()) > LONGEST_NAME for part in path.parts):
        return "long_name"
    if told.get("islink"):
        return "link"
    if CLOSED in told or len(path.parts) > DEEPEST:
        return str(told.get(CLOSED, "too_deep"))
    return None if told["type"] == "file" else "no_file"


def local_path(address: str) -> Path | None:
    """Give the path that an address of this machine's own files names; None of any other."""
    for scheme in LOCAL:
        address = address.removeprefix(scheme)
    return None if "://" in address else Path(address)


def _system(inbox: CasinoInbox) -> tuple[AbstractFileSystem, str]:
    """Give the file system of an inbox's address, and the path in it."""
    from fsspec import filesystem  # slow to import
    from fsspec.core import url_to_fs

    path = local_path(inbox.address)
    if path is not None:  # fsspec would take a `::` in it for a chain of addresses
        return filesystem("file", **inbox.storage), path.expanduser().absolute().as_posix()
    try:
        system, root = url_to_fs(inbox.address, **inbox.storage)
    except (ImportError, ValueError) as error:
        raise InputError(
            "nightly.no_such_address", inbox=inbox.address, reason=reason_of(error)
        ) from error
    return system, str(root).rstrip("/")
