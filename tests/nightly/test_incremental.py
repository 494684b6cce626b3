"""Night by night, in any order, with corrections arriving late: the same bytes as all at once."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

import pytest

from auditor.api import AuditOptions, IngestOptions, audit, ingest
from auditor.nightly.config import CasinoInbox, NightlyConfig
from auditor.nightly.whole import whole_night
from auditor.simulate.dialect import dialects
from auditor.simulate.spec import Spec
from auditor.simulate.written import write
from auditor.store.check import check

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GAMES = {"bling_bling": "LIM-01", "bridge": "CLUB-01", "mini_bacara": "MVD-01"}
NORMS = ("pe-2003-bling-bling", "uy-1978-mini-bacara", "wbf-2007-law-6", "record")
DAY = re.compile(r"-(2025\d{4})")
LATE = {"bets.csv", "boards.csv"}  # what may arrive apart from its sessions
KINDS = ("", "late", "early", "apart", "apart late", "apart early")  # how a night comes
SEEDS = range(int(os.environ.get("AUDITOR_ORDERS", "1")))
TODAY = date(2025, 1, 10)


@dataclass(frozen=True, slots=True)
class Parcel:
    """One delivery: its casino and name, its files as they should be, and whether it came wrong."""

    casino: str
    name: str
    files: dict[str, bytes]
    correction_of: str | None = None


@pytest.fixture(scope="module")
def rules(rules_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rules")
    for norm in NORMS:
        shutil.copytree(rules_dir / norm, folder / norm)
    return folder


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Simulate three nights of each game; a deal of bridge stands in the first and the last."""
    root = tmp_path_factory.mktemp("logs")
    for game, casino in GAMES.items():
        spec = Spec(game, hands=60, seed=7, nights=3, rates={"all": 0.02})
        write(spec, root / casino, form="csv", dialect=dialects()["plain"])
    boards = root / "CLUB-01" / "boards.csv"
    rows = boards.read_text("utf-8").splitlines()
    deals = [re.search(r'"[NESW]:[^"]+"', row) for row in rows]
    first, last = deals[1], deals[-1]
    assert first is not None
    assert last is not None
    rows[-1] = rows[-1].replace(last[0], first[0])
    boards.write_text("\n".join(rows) + "\n", "utf-8")
    return root


def _nights(folder: Path) -> Iterator[tuple[str, dict[str, bytes]]]:
    """Split a casino's tables into the files of each night."""
    nights: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for path in sorted(folder.glob("*.csv")):
        if path.name == "planted.csv":
            continue
        head, *rows = path.read_text("utf-8").splitlines()
        for row in rows:
            day = DAY.search(row)
            assert day is not None
            nights[day[1]][path.name].append(row)
        for tables in nights.values():
            if path.name in tables:
                tables[path.name].insert(0, head)
    for night, tables in nights.items():
        yield night, {name: ("\n".join(rows) + "\n").encode() for name, rows in tables.items()}


def _parcels(logs: Path, chance: random.Random) -> list[list[Parcel]]:
    """Give the deliveries of every night, each with those that must follow it, in order."""
    nights = [(casino, *night) for casino in GAMES.values() for night in _nights(logs / casino)]
    kinds = [kind for kind in KINDS for _ in range(-(-len(nights) // len(KINDS)))]
    chance.shuffle(kinds)
    chains: list[list[Parcel]] = []
    for (casino, night, files), kind in zip(nights, kinds, strict=False):
        if not kind.startswith("apart"):
            chains.append(_corrected(Parcel(casino, night, files), kind, chance=chance))
            continue
        apart = {name: files[name] for name in files.keys() & LATE}
        rest = {name: files[name] for name in files.keys() - LATE}
        _, _, how = kind.partition(" ")
        late = _corrected(Parcel(casino, night, apart), how, chance=chance)
        chains += [[Parcel(casino, f"{night}-a", rest)], late]
    return chains


def _corrected(right: Parcel, how: str, *, chance: random.Random) -> list[Parcel]:
    """Give a delivery that came wrong, its correction after it or before; or the right one alone.

    In one run the inbox is read by name, so that a name says which of them comes first.
    """
    if not how:
        return [right]
    files = {name: _without_a_row(data, chance) for name, data in right.files.items()}
    name = chance.choice(["{}-b", "again-{}", "0-{}"]).format(right.name)
    correction = replace(right, name=name, correction_of=right.name)
    pair = [replace(right, files=files), correction]
    return pair if how == "late" else pair[::-1]


def _without_a_row(data: bytes, chance: random.Random) -> bytes:
    """Leave a row out of a table, where it has several."""
    head, *rows = data.splitlines(keepends=True)
    if len(rows) > 1:
        rows.pop(chance.randrange(len(rows)))
    return b"".join([head, *rows])


def _deliver(parcel: Parcel, inbox: Path) -> None:
    """Put a delivery into an inbox."""
    folder = inbox / parcel.name
    folder.mkdir(parents=True)
    for name, data in parcel.files.items():
        (folder / name).write_bytes(data)
    if parcel.correction_of:
        text = f'[[replaces]]\nsource = "{parcel.correction_of}"\n'
        (folder / "replaces.toml").write_text(text, "utf-8")


def _beside(logs: Path, casino: str, inbox: Path) -> None:
    """Put a casino's mapping and house file into its inbox."""
    inbox.mkdir(parents=True)
    for path in (logs / casino).glob("*.toml"):
        shutil.copy(path, inbox)


def _rounds(chains: list[list[Parcel]], chance: random.Random) -> Iterator[list[Parcel]]:
    """Shuffle deliveries, what follows another after it, and cut them into runs."""
    order = [chain for chain in chains for _ in chain]
    chance.shuffle(order)
    left = [list(chain) for chain in chains]
    queue = [left[chains.index(chain)].pop(0) for chain in order]
    while queue:
        many = chance.randint(1, max(1, len(queue) // 2 + 1))
        yield queue[:many]
        queue = queue[many:]


@pytest.mark.parametrize("seed", SEEDS)
def test_any_order_and_late_corrections_give_the_bytes_of_all_at_once(
    logs: Path, rules: Path, tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)  # noqa: S311  # no secret
    chains = _parcels(logs, chance)
    whole, inboxes = tmp_path / "whole", tmp_path / "in"
    for casino in GAMES.values():
        _beside(logs, casino, whole / casino / casino)
        _beside(logs, casino, inboxes / casino)
    config = _config(tmp_path, rules)
    runs = [_run(config, parcels) for parcels in _rounds(chains, chance)]
    assert all(night == [] for night in runs)  # nothing was refused
    _audit_at_once(_lasting(chains), whole, rules=rules)
    assert _differing(config.out, tmp_path / "full") == []
    assert check(config.store) == ()


def _lasting(chains: list[list[Parcel]]) -> list[Parcel]:
    """Give the deliveries that count in the end: a correction in place of what it corrects."""
    return [max(chain, key=lambda one: one.correction_of is not None) for chain in chains]


def _audit_at_once(parcels: list[Parcel], whole: Path, *, rules: Path) -> None:
    """Take in the last of all parcels at one go, and audit them."""
    store = whole.with_name("once")
    for parcel in parcels:
        _deliver(replace(parcel, correction_of=None), whole / parcel.casino / parcel.casino)
    for casino in GAMES.values():
        ingest([whole / casino], store, options=IngestOptions(casino_id=casino))
    audit(store, whole.with_name("full"), options=AuditOptions(rules=rules))


def _differing(one: Path, other: Path) -> list[str]:
    """Name what differs between two audits: files, then the keys of `audit.json`."""
    names = ("findings.parquet", "audit.json")
    files = [name for name in names if (one / name).read_bytes() != (other / name).read_bytes()]
    told, also = (json.loads((each / "audit.json").read_bytes()) for each in (one, other))
    return files + [key for key in told if told[key] != also[key]]


def _config(folder: Path, rules: Path) -> NightlyConfig:
    """Configure the runs of all casinos."""
    inboxes = tuple(CasinoInbox(casino, str(folder / "in" / casino)) for casino in GAMES.values())
    return NightlyConfig(
        store=folder / "store",
        out=folder / "out",
        work=folder / "work",
        inboxes=inboxes,
        rules=rules,
        formats=(),
        settle_seconds=0,
    )


def _run(config: NightlyConfig, parcels: list[Parcel]) -> list[str]:
    """Deliver and run one night; give what was refused."""
    for parcel in parcels:
        _deliver(parcel, config.work.parent / "in" / parcel.casino)
    night = whole_night(config, TODAY)
    return [each.reason_en for each in (*night.quarantine, *night.arrivals.failed)]
