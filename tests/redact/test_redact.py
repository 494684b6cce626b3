"""An audit told without names names nobody, stands up to a check, and finds the same."""

from __future__ import annotations

import io
import json
import re
import shutil
import stat
from collections import Counter
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import pikepdf
import pyarrow.parquet as pq
import pypdf
import pytest

from auditor.api import redact, render, run, verify
from auditor.dossier.verify import Against, State, exit_code
from auditor.errors import UsageError
from auditor.redact.redact import Redaction
from auditor.report.audit.own import own_read
from auditor.report.audit.read import read_audit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from tests.redact.conftest import Told

RULES = "rules.zip"  # the rulebook's own examples have names of their own, of nobody
GAMES = {"bacara", "bling_bling", "bridge", "mini_bacara", "stud7"}


def _texts(name: str, content: bytes) -> Iterator[str]:
    """Read everything that a file says, its attachments and members as well."""
    yield name.rpartition("/")[2]
    if name.endswith((".zip", ".xlsx")):
        with ZipFile(io.BytesIO(content)) as archive:
            for member in archive.namelist():
                yield from _texts(member, archive.read(member))
    elif name.endswith(".parquet"):
        yield str(pq.read_table(io.BytesIO(content)).to_pylist())
        yield content.decode("latin-1")
    elif name.endswith(".pdf"):
        yield from _pdf_texts(content)
    else:
        yield content.decode("utf-8", "replace")


def _pdf_texts(content: bytes) -> Iterator[str]:
    with pikepdf.open(io.BytesIO(content)) as pdf:
        for name, spec in pdf.attachments.items():
            if name != RULES:
                yield from _texts(name, spec.get_file().read_bytes())
    yield from (page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages)


def _named(folder: Path, persons: frozenset[str]) -> set[str]:
    """Name the persons whose id stands as a word anywhere below a folder."""
    words = "|".join(re.escape(each) for each in sorted(persons, key=len, reverse=True))
    pattern = re.compile(rf"(?<![^\W_])(?:{words})(?![^\W_])")
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != RULES]
    texts = (text for path in files for text in _texts(str(path), path.read_bytes()))
    return {match[0] for text in texts for match in pattern.finditer(text)}


def _document(folder: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((folder / "audit.json").read_bytes())
    return document


def test_nobody_is_named_anywhere_in_what_is_handed_on(told: Told) -> None:
    assert len(told.persons) > 15
    assert _named(told.without, told.persons) == set()


def test_the_audit_with_names_names_everybody(told: Told) -> None:
    assert _named(told.out / "evidence", told.persons) == told.persons


def test_every_game_is_among_what_is_told_without_names(told: Told) -> None:
    casinos = _document(told.without)["casinos"]
    assert {game["game"] for casino in casinos for game in casino["games"]} == GAMES


def test_the_same_is_found_with_names_and_without(told: Told) -> None:
    def found(document: Mapping[str, Any]) -> Counter[tuple[str, ...]]:
        keys = ("rule", "casino_id", "gaming_date", "table_id", "verdict", "at_stake")
        return Counter(tuple(each[key] for key in keys) for each in document["findings"])

    with_names, without = _document(told.out), _document(told.without)
    assert found(without) == found(with_names)
    assert without["outcomes"] == with_names["outcomes"]
    assert len(without["findings"]) > 10


def test_hands_are_counted_by_dealer_under_the_dealers_pseudonym(told: Told) -> None:
    played = [
        each["played"]["dealer"] or {}
        for casino in _document(told.without)["casinos"]
        for each in casino["games"]
    ]
    names = {name for each in played for name in each}
    assert len(names) == len({"TALLADOR-1", "D-07", "D-12", "T-4", "D-7"})
    assert all(name.startswith("Personal-") for name in names)


def test_one_key_gives_the_same_bytes_and_the_same_name_in_every_audit(
    told: Told, sample_logs: Path, tmp_path: Path
) -> None:
    run([sample_logs / "bling_bling"], tmp_path / "out")
    who = [tmp_path / "a.csv", tmp_path / "b.csv"]
    first = _files(redact(tmp_path / "out", Redaction(told.key, who[0])))
    assert _files(redact(tmp_path / "out", Redaction(told.key))) == first
    redact(tmp_path / "out", Redaction(tmp_path / "b.key", who[1]))
    all_of_key, ours, theirs = (set(path.read_text().splitlines()[1:]) for path in (told.who, *who))
    assert len(ours) == len(theirs) > 3
    assert ours < all_of_key
    assert not ours & theirs


def _files(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def test_the_key_is_nowhere_in_what_is_handed_on(told: Told) -> None:
    key = told.key.read_text("ascii").strip()
    files = [path.read_bytes() for path in told.without.rglob("*") if path.is_file()]
    assert not any(key.encode() in each or bytes.fromhex(key) in each for each in files)
    assert {path.name for path in told.out.rglob("*.key")} == set()
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (told.key, told.who)]
    assert modes == [0o600, 0o600]


@pytest.mark.tool("pango")
def test_a_report_without_names_holds_when_it_is_checked(told: Told, sample_logs: Path) -> None:
    report = told.without / "LIMA-CENTRO" / "report.pdf"
    checks = verify(report, Against(logs=(sample_logs / "bling_bling",)))
    states = {each.name: each.state for each in checks}
    assert states.pop("logs") is State.OPEN
    assert states.pop("signature") is State.ABSENT
    assert set(states.values()) == {State.HOLDS}
    assert "names" in states
    assert exit_code(tuple(each for each in checks if each.name != "logs")) == 0


@pytest.mark.tool("pango")
def test_a_report_says_that_names_are_replaced_and_where_the_key_is(told: Told) -> None:
    report = told.without / "LIMA-CENTRO" / "report.pdf"
    with pikepdf.open(report) as pdf:
        contents = json.loads(pdf.attachments["contents.json"].get_file().read_bytes())
    assert contents["redacted"] is True
    cover = " ".join(pypdf.PdfReader(report).pages[0].extract_text().split())
    assert "Los nombres están reemplazados" in cover
    assert "a.key" in cover


def test_an_audit_without_names_is_not_told_without_names_again(told: Told) -> None:
    with pytest.raises(UsageError, match="ya tiene los nombres reemplazados"):
        redact(told.without, Redaction(told.key))


def test_an_audit_whose_rows_were_not_kept_is_refused(told: Told, tmp_path: Path) -> None:
    shutil.copytree(told.out, tmp_path / "out", ignore=shutil.ignore_patterns("logs.zip", "store"))
    with pytest.raises(UsageError, match="no guardó las filas"):
        redact(tmp_path / "out", Redaction(told.key))
    assert not (tmp_path / "redaction.key").exists()


def test_a_report_without_names_is_reviewed_on_its_own(told: Told, tmp_path: Path) -> None:
    out = tmp_path / "without"
    shutil.copytree(told.without, out)
    own = own_read(read_audit(out), "LIMA-CENTRO")
    said = {"finding": own.audit.findings[0].id, "decision": "confirmed", "by": "Rojas"}
    review = {"audit_sha256": own.sha256, "casino_id": "LIMA-CENTRO", "reviews": [said]}
    path = tmp_path / "review.json"
    path.write_text(json.dumps(review), "utf-8")
    render(out, formats=["html"], reviews=[path])
    page = (out / "LIMA-CENTRO" / "report.html").read_text("utf-8")
    assert "Confirmado por Rojas" in page
    with pytest.raises(UsageError):
        render(told.out, formats=["html"], reviews=[path])
