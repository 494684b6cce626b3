"""The key is its owner's alone, never travels, and is never overwritten."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

import pytest

from auditor.errors import UsageError
from auditor.redact.key import key_at, mark_of, write_map
from auditor.redact.redact import key_of

if TYPE_CHECKING:
    from pathlib import Path

KEY = bytes(range(32))


def test_a_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    path, out = tmp_path / "a.key", tmp_path / "out"
    made = key_at(path, away_from=out)
    assert len(made) == 32
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert key_at(path, away_from=out) == made


def test_two_keys_are_not_the_same(tmp_path: Path) -> None:
    one, other = (key_at(tmp_path / name, away_from=tmp_path / "out") for name in ("a", "b"))
    assert one != other


@pytest.mark.parametrize("content", ["", "abcd", "zz" * 32, KEY[:31].hex()])
def test_what_is_no_key_is_refused_and_left_as_it_is(tmp_path: Path, content: str) -> None:
    path = tmp_path / "a.key"
    path.write_text(content, "ascii")
    with pytest.raises(UsageError):
        key_at(path, away_from=tmp_path / "out")
    assert path.read_text("ascii") == content


def test_neither_key_nor_map_is_put_where_reports_are(tmp_path: Path) -> None:
    inside = tmp_path / "x" / ".." / "out" / "deep" / "a.key"
    with pytest.raises(UsageError):
        key_at(inside, away_from=tmp_path / "out")
    with pytest.raises(UsageError):
        write_map(inside, {}, away_from=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_key_that_nobody_named_lies_beside_the_folder_of_the_audit(tmp_path: Path) -> None:
    assert key_of(tmp_path / "reports" / "night", None) == tmp_path / "reports" / "redaction.key"


def test_a_map_tells_who_is_who_to_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "who.csv"
    path.write_text("old", "utf-8")
    path.chmod(0o644)
    write_map(path, {"Ana": "Jugador-B", "Luz": "Jugador-A"}, away_from=tmp_path / "out")
    assert path.read_text("utf-8") == "pseudonym,id\nJugador-A,Luz\nJugador-B,Ana\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_mark_of_a_key_does_not_hold_it() -> None:
    assert mark_of(KEY) not in KEY.hex()
    assert mark_of(KEY) != mark_of(KEY[::-1])
