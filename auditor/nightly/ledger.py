"""What the nightly run has dealt with: each delivery, the version of its files, what came of it.

<work>/ledger.json   all of it, written whole at the end of a run
<work>/ledger.log    what was dealt with since, a line each; its head is the hash of that file
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING

from auditor.ingest.find.found import REPLACES
from auditor.store.whole import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from auditor.nightly.inbox import Delivery

LEDGER, LOG = "ledger.json", "ledger.log"
TAKEN, REFUSED, REPLACED = "taken", "refused", "replaced"


@dataclass(frozen=True, slots=True)
class Dealt:
    """A delivery as it was dealt with: version and SHA-256 of each file.

    `beside` is the version of what lay beside it in the inbox: what was refused is tried again once
    that has changed. `reason` is Spanish and English. `replaces` is what it has said that it
    replaces, unless it was refused: what came before it, and what comes after; `unmatched` that of
    which nothing had come; `overtaken` what of it (or its own name) was not taken, as another
    delivery has its place. `told` is whether a summary has told of it, with its `records` and how
    many of them were `rejected`, and the casinos, other than its inbox's, of which it has sessions.
    `displaced`: sources taken before, and how many of their records count no more since it came.
    """

    state: str
    versions: dict[str, str] = field(default_factory=dict)
    hashes: dict[str, str] = field(default_factory=dict)
    beside: str = ""
    reason: tuple[str, str] = ("", "")
    replaces: tuple[str, ...] = ()
    unmatched: tuple[str, ...] = ()
    overtaken: dict[str, str] = field(default_factory=dict)
    records: int = 0
    rejected: int = 0
    told: bool = True
    of_others: tuple[str, ...] = ()
    displaced: dict[str, int] = field(default_factory=dict)


Ledger = dict[str, dict[str, Dealt]]  # casino → delivery → what came of it


class Log:
    """What was dealt with since the ledger was written whole: no delivery writes it all again.

    `base` is the ledger's hash; `size` counts the bytes that hold, 0 where there is no log of it.
    """

    def __init__(self, path: Path, base: str) -> None:
        """Begin with nothing that holds."""
        self.path, self.base, self.size = path, base, 0

    def add(self, changes: Ledger) -> None:
        """Write down what has changed, in one line: one that is not whole counts for nothing."""
        if not self.size:
            head = _line({"after": self.base})
            write_whole(self.path, head)
            self.size = len(head)
        line = _line(_plain(changes))
        with self.path.open("r+b") as log:
            log.truncate(self.size)
            log.seek(self.size)
            log.write(line)
        self.size += len(line)


def open_ledger(work: Path) -> tuple[Ledger, Log]:
    """Read the ledger, with the log that goes on from it.

    One that is not there or not whole is empty: deliveries are taken again.
    """
    try:
        data = (work / LEDGER).read_bytes()
    except OSError:
        data = b""
    log = Log(work / LOG, sha256(data).hexdigest())
    ledger = _ledger(data) or {}
    for changes in _logged(log):
        for casino, of in changes.items():
            ledger.setdefault(casino, {}).update(of)
    return ledger, log


def read_ledger(work: Path) -> Ledger:
    """Read the ledger as it is by now."""
    return open_ledger(work)[0]


def write_ledger(work: Path, ledger: Ledger) -> None:
    """Write the ledger, whole or not at all; a log of an earlier one goes on from no other."""
    write_whole(work / LEDGER, json.dumps(_plain(ledger), ensure_ascii=False).encode())
    (work / LOG).unlink(missing_ok=True)


def all_told(work: Path) -> None:
    """Write down that a summary has told of every delivery."""
    ledger, log = open_ledger(work)
    if not log.size and all(one.told for of in ledger.values() for one in of.values()):
        return
    told = {
        casino: {name: replace(one, told=True) for name, one in of.items()}
        for casino, of in ledger.items()
    }
    write_ledger(work, told)


def is_new(delivery: Delivery, dealt: Dealt | None, *, beside: str) -> bool:
    """Tell whether a delivery is to be dealt with: new, changed, or refused under other terms."""
    if dealt is None or any(dealt.versions.get(n) != v for n, v in delivery.files.items()):
        return True
    return dealt.state == REFUSED and dealt.beside != beside


def is_declared_late(
    dealt: Dealt | None, replaces: Iterable[str], *, beside: Mapping[str, str]
) -> bool:
    """Tell whether something taken is said only now to replace what it did not say before.

    `beside` is what lies beside it in the inbox, by its name: only a file that has changed says so.
    """
    if dealt is None or dealt.state != TAKEN or set(replaces) <= set(dealt.replaces):
        return False
    was = json.loads(dealt.beside)[1] if dealt.beside else {}
    return bool(was.get(REPLACES) != beside.get(REPLACES))


def _logged(log: Log) -> Iterator[Ledger]:
    """Walk what a log holds, up to the first line that is not whole, and count its bytes."""
    try:
        head, *lines = log.path.read_bytes().splitlines(keepends=True)
    except (OSError, ValueError):
        return
    if head != _line({"after": log.base}):
        return
    log.size = len(head)
    for line in lines:
        changes = _ledger(line) if line.endswith(b"\n") else None
        if changes is None:
            return
        log.size += len(line)
        yield changes


def _plain(ledger: Ledger) -> dict[str, dict[str, dict[str, object]]]:
    """Give a ledger as plain data."""
    return {
        casino: {name: asdict(one) for name, one in of.items()} for casino, of in ledger.items()
    }


def _line(told: Mapping[str, object]) -> bytes:
    """Give a line of the log."""
    return f"{json.dumps(told)}\n".encode()


def _ledger(data: bytes) -> Ledger | None:
    """Read a ledger, or what has changed in it; None where it is not whole."""
    try:
        return {
            casino: {name: _dealt(one) for name, one in of.items()}
            for casino, of in json.loads(data).items()
        }
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None


def _dealt(raw: dict[str, object]) -> Dealt:
    """Read one delivery; raises TypeError where it is none."""
    lists = {key: tuple(each) for key, each in raw.items() if isinstance(each, list)}
    return Dealt(**(raw | lists))  # type: ignore[arg-type]  # what was written
