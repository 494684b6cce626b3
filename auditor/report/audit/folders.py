"""Casino ids made into folder names that every system takes, each its own."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

REDACTED = "redacted"  # where the audit is told once more, without names
TAKEN = frozenset(
    {"evidence", "store", REDACTED, "index.html", "audit.json", "findings.csv", "findings.parquet"}
)
DEVICES = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")
LONGEST = 80


def folder_names(casino_ids: Iterable[str]) -> dict[str, str]:
    """Name the folder of each casino; ids that would meet in one folder are told apart."""
    names: dict[str, str] = {}
    used = set(TAKEN)
    for casino_id in casino_ids:
        name = _safe(casino_id)
        if name != casino_id or name.casefold() in used:
            name = f"{name}-{hashlib.sha256(casino_id.encode()).hexdigest()[:8]}"
        used.add(name.casefold())
        names[casino_id] = name
    return names


def _safe(casino_id: str) -> str:
    """Keep letters, digits and a few signs; never a dot at an end, a device, or too long."""
    name = re.sub(r"[^0-9A-Za-z_.-]+", "_", casino_id)[:LONGEST].strip(".")
    return f"_{name}" if not name or DEVICES.fullmatch(name) else name
