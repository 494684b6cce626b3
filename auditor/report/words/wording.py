"""Numbers, dates, amounts and cells as people read them, in a language and a country's marks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Protocol

from auditor.texts import say, texts_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from auditor.report.audit.document import Cell

NARROW_SPACE = "\u202f"
# Neither 000123 nor 20260307: those are names, not quantities.
QUANTITY = re.compile(r"-?(?:0|[1-9]\d{0,5})(?:\.\d+)?|-?[1-9]\d{6,17}\.\d+")
CARDS = re.compile(r"[A2-9TJQK][SHDC](?: [A2-9TJQK][SHDC])*")
CARDS_TOLD = re.compile(rf"(?<=: ){CARDS.pattern}(?=[;.)])")  # in a text, after its colon
KIND_TOLD = re.compile(
    r"(?<=\()(?:fila|columna|combinacion|tres|uptown|pass_line)(?=\))"
    r"|(?:(?<= a )|(?<= on ))(?:punto|banca|cobertura)\b"
)
EVENT = re.compile(r"[a-z]+(?:_[a-z]+)+")
EVENTS = re.compile(r"[a-z]+(?:_[a-z]+)*(?:, [a-z]+(?:_[a-z]+)*)+")
EVENT_TOLD = re.compile(rf"(?<=\(){EVENT.pattern}(?=\))")
DEAL = re.compile(
    r"(?:[AKQJT2-9]*(?:\.[AKQJT2-9]*){3}|-)(?: (?:[AKQJT2-9]*(?:\.[AKQJT2-9]*){3}|-)){3}"
)
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:[+-]\d\d:\d\d|Z)?")
# Not where they are part of an id: `M3-2005-06-18/31`.
DAY = re.compile(r"(?<![\w/.:-])\d{4}-\d\d-\d\d(?![\w/:-])")
PART = re.compile(r"(?P<whole>.+)/(?P<kind>seat|box):(?P<number>\w+)")  # a seat or box of a hand
CHANCE = re.compile(r"(?:probabilidad|probability)(?: of)? $")  # what follows is no money
DECIMALS = re.compile(r"(?<![\w,./:#-])-?\d+\.\d{2,6}(?!\w|[./:-]\w)")
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


class TwoTongues(Protocol):
    """Anything that holds words in Spanish and, perhaps, in English."""

    @property
    def es(self) -> str:
        """The Spanish words."""

    @property
    def en(self) -> str | None:
        """The English words, or None."""


def pick(text: TwoTongues | None, lang: str) -> str:
    """Give the words in a language, the Spanish ones where there are no others."""
    if text is None:
        return ""
    return (text.en or text.es) if lang == "en" else text.es


def choose(spanish: str | None, english: str | None, *, lang: str) -> str:
    """As `pick`, for words that stand in two fields."""
    return (english or spanish or "") if lang == "en" else (spanish or "")


def parse_day(text: str | None) -> date | None:
    """Read an ISO date, or the day of an ISO time; None where it is neither."""
    moment = parse_moment(text)
    return moment.date() if moment else None


def parse_moment(text: str | None) -> datetime | None:
    """Read an ISO time as it stands, in its own offset; None where it is none."""
    try:
        return datetime.fromisoformat(text) if text else None
    except ValueError:
        return None


def sentence(text: str) -> str:
    """Begin a text with a capital, as a sentence of its own."""
    return text[:1].upper() + text[1:]


def slug(text: str) -> str:
    """Make an anchor of an id."""
    return re.sub(r"[^0-9A-Za-z]+", "-", text).strip("-")


@dataclass(frozen=True, slots=True)
class Wording:
    """How a report writes: its language, the decimal mark and the signs of currencies.

    `currency`: of the sums of a log's rows, where the rows are those of one hand.
    """

    lang: str
    decimal: str = "."
    symbols: Mapping[str, str] = field(default_factory=dict)
    currency: str = ""

    def say(self, key: str, **context: object) -> str:
        """Give one of the report's texts."""
        return say(f"report.{key}", lang=self.lang, **context)

    def plural(self, key: str, count: int, **context: object) -> str:
        """Give the text `key_one` or `key_many`, with its number put in."""
        form = f"{key}_one" if count == 1 else f"{key}_many"
        return self.say(form, count=self.number(count), **context)

    def word(self, family: str, key: str | None) -> str:
        """Give the word of a closed set (`verdict`, `status` …), or the key itself if unknown."""
        name = f"{family}_{key}"
        return self.say(name) if name in texts_of("report") else (key or "")

    def casino(self, casino_id: str) -> str:
        """Name a casino by its id; `_` is one that the log does not name."""
        return self.say("casino_unknown") if casino_id == "_" else casino_id

    def subject(self, subject: str) -> str:
        """Name what was judged by its id; a seat or a box of a hand in words."""
        part = PART.fullmatch(subject)
        if part is None:
            return subject
        key = f"subject_{part['kind']}"
        return self.say(key, whole=part["whole"], number=part["number"])

    def article(self, article: str | None) -> str:
        """Write `art. 8` for a bare number, nothing for 0; the few words of others translated."""
        if not article or article == "0":
            return ""
        for key in ("article_law", "article_and", "article_missing"):
            article = article.replace(texts_of("report")[key]["es"], self.say(key))
        return self.say("article_short", article=article) if article[0].isdigit() else article

    def number(self, value: Decimal | int) -> str:
        """Write a number with grouped thousands and the country's decimal mark."""
        text = f"{value:,}".replace(",", NARROW_SPACE).replace(".", self.decimal)
        return text.replace("-", "−")

    def money(self, value: Decimal | None, currency: str) -> str:
        """Write an amount with its currency and at least two decimals."""
        if value is None:
            return ""
        sign = self.symbols.get(currency, currency)
        return f"{sign}\u00a0{self.number(_two_places(value))}".strip()

    def amount(self, value: Cell) -> str:
        """Write a sum of a row with its cents, and its currency where that is known."""
        text = str(value or "")
        return (
            self.money(Decimal(text), self.currency)
            if QUANTITY.fullmatch(text)
            else self.cell(value)
        )

    def day(self, value: date | None) -> str:
        """Write a date: 07/03/2026 in Spanish, 2026-03-07 in English."""
        if value is None:
            return ""
        return value.strftime("%d/%m/%Y") if self.lang == "es" else value.isoformat()

    def prose(self, text: str, *, currency: str = "") -> str:
        """Write times, dates, cards, kinds of bet or event and decimals as people read them.

        With a currency, what has two decimals or more is money of it.
        """
        told = TIME.sub(lambda found: self.moment(found.group()), text)
        told = DAY.sub(lambda found: self._day(found.group()), told)
        told = KIND_TOLD.sub(lambda found: self.word("bet", found.group()), told)
        told = EVENT_TOLD.sub(lambda found: self._event(found.group()), told)
        told = CARDS_TOLD.sub(lambda found: _suited(found.group()), told)
        return DECIMALS.sub(
            lambda found: self._amount(
                found.group(), "" if CHANCE.search(told, 0, found.start()) else currency
            ),
            told,
        )

    def _day(self, text: str) -> str:
        """Write an ISO date; the text itself where it is none."""
        return self.day(parse_day(text)) or text

    def _amount(self, text: str, currency: str) -> str:
        """Write an amount with two decimals or more, of a currency where one is known."""
        value = Decimal(text)
        return self.money(value, currency) if currency else self.number(_two_places(value))

    def moment(self, text: str) -> str:
        """Write an ISO time as day and hour, in its own offset; the text itself if it is none."""
        moment = parse_moment(text)
        return f"{self.day(moment.date())} {moment:%H:%M:%S}" if moment else text

    def cell(self, value: Cell) -> str:
        """Write the value of a fact: yes and no, numbers with their marks, and what is in code."""
        if value is None or value == "":
            return "—"
        if isinstance(value, bool) or value in {"true", "false"}:
            return self.say("yes" if value in {True, "true"} else "no")
        text = str(value)
        if QUANTITY.fullmatch(text):
            return self.number(_tidy(Decimal(text)))
        return self._decoded(text)

    def _decoded(self, text: str) -> str:
        """Write a time, cards, a kind of event or a deal as people read it, else the text."""
        if TIME.fullmatch(text):
            return self.prose(text)
        if CARDS.fullmatch(text):
            return _suited(text)
        if EVENT.fullmatch(text) or EVENTS.fullmatch(text):
            return ", ".join(map(self._event, text.split(", ")))
        return self._deal(text) if DEAL.fullmatch(text) else text

    def _event(self, text: str) -> str:
        """Write a kind of event in words, the text itself where it is none."""
        told = self.word("event", text)
        return told[:1].lower() + told[1:]

    def _deal(self, text: str) -> str:
        """Write the four hands of a board, from North on, suit by suit."""
        seats = zip("NESW", text.split(), strict=True)
        return "; ".join(
            f"{self.word('compass', seat)}: {board_hand(hand)}" for seat, hand in seats
        )


def board_hand(hand: str) -> str:
    """Write one hand of bridge, suit by suit; a dash where it is hidden, or has none of a suit."""
    suits = zip("♠♥♦♣", hand.split("."), strict=False)
    told = " ".join(f"{suit}{ranks or '—'}" for suit, ranks in suits)
    return "—" if hand == "-" else told.replace("T", "10")


def _suited(cards: str) -> str:
    """Write cards with the signs of their suits."""
    return " ".join(card[0].replace("T", "10") + SUITS[card[1]] for card in cards.split())


def _two_places(value: Decimal) -> Decimal:
    """Keep at least two decimals, and as many more as say something."""
    tidy = _tidy(value)
    exponent = tidy.as_tuple().exponent
    places = -exponent if isinstance(exponent, int) else 0
    return tidy.quantize(Decimal("0.01")) if places < 2 else tidy  # noqa: PLR2004 - cents


def _tidy(value: Decimal) -> Decimal:
    """Drop decimals that say nothing: 19.0000 is 19."""
    whole = value.to_integral_value()
    return whole if value == whole else value.normalize()
