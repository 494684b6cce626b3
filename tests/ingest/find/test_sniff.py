"""What kind of file it is, by its content."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from auditor.errors import InputError
from auditor.ingest.find.sniff import kind_of

if TYPE_CHECKING:
    from pathlib import Path

PBN = b'% PBN 2.1\n[Event "x"]\n[Board "1"]\n[Deal "N:AKQ.J.. ..."]\n'
LIN = b"pn|Sur,Oeste,Norte,Este|st||md|3SJ94HKT983DA6CQ94,SQ5,SAK8,|ah|Board 5|\n"


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"a,b\n1,2\n", "csv"),
        (b"\xef\xbb\xbfa,b\n", "csv"),
        ("a,b\n1,2\n".encode("utf-16"), "csv"),
        (b'{"table": "bets"}\n', "ndjson"),
        (b'\xef\xbb\xbf \n{"table": "bets"}\n', "ndjson"),
        ('{"table": "bets"}\n'.encode("utf-16"), "ndjson"),
        (b"PAR1....PAR1", "parquet"),
        (PBN, "pbn"),
        (LIN, "lin"),
    ],
)
def test_the_content_tells_the_kind_and_not_the_name(
    tmp_path: Path, data: bytes, kind: str
) -> None:
    path = tmp_path / "bets.xlsx"
    path.write_bytes(data)
    assert kind_of(path, "bets.xlsx") == kind


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "reading.empty"),
        (b" \r\n\n", "reading.empty"),
        (b"\0" * 9, "reading.empty"),
        (b"%PDF-1.7 x", "reading.other_format"),
        (b"\x1f\x8b\x08x", "reading.other_format"),
        (b"\xd0\xcf\x11\xe0x", "reading.old_workbook"),
        (bytes(range(256)) * 20, "reading.no_text_file"),
        (b"PK\x03\x04x", "reading.zip_in_zip"),
        (b"[1]", "reading.json_list"),
        (b"{\n}", "reading.json_not_lines"),
    ],
)
def test_what_is_not_read_is_refused_with_the_reason(
    tmp_path: Path, data: bytes, code: str
) -> None:
    path = tmp_path / "bets.csv"
    path.write_bytes(data)
    with pytest.raises(InputError) as fault:
        kind_of(path, "bets.csv")
    assert fault.value.code == code
