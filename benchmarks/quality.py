"""How well the rules find what is planted, and how still they are on lawful nights.

    python -m benchmarks.quality [--hands 1000000] [--planted 150000] [--rate 0.002] [--game GAME]…
        [--seed 217] [--add]

With --add what is measured is added to what the file tells of the game: so a long measure may be
taken in parts, each with a seed of its own.

For each game a lawful night, on which no rule may find anything, and one with breaches of every
rule that has a plant. It prints precision and recall with 95 % Wilson intervals, writes them to
benchmarks/figures/quality.json, and ends with code 1 where anything is missed or wrongly found.
"""

from __future__ import annotations

import argparse
import json
import math
import shutil
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from auditor.api import audit
from auditor.simulate.catalog import plants, simulated_games, unplanted
from auditor.simulate.plant import Quota
from auditor.simulate.simulate import simulate
from auditor.simulate.spec import Spec
from auditor.simulate.stored import write_store

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    import pandas as pd
    import pyarrow as pa

    Told = dict[str, Any]  # as JSON has it

DATA = Path(__file__).parent / "data" / "quality"
FIGURES = Path(__file__).parent / "figures" / "quality.json"
Z = 1.959964  # of the normal distribution, for 95 %
CASINOS, TABLES = 5, 2
LEAST = 10  # breaches of each rule, where there are as many places

COUNTS = ("planted", "found", "missed", "false")

Key = tuple[str, str, str, str]  # rule, casino, subject, verdict


@dataclass(frozen=True, slots=True)
class Score:
    """How one rule did: labels planted, found, missed, and findings of nothing planted."""

    planted: int
    found: int
    missed: int
    false: int

    @property
    def is_whole(self) -> bool:
        """Say whether all was found and nothing else."""
        return self.planted > 0 and not self.missed and not self.false

    def told(self) -> dict[str, object]:
        """Give the counts with precision and recall: the share, and its interval."""
        return {
            **asdict(self),
            "precision": wilson(self.found, self.found + self.false),
            "recall": wilson(self.found, self.planted),
        }


def main() -> None:
    """Measure every game asked for and write what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000_000, help="of a lawful night")
    parser.add_argument("--planted", type=int, default=150_000, help="hands of a broken night")
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--seed", type=int, default=217)
    parser.add_argument("--game", action="append", choices=simulated_games())
    parser.add_argument("--add", action="store_true", help="to what was measured before")
    given = parser.parse_args()
    told = json.loads(FIGURES.read_text("utf-8")) if FIGURES.is_file() else {}
    for game in given.game or simulated_games():
        data = DATA / f"{game}-{given.seed}"
        lawful = Spec(game, given.hands, given.seed, casinos=CASINOS, tables=TABLES)
        clean = measure_clean(lawful, data=data)
        rates = {"all": given.rate}
        broken = replace(lawful, hands=given.planted, seed=given.seed + 1, rates=rates)
        found = {"clean": clean, **measure_planted(broken, data=data)}
        shutil.rmtree(data)
        told[game] = added(told[game], found) if given.add and game in told else found
        show(game, told[game])
        FIGURES.parent.mkdir(exist_ok=True)
        FIGURES.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    sys.exit(not all(is_fine(told[game]) for game in given.game or simulated_games()))


def measure_clean(spec: Spec, *, data: Path = DATA) -> dict[str, object]:
    """Audit a lawful night: how many findings there are, and of which rules."""
    begun = time.perf_counter()
    store, _ = _simulated(spec, data)
    spent = time.perf_counter() - begun
    audited = audit(store, data / "out")
    found = audited.findings
    rules = dict(Counter(found["rule"])) if len(found) else {}
    outcomes = audited.outcomes
    silent = sorted(str(rule) for rule in outcomes["rule"][outcomes["total"] == 0])
    return {
        "hands": spec.hands,
        "seconds_to_simulate": round(spent, 1),
        "findings": len(found),
        "by_rule": rules,
        "rules_without_rows": silent,
    }


def measure_planted(spec: Spec, *, data: Path = DATA) -> dict[str, object]:
    """Audit a night with planted breaches: each rule's score, and the rules without a plant."""
    store, labels = _simulated(spec, data)
    audited = audit(store, data / "out")
    scores = scored(labels, audited.findings)
    without = {str(rule) for rule in audited.outcomes["rule"]} - set(plants(spec.game))
    return {
        "planted": {"hands": spec.hands, "rates": dict(spec.rates)},
        "rules": {rule: score.told() for rule, score in sorted(scores.items())},
        "not_planted": sorted(set(plants(spec.game)) - set(scores)),
        "without_plant": {
            rule: unplanted(spec.game).get(rule, "?") for rule in sorted(without - set(scores))
        },
    }


def added(before: Told, more: Told) -> Told:
    """Add what was measured of a game to what had been measured of it before."""
    one, other = before["clean"], more["clean"]
    summed = ("hands", "seconds_to_simulate", "findings")
    clean = {key: round(one[key] + other[key], 1) for key in summed}
    by_rule = Counter(one["by_rule"]) + Counter(other["by_rule"])
    silent = sorted(set(one["rules_without_rows"]) & set(other["rules_without_rows"]))
    counts = {rule: Counter[str]() for rule in sorted({*before["rules"], *more["rules"]})}
    for told in (before["rules"], more["rules"]):
        for rule, each in told.items():
            counts[rule].update({name: each[name] for name in COUNTS})
    planted = before["planted"]["hands"] + more["planted"]["hands"]
    return {
        "clean": {**clean, "by_rule": dict(by_rule), "rules_without_rows": silent},
        "planted": {**more["planted"], "hands": planted},
        "rules": {
            rule: Score(*(each[name] for name in COUNTS)).told() for rule, each in counts.items()
        },
        "not_planted": sorted(set(before["not_planted"]) & set(more["not_planted"])),
        "without_plant": {
            rule: reason for rule, reason in more["without_plant"].items() if rule not in counts
        },
    }


def _simulated(spec: Spec, data: Path) -> tuple[Path, pa.Table]:
    """Write a simulation as a store in place of the one before; give its labels too."""
    store = data / "store"
    shutil.rmtree(store, ignore_errors=True)
    batches = simulate(spec, quota=Quota(least=LEAST))
    return store, write_store(store, batches, game=simulated_games()[spec.game])


def scored(labels: pa.Table, findings: pd.DataFrame) -> Mapping[str, Score]:
    """Compare labels with findings: the same rule, casino, subject and verdict."""
    planted: set[Key] = {tuple(row.values()) for row in labels.to_pylist()}
    keys = ("rule", "casino_id", "subject", "verdict")
    found: set[Key] = (
        set(zip(*(findings[key] for key in keys), strict=True)) if len(findings) else set()
    )
    both, rules = planted & found, {key[0] for key in planted | found}
    of = {
        name: Counter(key[0] for key in keys)
        for name, keys in (("planted", planted), ("both", both), ("found", found))
    }
    return {
        rule: Score(
            planted=of["planted"][rule],
            found=of["both"][rule],
            missed=of["planted"][rule] - of["both"][rule],
            false=of["found"][rule] - of["both"][rule],
        )
        for rule in rules
    }


def wilson(hits: int, of: int) -> list[float] | None:
    """Give a share and its 95 % Wilson interval; None of nothing."""
    if not of:
        return None
    share, square = hits / of, Z * Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = Z / (1 + square / of) * math.sqrt(share * (1 - share) / of + square / (4 * of * of))
    return [round(each, 4) for each in (share, max(middle - half, 0.0), min(middle + half, 1.0))]


def is_fine(told: Mapping[str, object]) -> bool:
    """Say whether a game's lawful night was still, and all that was planted was found."""
    rules, clean = told["rules"], told["clean"]
    if not isinstance(rules, dict) or not isinstance(clean, dict):
        raise TypeError(told)
    return not clean["findings"] and not any(
        each["missed"] or each["false"] for each in rules.values()
    )


def show(game: str, told: Mapping[str, object]) -> None:
    """Print a game's figures."""
    clean, rules, without = told["clean"], told["rules"], told["without_plant"]
    if not isinstance(rules, dict) or not isinstance(clean, dict) or not isinstance(without, dict):
        raise TypeError(told)
    print(
        f"{game}: {clean['hands']:,} lawful hands, {clean['findings']} findings {clean['by_rule']}"
    )
    print(
        f"{'rule':12}{'planted':>8}{'found':>8}{'missed':>8}{'false':>8}  precision, recall (95 %)"
    )
    for rule, each in rules.items():
        counts = "".join(f"{each[key]:8,}" for key in ("planted", "found", "missed", "false"))
        print(f"{rule:12}{counts}  {each['precision']} {each['recall']}")
    for rule, reason in without.items():
        print(f"{rule:12}no plant: {reason}")
    print(f"not planted for want of a place: {told['not_planted']}", flush=True)


if __name__ == "__main__":
    main()
