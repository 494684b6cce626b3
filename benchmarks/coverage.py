"""How much of the law is accounted for: sentences, automated clauses and cases, norm by norm.

Writes `benchmarks/figures/coverage.json`; run it as `python -m benchmarks.coverage`.
"""

from __future__ import annotations

import json
from pathlib import Path

from auditor.run.rulebook.covered import figures, rules_covered

FIGURES = Path(__file__).parent / "figures" / "coverage.json"
SUMS = (
    "sentences_accounted",
    "sentences_total",
    "automated_complete",
    "automated_total",
    "rules",
)


def measured(rules: Path | None = None) -> dict[str, object]:
    """Give the figures of each norm, their sums, and the number of gaps."""
    found = rules_covered(rules, None)
    norms = [figures(each.coverage) for each in found]
    sums = {key: sum(int(str(norm[key])) for norm in norms) for key in SUMS}
    cases = sum(each.coverage.written for each in found)
    gaps = sum(len(each.gaps) for each in found)
    return {"norms": norms, "total": {**sums, "cases": cases, "gaps": gaps}}


def main() -> None:
    """Write the figures, and print their sums."""
    told = measured()
    FIGURES.parent.mkdir(parents=True, exist_ok=True)
    FIGURES.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", "utf-8")
    print(json.dumps(told["total"]))


if __name__ == "__main__":
    main()
