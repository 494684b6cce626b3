"""An audit of every sample night and of one that names persons everywhere, told without names."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path  # noqa: TC003 (a NamedTuple reads its annotations)
from typing import NamedTuple

import pytest

from auditor.api import redact, render, run
from auditor.errors import AuditorError
from auditor.redact.redact import Redaction
from auditor.report.forms.pdf import check_pango

PERSONS = ("player_id", "banker_player_id", "shooter_id", "dealer_id")
REPRESENTATIVE = "Rosa Ibáñez"
WEST_OF_LIN = "Otero"  # en_linea.lin tells its one table by who sat West


class Told(NamedTuple):
    """The folder of an audit, that without names, its key and map, and every id in the logs."""

    out: Path
    without: Path
    key: Path
    who: Path
    persons: frozenset[str]


@pytest.fixture(scope="session")
def told(sample_logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Told:
    """Audit the nights once, and render them without names in every form."""
    folder = tmp_path_factory.mktemp("redact")
    logs, out = folder / "logs", folder / "reports" / "night"
    shutil.copytree(sample_logs, logs)
    name_everywhere(logs / "bling_bling")
    run([logs], out)
    key, who = folder / "safe" / "a.key", folder / "safe" / "who.csv"
    without = redact(out, Redaction(key, who))
    forms = ["html", "csv", "xlsx", "ndjson", "junit", "sarif"]
    render(without, formats=[*forms, "pdf"] if _has_pango() else forms)
    return Told(out, without, key, who, persons_of(logs))


def name_everywhere(night: Path) -> None:
    """Put names where people write: words, a file's name, a cell that is rejected, the house."""
    events = night / "events.csv"
    with events.open("a", encoding="utf-8") as file:
        start = "BB-20050618,90{n},claim,J01,2005-06-18 20:06:4{n},player"
        file.write(f"{start.format(n=0)},ana,1,,ana reclama a D-07\n")
        file.write(f"{start.format(n=1)},bruno,x,,otra\n")
    events.rename(night / "events-bruno.csv")
    house = next(night.glob("house-*.toml"))
    house.write_text(f'representative = "{REPRESENTATIVE}"\n{house.read_text("utf-8")}', "utf-8")


def persons_of(logs: Path) -> frozenset[str]:
    """Read the persons out of the logs, without the program."""
    found = {REPRESENTATIVE, WEST_OF_LIN}
    for path in logs.rglob("*.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                found |= {row[column] for column in PERSONS if row.get(column)}
    return frozenset(found)


def _has_pango() -> bool:
    """Tell whether a PDF can be made here."""
    try:
        check_pango()
    except AuditorError:
        return False
    return True
