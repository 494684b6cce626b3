"""The mark of a night's report: written last, it says that the report is whole."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from auditor.store.layout import quoted

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.evaluate.findings import Plain
    from auditor.run.fingerprint import Place
    from auditor.run.outcomes import Told

UNDATED = "undated"
MARK = "night.json"
VERDICTS = ("violation", "observation", "indeterminate", "not_assessable")


def folder_of(out: Path, place: Place) -> Path:
    """Give the folder of a night's report."""
    casino, day = place
    return out / quoted(casino) / (day.isoformat() if day else UNDATED)


def read_mark(out: Path) -> Told | None:
    """Read what the summary has to know of a night; None where its report is not whole."""
    try:
        told: Plain = json.loads((out / MARK).read_bytes())
    except (OSError, ValueError):
        return None
    return told if isinstance(told, dict) and "fingerprint" in told else None
