"""The surroundings of law of a jurisdiction, from `frames/<jurisdiction>.toml`, in one language."""

import tomllib
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import TypeAdapter

from auditor.report.audit.document import Text
from auditor.report.words.wording import pick


@dataclass(frozen=True, slots=True)
class Cite:
    """An article of a frame law, paraphrased; it counts for plays from `since` on.

    `law` is the law's own name, `law_en` its name in English where it has one.
    """

    law: str
    article: str
    es: str
    en: str
    since: date | None = None
    law_en: str | None = None


@dataclass(frozen=True, slots=True)
class VideoTerm:
    """How many days the video is kept, by which article, for plays from `since` on."""

    days: int
    es: str
    en: str
    since: date | None = None


@dataclass(frozen=True, slots=True)
class Deadline:
    """A deadline of the law: from what it counts, and how long it is."""

    es: str
    en: str
    counts_from: Literal["notice", "finding"] | None = None
    working_days: int = 0
    months: int = 0
    years: int = 0


@dataclass(frozen=True, slots=True)
class ActaField:
    """One line of the Acta's template; `fill` names what the report itself knows."""

    es: str
    en: str
    fill: str | None = None
    lines: int = 1


@dataclass(frozen=True, slots=True)
class Acta:
    """The template of an Acta."""

    es: str
    en: str
    field: tuple[ActaField, ...] = ()


@dataclass(frozen=True, slots=True)
class FrameFile:
    """A frame as its file has it, in both languages."""

    decimal: str
    identity: tuple[str, ...]
    title: Text
    authority: Text
    nature: Text
    violation: dict[str, tuple[str, str, str]]
    symbols: dict[str, str] = field(default_factory=dict)
    place: Text | None = None
    consequence: Text | None = None
    video: VideoTerm | None = None
    cite: tuple[Cite, ...] = ()
    deadline: tuple[Deadline, ...] = ()
    acta: Acta | None = None
    signature: tuple[Text, ...] = ()


@cache
def frame_file(jurisdiction: str) -> FrameFile:
    """Read the frame of a jurisdiction; `other` where it is none that is known."""
    folder = files("auditor.report").joinpath("frames")
    known = {entry.name for entry in folder.iterdir()}
    name = f"{jurisdiction}.toml" if f"{jurisdiction}.toml" in known else "other.toml"
    content = tomllib.loads(folder.joinpath(name).read_text("utf-8"))
    return TypeAdapter(FrameFile).validate_python(content)


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame in one language; `cites` holds those in force at the last gaming date.

    `place` is what is audited, where that is called anything but a casino.
    """

    title: str
    place: str | None
    authority: str
    nature: str
    violation_one: str
    violation_many: str
    violation_short: str
    decimal: str
    symbols: dict[str, str]
    identity: tuple[str, ...]
    consequence: str | None
    video_days: int | None
    video_since: date | None
    video_note: str | None
    cites: tuple[tuple[str, str, str, date | None], ...]
    deadlines: tuple[tuple[Deadline, str], ...]
    acta_title: str | None
    acta: tuple[tuple[str, str | None, int], ...]
    signatures: tuple[str, ...]


def _law(cite: Cite, lang: str) -> str:
    """Name the law of an article."""
    return (cite.law_en or cite.law) if lang == "en" else cite.law


def frame_of(jurisdiction: str | None, *, lang: str, last: date | None) -> Frame:
    """Give the frame of a jurisdiction in a language, for plays up to a last gaming date."""
    frame = frame_file(jurisdiction or "other")
    one, many, short = frame.violation[lang]
    return Frame(
        title=pick(frame.title, lang),
        place=pick(frame.place, lang) or None,
        authority=pick(frame.authority, lang),
        nature=pick(frame.nature, lang),
        violation_one=one,
        violation_many=many,
        violation_short=short,
        decimal=frame.decimal,
        symbols=frame.symbols,
        identity=frame.identity,
        consequence=pick(frame.consequence, lang) or None,
        video_days=frame.video.days if frame.video else None,
        video_since=frame.video.since if frame.video else None,
        video_note=pick(frame.video, lang) or None,
        cites=tuple(
            (_law(cite, lang), cite.article, pick(cite, lang), cite.since)
            for cite in frame.cite
            if last is None or cite.since is None or cite.since <= last
        ),
        deadlines=tuple((each, pick(each, lang)) for each in frame.deadline),
        acta_title=pick(frame.acta, lang) or None,
        acta=tuple(
            (pick(field, lang), field.fill, field.lines)
            for field in (frame.acta.field if frame.acta else ())
        ),
        signatures=tuple(pick(text, lang) for text in frame.signature),
    )
