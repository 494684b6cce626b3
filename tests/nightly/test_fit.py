"""A configuration that does not fit what is there is told before anything is taken."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from auditor.errors import AuditorError
from auditor.nightly.config import CasinoInbox, known_forms
from auditor.nightly.fit import refuse_unfit
from auditor.report.render import known_formats
from tests.nightly.conftest import CASINO

if TYPE_CHECKING:
    from pathlib import Path

    from tests.nightly.conftest import Place

HOUSE = 'casino_id = "{}"\njurisdiction = "PE"\n'
TOGETHER = {
    "one in the other": ("{0}/in", "{0}/in/b"),
    "written otherwise": ("{0}/in", "{0}/in/../in/"),
    "by a link": ("{0}/in", "{0}/link"),
    "as an address": ("{0}/in", "file://{0}/in/"),
    "the store": ("{0}/in", "{0}/store"),
    "above what a run writes": ("{0}/in", "{0}"),
    "in what a run writes": ("{0}/in", "{0}/out/in"),
    "in a bucket": ("s3://logs/lima", "s3://logs//lima/"),
    "one in the other in a bucket": ("s3://logs", "s3://logs/lima"),
}
APART = [("{0}/in", "{0}/in2"), ("s3://logs/lima", "s3://logs/lima2"), ("s3://in", "gs://in")]


def _two(place: Place, addresses: tuple[str, str]) -> Place:
    """Give two casinos an inbox each."""
    (place.folder / "link").symlink_to(place.folder / "in")
    given = [CasinoInbox(f"C{n}", one.format(place.folder)) for n, one in enumerate(addresses)]
    return replace(place, config=replace(place.config, inboxes=tuple(given)))


@pytest.mark.parametrize("addresses", TOGETHER.values(), ids=TOGETHER)
def test_an_inbox_that_is_another_place_too_is_refused(
    place: Place, addresses: tuple[str, str]
) -> None:
    with pytest.raises(AuditorError, match=r"casinos\.C1\.inbox") as told:
        refuse_unfit(_two(place, addresses).config)
    assert told.value.exit_code == 2


@pytest.mark.parametrize("addresses", APART)
def test_inboxes_that_lie_beside_one_another_are_not(
    place: Place, addresses: tuple[str, str]
) -> None:
    refuse_unfit(_two(place, addresses).config)


def test_a_bucket_of_one_name_on_two_servers_is_two(place: Place) -> None:
    servers = ({"endpoint_url": "https://a"}, {"endpoint_url": "https://b"})
    two = tuple(CasinoInbox(f"C{n}", "s3://in", storage=one) for n, one in enumerate(servers))
    refuse_unfit(replace(place.config, inboxes=two))


BAD = {
    "not there": (None, "house.toml"),
    "no TOML": ("casino_id", "house.toml"),
    "of another casino": (HOUSE.format("OTHER"), "OTHER"),
}


@pytest.mark.parametrize(("text", "named"), BAD.values(), ids=BAD)
def test_a_house_file_that_cannot_be_used_is_named_and_no_delivery_is_blamed(
    place: Place, text: str | None, named: str
) -> None:
    place.deliver()
    house = place.folder / "house.toml"
    if text is not None:
        house.write_text(text, "utf-8")
    inbox = replace(place.config.inboxes[0], house=house)
    with pytest.raises(AuditorError, match=named) as told:
        place.run(inboxes=(inbox,))
    assert (told.value.exit_code, place.config.work.exists()) == (2, False)
    house.write_text(HOUSE.format(CASINO), "utf-8")
    assert place.run(inboxes=(inbox,)).arrivals.taken == [(CASINO, "2005-06-18")]


@pytest.mark.parametrize("text", [None, "[tablas]\n"])
def test_so_is_a_mapping(place: Place, text: str | None, tmp_path: Path) -> None:
    place.deliver()
    mapping = tmp_path / "mapping-x.toml"
    if text is not None:
        mapping.write_text(text, "utf-8")
    with pytest.raises(AuditorError, match=r"mapping-x\.toml") as told:
        place.run(inboxes=(replace(place.config.inboxes[0], mapping=mapping),))
    assert (told.value.exit_code, place.config.work.exists()) == (2, False)


def test_the_forms_that_may_be_asked_for_are_those_that_can_be_written() -> None:
    assert known_forms() == known_formats()


def test_a_store_that_is_a_file_is_refused_and_nothing_is_taken(place: Place) -> None:
    place.deliver()
    place.config.store.write_text("", "utf-8")
    with pytest.raises(NotADirectoryError):
        place.run()
    assert not place.config.work.exists()
