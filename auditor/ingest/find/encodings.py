"""In which encoding a text file is written, known by reading it whole, as a stream."""

from __future__ import annotations

import codecs
import hashlib
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator
    from concurrent.futures import Future
    from pathlib import Path

CHUNK = 1 << 20
HEAD = 1 << 18
BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
MOSTLY = 0.6
NEWLINE, RETURN = 0x0A, 0x0D


@dataclass(frozen=True, slots=True)
class Survey:
    """What reading a file's bytes once has shown.

    `is_sure` is false where the encoding was neither declared nor marked, and the file is more
    than ASCII and UTF-8; `is_damaged` says that some bytes are no text in it.
    """

    sha256: str
    size: int
    encoding: str
    is_sure: bool = True
    is_damaged: bool = False


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the chunks held: characters of several bytes in UTF-8, and bytes that are none."""

    sha256: str
    size: int
    has_utf8: bool
    has_broken: bool


def survey(path: Path, declared: str | None) -> Survey:
    """Read a file once and say its SHA-256, size and encoding; raises OSError.

    A byte-order mark comes first, then what is declared; else UTF-8 where every byte agrees, and
    cp1252 (which holds Latin-1) where none does that is not ASCII.
    """
    with path.open("rb") as file:
        head = file.read(HEAD)
    named = named_encoding(head, declared)
    seen = _look(path, named or "utf-8")
    if named:
        return Survey(seen.sha256, seen.size, named, is_damaged=seen.has_broken)
    if not seen.has_broken:
        return Survey(seen.sha256, seen.size, "utf-8")
    if seen.has_utf8:
        return Survey(seen.sha256, seen.size, "utf-8", is_sure=False, is_damaged=True)
    damaged = _look(path, "cp1252").has_broken
    return Survey(seen.sha256, seen.size, "cp1252", is_sure=False, is_damaged=damaged)


def marked_encoding(head: bytes) -> str | None:
    """Give the encoding that a byte-order mark tells."""
    return next((encoding for bom, encoding in BOMS if head.startswith(bom)), None)


def named_encoding(head: bytes, declared: str | None = None) -> str | None:
    """Give the encoding that a file's first bytes or its mapping tell; None where neither does."""
    return marked_encoding(head) or declared or _utf16(head)


def byte_chunks(path: Path) -> Iterator[bytes]:
    """Walk the bytes of a file."""
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            yield chunk


def utf8_chunks(path: Path, encoding: str) -> Iterator[bytes]:
    """Walk a text file as UTF-8, its lines ended by line feeds; what is no text becomes U+FFFD."""
    return _line_ends(_recoded(path, encoding))


def head_text(path: Path, encoding: str) -> str:
    """Give the first characters of a text file, its lines ended by line feeds."""
    with path.open("rb") as file:
        head = file.read(HEAD)
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    text = decoder.decode(head, final=len(head) < HEAD)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def text_lines(path: Path, encoding: str, *, longest: int) -> Iterator[str]:
    """Walk the lines of a text file; of one longer than allowed one character more is given."""
    held = b""
    for chunk in utf8_chunks(path, encoding):
        *whole, rest = chunk.split(b"\n")
        for line in whole:
            yield (held + line)[: longest + 1].decode("utf-8", "replace")
            held = b""
        held = (held + rest)[: longest + 1]
    if held:
        yield held.decode("utf-8", "replace")


def _look(path: Path, encoding: str) -> _Seen:
    """Decode a file chunk by chunk, to see what it holds."""
    digest, size, has_utf8, has_broken = hashlib.sha256(), 0, False, False
    decoder = codecs.getincrementaldecoder(encoding)("surrogateescape")
    strict = encoding.startswith("utf-16") or not encoding.startswith("utf-8")
    if strict:
        decoder = codecs.getincrementaldecoder(encoding)("replace")
    with closing(_hashed(byte_chunks(path), digest)) as chunks:
        for chunk in chunks:
            size += len(chunk)
            if strict:
                has_broken = has_broken or "\ufffd" in decoder.decode(chunk)
            elif not chunk.isascii() or decoder.getstate()[0]:
                utf8, broken = _kinds(decoder.decode(chunk))
                has_utf8, has_broken = has_utf8 or utf8, has_broken or broken
    rest = _kinds(decoder.decode(b"", final=True))
    return _Seen(digest.hexdigest(), size, has_utf8, has_broken or any(rest))


def _hashed(chunks: Iterable[bytes], digest: hashlib._Hash) -> Generator[bytes, None, None]:
    """Walk chunks, each hashed in another thread while it is used and the next is read."""
    begun: list[Future[None]] = []
    with ThreadPoolExecutor(1) as pool:
        for chunk in chunks:
            for one in begun:
                one.result()
            begun = [pool.submit(digest.update, chunk)] if len(chunk) == CHUNK else []
            if not begun:
                digest.update(chunk)
            yield chunk


def _kinds(text: str) -> tuple[bool, bool]:
    """Say whether a text has characters past ASCII, and escapes of bytes that are no text."""
    if text.isascii():
        return False, False
    past = {sign for sign in set(text) if not sign.isascii()}
    broken = {sign for sign in past if "\udc80" <= sign <= "\udcff"}
    return bool(past - broken), bool(broken)


def _utf16(head: bytes) -> str | None:
    """Give UTF-16 without a mark, where nearly every second byte is NUL."""
    half = max(len(head) // 2, 1)
    even, odd = head[0::2].count(0) / half, head[1::2].count(0) / half
    if odd > MOSTLY and even < 1 - MOSTLY:
        return "utf-16-le"
    return "utf-16-be" if even > MOSTLY and odd < 1 - MOSTLY else None


def _recoded(path: Path, encoding: str) -> Iterator[bytes]:
    """Walk a text file as UTF-8."""
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    plain = encoding in {"utf-8", "cp1252", "iso8859-15"}
    for chunk in byte_chunks(path):
        if plain and chunk.isascii() and not decoder.getstate()[0]:
            yield chunk
        else:
            yield decoder.decode(chunk).encode("utf-8", "replace")
    yield decoder.decode(b"", final=True).encode("utf-8", "replace")


def _line_ends(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Make every line end a line feed, a pair split between two chunks too."""
    held = b""
    for chunk in chunks:
        whole = held + chunk if held else chunk
        held = b"\r" if whole.endswith(b"\r") else b""
        yield _unix(whole[:-1] if held else whole)
    if held:
        yield b"\n"


def _unix(data: bytes) -> bytes:
    """Make every line end a line feed; quickly where each carriage return stands before one."""
    if b"\r" not in data:
        return data
    signs = np.frombuffer(data, dtype=np.uint8)
    returns = np.flatnonzero(signs == RETURN)
    is_paired = returns[-1] + 1 < len(data) and bool((signs[returns + 1] == NEWLINE).all())
    if is_paired:
        return data.translate(None, b"\r")
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
