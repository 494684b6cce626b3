"""Readers walked through by coverage (atheris): `python -m tests.security.fuzz --reader NAME`.

It begins with valid files and goes on for `--seconds`; `--reader all` gives every input to each. It
ends with another code than 0 where a reader raises what is no AuditorError, takes over 20 seconds
or 2 GiB, and leaves the input that did it in `--found` (here, where no folder is named).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["auditor", "tomllib"]):
    from auditor.games.format import formats
    from tests.security.readers import PURE, check

    formats()  # each is loaded when it is first asked for

from tests.security.samples import samples

ALL = "all"
MOST_BYTES = 8192


def main() -> None:
    """Fuzz one reader; the process ends here."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--reader", choices=[*sorted(PURE), ALL], required=True)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--found", type=Path, default=Path())
    given = parser.parse_args()
    names = sorted(PURE) if given.reader == ALL else [given.reader]
    corpus = Path(tempfile.mkdtemp(prefix="auditor-fuzz-"))
    for name in names:
        (corpus / name).write_bytes(samples()[name][1])
    flags = [
        f"-max_total_time={given.seconds}",
        f"-max_len={MOST_BYTES}",
        f"-artifact_prefix={given.found}/",
        "-timeout=20",
        "-rss_limit_mb=2048",
        "-print_final_stats=1",
    ]

    def each(data: bytes) -> None:
        for name in names:
            check(PURE[name], data)

    atheris.Setup([sys.argv[0], *flags, str(corpus)], each)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
