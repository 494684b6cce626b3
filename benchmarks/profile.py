"""Where an audit's processor time goes: each table of facts, and the rules, of one batch.

    python -m benchmarks.profile [--hands 1000000]

Audits one batch of the Mini-Bacará store of `benchmarks.run` by one thread, prints the seconds of
processor of each table and of all questions asked of them, and leaves them in figures/profile.json.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import time
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any

from auditor.run.audited import AuditOptions, setting_of
from auditor.run.judge import task
from auditor.run.judge.local import BATCH_ROWS, batches_of
from auditor.sql import connect
from benchmarks.others import mini

FIGURES = Path(__file__).parent / "figures" / "profile.json"
MADE = re.compile(r"CREATE OR REPLACE TABLE ((?:log|fact|due)\.\w+)")
ASKED, REST = "rules and counts", "all else"


class Timed:
    """A connection that keeps the seconds of processor of what it does, by table made."""

    def __init__(self, connection: Any, spent: dict[str, float]) -> None:  # noqa: ANN401  # or a relation
        """Stand before a connection, or before the rows that it was asked for."""
        self._connection, self._spent = connection, spent

    def __getattr__(self, called: str) -> Any:  # noqa: ANN401  # whatever the connection has
        """Give what the connection has of that name."""
        return getattr(self._connection, called)

    def execute(self, sql: str, *given: object) -> Any:  # noqa: ANN401  # as the connection's own
        """Run a statement, its time kept under the table that it makes."""
        begun = time.process_time()
        done = self._connection.execute(sql, *given)
        made = MADE.match(sql)
        self._spent[made[1] if made else REST] += time.process_time() - begun
        return done

    def sql(self, sql: str) -> Timed:
        """Ask for rows; the time is that of reading them."""
        return Timed(self._connection.sql(sql), self._spent)

    def to_arrow_table(self) -> Any:  # noqa: ANN401  # as the connection's own
        """Read the rows that were asked for."""
        begun = time.process_time()
        found = self._connection.to_arrow_table()
        self._spent[ASKED] += time.process_time() - begun
        return found


def main() -> None:
    """Profile one batch, tell its steps, and keep them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000_000)
    told = profiled(mini(parser.parse_args().hands))
    FIGURES.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    print(json.dumps(told, indent=1))


def profiled(store: Path) -> dict[str, object]:
    """Audit the first batch of a store and give its rows, its seconds of processor, and by what."""
    setting = setting_of(store, AuditOptions(threads=1, checks=False))
    batch = next(batches_of(setting.there, BATCH_ROWS))
    spent: defaultdict[str, float] = defaultdict(float)
    task.connect = lambda **given: Timed(connect(**given), spent)  # type: ignore[assignment, attr-defined]
    begun = time.process_time()
    task.run_partitions(batch, replace(setting.context, threads=1))
    whole = time.process_time() - begun
    spent[REST] += whole - sum(spent.values())
    return {
        "rows": sum(each.rows for each in batch),
        "seconds": round(whole, 2),
        "load": round(os.getloadavg()[1], 1),
        "steps": {
            name: round(spent[name], 3) for name in sorted(spent, key=lambda each: -spent[each])
        },
    }


if __name__ == "__main__":
    main()
