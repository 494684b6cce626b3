"""Names that strangers give to casinos, tables and files: all is written in store and out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from auditor.api import render, run
from auditor.ingest.ingest import ingest
from auditor.nightly.quarantine import Quarantine, Refused
from auditor.report.audit.folders import folder_names
from auditor.store.layout import house_file, partition_folder
from auditor.store.read import partitions

if TYPE_CHECKING:
    from pathlib import Path

NAMES = [
    "../../../up", "/up", "..", ".", "...", "a/../../../up", "a\\..\\..\\up", "C:up", "C:\\up",
    "%2e%2e%2f%2e%2e%2fup", "..%2f..%2fup", "%00", "~", "~root", "$HOME", "`id`", "-rf", "*", "?",
    "CON", "nul", "aux.txt", "COM1", "LPT9.csv", " ", "a ", "a.", ".lock", "manifest", "rejects",
    "store", "evidence", "index.html", "INDEX.HTML", "audit.json", "redacted", "\u202egnp.exe",
    "\u200f\u200e", "e\u0301", "\u00e9", "x" * 60, "\U0001f0a1", "<b>", "a\tb", "a\nb", "a;b",
    "__HIVE_DEFAULT_PARTITION__", "casino_id=x", "house-x.toml",
]  # fmt: skip
FOLDERS = ["..%2F..%2F..%2Fup", "%2Fup", "..", "%00up", "%FF", "a%5C..%5Cb"]
SAFE = re.compile(r"[0-9A-Za-z_.-]{1,100}")
RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?|\.+|.*[. ]")


def _csv(rows: list[list[str]]) -> bytes:
    """Write rows with every cell in quotes."""
    lines = (",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in rows)
    return "".join(f"{line}\r\n" for line in lines).encode()


def _sessions(names: list[str]) -> bytes:
    """Write a session of each casino, at a table of the same name."""
    head = ["session_id", "casino_id", "table_id", "game", "gaming_date"]
    rows = [[f"s{n}", name, name, "bling_bling", "2026-03-07"] for n, name in enumerate(names)]
    return _csv([head, *rows])


@pytest.mark.parametrize("name", [*NAMES, "\0", "a\0b", "x" * 5000, ""])
def test_a_casino_s_folder_is_one_plain_name(name: str) -> None:
    (folder,) = folder_names([name]).values()
    assert SAFE.fullmatch(folder)
    assert not RESERVED.fullmatch(folder)


def test_no_two_casinos_share_a_folder_on_any_system() -> None:
    folders = folder_names(NAMES).values()
    assert len({folder.casefold() for folder in folders}) == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_casino_s_part_of_a_store_is_one_folder(name: str) -> None:
    table, casino, day = partition_folder("bets", name, gaming_date=None).split("/")
    assert (table, casino.count("="), day) == ("bets", 1, "gaming_date=__HIVE_DEFAULT_PARTITION__")
    assert house_file(name).split("/")[:-1] == ["house"]


def test_a_night_of_hostile_names_is_written_inside_store_and_out_alone(tmp_path: Path) -> None:
    names = [*NAMES[:9], "CON", "store", "audit.json", "\u202egnp.exe"]
    jail = tmp_path / "a" / "b" / "c" / "d"
    night, out = jail / "night", jail / "out"
    night.mkdir(parents=True)
    (night / "sessions.csv").write_bytes(_sessions(names))
    (night / "house-up.toml").write_bytes(b'casino_id = "../../../up"\ncurrency = "PEN"\n')
    run([night], out)
    render(out, formats=["html", "csv"])
    beside = {path for path in tmp_path.rglob("*") if out not in (path, *path.parents)}
    assert beside == {*night.iterdir(), night, jail, *set(jail.parents) & set(tmp_path.rglob("*"))}
    ours = [path.name for path in out.iterdir()]
    assert all(SAFE.fullmatch(name) and not RESERVED.fullmatch(name) for name in ours), ours
    assert sum((path / "report.html").is_file() for path in out.iterdir()) == len(names)
    assert not any(path.is_symlink() for path in out.rglob("*"))


def test_a_hive_folder_leads_nowhere(tmp_path: Path) -> None:
    night, store = tmp_path / "a" / "night", tmp_path / "a" / "b" / "store"
    for number, name in enumerate(FOLDERS):
        folder = night / f"casino_id={name}" / "gaming_date=2026-03-01"
        folder.mkdir(parents=True)
        rows = {"session_id": [f"s{number}"], "game": ["bling_bling"], "table_id": ["t"]}
        pq.write_table(pa.table(rows), folder / "sessions.parquet")
    got = ingest([night], store)
    assert sum(one.records for one in got.sources) + len(got.skipped) == len(FOLDERS)
    assert "../../../up" in {one.casino_id for one in partitions(store)}
    assert {path.name for path in tmp_path.iterdir()} == {"a"}
    assert {path.name for path in (tmp_path / "a").iterdir()} == {"night", "b"}
    assert [path.name for path in (tmp_path / "a" / "b").iterdir()] == ["store"]


FILES = [
    "CON.csv",
    "\u202evsc.stib", "bets\n.csv", "bets .csv", "-rf.csv", "$(id).csv", "%2e%2e%2fup.csv",
    "x" * 250 + ".csv", "bets\x07.csv", "'; DROP TABLE x; --.csv", '".csv', "<b>.csv", "{0}.csv",
    "*.csv", "[a].csv", "~.csv", "é.csv",
]  # fmt: skip


def test_files_of_hostile_names_are_read_and_told_in_one_line(tmp_path: Path) -> None:
    night, store = tmp_path / "night", tmp_path / "store"
    night.mkdir()
    for number, name in enumerate(FILES):
        row = [f"b{number}", "h1", "fila"]
        (night / name).write_bytes(_csv([["bet_id", "hand_id", "kind"], row]))
    (night / "b\udcff.csv").write_bytes(_csv([["bet_id", "hand_id", "kind"], ["b", "h", "fila"]]))
    got = ingest([night], store)
    told = [*(one.name for one in got.sources), *(one.name for one in got.skipped)]
    assert len(told) == len(FILES) + 1
    assert all(name.isprintable() for name in told), told
    assert {path.name for path in tmp_path.iterdir()} == {"night", "store"}


@pytest.mark.parametrize("target", ["secret.csv", "elsewhere", "/"])
def test_a_link_out_of_the_folder_that_is_read_is_told_and_not_followed(
    tmp_path: Path, target: str
) -> None:
    night, rows = tmp_path / "night", _csv([["bet_id", "hand_id", "kind"], ["b", "h", "fila"]])
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "bets.csv").write_bytes(rows)
    (tmp_path / "secret.csv").write_bytes(rows)
    night.mkdir()
    (night / "link.csv").symlink_to(tmp_path / target)
    got = ingest([night], tmp_path / "store")
    assert (got.sources, [one.code for one in got.skipped]) == ((), ["leads_out"])


def test_what_comes_under_the_name_of_a_reason_gives_none(tmp_path: Path) -> None:
    quarantine = Quarantine(tmp_path / "quarantine")
    came = tmp_path / "came"
    hostile = [
        b"no json",
        b"[]",
        b"[" * 100_000,
        b'{"casino_id": "Y", "name": "z", "reason": "", "reason_en": ""}',
    ]
    for number, content in enumerate(hostile):
        came.write_bytes(content)
        quarantine.keep(Refused("X", f"{number}.reason.json", "es", "en"), came)
    assert [one.name for one in quarantine.held()] == [f"{n}.reason.json" for n in range(4)]
