"""A small valid file of everything that the tool reads, from which broken ones are made."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import asdict, replace
from datetime import date
from functools import cache
from pathlib import Path

import pyarrow as pa
import pyarrow.csv as pacsv
import pyarrow.parquet as pq
from xlsxwriter import Workbook

from auditor.store.entry import SideFile, SourceEntry, StoredFile, UnknownColumn, entry_text
from auditor.store.read import SkippedInput
from tests.games.stud7 import test_formats_phh, test_formats_pokerstars
from tests.report.conftest import audit_of

ROOT = Path(__file__).resolve().parents[2]
LOGS = ROOT / "sample_logs"
ROWS = 12
MAPPING = """\
[dialect]
encoding = "cp1252"
delimiter = ";"
decimal = ","
thousands = "."
date = "%d/%m/%Y"
datetime = "%d/%m/%Y %H:%M:%S"
zone = "America/Lima"
true = ["si"]
false = ["no"]
skip_rows = 1
[[file]]
match = "a*.csv"
delimiter = ","
[tables]
apuestas = "bets"
[columns]
apu = "bet_id"
[columns.bets]
monto = "stake"
[values.kind]
hilera = "fila"
[ignore]
columns = ["obs"]
files = ["nota.csv"]
"""
HOUSE = """\
casino_id = "X-1"
jurisdiction = "PE"
zone = "America/Lima"
currency = "PEN"
chip_min = "1.00"
norms = ["pe-2003-bling-bling"]
ruc = "20100070970"
[rounding]
unit = "0.10"
direction = "down"
from = 2026-01-01
[[burn]]
cards = 3
[readings."BAC-8.15"]
reading = "exact"
on = 2026-01-02
"""
WAIVERS = """\
[[waiver]]
rule = "BLB-9.1"
from = 2026-03-01
until = 2026-03-31
reason = "x"
approved_by = "y"
reference = "z"
table_id = "T1"
"""
REVIEW = {
    "audit_sha256": "a" * 64,
    "casino_id": "X-1",
    "reviews": [
        {
            "finding": "f1",
            "decision": "open",
            "by": "x",
            "on": "2026-03-08",
            "comment": "",
            "reply": "",
        }
    ],
}
REPLACES = """\
[[replaces]]
source = "2026-03-07/hands.csv"
reason = "x"
"""
ENTRY = SourceEntry(
    key="k",
    name="a.csv",
    sha256="a" * 64,
    size=9,
    kind="csv",
    bytes_key="b",
    way="w",
    setting="s",
    records=2,
    written=1,
    rejected=1,
    aside=0,
    zone="America/Lima",
    mapping="{}",
    tool="auditor",
    venues={"X": ("America/Lima", None)},
    assumptions=(("es", "en"),),
    unknown_columns=(UnknownColumn("a.csv", "bets", "apu", "bet_id"),),
    rejects=(SideFile("rejects", "rejects/k.parquet", 1, 9, "a" * 64),),
    replaces=("j",),
)
YAML = """\
- id: BLB-1
  clause: [BLB-1, BLB-2]
  title: {es: "uno", en: 'one'}
  when: "stake > 0"
  cases: |
    more
"""
LAW = "VISTO: lo expuesto.\nArtículo 1º.- Uno. Dos; a) tres.\nArtículo 2 El premio es 12 a 1.\n"
IMPO = {
    "nombreNorma": "Decreto", "tipoNorma": "Decreto", "nroNorma": "217", "anioNorma": "1978",
    "articulos": [{"nroArticulo": "1", "textoArticulo": "Uno.\n\nDos."}],
}  # fmt: skip


def _head(path: Path) -> bytes:
    """Give the first rows of a sample log."""
    return b"".join(path.read_bytes().splitlines(keepends=True)[: ROWS + 1])


@cache
def _rows() -> pa.Table:
    """Give some bets, every cell a text."""
    read = pacsv.read_csv(io.BytesIO(_head(LOGS / "bling_bling" / "bets.csv")))
    return read.cast(pa.schema([(name, pa.string()) for name in read.column_names]))


def _workbook() -> bytes:
    """Write the bets as a workbook."""
    target = io.BytesIO()
    with Workbook(target, {"in_memory": True}) as book:
        sheet = book.add_worksheet("bets")
        sheet.write_row(0, 0, _rows().column_names)
        for number, row in enumerate(_rows().to_pylist(), start=1):
            sheet.write_row(number, 0, [cell or "" for cell in row.values()])
    return target.getvalue()


def _parquet() -> bytes:
    """Write the bets as Parquet."""
    target = io.BytesIO()
    pq.write_table(_rows(), target)
    return target.getvalue()


def _zip() -> bytes:
    """Pack a night into a zip."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("night/bets.csv", csv())
        archive.writestr("night/house-X.toml", HOUSE)
    return target.getvalue()


def csv() -> bytes:
    """Give some bets as CSV."""
    return _head(LOGS / "bling_bling" / "bets.csv")


def _ndjson() -> bytes:
    """Write the bets as NDJSON, two of the hands' rows among them."""
    bets = [{"table": "bets", **row} for row in _rows().to_pylist()]
    hands = [{"table": "hands", "hand_id": f"h{n}", "session_id": "s1"} for n in range(2)]
    return "".join(f"{json.dumps(row)}\n" for row in [*bets, *hands]).encode()


def _of_a_store() -> dict[str, tuple[str, bytes]]:
    """Give the files that a store keeps beside its rows."""
    path = "bets/casino_id=X/gaming_date=2026-01-01/k.parquet"
    rows = {"rows": 1, "size": 9, "sha256": "a" * 64}
    pack = {"path": path.replace("k.", "pack-a."), **rows}
    now = {"version": 2, "packs": [pack | {"members": [{"path": path, "start": 0, "size": 9}]}]}
    part = {"path": path, "first_group": 0, "groups": 1}
    earlier = {"version": 1, "packs": [pack | {"members": [part]}]}
    skip = SkippedInput("a.csv", "empty", "vacío", "empty", counts=True)
    return {
        "entry": ("k.json", entry_text(replace(ENTRY, files=(_file(path),)))),
        "packs": ("packs.json", json.dumps(now).encode()),
        "earlier packs": ("packs.json", json.dumps(earlier).encode()),
        "skipped": ("skipped.json", json.dumps([asdict(skip)]).encode()),
        "footer": ("a.parquet", _parquet()),
    }


def _file(path: str) -> StoredFile:
    """Give a file as an entry tells of it."""
    return StoredFile("bets", "X", date(2026, 1, 1), path, rows=1, size=9, sha256="a" * 64)


@cache
def samples() -> dict[str, tuple[str, bytes]]:
    """Give a valid sample of each format: its file's name and its bytes."""
    bridge = LOGS / "bridge"
    return {
        "csv": ("bets.csv", csv()),
        "ndjson": ("night.ndjson", _ndjson()),
        "xlsx": ("night.xlsx", _workbook()),
        "parquet": ("bets.parquet", _parquet()),
        "zip": ("night.zip", _zip()),
        "pbn": ("a.pbn", (bridge / "torneo.pbn").read_bytes()[:1500]),
        "lin": ("a.lin", (bridge / "en_linea.lin").read_bytes()[:900]),
        "phh": ("a.phh", test_formats_phh.hand().encode()),
        "pokerstars": ("a.txt", test_formats_pokerstars.hand().encode()),
        "mapping": ("mapping.toml", MAPPING.encode()),
        "house": ("house-X.toml", HOUSE.encode()),
        "waivers": ("waivers.toml", WAIVERS.encode()),
        "review": ("review.json", json.dumps(REVIEW).encode()),
        "audit": ("audit.json", json.dumps(audit_of(3)).encode()),
        "hands": ("hands.ndjson", b'{"casino_id": "X", "hand_id": "h1", "bets": [{"a": "1"}]}\n'),
        "yaml": ("rules.yaml", YAML.encode()),
        "law": ("law.txt", LAW.encode()),
        "impo": ("impo.json", json.dumps(IMPO).encode()),
        **_of_a_store(),
        "replaces": ("replaces.toml", REPLACES.encode()),
        "expression": ("rule.sql", b"stake > 0 AND NOT (kind IN ('a', 'b') OR abs(x - 1) <= y)"),
    }
