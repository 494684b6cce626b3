"""What a report carries inside, taken out of its PDF without trusting it."""

from __future__ import annotations

import hashlib
import io
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING
from zipfile import BadZipFile, ZipFile

from auditor.errors import InputError
from auditor.report.attached import CONTENTS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

LARGEST = 256 * 1024**2  # bytes of a report, of its attachments, and of what a zip of them holds
MOST_MEMBERS = 10_000


@dataclass(frozen=True, slots=True)
class Inside:
    """A report's bytes and its attachments; `told` is what `contents.json` says of them."""

    content: bytes
    files: Mapping[str, bytes]
    told: Mapping[str, object]


def open_report(path: Path) -> Inside:
    """Read a report; raises InputError for a file that is no PDF, or none of ours."""
    import pikepdf

    try:
        content = path.read_bytes()
        if len(content) > LARGEST:
            raise InputError("dossier.too_large", path=path)
        with pikepdf.open(io.BytesIO(content)) as pdf:
            files = {name: spec.get_file().read_bytes() for name, spec in pdf.attachments.items()}
    except (OSError, pikepdf.PdfError) as error:
        raise InputError("dossier.no_pdf", path=path, reason=str(error)) from error
    if CONTENTS not in files:
        raise InputError("dossier.not_ours", path=path, missing=CONTENTS)
    return Inside(content, files, _object(files[CONTENTS], path))


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
    except (BadZipFile, OSError, EOFError, NotImplementedError, RuntimeError) as error:
        raise InputError("dossier.bad_zip", path=name, reason=str(error)) from error


def lay_out(members: Mapping[str, bytes], folder: Path) -> None:
    """Write the members of a zip below a folder."""
    for name, content in members.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _is_inside(name: str) -> bool:
    """Tell whether a member's name stays below the folder that it is laid out in."""
    parts = name.split("/")
    return not name.startswith("/") and "\\" not in name and not {"", ".", ".."} & set(parts)


def _object(content: bytes, path: Path) -> Mapping[str, object]:
    """Read a JSON object; raises InputError where it is none."""
    try:
        told = json.loads(content)
    except ValueError as error:
        raise InputError("dossier.not_ours", path=path, missing=CONTENTS) from error
    if not isinstance(told, dict) or not isinstance(told.get("files"), dict):
        raise InputError("dossier.not_ours", path=path, missing=CONTENTS)
    return told
