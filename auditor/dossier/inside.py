"""What a report carries inside, taken out of its PDF without trusting it."""

from __future__ import annotations

import hashlib
import io
import json
import re
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from zipfile import ZipFile

from auditor.errors import InputError
from auditor.ingest.find.found import shown
from auditor.ingest.find.zips import FAULTS_OF_DATA
from auditor.report.annex.attached import CONTENTS
from auditor.texts.reasons import reason_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from pikepdf import Pdf

LARGEST = 256 * 1024**2  # bytes of a report, of its attachments, and of what a zip of them holds
MOST_MEMBERS = 10_000
ANONYMOUS = re.compile(r"^stream <[^>]*>: ")  # how the library calls what it reads from memory


@dataclass(frozen=True, slots=True)
class Inside:
    """A report's bytes and its attachments; `told` is what `contents.json` says of them, if so."""

    content: bytes
    files: Mapping[str, bytes]
    told: Mapping[str, object]


def open_report(path: Path) -> Inside:
    """Read a report; raises InputError for a file that is no PDF, or none of ours."""
    import pikepdf

    try:
        content = _content(path)
        with _bounded(), pikepdf.open(io.BytesIO(content)) as pdf:
            files = _attached(pdf, path)
    except InputError:
        raise
    except Exception as error:  # a stranger's file: whatever befalls a library in it is told
        why = error if isinstance(error, OSError) else shown(ANONYMOUS.sub("", str(error)))
        raise InputError("dossier.no_pdf", path=path, reason=reason_of(why)) from error
    if CONTENTS not in files:
        raise InputError("dossier.not_ours", path=path, missing=CONTENTS)
    return Inside(content, files, _told(files[CONTENTS]))


def _content(path: Path) -> bytes:
    """Read a file; raises InputError where it is too large."""
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise InputError("dossier.too_large", path=path)
    return content


@contextmanager
def _bounded() -> Iterator[None]:
    """Let no stream of a PDF grow past the bound while it is read."""
    from pikepdf.settings import set_qpdf_limits

    before = set_qpdf_limits(flate_max_memory=LARGEST, run_length_max_memory=LARGEST)
    try:
        yield
    finally:
        set_qpdf_limits(
            flate_max_memory=int(before["flate_max_memory"]),
            run_length_max_memory=int(before["run_length_max_memory"]),
        )


def _attached(pdf: Pdf, path: Path) -> dict[str, bytes]:
    """Read the attachments of a PDF; raises InputError where all together are too large."""
    files: dict[str, bytes] = {}
    left = LARGEST
    for name, spec in pdf.attachments.items():
        files[name] = spec.get_file().read_bytes()
        left -= len(files[name])
        if left < 0:
            raise InputError("dossier.too_large", path=path)
    return files


def hashes(files: Mapping[str, bytes]) -> dict[str, str]:
    """Give the SHA-256 of each attachment but the list itself."""
    return {
        name: hashlib.sha256(content).hexdigest()
        for name, content in files.items()
        if name != CONTENTS
    }


def unzip(content: bytes, name: str) -> dict[str, bytes]:
    """Give the members of a zip: path → bytes; raises InputError for one that is not safe."""
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
            if len(members) > MOST_MEMBERS or sum(one.file_size for one in members) > LARGEST:
                raise InputError("dossier.too_large", path=name)
            return {one.filename: archive.read(one) for one in members if _is_inside(one.filename)}
    except FAULTS_OF_DATA as error:
        raise InputError(
            "dossier.bad_zip", path=name, reason=reason_of(shown(str(error)))
        ) from error


def lay_out(members: Mapping[str, bytes], folder: Path) -> None:
    """Write the members of a zip below a folder."""
    for name, content in members.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _is_inside(name: str) -> bool:
    """Tell whether a member's name stays below the folder that it is laid out in."""
    parts = name.split("/")
    return not set(name) & set("\\:\0") and not {"", ".", ".."} & set(parts)


def plain_object(content: bytes, name: str) -> Mapping[str, object]:
    """Read an attachment that is a JSON object; raises InputError where it is none."""
    try:
        told = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise InputError("dossier.no_object", file=name) from error
    if not isinstance(told, dict):
        raise InputError("dossier.no_object", file=name)
    return told


def _told(content: bytes) -> Mapping[str, object]:
    """Give what `contents.json` says; what cannot be understood says nothing of any attachment."""
    try:
        return plain_object(content, CONTENTS)
    except InputError:
        return {}
