"""What arrived is taken in, delivery by delivery: one that cannot be taken stops no other."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from auditor.errors import AuditorError, InputError, StoreError
from auditor.ingest.find.found import REPLACES
from auditor.nightly.deal import Desk, deal, refused
from auditor.nightly.inbox import look
from auditor.nightly.ledger import REFUSED, TAKEN, is_declared_late, is_new, open_ledger
from auditor.nightly.quarantine import Quarantine, Refused
from auditor.nightly.replaces import is_freed, unmatched
from auditor.nightly.spool import Spool, beside_version
from auditor.store.layout import quoted
from auditor.store.wanted import still_wanted
from auditor.texts import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from auditor.nightly.config import CasinoInbox, NightlyConfig
    from auditor.nightly.inbox import Delivery, Look
    from auditor.nightly.ledger import Ledger
    from auditor.nightly.spool import Pending


@dataclass(frozen=True, slots=True)
class Arrivals:
    """What came of the inboxes: what was taken, what waits, what failed; names by casino.

    `passed_over` is what is not taken whatever it holds, told as long as it lies there; `replaced`
    what is not taken as another has its place, with that one's name; `unmatched` a delivery with
    what it is to replace, of which nothing has come yet; `counts` are the records of each delivery
    taken, and how many of them were rejected; `of_others` is a delivery taken and another casino,
    without an inbox, that it says rows are of; `displaced` a delivery taken, and a source of before
    with how many of its records count no more. What an earlier run took and never told is here too.
    """

    taken: list[tuple[str, str]] = field(default_factory=list)
    waiting: list[tuple[str, str]] = field(default_factory=list)
    failed: list[Refused] = field(default_factory=list)
    passed_over: list[Refused] = field(default_factory=list)
    replaced: list[tuple[str, str, str]] = field(default_factory=list)
    unmatched: list[tuple[str, str, str]] = field(default_factory=list)
    of_others: list[tuple[str, str, str]] = field(default_factory=list)
    displaced: list[tuple[str, str, str, int]] = field(default_factory=list)
    counts: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)

    @property
    def records(self) -> int:
        """Count the records of what was taken."""
        return sum(records for records, _ in self.counts.values())

    @property
    def rejected(self) -> int:
        """Count the records that were rejected of it."""
        return sum(rejected for _, rejected in self.counts.values())


def take_arrivals(
    config: NightlyConfig, *, sleep: Callable[[float], None] = time.sleep
) -> Arrivals:
    """Take in what is new in every inbox and has settled, what an earlier run left first."""
    arrivals = Arrivals()
    ledger, log = open_ledger(config.work)
    desk = Desk(
        config=config,
        ledger=ledger,
        log=log,
        spool=Spool(config.work),
        quarantine=Quarantine(config.work / "quarantine"),
        failed=arrivals.failed,
    )
    left = desk.spool.pending()
    inboxes = {inbox.casino_id: inbox for inbox in config.inboxes}
    if left is not None and left.casino_id in inboxes:
        deal(desk, inboxes[left.casino_id], pending=left)
    looks = {inbox.casino_id: seen for inbox in config.inboxes if (seen := _look(desk, inbox))}
    for casino, seen in looks.items():
        told = seen.passed_over.items()
        arrivals.passed_over.extend(_passed_over(casino, name, why=why) for name, why in told)
    for casino, seen in looks.items():
        _want_again(desk, inboxes[casino], seen=seen)
    new = {casino: _new(desk, inboxes[casino], seen=seen) for casino, seen in looks.items()}
    if any(new.values()):
        sleep(config.settle_seconds)
    for casino, deliveries in new.items():
        waiting = _take_settled(desk, inboxes[casino], wanted=deliveries)
        waiting += _take_freed(desk, inboxes[casino], seen=looks[casino])
        arrivals.waiting.extend((casino, name) for name in waiting)
    desk.spool.clear()
    _tell(arrivals, desk.ledger, casinos=inboxes)
    return arrivals


def _tell(arrivals: Arrivals, ledger: Ledger, *, casinos: Iterable[str]) -> None:
    """Tell what no summary has told yet of what was dealt with, and what still has no match."""
    for casino in casinos:
        known = ledger.get(casino, {})
        for name, dealt in known.items():
            waits = unmatched(dealt.unmatched, known, stored=()) if dealt.state == TAKEN else ()
            arrivals.unmatched.extend((casino, name, source) for source in waits)
            if dealt.told:
                continue
            arrivals.replaced.extend((casino, *late) for late in dealt.overtaken.items())
            if dealt.state == TAKEN:
                arrivals.taken.append((casino, name))
                arrivals.counts[casino, name] = dealt.records, dealt.rejected
                arrivals.of_others.extend((casino, name, other) for other in dealt.of_others)
                gone = dealt.displaced.items()
                arrivals.displaced.extend((casino, name, source, n) for source, n in gone)


def _look(desk: Desk, inbox: CasinoInbox) -> Look | None:
    """See what an inbox holds; one out of reach is told of, and stops no other."""
    try:
        return look(inbox)
    except AuditorError as error:
        desk.failed.append(refused(inbox, error))
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
            desk.failed.append(refused(inbox, error, name=delivery))


def _new(desk: Desk, inbox: CasinoInbox, *, seen: Look) -> list[Delivery]:
    """Give the deliveries that are to be dealt with."""
    known, beside = desk.ledger.get(inbox.casino_id, {}), beside_version(inbox, seen)
    said = _declared(desk, inbox, seen=seen)
    return [
        one
        for name, one in seen.deliveries.items()
        if is_new(one, known.get(name), beside=beside)
        or is_declared_late(known.get(name), said.get(name, ()), beside=seen.beside)
    ]


def _declared(desk: Desk, inbox: CasinoInbox, *, seen: Look) -> dict[str, tuple[str, ...]]:
    """Give what the inbox's own file says that its deliveries replace.

    It is told where that cannot be read, or of one that never came.
    """
    try:
        said = desk.spool.declared(inbox, seen)
    except AuditorError as error:
        desk.failed.append(refused(inbox, error, name=REPLACES))
        return {}
    except FileNotFoundError:
        return {}
    there = {*seen.deliveries, *desk.ledger.get(inbox.casino_id, {})}
    for by, sources in said.items():
        if by not in there:
            wanting = InputError("nightly.replacer_wanting", by=by, source=", ".join(sources))
            desk.failed.append(refused(inbox, wanting, name=REPLACES))
    return said


def _take_freed(desk: Desk, inbox: CasinoInbox, *, seen: Look) -> list[str]:
    """Deal once more with what was refused for want of another delivery that has come by now."""
    waiting: list[str] = []
    left = dict(seen.deliveries)
    while freed := [one for name, one in left.items() if _is_freed(desk, inbox, name=name)]:
        waiting += _take_settled(desk, inbox, wanted=freed[:1])
        del left[freed[0].name]
    return waiting


def _is_freed(desk: Desk, inbox: CasinoInbox, *, name: str) -> bool:
    """Tell whether a delivery was refused, and would be dealt with otherwise by now."""
    known = desk.ledger.get(inbox.casino_id, {})
    dealt = known.get(name)
    return dealt is not None and dealt.state == REFUSED and is_freed(name, dealt, known=known)


def _take_settled(desk: Desk, inbox: CasinoInbox, *, wanted: list[Delivery]) -> list[str]:
    """Take the deliveries of which a second look sees what the first saw; names those that wait."""
    waiting = []
    again = _look(desk, inbox) if wanted else None
    for delivery in wanted if again else ():
        pending: Pending | None = None
        try:
            if again and again.deliveries.get(delivery.name) == delivery:
                pending = desk.spool.copy(inbox, delivery, seen=again)
        except AuditorError as error:
            desk.failed.append(refused(inbox, error, name=delivery.name))
            continue
        except FileNotFoundError:
            pending = None
        if pending is None:
            waiting.append(delivery.name)
        else:
            deal(desk, inbox, pending=pending)
    return waiting


def _passed_over(casino: str, name: str, *, why: str) -> Refused:
    """Say why something is not taken."""
    return Refused(casino, name, *(say(f"nightly.{why}", lang=lang) for lang in ("es", "en")))
