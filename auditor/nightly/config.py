"""The configuration of the nightly run: one TOML file, read strictly."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from auditor.errors import UsageError
from auditor.store.layout import LONGEST_ID
from auditor.store.plain import read_plain
from auditor.store.toml_section import MAX_BYTES, parse_toml
from auditor.texts.visible import visible

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from auditor.store.toml_section import Section

TOP = (
    *("store", "out", "work", "rules", "formats", "lang", "strict"),
    *("settle_seconds", "video_days", "metrics", "cluster"),
)
CASINO = ("inbox", "house", "mapping", "currency", "storage", "open")
OPEN = ("tables", "from", "to", "closed")
FORMATS = ("html", "pdf", "csv")
SETTLE_SECONDS = 5
MOST_SECONDS, MOST_DAYS = 3600, 36_500  # a look an hour later; a hundred years
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
    data = read_plain(path, most=MAX_BYTES, error=UsageError)
    top = parse_toml(data, file=path.name, error=UsageError)
    top.only((*TOP, "casinos"))
    folder = path.parent
    store = folder / _required(top, "store")
    out, work = (
        folder / _required(top, "out"),
        folder / (_name(top, "work") or f"{store.name}.work"),
    )
    _hold_apart(top, {"store": store, "out": out, "work": work})
    settle = _count(top, "settle_seconds", most=MOST_SECONDS)
    video = _count(top, "video_days", most=MOST_DAYS)
    return NightlyConfig(
        store=store,
        out=out,
        work=work,
        inboxes=_inboxes(top, folder),
        sha256=sha256(data).hexdigest(),
        rules=_path(top, "rules", folder=folder),
        metrics=_path(top, "metrics", folder=folder),
        cluster=_name(top, "cluster"),
        formats=_formats(top),
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
    if not casino_id or visible(casino_id) != casino_id or len(casino_id.encode()) > LONGEST_ID:
        raise part.refuse("not_an_id", "inbox", value=casino_id[:LONGEST_ID], most=LONGEST_ID)
    address = _required(part, "inbox")
    storage = part.section("storage")
    return CasinoInbox(
        casino_id=casino_id,
        address=address if "://" in address else str(folder / address),
        house=_path(part, "house", folder=folder),
        mapping=_path(part, "mapping", folder=folder),
        currency=part.currency("currency"),
        storage=dict(storage.raw) if storage else {},
        openings=tuple(_opening(each) for each in part.sections("open")),
    )


def _opening(part: Section) -> Opening:
    """Read some tables that are declared as open."""
    part.only(OPEN)
    first = part.day("from")
    if first is None:
        raise part.refuse("missing", "from")
    tables, last = part.texts("tables"), part.day("to")
    if not tables or not all(tables):
        raise part.refuse("missing", "tables")
    if last is not None and last < first:
        raise part.refuse("ends_before", "to", value=last, first=first)
    return Opening(tables, first, last, part.days("closed"))


def _required(part: Section, key: str) -> str:
    """Give a text that has to be there."""
    value = _name(part, key)
    if not value:
        raise part.refuse("missing", key)
    return value


def _path(part: Section, key: str, *, folder: Path) -> Path | None:
    """Give a path, from the configuration's folder; None where it is not there."""
    value = _name(part, key)
    return folder / value if value else None


def _name(part: Section, key: str) -> str | None:
    """Give a text that names a place: no system takes a NUL in one."""
    value = part.text(key)
    if value and "\0" in value:
        raise part.refuse("not_a_path", key)
    return value


def _count(top: Section, key: str, *, most: int) -> int | None:
    """Give a whole number that is not too large to count with."""
    value = top.count(key)
    if value is not None and value > most:
        raise top.refuse("too_large_a_count", key, value=value, most=most)
    return value


def _formats(top: Section) -> tuple[str, ...]:
    """Give the forms of the reports."""
    if "formats" not in top.raw:
        return FORMATS
    known = known_forms()
    for value in (wanted := top.texts("formats")):
        if value not in known:
            raise top.refuse("not_one_of", "formats", value=value, choices=", ".join(known))
    return wanted


def known_forms() -> tuple[str, ...]:
    """Name the forms that a report may have, without loading what writes them."""
    folder = Path(__file__).parents[1] / "report" / "forms"
    return tuple(sorted(module.name for module in iter_modules([str(folder)])))


def _language(top: Section) -> str:
    """Give the language of reports."""
    value = top.text("lang") or "es"
    if value not in {"es", "en"}:
        raise top.refuse("not_one_of", "lang", value=value, choices="es, en")
    return value
