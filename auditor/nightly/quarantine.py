"""Files that could not be taken: a copy of each, with the reason beside it, until it is mended.

<work>/quarantine/<quoted casino>/<name in the inbox>               the file as it came
<work>/quarantine/<quoted casino>/<name in the inbox>.reason.json   why, in Spanish and English

A part of a delivered name that itself holds `.reason.json` is kept with `.held` after it, so that
no delivery has the place of another's reason.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.store.layout import quoted
from auditor.store.whole import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

REASON = ".reason.json"
HELD = ".held"


@dataclass(frozen=True, slots=True)
class Refused:
    """A file that was not taken: whose, its name in the inbox, and why."""

    casino_id: str
    name: str
    reason_es: str
    reason_en: str


@dataclass(frozen=True, slots=True)
class Quarantine:
    """The folder of what could not be taken."""

    folder: Path

    def keep(self, refused: Refused, copy: Path | None) -> None:
        """Keep a file, where it is at hand, and why it was not taken; the reason comes last."""
        place = self._place(refused)
        place.parent.mkdir(parents=True, exist_ok=True)
        if copy is not None and copy.is_file():
            draft = place.with_name(f".{place.name}.part")
            _put(copy, draft)
            draft.replace(place)
        told = {
            "casino_id": refused.casino_id,
            "name": refused.name,
            "reason": refused.reason_es,
            "reason_en": refused.reason_en,
        }
        text = json.dumps(told, ensure_ascii=False, indent=1)
        write_whole(place.with_name(f"{place.name}{REASON}"), f"{text}\n".encode())

    def release(self, casino_id: str, delivery: str) -> None:
        """Take out what is held of a delivery: it is being dealt with anew."""
        folder = self.folder / quoted(casino_id)
        name = _held_name(delivery)
        for path in (folder / name, folder / f"{name}{REASON}"):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)

    def held(self) -> Iterator[Refused]:
        """Walk what is held, by casino and name."""
        for path in sorted(self.folder.rglob(f"*{REASON}")):
            refused = _read(path)
            # A file that an older program held under such a name says nothing for us.
            if refused and path == self._place(refused, REASON):
                yield refused

    def _place(self, refused: Refused, suffix: str = "") -> Path:
        """Give where a file is held, or what stands beside it."""
        return self.folder / quoted(refused.casino_id) / f"{_held_name(refused.name)}{suffix}"


def _put(copy: Path, draft: Path) -> None:
    """Put a file under another name too: by a link where that can be, which takes no room."""
    draft.unlink(missing_ok=True)
    try:
        draft.hardlink_to(copy)
    except OSError:
        shutil.copyfile(copy, draft)


def _held_name(name: str) -> str:
    """Give the name under which a file is held, which is never that of a reason; none are alike."""
    return "/".join(f"{part}{HELD}" if REASON in part else part for part in name.split("/"))


def _read(path: Path) -> Refused | None:
    """Read why a file was not taken; None where it does not say so as this program does."""
    try:
        raw = json.loads(path.read_bytes())
        return Refused(raw["casino_id"], raw["name"], raw["reason"], raw["reason_en"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
