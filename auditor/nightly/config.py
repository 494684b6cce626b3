"""The configuration of the nightly run: one TOML file, read strictly."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING

from auditor.errors import UsageError
from auditor.store.toml_section import parse_toml

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date
    from pathlib import Path

    from auditor.store.toml_section import Section

TOP = (
    *("store", "out", "work", "rules", "formats", "lang", "strict"),
    *("settle_seconds", "video_days", "metrics", "cluster"),
)
CASINO = ("inbox", "house", "mapping", "currency", "storage", "open")
OPEN = ("tables", "from", "to", "closed")
FORMATS = ("html", "pdf", "csv")
SETTLE_SECONDS = 5
VIDEO_DAYS = 15  # calendar days from the gaming date: DS 009-2002-MINCETUR, art. 59


@dataclass(frozen=True, slots=True)
class Opening:
    """Tables declared as open on each gaming date from `first` to `last`, but for some."""

    tables: tuple[str, ...]
    first: date
    last: date | None = None
    closed: tuple[date, ...] = ()

    def holds(self, day: date) -> bool:
        """Tell whether the tables were to open on a day."""
        return self.first <= day <= (self.last or day) and day not in self.closed


@dataclass(frozen=True, slots=True)
class CasinoInbox:
    """Where one casino's logs arrive, and what is known beside them.

    `storage` is handed to the file system of the address (an endpoint, a region: no secrets).
    """

    casino_id: str
    address: str
    house: Path | None = None
    mapping: Path | None = None
    currency: str | None = None
    storage: Mapping[str, object] = field(default_factory=dict)
    openings: tuple[Opening, ...] = ()


@dataclass(frozen=True, slots=True)
class NightlyConfig:
    """What a nightly run is to do.

    `sha256` is its file's, `metrics` a textfile for Prometheus, `cluster` the address of a Dask
    scheduler whose workers see the store at the same path.
    """

    store: Path
    out: Path
    work: Path
    inboxes: tuple[CasinoInbox, ...]
    sha256: str = ""
    rules: Path | None = None
    metrics: Path | None = None
    cluster: str | None = None
    formats: tuple[str, ...] = FORMATS
    lang: str = "es"
    strict: bool = False
    settle_seconds: int = SETTLE_SECONDS
    video_days: int = VIDEO_DAYS

    @property
    def houses(self) -> tuple[Path, ...]:
        """Give the house files that are named."""
        return tuple(one.house for one in self.inboxes if one.house)


def read_config(path: Path) -> NightlyConfig:
    """Read a configuration, its relative paths from its own folder; raises UsageError."""
    try:
        data = path.read_bytes()
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError("toml.unreadable", file=str(path), reason=reason) from error
    top = parse_toml(data, file=path.name, error=UsageError)
    top.only((*TOP, "casinos"))
    folder = path.parent
    store = folder / _required(top, "store")
    out, work = folder / _required(top, "out"), folder / (top.text("work") or f"{store.name}.work")
    _hold_apart(top, {"store": store, "out": out, "work": work})
    settle, video = top.count("settle_seconds"), top.count("video_days")
    return NightlyConfig(
        store=store,
        out=out,
        work=work,
        inboxes=_inboxes(top, folder),
        sha256=sha256(data).hexdigest(),
        rules=_path(top, "rules", folder=folder),
        metrics=_path(top, "metrics", folder=folder),
        cluster=top.text("cluster"),
        formats=top.texts("formats") if "formats" in top.raw else FORMATS,
        lang=_language(top),
        strict=top.flag("strict"),
        settle_seconds=SETTLE_SECONDS if settle is None else settle,
        video_days=VIDEO_DAYS if video is None else video,
    )


def _hold_apart(top: Section, folders: Mapping[str, Path]) -> None:
    """See that no folder is another one, or lies in it: each run clears away in its own."""
    for key, path in folders.items():
        whole = path.resolve()
        for other, place in folders.items():
            if other != key and place.resolve() in {whole, *whole.parents}:
                raise top.refuse("not_apart", key, other=other)


def _inboxes(top: Section, folder: Path) -> tuple[CasinoInbox, ...]:
    """Read the inbox of each casino."""
    casinos = top.section("casinos")
    if casinos is None or not casinos.raw:
        raise top.refuse("missing", "casinos")
    parts = {name: casinos.section(name) for name in sorted(casinos.raw)}
    found = tuple(_inbox(name, part, folder) for name, part in parts.items() if part)
    whose: dict[str, str] = {}
    for one in found:
        if (other := whose.setdefault(one.address, one.casino_id)) != one.casino_id:
            key = f"{one.casino_id}.inbox"
            raise casinos.refuse("not_apart", key, other=f"casinos.{other}.inbox")
    return found


def _inbox(casino_id: str, part: Section, folder: Path) -> CasinoInbox:  # noqa: PLR0917  # as its caller has them
    """Read one casino's inbox."""
    part.only(CASINO)
    address = _required(part, "inbox")
    storage = part.section("storage")
    return CasinoInbox(
        casino_id=casino_id,
        address=address if "://" in address else str(folder / address),
        house=_path(part, "house", folder=folder),
        mapping=_path(part, "mapping", folder=folder),
        currency=part.text("currency"),
        storage=dict(storage.raw) if storage else {},
        openings=tuple(_opening(each) for each in part.sections("open")),
    )


def _opening(part: Section) -> Opening:
    """Read some tables that are declared as open."""
    part.only(OPEN)
    first = part.day("from")
    if first is None:
        raise part.refuse("missing", "from")
    return Opening(part.texts("tables"), first, part.day("to"), part.days("closed"))


def _required(part: Section, key: str) -> str:
    """Give a text that has to be there."""
    value = part.text(key)
    if not value:
        raise part.refuse("missing", key)
    return value


def _path(part: Section, key: str, *, folder: Path) -> Path | None:
    """Give a path, from the configuration's folder; None where it is not there."""
    value = part.text(key)
    return folder / value if value else None


def _language(top: Section) -> str:
    """Give the language of reports."""
    value = top.text("lang") or "es"
    if value not in {"es", "en"}:
        raise top.refuse("not_one_of", "lang", value=value, choices="es, en")
    return value
