"""Valid bytes spoiled: cut, flipped, filled, doubled, written in another encoding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Callable

ENCODINGS = ("utf-16", "utf-16-be", "utf-8-sig", "cp1252", "cp850")
# What readers stumble over: ends, quotes, brackets, marks, numbers past any bound, wrong text.
PIECES = (
    b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\xc3", b"\xed\xa0\x80", b"\r", b"\n\n", b'"', b"'",
    b"\\", b",", b";", b"|", b"[", b"]", b"{", b"}", b"%", b"#", b"=", b":", b"-", b"&a *a",
    b"9" * 400, b"1e999999", b"-0", b"NaN", b"0x", b"!!python/object:x", b"../", b"/etc/passwd",
    b"\xe2\x80\xae", b"<!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]>", b"[" * 1500,
    b'{"a":' * 1500, b"(" * 300, b"\xf0\x9f\x82\xa1", b"2026-02-30", b"99:99", b"'''", b'"""',
)  # fmt: skip


def _cut(data: bytes, at: int, _: bytes) -> bytes:
    return data[:at]


def _without_head(data: bytes, at: int, _: bytes) -> bytes:
    return data[at:]


def _flip(data: bytes, at: int, piece: bytes) -> bytes:
    return (
        data[:at] + bytes(b ^ (1 << (len(piece) % 8)) for b in data[at : at + 1]) + data[at + 1 :]
    )


def _insert(data: bytes, at: int, piece: bytes) -> bytes:
    return data[:at] + piece + data[at:]


def _overwrite(data: bytes, at: int, piece: bytes) -> bytes:
    return data[:at] + piece + data[at + len(piece) :]


def _double(data: bytes, at: int, piece: bytes) -> bytes:
    chunk = data[at : at + 8 * len(piece) + 1]
    return data[:at] + chunk + data[at:]


def _drop(data: bytes, at: int, piece: bytes) -> bytes:
    return data[:at] + data[at + len(piece) :]


def _recode(data: bytes, at: int, _: bytes) -> bytes:
    text = data.decode("utf-8", "replace")
    return text.encode(ENCODINGS[at % len(ENCODINGS)], "replace")


WAYS: tuple[Callable[[bytes, int, bytes], bytes], ...] = (
    _cut, _without_head, _flip, _insert, _overwrite, _double, _drop, _recode,
)  # fmt: skip
STEP = st.tuples(st.sampled_from(WAYS), st.integers(0, 1 << 16), st.sampled_from(PIECES))


@st.composite
def spoiled(draw: st.DrawFn, data: bytes) -> bytes:
    """Give valid bytes after a few ways of spoiling them."""
    for way, place, piece in draw(st.lists(STEP, min_size=1, max_size=4)):
        data = way(data, place % (len(data) + 1), piece)
    return data
