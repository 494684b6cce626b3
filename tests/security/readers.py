"""Everything that reads strangers' bytes, each so that what it must not do is an error.

A reader may end well or raise an AuditorError, in Spanish and English. Nothing else.
"""

from __future__ import annotations

import tempfile
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, TypeVar, cast

from auditor.dossier.inside import unzip
from auditor.dossier.verify import verify
from auditor.errors import AuditorError
from auditor.games.format import formats
from auditor.games.log_model import tables
from auditor.ingest.ingest import ingest
from auditor.ingest.mapping.header import find_header
from auditor.ingest.mapping.mapping_file import parse_mapping
from auditor.ingest.mapping.model import Mapping as CasinoMapping
from auditor.ingest.read.broken import Broken
from auditor.ingest.read.csv_body import Shape
from auditor.ingest.read.csv_records import read_records
from auditor.ingest.read.game_format import text_of_bytes
from auditor.ingest.read.ndjson_line import LineReader
from auditor.nightly.replaces import replaced_by
from auditor.report.audit.read import parse_audit, parse_hands
from auditor.report.audit.review import parse_review
from auditor.rulebook.documents import read_document
from auditor.rulebook.expression import ExpressionFault, parse
from auditor.rulebook.gazette import read_gazette
from auditor.run.told.waivers import read_waivers
from auditor.store.earlier_packs import earlier_packs
from auditor.store.footer import footer_of, head_of
from auditor.store.house import parse_house
from auditor.store.manifest import sources
from auditor.store.packed import packs
from auditor.store.read import skipped

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from auditor.rulebook.model import Norm

    Reader = Callable[[bytes], object]

T = TypeVar("T")
MOST_LINES = 200


def _format(data: bytes, *, name: str) -> None:
    """Read a game's own format, and hold what it gives to the log model."""
    (own,) = (each for each in formats() if each.id == name)
    own.recognises(data[:65_536])
    reading = own.read(text_of_bytes(data), f"a{own.suffixes[0]}")
    for table in reading.tables:
        known = {*tables()[table].names, "record"}
        for row in reading.rows(table):
            assert row.keys() <= known, row.keys() - known
            assert int(row["record"] or 0) >= 0
            assert all(cell is None or _is_text(cell) for cell in row.values()), row
    for one in (*reading.broken, *reading.refused):
        assert one.record >= 1
        assert one.reason_es.strip()
        assert one.reason_en.strip()


def _is_text(cell: object) -> bool:
    """Tell whether a cell is a text that Arrow takes."""
    return isinstance(cell, str) and "\0" not in cell and bool(cell.encode() or True)


def _json_lines(data: bytes) -> None:
    """Read lines of NDJSON, each a record or broken."""
    reader = LineReader("night", CasinoMapping())
    for number, line in enumerate(data.decode("utf-8", "replace").split("\n")[:MOST_LINES], 1):
        read = reader.read(number, line)
        assert read.record == number
        if isinstance(read, Broken):
            assert read.reason.es
        else:
            assert read.table in tables()


def _records(data: bytes) -> None:
    """Read a CSV file's header and records one by one, none of them lost."""
    text = data.decode("utf-8", "replace")
    header = find_header(text, stem="bets", mapping=CasinoMapping())
    lines = [f"{line}\n" for line in text.split("\n")][header.skip :][:MOST_LINES]
    shape = Shape(header.delimiter, len(header.columns))
    found = list(read_records(iter(lines), shape))
    assert [one.record for one in found] == list(range(1, len(found) + 1))


def _by_path(data: bytes, *, read: Callable[[Path], object], name: str) -> None:
    """Read bytes by a reader that wants a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        read(path)


def _waivers(path: Path) -> object:
    """Read waivers of a norm with one rule."""
    rule = SimpleNamespace(id="BLB-9.1", owed_to=None)
    return read_waivers(path, [cast("Norm", SimpleNamespace(rules=(rule,)))])


def _replaces(path: Path) -> object:
    """Read what a delivery says that it replaces."""
    return replaced_by("night", own=path, beside=path.with_name("none"))


def _stored(data: bytes, *, name: str, read: Callable[[Path], object]) -> None:
    """Read a store in which one file is a stranger's."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
        read(Path(folder))


def _footer(data: bytes) -> None:
    """Take a Parquet file's footer apart: it is one, or refused."""
    with suppress(ValueError):
        head_of(footer_of(data))


def _expression(data: bytes) -> None:
    """Read a rule's expression: taken, or refused in both languages."""
    try:
        parse(data.decode("utf-8", "replace"))
    except ExpressionFault as fault:
        _say_something(fault.es, fault.en)


# Those that need no engine: what atheris can walk through.
PURE: dict[str, Reader] = {
    **{name: partial(_format, name=name) for name in ("pbn", "lin", "phh", "pokerstars")},
    "ndjson": _json_lines,
    "csv": _records,
    "zip": lambda data: unzip(data, "logs.zip"),
    "mapping": lambda data: parse_mapping(data, file="mapping.toml"),
    "house": lambda data: parse_house(data, file="house-X.toml"),
    "waivers": partial(_by_path, read=_waivers, name="waivers.toml"),
    "review": lambda data: parse_review(data, "review.json"),
    "audit": parse_audit,
    "hands": lambda data: parse_hands(data, "hands.ndjson"),
    "yaml": partial(_by_path, read=read_document, name="rules.yaml"),
    "law": partial(_by_path, read=read_gazette, name="law.txt"),
    "impo": partial(_by_path, read=read_gazette, name="law.json"),
    "expression": _expression,
    "replaces": partial(_by_path, read=_replaces, name="replaces.toml"),
    "entry": partial(_stored, name="manifest/k.json", read=sources),
    "packs": partial(_stored, name="packs.json", read=packs),
    "earlier packs": partial(_stored, name="packs.json", read=earlier_packs),
    "skipped": partial(_stored, name="skipped.json", read=skipped),
    "footer": _footer,
}


def ingested(files: Mapping[str, bytes]) -> None:
    """Ingest files beside a sound one: nothing is lost, and the sound one is read.

    A mapping may say that it is of another form: then it is named.
    """
    sound = b"bet_id,hand_id,kind\nb1,h1,fila\nb2,h1\n"
    with tempfile.TemporaryDirectory() as folder:
        night = Path(folder) / "night"
        night.mkdir()
        for name, data in {**files, "bets-9.csv": sound}.items():
            (night / name).write_bytes(data)
        got = ingest([night], Path(folder) / "store")
        for one in got.sources:
            assert one.written + one.rejected == one.records, one
        sound_read = {one.name: one.records for one in got.sources}.get("bets-9.csv")
        named = {one.name for one in got.skipped} if "mapping.toml" in files else set()
        assert sound_read == 2 or "bets-9.csv" in named
        assert got.rejects.num_rows >= sum(one.rejected for one in got.sources)
        of_the_program = [one for one in got.skipped if one.code == "failed"]
        assert not of_the_program, of_the_program
        assert sorted(path.name for path in Path(folder).iterdir()) == ["night", "store"]


# Files of a night that are ingested together, and those that may turn a whole night away.
LOGS = ("csv", "ndjson", "xlsx", "zip", "parquet", "pbn", "lin", "phh", "pokerstars")
BESIDE = ("mapping", "house")


def verified(data: bytes) -> None:
    """Check a report."""
    _by_path(data, read=verify, name="report.pdf")


def check(reader: Callable[[T], object], data: T) -> None:
    """Read bytes; an AuditorError is an answer, if it says something in both languages."""
    try:
        reader(data)
    except AuditorError as error:
        _say_something(error.say("es"), error.say("en"))


def _say_something(*words: str) -> None:
    """Hold a refusal to telling why."""
    assert all(each.strip() for each in words), words
