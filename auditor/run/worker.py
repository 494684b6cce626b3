"""A process that audits batches one after another: `python -m auditor.run.worker`.

It reads the context once and then batches, and answers each with its outcome, pickled, over its own
two pipes: only the process that started it speaks with it.
"""

from __future__ import annotations

import pickle
import signal
import sys
from typing import TYPE_CHECKING

from auditor.run.task import run_partitions

if TYPE_CHECKING:
    from typing import BinaryIO


def main() -> None:
    """Answer batches until there are no more; the one who asks is told nothing of a failure."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one who started it stops it
    answer(sys.stdin.buffer, sys.stdout.buffer)


def answer(asked: BinaryIO, told: BinaryIO) -> None:
    """Read a context and batches, and write an outcome for each, until the end of what is asked."""
    try:
        context = pickle.load(asked)  # noqa: S301  # of the process that started this one
        while True:
            outcome = run_partitions(pickle.load(asked), context)  # noqa: S301  # the same
            pickle.dump(outcome, told, protocol=pickle.HIGHEST_PROTOCOL)
            told.flush()
    except EOFError:
        return


if __name__ == "__main__":
    main()
