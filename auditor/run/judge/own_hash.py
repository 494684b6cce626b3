"""The hash of the program's own files, so that two audits can tell whether the same one ran."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from pathlib import Path

_DECIDING = frozenset({".py", ".sql", ".toml"})
_APART = frozenset({"rules", "report", "compare", "simulate", "cli", "nightly"})


@cache
def program_sha256() -> str:
    """Hash the files that decide what an audit finds; the rulebook has a hash of its own."""
    root = Path(str(files("auditor")))
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root)
        if path.suffix in _DECIDING and name.parts[0] not in _APART:
            digest.update(f"{name.as_posix()}\0".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
