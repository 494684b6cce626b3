"""The way in: from files, folders, zips and globs to a store."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from auditor.errors import UsageError
from auditor.ingest.commit.others import refuse_others
from auditor.ingest.commit.take import IngestResult, Read, Terms, take_in
from auditor.ingest.convert.origins import Given
from auditor.ingest.convert.times import FIRST_YEAR, LAST_YEAR
from auditor.ingest.read.inputs import ReadOptions, read_inputs
from auditor.journal import step
from auditor.sql import connect
from auditor.store.layout import LONGEST_ID
from auditor.store.manifest import writing
from auditor.store.toml_section import CURRENCY

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

__all__ = ["IngestOptions", "IngestResult", "ingest"]


@dataclass(frozen=True, slots=True)
class IngestOptions:
    """What flags say: the mapping and house files, and what a log does not record itself.

    `replaces` names the sources (or folders of them) whose place the inputs take; with
    `refuse_repeats` an input that repeats the keys of another is refused, not read in part;
    `others` are casinos of which nothing may come with these inputs.
    """

    mapping: Path | None = None
    houses: tuple[Path, ...] = ()
    casino_id: str | None = None
    table_id: str | None = None
    gaming_date: date | None = None
    currency: str | None = None
    replaces: tuple[str, ...] = ()
    refuse_repeats: bool = False
    others: frozenset[str] = frozenset()


def ingest(
    inputs: Sequence[Path | str], store: Path, *, options: IngestOptions | None = None
) -> IngestResult:
    """Read logs into a store; what was ingested before in the same way changes nothing.

    Raises UsageError for a casino's id that is too long, what is no currency, or a date of no year
    of a record, InputError for an input that is not there, MappingError and HouseError for files
    that cannot be used, StoreError where the store's files are amiss, or sources would have to be
    ingested together, and BusyError where another process holds it. Raises UsageError too where
    repeats are refused and an input repeats what the store holds, or is of one of `others`.
    """
    wanted = options or IngestOptions()
    _refuse_unfit(wanted)
    flags = Given(wanted.casino_id, wanted.table_id, wanted.gaming_date, wanted.currency)
    with writing(store), TemporaryDirectory(prefix="auditor-") as folder:
        scratch = Path(folder)
        connection = connect(allowed=(store, scratch))
        with step("read", inputs=len(inputs)) as counts:
            reading = read_inputs(connection, inputs, options=_read_options(wanted, scratch))
            counts |= {"tables": len(reading.tables), "skipped": len(reading.skipped)}
        refuse_others(connection, reading, others=wanted.others)
        with step("take_in") as counts:
            read = Read(reading.tables, reading.houses, reading.skipped)
            terms = Terms(wanted.replaces, refuses_repeats=wanted.refuse_repeats)
            taken = take_in(connection, read, store=store, given=flags, terms=terms)
            counts["sources"] = len(taken.sources)
            for count in ("records", "written", "rejected"):
                counts[count] = sum(getattr(each, count) for each in taken.sources)
        return taken


def _refuse_unfit(options: IngestOptions) -> None:
    """Raise UsageError where a flag gives what no log may say."""
    if len((options.casino_id or "").encode()) > LONGEST_ID:
        raise UsageError("storing.bad_casino", value=options.casino_id)
    if options.currency is not None and not CURRENCY.fullmatch(options.currency):
        raise UsageError("storing.bad_currency", value=options.currency)
    if options.gaming_date and not FIRST_YEAR <= options.gaming_date.year <= LAST_YEAR:
        years = {"first": FIRST_YEAR, "last": LAST_YEAR}
        raise UsageError("storing.not_our_years", value=options.gaming_date, **years)


def _read_options(options: IngestOptions, scratch: Path) -> ReadOptions:
    """Give what reading has to know of the flags."""
    return ReadOptions(
        scratch=scratch,
        mapping=options.mapping,
        houses=options.houses,
        casino_id=options.casino_id,
        table_id=options.table_id,
        gaming_date=options.gaming_date,
        currency=options.currency,
    )
