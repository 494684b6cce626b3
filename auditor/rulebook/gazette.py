"""A norm's text as a gazette publishes it, opened as a rule pack to be decided."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import yaml

from auditor.errors import InputError, UsageError
from auditor.texts.reasons import reason_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

# A sentence ends at a mark before a capital or a quote, or before an item: `a)`, `b.-`, `1)`.
_END = re.compile(r"(?<=[.;])\s+(?=[«\"“(¿¡]?[A-ZÁÉÍÓÚÑ])|\s+(?=[a-z0-9]{1,2}(?:\)|\.-)\s)")
_SHORTENED = "art|arts|inc|incs|núm|num|nro|pág|pag|dr|sr|sra|etc|ej|p"
_ABBREVIATION = re.compile(rf"(?:\b(?:{_SHORTENED})\.|\b[A-Z]\.)$", re.IGNORECASE)
# A heading begins a line, or stands within one and is followed by the gazette's `º.-`.
_ARTICLE = re.compile(
    r"(?:^\s*art(?:[íi]culo|\.)\s*(?P<first>\d+)\s*[º°o]?\s*[.\-–—:]*\s*"
    r"|(?<=\s)art[íi]culo\s+(?P<within>\d+)\s*[º°]\s*\.-\s*)",
    re.IGNORECASE | re.MULTILINE,
)
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Article:
    """One article: its number (empty for what stands before the first) and its sentences."""

    number: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GazetteNorm:
    """A norm as published: its title, how it is cited, the day of publication, its articles."""

    title: str
    citation: str
    published: str | None
    articles: tuple[Article, ...]


def read_gazette(path: Path) -> GazetteNorm:
    """Read IMPO's open-data JSON or plain text, in UTF-8 or Latin-1; raises InputError."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(
            "rulebook.gazette_unreadable", file=path, reason=reason_of(error)
        ) from error
    text = _decoded(data)
    if not text.strip():
        raise InputError("rulebook.gazette_empty", file=path)
    if text.lstrip().startswith("{"):
        return _from_impo(path, text)
    return _from_text(path.stem, text)


def _decoded(data: bytes) -> str:
    """Read bytes as UTF-8, else as Latin-1, which reads anything."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _from_impo(path: Path, text: str) -> GazetteNorm:
    """Read IMPO's JSON; keys may be missing, and unknown ones are passed over."""
    try:
        raw = json.loads(text, strict=False)
    except (json.JSONDecodeError, RecursionError) as error:
        raise InputError(
            "rulebook.gazette_unreadable", file=path, reason=reason_of(error)
        ) from error
    articles = raw.get("articulos")
    listed = articles if isinstance(articles, list) else []
    found = [_impo_article(each) for each in listed if isinstance(each, dict)]
    preamble = sentences_of(_said(raw, "vistos"))
    before = [Article("", preamble)] if preamble else []
    if not found and not before:
        raise InputError("rulebook.gazette_empty", file=path)
    return GazetteNorm(
        title=_said(raw, "nombreNorma") or path.stem,
        citation=_impo_citation(raw),
        published=_iso_day(_said(raw, "fechaPublicacion")),
        articles=(*before, *(each for each in found if each.sentences)),
    )


def _said(raw: Mapping[str, object], key: str) -> str:
    """Give a key's text with its white space folded; empty where it is not there."""
    value = raw.get(key)
    return _SPACE.sub(" ", str(value)).strip() if isinstance(value, str | int) else ""


def _impo_article(raw: Mapping[str, object]) -> Article:
    """Read one article; its paragraphs are kept apart before they are split into sentences."""
    text = raw.get("textoArticulo")
    parts = re.split(r"\r?\n\s*\r?\n", text) if isinstance(text, str) else []
    sentences = tuple(each for part in parts for each in sentences_of(part))
    return Article(_said(raw, "nroArticulo"), sentences)


def _impo_citation(raw: Mapping[str, object]) -> str:
    """Write how a norm is cited: `Decreto 217/978` for number 217 of 1978."""
    kind, number, year = (_said(raw, key) for key in ("tipoNorma", "nroNorma", "anioNorma"))
    short = year[1:] if year.isdecimal() and year.startswith("1") else year
    dated = _said(raw, "fechaPublicacion")
    return f"{kind} {number}/{short}".strip(" /") + (f" (D.O. {dated})" if dated else "")


def _iso_day(text: str) -> str | None:
    """Read `dd/mm/yyyy` as an ISO day."""
    found = re.fullmatch(r"(\d{2})/(\d{2})/(\d{4})", text)
    return f"{found[3]}-{found[2]}-{found[1]}" if found else None


def _from_text(stem: str, text: str) -> GazetteNorm:
    """Read plain text, cut at its `Artículo N` headings."""
    heads = list(_ARTICLE.finditer(text))
    starts = [0, *(head.end() for head in heads)]
    ends = [*(head.start() for head in heads), len(text)]
    numbers = ["", *(head["first"] or head["within"] for head in heads)]
    articles = tuple(
        Article(number, sentences_of(text[start:end]))
        for number, start, end in zip(numbers, starts, ends, strict=True)
    )
    first = next((line.strip() for line in text.splitlines() if line.strip()), stem)
    return GazetteNorm(first, stem, None, tuple(each for each in articles if each.sentences))


def sentences_of(text: str) -> tuple[str, ...]:
    """Split a text into sentences, items of a list apart; an abbreviation ends none."""
    parts = [part for part in _END.split(_SPACE.sub(" ", text).strip()) if part]
    sentences: list[str] = []
    for part in parts:
        if sentences and _ABBREVIATION.search(sentences[-1]):
            sentences[-1] = f"{sentences[-1]} {part}"
        else:
            sentences.append(part)
    return tuple(sentences)


def write_pack(norm: GazetteNorm, folder: Path, *, prefix: str, game: str) -> tuple[Path, ...]:
    """Open a norm's folder: every sentence quoted and numbered, every status to be decided.

    Raises UsageError where the folder is there already: nothing is written over.
    """
    if folder.exists():
        raise UsageError("rulebook.pack_exists", folder=folder)
    (folder / "cases").mkdir(parents=True)
    lines = [sentence for article in norm.articles for sentence in article.sentences]
    text = "\n".join(lines) + "\n"
    identity = _identity(norm, folder.name, prefix=prefix, game=game)
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    files = {
        "text.txt": text,
        "norm.yaml": _yaml(identity | {"text_sha256": sha256}),
        "parameters.yaml": "# Números y palabras de la ley, con su fecha y su cláusula.\n[]\n",
        "rules.yaml": "# Una regla por entrada; vea README.md, «Add a rule».\n[]\n",
        "cases/primeros.yaml": "# Manos y el veredicto que la ley les da.\nnight: {}\ncases: []\n",
    }
    for name, content in files.items():
        (folder / name).write_text(content, "utf-8")
    return tuple(folder / name for name in files)


def _yaml(data: object) -> str:
    """Write YAML for people: block style, accents as they are."""
    return yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=100)


def _both(es: str, en: str) -> dict[str, str]:
    """Give a text in both languages; a new one each time, so that YAML needs no alias."""
    return {"es": es, "en": en}


def _identity(norm: GazetteNorm, name: str, *, prefix: str, game: str) -> dict[str, object]:
    """Write a norm's identity as `norm.yaml` has it."""
    return {
        "id": name,
        "prefix": prefix,
        "games": [game],
        "jurisdiction": name.partition("-")[0].upper(),
        "title": {"es": norm.title, "en": norm.title},
        "citation": {"es": norm.citation, "en": norm.citation},
        "authority": _both("por completar", "to be filled in"),
        "edition": norm.published or "",
        "in_force": {
            "from": norm.published,
            "to": None,
            "certainty": "inferred",
            "note": _both("por completar", "to be filled in"),
        },
        "readings": {},
        "clauses": list(_clauses(norm, prefix)),
    }


def _clauses(norm: GazetteNorm, prefix: str) -> Iterator[dict[str, object]]:
    """Write a clause for each sentence: quoted, numbered, undecided."""
    for article in norm.articles:
        for number, sentence in enumerate(article.sentences, 1):
            yield {
                "id": f"{prefix}-{article.number or 'V'}.{number}",
                "article": article.number,
                "status": "undecided",
                "quote": [sentence],
                "paraphrase": _both("por escribir", "to be written"),
                "certainty": "seed",
                "reason": _both("por decidir", "to be decided"),
            }
