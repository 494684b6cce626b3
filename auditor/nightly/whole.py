"""A whole nightly run: the lock, the night, its summary, and what is remembered of it, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.journal import keeping
from auditor.nightly.fit import refuse_day, refuse_unfit
from auditor.nightly.lock import held
from auditor.nightly.night import conclude, run_night
from auditor.nightly.told import write_summary

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from auditor.nightly.config import NightlyConfig
    from auditor.nightly.night import Night


def whole_night(
    config: NightlyConfig,
    today: date,
    *,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Night:
    """Run a night, write its summary and metrics; raises BusyError where another run is on.

    Raises UsageError, HouseError and MappingError for a configuration or a day that cannot be used.
    """
    refuse_day(today)
    refuse_unfit(config)
    with keeping() as steps, held(config.work / "nightly.lock") as left:
        night = run_night(config, today, took_over=left, progress=progress)
        write_summary(config, night, steps=steps)
        if config.metrics:
            from auditor.nightly.metrics import write_metrics  # loads what writes them

            write_metrics(config.metrics, night, steps=steps)
        conclude(config, night)
    return night
