"""Reports of an earlier audit, taken away: none may stand beside an audit that it does not tell."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

from auditor.report.audit.folders import REDACTED, folder_names
from auditor.report.page.index import NAME as INDEX
from auditor.report.render import file_of, known_formats

if TYPE_CHECKING:
    from pathlib import Path


def clear_rendered(out: Path) -> None:
    """Take away what was rendered of the audit that stands in a folder, and nothing else."""
    casinos = _casinos(out / "audit.json")
    if casinos is None:
        return
    names = [
        name for form in known_formats() for name in (file_of(form), f"{file_of(form)}.sha256")
    ]
    if (out / REDACTED / "audit.json").is_file():
        shutil.rmtree(out / REDACTED)
    for name in (INDEX, *names):
        (out / name).unlink(missing_ok=True)
    for folder in (out / name for name in folder_names(casinos).values()):
        for name in names:
            (folder / name).unlink(missing_ok=True)
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()


def _casinos(audit: Path) -> list[str] | None:
    """Name the casinos of the audit that stands there; None where it is no audit of ours."""
    try:
        return [str(each["casino_id"]) for each in json.loads(audit.read_bytes())["casinos"]]
    except (OSError, ValueError, KeyError, TypeError):
        return None
