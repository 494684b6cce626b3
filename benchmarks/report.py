"""Seconds and memory of the reports of an audit of many findings, all of one casino.

    python -m benchmarks.report [--findings 100000] [--no-annex]

The report is made twice: as it is, and with the annex that lists every finding, whose parts are
laid out by a process for each processor; both are held against the same limits. Prints one line for
each figure with its limit, and leaves them in benchmarks/figures/report.json.
The seconds are of processor: on a busy machine those of the clock say little.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.figures import Figure, show
from benchmarks.measure import run
from benchmarks.run import DATA, GIB, auditor
from tests.report.conftest import audit_of

if TYPE_CHECKING:
    from collections.abc import Iterator

FIGURES = Path(__file__).parent / "figures" / "report.json"
MOST_SECONDS, MOST_GIB = 90, 1.5
TABLES, DEALERS, DAYS, FIRST_HOUR, HOURS = 12, 30, 28, 14, 12
HANDS = 400  # of a table on one day


def main() -> None:
    """Make the audit, render it, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--findings", type=int, default=100_000)
    parser.add_argument("--lang", default="es")
    parser.add_argument("--no-annex", action="store_true", help="make it without the annex only")
    parser.add_argument("--out", type=Path, default=DATA / "report", help="a folder to write into")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    text = json.dumps(night(given.findings), ensure_ascii=False, indent=1)
    (given.out / "audit.json").write_text(text + "\n", "utf-8")
    command = [auditor(), "report", str(given.out), "--lang", given.lang]
    size = f"{given.findings:,} findings, {len(text) / 1e6:.0f} MB"
    figures = _figures("report", command, size=size)
    if not given.no_annex:
        figures += _figures("report with annex", [*command, "--annex"], size=size)
    told = {each.what: {"value": round(each.value, 2), "limit": each.limit} for each in figures}
    FIGURES.write_text(json.dumps({"findings": given.findings} | told, indent=1) + "\n", "utf-8")


def _figures(what: str, command: list[str], *, size: str) -> list[Figure]:
    """Run a command, and tell its seconds of processor and the memory of all its processes."""
    done = run(command)
    if done.code not in {0, 3, 4}:
        sys.exit(f"exit code {done.code}:\n{done.said}")
    how = f"{size}; {done.seconds:.1f} s by the clock"
    figures = [
        Figure(f"{what}, s of processor", done.processor, MOST_SECONDS, how),
        Figure(f"{what}, GiB", done.most_bytes / GIB, MOST_GIB, "most held at one time"),
    ]
    show(*figures)
    return figures


def night(count: int) -> dict[str, Any]:
    """Make an audit of one casino, its findings spread over tables, dealers, dates and hours."""
    audit = audit_of(count, ["LIM-01"])
    for number, finding in enumerate(audit["findings"]):
        _place(finding, number)
    audit["casinos"][0]["games"][0]["played"] = dict(_played())
    return audit


def _place(finding: dict[str, Any], number: int) -> None:
    """Put a finding somewhere: one rule's at one table and dealer, the other's everywhere."""
    at_one = finding["rule"] == "BLB-9.1" and number % 11
    table, dealer = (1, 7) if at_one else (number * 7 % TABLES + 1, number * 11 % DEALERS + 1)
    hour = (FIRST_HOUR + number * 5 % HOURS) % 24
    day = f"2026-03-{number // 3 * 13 % DAYS + 1:02d}"
    hand = f"LIM-01-T{table}-{day}-H{number // 2 % HANDS:04d}"
    at = f"{day}T{hour:02d}:{number % 60:02d}:00-05:00"
    finding |= {
        "table_id": f"LIM-01-T{table}",
        "dealer_id": f"D-{dealer:02d}",
        "gaming_date": day,
        "session_id": f"{day}-T{table}",
        "hand_id": hand,
        "subject": f"{hand}-B{number % 9 + 1:02d}",
        "at": at,
        "window": {"from": at, "to": at},
        "facts": {f"fact_{place}": f"{number * place}.00" for place in range(10)},
    }


def _played() -> Iterator[tuple[str, dict[str, int]]]:
    """Give the hands played at each place."""
    whole = TABLES * DAYS * HANDS
    yield "table", {f"LIM-01-T{n + 1}": whole // TABLES for n in range(TABLES)}
    yield "dealer", {f"D-{n + 1:02d}": whole // DEALERS for n in range(DEALERS)}
    yield "date", {f"2026-03-{n + 1:02d}": whole // DAYS for n in range(DAYS)}
    yield "hour", {f"{(FIRST_HOUR + n) % 24:02d}": whole // HOURS for n in range(HOURS)}


if __name__ == "__main__":
    main()
