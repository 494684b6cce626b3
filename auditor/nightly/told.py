"""A night's summary: as plain data for `nightly.json`, and in words for `nightly.txt`."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import asdict
from typing import TYPE_CHECKING

from auditor import __version__
from auditor.nightly.marks import SUMMARY_JSON, SUMMARY_TEXT, UNDATED, VERDICTS, folder_name
from auditor.run.told.write import steps_told
from auditor.store.whole import write_whole
from auditor.texts import say
from auditor.texts.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from auditor.journal import Step
    from auditor.nightly.config import NightlyConfig
    from auditor.nightly.night import Night
    from auditor.nightly.nights import Deadline
    from auditor.nightly.quarantine import Refused
    from auditor.run.told.outcomes import Told


def write_summary(
    config: NightlyConfig, night: Night, *, steps: Iterable[Step] = ()
) -> tuple[Path, Path]:
    """Write the summary below `out`: `nightly.json`, with the steps, and `nightly.txt`."""
    data, words = config.out / SUMMARY_JSON, config.out / SUMMARY_TEXT
    told = {**plain(night), "steps": steps_told(steps)}
    text = json.dumps(told, ensure_ascii=False, indent=1)
    write_whole(data, f"{text}\n".encode())
    said = "\n".join(visible(line) for line in lines(night, config.lang))
    write_whole(words, f"{said}\n".encode())
    return data, words


def plain(night: Night) -> Told:
    """Give the summary as plain data."""
    judging = night.judging
    return {
        "run": {
            "version": __version__,
            "today": night.today.isoformat(),
            "exit": night.exit_code,
            "judged": judging.judged if judging else 0,
            "partitions": judging.partitions if judging else None,
            "took_over": asdict(night.took_over) if night.took_over else None,
            "last_run": night.clock or None,
        },
        "arrivals": _arrivals(night),
        "quarantine": [_refused(each) for each in night.quarantine],
        "ahead": [
            {"casino_id": casino, "gaming_date": day.isoformat()} for casino, day in night.ahead
        ],
        "silent": [
            asdict(each) | {"gaming_date": each.gaming_date.isoformat(), "tables": [*each.tables]}
            for each in night.silent
        ],
        "reported": [_reported(each) for each in night.reported],
        "deadlines": [_deadline(each) for each in night.deadlines],
        "lapsed": [_deadline(each) for each in night.lapsed],
        "problems": [
            {"reason": each.say("es"), "reason_en": each.say("en")} for each in night.problems
        ],
    }


def _arrivals(night: Night) -> Told:
    """Tell what came of the inboxes."""
    arrivals = night.arrivals
    return {
        "taken": [_named(*each) | _counts(night, each) for each in arrivals.taken],
        "waiting": [_named(*each) for each in arrivals.waiting],
        "failed": [_refused(each) for each in arrivals.failed],
        "passed_over": [_refused(each) for each in arrivals.passed_over],
        "replaced": [
            {"casino_id": casino, "name": name, "by": by} for casino, name, by in arrivals.replaced
        ],
        "unmatched": [
            _named(casino, delivery) | {"source": source}
            for casino, delivery, source in arrivals.unmatched
        ],
        "of_others": [
            _named(casino, delivery) | {"other": other}
            for casino, delivery, other in arrivals.of_others
        ],
        "displaced": [
            _named(casino, delivery) | {"source": source, "records": records}
            for casino, delivery, source, records in arrivals.displaced
        ],
        "records": arrivals.records,
        "rejected": arrivals.rejected,
    }


def lines(night: Night, lang: str) -> Iterator[str]:
    """Give the summary in words, a line each: the result first."""
    yield say(f"nightly.result_{night.exit_code}", lang=lang, today=night.today)
    if night.took_over:
        yield say("nightly.took_over", lang=lang, **asdict(night.took_over))
    if night.clock:
        yield say("nightly.clock", lang=lang, today=night.today, last=night.clock)
    yield _arrived(night, lang)
    yield from _rejections(night, lang)
    yield from _deliveries(night, lang)
    yield from _refusals("failed", night.arrivals.failed, lang=lang)
    yield from _refusals("passed_over", night.arrivals.passed_over, lang=lang)
    yield from _quarantined(night.quarantine, lang=lang)
    for casino, day in night.ahead:
        yield say("nightly.ahead", lang=lang, casino=casino, day=day, today=night.today)
    for each in night.silent:
        tables, left = ", ".join(each.tables), _left(each.days_left, lang=lang)
        where = {"casino": each.casino_id, "day": each.gaming_date}
        yield say("nightly.silent", lang=lang, tables=tables, left=left, **where)
    for mark in night.reported:
        yield _report_line(mark, lang)
        key = "reason_en" if lang == "en" else "reason"
        yield from (f"  – {why[key]}" for why in _open(mark))
    yield from _deadline_lines("deadline", night.deadlines, lang=lang)
    yield from _deadline_lines("lapsed", night.lapsed, lang=lang)
    for problem in night.problems:
        yield problem.say(lang)


def _arrived(night: Night, lang: str) -> str:
    """Say how much was taken and judged."""
    if night.judging is None and not night.arrivals.taken:
        return say("nightly.nothing_new", lang=lang)
    arrivals, judging = night.arrivals, night.judging
    counts = {"records": arrivals.records, "rejected": arrivals.rejected}
    taken = say("nightly.taken", lang=lang, deliveries=len(arrivals.taken), **counts)
    if judging is None:
        return f"{taken} {say('nightly.known_already', lang=lang)}"
    judged = {"judged": judging.judged, "partitions": judging.partitions}
    return f"{taken} {say('nightly.judged', lang=lang, **judged)}"


def _rejections(night: Night, lang: str) -> Iterator[str]:
    """Say of which deliveries some records could not be read, and what to do."""
    for casino, delivery in night.arrivals.taken:
        counts = _counts(night, (casino, delivery))
        if counts["rejected"]:
            where = {"casino": casino, "delivery": delivery}
            yield say("nightly.rejected", lang=lang, **where, **counts)


def _deliveries(night: Night, lang: str) -> Iterator[str]:
    """Say what is particular to some deliveries: that they wait, replace, or are of others."""
    for casino, delivery in night.arrivals.waiting:
        yield say("nightly.waiting", lang=lang, casino=casino, delivery=delivery)
    for casino, name, by in night.arrivals.replaced:
        yield say("nightly.replaced", lang=lang, casino=casino, name=name, by=by)
    for casino, delivery, source in night.arrivals.unmatched:
        told = {"casino": casino, "delivery": delivery, "source": source}
        yield say("nightly.unmatched", lang=lang, **told)
    for casino, delivery, other in night.arrivals.of_others:
        yield say("nightly.of_others", lang=lang, casino=casino, delivery=delivery, other=other)
    for casino, delivery, source, records in night.arrivals.displaced:
        told = {"casino": casino, "delivery": delivery, "source": source}
        yield say("nightly.displaced", lang=lang, records=records, **told)


def _counts(night: Night, taken: tuple[str, str]) -> Told:
    """Tell how many records a delivery has, and how many of them were rejected."""
    records, rejected = night.arrivals.counts.get(taken, (0, 0))
    return {"records": records, "rejected": rejected}


def _refusals(key: str, refused: Iterable[Refused], *, lang: str) -> Iterator[str]:
    """Say what was not taken, and why; a whole inbox has no name but its own."""
    for each in refused:
        told = {"casino": each.casino_id, "name": each.name, "reason": _reason(each, lang)}
        yield say(f"nightly.{key}" if each.name else "nightly.failed_inbox", lang=lang, **told)


def _quarantined(refused: Iterable[Refused], *, lang: str) -> Iterator[str]:
    """Say what is in quarantine, the files of a delivery held for one reason once; what to do."""
    together: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for each in refused:
        delivery = each.name.partition("/")[0]
        together[each.casino_id, delivery, _reason(each, lang)].append(each.name)
    for (casino, delivery, reason), names in together.items():
        key = "quarantined" if len(names) == 1 else "quarantined_many"
        name = names[0] if len(names) == 1 else delivery
        told = {"casino": casino, "name": name, "reason": reason, "count": len(names)}
        yield say(f"nightly.{key}", lang=lang, **told)
    if together:
        yield say("nightly.quarantine_leave", lang=lang)


def _reason(each: Refused, lang: str) -> str:
    """Give why something was not taken."""
    return each.reason_en if lang == "en" else each.reason_es


def _report_line(mark: Told, lang: str) -> str:
    """Say how one night came out, and where its report is."""
    told = _reported(mark)
    verdicts = mark["verdicts"]
    counts = verdicts if isinstance(verdicts, dict) else {}
    found = [
        say(f"nightly.count_{word}", lang=lang, count=int(str(counts[word])))
        for word in VERDICTS
        if counts[word]
    ]
    tallies = ", ".join(found) or say("nightly.nothing_found", lang=lang)
    day = mark["gaming_date"] or say("nightly.undated", lang=lang)
    where = {"casino": mark["casino_id"], "day": day, "report": told["report"]}
    return say("nightly.report", lang=lang, tallies=tallies, **where)


def _open(mark: Told) -> list[Told]:
    """Give what of a night could not be judged, and why; one told by an older program has none."""
    told = mark.get("open", [])
    return [row for row in told if isinstance(row, dict)] if isinstance(told, list) else []


def _deadline_lines(key: str, found: Iterable[Deadline], *, lang: str) -> Iterator[str]:
    """Say of each night with findings until when its video is, or was, kept, the soonest first."""
    nights = Counter(
        (one.days_left, one.casino_id, one.gaming_date, one.keep_until) for one in found
    )
    for (left, casino, day, until), count in sorted(nights.items()):
        values = {
            "found": say("nightly.count_findings", lang=lang, count=count),
            "left": _left(left, lang=lang),
        }
        yield say(f"nightly.{key}", lang=lang, casino=casino, day=day, until=until, **values)


def _left(days: int, *, lang: str) -> str:
    """Say how many days are left; in Spanish the verb goes with them."""
    return say(f"nightly.left_{'one' if days == 1 else 'many'}", lang=lang, count=days)


def _named(casino: str, delivery: str) -> Told:
    """Tell a delivery."""
    return {"casino_id": casino, "delivery": delivery}


def _refused(each: Refused) -> Told:
    """Tell what was not taken."""
    return {
        "casino_id": each.casino_id,
        "name": each.name,
        "reason": each.reason_es,
        "reason_en": each.reason_en,
    }


def _reported(mark: Told) -> Told:
    """Tell one night's report."""
    folder = f"{folder_name(str(mark['casino_id']))}/{mark['gaming_date'] or UNDATED}"
    keys = ("casino_id", "gaming_date", "exit", "verdicts", "tables")
    return {key: mark[key] for key in keys} | {"report": folder, "open": [*_open(mark)]}


def _deadline(each: Deadline) -> Told:
    """Tell one finding's deadline."""
    return {
        "casino_id": each.casino_id,
        "gaming_date": each.gaming_date.isoformat(),
        "keep_until": each.keep_until.isoformat(),
        "days_left": each.days_left,
        **each.finding,
    }
