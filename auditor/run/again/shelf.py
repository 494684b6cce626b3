"""The outcomes of partitions kept on disk, each beside the fingerprint of what it hangs on.

<folder>/<quoted casino>/<gaming date or no date>.outcome: a line of fingerprint and SHA-256, then
the outcome, pickled; only the classes of an outcome are ever made of it.
"""

from __future__ import annotations

import io
import pickle
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING

import pyarrow as pa

from auditor.store.layout import NO_DATE, quoted
from auditor.store.whole import write_whole

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from auditor.checks.count import Counted
    from auditor.run.again.fingerprint import Place
    from auditor.run.judge.task import Outcome

SUFFIX = ".outcome"
_MADE_OF = {
    ("auditor.run.judge.task", "Outcome"),
    ("auditor.run.judge.census", "Census"),
    ("auditor.evaluate.judge", "Count"),
    ("auditor.evaluate.judge", "NotRun"),
    ("auditor.evaluate.readings", "ReadingsCount"),
    ("auditor.checks.count", "Counted"),
    ("auditor.run.again.shelf", "Packed"),
    ("collections", "Counter"),
    ("datetime", "date"),
    ("decimal", "Decimal"),
}


@dataclass(frozen=True, slots=True)
class Packed:
    """A table as the bytes of an Arrow stream."""

    content: bytes


@dataclass(frozen=True, slots=True)
class Shelf:
    """The folder in which outcomes are kept."""

    folder: Path

    def fingerprint(self, place: Place) -> str | None:
        """Give the fingerprint of the outcome that is kept of a partition."""
        with suppress(OSError), self._path(place).open("rb") as file:
            return file.readline().decode(errors="replace").partition(" ")[0]
        return None

    def read(self, place: Place) -> Outcome | None:
        """Give the outcome that is kept of a partition; None where it is not whole."""
        try:
            head, _, content = self._path(place).read_bytes().partition(b"\n")
            if head.decode().split(" ")[1:] != [sha256(content).hexdigest()]:
                return None
            outcome: Outcome = _Unpickler(io.BytesIO(content)).load()
        except (OSError, ValueError, LookupError, TypeError, AttributeError, EOFError):
            return None
        except pickle.UnpicklingError:
            return None
        return replace(outcome, counted=tuple(map(_unpacked, outcome.counted)))

    def keep(self, place: Place, outcome: Outcome, *, fingerprint: str) -> None:
        """Keep the outcome of a partition in place of an earlier one."""
        plain = replace(outcome, counted=tuple(map(_packed, outcome.counted)))
        content = pickle.dumps(plain, protocol=pickle.HIGHEST_PROTOCOL)
        head = f"{fingerprint} {sha256(content).hexdigest()}\n".encode()
        write_whole(self._path(place), head + content)

    def forget_all_but(self, places: Collection[Place]) -> None:
        """Delete the outcomes of partitions that are there no more."""
        kept = {self._path(place) for place in places}
        for path in self.folder.glob(f"*/*{SUFFIX}"):
            if path not in kept:
                path.unlink()

    def _path(self, place: Place) -> Path:
        """Give the file of a partition's outcome."""
        casino, day = place
        name = day.isoformat() if day else NO_DATE
        return self.folder / quoted(casino) / f"{name}{SUFFIX}"


class _Unpickler(pickle.Unpickler):
    """Makes nothing but what outcomes are made of."""

    def find_class(self, module_name: str, global_name: str, /) -> type:
        """Give a class of an outcome; raises UnpicklingError for anything else."""
        if (module_name, global_name) not in _MADE_OF:
            raise pickle.UnpicklingError(global_name)
        found: type = super().find_class(module_name, global_name)
        return found


def _packed(counted: Counted) -> Counted:
    """Put the table of a count into bytes."""
    if counted.rows is None:
        return counted
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, counted.rows.schema) as writer:
        writer.write_table(counted.rows)
    return replace(counted, rows=Packed(sink.getvalue().to_pybytes()))


def _unpacked(counted: Counted) -> Counted:
    """Make the table of a count again."""
    if not isinstance(counted.rows, Packed):
        return counted
    return replace(counted, rows=pa.ipc.open_stream(counted.rows.content).read_all())
