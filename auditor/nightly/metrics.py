"""A textfile of Prometheus metrics for the collector of the machine's own figures."""

from __future__ import annotations

import time
from collections import defaultdict
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Gauge, write_to_textfile

from auditor.nightly.marks import VERDICTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from auditor.journal import Step
    from auditor.nightly.night import Night

    Figures = dict[tuple[str, ...], float]  # by the values of the labels
    Metric = tuple[str, str, tuple[str, ...], Figures]  # name, what it is, labels


def write_metrics(path: Path, night: Night, *, steps: Iterable[Step]) -> None:
    """Write the figures of a night, whole or not at all; the time is that of the clock."""
    registry = CollectorRegistry()
    for name, told, labels, values in (*_of_night(night), *_of_steps(steps)):
        gauge = Gauge(f"auditor_nightly_{name}", told, labels, registry=registry)
        for key, figure in values.items():
            (gauge.labels(*key) if key else gauge).set(figure)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_to_textfile(str(path), registry)


def _of_night(night: Night) -> Iterator[Metric]:
    """Give what a night took, found and left open."""
    arrivals, judging = night.arrivals, night.judging
    yield "finished_timestamp_seconds", "When the last run ended", (), {(): time.time()}
    yield "exit_code", "Exit code of the last run", (), {(): night.exit_code}
    deliveries: Figures = {
        ("taken",): len(arrivals.taken),
        ("waiting",): len(arrivals.waiting),
        ("failed",): len(arrivals.failed),
        ("quarantined",): len(night.quarantine),
        ("passed_over",): len(arrivals.passed_over),
        ("replaced",): len(arrivals.replaced),
        ("unmatched",): len(arrivals.unmatched),
    }
    yield "deliveries", "Deliveries by what became of them", ("state",), deliveries
    records: Figures = {("read",): arrivals.records, ("rejected",): arrivals.rejected}
    yield "records", "Records of the deliveries taken", ("state",), records
    judged = judging.judged if judging else 0
    yield "partitions_judged", "Casino nights judged anew", (), {(): judged}
    yield "verdicts", "Rows by verdict in the reports told of", ("casino", "verdict"), _found(night)
    silent: Figures = defaultdict(float)
    for each in night.silent:
        silent[each.casino_id,] += len(each.tables)
    yield "silent_tables", "Tables that opened and sent no log", ("casino",), silent
    left: Figures = {}
    for one in night.deadlines:
        left[one.casino_id,] = min(one.days_left, left.get((one.casino_id,), one.days_left))
    yield "video_days_left", "Fewest days left of a finding's video", ("casino",), left


def _found(night: Night) -> Figures:
    """Sum the verdicts of the reports told of, casino by casino."""
    found: Figures = defaultdict(float)
    for mark in night.reported:
        counts = mark["verdicts"]
        if isinstance(counts, dict):
            for verdict in VERDICTS:
                found[str(mark["casino_id"]), verdict] += int(str(counts[verdict]))
    return found


def _of_steps(steps: Iterable[Step]) -> Iterator[Metric]:
    """Give how long the steps of a run took, those of one name together."""
    seconds: Figures = defaultdict(float)
    for step in steps:
        seconds[step.name,] += step.seconds
    yield "step_seconds", "Seconds of each step of the last run", ("step",), seconds
