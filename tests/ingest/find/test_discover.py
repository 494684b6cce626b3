"""What files the inputs hold: each once, whatever links and folders there are."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from auditor.errors import InputError
from auditor.ingest.find import discover
from tests.ingest.conftest import make_folder

if TYPE_CHECKING:
    from tests.ingest.conftest import Read, ReadBack

BETS = b"bet_id,hand_id,kind\nb1,h1,fila\n"


def names(got: ReadBack) -> list[str]:
    """Give the names of the sources, in order."""
    return [raw.source.name for raw in got.reading.tables]


def test_a_folder_is_walked_in_the_order_of_names(read: Read) -> None:
    got = read({"b/bets.csv": BETS, "a/bets.csv": BETS, "bets.csv": BETS})
    assert names(got) == ["a/bets.csv", "b/bets.csv", "bets.csv"]


def test_a_link_to_its_own_folder_does_not_loop(read: Read, tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "night", {"bets.csv": BETS})
    (folder / "again").symlink_to(".")
    (folder / "up").symlink_to("..")
    assert names(read(folder)) == ["bets.csv"]


def test_a_linked_file_is_read_once(read: Read, tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "night", {"bets.csv": BETS})
    (folder / "a-link.csv").symlink_to("bets.csv")
    assert names(read(folder, folder / "bets.csv")) == ["a-link.csv"]


def test_a_link_that_leads_nowhere_is_told(read: Read, tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "night", {})
    (folder / "bets.csv").symlink_to("nowhere")
    assert read(folder).skipped == {"bets.csv": "unreadable"}


def test_what_is_no_regular_file_is_told_and_not_opened(read: Read, tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "night", {})
    os.mkfifo(folder / "bets.csv")
    assert read(folder).skipped == {"bets.csv": "not_a_file"}


def test_a_folder_named_like_a_file_is_a_folder(read: Read) -> None:
    assert names(read({"x.csv/bets.csv": BETS})) == ["x.csv/bets.csv"]


def test_folders_too_far_down_are_told(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discover, "DEEPEST", 1)
    got = read({"a/bets.csv": BETS, "b/c/bets.csv": BETS})
    assert (names(got), got.skipped) == (["a/bets.csv"], {"b/c": "too_deep"})


def test_the_number_of_files_has_a_bound(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discover, "MOST_FILES", 1)
    with pytest.raises(InputError):
        read({"a.csv": BETS, "b.csv": BETS})


def test_a_glob_names_all_files_that_match(read: Read, tmp_path: Path) -> None:
    make_folder(tmp_path / "night", {"bets-1.csv": BETS, "bets-2.csv": BETS, "hands.csv": BETS})
    assert names(read(tmp_path / "night" / "bets-*.csv")) == ["bets-1.csv", "bets-2.csv"]


@pytest.mark.parametrize("name", ["nothing.csv", "nothing-*.csv"])
def test_an_input_that_is_not_there_is_an_error(read: Read, name: str) -> None:
    with pytest.raises(InputError, match="nothing"):
        read(Path(name))


def test_files_of_several_folders_are_told_apart_by_their_folder(read: Read) -> None:
    got = read({"bets.csv": BETS, "x/hands.csv": b"hand_id,session_id\n"}, {"bets.csv": BETS})
    assert names(got) == ["in-0/bets.csv", "in-0/x/hands.csv", "in-1/bets.csv"]


@pytest.mark.parametrize("name", ["mapping.toml.txt", "maping.toml", "House_LIM-01.toml"])
def test_toml_under_a_name_that_nothing_reads_is_told_as_such(read: Read, name: str) -> None:
    got = read({"bets.csv": BETS, name: b'[columns]\nmonto = "stake"\n'})
    assert got.skipped == {name: "toml_misnamed"}
    assert "mapping.toml" in got.reading.skipped[0].reason_es


def test_files_of_the_system_and_documents_are_set_aside_without_counting(read: Read) -> None:
    aside = [".DS_Store", "Thumbs.db", "~$bets.xlsx", "README.txt", "LÉAME.txt", "notes.md"]
    aside += ["LE\u0301AME.txt"]
    aside += ["night.expected.csv", "__MACOSX/bets.csv", ".git/bets.csv"]
    got = read({"bets.csv": BETS, **dict.fromkeys(aside, BETS)})
    assert (names(got), {one.counts for one in got.reading.skipped}) == (["bets.csv"], {False})


def test_a_folder_named_like_a_document_is_walked(read: Read) -> None:
    assert names(read({"readme expected/bets.csv": BETS})) == ["readme expected/bets.csv"]


def test_what_this_program_wrote_is_not_read_as_a_log(read: Read) -> None:
    got = read({"out/audit.json": b"{}", "out/findings.csv": BETS, "bets.csv": BETS})
    assert (names(got), got.skipped) == (["bets.csv"], {"out": "own_output"})


def test_a_name_with_control_signs_is_made_fit_to_print(read: Read, tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "night", {"bets\n\x1b[31m.csv": BETS})
    assert names(read(folder)) == ["bets\ufffd\ufffd[31m.csv"]


def test_a_file_without_permission_is_told(read: Read, tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "night", {"bets.csv": BETS, "hands.csv": BETS})
    (folder / "bets.csv").chmod(0)
    if os.access(folder / "bets.csv", os.R_OK):
        pytest.skip("needs a user whom permissions bind")
    assert read(folder).skipped["bets.csv"] == "unreadable"
