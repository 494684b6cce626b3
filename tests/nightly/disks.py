"""Small file systems that fill up, or may not be written to, for real; and places on them."""

from __future__ import annotations

import shutil
import subprocess
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.nightly.conftest import Place

ROOM = "size=64m,nr_inodes=100k"


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """Mount a file system of its own, or skip the test."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", ROOM, "tmpfs", str(folder)]
    if not shutil.which("mount") or subprocess.run(command, check=False).returncode:
        pytest.skip("needs tool: leave to mount a tmpfs")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)  # noqa: S607  # of the system


def remount(folder: Path, how: str) -> None:
    """Mount a file system again in another way."""
    subprocess.run(["mount", "-o", f"remount,{how}", str(folder)], check=True)  # noqa: S607


def leave(folder: Path, *, kib: int | None = None, files: int | None = None) -> None:
    """Leave room on a disk for so many KiB more, or so many files."""
    (folder / "filler").write_bytes(bytes(4096))  # a size of nothing would be without bound
    told = shutil.disk_usage(folder)
    if kib is not None:
        remount(folder, f"size={-(-told.used // 1024) + kib}k")
    if files is not None:
        there = sum(1 for _ in folder.rglob("*")) + 1
        remount(folder, f"nr_inodes={there + files}")


def emptied(folder: Path) -> None:
    """Take away all that is on a disk, and give it its room again."""
    remount(folder, ROOM)
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def moved(place: Place, folder: Path) -> Place:
    """Give a place in another folder."""
    config = replace(place.config, store=folder / "store", out=folder / "out", work=folder / "work")
    inbox = replace(config.inboxes[0], address=str(folder / "in"))
    return replace(place, folder=folder, config=replace(config, inboxes=(inbox,)))


def with_part_on(place: Place, part: str, disk: Path) -> Place:
    """Give a place of which one part (store, out, work, metrics) lies on a disk of its own."""
    here = place.folder / part
    if here.is_dir():
        shutil.copytree(here, disk / part)
    where = disk / part / "auditor.prom" if part == "metrics" else disk / part
    return replace(place, config=replace(place.config, **{part: where}))  # type: ignore[arg-type]  # fields
