"""Zip archives: which entries may be read, and one of them at a time into the scratch folder."""

from __future__ import annotations

import lzma
import stat
import struct
import zlib
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, BinaryIO
from zipfile import BadZipFile, ZipFile, ZipInfo

from auditor.errors import InputError
from auditor.ingest.find.found import Found, set_aside, shown, skipped
from auditor.texts.reasons import reason_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.ingest.source import Skipped

MAGIC = b"PK\x03\x04"
EMPTY_MAGIC = b"PK\x05\x06"
END, END_64 = b"PK\x05\x06", b"PK\x06\x07"
END_SIZE, END_64_SIZE, COMMENT = 22, 20, 65_535
MOST_ENTRIES = 10_000
MOST_DIRECTORY = 8 << 20
MOST_BYTES = 4 << 30
MOST_BYTES_IN_ALL = 16 << 30
FREE_BYTES_IN_ALL = 1 << 28
MOST_RATIO = 250
RATIO_COUNTS_FROM = 16 << 20
CHUNK = 1 << 20
ENCRYPTED = 0x1
FAULTS = (BadZipFile, zlib.error, lzma.LZMAError, RuntimeError, NotImplementedError, OSError)
FAULTS_OF_DATA = (*FAULTS, EOFError, ValueError, struct.error, UnicodeError)


class Archives:
    """The zip being read; only the last one opened stays open."""

    def __init__(self) -> None:
        """Begin with none."""
        self._path: Path | None = None
        self._archive: ZipFile | None = None

    def open(self, path: Path) -> ZipFile:
        """Open a zip; raises InputError where it is none, or its list of entries has no bounds."""
        if self._archive is None or self._path != path:
            self.close()
            self._archive, self._path = _open(path), path
        return self._archive

    def close(self) -> None:
        """Close the zip that is open."""
        if self._archive is not None:
            self._archive.close()
        self._archive = self._path = None


def list_entries(archives: Archives, zipped: Found) -> Iterator[Found | Skipped]:
    """Walk the entries of a zip that may be read, and those that may not with the reason.

    Raises InputError where the zip itself cannot be read.
    """
    infos = archives.open(zipped.path).infolist()
    if len(infos) > MOST_ENTRIES:
        raise InputError("reading.zip_entries", limit=MOST_ENTRIES)
    seen: set[str] = set()
    grown = max(FREE_BYTES_IN_ALL, MOST_RATIO * zipped.path.stat().st_size)
    budget = min(MOST_BYTES_IN_ALL, grown)
    for entry, info in enumerate(infos):
        name = f"{zipped.name}/{info.filename}"
        if info.is_dir():
            continue
        refused = _refused(name, info, twice=info.filename in seen)
        budget -= info.file_size if refused is None else 0
        if refused is None and budget < 0:
            refused = skipped(name, "zip_too_large", limit=_gib(min(MOST_BYTES_IN_ALL, grown)))
        seen.add(info.filename)
        yield refused or _entry(zipped, info.filename, entry=entry)


def extract(archives: Archives, entry: Found, *, into: Path) -> Path:
    """Copy one entry to a file of a scratch folder; raises InputError where it is damaged."""
    target = into / "entry"
    try:
        archive = archives.open(entry.path)
        info = archive.infolist()[entry.entry or 0]
        with archive.open(info) as source, target.open("wb") as copy:
            while chunk := source.read(CHUNK):
                copy.write(chunk)
                if copy.tell() > info.file_size:
                    raise InputError("reading.zip_lies")
    except FAULTS_OF_DATA as fault:
        raise InputError("reading.zip_damaged", reason=reason_of(shown(str(fault)))) from fault
    return target


def read_small(archives: Archives, found: Found, *, limit: int) -> bytes:
    """Give the first bytes of a small file or entry, one more than `limit` at most."""
    if found.entry is None:
        with found.path.open("rb") as file:
            return file.read(limit + 1)
    try:
        archive = archives.open(found.path)
        with archive.open(archive.infolist()[found.entry]) as source:
            return source.read(limit + 1)
    except FAULTS_OF_DATA as fault:
        raise InputError("reading.zip_damaged", reason=reason_of(shown(str(fault)))) from fault


def is_plain_zip(path: Path) -> bool:
    """Say whether a file is a zip and no workbook, by its content; raises OSError."""
    with path.open("rb") as file:
        head = file.read(4)
    return head in {MAGIC, EMPTY_MAGIC} and not is_workbook(path, path.name)


def is_workbook(path: Path, name: str) -> bool:
    """Say whether a zip is a workbook: by its parts, or where it is damaged by its name."""
    archives = Archives()
    try:
        return "xl/workbook.xml" in archives.open(path).namelist()
    except InputError:
        return name.casefold().endswith((".xlsx", ".xlsm"))
    finally:
        archives.close()


def _entry(zipped: Found, name: str, *, entry: int) -> Found:
    """Make what was found of an entry."""
    place = zipped.place / PurePosixPath(name.replace("\\", "/"))
    return Found(shown(f"{zipped.name}/{name}"), zipped.path, place, zipped.top, entry)


def _refused(name: str, info: ZipInfo, *, twice: bool) -> Skipped | None:
    """Say why an entry may not be read; None if it may."""
    faults = {
        "zip_traversal": _climbs(info.filename),
        "zip_twice": twice,
        "zip_link": stat.S_ISLNK(info.external_attr >> 16),
        "zip_encrypted": bool(info.flag_bits & ENCRYPTED),
    }
    found = next((code for code, holds in faults.items() if holds), None)
    return skipped(name, found) if found else set_aside(name) or _too_large(name, info)


def _too_large(name: str, info: ZipInfo) -> Skipped | None:
    """Say that an entry is larger than allowed, or grows too much; None if it is not."""
    if info.file_size > MOST_BYTES:
        return skipped(name, "zip_too_large", limit=_gib(MOST_BYTES))
    ratio = info.file_size / max(info.compress_size, 1)
    if info.file_size > RATIO_COUNTS_FROM and ratio > MOST_RATIO:
        return skipped(name, "zip_ratio", ratio=round(ratio), limit=MOST_RATIO)
    return None


def _gib(size: int) -> str:
    """Write a size in GiB."""
    return f"{size / (1 << 30):.2g}"


def _climbs(name: str) -> bool:
    """Say whether an entry's name leads out of the zip."""
    path = PurePosixPath(name.replace("\\", "/"))
    return path.is_absolute() or ".." in path.parts or ":" in path.parts[0]


def _open(path: Path) -> ZipFile:
    """Open a zip whose list of entries has a bounded size."""
    try:
        with path.open("rb") as file:
            size = _directory_size(file)
        if size > MOST_DIRECTORY:
            raise InputError("reading.zip_entries", limit=MOST_ENTRIES)
        return ZipFile(path)
    except FAULTS_OF_DATA as fault:
        raise InputError("reading.zip_unreadable", reason=reason_of(shown(str(fault)))) from fault


def _directory_size(file: BinaryIO) -> int:
    """Give the size of a zip's list of entries, as its end records it; 0 where there is no end."""
    file.seek(0, 2)
    size = file.tell()
    file.seek(max(0, size - END_SIZE - COMMENT - END_64_SIZE))
    tail = file.read()
    at = tail.rfind(END)
    if at < 0 or len(tail) < at + END_SIZE:
        return 0
    listed = int.from_bytes(tail[at + 12 : at + 16], "little")
    if at >= END_64_SIZE and tail[at - END_64_SIZE : at].startswith(END_64):
        file.seek(int.from_bytes(tail[at - END_64_SIZE + 8 : at - END_64_SIZE + 16], "little"))
        listed = max(listed, int.from_bytes(file.read(48)[40:48], "little"))
    return listed
