"""The Jinja environment: templates from here only, all escaped, nothing undefined."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

from jinja2 import PackageLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from auditor.report.page.details import details, identity_lines, judged_by, shows_values
from auditor.report.page.pictures import (
    back_picture,
    card_picture,
    card_words,
    die_picture,
    table_card_words,
)
from auditor.report.page.trend_chart import step_name
from auditor.report.words.wording import Wording, parse_day, sentence, slug
from auditor.texts import say
from auditor.texts.visible import visible

if TYPE_CHECKING:
    from auditor.report.words.frame import Frame

SHORT = 12


def environment(wording: Wording) -> ImmutableSandboxedEnvironment:
    """Give the environment of one language and one country's marks."""
    return _made(wording.lang, wording.decimal, symbols=tuple(wording.symbols.items()))


@cache
def _made(
    lang: str, decimal: str, *, symbols: tuple[tuple[str, str], ...]
) -> ImmutableSandboxedEnvironment:
    """Make it once: its templates are compiled only then."""
    wording = Wording(lang, decimal, dict(symbols))
    pages = ImmutableSandboxedEnvironment(
        loader=PackageLoader("auditor.report", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_seen,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.globals.update(
        details=partial(details, wording=wording),
        judged_by=partial(judged_by, wording=wording),
        identity_lines=partial(identity_lines, wording=wording),
        shows_values=shows_values,
        made=lambda report: wording.day(parse_day(report.stamp.date)),
        t=wording.say,
        article=wording.article,
        casino_name=wording.casino,
        verdict_of_check=lambda code: say(f"dossier.result_{code}", lang=lang),
        plural=wording.plural,
        step_name=partial(step_name, wording=wording),
        word=wording.word,
        money=wording.money,
    )
    pages.filters.update(
        number=wording.number,
        day=wording.day,
        cell=wording.cell,
        prose=wording.prose,
        slug=slug,
        sentence=sentence,
        short=short,
        card=card_picture,
        table_card=lambda one: card_picture(one.card, is_down=one.is_down) or back_picture(),
        table_card_words=lambda one: table_card_words(one.card, wording, is_down=one.is_down),
        die=die_picture,
        card_words=lambda card: card_words(card, wording),
    )
    return pages


def _seen(value: object) -> object:
    """Make the hidden signs of a value visible; markup and line breaks are the template's own."""
    plain = isinstance(value, str) and not isinstance(value, Markup)
    return visible(str(value), keep="\n\t") if plain else value


def wording_of(frame: Frame, lang: str) -> Wording:
    """Write as the frame's country does."""
    return Wording(lang, frame.decimal, frame.symbols)


def short(digest: str | None) -> str:
    """Shorten a hash to what tells it apart at a glance."""
    return (digest or "")[:SHORT]
