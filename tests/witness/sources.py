"""What was written by others, for both to judge: folders of logs, and the cases of the packs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.games.log_model import tables
from auditor.ingest.ingest import ingest
from auditor.ingest.rows import canonical_tables
from auditor.replay.rows import rows_of_partitions
from auditor.rulebook.cases import cases_of
from auditor.rulebook.load import default_rules, load_packs
from auditor.run.rulebook import cases as run_cases
from auditor.sql import connect, query
from auditor.store.read import houses, partitions, rejects
from tests.witness.harness import Night

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.rulebook.cases import PlacedCase


def night_of_logs(inputs: list[Path], store: Path) -> Night:
    """Ingest logs and give their canonical rows, house files and rejects."""
    ingest(inputs, store)
    connection = connect(allowed=[store])
    rows_of_partitions(connection, partitions(store))
    found = {
        name: query(connection, f"SELECT * EXCLUDE (part_date) FROM raw.{name}")
        for name in tables()
    }
    return Night(found, {house.casino_id: house for house in houses(store)}, rejects(store))


def night_of_cases(prefix: str) -> Night:
    """Give every case of a norm's pack, each as a casino of its own."""
    pack = next(p for p in load_packs(default_rules())[0] if p.norm.prefix == prefix)
    return night_laid(cases_of(pack)[0])


def night_laid(cases: tuple[PlacedCase, ...]) -> Night:
    """Give some cases as one night, each as a casino of its own."""
    names = [f"c{number:04d}" for number in range(len(cases))]
    given = {
        name: run_cases._house(name, each.house)
        for name, each in zip(names, cases, strict=True)
        if each.house
    }
    rows = canonical_tables(run_cases._rows(names, cases), houses=given)
    return Night(rows.tables, given, rows.rejects, has_holes=True)
