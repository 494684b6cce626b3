"""One night: what arrived is taken in, what changed is judged and reported, the rest is told."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from auditor.errors import StoreError
from auditor.journal import step
from auditor.nightly.arrivals import take_arrivals
from auditor.nightly.ledger import TAKEN, all_told, read_ledger
from auditor.nightly.marks import place_in
from auditor.nightly.nights import (
    are_there,
    deadlines,
    lapsed,
    marks_in,
    marks_since,
    nights_ahead,
    silent_tables,
)
from auditor.nightly.quarantine import Quarantine
from auditor.nightly.state import State, read_state, stamp_of, write_state
from auditor.run.told.exit_code import CONFORMING, DOUBT, VIOLATION
from auditor.store import layout
from auditor.store.manifest import remembering, writing
from auditor.store.there import is_store

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from auditor.errors import AuditorError
    from auditor.nightly.arrivals import Arrivals
    from auditor.nightly.config import NightlyConfig
    from auditor.nightly.judging import Judging
    from auditor.nightly.nights import Deadline, Silent
    from auditor.nightly.quarantine import Refused
    from auditor.run.again.fingerprint import Place
    from auditor.run.told.outcomes import Told
    from auditor.store.holder import Holder


@dataclass(frozen=True, slots=True)
class Night:
    """The plain summary of one nightly run.

    `judging` is None where nothing has changed since the last run; `reported` are the marks of the
    reports that no earlier summary has told, `lapsed` their findings whose video is past its days;
    `ahead` are casinos and gaming dates that are still to come; `clock` is the day of the last run
    where it is later than today; `state` is what the next run goes by.
    """

    today: date
    arrivals: Arrivals
    judging: Judging | None
    reported: tuple[Told, ...]
    deadlines: tuple[Deadline, ...]
    lapsed: tuple[Deadline, ...]
    ahead: tuple[tuple[str, date], ...]
    silent: tuple[Silent, ...]
    quarantine: tuple[Refused, ...]
    took_over: Holder | None
    clock: str
    state: State

    @property
    def exit_code(self) -> int:
        """Give 3 where a report is told that has a violation, 4 where anything is open, else 0."""
        codes = {int(str(mark["exit"])) for mark in self.reported}
        if VIOLATION in codes:
            return VIOLATION
        is_open = [*(codes - {CONFORMING}), *self.silent, *self.quarantine, *self.arrivals.failed]
        is_open += self.ahead
        is_open += [*self.arrivals.passed_over, *self.arrivals.unmatched, *self.problems]
        is_open += [*self.arrivals.of_others, *self.arrivals.displaced]
        # A record that does not say of which night it is stands in no night's report.
        return DOUBT if is_open or self.arrivals.rejected else CONFORMING

    @property
    def problems(self) -> tuple[AuditorError, ...]:
        """Give what of the reports could not be written, and is tried again the next time."""
        return self.judging.problems if self.judging else ()


def run_night(
    config: NightlyConfig,
    today: date,
    *,
    took_over: Holder | None = None,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Night:
    """Run one night, its lock held; `conclude` is to follow once its summary is written.

    Raises StoreError where the store is gone that earlier runs filled.
    """
    state = read_state(_state_file(config))
    _refuse_lost_store(config)
    with step("arrivals") as counts, remembering():
        arrivals = take_arrivals(config)
        counts["taken"] = len(arrivals.taken)
    _clear_unfinished(config)
    stamp = stamp_of(config)
    judging = None
    if stamp != state.stamp or not are_there(config.out, state.told):
        # What the last run saw no longer holds of the reports, should this one be cut short.
        write_state(_state_file(config), replace(state, stamp=""))
        judging = _judge(config, progress)
    marks = marks_since(config.out, today - timedelta(days=config.video_days))
    reported, told = _untold(config, state, is_same=judging is None)
    days = config.video_days
    return Night(
        today=today,
        arrivals=arrivals,
        judging=judging,
        reported=reported,
        deadlines=deadlines(marks, today=today, video_days=days),
        lapsed=lapsed({place_in(mark): mark for mark in reported}, today=today, video_days=days),
        ahead=nights_ahead(marks, today=today),
        silent=silent_tables(config.inboxes, marks, today=today, video_days=days),
        quarantine=tuple(Quarantine(config.work / "quarantine").held()),
        took_over=took_over,
        clock=state.day if state.day > today.isoformat() else "",
        state=State("" if judging and judging.problems else stamp, today.isoformat(), told),
    )


def _refuse_lost_store(config: NightlyConfig) -> None:
    """Raise StoreError where what was taken is nowhere: no night of it would be judged again."""
    dealt = (one for of in read_ledger(config.work).values() for one in of.values())
    if any(one.state == TAKEN and one.records for one in dealt) and not is_store(config.store):
        raise StoreError("nightly.store_lost", store=config.store, work=config.work)


def conclude(config: NightlyConfig, night: Night) -> None:
    """Remember what the summary of a night has told: the last step of all."""
    write_state(_state_file(config), night.state)
    all_told(config.work)


def _judge(config: NightlyConfig, progress: Callable[[int, int], None]) -> Judging:
    """Judge what changed."""
    from auditor.nightly.judging import judge  # loads the engine, which a night without news spares

    return judge(config, progress=progress)


def _untold(
    config: NightlyConfig, state: State, *, is_same: bool
) -> tuple[tuple[Told, ...], dict[str, str]]:
    """Give the marks of the reports that no summary has told, and all that are told now."""
    if is_same:
        return (), state.told
    marks: Mapping[Place, Told] = marks_in(config.out)
    told = {f"{casino} {day}": str(mark["fingerprint"]) for (casino, day), mark in marks.items()}
    new = [
        mark
        for (casino, day), mark in marks.items()
        if state.told.get(key := f"{casino} {day}") != told[key]
    ]
    return tuple(new), told


def _clear_unfinished(config: NightlyConfig) -> None:
    """Clear away what an ingest that was cut short left in the store, where it may be written."""
    if (config.store / layout.UNFINISHED).exists():
        with suppress(OSError), writing(config.store):
            pass


def _state_file(config: NightlyConfig) -> Path:
    """Give the file of the state."""
    return config.work / "state.json"
