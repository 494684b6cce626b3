"""What may not be looked at says nothing of a store: no fault is found in it, and nothing lost."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from auditor.api import ingest
from auditor.store import layout
from auditor.store.check import repair
from auditor.store.read import partitions, skipped

if TYPE_CHECKING:
    from collections.abc import Callable

    Closes = Callable[[Path, int], None]

LISTS = ((os, "listdir"), (os, "scandir"))
READS = ((Path, "stat"), (Path, "read_bytes"))
CODES = pytest.mark.parametrize("code", [errno.EACCES, errno.EPERM, errno.EIO])


@pytest.fixture(name="store")
def _store(sample_logs: Path, tmp_path: Path) -> Path:
    ingest([sample_logs / "bling_bling", sample_logs / "bling_bling" / "expected.csv"], tmp_path)
    return tmp_path


@pytest.fixture(name="close")
def _close(monkeypatch: pytest.MonkeyPatch) -> Closes:
    """Let the system refuse a path; who runs as root is refused nothing by its mode."""

    def close(path: Path, code: int) -> None:
        for of, name in LISTS if path.is_dir() else READS:
            monkeypatch.setattr(of, name, _refusing(getattr(of, name), path, code=code))

    return close


def _refusing(does: Callable[..., object], path: Path, *, code: int) -> Callable[..., object]:
    """Do something but with one path."""

    def done(of: object = ".", /, **how: object) -> object:
        if isinstance(of, (str, Path)) and Path(of) == path:
            raise OSError(code, os.strerror(code), str(of))
        return does(of, **how)

    return done


@CODES
def test_no_file_is_lost_where_the_entries_may_not_be_listed(
    store: Path, close: Closes, code: int
) -> None:
    before = set(store.rglob("*.parquet"))
    close(store / layout.MANIFEST, code)
    with pytest.raises(OSError, match=os.strerror(code)):
        repair(store)
    assert {path for path in before if path.exists()} == before


@CODES
def test_a_file_that_may_not_be_seen_is_not_told_as_missing(
    store: Path, close: Closes, code: int
) -> None:
    close(next(store.rglob("*.parquet")), code)
    with pytest.raises(OSError, match=os.strerror(code)):
        partitions(store)


@CODES
def test_a_list_that_may_not_be_read_is_not_told_as_damaged(
    store: Path, close: Closes, code: int
) -> None:
    close(store / layout.SKIPPED, code)
    with pytest.raises(OSError, match=os.strerror(code)):
        skipped(store)
