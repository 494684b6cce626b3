"""What became of the mutants, counted: by norm, by part and by kind of change."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.mutants.notice import CHECK, WITNESS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from benchmarks.mutants.reasons import Reason
    from benchmarks.mutants.work import Found, Judged

    Counts = dict[str, int | float]

FIGURES = Path(__file__).parents[1] / "figures" / "mutants.json"


def told_of(found: Found, reasons: Mapping[str, Reason]) -> dict[str, object]:
    """Count the mutants of each norm: in all and by part, by kind of change; name survivors.

    `in_all`: how many a norm has; where fewer were judged, `sampled` stands in place of `all`.
    """
    judged = found.judged
    norms = _grouped(judged, lambda each: each.norm)
    return {
        "norms": {
            norm: {
                "in_all": found.in_all[norm],
                _whole(found, norm, mutants=mutants): counts_of(mutants, reasons),
                **{
                    part: counts_of(some, reasons)
                    for part, some in _grouped(mutants, lambda each: each.part).items()
                },
            }
            for norm, mutants in norms.items()
        },
        "kinds": {
            norm: {
                kind: counts_of(some, reasons)
                for kind, some in sorted(_grouped(mutants, lambda each: each.kind).items())
            }
            for norm, mutants in norms.items()
        },
        "unexplained": {
            norm: [f"{each.id} {each.told}" for each in mutants if _survives(each, reasons)]
            for norm, mutants in norms.items()
        },
    }


def _whole(found: Found, norm: str, *, mutants: Sequence[Judged]) -> str:
    """Name the figures of a norm: of all its mutants, or of those that were sampled."""
    return "all" if len(mutants) == found.in_all[norm] else "sampled"


def _grouped(judged: Iterable[Judged], key: Callable[[Judged], str]) -> dict[str, list[Judged]]:
    """Group mutants, in the order in which each group first comes."""
    groups: dict[str, list[Judged]] = defaultdict(list)
    for each in judged:
        groups[key(each)].append(each)
    return dict(groups)


def counts_of(judged: Sequence[Judged], reasons: Mapping[str, Reason]) -> Counts:
    """Count mutants: noticed by a case, the witness or `rules check`; refused, explained or not.

    `percent`: the noticed of those that could be tried; `percent_explained`: with the equivalent.
    """
    refused = sum(1 for each in judged if each.notice.refused)
    checked, witnessed = (
        sum(1 for each in judged if (each.notice.by or "").startswith(by))
        for by in (CHECK, WITNESS)
    )
    noticed = sum(1 for each in judged if each.notice.by)
    unexplained = sum(1 for each in judged if _survives(each, reasons))
    tried = len(judged) - refused
    explained = tried - noticed - unexplained
    return {
        "mutants": len(judged),
        "noticed": noticed,
        "by_case": noticed - checked - witnessed,
        "by_witness": witnessed,
        "by_check": checked,
        "refused": refused,
        "equivalent": explained,
        "unexplained": unexplained,
        "percent": _percent(noticed, tried),
        "percent_with_equivalent": _percent(tried - unexplained, tried),
    }


def _by(judged: Iterable[Judged], how: str) -> int:
    """Count the mutants that something of a kind noticed."""
    return sum(1 for each in judged if each.notice.by and each.notice.by.startswith(how))


def _percent(part: int, whole: int) -> float:
    """Give a share in hundredths, rounded down to one decimal; 100 where there is nothing."""
    return part * 1000 // whole / 10 if whole else 100.0


def _survives(each: Judged, reasons: Mapping[str, Reason]) -> bool:
    """Tell whether nothing noticed a mutant that could be tried, and nobody said why."""
    return not (each.notice.by or each.notice.refused or each.id in reasons)


_COLUMNS = (
    "mutants",
    "noticed",
    "by_case",
    "by_witness",
    "by_check",
    "refused",
    "equivalent",
    "unexplained",
    "percent",
    "percent_with_equivalent",
)


def lines_of(told: Mapping[str, object], *, survivors: bool) -> Iterator[str]:
    """Write the figures as lines of a table, and each survivor where that is asked."""
    yield " ".join([f"{'':30}", *(f"{each:>12}" for each in _COLUMNS)])
    for norm, parts in _maps(told["norms"]):
        for part, counts in _maps(parts):
            yield _line(f"{norm} {part}", counts) if part != "in_all" else f"{norm}: {counts}"
    for norm, kinds in _maps(told["kinds"]):
        yield from (_line(f"{norm} {kind}", counts) for kind, counts in _maps(kinds))
    for _, left in _maps(told["unexplained"]) if survivors else ():
        yield from left if isinstance(left, list) else ()


def _maps(held: object) -> Iterable[tuple[str, object]]:
    """Give the entries of a mapping."""
    return held.items() if isinstance(held, dict) else ()


def _line(name: str, counts: object) -> str:
    """Write one line."""
    found = dict(_maps(counts))
    return " ".join([f"{name:30}", *(f"{found[each]!s:>12}" for each in _COLUMNS)])


def write_figures(told: Mapping[str, object], path: Path = FIGURES) -> None:
    """Write the figures of the norms that were run; those of the others stay as they are."""
    path.parent.mkdir(parents=True, exist_ok=True)
    old = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    new = {part: {**old.get(part, {}), **dict(_maps(held))} for part, held in told.items()}
    path.write_text(json.dumps(new, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
