"""The texts of the norms are, word for word, the pages from which they were taken.

A word in brackets was blanked out on its page; one that a line's end cut there is whole here.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

SEEDS = {
    "000": "pe-2003-bacara",
    "001": "pe-1999-poker",
    "002": "pe-2003-bling-bling",
    "003": "uy-1978-mini-bacara",
    "004": "wbf-2007-law-6",
}
BLANK = "MORDAZA"


def _page(text: str) -> str:
    """Give the words of a page: of IMPO's JSON its titles, articles and signatures."""
    if not text.startswith("{"):
        return re.sub(r"([^\W\d_])-\s+([^\W\d_])", r"\1\2", text)
    told = json.loads(text)
    articles = [
        f"Artículo {each['nroArticulo']} {each['textoArticulo']}" for each in told["articulos"]
    ]
    parts = [told["nombreNorma"], told["leyenda"], told["vistos"], *articles, told["firmantes"]]
    return " ".join(parts)


def _words(text: str) -> Counter[str]:
    """Count the words of a text; one in brackets is a blank, a mark in them is nothing."""
    blanked = re.sub(r"\[([^\]]*)\]", lambda found: BLANK if found[1].strip("-") else "", text)
    return Counter(re.findall(r"\w+", blanked))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_text_has_the_words_of_its_page(shared_data: Path, rules_dir: Path, seed: str) -> None:
    (page,) = (shared_data.parent / "law" / "seeds").glob(f"{seed}_*.txt")
    text = (rules_dir / SEEDS[seed] / "text.txt").read_text("utf-8")
    assert _words(text) == _words(_page(page.read_text("utf-8")))
