"""While an audit waits for a cluster, it is told which workers are silent, and nothing else is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Protocol

import distributed
import pytest

from auditor.api import ingest
from auditor.run.judge.silence import SECONDS_OF_SILENCE, Heard, libraries_still, tell_silent
from auditor.texts import say

if TYPE_CHECKING:
    from pathlib import Path

SPOKEN = say("cluster.waiting", lang="es", seconds=1, workers="").partition(":")[0]
LATE = SECONDS_OF_SILENCE + 1.0
AUDIT = """
import signal, sys
signal.alarm(100)  # whatever befalls the test, it ends
from auditor.cli.main import main
from auditor.run.judge import dask, local, silence
dask.SECONDS_WITHOUT_WORKERS, dask.SECONDS_BETWEEN_LOOKS = 2, 0.2
local.BATCH_ROWS, silence.SECONDS_OF_SILENCE = 1, 1
sys.argv = ["auditor", *sys.argv[1:]]
main()
"""


class Cluster(Protocol):
    """What a test asks of the cluster that it is given."""

    address: str

    def work(self, *flags: str) -> subprocess.Popen[bytes]: ...
    def waited(self, workers: int) -> None: ...


def test_a_worker_without_a_new_sign_is_told_of_once_a_minute_by_the_clock_here(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO", "auditor")
    heard, told = Heard(), []
    for sign, now in ((1, 0), (2, LATE), (3, LATE + 2), (3, 2 * LATE + 1), (4, 3 * LATE + 2)):
        caplog.clear()
        still = 9e9 if now < 3 * LATE else 9e9 + 1
        heard = tell_silent(heard, {"a": still, "b": sign}, now=now)
        told.append([record.__dict__["told"]["workers"] for record in caplog.records])
    assert told == [[], [["a"]], [], [["a"]], []]


def test_what_dasks_libraries_say_is_kept_off_stderr_while_an_audit_asks(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with libraries_still():
        distributed.client.logger.warning("Couldn't gather keys")
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_cluster_that_stands_still_is_told_of_in_words_and_the_rest_is_ours(
    cluster: Cluster, sample_logs: Path, tmp_path: Path, form: str
) -> None:
    ingest([sample_logs / "bling_bling", sample_logs / "bridge"], tmp_path / "store")
    worker = cluster.work("--no-nanny")
    cluster.waited(1)
    flags = ["--store", str(tmp_path / "store"), "--out", str(tmp_path / "out")]
    flags += ["--cluster", cluster.address, "--log-format", form]
    command = [sys.executable, "-c", AUDIT, "audit", *flags]
    os.kill(worker.pid, signal.SIGSTOP)
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as audit:
        assert audit.stderr is not None
        assert SPOKEN in next((line for line in audit.stderr if SPOKEN in line), "")
        worker.kill()
        told = audit.stderr.read()
    assert (audit.returncode, "Traceback" in told, " - distributed" in told) == (1, False, False)
