"""A process that starts with little: without pandas, which pyarrow loads for 0.4 s.

Nor do threads wait for linear algebra, which there is none of; Arrow keeps what memory it is done
with for a second, for pages given back at once are cleared anew a moment later; and cycles, which
modules make by the thousand as they load, are looked for more seldom.
"""

from __future__ import annotations

import gc
import os
import sys

SELDOM = 50_000
SETTLED = {"OPENBLAS_NUM_THREADS": "1", "MIMALLOC_PURGE_DELAY": "1000"}


def start_lean() -> None:
    """Settle what a process is to do without; before NumPy and Arrow are loaded."""
    for setting, value in SETTLED.items():
        os.environ.setdefault(setting, value)
    gc.set_threshold(SELDOM)


class _Nowhere:
    """Finds no pandas."""

    @staticmethod
    def find_spec(name: str, *_: object) -> None:
        """Say of pandas that it is not there, and nothing of any other module."""
        if name == "pandas":
            raise ModuleNotFoundError(name)


def spare_pandas() -> None:
    """Let pyarrow find that there is no pandas, and remember it; who imports it still has it.

    For commands that turn no table of Arrow into a frame: pyarrow will not do that any more.
    """
    if "pandas" in sys.modules:
        return
    sys.meta_path.insert(0, _Nowhere)
    try:
        import pyarrow as pa

        pa.array([0])
    finally:
        sys.meta_path.remove(_Nowhere)
