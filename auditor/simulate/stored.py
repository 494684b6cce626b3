"""Write a simulation as a store, with the house files, and `planted.csv` beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.csv

from auditor.simulate.houses import house_name, house_text
from auditor.simulate.plant import LABELS
from auditor.simulate.store import StoreWriter
from auditor.store.house import parse_house
from auditor.store.write import house_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from auditor.simulate.catalog import SimulatedGame
    from auditor.simulate.simulate import Batch

PLANTED = "planted.csv"


def write_store(store: Path, batches: Iterable[Batch], *, game: SimulatedGame) -> pa.Table:
    """Write batches as they come, and give the labels of what was planted.

    Labels: rule, casino_id, subject, verdict.
    """
    writer = StoreWriter(store, venue=(game.zone, game.currency))
    labels = [LABELS.empty_table()]
    casinos: dict[str, None] = {}
    for batch in batches:
        for name, (table, of) in batch.tables.items():
            writer.write(name, table, of=of, partitions=batch.partitions)
        casinos |= {each.casino_id: None for each in batch.partitions}
        labels.append(batch.labels)
    texts = {casino: house_text(game.id, casino) for casino in casinos}
    houses = [parse_house(texts[each].encode(), file=house_name(each)) for each in casinos]
    writer.commit(house_files(store, houses))
    return pa.concat_tables(labels)


def write_planted(out: Path, labels: Sequence[pa.Table]) -> None:
    """Write what was planted, in order, below a folder."""
    order = [(name, "ascending") for name in LABELS.names]
    told = pa.concat_tables([LABELS.empty_table(), *labels]).sort_by(order)
    with (out / PLANTED).open("wb") as file:
        file.write((",".join(LABELS.names) + "\n").encode())
        pa.csv.write_csv(
            told, file, pa.csv.WriteOptions(include_header=False, quoting_style="none")
        )
