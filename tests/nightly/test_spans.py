"""A night's report tells by itself that a deal of bridge stands in another night of the club."""

from __future__ import annotations

import io
import json
import re
import shutil
from datetime import date
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from auditor.api import redact
from auditor.dossier.again import audited_again, ingested_again
from auditor.dossier.compare import first_difference
from auditor.dossier.inside import unzip
from auditor.errors import InputError
from auditor.nightly.config import CasinoInbox, NightlyConfig
from auditor.nightly.whole import whole_night
from auditor.redact.redact import Redaction
from auditor.simulate.dialect import dialects
from auditor.simulate.spec import Spec
from auditor.simulate.written import write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CLUB = "CLUB-01"
REPEATS = "spans/bridge/repeated_deal.parquet"
RULE = "BRG-6D2"  # no result of a deal of another session
DEAL = re.compile(r'"[NESW]:[^"]+"')


@pytest.fixture(name="club", scope="module")
def _club(rules_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Judge three nights of a club; a deal of the first stands again in the last."""
    root = tmp_path_factory.mktemp("club")
    for norm in ("wbf-2007-law-6", "record"):
        shutil.copytree(rules_dir / norm, root / "rules" / norm)
    delivery = root / "in" / "nights"
    write(
        Spec("bridge", hands=30, seed=7, nights=3),
        delivery,
        form="csv",
        dialect=dialects()["plain"],
    )
    (delivery / "planted.csv").unlink(missing_ok=True)
    boards = delivery / "boards.csv"
    *rows, last = boards.read_text("utf-8").splitlines()
    boards.write_text("\n".join([*rows, DEAL.sub(DEAL.findall(rows[1])[0], last)]) + "\n", "utf-8")
    config = NightlyConfig(
        store=root / "store",
        out=root / "out",
        work=root / "work",
        inboxes=(CasinoInbox(CLUB, str(root / "in")),),
        rules=root / "rules",
        formats=("csv",),
        settle_seconds=0,
    )
    whole_night(config, date(2025, 1, 10))
    return root


def _document(club: Path, night: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((club / "out" / CLUB / night / "audit.json").read_bytes())
    return document


def _logs(club: Path, night: str) -> bytes:
    return (club / "out" / CLUB / night / "evidence" / CLUB / "logs.zip").read_bytes()


def _changed(logs: bytes, change: Callable[[str, bytes], bytes | None]) -> bytes:
    """Change or leave out members of a zip."""
    sink = io.BytesIO()
    with ZipFile(io.BytesIO(logs)) as old, ZipFile(sink, "w") as new:
        for name in old.namelist():
            content = change(name, old.read(name))
            if content is not None:
                new.writestr(name, content)
    return sink.getvalue()


@pytest.mark.parametrize("night", ["2025-01-01", "2025-01-02", "2025-01-03"])
def test_each_night_is_found_again_from_its_own_rows(
    club: Path, tmp_path: Path, night: str
) -> None:
    document = _document(club, night)
    again = audited_again(document, _logs(club, night), work=tmp_path, rules=club / "rules")
    assert (first_difference(document, again, whole=True) or "")[:300] == ""


def test_the_last_night_says_that_its_deal_was_played_before(club: Path) -> None:
    told = [one["rule"] for one in _document(club, "2025-01-03")["findings"]]
    assert RULE in told
    assert RULE not in [one["rule"] for one in _document(club, "2025-01-02")["findings"]]


def test_it_is_not_found_by_those_rows_alone(club: Path, tmp_path: Path) -> None:
    document, logs = _document(club, "2025-01-03"), _logs(club, "2025-01-03")
    bare = _changed(logs, lambda name, content: None if name.startswith("spans/") else content)
    again = audited_again(document, bare, work=tmp_path, rules=club / "rules")
    assert first_difference(document, again, whole=True) is not None


def test_it_is_found_again_from_the_logs_of_all_nights(club: Path, tmp_path: Path) -> None:
    document, logs = _document(club, "2025-01-03"), _logs(club, "2025-01-03")
    given = (club / "in" / "nights",)
    again = ingested_again(document, given, beside=logs, work=tmp_path, rules=club / "rules")
    assert (first_difference(document, again, whole=True) or "")[:300] == ""


def test_it_is_found_again_without_names(club: Path, tmp_path: Path) -> None:
    out = shutil.copytree(club / "out" / CLUB / "2025-01-03", tmp_path / "night")
    hidden = redact(out, Redaction(rules=club / "rules"))
    logs = (hidden / "evidence" / CLUB / "logs.zip").read_bytes()
    assert REPEATS in unzip(logs, "logs.zip")
    found = json.loads((hidden / "audit.json").read_bytes())["findings"]
    assert RULE in [one["rule"] for one in found]


def test_a_repeat_that_the_rows_tell_by_themselves_cannot_be_left_out(
    club: Path, tmp_path: Path
) -> None:
    document = _document(club, "2025-01-03")
    document["run"] |= {"from": "2025-01-01", "to": "2025-01-03"}

    def without(name: str, content: bytes) -> bytes:
        if name != REPEATS:
            return content
        sink = io.BytesIO()
        pq.write_table(pq.read_table(pa.BufferReader(content)).slice(0, 1), sink)
        return sink.getvalue()

    logs = _changed(_logs(club, "2025-01-03"), without)
    beside = (club / "in" / "nights",)
    with pytest.raises(InputError, match="repeated_deal"):
        ingested_again(document, beside, beside=logs, work=tmp_path, rules=club / "rules")
