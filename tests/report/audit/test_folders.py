from __future__ import annotations

import pytest

from auditor.report.audit.folders import folder_names


def test_a_plain_id_is_its_own_folder() -> None:
    assert folder_names(["LIM-01", "_"]) == {"LIM-01": "LIM-01", "_": "_"}


@pytest.mark.parametrize(
    "casino_id",
    [
        "../../etc",
        "a/b",
        "a\\b",
        "..",
        ".",
        "",
        "con",
        "LPT1.txt",
        "é",
        "a" * 300,
        "evidence",
        "findings.parquet",
        "\x00",
    ],
)
def test_no_id_leaves_its_folder_or_takes_a_name_of_the_system(casino_id: str) -> None:
    name = folder_names([casino_id])[casino_id]
    assert name
    assert name == name.strip(".")
    assert not set(name) - set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-")
    assert name.lower() not in {"con", "lpt1.txt", "evidence", "findings.parquet"}
    assert len(name) < 100


def test_ids_that_would_meet_are_told_apart() -> None:
    ids = ["a/b", "a\\b", "A_b", "a_b", "a_B"]
    names = folder_names(ids)
    assert len({name.casefold() for name in names.values()}) == len(ids)
