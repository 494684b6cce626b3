"""The key of the pseudonyms: without it nobody can tell, even by trying names, who is who."""

from __future__ import annotations

import csv
import hmac
import io
import os
import secrets
from typing import TYPE_CHECKING

from auditor.errors import UsageError
from auditor.texts.reasons import reason_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

NAME = "redaction.key"
BYTES = 32
ONLY_ITS_OWNER = 0o600


def key_at(path: Path, *, away_from: Path) -> bytes:
    """Read a key, or make one where there is none; only its owner may read it.

    Raises UsageError for a file that holds no key, or lies in a folder that is handed on.
    """
    refuse_inside(path, away_from)
    try:
        if not path.exists():
            write_private(path, f"{secrets.token_hex(BYTES)}\n".encode(), is_new=True)
        key = bytes.fromhex(path.read_text("ascii").strip())
    except (OSError, ValueError) as error:
        raise UsageError("redact.bad_key", path=path, reason=reason_of(error)) from error
    if len(key) < BYTES:
        raise UsageError("redact.bad_key", path=path, reason=f"{len(key)} < {BYTES} bytes")
    return key


def code_of(key: bytes, text: str) -> bytes:
    """Give the code of a text under a key (HMAC-SHA256)."""
    return hmac.digest(key, text.encode(), "sha256")


def mark_of(key: bytes) -> str:
    """Give the mark by which a key is told from others, and from which it cannot be found."""
    return code_of(key, "\0mark").hex()[:12]


def refuse_inside(path: Path, folder: Path) -> None:
    """Raise UsageError for a file in a folder that is handed on."""
    if path.resolve().is_relative_to(folder.resolve()):
        raise UsageError("redact.key_inside", path=path, folder=folder)


def write_map(path: Path, persons: Mapping[str, str], *, away_from: Path) -> None:
    """Write who is who, a line of CSV each (`pseudonym,id`); only its owner may read it.

    Raises UsageError for a file that cannot be written, or lies in a folder that is handed on.
    """
    refuse_inside(path, away_from)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("pseudonym", "id"))
    writer.writerows(sorted((pseudonym, person) for person, pseudonym in persons.items()))
    try:
        write_private(path, text.getvalue().encode())
    except OSError as error:
        raise UsageError("redact.bad_map", path=path, reason=reason_of(error)) from error


def write_private(path: Path, content: bytes, *, is_new: bool = False) -> None:
    """Write a file that only its owner may read, from its first byte on."""
    path.parent.mkdir(parents=True, exist_ok=True)
    how = os.O_WRONLY | os.O_CREAT | (os.O_EXCL if is_new else os.O_TRUNC)
    with os.fdopen(os.open(path, how, ONLY_ITS_OWNER), "wb") as file:
        os.fchmod(file.fileno(), ONLY_ITS_OWNER)
        file.write(content)
