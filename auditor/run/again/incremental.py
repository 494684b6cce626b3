"""An audit that judges again only the partitions whose fingerprint changed, and keeps each outcome.

The whole is the union of all outcomes: the same as of an audit that judges everything at once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from auditor.checks.count import merged
from auditor.run.again.fingerprint import fingerprints, place_of
from auditor.run.judge.local import outcomes_of, with_spans
from auditor.run.judge.task import Outcome, joined

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from auditor.run.again.fingerprint import Place
    from auditor.run.again.shelf import Shelf
    from auditor.run.audited import Setting
    from auditor.store.entry import SourceEntry


@dataclass(frozen=True, slots=True)
class Judged:
    """Where the outcome of every partition is kept, by which fingerprint, and which are new."""

    shelf: Shelf
    fingerprints: Mapping[Place, str]
    anew: tuple[Place, ...]

    def outcomes(self) -> Iterator[Outcome]:
        """Give the outcome of every partition, in order; raises LookupError where one is gone."""
        for place in self.fingerprints:
            yield self.outcome(place)

    def outcome(self, place: Place) -> Outcome:
        """Give the outcome of one partition; raises LookupError where it is gone."""
        found = self.shelf.read(place)
        if found is None:
            raise LookupError(place)
        return found

    def whole(self) -> Outcome:
        """Give the outcome of all partitions together."""
        found = joined(list(self.outcomes()))
        return replace(found, counted=merged(found.counted))


def judge_changed(
    setting: Setting,
    entries: tuple[SourceEntry, ...],
    *,
    shelf: Shelf,
    cluster: str | None = None,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Judged:
    """Judge the partitions whose outcome is not kept as it would be now, and keep theirs.

    They are judged here, or by the Dask cluster at an address.

    Each is kept as soon as it is judged: cut short, the rest is judged the next time.
    """
    context = with_spans(setting.context, setting.there)
    prints = fingerprints(replace(setting, context=context), entries)
    changed = [
        each
        for each in setting.there
        if shelf.fingerprint(place_of(each)) != prints[place_of(each)]
        or shelf.read(place_of(each)) is None
    ]
    found = outcomes_of(tuple((each,) for each in changed), context, cluster=cluster)
    for done, (each, outcome) in enumerate(zip(changed, found, strict=True), start=1):
        place = place_of(each)
        shelf.keep(place, outcome, fingerprint=prints[place])
        progress(done, len(changed))
    shelf.forget_all_but(prints.keys())
    return Judged(shelf, prints, tuple(place_of(each) for each in changed))
