"""Who was audited, where a finding stands and where to look for it, as label and words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from auditor.report.model.findings import FindingView, Video
    from auditor.report.model.report import CasinoReport, ClauseLine
    from auditor.report.words.wording import Wording

SHORT = 12


@dataclass(frozen=True, slots=True)
class Detail:
    """One line: what it is, what it says, and what of it is to stand out."""

    label: str
    text: str
    strong: str = ""


def details(finding: FindingView, zone: str | None, *, wording: Wording) -> tuple[Detail, ...]:
    """List the place, the people, the source record and the video of a finding."""
    lines = (
        ("where_when", _when(finding, wording)),
        ("where_table", finding.table),
        ("where_hand", finding.hand),
        ("where_shoe", None if finding.hand else finding.shoe),
        ("where_session", None if finding.hand or finding.shoe else finding.session),
        ("where_subject", _subject(finding)),
        ("where_player", finding.player),
        ("where_dealer", finding.dealer),
        ("where_source", _source(finding, wording)),
    )
    told = tuple(Detail(wording.say(key), text) for key, text in lines if text)
    return (*told, *_video(finding.video, zone, wording=wording))


def _when(finding: FindingView, wording: Wording) -> str:
    """Give the gaming date and the hour: that of the broken step, where it is not the hand's."""
    day = wording.day(finding.day) or wording.say("undated")
    broken = finding.replay.broken_at if finding.replay else None
    if broken and finding.time and broken != finding.time:
        if not finding.hand:
            return f"{day}, {broken}"
        return wording.say("when_broken", day=day, broken=broken, start=finding.time)
    if finding.time and finding.replay and finding.replay.breaks_untimed:
        return wording.say("when_placed", day=day, placed=finding.time)
    return f"{day}, {finding.time}" if finding.time else day


def _subject(finding: FindingView) -> str | None:
    """Give the subject where it is none of the places already named."""
    named = {finding.hand, finding.shoe, finding.session}
    return None if finding.subject in named else finding.subject


def _source(finding: FindingView, wording: Wording) -> str | None:
    """Give the file, its record and the start of its hash."""
    if not finding.source:
        return None
    parts = [finding.source]
    if finding.record is not None:
        parts.append(wording.say("record", number=finding.record))
    if finding.source_sha256:
        parts.append(wording.say("source_digest", digest=finding.source_sha256[:SHORT]))
    told = ", ".join(parts)
    broken = finding.replay.broken_records if finding.replay else ()
    is_elsewhere = broken and ", ".join(parts[:2]) not in broken
    return f"{told} ({wording.say('source_judged')})" if is_elsewhere else told


def _video(video: Video, zone: str | None, *, wording: Wording) -> tuple[Detail, ...]:
    """Say between which local times to look, and by when to ask for the video."""
    if video.day is None or not (video.start or video.keep_until):
        return ()
    text = wording.say("video_day", day=wording.day(video.day))
    if video.start:
        span = _span(video, wording)
        text = f"{wording.day(video.day)}, {span}{f' ({_local(zone, wording)})' if zone else ''}."
    if video.camera:
        text = f"{text} {wording.say('video_camera', camera=video.camera)}"
    return (Detail(wording.say("where_video"), text, _ask(video, wording)),)


def _local(zone: str, wording: Wording) -> str:
    """Say by whose clock: that of the city that a zone is named after, or the zone itself."""
    _, is_city, city = zone.rpartition("/")
    return wording.say("video_zone", city=city.replace("_", " ")) if is_city else zone


def _ask(video: Video, wording: Wording) -> str:
    """Say by when to ask for the video, or that the day has passed."""
    if video.keep_until is None:
        return wording.say("video_ask")
    key = "video_past" if video.is_past else "video_until"
    return wording.say(key, day=wording.day(video.keep_until))


def _span(video: Video, wording: Wording) -> str:
    """Give the two hours, or the one where they are the same, or from which on."""
    if video.is_open:
        return wording.say("video_open", start=video.start)
    if video.end is None or video.end == video.start:
        return video.start or ""
    return f"{video.start} – {video.end}"


def identity_lines(report: CasinoReport, *, wording: Wording) -> tuple[tuple[str, str | None], ...]:
    """List who was audited and when; what the house file leaves out is None."""
    known = report.identity
    declared = {
        "operator": known.operator,
        "ruc": known.ruc,
        "register_code": known.register_code,
        "address": known.address,
    }
    return (
        _place(report, wording),
        *((wording.say(f"id_{name}"), declared[name]) for name in report.frame.identity),
        (wording.say("id_dates"), _dates(report, wording)),
    )


def _place(report: CasinoReport, wording: Wording) -> tuple[str, str | None]:
    """Name what was audited as its frame does: a casino, or a club; one with no name is None."""
    casino = report.identity.casino_id
    if report.frame.place:
        return report.frame.place, None if casino == "_" else casino
    return wording.say("id_casino"), wording.casino(casino)


def _dates(report: CasinoReport, wording: Wording) -> str:
    """Give the gaming dates, from the first to the last."""
    first, last = wording.day(report.scope.first), wording.day(report.scope.last)
    if not first:
        return wording.say("undated")
    return first if first == last else wording.say("dates_range", first=first, last=last)


def shows_values(finding: FindingView) -> bool:
    """Say whether expected, observed or money tell more than a bare yes or no."""
    plain = (None, "", "true", "false", True, False)
    return finding.at_stake is not None or not (
        finding.expected in plain and finding.observed in plain
    )


def judged_by(clause: ClauseLine, *, wording: Wording) -> str:
    """Name the rules that judge a clause, each with the clause that it is counted under."""
    own = [rule for rule, counted in clause.elsewhere if rule == counted]
    told = [wording.say("clause_judged", rules=", ".join(own))] if own else []
    told += [
        wording.say("clause_counted", rule=rule, clause=counted)
        for rule, counted in clause.elsewhere
        if rule != counted
    ]
    return "; ".join(told)
