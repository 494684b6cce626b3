"""What `audit.json` holds of the checks of chance and of the record, as plain dataclasses."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check at one table, or at one dealer of it (`part`): its verdict, in a sentence."""

    check: str
    family: str
    casino_id: str
    verdict: str
    game: str = ""
    table_id: str | None = None
    part: str | None = None
    title: str = ""
    title_en: str | None = None
    method: str = ""
    method_en: str | None = None
    sentence: str = ""
    sentence_en: str | None = None
