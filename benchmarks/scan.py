"""Do with bare DuckDB what the tool is compared with: read a store's columns, or copy CSV files.

python -m benchmarks.scan store STORE
python -m benchmarks.scan copy FOLDER OUT
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import duckdb

EXACT = "DECIMAL(18, 4)"
# The amounts of the files that `benchmarks.generate` makes.
AMOUNTS = {"stake", "payout", "deduction", "min_bet", "max_bet", "box_max", "bank_amount", "pot"}
LOGS = ("sessions", "shoes", "hands", "cards", "bets", "events")


def main() -> None:
    """Read a store or copy a folder, as the arguments say."""
    task, *paths = sys.argv[1:]
    if task == "store":
        read_store(Path(paths[0]))
    else:
        copy_csv(Path(paths[0]), Path(paths[1]))


def read_store(store: Path) -> None:
    """Read every column of the log model from every file, and keep nothing but counts.

    The three source columns are left out: an audit needs them only for its findings.
    """
    connection = duckdb.connect()
    for name in LOGS:
        if not (store / name).is_dir():
            continue
        files = f"read_parquet('{store}/{name}/*/*/*.parquet', hive_partitioning = false)"
        columns = connection.execute(f"DESCRIBE FROM {files}").fetchall()
        own = [column for column, *_ in columns if not column.startswith("source_")]
        counts = ", ".join(f'count("{column}")' for column in own)
        connection.execute(f"SELECT {counts} FROM {files}").fetchall()


def copy_csv(folder: Path, out: Path) -> None:
    """Copy each CSV file of a folder to Parquet, amounts exactly, other types as DuckDB finds them.

    Without being told it would make floats of amounts.
    """
    out.mkdir(parents=True, exist_ok=True)
    connection = duckdb.connect()
    for file in sorted(folder.glob("*.csv")):
        with file.open(encoding="utf-8", newline="") as opened:
            header = next(csv.reader(opened))
        types = ", ".join(f"'{one}': '{EXACT}'" for one in header if one in AMOUNTS)
        read = f"read_csv('{file}', types = {{{types}}})" if types else f"read_csv('{file}')"
        copied = out / f"{file.stem}.parquet"
        connection.execute(f"COPY (FROM {read}) TO '{copied}' (FORMAT parquet)")


if __name__ == "__main__":
    main()
