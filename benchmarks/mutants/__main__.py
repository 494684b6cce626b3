"""`python -m benchmarks.mutants`: change rules and facts a little, and count what is noticed."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from benchmarks.mutants.figures import lines_of, told_of, write_figures
from benchmarks.mutants.reasons import read_reasons, stale_reasons
from benchmarks.mutants.work import PREFIXES, WHOLE, Only, judged_mutants

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge the mutants asked for; print the figures of their norms, and write them."""
    asked = _parser().parse_args(arguments)
    only = Only(asked.place, sample=asked.sample, seed=asked.seed)
    found = judged_mutants(tuple(asked.norm or PREFIXES), workers=asked.workers, only=only)
    reasons = read_reasons()
    told = told_of(found, reasons)
    sys.stdout.write("\n".join(lines_of(told, survivors=asked.survivors)) + "\n")
    if not asked.dry:
        write_figures(told)
    norms, whole = asked.norm or PREFIXES, only == WHOLE
    stale = stale_reasons(reasons, found.judged, norms=norms, whole=whole)
    sys.stdout.writelines(f"{each}\n" for each in stale)
    return 1 if stale else 0


def _parser() -> argparse.ArgumentParser:
    """Give the flags."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutants", description=__doc__)
    parser.add_argument("--norm", action="append", choices=PREFIXES, help="only this norm")
    parser.add_argument("--place", help="only of the places that a pattern finds: fact.shoe")
    parser.add_argument("--sample", type=int, help="only so many of each norm's mutants")
    parser.add_argument("--seed", type=int, default=0, help="which ones")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--dry", action="store_true", help="leave the figures as they are")
    parser.add_argument("--survivors", action="store_true", help="print each survivor")
    return parser


if __name__ == "__main__":
    sys.exit(main())
