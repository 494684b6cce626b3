"""What the nightly run has dealt with: each delivery, the version of its files, what came of it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING

from auditor.ingest.find.found import REPLACES
from auditor.store.whole import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from auditor.nightly.inbox import Delivery

LEDGER = "ledger.json"
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


def read_ledger(work: Path) -> Ledger:
    """Read the ledger; one that is not there or not whole is empty: deliveries are taken again."""
    try:
        raw = json.loads((work / LEDGER).read_bytes())
        return {
            casino: {name: _dealt(one) for name, one in of.items()} for casino, of in raw.items()
        }
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def write_ledger(work: Path, ledger: Ledger) -> None:
    """Write the ledger, whole or not at all."""
    told = {
        casino: {name: asdict(one) for name, one in of.items()} for casino, of in ledger.items()
    }
    write_whole(work / LEDGER, json.dumps(told, ensure_ascii=False).encode())


def all_told(work: Path) -> None:
    """Write down that a summary has told of every delivery."""
    ledger = read_ledger(work)
    if all(one.told for of in ledger.values() for one in of.values()):
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


def _dealt(raw: dict[str, object]) -> Dealt:
    """Read one delivery; raises TypeError where it is none."""
    lists = {key: tuple(each) for key, each in raw.items() if isinstance(each, list)}
    return Dealt(**(raw | lists))  # type: ignore[arg-type]  # what was written
