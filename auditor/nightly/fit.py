"""Whether a configuration fits what is there: before anything is taken, and told all the same."""

from __future__ import annotations

import errno
import os
from datetime import date
from itertools import combinations
from typing import TYPE_CHECKING

from auditor.errors import UsageError
from auditor.ingest.mapping.mapping_file import read_mapping
from auditor.nightly.config import CasinoInbox
from auditor.nightly.inbox import local_path
from auditor.store.house import read_house

if TYPE_CHECKING:
    from auditor.nightly.config import NightlyConfig


EARLIEST, LATEST = date(1970, 1, 1), date(9000, 1, 1)  # days of video can be counted from either


def refuse_day(today: date) -> None:
    """See that a run's day is one that a clock may tell; raises UsageError."""
    if not EARLIEST <= today <= LATEST:
        told = {"today": today, "earliest": EARLIEST, "latest": LATEST}
        raise UsageError("nightly.no_day_of_a_run", **told)


def refuse_unfit(config: NightlyConfig) -> None:
    """See that no inbox holds another or what a run writes, and that files named can be used.

    Raises UsageError, HouseError and MappingError, NotADirectoryError where the store is a file:
    no delivery is to be blamed for any of these.
    """
    _hold_apart(config)
    if config.store.exists() and not config.store.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(config.store))
    for inbox in config.inboxes:
        if inbox.mapping:
            read_mapping(inbox.mapping)
        if inbox.house and (other := read_house(inbox.house).casino_id) != inbox.casino_id:
            values = {"file": inbox.house, "casino": inbox.casino_id, "other": other}
            raise UsageError("nightly.house_of_another", **values)


def _hold_apart(config: NightlyConfig) -> None:
    """See that no inbox is another, or lies in it: what comes there would count for both."""
    ours = {"store": config.store, "out": config.out, "work": config.work}
    places = [(key, _place(CasinoInbox(key, str(path)))) for key, path in ours.items()]
    places += [(f"casinos.{one.casino_id}.inbox", _place(one)) for one in config.inboxes]
    for (key, place), (other, there) in combinations(places, 2):
        is_of_inbox = other not in ours
        shortest = min(len(place), len(there))
        if is_of_inbox and place[:shortest] == there[:shortest]:
            raise UsageError("nightly.not_apart", key=key, other=other)


def _place(inbox: CasinoInbox) -> tuple[str, ...]:
    """Give where an inbox is, part by part from the root; of a folder, links followed."""
    local = local_path(inbox.address)
    if local is not None:
        return ("", *local.resolve().parts)
    scheme, _, path = inbox.address.partition("://")
    parts = (part for part in path.split("/") if part not in {"", "."})
    return (f"{scheme} {sorted(inbox.storage.items(), key=str)}", *parts)
