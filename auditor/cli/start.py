"""The door of the program: from here on Ctrl-C is told in words, also while all else loads."""

from __future__ import annotations

import sys


def main() -> None:
    """Load the command line and run it; who stops that is told so, and nothing by a traceback."""
    try:
        from auditor.cli.main import main as run

        run()
    except KeyboardInterrupt:
        from auditor.errors import INTERRUPTED
        from auditor.texts import say

        sys.stderr.write(say("cli.interrupted", lang="es") + "\n")
        sys.exit(INTERRUPTED)
