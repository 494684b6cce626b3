"""Encodings, known by reading the file whole."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from auditor.ingest.find import encodings
from auditor.ingest.find.encodings import survey, text_lines, utf8_chunks

if TYPE_CHECKING:
    from pathlib import Path

    from tests.ingest.conftest import Read

HEAD = "bet_id,hand_id,kind,stake\n"
SPANISH = HEAD + "b1,mañana,fila,1\n"


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"]
)
def test_each_encoding_is_told_from_the_bytes(read: Read, encoding: str) -> None:
    got = read({"bets.csv": SPANISH.encode(encoding)})
    assert got.rows() == [(1, "b1", "mañana", "fila", "1")]


def test_an_accent_far_down_decides_for_the_whole_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encodings, "CHUNK", 64)
    monkeypatch.setattr(encodings, "HEAD", 64)
    path = tmp_path / "late.csv"
    path.write_bytes(b"plain\n" * 1000 + b"ma\xf1ana\n")
    told = survey(path, None)
    assert (told.encoding, told.is_sure, told.is_damaged) == ("cp1252", False, False)


def test_what_was_assumed_is_said(read: Read) -> None:
    got = read({"bets.csv": SPANISH.encode("cp1252")})
    assert "cp1252" in got.only.assumptions[0].es
    assert "cp1252" in got.only.assumptions[0].en


def test_a_declared_encoding_is_not_said(read: Read) -> None:
    mapping = b'[dialect]\nencoding = "latin-1"\n'
    got = read({"mapping.toml": mapping, "bets.csv": SPANISH.encode("latin-1")})
    assert (got.only.assumptions, got.rows()[0][2]) == ((), "mañana")


def test_a_mark_comes_before_what_is_declared(read: Read) -> None:
    mapping = b'[dialect]\nencoding = "latin-1"\n'
    got = read({"mapping.toml": mapping, "bets.csv": SPANISH.encode("utf-8-sig")})
    assert got.rows()[0][2] == "mañana"


def test_a_record_of_another_encoding_is_broken_and_the_rest_read(read: Read) -> None:
    lines = SPANISH.encode() + b"b2,ma\xf1ana,fila,2\n"
    got = read({"bets.csv": lines})
    assert ([row[0] for row in got.rows()], [one.record for one in got.broken]) == ([1], [2])


def test_bytes_that_the_declared_encoding_lacks_break_their_record(read: Read) -> None:
    mapping = b'[dialect]\nencoding = "utf-8"\n'
    got = read({"mapping.toml": mapping, "bets.csv": (SPANISH + SPANISH[26:]).encode("cp1252")})
    assert [one.record for one in got.broken] == [1, 2]


def test_letters_cut_between_chunks_are_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encodings, "CHUNK", 1)
    path = tmp_path / "cut.csv"
    path.write_bytes("ñ€\r\nñ\r\r\n".encode())
    told = survey(path, None)
    assert (told.encoding, told.is_damaged) == ("utf-8", False)
    assert b"".join(utf8_chunks(path, "utf-8")).decode() == "ñ€\nñ\n\n"


def test_a_hash_is_of_the_bytes_as_they_lie(read: Read) -> None:
    data = b"\xef\xbb\xbf" + HEAD.encode() + b"b1,h1,fila,1\r\n"
    source = read({"bets.csv": data}).only.source
    assert (source.size, source.sha256) == (len(data), hashlib.sha256(data).hexdigest())


def test_a_long_line_is_cut_one_sign_past_what_is_allowed(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_bytes(b"abc\nabcdefgh\nab")
    assert list(text_lines(path, "utf-8", longest=4)) == ["abc", "abcde", "ab"]
