"""What is simulated is read back as it was, whatever the form and the dialect it is written in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from auditor.api import ingest, run
from auditor.errors import UsageError
from auditor.games.log_model import SOURCE_COLUMNS, tables
from auditor.simulate.dialect import dialects
from auditor.simulate.simulate import simulate
from auditor.simulate.spec import Spec
from auditor.simulate.written import FORMS, write
from auditor.store.read import partitions

if TYPE_CHECKING:
    from pathlib import Path

SPEC = Spec("mini_bacara", 90, casinos=2, rates={"MIN-10a": 0.2, "MIN-6b.5": 0.05})
TOLD_BY_FOLDERS = ("casino_id", "gaming_date")
WAYS = [
    ("csv", "peru"),
    ("csv", "uruguay"),
    ("xlsx", "anglo"),
    ("ndjson", "plain"),
    ("parquet", "plain"),
    ("store", "plain"),
]


def simulated(name: str) -> pa.Table:
    table = pa.concat_tables([batch.tables[name][0] for batch in simulate(SPEC)])
    return table.drop_columns([key for key in TOLD_BY_FOLDERS if key in table.column_names])


def stored(store: Path, name: str, names: list[str]) -> pa.Table:
    files = [store / file for part in partitions(store) for file in part.files[name]]
    table = pa.concat_tables([pq.ParquetFile(file).read() for file in files])
    return table.select(names)


def test_every_form_and_dialect_is_tried() -> None:
    assert {form for form, _ in WAYS} == set(FORMS)
    assert {dialect for _, dialect in WAYS} == set(dialects())


@pytest.mark.parametrize(("form", "dialect"), WAYS)
def test_each_form_and_dialect_is_read_back_as_it_was(
    form: str, dialect: str, tmp_path: Path
) -> None:
    logs, store = tmp_path / "logs", tmp_path / "store"
    written = write(SPEC, logs, form=form, dialect=dialects()[dialect])
    if form == "store":
        store = logs / "store"
    else:
        read = ingest([logs], store)
        lost = [each for each in read.skipped if each.counts]
        assert (read.rejects.num_rows, lost, read.unknown_columns) == (0, [], ())
    assert sum(part.rows for part in partitions(store)) == sum(written.rows.values())
    for name in written.rows:
        told = simulated(name).drop_columns(SOURCE_COLUMNS)
        order = [(key, "ascending") for key in tables()[name].key]
        read_back = stored(store, name, told.column_names)
        assert read_back.sort_by(order).equals(told.sort_by(order))


def test_an_audit_of_what_is_written_finds_what_was_planted_and_nothing_else(
    tmp_path: Path,
) -> None:
    written = write(SPEC, tmp_path / "logs", form="csv", dialect=dialects()["peru"])
    rows = run([tmp_path / "logs"], tmp_path / "out")[1].findings
    found = zip(rows["rule"], rows["casino_id"], rows["subject"], rows["verdict"], strict=True)
    planted = [tuple(row.values()) for row in written.planted.to_pylist()]
    assert len(planted) > 5
    assert sorted(found) == sorted(planted)


def test_the_truth_stands_beside_the_logs(tmp_path: Path) -> None:
    write(SPEC, tmp_path, form="csv", dialect=dialects()["plain"])
    told = (tmp_path / "planted.csv").read_text("utf-8").splitlines()
    labels = pa.concat_tables([batch.labels for batch in simulate(SPEC)]).to_pylist()
    assert told == ["rule,casino_id,subject,verdict", *(",".join(row.values()) for row in labels)]


def test_a_peruvian_casino_writes_in_its_own_way(tmp_path: Path) -> None:
    write(Spec("mini_bacara", 20), tmp_path, form="csv", dialect=dialects()["peru"])
    head, first, *_ = (tmp_path / "sesiones.csv").read_bytes().decode("cp1252").splitlines()
    assert head.split(";")[:4] == ["id_sesion", "sala", "mesa", "juego"]
    assert ';"01/01/2025";' in first
    assert ';"2.000,00";' in first


STUD = Spec("stud7", 240, tables=2, rates={"all": 0.05})
BRIDGE = Spec("bridge", 360, nights=6, rates={"all": 0.1})


@pytest.mark.parametrize(
    ("spec", "form", "rules"),
    [
        (BRIDGE, "pbn", {"BRG-6A1.2", "BRG-6A1.3", "BRG-6B1", "BRG-6F"}),
        (BRIDGE, "lin", {"BRG-6A1.2", "BRG-6A1.3", "BRG-6B1"}),
        (STUD, "phh", {"POK-5.0", "POK-5.e", "POK-5.i", "POK-6.i", "POK-8.1.4", "POK-9.g"}),
    ],
)
def test_what_is_planted_in_a_form_of_one_game_is_found_in_it(
    spec: Spec, form: str, rules: set[str], tmp_path: Path
) -> None:
    written = write(spec, tmp_path / "logs", form=form, dialect=dialects()["plain"])
    rows = run([tmp_path / "logs"], tmp_path / "out")[1].findings
    found = zip(rows["rule"], rows["casino_id"], rows["subject"], rows["verdict"], strict=True)
    planted = [tuple(row.values()) for row in written.planted.to_pylist()]
    assert rules <= {row[0] for row in planted}
    assert sorted(found) == sorted(planted)


# The deck and its steps, times, limits, the cap of raises, seats and chips between hands.
NOT_IN_PHH = {
    *("POK-3.1", "POK-3.2", "POK-4.a", "POK-4.b", "POK-4.c", "POK-4.d", "POK-4.e", "POK-4.e.2"),
    *("POK-4.ord", "POK-5.e.2", "POK-5.f", "POK-5.g", "POK-9.c2"),
    *("REC-2", "REC-3", "REC-3.2", "REC-9.2"),
}
JUDGED = ["pass", "violation", "observation", "indeterminate"]


def judged(logs: Path, out: Path) -> dict[str, list[int]]:
    """Give, of each rule that judged anything, how many rows got each verdict."""
    counts = run([logs], out)[1].outcomes.groupby("rule")[JUDGED].sum()
    return {
        rule: list(row) for rule, row in zip(counts.index, counts.values, strict=True) if any(row)
    }


def test_hands_in_phh_get_the_verdicts_of_the_same_hands_in_csv(tmp_path: Path) -> None:
    spec = Spec("stud7", 60, tables=2)
    told = {}
    for form in ("csv", "phh"):
        write(spec, tmp_path / form, form=form, dialect=dialects()["plain"])
        told[form] = judged(tmp_path / form, tmp_path / f"out-{form}")
    assert told["phh"] == {
        rule: counts for rule, counts in told["csv"].items() if rule not in NOT_IN_PHH
    }


@pytest.mark.parametrize(("game", "rule"), [("bridge", "BRG-6A2"), ("mini_bacara", "MIN-3")])
def test_what_a_form_cannot_show_is_refused(game: str, rule: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        write(Spec(game, 20, rates={rule: 0.1}), tmp_path, form="pbn", dialect=dialects()["plain"])


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").touch()
    with pytest.raises(UsageError):
        write(SPEC, tmp_path, form="csv", dialect=dialects()["plain"])
