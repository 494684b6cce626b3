"""Set the audit beside the witness over many generated hands, and write what came of it.

    python -m tests.witness [--game G]… [--hands N] [--seed S]

Writes benchmarks/figures/witness.json: game → hands and verdicts compared, disagreements. Ends
with 1 where they disagree anywhere, and shows some.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tests.witness.games import GAMES
from tests.witness.hands import nights
from tests.witness.harness import Compared, compare

FIGURES = Path(__file__).resolve().parents[2] / "benchmarks" / "figures" / "witness.json"


def main() -> int:
    """Compare as the arguments say; give the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=217)
    parser.add_argument("--dry", action="store_true", help="write no figures")
    given = parser.parse_args()
    found = [_compared(game, given) for game in given.game or sorted(GAMES)]
    return int(any(each.disagreements for each in found))


def _compared(game: str, given: argparse.Namespace) -> Compared:
    """Compare one game, tell how it goes, and write what is done so far."""
    whole = Compared()
    for night in nights(GAMES[game], given.hands, seed=given.seed):
        whole += compare(night, GAMES[game])
        sys.stderr.write(
            f"\r{game}: {whole.hands:,} hands, {whole.verdicts:,} verdicts, "
            f"{whole.disagreements:,} disagreements"
        )
        if not given.dry:
            _write({game: whole})
    sys.stderr.write("".join(f"\n  {line}" for line in whole.shown) + "\n")
    return whole


def _write(found: dict[str, Compared]) -> None:
    """Write the figures of the games compared beside those of the others."""
    FIGURES.parent.mkdir(exist_ok=True)
    kept = json.loads(FIGURES.read_text("utf-8")) if FIGURES.is_file() else {}
    kept |= {
        game: {
            "hands": each.hands,
            "verdicts": each.verdicts,
            "disagreements": each.disagreements,
        }
        for game, each in found.items()
    }
    FIGURES.write_text(json.dumps(kept, indent=2, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main())
