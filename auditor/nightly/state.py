"""What the last whole run saw and told: where nothing of it has changed, nothing is judged anew."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from auditor import __version__
from auditor.rulebook.digest import sha256_of
from auditor.rulebook.load import default_rules, rule_files
from auditor.run.judge.own_hash import program_sha256
from auditor.store import layout
from auditor.store.whole import write_whole

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.nightly.config import NightlyConfig


@dataclass(frozen=True, slots=True)
class State:
    """The stamp of what was judged, the day of the run, and the reports that a summary has told.

    `told` is casino and gaming date → fingerprint of what it says.
    """

    stamp: str = ""
    day: str = ""
    told: dict[str, str] = field(default_factory=dict)


def read_state(path: Path) -> State:
    """Read the state; without one, everything is looked at."""
    try:
        return State(**json.loads(path.read_bytes()))
    except (OSError, ValueError, TypeError):
        return State()


def write_state(path: Path, state: State) -> None:
    """Write the state: the very last step of a run."""
    write_whole(path, json.dumps(asdict(state), ensure_ascii=False).encode())


def stamp_of(config: NightlyConfig) -> str:
    """Hash all that an audit hangs on without opening one entry: names, sizes, times, rule files.

    An entry's file is written once and renamed into place, so that its time and size tell it.
    """
    rules = config.rules or default_rules()
    listed = [
        *_listed(config.store / layout.MANIFEST),
        *_listed(config.store / layout.HOUSES),
        *_listed(config.store, only=layout.SKIPPED),
        *_listed(config.store, only=layout.COMMIT),
    ]
    texts = [path.read_bytes().hex() for path in (*rule_files(rules), *config.houses)]
    return sha256_of([__version__, program_sha256(), config.sha256, listed, texts])


def _listed(folder: Path, *, only: str = "") -> list[list[str | int]]:
    """List the files of a folder with size, time and number."""
    if not folder.is_dir():
        return []
    with os.scandir(folder) as found:
        entries = [one for one in found if one.is_file() and only in {"", one.name}]
    stats = [(one.name, one.stat()) for one in entries]
    return sorted([name, s.st_size, s.st_mtime_ns, s.st_ino] for name, s in stats)
