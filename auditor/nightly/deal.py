"""A delivery that is copied is dealt with: taken in, or put in quarantine, or overtaken already."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from auditor.errors import AuditorError, BusyError, StoreError, is_interrupt
from auditor.ingest.find.found import REPLACES, is_house, is_mapping, is_named
from auditor.nightly.ledger import REFUSED, REPLACED, TAKEN, Dealt
from auditor.nightly.quarantine import Refused
from auditor.nightly.replaces import given_back, overtaken, unmatched
from auditor.store.layout import quoted
from auditor.store.manifest import sources
from auditor.texts import say
from auditor.texts.reasons import reason_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from auditor.ingest.commit.take import IngestResult
    from auditor.ingest.ingest import IngestOptions
    from auditor.nightly.config import CasinoInbox, NightlyConfig
    from auditor.nightly.ledger import Ledger, Log
    from auditor.nightly.quarantine import Quarantine
    from auditor.nightly.spool import Pending, Spool

OUR_FAULTS = ("storing.torn", "storing.undeclared")  # of the delivery, though the store says it


@dataclass(frozen=True, slots=True)
class Desk:
    """What it takes to deal with deliveries; `failed` is what could not be dealt with this time."""

    config: NightlyConfig
    ledger: Ledger
    log: Log
    spool: Spool
    quarantine: Quarantine
    failed: list[Refused]


def deal(desk: Desk, inbox: CasinoInbox, *, pending: Pending) -> None:
    """Deal with a delivery that is copied, and write down what came of it."""
    known = desk.ledger.setdefault(inbox.casino_id, {})
    desk.quarantine.release(inbox.casino_id, pending.delivery)
    changes = _dealt_with(desk, inbox, pending=pending)
    known |= changes
    desk.log.add({inbox.casino_id: changes})
    desk.spool.clear()


def _dealt_with(desk: Desk, inbox: CasinoInbox, *, pending: Pending) -> dict[str, Dealt]:
    """Deal with a delivery; gives what became of it, and of others by it."""
    known = desk.ledger[inbox.casino_id]
    changed = _changed(pending, known.get(pending.delivery))
    late = overtaken(pending.delivery, pending.hashes, replaces=pending.replaces, known=known)
    if changed:
        return _refuse(desk, pending, reason=_words("undeclared", file=changed[0]), files=changed)
    if twin := _twin(desk.ledger, pending):
        reason = _words("twin", casino=twin[0], delivery=twin[1])
        return _refuse(desk, pending, reason=reason, files=sorted(pending.hashes))
    if late.keys() == pending.hashes.keys():
        by = {pending.delivery: next(iter(late.values()))}
        dealt = replace(_dealt(pending, REPLACED), replaces=pending.replaces)
        return {pending.delivery: replace(dealt, overtaken=by, told=False)}
    for name in late:
        desk.spool.file(pending, name).unlink(missing_ok=True)
    return _ingest(desk, inbox, pending=pending, late=late)


def refused(inbox: CasinoInbox, error: AuditorError, *, name: str = "") -> Refused:
    """Say what failed, and why."""
    return Refused(inbox.casino_id, name, error.say("es"), error.say("en"))


def _words(key: str, **values: str) -> tuple[str, str]:
    """Give a reason in Spanish and in English."""
    spanish, english = (say(f"nightly.{key}", lang=lang, **values) for lang in ("es", "en"))
    return spanish, english


def _twin(ledger: Ledger, pending: Pending) -> tuple[str, str] | None:
    """Give the casino and delivery that gave the same files, where they say not whose they are.

    So it is where a casino is given another name, or what it delivers comes to another's inbox too.
    """
    own = _logs(pending.hashes)
    others = ((casino, of) for casino, of in ledger.items() if casino != pending.casino_id)
    for casino, of in others if own else ():
        for name, dealt in of.items():
            # One hash is looked for first: there may be years of nights.
            if min(own) in dealt.hashes.values() and _logs(dealt.hashes) == own and dealt.records:
                return casino, name
    return None


def _logs(hashes: dict[str, str]) -> set[str]:
    """Give the hashes of files but for those that say how logs are read."""
    return {
        digest
        for name, digest in hashes.items()
        if not (is_house(name) or is_mapping(name) or name.endswith(REPLACES))
    }


def _changed(pending: Pending, earlier: Dealt | None) -> list[str]:
    """Name the files that were taken with other bytes, and are not declared as replaced."""
    hashes = earlier.hashes if earlier else {}
    return sorted(
        name
        for name, digest in pending.hashes.items()
        if hashes.get(name, digest) != digest
        and not name.endswith(REPLACES)
        and not is_named(name, pending.replaces)
    )


def _ingest(
    desk: Desk, inbox: CasinoInbox, *, pending: Pending, late: dict[str, str]
) -> dict[str, Dealt]:
    """Take a delivery in; what of it cannot be read goes to quarantine, and the rest counts.

    A fault of ours in one delivery stops no other: it is told, and tried again the next time.
    """
    from auditor import api  # loads all there is, which a night without news spares

    known = desk.ledger[inbox.casino_id]
    nowhere = _unmatched(desk, inbox, pending=pending)
    try:
        result = api.ingest(
            [desk.spool.folder], desk.config.store, options=_options(desk, inbox, pending=pending)
        )
    except BusyError:
        raise  # what is copied stays: the next run takes it in
    except AuditorError as error:
        if isinstance(error, StoreError) and error.code not in OUR_FAULTS:
            raise
        if error.exit_code == 1:  # ours: tried again the next time
            desk.failed.append(refused(inbox, error, name=pending.delivery))
            return {}
        reason = error.say("es"), error.say("en")
        return _refuse(desk, pending, reason=reason, files=sorted(pending.hashes), nowhere=nowhere)
    except Exception as error:
        if isinstance(error, (OSError, MemoryError)) or is_interrupt(error):
            raise  # of the whole run
        told = AuditorError("nightly.internal", kind=type(error).__name__, error=reason_of(error))
        desk.failed.append(refused(inbox, told, name=pending.delivery))
        return {}
    hashes, bad = _kept(desk, inbox, pending=pending, result=result)
    if bad and not result.sources:
        return {pending.delivery: _dealt(pending, REFUSED, reason=bad, hashes=hashes)}
    taken = replace(
        _dealt(pending, TAKEN, hashes=hashes),
        replaces=pending.replaces,
        unmatched=nowhere,
        overtaken=late,
        records=sum(each.records for each in result.sources),
        rejected=sum(each.rejected for each in result.sources),
        told=False,
        of_others=_of_others(inbox, result),
        displaced=dict(result.displaced),
    )
    back = given_back(pending.hashes, replaces=pending.replaces, known=known)
    return back | {pending.delivery: taken}


def _of_others(inbox: CasinoInbox, result: IngestResult) -> tuple[str, ...]:
    """Name the casinos, other than its inbox's, whose rows a delivery has."""
    said = {file.casino_id for entry in result.sources for file in entry.files}
    return tuple(sorted(said - {inbox.casino_id}))


def _kept(
    desk: Desk, inbox: CasinoInbox, *, pending: Pending, result: IngestResult
) -> tuple[dict[str, str], tuple[str, str] | None]:
    """Put in quarantine what could not be read; gives the hashes of the rest, and the reason."""
    hashes = dict(pending.hashes)
    bad = [one for one in result.skipped if one.counts]
    for each in bad:
        name = each.name.removeprefix(f"{quoted(inbox.casino_id)}/")
        held = Refused(inbox.casino_id, name, each.reason_es, each.reason_en)
        desk.quarantine.keep(held, desk.spool.file(pending, name))
        hashes.pop(name, None)
    return hashes, (bad[0].reason_es, bad[0].reason_en) if bad else None


def _unmatched(desk: Desk, inbox: CasinoInbox, *, pending: Pending) -> tuple[str, ...]:
    """Give what a delivery says that it replaces and of which nothing has come."""
    label = f"{quoted(inbox.casino_id)}/"
    stored = sources(desk.config.store) if pending.replaces else ()
    names = (entry.name.removeprefix(label) for entry in stored if entry.name.startswith(label))
    return unmatched(pending.replaces, desk.ledger[inbox.casino_id], stored=names)


def _options(desk: Desk, inbox: CasinoInbox, *, pending: Pending) -> IngestOptions:
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
        others=frozenset(one.casino_id for one in desk.config.inboxes if one is not inbox),
    )


def _refuse(
    desk: Desk,
    pending: Pending,
    *,
    reason: tuple[str, str],
    files: Iterable[str],
    nowhere: tuple[str, ...] = (),
) -> dict[str, Dealt]:
    """Put files of a delivery in quarantine; what was taken of it before still counts.

    `nowhere`: what it says that it replaces and of which nothing has come.
    """
    for name in files:
        held = Refused(pending.casino_id, name, *reason)
        desk.quarantine.keep(held, desk.spool.file(pending, name))
    known = desk.ledger[pending.casino_id]
    earlier = known.get(pending.delivery, Dealt(REFUSED))
    now = _dealt(pending, REFUSED, reason=reason, hashes=earlier.hashes)
    return {pending.delivery: replace(now, replaces=earlier.replaces, unmatched=nowhere)}


def _dealt(
    pending: Pending,
    state: str,
    *,
    reason: tuple[str, str] = ("", ""),
    hashes: dict[str, str] | None = None,
) -> Dealt:
    """Say what came of a delivery; `hashes` are of what was taken."""
    return Dealt(state, pending.versions, hashes or {}, pending.beside, reason)
