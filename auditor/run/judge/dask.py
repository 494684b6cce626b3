"""Batches audited by the workers of a Dask cluster that is there already: the same pure tasks.

The cluster is trusted: its workers run this program, and read the store at the same path. A batch
whose worker is lost is given to another; a lost scheduler ends the audit, which then says nothing.
"""

from __future__ import annotations

import asyncio
import gc
from collections import deque
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import file_digest
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from time import monotonic
from typing import TYPE_CHECKING

from auditor.errors import ClusterError, UsageError
from auditor.run.judge.own_hash import program_sha256
from auditor.run.judge.silence import Heard, libraries_still, tell_silent
from auditor.run.judge.task import run_partitions
from auditor.texts.reasons import reason_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from distributed import Client, Future

    from auditor.run.judge.context import Context
    from auditor.run.judge.task import Outcome
    from auditor.store.read import Partition

    Batch = tuple[Partition, ...]

SECONDS_TO_CONNECT, SECONDS_TO_GREET = 20, 10
TRIES_TO_BEGIN = 3
SECONDS_WITHOUT_WORKERS = 60
SECONDS_BETWEEN_LOOKS = 2.0
SHARE_OF_MEMORY = 0.5  # of a worker, for the engine: findings and Python itself need the rest
DECIDING = ("duckdb", "pyarrow", "numpy")


@dataclass(frozen=True, slots=True)
class Cluster:
    """A cluster that is connected: Dask's library, the client, and the scheduler's address."""

    library: ModuleType
    client: Client
    address: str


def outcomes(batches: tuple[Batch, ...], context: Context, *, address: str) -> Iterator[Outcome]:
    """Give the outcome of each batch, in order, by the workers of the cluster at an address.

    Raises UsageError where there is no cluster or no worker, ClusterError where it is lost later,
    where a worker runs another program or does not see the store, or where batches end workers.
    """
    whole = [by_whole_paths(batch) for batch in batches]
    with _connected(address) as cluster:
        waiting = _submitted(cluster.client, whole, context=context)
        while waiting:
            yield _outcome(cluster, waiting.popleft())


def program() -> tuple[str, ...]:
    """Give what the bytes of an audit hang on: this program, Python and its libraries."""
    return (program_sha256(), python_version(), *map(version, DECIDING))


def audit_here(batch: Batch, context: Context, *, asked_by: tuple[str, ...]) -> Outcome:
    """Audit a batch on the worker that this runs on, within its share of threads and memory.

    Raises ClusterError where the program here is another one, or a file's bytes are not those that
    the manifest of whoever asks has: the file is not there, or that of another copy of the store.
    """
    from distributed import get_worker

    worker = get_worker()
    if program() != asked_by:
        said = {"here": " ".join(program()), "there": " ".join(asked_by)}
        raise ClusterError("cluster.other_program", worker=worker.address, **said)
    for path, sha256 in (named for each in batch for named in each.hashes.items()):
        if _sha256_of(Path(path)) != sha256:
            raise ClusterError("cluster.file_not_seen", worker=worker.address, file=path)
    return run_partitions(
        batch,
        replace(
            context,
            threads=1,  # as many tasks at once as the worker has threads
            memory=context.memory
            or _share(worker.memory_manager.memory_limit, worker.state.nthreads),
        ),
    )


def _share(memory: int | None, threads: int) -> str | None:
    """Give the memory of one task's engine, where the worker's has a limit."""
    return f"{int(memory * SHARE_OF_MEMORY / threads)}B" if memory else None


def _library() -> ModuleType:
    """Load Dask's library; raises UsageError where it is not installed."""
    try:
        import distributed
    except ModuleNotFoundError as error:
        raise UsageError("cluster.not_installed") from error
    return distributed


@contextmanager
def _connected(address: str) -> Iterator[Cluster]:
    """Connect to a cluster that has a worker; raises UsageError where there is none."""
    library = _library()
    try:
        client = _client(library, address)
    except UsageError:
        raise
    except Exception as error:  # of the network, of the address, of what answers there
        raise UsageError("cluster.unreachable", address=address, reason=reason_of(error)) from error
    with libraries_still(), client:
        library.utils.sync(client.loop, _still)
        try:
            client.wait_for_workers(1, timeout=SECONDS_TO_CONNECT)
        except OSError as error:
            raise UsageError("cluster.no_workers", address=address) from error
        yield Cluster(library, client, address)


async def _still() -> None:
    """Let this loop, the client's, say nothing of the tasks that it gives up as work is lost."""
    asyncio.get_running_loop().set_exception_handler(lambda *_told: None)


def _client(library: ModuleType, address: str) -> Client:
    """Connect as a client; raises what the library does where no scheduler is to be had.

    The library asserts that a thread of its own begins within ten seconds: on a machine too busy
    for that it is given another try.
    """
    late = None
    for _ in range(TRIES_TO_BEGIN):
        try:
            with _collector_still():
                _refuse_other(library, address)
                return library.Client(  # type: ignore[no-any-return]  # of a module loaded late
                    address, timeout=SECONDS_TO_CONNECT, set_as_default=False, name="auditor"
                )
        except AssertionError as error:
            late = error
    raise TimeoutError(address) from late


def _refuse_other(library: ModuleType, address: str) -> None:
    """Ask who answers at an address; raises UsageError where it is another of Dask's programs.

    A client that begins where nobody answers, or something else does, complains, or waits for ever.
    """
    runner = library.utils.LoopRunner()
    runner.start()
    try:
        kind = runner.run_sync(_kind_at, library, address)
    finally:
        runner.stop()
    if kind != "Scheduler":
        raise UsageError("cluster.no_scheduler", address=address, kind=kind)


async def _kind_at(library: ModuleType, address: str) -> str:
    """Connect, and ask which of Dask's programs is there; raises TimeoutError where none says."""
    how = library.Security().get_connection_args("client")
    async with asyncio.timeout(SECONDS_TO_CONNECT + SECONDS_TO_GREET):
        wire = await library.core.connect(address, timeout=SECONDS_TO_CONNECT, **how)
        try:
            return str((await library.core.send_recv(wire, op="identity"))["type"])
        finally:
            wire.abort()


@contextmanager
def _collector_still() -> Iterator[None]:
    """Keep Python's collector still while a client begins.

    One that lost its scheduler is closed as it is collected, by a lock that a beginning one holds:
    collected in the midst of that, both would wait for ever.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def by_whole_paths(batch: Batch) -> Batch:
    """Name the files of a batch by their whole paths: a worker stands in another folder."""
    return tuple(
        replace(
            each,
            files={
                table: tuple(str(Path(path).resolve()) for path in paths)
                for table, paths in each.files.items()
            },
            hashes={str(Path(path).resolve()): sha256 for path, sha256 in each.hashes.items()},
        )
        for each in batch
    )


def _sha256_of(path: Path) -> str | None:
    """Hash a file as it is seen here; None where there is none, or it cannot be read."""
    try:
        with path.open("rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


def _kept(context: Context) -> Context:
    """Give a context as it is: as a task it can be made again where the worker that has it ends."""
    return context


def _submitted(client: Client, batches: list[Batch], *, context: Context) -> deque[Future[Outcome]]:
    """Ask for every batch, the earlier ones first, by names that no other client's tasks have."""
    shared = client.submit(_kept, context, pure=False, key=f"auditor-context-{client.id}")
    named = {"asked_by": program(), "pure": False}
    return deque(
        client.submit(
            audit_here, batch, shared, **named, priority=-n, key=f"auditor-batch-{n}-{client.id}"
        )
        for n, batch in enumerate(batches)
    )


def _outcome(cluster: Cluster, asked: Future[Outcome]) -> Outcome:
    """Wait for an outcome; raises ClusterError where it will not come."""
    lost = (CancelledError, cluster.library.comm.CommClosedError)
    seen, heard = monotonic(), Heard()
    while True:
        try:
            return asked.result(timeout=SECONDS_BETWEEN_LOOKS)
        except TimeoutError:
            signs = _signs(cluster)
            seen = monotonic() if signs else seen
            heard = tell_silent(heard, signs, now=monotonic())
        except lost as error:
            raise ClusterError("cluster.lost", address=cluster.address) from error
        except cluster.library.KilledWorker as error:
            raise ClusterError("cluster.workers_killed", reason=reason_of(error)) from error
        if monotonic() - seen > SECONDS_WITHOUT_WORKERS:
            raise ClusterError("cluster.workers_lost", address=cluster.address)


def _signs(cluster: Cluster) -> dict[str, float]:
    """Give the workers there are, and when the scheduler last heard of each.

    Raises ClusterError where the scheduler does not answer.
    """
    client, scheduler = cluster.client, cluster.client.scheduler
    try:
        told = client.sync(scheduler.identity, n_workers=-1, callback_timeout=SECONDS_TO_CONNECT)  # type: ignore[no-untyped-call, union-attr]
    except OSError as error:
        raise ClusterError("cluster.lost", address=cluster.address) from error
    return {worker: float(of["last_seen"]) for worker, of in told["workers"].items()}
