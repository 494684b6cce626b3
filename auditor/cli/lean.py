"""A process without pandas, which pyarrow loads at its first array, for 0.4 s of every command."""

from __future__ import annotations

import sys


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
