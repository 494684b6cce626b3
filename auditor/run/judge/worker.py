"""A process that audits batches one after another: `python -m auditor.run.judge.worker`.

It reads the context and the folders once and then batches, and answers each with its outcome,
pickled, over its own two pipes: only the process that started it speaks with it.
"""

from __future__ import annotations

import pickle
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from auditor.run.judge.task import run_in_turn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from auditor.store.read import Partition


def main() -> None:
    """Answer batches until there are no more; the one who asks is told nothing of a failure."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one who started it stops it
    answer(sys.stdin.buffer, sys.stdout.buffer)


def answer(asked: BinaryIO, told: BinaryIO) -> None:
    """Read context, folders and batches, and write an outcome for each, until nothing is asked."""
    try:
        context, folders = pickle.load(asked)  # noqa: S301  # of the process that started this one
    except EOFError:
        return
    for outcome in run_in_turn(_batches(asked), context, folders=folders):
        pickle.dump(outcome, told, protocol=pickle.HIGHEST_PROTOCOL)
        told.flush()


def _batches(asked: BinaryIO) -> Iterator[tuple[Partition, ...]]:
    """Read batches as they are asked for, until there are no more."""
    with suppress(EOFError):
        while True:
            yield pickle.load(asked)  # noqa: S301  # of the process that started this one


if __name__ == "__main__":
    main()
