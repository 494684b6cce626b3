"""A TOML file read strictly: an unknown key or a value of another kind is an error naming it."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from auditor.texts.reasons import reason_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from auditor.errors import AuditorError

MAX_BYTES = 1_048_576
CURRENCY = re.compile("[A-Z]{3}")


@dataclass(frozen=True, slots=True)
class Section:
    """One table of a TOML file, with where it stands and the error to raise of it.

    Every reading method gives None (or nothing) for a key that is not there.
    """

    raw: dict[str, object]
    file: str
    error: type[AuditorError]
    place: str = ""

    def only(self, keys: Iterable[str]) -> None:
        """Refuse any key but these."""
        known = sorted(keys)
        for key in self.raw:
            if key not in known:
                raise self._error("unknown_key", key, known=", ".join(known))

    def text(self, key: str) -> str | None:
        """Give a text."""
        value = self.raw.get(key)
        if value is not None and not isinstance(value, str):
            raise self._error("not_a_text", key)
        return value

    def number(self, key: str) -> str | None:
        """Give a whole number, or a decimal in quotes, as text."""
        value = self.raw.get(key)
        if value is None or isinstance(value, str):
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        raise self._error("not_a_number", key)

    def count(self, key: str) -> int | None:
        """Give a whole number that is not negative."""
        value = self.raw.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise self._error("not_a_count", key)
        return value

    def day(self, key: str) -> date | None:
        """Give a date, written without quotes."""
        value = self.raw.get(key)
        if value is None:
            return None
        if isinstance(value, datetime) or not isinstance(value, date):
            raise self._error("not_a_date", key)
        return value

    def flag(self, key: str) -> bool:
        """Give a yes or no; no where it is not there."""
        value = self.raw.get(key, False)
        if not isinstance(value, bool):
            raise self._error("not_a_flag", key)
        return value

    def days(self, key: str) -> tuple[date, ...]:
        """Give a list of dates, written without quotes."""
        value = self.raw.get(key, [])
        days = value if isinstance(value, list) else [value]
        if not all(isinstance(one, date) and not isinstance(one, datetime) for one in days):
            raise self._error("not_a_date", key)
        return tuple(days)

    def texts(self, key: str) -> tuple[str, ...]:
        """Give a list of texts."""
        value = self.raw.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self._error("not_a_list", key)
        return tuple(value)

    def section(self, key: str) -> Section | None:
        """Give a table inside this one."""
        value = self.raw.get(key)
        if value is None:
            return None
        if not isinstance(value, dict):
            raise self._error("not_a_section", key)
        return self._inside(key, value)

    def sections(self, key: str) -> tuple[Section, ...]:
        """Give one table, or each of a list of tables."""
        value = self.raw.get(key, [])
        parts = value if isinstance(value, list) else [value]
        tables = [part for part in parts if isinstance(part, dict)]
        if len(tables) < len(parts):
            raise self._error("not_a_section", key)
        return tuple(self._inside(key, table) for table in tables)

    def zone(self, key: str) -> str | None:
        """Give the name of a time zone that is known."""
        value = self.text(key)
        try:
            return value if value is None else ZoneInfo(value).key
        except (ZoneInfoNotFoundError, ValueError, OSError) as fault:
            raise self._error("unknown_zone", key, value=value) from fault

    def currency(self, key: str) -> str | None:
        """Give the code of a currency: three letters, as ISO 4217 has them."""
        value = self.text(key)
        if value is not None and not CURRENCY.fullmatch(value):
            raise self._error("not_a_currency", key, value=value)
        return value

    def refuse(self, problem: str, key: str, /, **context: object) -> AuditorError:
        """Make the error of a value that cannot be used; `problem` is a text's key in `toml`."""
        return self._error(problem, key, **context)

    def _inside(self, key: str, raw: dict[str, object]) -> Section:
        """Make a section of a table inside this one."""
        return Section(raw, self.file, self.error, f"{self.place}.{key}".lstrip("."))

    def _error(self, problem: str, key: str, /, **context: object) -> AuditorError:
        """Make an error that names the file and the key."""
        full = f"{self.place}.{key}".lstrip(".")
        return self.error(f"toml.{problem}", file=self.file, key=full, **context)


def parse_toml(data: bytes, *, file: str, error: type[AuditorError]) -> Section:
    """Read the bytes of a TOML file; raises `error` where they are no TOML in UTF-8."""
    try:
        if len(data) > MAX_BYTES:
            raise error("toml.too_large", file=file)
        return Section(tomllib.loads(data.decode("utf-8-sig")), file, error)
    except (ValueError, RecursionError) as fault:  # Python reads no number of thousands of digits
        raise error("toml.broken", file=file, reason=reason_of(fault)) from fault
