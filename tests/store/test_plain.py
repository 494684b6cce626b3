"""A small file that is named is read without waiting, and nothing without an end is read."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from auditor.errors import AuditorError, HouseError, MappingError, UsageError
from auditor.ingest.mapping.mapping_file import read_mapping
from auditor.nightly.config import read_config
from auditor.report.audit.review import read_reviews
from auditor.run.told.waivers import read_waivers
from auditor.store.house import read_house
from auditor.store.plain import read_plain

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

READERS = {
    "config": (read_config, UsageError),
    "house": (read_house, HouseError),
    "mapping": (read_mapping, MappingError),
    "waivers": (lambda path: read_waivers(path, ()), UsageError),
    "review": (lambda path: read_reviews([path]), UsageError),
}


@pytest.mark.parametrize("kind", ["pipe", "device"])
@pytest.mark.parametrize(("read", "error"), READERS.values(), ids=READERS)
def test_a_pipe_or_a_device_is_refused_at_once(
    tmp_path: Path, read: Callable[[Path], object], error: type[AuditorError], kind: str
) -> None:
    path = tmp_path / "file"
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/null")
    with pytest.raises(error, match="no es un archivo común"):
        read(path)


def test_a_folder_or_nothing_is_told_for_what_it_is(tmp_path: Path) -> None:
    for path, why in ((tmp_path, "it is a folder"), (tmp_path / "gone", "there is no such")):
        with pytest.raises(UsageError, match=why):
            read_plain(path, most=1, error=UsageError)


def test_no_more_is_read_than_tells_that_it_is_too_large(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x" * 100)
    assert len(read_plain(tmp_path / "file", most=9, error=UsageError)) == 10
