"""A cluster's workers find what is found here, byte for byte, whatever becomes of them."""

from __future__ import annotations

import gc
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Protocol

import distributed
import pytest
from distributed import Client

from auditor.api import AuditOptions, audit, ingest, render
from auditor.errors import ClusterError, UsageError
from auditor.evaluate.check import checked_rulebook
from auditor.rulebook.load import default_rules
from auditor.run.again.incremental import judge_changed
from auditor.run.again.shelf import Shelf
from auditor.run.audited import setting_of
from auditor.run.judge import dask, local
from auditor.run.judge.context import Context, context_of
from auditor.run.judge.local import batches_of, spans_of
from auditor.run.judge.task import Outcome, run_partitions
from auditor.store.manifest import sources
from auditor.store.read import Partition, partitions

Batches = tuple[tuple[Partition, ...], ...]
NOWHERE = "tcp://127.0.0.1:9"


class Cluster(Protocol):
    """What a test asks of the cluster that it is given."""

    address: str
    scheduler: subprocess.Popen[bytes]

    def work(self, *flags: str) -> subprocess.Popen[bytes]: ...
    def waited(self, workers: int) -> None: ...
    def kill_one_at_work(self) -> None: ...


@pytest.fixture(scope="module")
def store(sample_logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("dask") / "store"
    ingest([sample_logs / game for game in ("bling_bling", "bridge")], found)
    return found


@pytest.fixture(scope="module")
def batches(store: Path) -> Batches:
    return tuple(batches_of(partitions(store), rows=1))


@pytest.fixture(scope="module")
def context(store: Path) -> Context:
    there = partitions(store)
    norms = checked_rulebook(default_rules()).norms
    found = replace(context_of(norms, {each.casino_id for each in there}, houses={}), threads=1)
    return replace(found, spans=spans_of(there, found))


@pytest.fixture(scope="module")
def here(batches: Batches, context: Context) -> list[Outcome]:
    found = [run_partitions(batch, context) for batch in batches]
    assert len(found) > 3
    assert any(outcome.findings for outcome in found)
    return found


@pytest.fixture
def by_night(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a batch of each casino's night, however few its rows."""
    monkeypatch.setattr(local, "BATCH_ROWS", 1)


def written(store: Path, out: Path, *, cluster: str | None = None) -> dict[str, bytes]:
    audit(store, out, options=AuditOptions(cluster=cluster))
    render(out, formats=("html",))
    files = (path for path in sorted(out.rglob("*")) if path.is_file())
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in files}


@pytest.mark.usefixtures("by_night")
def test_two_workers_write_the_bytes_that_are_written_here(
    store: Path, two_workers: Cluster, tmp_path: Path
) -> None:
    alone = written(store, tmp_path / "alone")
    together = written(store, tmp_path / "together", cluster=two_workers.address)
    assert {"audit.json", "findings.parquet", "index.html"} < alone.keys()
    assert alone == together


def test_what_changed_overnight_is_judged_by_the_cluster_as_here(
    store: Path, two_workers: Cluster, tmp_path: Path
) -> None:
    setting, entries = setting_of(store, AuditOptions()), sources(store)
    kept = []
    for cluster in (None, two_workers.address):
        shelf = Shelf(tmp_path / str(cluster is None))
        judged = judge_changed(setting, entries, shelf=shelf, cluster=cluster)
        assert len(judged.anew) == len(setting.there) > 1
        kept.append([*judged.outcomes()])
    assert kept[0] == kept[1]


def test_a_night_asks_the_cluster_that_is_named(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask, "SECONDS_TO_CONNECT", 1)
    setting, shelf = setting_of(store, AuditOptions()), Shelf(tmp_path)
    with pytest.raises(UsageError, match=NOWHERE):
        judge_changed(setting, sources(store), shelf=shelf, cluster=NOWHERE)


def test_a_worker_killed_at_its_work_changes_nothing(
    batches: Batches, context: Context, here: list[Outcome], two_workers: Cluster
) -> None:
    coming = dask.outcomes(batches, context, address=two_workers.address)
    first = next(coming)
    two_workers.kill_one_at_work()
    assert [first, *coming] == here


@pytest.mark.usefixtures("by_night")
def test_a_lost_scheduler_ends_the_audit_and_nothing_is_written(
    store: Path, cluster: Cluster, tmp_path: Path
) -> None:
    cluster.work("--no-nanny")
    with pytest.raises(ClusterError, match=r"dask scheduler|repita la orden") as lost:
        audit(
            store,
            tmp_path / "out",
            options=AuditOptions(cluster=cluster.address),
            progress=lambda _done, _all: cluster.scheduler.kill(),
        )
    assert (lost.value.code, lost.value.exit_code) == ("cluster.lost", 1)
    assert not (tmp_path / "out").exists()


def test_workers_that_are_gone_for_good_end_the_audit(
    batches: Batches, context: Context, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask, "SECONDS_WITHOUT_WORKERS", 0.5)
    monkeypatch.setattr(dask, "SECONDS_BETWEEN_LOOKS", 0.2)
    worker = cluster.work("--no-nanny")
    coming = dask.outcomes(batches, context, address=cluster.address)
    next(coming)
    worker.kill()
    with pytest.raises(ClusterError) as lost:
        list(coming)
    assert lost.value.code == "cluster.workers_lost"


@pytest.mark.parametrize(("busy", "code"), [(2, "cluster.other_program"), (3, None)])
def test_a_machine_too_busy_to_begin_is_given_three_tries(
    batches: Batches,
    context: Context,
    two_workers: Cluster,
    monkeypatch: pytest.MonkeyPatch,
    *,
    busy: int,
    code: str | None,
) -> None:
    tries = iter([AssertionError()] * busy)

    def begun(*given: object, **how: object) -> Client:
        for error in tries:
            raise error
        return Client(*given, **how)  # type: ignore[no-untyped-call]

    monkeypatch.setattr(distributed, "Client", begun)
    monkeypatch.setattr(dask, "program", lambda: ("another", "3.0"))
    with pytest.raises((ClusterError, UsageError)) as told:
        next(dask.outcomes(batches, context, address=two_workers.address))
    assert told.value.code == (code or "cluster.unreachable")


def test_the_collector_is_still_while_a_client_begins_and_runs_again_after(
    batches: Batches, context: Context, two_workers: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    def begun(*_given: object, **_how: object) -> Client:
        seen.append(gc.isenabled())
        raise OSError

    monkeypatch.setattr(distributed, "Client", begun)
    assert gc.isenabled()
    with pytest.raises(UsageError):
        next(dask.outcomes(batches, context, address=two_workers.address))
    assert (seen, gc.isenabled()) == ([False], True)


def test_without_dask_the_error_says_what_to_install(
    batches: Batches, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"pip install 'auditor\[cluster\]'"):
        next(dask.outcomes(batches, context, address=NOWHERE))


def test_a_worker_with_another_program_is_refused_in_its_own_words(
    batches: Batches, context: Context, two_workers: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask, "program", lambda: ("another", "3.0"))
    with pytest.raises(ClusterError) as told:
        next(dask.outcomes(batches, context, address=two_workers.address))
    assert told.value.code == "cluster.other_program"
    assert told.value.context["there"] == "another 3.0"


@pytest.mark.parametrize("seen", ["gone", "shorter", "other bytes"])
def test_a_worker_that_sees_other_files_is_refused(
    store: Path, context: Context, two_workers: Cluster, tmp_path: Path, seen: str
) -> None:
    shutil.copytree(store, copy := tmp_path / "copy")
    batches = tuple(batches_of(partitions(copy), rows=1))
    file = Path(next(iter(batches[0][0].hashes)))
    whole = file.read_bytes()
    file.write_bytes(whole[:-1] if seen == "shorter" else whole.replace(b"PAR1", b"PAR2"))
    if seen == "gone":
        file.unlink()
    with pytest.raises(ClusterError, match="misma ruta") as told:
        next(dask.outcomes(batches, context, address=two_workers.address))
    assert told.value.code == "cluster.file_not_seen"


@pytest.mark.parametrize(
    ("limit", "threads", "share"),
    [(2 * 1024**3, 1, "1073741824B"), (2 * 1024**3, 4, "268435456B"), (None, 2, None)],
)
def test_a_task_keeps_to_its_share_of_the_worker(
    batches: Batches,
    context: Context,
    limit: int | None,
    threads: int,
    share: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worker = SimpleNamespace(
        address="here",
        state=SimpleNamespace(nthreads=threads),
        memory_manager=SimpleNamespace(memory_limit=limit),
    )
    monkeypatch.setattr(distributed, "get_worker", lambda: worker)
    monkeypatch.setattr(dask, "run_partitions", lambda _batch, given: given)
    given = dask.audit_here(
        dask.by_whole_paths(batches[0]), replace(context, threads=8), asked_by=dask.program()
    )
    assert (given.threads, given.memory) == (1, share)  # type: ignore[attr-defined]


@pytest.mark.parametrize("address", ["nowhere://at-all", "no address", "inproc://here/1/2"])
def test_the_command_line_hands_the_address_on(
    program: str, store: Path, tmp_path: Path, address: str
) -> None:
    flags = ["--store", str(store), "--out", str(tmp_path / "out"), "--cluster", address]
    command = [program, "audit", *flags]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)
    assert done.returncode == 2
    assert address in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()
