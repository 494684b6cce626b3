"""Batches audited by the workers of a Dask cluster that is there already: the same pure tasks.

The cluster is trusted: its workers run this program, and read the store at the same path. A batch
whose worker is lost is given to another; a lost scheduler ends the audit, which then says nothing.
"""

from __future__ import annotations

import gc
from collections import deque
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from time import monotonic
from typing import TYPE_CHECKING

from auditor.errors import ClusterError, UsageError
from auditor.run.judge.own_hash import program_sha256
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

SECONDS_TO_CONNECT = 20
TRIES_TO_BEGIN = 3
SECONDS_WITHOUT_WORKERS = 60
SECONDS_BETWEEN_LOOKS = 2.0
SHARE_OF_MEMORY = 0.5  # of a worker, for the engine: findings and Python itself need the rest
DECIDING = ("duckdb", "pyarrow", "numpy")


@dataclass(frozen=True, slots=True)
class Task:
    """A batch and the bytes of each of its files, as whoever asks sees them."""

    batch: Batch
    sizes: tuple[int, ...]


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
    tasks = [task_of(batch) for batch in batches]
    with _connected(address) as cluster:
        waiting = _submitted(cluster.client, tasks, context=context)
        while waiting:
            yield _outcome(cluster, waiting.popleft())


def program() -> tuple[str, ...]:
    """Give what the bytes of an audit hang on: this program, Python and its libraries."""
    return (program_sha256(), python_version(), *map(version, DECIDING))


def audit_here(task: Task, context: Context, *, asked_by: tuple[str, ...]) -> Outcome:
    """Audit a batch on the worker that this runs on, within its share of threads and memory.

    Raises ClusterError where the program here is another one, or the files are not those.
    """
    from distributed import get_worker

    worker = get_worker()
    if program() != asked_by:
        said = {"here": " ".join(program()), "there": " ".join(asked_by)}
        raise ClusterError("cluster.other_program", worker=worker.address, **said)
    for path, size in zip(_paths(task.batch), task.sizes, strict=True):
        if not path.is_file() or path.stat().st_size != size:
            raise ClusterError("cluster.file_not_seen", worker=worker.address, file=path)
    return run_partitions(
        task.batch,
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
    except (OSError, ValueError, NotImplementedError) as error:
        raise UsageError("cluster.unreachable", address=address, reason=reason_of(error)) from error
    with client:
        try:
            client.wait_for_workers(1, timeout=SECONDS_TO_CONNECT)
        except OSError as error:
            raise UsageError("cluster.no_workers", address=address) from error
        yield Cluster(library, client, address)


def _client(library: ModuleType, address: str) -> Client:
    """Connect as a client; raises OSError where nobody answers, ValueError for no address.

    The library asserts that a thread of its own begins within ten seconds: on a machine too busy
    for that it is given another try.
    """
    scheme, where = library.comm.addressing.parse_address(address)
    # A client that begins with an address that is none takes a minute to end, and complains.
    library.comm.registry.get_backend(scheme).get_address_host_port(where)
    late = None
    for _ in range(TRIES_TO_BEGIN):
        try:
            with _collector_still():
                return library.Client(  # type: ignore[no-any-return]  # of a module loaded late
                    address, timeout=SECONDS_TO_CONNECT, set_as_default=False, name="auditor"
                )
        except AssertionError as error:
            late = error
    raise TimeoutError(address) from late


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


def task_of(batch: Batch) -> Task:
    """Make a task of a batch, its files by their whole paths."""
    whole = tuple(
        replace(
            each,
            files={
                table: tuple(str(Path(path).resolve()) for path in paths)
                for table, paths in each.files.items()
            },
        )
        for each in batch
    )
    return Task(whole, tuple(path.stat().st_size for path in _paths(whole)))


def _paths(batch: Batch) -> list[Path]:
    """Give the files of a batch, in its order."""
    return [Path(path) for each in batch for paths in each.files.values() for path in paths]


def _kept(context: Context) -> Context:
    """Give a context as it is: as a task it can be made again where the worker that has it ends."""
    return context


def _submitted(client: Client, tasks: list[Task], *, context: Context) -> deque[Future[Outcome]]:
    """Ask for every batch, the earlier ones first, by names that no other client's tasks have."""
    shared = client.submit(_kept, context, pure=False, key=f"auditor-context-{client.id}")
    named = {"asked_by": program(), "pure": False}
    return deque(
        client.submit(
            audit_here, task, shared, **named, priority=-n, key=f"auditor-batch-{n}-{client.id}"
        )
        for n, task in enumerate(tasks)
    )


def _outcome(cluster: Cluster, asked: Future[Outcome]) -> Outcome:
    """Wait for an outcome; raises ClusterError where it will not come."""
    lost = (CancelledError, cluster.library.comm.CommClosedError)
    seen = monotonic()
    while True:
        try:
            return asked.result(timeout=SECONDS_BETWEEN_LOOKS)
        except TimeoutError:
            seen = monotonic() if _workers(cluster) else seen
        except lost as error:
            raise ClusterError(
                "cluster.lost", address=cluster.address, reason=reason_of(error)
            ) from error
        except cluster.library.KilledWorker as error:
            raise ClusterError("cluster.workers_killed", reason=reason_of(error)) from error
        if monotonic() - seen > SECONDS_WITHOUT_WORKERS:
            raise ClusterError("cluster.workers_lost", address=cluster.address)


def _workers(cluster: Cluster) -> int:
    """Count the workers there are; raises ClusterError where the scheduler does not answer."""
    client, scheduler = cluster.client, cluster.client.scheduler
    try:
        told = client.sync(scheduler.ncores, callback_timeout=SECONDS_TO_CONNECT)  # type: ignore[no-untyped-call, union-attr]
        return len(told)
    except OSError as error:
        raise ClusterError(
            "cluster.lost", address=cluster.address, reason=reason_of(error)
        ) from error
