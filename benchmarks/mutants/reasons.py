"""Changes that no night of play could show, each with the written reason why."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from benchmarks.mutants.work import Judged

FILE = Path(__file__).with_name("equivalent.toml")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a change changes nothing that a log can show, in Spanish and English."""

    norm: str
    es: str
    en: str


def read_reasons(path: Path = FILE) -> dict[str, Reason]:
    """Read the reasons: the mutant's id → why it is equivalent."""
    data = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    return {
        str(mutant): Reason(norm=each["norm"], es=each["es"], en=each["en"])
        for each in data.get("equivalent", [])
        for mutant in each["ids"]
    }


def stale_reasons(
    reasons: Mapping[str, Reason],
    judged: Sequence[Judged],
    *,
    norms: Collection[str],
    whole: bool,
) -> list[str]:
    """Find the reasons given for a mutant that is noticed, or that no longer exists."""
    return list(_stale(reasons, judged, norms=norms, whole=whole))


def _stale(
    reasons: Mapping[str, Reason],
    judged: Sequence[Judged],
    *,
    norms: Collection[str],
    whole: bool,
) -> Iterator[str]:
    """Find each reason that does not hold."""
    found = {each.id: each for each in judged}
    for mutant, reason in reasons.items():
        there = found.get(mutant)
        if there and (there.notice.by or there.notice.refused):
            yield f"{mutant}: it has a reason, and {there.notice.by or there.notice.refused}"
        elif whole and not there and reason.norm in norms:
            yield f"{mutant}: it has a reason, and there is no such mutant"
