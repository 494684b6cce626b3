"""A batch of spoiled files read in a process of its own, with bounded memory and time.

`python -m tests.security.batch --examples N [--seed N] [READER…]` ends with 1 where a reader fails,
and prints the smallest input by which it does. READER: a name of PURE, `night`, `beside`, `report`.
"""

from __future__ import annotations

import argparse
import faulthandler
import resource
import sys
import time
import traceback
from collections.abc import Callable  # noqa: TC003 (a NamedTuple reads its annotations)
from typing import Any, NamedTuple

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.security.mutate import spoiled
from tests.security.readers import BESIDE, LOGS, PURE, check, ingested, verified
from tests.security.reports import small_report
from tests.security.samples import samples


class Trial(NamedTuple):
    """A reader and what it is given to read."""

    read: Callable[[Any], object]
    files: st.SearchStrategy[Any]


MOST_MEMORY = 6 << 30  # of addresses: threads and libraries alone take two
LONGEST = 60.0  # seconds for one file


def readers() -> dict[str, Trial]:
    """Give every reader by its name, with the spoiled files for it."""
    told = samples()
    pure = {name: Trial(read, spoiled(told[name][1])) for name, read in PURE.items()}
    nights = {
        "night": {told[each][0]: told[each][1] for each in LOGS},
        "beside": {told[each][0]: told[each][1] for each in BESIDE},
    }
    whole = {
        name: Trial(ingested, st.fixed_dictionaries({f: spoiled(d) for f, d in files.items()}))
        for name, files in nights.items()
    }
    return {**pure, **whole, "report": Trial(verified, spoiled(small_report()))}


def run(name: str, *, examples: int, number: int) -> bool:
    """Read spoiled files by one reader; tell whether each ended well."""
    trial = readers()[name]

    @seed(number)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=False,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(trial.files)
    def each(data: object) -> None:
        faulthandler.dump_traceback_later(LONGEST, exit=True)
        try:
            check(trial.read, data)
        finally:
            faulthandler.cancel_dump_traceback_later()

    try:
        each()
    except BaseException:  # noqa: BLE001 (a native library's panic is no Exception)
        sys.stdout.write(f"{name} fails\n{traceback.format_exc(limit=-6)}\n")
        return False
    return True


def main() -> int:
    """Run the readers that are named, all where none is."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--examples", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    given_ = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    held = []
    for name in given_.names or readers():
        begun = time.monotonic()
        held.append(run(name, examples=given_.examples, number=given_.seed))
        sys.stdout.write(f"{name}: {time.monotonic() - begun:.1f} s\n")
        sys.stdout.flush()
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
