"""The boards of plain PBN, made in columns: what is said often is thought over once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from auditor.arrays import array_of
from auditor.games.bridge.records import short_codes
from auditor.games.bridge.tags import (
    DEALT,
    IDENTITY,
    PLACE,
    RESULT,
    UNKNOWN,
    VULNERABLE,
    lose_deal,
    note_session,
    place_of,
    result_of,
    tidy,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from auditor.games.bridge.plain_tags import PlainTags
    from auditor.games.bridge.records import Sheet

Value = str | None
_DEALT = re.compile(DEALT)


def plain_boards(sheet: Sheet, tags: PlainTags, *, name: str) -> pa.Table:
    """Give the boards as text; note in the sheet their sessions, and what is broken.

    `name` is the source's. Columns: those of the log model that PBN has, and `record`.
    """
    deal, sound = _deals(sheet, tags)
    column = {one: tags.column(one, sound) for one in ("Board", "Dealer", "Vulnerable")}
    record = array_of(sound + 1).cast(pa.string())
    is_number = _by_value(column["Board"], lambda one: (one or "").isdecimal(), kind=pa.bool_())
    number = pc.if_else(is_number, column["Board"], record)
    session_id = _session_ids(sheet, tags, sound=sound, is_number=is_number, name=name)
    place = _by_values([tags.column(one, sound) for one in PLACE], place_of)
    code = short_codes(tags.joined(sound), after=f"{name.rpartition('/')[2]}\0")
    said = (pc.binary_join_element_wise(session_id, number, " #"), place, " ", code)
    return pa.table(
        {
            "record": record,
            "board_id": sheet.free_ids(pc.binary_join_element_wise(*said, "")),
            "session_id": session_id,
            "number": number,
            "deal": deal,
            "dealer": _by_value(column["Dealer"], lambda one: None if one in UNKNOWN else one),
            "vulnerable": _by_value(column["Vulnerable"], lambda one: VULNERABLE.get(one, one)),
            "generator": tags.column("Generator", sound),
            "result": _by_values([tags.column(one, sound) for one in RESULT], result_of),
        }
    )


def _deals(sheet: Sheet, tags: PlainTags) -> tuple[pa.StringArray, NDArray[np.int64]]:
    """Give the deals that can be read, and the numbers of their records from 0; tell the others."""
    every = np.arange(len(tags.starts) - 1)
    deals = tags.column("Deal", every)
    is_dealt = pc.match_substring_regex(deals, f"^{DEALT}$").to_numpy(zero_copy_only=False)
    if is_dealt.all():
        return deals, every
    told = deals.to_pylist()
    for record in np.flatnonzero(~is_dealt).tolist():
        told[record] = tidy(told[record])
        is_dealt[record] = _DEALT.fullmatch(told[record]) is not None
        if not is_dealt[record]:
            lose_deal(sheet, record + 1, deal=told[record])
    sound = np.flatnonzero(is_dealt)
    return pa.array(told, pa.string()).take(array_of(sound)), sound


def _session_ids(
    sheet: Sheet,
    tags: PlainTags,
    *,
    sound: NDArray[np.int64],
    is_number: pa.BooleanArray,
    name: str,
) -> pa.StringArray:
    """Give the session of each board, and note each where it comes first."""
    unnumbered = pc.if_else(is_number, pa.scalar(None, pa.string()), name)
    columns = [*(tags.column(one, sound) for one in IDENTITY), unnumbered]
    group, firsts = _groups(columns)
    keys = zip(*(one.take(array_of(firsts)).to_pylist() for one in columns), strict=True)
    noted = sorted(zip(firsts.tolist(), range(len(firsts)), keys, strict=True))
    ids = [""] * len(noted)
    for first, number, key in noted:
        ids[number] = note_session(sheet, key, name=name, record=int(sound[first]) + 1)
    return pa.array(ids, pa.string()).take(array_of(group))


def _by_values(
    columns: list[pa.StringArray], say: Callable[[tuple[Value, ...]], Value]
) -> pa.StringArray:
    """Say something of the values of each row, once for those that are alike."""
    group, firsts = _groups(columns)
    rows = zip(*(one.take(array_of(firsts)).to_pylist() for one in columns), strict=True)
    return pa.array([say(row) for row in rows], pa.string()).take(array_of(group))


def _by_value(
    column: pa.StringArray, say: Callable[[Value], object], *, kind: pa.DataType | None = None
) -> pa.Array:
    """Say something of the value of each row, once for each value."""
    coded = column.dictionary_encode("encode")
    told = [say(one) for one in coded.dictionary.to_pylist()]
    return pa.array(told, kind or pa.string()).take(coded.indices)


def _groups(columns: Iterable[pa.StringArray]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Number the rows that have the same values alike; give each number's first row too."""
    numbers = np.zeros(0, dtype=np.int64)
    for column in columns:
        coded = column.dictionary_encode("encode")
        numbers = numbers if len(numbers) else np.zeros(len(column), dtype=np.int64)
        if (many := len(coded.dictionary)) > 1:
            both = numbers * many + coded.indices.to_numpy()
            numbers = np.unique(both, return_inverse=True)[1]
    return numbers, np.unique(numbers, return_index=True)[1]
