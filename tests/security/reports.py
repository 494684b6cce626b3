"""A small report of a stranger, as PDF: what it carries is whatever they put there."""

from __future__ import annotations

import io
import json
import zipfile
from functools import cache
from typing import TYPE_CHECKING

import pikepdf

from auditor.dossier.inside import hashes
from auditor.report.annex.attached import CONTENTS

if TYPE_CHECKING:
    from collections.abc import Mapping

AUDIT = b'{"run": {}, "casinos": [{"casino_id": "X"}], "findings": []}'


def report_of(files: Mapping[str, bytes]) -> bytes:
    """Make a PDF that carries files, and a list that agrees with them."""
    target = io.BytesIO()
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        told = json.dumps({"files": hashes(files)}).encode()
        for name, content in {CONTENTS: told, **files}.items():
            pdf.attachments[name] = pikepdf.AttachedFileSpec(pdf, content, filename=name)
        pdf.save(target, compress_streams=True, recompress_flate=True)
    return target.getvalue()


def zip_of(*entries: tuple[str, bytes]) -> bytes:
    """Pack members into a zip, whatever their names."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return target.getvalue()


@cache
def small_report() -> bytes:
    """Give a report with an audit and a store of nothing."""
    return report_of({"audit.json": AUDIT, "logs.zip": zip_of(("manifest/x.json", b"{}"))})
