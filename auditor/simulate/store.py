"""Write tables as a store: Parquet by casino and gaming date, and the manifest that counts it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from auditor import __version__
from auditor.store.entry import SourceEntry, StoredFile
from auditor.store.layout import partition_folder
from auditor.store.manifest import commit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from auditor.simulate.columns import Numbers
    from auditor.simulate.spec import Partition

ROW_GROUP = 122_880
PARTITION_KEYS = ("casino_id", "gaming_date")


@dataclass(frozen=True, slots=True)
class StoreWriter:
    """Writes the files of a store, and keeps what its manifest has to say of each source.

    A source is one table's export of one casino; `venue` is the casinos' zone and currency.
    """

    store: Path
    venue: tuple[str, str]
    files: defaultdict[tuple[str, str], list[StoredFile]] = field(
        default_factory=lambda: defaultdict(list)
    )

    def write(
        self, name: str, table: pa.Table, *, of: Numbers, partitions: Sequence[Partition]
    ) -> None:
        """Write the rows of each casino and date, which stand together; `of` numbers them.

        The tables of one casino and date follow one another in `partitions`.
        """
        inside = table.drop_columns([key for key in PARTITION_KEYS if key in table.column_names])
        whole = groupby(enumerate(partitions), key=lambda each: each[1][:2])
        for _, group in whole:
            numbers, (partition, *_) = zip(*group, strict=True)
            begin, end = np.searchsorted(of, [numbers[0], numbers[-1] + 1])
            self._write_file(name, inside.slice(begin, end - begin), partition=partition)

    def _write_file(self, name: str, rows: pa.Table, *, partition: Partition) -> None:
        """Write one file, and remember it."""
        casino, day = partition.casino_id, partition.gaming_date
        path = f"{partition_folder(name, casino, gaming_date=day)}/{key_of(name, casino)}.parquet"
        file = self.store / path
        file.parent.mkdir(parents=True, exist_ok=True)
        told = self.files[name, casino]
        sourced = with_source(
            rows, f"{casino}/{name}.csv", first=sum(each.rows for each in told) + 1
        )
        pq.write_table(sourced, file, compression="zstd", row_group_size=ROW_GROUP)
        content = file.read_bytes()
        digest = sha256(content).hexdigest()
        told.append(StoredFile(name, casino, day, path, rows.num_rows, len(content), digest))

    def commit(self, beside: Mapping[str, bytes]) -> None:
        """Write the manifest, an entry for each source, and the house files beside it."""
        told = self.files.items()
        entries = [entry_of(*of, files=files, venue=self.venue) for of, files in told]
        commit(self.store, entries, beside=beside)


def key_of(name: str, casino: str) -> str:
    """Give the key of a source."""
    return sha256(f"{casino}/{name}".encode()).hexdigest()


def with_source(rows: pa.Table, source: str, *, first: int) -> pa.Table:
    """Put the three source columns into a table that has them empty."""
    count = rows.num_rows
    told = {
        "source_name": pa.repeat(source, count),
        "source_sha256": pa.repeat(sha256(source.encode()).hexdigest(), count),
        "source_record": pa.array(np.arange(first, first + count)),
    }
    own = {key: rows[key] for key in rows.column_names if key not in told}
    return pa.table({**own, **told})


def entry_of(
    name: str, casino: str, *, files: list[StoredFile], venue: tuple[str, str]
) -> SourceEntry:
    """Give what the manifest says of a source."""
    rows = sum(each.rows for each in files)
    digest = sha256(f"{casino}/{name}.csv".encode()).hexdigest()
    return SourceEntry(
        key=key_of(name, casino),
        name=f"{casino}/{name}.csv",
        sha256=digest,
        size=sum(each.size for each in files),
        kind="csv",
        bytes_key=digest,
        way="simulated",
        setting="",
        records=rows,
        written=rows,
        rejected=0,
        aside=0,
        zone=venue[0],
        mapping="",
        tool=__version__,
        venues={casino: venue},
        files=tuple(files),
    )
