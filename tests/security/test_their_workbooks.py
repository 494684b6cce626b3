"""Workbooks as XML and zip: entities are not worked out, nothing fetched, sizes not believed."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

import pytest

from auditor.ingest.ingest import ingest
from tests.security.samples import samples

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.ingest.commit.take import IngestResult
    from tests.security.conftest import Loopback

SHEET = "xl/worksheets/sheet1.xml"
STRINGS = "xl/sharedStrings.xml"
LAUGHS = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
# Where an entity is asked for, in each part.
USED = {
    SHEET: (b"<v>0</v>", b"<v>&a11;</v>"),
    STRINGS: (b"<t>bet_id</t>", b"<t>bet_id&a11;</t>"),
    "xl/workbook.xml": (b'name="bets"', b'name="bets&a11;"'),
}
DOCTYPES = {
    "entities upon entities": f'<!DOCTYPE x [<!ENTITY a0 "ha">{LAUGHS}]>',
    "a file": '<!DOCTYPE x [<!ENTITY a11 SYSTEM "file:///etc/passwd">]>',
    "a page": '<!DOCTYPE x [<!ENTITY a11 SYSTEM "URL/entity">]>',
    "a page of definitions": '<!DOCTYPE x SYSTEM "URL/x.dtd">',
    "definitions from a page": '<!DOCTYPE x [<!ENTITY % b SYSTEM "URL/x.dtd"> %b;]>',
}


def _edited(part: str, *edits: tuple[bytes, bytes]) -> bytes:
    """Give the sample workbook with bytes of one part replaced."""
    target = io.BytesIO()
    data = samples()["xlsx"][1]
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(target, "w") as copy:
        for name in source.namelist():
            content = source.read(name)
            for old, new in edits if name == part else ():
                assert old in content
                content = content.replace(old, new, 1)
            copy.writestr(name, content, zipfile.ZIP_DEFLATED)
    return target.getvalue()


def _read(tmp_path: Path, data: bytes) -> IngestResult:
    """Ingest one workbook; what it says is counted whole, or it is skipped with a reason."""
    night = tmp_path / "night"
    night.mkdir()
    (night / "night.xlsx").write_bytes(data)
    got = ingest([night], tmp_path / "store")
    assert len(got.sources) + len(got.skipped) >= 1
    assert all(one.code != "failed" for one in got.skipped)
    return got


@pytest.mark.parametrize("what", DOCTYPES)
@pytest.mark.parametrize("part", USED)
def test_an_entity_is_not_worked_out(
    tmp_path: Path, loopback: Loopback, *, what: str, part: str
) -> None:
    doctype = DOCTYPES[what].replace("URL", loopback.url).encode()
    got = _read(tmp_path, _edited(part, (b"?>\n", b"?>\n" + doctype), USED[part]))
    told = [*(one.reason_en for one in got.skipped), str(got.rejects.to_pylist())]
    assert ("root:" in "".join(told), loopback.asked) == (False, [])
    assert len(got.sources) + len(got.skipped) == 1


def test_very_deep_elements_end(tmp_path: Path) -> None:
    _read(tmp_path, _edited(SHEET, (b"<sheetData>", b"<sheetData>" + b"<row>" * 200_000)))


def test_a_part_that_says_that_it_is_small_is_not_believed(tmp_path: Path) -> None:
    large = b"<!--" + b" " * (64 << 20) + b"--><sheetData>"
    lying = bytearray(_edited(SHEET, (b"<sheetData>", large)))
    at = lying.rfind(SHEET.encode()) - 46
    assert lying[at : at + 4] == b"PK\x01\x02"
    lying[at + 24 : at + 28] = (1000).to_bytes(4, "little")
    got = _read(tmp_path, bytes(lying))
    assert [one.name for one in got.skipped] == ["night.xlsx"]


def test_the_bytes_that_are_spoiled_here_are_read_unspoiled(tmp_path: Path) -> None:
    got = _read(tmp_path, samples()["xlsx"][1])
    assert [one.records for one in got.sources] == [12]
