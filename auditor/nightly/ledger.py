"""What the nightly run has dealt with: each delivery, the version of its files, what came of it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from auditor.store.whole import write_whole

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.nightly.inbox import Delivery

TAKEN, REFUSED = "taken", "refused"


@dataclass(frozen=True, slots=True)
class Dealt:
    """A delivery as it was dealt with: version and SHA-256 of each file.

    `beside` is the version of what lay beside it in the inbox: what was refused is tried again once
    that has changed. `reason` is Spanish and English.
    """

    state: str
    versions: dict[str, str] = field(default_factory=dict)
    hashes: dict[str, str] = field(default_factory=dict)
    beside: str = ""
    reason: tuple[str, str] = ("", "")


Ledger = dict[str, dict[str, Dealt]]  # casino → delivery → what came of it


def read_ledger(path: Path) -> Ledger:
    """Read the ledger; one that is not there or not whole is empty: deliveries are taken again."""
    try:
        raw = json.loads(path.read_bytes())
        return {
            casino: {name: _dealt(one) for name, one in of.items()} for casino, of in raw.items()
        }
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def write_ledger(path: Path, ledger: Ledger) -> None:
    """Write the ledger, whole or not at all."""
    told = {
        casino: {name: asdict(one) for name, one in of.items()} for casino, of in ledger.items()
    }
    write_whole(path, json.dumps(told, ensure_ascii=False).encode())


def is_new(delivery: Delivery, dealt: Dealt | None, *, beside: str) -> bool:
    """Tell whether a delivery is to be dealt with: new, changed, or refused under other terms."""
    if dealt is None or any(dealt.versions.get(n) != v for n, v in delivery.files.items()):
        return True
    return dealt.state == REFUSED and dealt.beside != beside


def _dealt(raw: dict[str, object]) -> Dealt:
    """Read one delivery."""
    reason = tuple(map(str, list(raw["reason"])))  # type: ignore[call-overload]  # a list in JSON
    return Dealt(**(raw | {"reason": reason}))  # type: ignore[arg-type]  # what was written
