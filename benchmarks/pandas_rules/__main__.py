"""A careful pandas script for every check that the tool makes of Mini-Bacará: counts of verdicts.

    python -m benchmarks.pandas_rules STORE

Prints one JSON object: the hands; for each rule its rows by verdict; and for each rule of several
readings the rows that fail under each. It needs pandas and pyarrow, nothing of this project. It
goes casino by casino, so that its memory stays bounded; money is exact, and nothing is done row by
row. It quotes no evidence: counts are all that it gives.

It knows what simulated stores of Mini-Bacará have, and stops where a store has anything else: no
other game, no session older than the decree, no rejected records, no cards marked as cancelled or
of no known face, no bet, card or event without what it is about (see `store.py`). Of a house file
it reads the rounding of the tenth and the readings adopted before the first session.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from benchmarks.pandas_rules.judge import judge_store

if __name__ == "__main__":
    print(json.dumps(judge_store(Path(sys.argv[1]))._asdict()))
