"""What kind of file it is, by its content; its name only confirms."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from auditor.errors import InputError
from auditor.games.format import formats
from auditor.ingest.find.encodings import head_text, named_encoding
from auditor.ingest.find.zips import EMPTY_MAGIC, MAGIC, is_workbook

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.games.format import Format

HEAD = 1 << 16
PARQUET = b"PAR1"
OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"  # and what Excel puts around one with a password
OTHERS = {
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"7z\xbc\xaf": "7z",
    b"Rar!": "rar",
    b"%PDF": "PDF",
    b"\x89PNG": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"SQLite format 3": "SQLite",
}
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
MOST_CONTROL, FEW_CONTROL = 0.02, 20


def kind_of(path: Path, name: str) -> str:
    """Give a file's kind: parquet, xlsx, ndjson, csv, or the id of a game's format.

    Raises InputError for what is none of them, and OSError.
    """
    with path.open("rb") as file:
        head = file.read(HEAD)
    if not head.strip(b"\x00 \t\r\n\xef\xbb\xbf"):
        raise InputError("reading.empty")
    if head.startswith(PARQUET):
        return "parquet"
    if head[:4] in {MAGIC, EMPTY_MAGIC}:
        return _zipped(path, name)
    if head.startswith(OLD_WORKBOOK):
        raise InputError("reading.old_workbook")
    other = next((told for magic, told in OTHERS.items() if head.startswith(magic)), None)
    if other:
        raise InputError("reading.other_format", kind=other)
    game_format = format_of(head, name)
    return game_format.id if game_format else _text_kind(path, head)


def format_of(head: bytes, name: str) -> Format | None:
    """Give the game's format that recognises a file; of several, the one with its suffix."""
    fitting = [one for one in formats() if one.recognises(head)]
    by_name = [one for one in fitting if name.casefold().endswith(one.suffixes)]
    return next(iter(by_name or fitting), None)


def _zipped(path: Path, name: str) -> str:
    """Tell a workbook from a zip inside a zip."""
    if is_workbook(path, name):
        return "xlsx"
    raise InputError("reading.zip_in_zip")


def _text_kind(path: Path, head: bytes) -> str:
    """Tell NDJSON from CSV; raises InputError for what is no text, or JSON of another form."""
    text = head_text(path, named_encoding(head) or "cp1252")
    most = max(FEW_CONTROL, MOST_CONTROL * min(len(text), HEAD))
    if len(CONTROL.findall(text[:HEAD])) > most:
        raise InputError("reading.no_text_file")
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith("["):
        raise InputError("reading.json_list")
    if not start.startswith("{"):
        return "csv"
    if start.partition("\n")[0].strip() == "{":
        raise InputError("reading.json_not_lines")
    return "ndjson"
