"""What arrived is taken in, delivery by delivery: one that cannot be taken stops no other."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from auditor.errors import AuditorError, BusyError, StoreError
from auditor.nightly.inbox import REPLACES, look
from auditor.nightly.ledger import REFUSED, TAKEN, Dealt, is_new, read_ledger, write_ledger
from auditor.nightly.quarantine import Quarantine, Refused
from auditor.nightly.spool import Spool, beside_version
from auditor.store.layout import quoted
from auditor.store.wanted import still_wanted
from auditor.texts import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from auditor.ingest.ingest import IngestOptions
    from auditor.nightly.config import CasinoInbox, NightlyConfig
    from auditor.nightly.inbox import Delivery, Look
    from auditor.nightly.ledger import Ledger
    from auditor.nightly.spool import Pending

OUR_FAULTS = ("storing.torn", "storing.undeclared")  # of the delivery, though the store says it


@dataclass(frozen=True, slots=True)
class Arrivals:
    """What came of the inboxes: what was taken, what waits, what failed; names by casino.

    `passed_over` is what is not taken whatever it holds, told as long as it lies there; `counts`
    are the records of each delivery taken, and how many of them were rejected.
    """

    taken: list[tuple[str, str]] = field(default_factory=list)
    waiting: list[tuple[str, str]] = field(default_factory=list)
    failed: list[Refused] = field(default_factory=list)
    passed_over: list[Refused] = field(default_factory=list)
    counts: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)

    @property
    def records(self) -> int:
        """Count the records of what was taken."""
        return sum(records for records, _ in self.counts.values())

    @property
    def rejected(self) -> int:
        """Count the records that were rejected of it."""
        return sum(rejected for _, rejected in self.counts.values())


@dataclass(frozen=True, slots=True)
class Desk:
    """What it takes to deal with deliveries."""

    config: NightlyConfig
    ledger: Ledger
    spool: Spool
    quarantine: Quarantine
    arrivals: Arrivals

    @property
    def book(self) -> Path:
        """Give the ledger's file."""
        return self.config.work / "ledger.json"


def take_arrivals(
    config: NightlyConfig, *, sleep: Callable[[float], None] = time.sleep
) -> Arrivals:
    """Take in what is new in every inbox and has settled, what an earlier run left first."""
    desk = Desk(
        config=config,
        ledger=read_ledger(config.work / "ledger.json"),
        spool=Spool(config.work),
        quarantine=Quarantine(config.work / "quarantine"),
        arrivals=Arrivals(),
    )
    left = desk.spool.pending()
    inboxes = {inbox.casino_id: inbox for inbox in config.inboxes}
    if left is not None and left.casino_id in inboxes:
        _deal(desk, inboxes[left.casino_id], pending=left)
    looks = {inbox.casino_id: seen for inbox in config.inboxes if (seen := _look(desk, inbox))}
    for casino, seen in looks.items():
        told = seen.passed_over.items()
        desk.arrivals.passed_over.extend(_passed_over(casino, name, why=why) for name, why in told)
    for casino, seen in looks.items():
        _want_again(desk, inboxes[casino], seen=seen)
    new = {casino: _new(desk, inboxes[casino], seen=seen) for casino, seen in looks.items()}
    if any(new.values()):
        sleep(config.settle_seconds)
    for casino, deliveries in new.items():
        _take_settled(desk, inboxes[casino], wanted=deliveries)
    desk.spool.clear()
    return desk.arrivals


def _look(desk: Desk, inbox: CasinoInbox) -> Look | None:
    """See what an inbox holds; one out of reach is told of, and stops no other."""
    try:
        return look(inbox)
    except AuditorError as error:
        desk.arrivals.failed.append(_refused(inbox, error))
        return None


def _want_again(desk: Desk, inbox: CasinoInbox, *, seen: Look) -> None:
    """Forget that deliveries were taken of which a repair of the store took something out.

    One that does not lie in the inbox any more is told of, and cannot be taken.
    """
    label, known = f"{quoted(inbox.casino_id)}/", desk.ledger.get(inbox.casino_id, {})
    names = [one.name for one in still_wanted(desk.config.store) if one.name.startswith(label)]
    for delivery in sorted({name.removeprefix(label).partition("/")[0] for name in names}):
        if delivery in seen.deliveries:
            known.pop(delivery, None)
        else:
            error = StoreError("nightly.wanted")
            desk.arrivals.failed.append(_refused(inbox, error, name=delivery))


def _new(desk: Desk, inbox: CasinoInbox, *, seen: Look) -> list[Delivery]:
    """Give the deliveries that are to be dealt with."""
    known, beside = desk.ledger.get(inbox.casino_id, {}), beside_version(inbox, seen)
    return [
        one for name, one in seen.deliveries.items() if is_new(one, known.get(name), beside=beside)
    ]


def _take_settled(desk: Desk, inbox: CasinoInbox, *, wanted: list[Delivery]) -> None:
    """Take the deliveries of which a second look sees what the first saw."""
    again = _look(desk, inbox) if wanted else None
    for delivery in wanted if again else ():
        pending = None
        try:
            if again and again.deliveries.get(delivery.name) == delivery:
                pending = desk.spool.copy(inbox, delivery, seen=again)
        except AuditorError as error:
            desk.arrivals.failed.append(_refused(inbox, error, name=delivery.name))
            continue
        except FileNotFoundError:
            pending = None
        if pending is None:
            desk.arrivals.waiting.append((inbox.casino_id, delivery.name))
        else:
            _deal(desk, inbox, pending=pending)


def _deal(desk: Desk, inbox: CasinoInbox, *, pending: Pending) -> None:
    """Deal with a delivery that is copied: take it in, or put it in quarantine."""
    known = desk.ledger.setdefault(inbox.casino_id, {})
    earlier = known.get(pending.delivery)
    desk.quarantine.release(inbox.casino_id, pending.delivery)
    changed = _changed(pending, earlier)
    if changed:
        words = [say("nightly.undeclared", lang=lang, file=changed[0]) for lang in ("es", "en")]
        _refuse(desk, pending, reason=(words[0], words[1]), files=changed, earlier=earlier)
    else:
        _ingest(desk, inbox, pending=pending)
    write_ledger(desk.book, desk.ledger)
    desk.spool.clear()


def _changed(pending: Pending, earlier: Dealt | None) -> list[str]:
    """Name the files that were taken with other bytes, and are not declared as replaced."""
    from auditor.ingest.choice import is_named  # loads the engine

    hashes = earlier.hashes if earlier else {}
    return sorted(
        name
        for name, digest in pending.hashes.items()
        if hashes.get(name, digest) != digest
        and not name.endswith(REPLACES)
        and not is_named(name, pending.replaces)
    )


def _ingest(desk: Desk, inbox: CasinoInbox, *, pending: Pending) -> None:
    """Take a delivery in; what of it cannot be read goes to quarantine, and the rest counts."""
    from auditor import api  # loads all there is, which a night without news spares

    try:
        result = api.ingest(
            [desk.spool.folder], desk.config.store, options=_options(inbox, pending)
        )
    except BusyError:
        raise  # what is copied stays: the next run takes it in
    except AuditorError as error:
        if isinstance(error, StoreError) and error.code not in OUR_FAULTS:
            raise
        if error.exit_code == 1:  # ours: tried again the next time
            desk.arrivals.failed.append(_refused(inbox, error, name=pending.delivery))
        else:
            reason = error.say("es"), error.say("en")
            _refuse(desk, pending, reason=reason, files=sorted(pending.hashes))
        return
    taken = dict(pending.hashes)
    bad = [one for one in result.skipped if one.counts]
    for each in bad:
        name = each.name.removeprefix(f"{quoted(inbox.casino_id)}/")
        refused = Refused(inbox.casino_id, name, each.reason_es, each.reason_en)
        desk.quarantine.keep(refused, desk.spool.file(pending, name))
        taken.pop(name, None)
    if bad and not result.sources:
        reason = bad[0].reason_es, bad[0].reason_en
        dealt = _dealt(pending, REFUSED, reason=reason, hashes=taken)
    else:
        dealt = _dealt(pending, TAKEN, hashes=taken)
        desk.arrivals.taken.append((inbox.casino_id, pending.delivery))
    desk.ledger[inbox.casino_id][pending.delivery] = dealt
    records = sum(each.records for each in result.sources)
    rejected = sum(each.rejected for each in result.sources)
    desk.arrivals.counts[inbox.casino_id, pending.delivery] = records, rejected


def _options(inbox: CasinoInbox, pending: Pending) -> IngestOptions:
    """Say how a delivery is read."""
    from auditor.ingest.ingest import IngestOptions  # loads the engine

    label = quoted(inbox.casino_id)
    return IngestOptions(
        mapping=inbox.mapping,
        houses=(inbox.house,) if inbox.house else (),
        casino_id=inbox.casino_id,
        currency=inbox.currency,
        replaces=tuple(f"{label}/{name}" for name in pending.replaces),
        refuse_repeats=True,
    )


def _refuse(
    desk: Desk,
    pending: Pending,
    *,
    reason: tuple[str, str],
    files: Iterable[str],
    earlier: Dealt | None = None,
) -> None:
    """Put files of a delivery in quarantine; what was taken of it before still counts."""
    for name in files:
        refused = Refused(pending.casino_id, name, *reason)
        desk.quarantine.keep(refused, desk.spool.file(pending, name))
    hashes = earlier.hashes if earlier else {}
    dealt = _dealt(pending, REFUSED, reason=reason, hashes=hashes)
    desk.ledger[pending.casino_id][pending.delivery] = dealt


def _dealt(
    pending: Pending,
    state: str,
    *,
    reason: tuple[str, str] = ("", ""),
    hashes: dict[str, str] | None = None,
) -> Dealt:
    """Say what came of a delivery; `hashes` are of what was taken."""
    taken = pending.hashes if hashes is None else hashes
    return Dealt(state, pending.versions, taken, pending.beside, reason)


def _passed_over(casino: str, name: str, *, why: str) -> Refused:
    """Say why something is not taken."""
    return Refused(casino, name, *(say(f"nightly.{why}", lang=lang) for lang in ("es", "en")))


def _refused(inbox: CasinoInbox, error: AuditorError, *, name: str = "") -> Refused:
    """Say what failed, and why."""
    return Refused(inbox.casino_id, name, error.say("es"), error.say("en"))
