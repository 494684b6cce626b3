"""An inbox in S3: the protocol spoken with a server of its own on loopback."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from auditor.nightly.config import CasinoInbox

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.nightly.conftest import Place

CASINO = "LIMA-CENTRO"
pytestmark = pytest.mark.tool("moto")


@pytest.fixture(name="endpoint")
def _endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Serve S3 on loopback for one test; its keys are of no account."""
    from moto.server import ThreadedMotoServer  # noqa: PLC0415  # a tool that may be wanting

    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "none")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


def _upload(endpoint: str, folder: Path, *, to: str) -> None:
    """Put the files of a folder into a bucket."""
    import boto3  # noqa: PLC0415  # comes with the tool

    client = boto3.client("s3", endpoint_url=endpoint)
    client.create_bucket(Bucket="inbox")
    for path in sorted(folder.iterdir()):
        client.put_object(Bucket="inbox", Key=f"{to}/{path.name}", Body=path.read_bytes())


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")
def test_a_night_is_taken_from_s3_once_and_a_change_is_seen(place: Place, endpoint: str) -> None:
    night = place.samples / "bling_bling"
    _upload(endpoint, night, to="lim/2005-06-18")
    inbox = CasinoInbox(CASINO, "s3://inbox/lim", storage={"endpoint_url": endpoint})
    there = replace(place, config=replace(place.config, inboxes=(inbox,)))
    first, second = there.run(), there.run()
    assert first.arrivals.taken == [(CASINO, "2005-06-18")]
    assert first.exit_code == 3
    assert (second.arrivals.taken, second.judging) == ([], None)
    _change(endpoint, "lim/2005-06-18/bets.csv")
    third = there.run()
    assert [each.name for each in third.quarantine] == ["2005-06-18/bets.csv"]  # undeclared


def _change(endpoint: str, key: str) -> None:
    """Put another object in the place of one."""
    import boto3  # noqa: PLC0415  # comes with the tool

    client = boto3.client("s3", endpoint_url=endpoint)
    body = client.get_object(Bucket="inbox", Key=key)["Body"].read()
    client.put_object(Bucket="inbox", Key=key, Body=body + b"\n")


def test_a_bucket_out_of_reach_is_told_and_stops_no_other(place: Place) -> None:
    place.deliver()
    storage = {"endpoint_url": "http://127.0.0.1:9", "key": "none", "secret": "none"}
    away = CasinoInbox("AWAY", "s3://inbox/away", storage=storage)
    night = place.run(inboxes=(*place.config.inboxes, away))
    assert [each.casino_id for each in night.arrivals.failed] == ["AWAY"]
    assert night.arrivals.taken == [(CASINO, "2005-06-18")]
