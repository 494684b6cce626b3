"""The rows that an audit kept of a casino as evidence: read, and written again without names."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.dossier.inside import unzip
from auditor.errors import UsageError
from auditor.redact.rows import entries_in
from auditor.report.annex.attached import EVIDENCE
from auditor.run.exhibits.exhibits import write_zip
from auditor.store import layout

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

LOGS, LIST_OF_LOGS = "logs.zip", "logs.json"


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One casino's rows: path → bytes; how many were kept, and the list of all its files."""

    members: Mapping[str, bytes]
    kept: str
    listed: tuple[Mapping[str, object], ...]

    @property
    def is_whole(self) -> bool:
        """Tell whether every row was kept."""
        return self.kept == "whole"


def read_exhibit(out: Path, casino: str) -> Exhibit:
    """Read the rows that an audit kept of a casino; raises UsageError where it kept none."""
    folder = out / EVIDENCE / layout.quoted(casino)
    try:
        content = (folder / LOGS).read_bytes()
        told = json.loads((folder / LIST_OF_LOGS).read_bytes())
    except OSError as error:
        raise UsageError("redact.no_rows", casino=casino) from error
    return Exhibit(unzip(content, LOGS), told["kept"], tuple(told["files"]))


def write_exhibit(out: Path, casino: str, *, exhibit: Exhibit) -> None:
    """Write a casino's rows below `out`, and the list of its files as they are now."""
    folder = out / EVIDENCE / layout.quoted(casino)
    folder.mkdir(parents=True, exist_ok=True)
    write_zip(folder / LOGS, exhibit.members.items())
    now = {one.path: one for entry in entries_in(exhibit.members) for one in entry.files}
    files = [
        {**each, "size": one.size, "sha256": one.sha256} if one else each
        for each, one in ((each, now.get(str(each["path"]))) for each in exhibit.listed)
    ]
    text = json.dumps({"kept": exhibit.kept, "files": files}, indent=1)
    (folder / LIST_OF_LOGS).write_text(text + "\n", "utf-8")
