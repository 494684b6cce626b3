"""Names and values: the casino's mapping first, then the log model's own, then the Spanish ones."""

from __future__ import annotations

import pytest

from auditor.games.log_model import tables
from auditor.ingest.mapping.model import Dialect, FileDialect, Mapping, for_file
from auditor.ingest.mapping.names import (
    canonical_column,
    canonical_table,
    ignores_column,
    ignores_file,
    spanish,
    truth_words,
    value_words,
)

NOTHING = Mapping()


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("bets", "bets"),
        ("APUESTAS", "bets"),
        ("Sesiones", "sessions"),
        ("bets-2026-03-07", "bets"),
        ("lunes_apuestas", "bets"),
        ("bets_hands", None),
        ("export", None),
        ("betsy", None),
    ],
)
def test_a_file_name_tells_its_table(name: str, table: str | None) -> None:
    assert canonical_table(NOTHING, name) == table


def test_the_mapping_names_tables_by_name_or_glob() -> None:
    mapping = Mapping(tables={"bets": "hands", "caja-*": "bets"})
    assert canonical_table(mapping, "bets") == "hands"
    assert canonical_table(mapping, "caja-07") == "bets"


@pytest.mark.parametrize(
    ("name", "table", "ours"),
    [
        ("monto", "bets", "stake"),
        ("monto", "events", "amount"),
        ("Selección", "bets", "selection"),
        ("Hora Apuesta", "bets", "placed_at"),
        ("STAKE", "bets", "stake"),
        ("tipo", "bets", "kind"),
        ("tipo", "events", "type"),
        ("monto", "rolls", None),
        ("payuot", "bets", None),
    ],
)
def test_usual_spanish_names_are_understood(name: str, table: str, ours: str | None) -> None:
    assert canonical_column(NOTHING, name, table=table) == ours


def test_the_mapping_for_one_table_comes_before_that_for_all_and_both_before_our_own() -> None:
    columns = {"": {"stake": "payout", "x": "stake"}, "bets": {"x": "asked"}}
    mapping = Mapping(columns=columns)
    assert canonical_column(mapping, "x", table="bets") == "asked"
    assert canonical_column(mapping, "stake", table="bets") == "payout"


def test_a_mapping_for_all_tables_leaves_those_alone_that_lack_the_column() -> None:
    mapping = Mapping(columns={"": {"monto": "stake"}})
    assert canonical_column(mapping, "monto", table="events") == "amount"


def test_values_are_known_by_the_mapping_the_spanish_and_our_own() -> None:
    mapping = Mapping(values={"": {"posture": {"De Pie": "seated"}}})
    words = value_words(mapping, "posture", table="bets")
    assert (words["de_pie"], words["sentado"], words["standing"]) == (
        "seated",
        "seated",
        "standing",
    )


def test_the_values_for_one_table_come_first() -> None:
    mapping = Mapping(
        values={"": {"posture": {"x": "seated"}}, "bets": {"posture": {"x": "standing"}}}
    )
    assert value_words(mapping, "posture", table="bets")["x"] == "standing"
    assert value_words(mapping, "posture", table="events")["x"] == "seated"


def test_words_for_true_and_false_are_the_usual_ones_and_the_declared() -> None:
    true, false = truth_words(Mapping(dialect=Dialect(true=("no",), false=("nada",))))
    assert ({"si", "true", "1", "no"} <= true, {"false", "0", "nada"} <= false) == (True, True)
    assert "no" not in false


def test_the_spanish_names_stand_for_columns_that_are_there() -> None:
    found = {table: set(names.values()) for table, names in spanish().columns.items() if table}
    assert [table for table, ours in found.items() if ours - set(tables()[table].names)] == []


def test_files_and_columns_are_set_aside_by_glob() -> None:
    mapping = Mapping(ignored_files=("*.pdf",), ignored_columns=("Obs*",))
    assert (ignores_file(mapping, "a/b.PDF"), ignores_file(mapping, "a.csv")) == (True, False)
    assert (ignores_column(mapping, "observaciones"), ignores_column(mapping, "x")) == (True, False)


def test_a_file_has_the_dialect_of_its_name_over_the_general_one() -> None:
    own = FileDialect("caja-*.csv", Dialect(encoding="utf-8", skip_rows=1))
    mapping = Mapping(dialect=Dialect(encoding="cp1252", decimal=","), files=(own,))
    assert for_file(mapping, "sub/caja-1.csv").dialect == Dialect(
        encoding="utf-8", decimal=",", skip_rows=1
    )
    assert for_file(mapping, "sub/bets.csv").dialect.encoding == "cp1252"
