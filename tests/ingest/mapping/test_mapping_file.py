"""The mapping file: read strictly, every fault named with its file and key."""

from __future__ import annotations

import pytest

from auditor.errors import MappingError
from auditor.ingest.mapping.mapping_file import parse_mapping
from auditor.ingest.mapping.model import Dialect, FileDialect, Mapping

WHOLE = """
[dialect]
encoding = "latin-1"
delimiter = ";"
decimal = ","
thousands = "."
datetime = "%d/%m/%Y %H:%M:%S"
date = "%d/%m/%Y"
zone = "America/Lima"
true = ["sí"]
false = ["no"]
[[file]]
match = "caja-*.csv"
encoding = "utf-8"
skip_rows = 1
[tables]
apuestas = "bets"
[columns]
monto = "stake"
[columns.events]
monto = "amount"
[values.posture]
"de pie" = "standing"
[values.events.posture]
"parado" = "standing"
[ignore]
columns = ["observaciones"]
files = ["*.pdf"]
"""
DIALECT = Dialect(
    encoding="cp1252",
    delimiter=";",
    decimal=",",
    thousands=".",
    datetime="%d/%m/%Y %H:%M:%S",
    date="%d/%m/%Y",
    zone="America/Lima",
    true=("sí",),
    false=("no",),
)


def parsed(text: str) -> Mapping:
    """Parse a mapping file's text."""
    return parse_mapping(text.encode(), file="mapping.toml")


def test_every_section_of_the_log_model_is_read() -> None:
    assert parsed(WHOLE) == Mapping(
        name="mapping.toml",
        dialect=DIALECT,
        files=(FileDialect("caja-*.csv", Dialect(encoding="utf-8", skip_rows=1)),),
        tables={"apuestas": "bets"},
        columns={"": {"monto": "stake"}, "events": {"monto": "amount"}},
        values={
            "": {"posture": {"de pie": "standing"}},
            "events": {"posture": {"parado": "standing"}},
        },
        ignored_columns=("observaciones",),
        ignored_files=("*.pdf",),
    )


def test_an_empty_file_maps_nothing() -> None:
    assert parsed("") == Mapping(name="mapping.toml", columns={}, values={"": {}})


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[dialekt]\nencoding = 'utf-8'", "dialekt"),
        ("[dialect]\nencodin = 'utf-8'", "dialect.encodin"),
        ("[dialect]\nencoding = 'klingon'", "dialect.encoding"),
        ("[dialect]\nencoding = 1", "dialect.encoding"),
        ("[dialect]\ndelimiter = ';;'", "dialect.delimiter"),
        ("[dialect]\ndecimal = '1'", "dialect.decimal"),
        ("[dialect]\nthousands = '.'", "dialect.thousands"),
        ("[dialect]\ndecimal = ','\nthousands = ','", "dialect.thousands"),
        ("[dialect]\ndate = '%d/%m'", "dialect.date"),
        ("[dialect]\ndate = '%d/%m/%Y %H:%M'", "dialect.date"),
        ("[dialect]\ndatetime = '%d/%m/%Y %Q'", "dialect.datetime"),
        ("[dialect]\nzone = 'America/Macondo'", "dialect.zone"),
        ("[dialect]\ntrue = 'sí'", "dialect.true"),
        ("[dialect]\nskip_rows = -1", "dialect.skip_rows"),
        ("[dialect]\nskip_rows = true", "dialect.skip_rows"),
        ("[[file]]\nencoding = 'utf-8'", "file.match"),
        ("[[file]]\nmatch = '*'\nx = 1", "file.x"),
        ("file = 1", "file"),
        ("[tables]\na = 'bats'", "tables.a"),
        ("[columns]\nmonto = 'stak'", "columns.monto"),
        ("[columns]\nmonto = 1", "columns.monto"),
        ("[columns.bets]\nmonto = 'amount'", "columns.bets.monto"),
        ("[columns.bats]\nmonto = 'amount'", "columns.bats"),
        ("[values.postura]\na = 'seated'", "values.postura"),
        ("[values.posture]\na = 'sitting'", "values.posture.a"),
        ("[values.type]\nquemar = 'brun'", "values.type.quemar"),
        ("[values.events.type]\nquemar = 'brun'", "values.events.type.quemar"),
        ("[values.bets.amount]\na = '1'", "values.bets.amount"),
        ("[ignore]\nrows = ['a']", "ignore.rows"),
        ("[ignore]\ncolumns = [1]", "ignore.columns"),
    ],
)
def test_a_fault_is_told_with_the_file_and_the_key(text: str, key: str) -> None:
    with pytest.raises(MappingError) as fault:
        parsed(text)
    for lang in ("es", "en"):
        assert "mapping.toml" in fault.value.say(lang)
        assert key in fault.value.say(lang)


@pytest.mark.parametrize(
    "data", [b"a =", b"\xff", b"[a]\n[a]", b"a = " + b"[" * 10_000, b"a = " + b"9" * 5000]
)
def test_what_is_no_toml_is_told_with_the_file(data: bytes) -> None:
    with pytest.raises(MappingError, match=r"mapping\.toml"):
        parse_mapping(data, file="mapping.toml")


def test_a_file_too_large_is_not_parsed() -> None:
    with pytest.raises(MappingError, match="1 MiB"):
        parse_mapping(b"#" * (1 << 20) + b"#", file="mapping.toml")
