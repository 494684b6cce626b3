"""The files that a report carries inside, so that whoever gets it can check it alone.

contents.json      every other file with its SHA-256, and the versions that made the report
audit.json         the audit, as far as it is this casino's
findings.csv, findings.parquet   its findings, all of them
hands.ndjson       the rows of the hands that the pages show
rules.zip          the rulebook by which it was judged, the law's texts with it
logs.zip           the casino's canonical rows, as the store holds them (see `logs.json`)
review.json        what an inspector decided of each finding, and the party's reply
logs.json          which rows those are, and the SHA-256 of each of the store's files
"""

from __future__ import annotations

import hashlib
import io
import json
from typing import TYPE_CHECKING

import pyarrow.compute as pc
import pyarrow.parquet as pq

from auditor.report.forms.csv import findings_csv
from auditor.store import layout

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from auditor.report.audit.read import AuditRead

CONTENTS = "contents.json"
AUDIT = "audit.json"
HANDS = "hands.ndjson"
REVIEW = "review.json"
EVIDENCE = "evidence"
RULES = "rules.zip"
OF_CASINO = ("logs.zip", "logs.json")


def attached(own: AuditRead, out: Path, *, lang: str) -> dict[str, bytes]:
    """Gather what a casino's report carries, name → bytes, as far as the audit kept it."""
    casino_id = own.audit.casinos[0].casino_id
    files = {
        AUDIT: own.content,
        "findings.csv": findings_csv(own, lang=lang),
        HANDS: _own_hands(out / EVIDENCE / HANDS, casino_id),
    }
    for each in own.reviewed.values():
        files[REVIEW] = each.content
    places = {RULES: out / EVIDENCE / RULES}
    places |= {name: out / EVIDENCE / layout.quoted(casino_id) / name for name in OF_CASINO}
    files |= {name: path.read_bytes() for name, path in places.items() if path.is_file()}
    table = out / "findings.parquet"
    if table.is_file():
        files[table.name] = _own_findings(table, casino_id)
    return files


def contents(files: Mapping[str, bytes], *, told: Mapping[str, object]) -> bytes:
    """List files with their SHA-256, beside what else is told of the report."""
    listed = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())}
    return (json.dumps({**told, "files": listed}, indent=1) + "\n").encode()


def write_sha256(path: Path) -> None:
    """Write a file's SHA-256 beside it, as `sha256sum --check` reads it."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    sha256_file(path).write_text(f"{digest}  {path.name}\n", "utf-8", newline="\n")


def sha256_file(path: Path) -> Path:
    """Name the file that holds another's SHA-256."""
    return path.with_name(f"{path.name}.sha256")


def _own_hands(path: Path, casino_id: str) -> bytes:
    """Give the lines of the hands kept that are one casino's."""
    if not path.is_file():
        return b""
    lines = path.read_bytes().splitlines(keepends=True)
    return b"".join(line for line in lines if json.loads(line)["casino_id"] == casino_id)


def _own_findings(path: Path, casino_id: str) -> bytes:
    """Give the rows of findings.parquet that are one casino's."""
    table = pq.read_table(path)
    sink = io.BytesIO()
    pq.write_table(table.filter(pc.equal(table["casino_id"], casino_id)), sink)
    return sink.getvalue()
