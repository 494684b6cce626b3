"""A waived finding is shown everywhere as waived, and the exit code goes by what is left."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import parse

import pytest

from auditor.api import AuditOptions, audit, ingest, render
from auditor.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

GIVEN = """
[[waiver]]
rule = "{rule}"
from = {first}
until = {last}
reason = "Mano de práctica"
approved_by = "Dirección"
reference = "Acta 12"
{scope}
"""
# The three violations of the sample of bridge, by rule, and how each night is asked for.
ALL = ("BRG-6B1", "BRG-6D1a", "BRG-6F")
YEAR = {"first": "2019-01-01", "last": "2019-12-31"}


@pytest.fixture(name="store", scope="module")
def _store(sample_logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    store = tmp_path_factory.mktemp("store")
    ingest([sample_logs / "bridge"], store)
    return store


def _file(folder: Path, *rules: str, scope: str = "", days: dict[str, str] = YEAR) -> Path:
    path = folder / "waivers.toml"
    path.write_text("".join(GIVEN.format(rule=r, scope=scope, **days) for r in rules), "utf-8")
    return path


def _audited(store: Path, out: Path, waivers: Path) -> dict[str, Any]:
    audit(store, out, options=AuditOptions(waivers=waivers))
    document: dict[str, Any] = json.loads((out / "audit.json").read_bytes())
    return document


@pytest.mark.parametrize(("rules", "code"), [(ALL, 0), (ALL[:2], 3), ((), 3)])
def test_the_exit_code_goes_by_what_is_not_waived(
    store: Path, tmp_path: Path, rules: tuple[str, ...], code: int
) -> None:
    document = _audited(store, tmp_path / "out", _file(tmp_path, *rules))
    assert document["run"]["exit"] == code
    waived = [each["rule"] for each in document["findings"] if "waiver" in each]
    assert sorted(waived) == sorted(rules)


@pytest.mark.parametrize(
    ("scope", "days", "covered"),
    [
        ("", YEAR, 1),
        ('casino_id = "CLUB-PRADO"', YEAR, 1),
        ('casino_id = "OTRA"', YEAR, 0),
        ('hand_id = "otra"', YEAR, 0),
        ('player_id = "otra"', YEAR, 0),
        ("", {"first": "2019-08-31", "last": "2019-08-31"}, 1),
        ("", {"first": "2019-09-01", "last": "2019-12-31"}, 0),
        ("", {"first": "2019-01-01", "last": "2019-08-30"}, 0),
    ],
)
def test_a_waiver_covers_its_days_and_its_scope(
    store: Path, tmp_path: Path, scope: str, days: dict[str, str], covered: int
) -> None:
    waivers = _file(tmp_path, "BRG-6D1a", scope=scope, days=days)
    document = _audited(store, tmp_path / "out", waivers)
    assert document["waivers"][0]["findings"] == covered


@pytest.mark.parametrize(
    ("rule", "last", "state"),
    [
        ("BRG-6D1a", "2019-12-31", "used"),
        ("BRG-6A1", "2019-12-31", "unused"),
        ("BRG-6D1a", "2019-08-30", "expired"),
    ],
)
def test_waivers_of_no_use_are_told(
    store: Path, tmp_path: Path, rule: str, last: str, state: str
) -> None:
    waivers = _file(tmp_path, rule, days={"first": "2019-01-01", "last": last})
    assert _audited(store, tmp_path / "out", waivers)["waivers"][0]["state"] == state


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (GIVEN.format(rule="BLB-6.a", scope="", **YEAR), "BLB-6.a"),  # money owed to a player
        (GIVEN.format(rule="BRG-99", scope="", **YEAR), "BRG-99"),
        (GIVEN.format(rule="BRG-6F", scope="colour = 'x'", **YEAR), "colour"),
        ('[[waiver]]\nrule = "BRG-6F"', "reason"),
        (GIVEN.format(rule="BRG-6F", scope="", first="2020-01-01", last="2019-01-01"), "2019"),
        ("[[waiver]", "waivers.toml"),
    ],
)
def test_a_waiver_that_cannot_be_used_is_told_of(
    store: Path, tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "waivers.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(UsageError) as caught:
        audit(store, tmp_path / "out", options=AuditOptions(waivers=path))
    assert said in caught.value.say("es")


def test_every_form_tells_the_waiver(store: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    _audited(store, out, _file(tmp_path, *ALL))
    render(out, formats=["html", "csv", "junit", "sarif", "ndjson"])
    rows = list(csv.DictReader((out / "findings.csv").read_text("utf-8").splitlines()))
    results = json.loads((out / "findings.sarif").read_bytes())["runs"][0]["results"]
    lines = [json.loads(line) for line in (out / "findings.ndjson").read_bytes().splitlines()]
    assert [row["waiver"] for row in rows] == ["Acta 12"] * 3
    assert [each["suppressions"][0]["status"] for each in results] == ["accepted"] * 3
    assert [each["waiver"]["reference"] for each in lines] == ["Acta 12"] * 3
    assert not list(parse(out / "junit.xml").iter("failure"))  # noqa: S314 (our own)
    page = (out / "CLUB-PRADO" / "report.html").read_text("utf-8")
    assert "Dispensado por Dirección hasta el 31/12/2019 (Acta 12)" in page
