"""An address where no cluster is to be had is told in bounded time, and nothing is done."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Protocol

import pytest

from auditor.errors import UsageError
from auditor.run.judge import dask
from auditor.run.judge.context import context_of

if TYPE_CHECKING:
    import distributed

NOWHERE = "tcp://127.0.0.1:9"


class Cluster(Protocol):
    """What a test asks of the cluster that it is given."""

    address: str

    def client(self) -> distributed.Client: ...


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for a second, and no longer."""
    monkeypatch.setattr(dask, "SECONDS_TO_CONNECT", 1)
    monkeypatch.setattr(dask, "SECONDS_TO_GREET", 1)


def _refused(address: str) -> UsageError:
    """Ask a cluster for nothing; gives why it is not to be had."""
    with pytest.raises(UsageError) as told:
        list(dask.outcomes((), context_of((), set(), houses={}), address=address))
    return told.value


def test_a_cluster_without_workers_is_told_before_anything_is_asked_of_it(cluster: Cluster) -> None:
    told = _refused(cluster.address)
    assert told.code == "cluster.no_workers"
    assert "dask worker tcp://" in str(told)


@pytest.mark.parametrize(
    "address", [NOWHERE, "nowhere://at-all", "no address", "tls://127.0.0.1:9"]
)
def test_an_address_where_nobody_answers_is_told(address: str) -> None:
    told = _refused(address)
    assert told.code == "cluster.unreachable"
    assert "Nothing was audited" in str(told)


def test_an_address_that_takes_the_call_and_says_nothing_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        address = f"tcp://127.0.0.1:{mute.getsockname()[1]}"
        told = _refused(address)
    assert (told.code, told.context["address"]) == ("cluster.unreachable", address)


def test_the_address_of_a_worker_is_told_to_be_no_schedulers(two_workers: Cluster) -> None:
    with two_workers.client() as client:
        worker = next(iter(client.scheduler_info()["workers"]))
    told = _refused(worker)
    assert (told.code, told.context["kind"]) == ("cluster.no_scheduler", "Worker")
