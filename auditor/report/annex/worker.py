"""A process that lays out one part of the annex: `python -m auditor.report.annex.worker`.

It reads the part's page and answers with its PDF, over its own two pipes. One process a part: what
it lays out hangs on nothing that was laid out before, and its memory is given back at its end.
"""

from __future__ import annotations

import gc
import signal
import sys

from auditor.report.forms.pdf import annex_bytes


def main() -> None:
    """Answer a page with its PDF."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one who started it stops it
    gc.disable()  # a quarter of its time, for what its end gives back
    sys.stdout.buffer.write(annex_bytes(sys.stdin.buffer.read().decode()))


if __name__ == "__main__":
    main()
