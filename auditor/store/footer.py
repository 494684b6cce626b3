"""The footer of a Parquet file taken apart, so that whole files can stand one after another in one.

A footer is written in Thrift's compact protocol. All of it is kept as it is; only where the bytes
of its columns begin is moved on. The bytes of the files themselves are neither read nor changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from itertools import chain, pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MAGIC = b"PAR1"
YES, NO, I8, I16, I32, I64, REAL, BYTES, LIST, STRUCT = 1, 2, 3, 4, 5, 6, 7, 8, 9, 12
LONG, NEAR = 15, 15  # a list's length that stands apart; the furthest field told by its distance
ROWS, GROUPS = 3, 4  # of a file
COLUMNS, GROUP_ROWS, GROUP_BEGINS, GROUP_NUMBER = 1, 3, 5, 7  # of a row group
META, COLUMN_BEGINS = 3, (2, 4, 6)  # of a column: itself, its indexes
PAGES_BEGIN = (9, 10, 11, 14)  # of a column's own: data, index, dictionary, bloom filter


@dataclass(frozen=True, slots=True)
class Listed:
    """A list, and the kind of its items."""

    kind: int
    items: list[Value]


Struct = dict[int, tuple[int, "Value"]]  # number of a field → kind and value
Value = int | bytes | Listed | Struct


def footer_of(file: bytes) -> Struct:
    """Take the footer of a Parquet file apart; raises ValueError where it is none of ours.

    Whatever it holds is given, or it is refused: it could be put together again as it was.
    """
    length = int.from_bytes(file[-8:-4], "little")
    raw = file[-8 - length : -8]
    if file[:4] != MAGIC or file[-4:] != MAGIC or len(raw) != length:
        raise ValueError(length)
    try:
        found = _struct_in(BytesIO(raw))
    except RecursionError as error:
        raise ValueError(length) from error
    if _of_struct(found) != raw or _number(found, ROWS) != sum(
        _number(group, GROUP_ROWS) for group in _items(found, GROUPS)
    ):
        raise ValueError(len(raw))
    return found


def head_of(footer: Struct) -> tuple[tuple[int, bytes], ...]:
    """Give what files must share to stand in one: all of a footer but its rows."""
    kept = {number: one for number, one in footer.items() if number not in {ROWS, GROUPS}}
    return tuple((number, _written(*one)) for number, one in kept.items())


def joined(files: Sequence[bytes], footers: Sequence[Struct]) -> bytes:
    """Put whole files one after another, and the rows of all under one footer.

    The files must share what `head_of` gives; the footers are moved on and not to be used again.
    """
    begins = 0
    groups: list[Value] = []
    for file, footer in zip(files, footers, strict=True):
        for group in _items(footer, GROUPS):
            _move_group(group, by=begins, number=len(groups))
            groups.append(group)
        begins += len(file)
    whole = dict(footers[0])
    whole[ROWS] = (I64, sum(_number(footer, ROWS) for footer in footers))
    whole[GROUPS] = (LIST, Listed(STRUCT, groups))
    end = _of_struct(whole)
    return b"".join([*files, end, len(end).to_bytes(4, "little"), MAGIC])


def _move_group(group: Struct, *, by: int, number: int) -> None:
    """Move on where a row group begins, and give it its number."""
    _move(group, (GROUP_BEGINS,), by=by)
    if GROUP_NUMBER in group:
        group[GROUP_NUMBER] = (I16, number)
    for column in _items(group, COLUMNS):
        _move(column, COLUMN_BEGINS, by=by)
        if META in column:
            _move(_struct(column[META][1]), PAGES_BEGIN, by=by)


def _move(struct: Struct, fields: Iterable[int], *, by: int) -> None:
    """Move on the places that a struct tells; one at nought tells none."""
    for field in fields:
        if field in struct and (place := _number(struct, field)):
            struct[field] = (I64, place + by)


def _number(struct: Struct, field: int) -> int:
    """Give a number; raises ValueError for anything else."""
    value = struct[field][1] if field in struct else None
    if not isinstance(value, int):
        raise ValueError(field)  # noqa: TRY004  # as for all that is not of Parquet
    return value


def _items(struct: Struct, field: int) -> list[Struct]:
    """Give the structs of a list; raises ValueError for anything else."""
    value = struct[field][1] if field in struct else None
    if not isinstance(value, Listed):
        raise ValueError(field)  # noqa: TRY004  # as for all that is not of Parquet
    return [_struct(one) for one in value.items]


def _struct(value: Value) -> Struct:
    """Give a struct; raises ValueError for anything else."""
    if not isinstance(value, dict):
        raise ValueError(value)  # noqa: TRY004  # as for all that is not of Parquet
    return value


def _struct_in(source: BytesIO) -> Struct:
    """Read a struct."""
    found: Struct = {}
    last = 0
    while (head := _byte(source)) != 0:
        last = last + (head >> 4) if head >> 4 else _signed_in(source)
        found[last] = (head & 15, _value_in(source, head & 15))
    return found


def _value_in(source: BytesIO, kind: int) -> Value:
    """Read a value of a kind; raises ValueError for a kind that no footer has."""
    if kind == STRUCT:
        return _struct_in(source)
    if kind == LIST:
        return _list_in(source)
    if kind in {I16, I32, I64}:
        return _signed_in(source)
    if kind in {YES, NO}:
        return kind
    if kind in {I8, REAL, BYTES}:
        size = {I8: 1, REAL: 8}.get(kind)
        return _exactly(source, _varint_in(source) if size is None else size)
    raise ValueError(kind)


def _list_in(source: BytesIO) -> Listed:
    """Read a list; one of booleans has a byte for each."""
    head = _byte(source)
    kind, size = head & 15, head >> 4
    if size == LONG:
        size = _varint_in(source)
    own = I8 if kind in {YES, NO} else kind
    return Listed(kind, [_value_in(source, own) for _ in range(size)])


def _exactly(source: BytesIO, size: int) -> bytes:
    """Read so many bytes; raises ValueError where there are fewer."""
    found = source.read(size)
    if len(found) != size:
        raise ValueError(size)
    return found


def _byte(source: BytesIO) -> int:
    """Read a byte; raises ValueError at the end."""
    return _exactly(source, 1)[0]


def _varint_in(source: BytesIO) -> int:
    """Read a number of seven bits a byte, the lowest first."""
    value = 0
    for shift in range(0, 64, 7):
        part = _byte(source)
        value |= (part & 0x7F) << shift
        if part < 0x80:  # noqa: PLR2004
            return value
    raise ValueError(value)


def _signed_in(source: BytesIO) -> int:
    """Read a number whose sign is its lowest bit."""
    value = _varint_in(source)
    return value >> 1 ^ -(value & 1)


def _of_struct(struct: Struct) -> bytes:
    """Write a struct."""
    numbers = [0, *struct]
    parts = (
        _head(number, number - last, kind=struct[number][0]) + _written(*struct[number])
        for last, number in pairwise(numbers)
    )
    return b"".join(chain(parts, [b"\0"]))


def _head(number: int, distance: int, *, kind: int) -> bytes:
    """Write the head of a field: its distance from the one before, or its number."""
    if 0 < distance <= NEAR:
        return bytes([distance << 4 | kind])
    return bytes([kind]) + _signed(number)


def _written(kind: int, value: Value) -> bytes:
    """Write a value of a kind."""
    if isinstance(value, dict):
        return _of_struct(value)
    if isinstance(value, Listed):
        return _of_list(value)
    if isinstance(value, bytes):
        return _varint(len(value)) + value if kind == BYTES else value
    return b"" if kind in {YES, NO} else _signed(value)


def _of_list(listed: Listed) -> bytes:
    """Write a list."""
    size = len(listed.items)
    kind = I8 if listed.kind in {YES, NO} else listed.kind
    short = size < LONG
    head = bytes([(size if short else LONG) << 4 | listed.kind])
    items = (_written(kind, one) for one in listed.items)
    return b"".join(chain([head, b"" if short else _varint(size)], items))


def _varint(value: int) -> bytes:
    """Write a number of seven bits a byte, the lowest first."""
    found = bytearray()
    while value > 0x7F:  # noqa: PLR2004
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])


def _signed(value: int) -> bytes:
    """Write a number whose sign is its lowest bit."""
    return _varint(value << 1 ^ value >> 63)
