"""A private copy of one delivery, from which it is read: what happens in the inbox is no matter.

<work>/spool/<quoted casino>/…   the delivery as it came, the inbox's mapping and house files above
<work>/pending.json              written when the copy is whole, deleted when all is dealt with
"""

from __future__ import annotations

import json
import shutil
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from auditor.errors import InputError
from auditor.ingest.find.found import REPLACES, Found, is_house, is_mapping
from auditor.ingest.find.zips import Archives, is_plain_zip, read_small
from auditor.nightly.inbox import fetch, versions_of
from auditor.nightly.replaces import declared, replaced_by
from auditor.store.layout import quoted
from auditor.store.toml_section import MAX_BYTES
from auditor.store.whole import write_whole

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.nightly.config import CasinoInbox
    from auditor.nightly.inbox import Delivery, Look


@dataclass(frozen=True, slots=True)
class Pending:
    """A delivery that is copied: its files' versions and hashes, and what it says it replaces."""

    casino_id: str
    delivery: str
    beside: str
    versions: dict[str, str]
    hashes: dict[str, str]
    replaces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Spool:
    """Where deliveries are copied to, one at a time."""

    work: Path

    @property
    def folder(self) -> Path:
        """Give the folder that is read."""
        return self.work / "spool"

    def copy(self, inbox: CasinoInbox, delivery: Delivery, *, seen: Look) -> Pending | None:
        """Copy a delivery; None where it changed while it was copied. Raises UsageError, OSError.

        Nothing is pending before the copy is whole. Raises InputError where there is no room for
        it: it would fill the disk, and no other could be taken.
        """
        self.clear()
        self._hold_room(delivery)
        top = self.folder / quoted(inbox.casino_id)
        own, beside = self.work / "replaces.own", self._beside
        for path in (own, beside):
            path.unlink(missing_ok=True)
        for name in seen.beside:
            is_read = is_mapping(name) or is_house(name)
            fetch(inbox, name, to=top / name if is_read else beside)
        hashes = {
            name: fetch(inbox, name, to=own if name.endswith(f"/{REPLACES}") else top / name)
            for name in delivery.files
        }
        if versions_of(inbox, delivery) != delivery.files:
            return None
        if delivery.name in delivery.files:
            _unpack_replaces(top / delivery.name, own)
        pending = Pending(
            casino_id=inbox.casino_id,
            delivery=delivery.name,
            beside=beside_version(inbox, seen),
            versions=dict(delivery.files),
            hashes=hashes,
            replaces=replaced_by(delivery.name, own=own, beside=beside),
        )
        write_whole(self._mark, json.dumps(asdict(pending), ensure_ascii=False).encode())
        return pending

    def _hold_room(self, delivery: Delivery) -> None:
        """Raise InputError where the disk has no room for a delivery."""
        self.work.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(self.work).free
        if delivery.size > free:
            mib = {"size": -(-delivery.size >> 20), "free": free >> 20}
            raise InputError("nightly.no_room", work=self.work, **mib)

    def declared(self, inbox: CasinoInbox, seen: Look) -> dict[str, tuple[str, ...]]:
        """Give what the inbox's own file says of what replaces what; raises AuditorError."""
        if REPLACES not in seen.beside:
            return {}
        fetch(inbox, REPLACES, to=self._beside)
        return declared(self._beside)

    def pending(self) -> Pending | None:
        """Give the delivery that an earlier run left before it was dealt with."""
        try:
            raw = json.loads(self._mark.read_bytes())
            return Pending(**(raw | {"replaces": tuple(raw["replaces"])}))
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def file(self, pending: Pending, name: str) -> Path:
        """Give the copy of a file."""
        return self.folder / quoted(pending.casino_id) / name

    def clear(self) -> None:
        """Take away what is copied: first that it is pending."""
        self._mark.unlink(missing_ok=True)
        if self.folder.is_dir():
            shutil.rmtree(self.folder)

    @property
    def _beside(self) -> Path:
        """Give where the inbox's own file of what replaces what is copied to."""
        return self.work / "replaces.beside"

    @property
    def _mark(self) -> Path:
        """Give the file that says what is pending."""
        return self.work / "pending.json"


def _unpack_replaces(delivery: Path, own: Path) -> None:
    """Take out what a zip says that it replaces, at its top or in its one folder.

    Raises InputError where that cannot be read; of a zip that cannot be, all is told later.
    """
    if not is_plain_zip(delivery):
        return
    place = PurePosixPath(delivery)
    with closing(Archives()) as archives:
        try:
            names = archives.open(delivery).namelist()
        except InputError:
            return
        for entry, name in enumerate(names):
            if name.rpartition("/")[2] == REPLACES and name.count("/") <= 1:
                found = Found(name, delivery, place / REPLACES, place, entry)
                own.write_bytes(read_small(archives, found, limit=MAX_BYTES))


def beside_version(inbox: CasinoInbox, seen: Look) -> str:
    """Give what stands beside a delivery and bears on it, as one text."""
    told = [inbox.currency, *(str(path) for path in (inbox.house, inbox.mapping))]
    files = [path for path in (inbox.house, inbox.mapping) if path and path.is_file()]
    told += [str(path.stat().st_mtime_ns) for path in files]
    return json.dumps([told, dict(seen.beside)], sort_keys=True)
