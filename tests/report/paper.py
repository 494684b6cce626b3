"""A report laid out on paper, and where on each of its pages the lines stand."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from weasyprint import HTML
from weasyprint.formatting_structure.boxes import Box, LineBox, MarginBox, ReplacedBox

from auditor.report.forms.pdf import own_fonts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text, or a picture: where it ends, and the elements that it stands in."""

    bottom: float
    path: tuple[Element, ...]

    def row(self) -> tuple[Element, Element] | None:
        """Give the row or step that it stands in and the group of that; None outside of any."""
        rows = [(part, group) for group, part in pairwise(self.path) if part.tag in {"tr", "li"}]
        return next((each for each in reversed(rows) if each[1].tag != "thead"), None)

    def within(self, *names: str) -> Element | None:
        """Give the outermost element of one of these tags or classes that it stands in."""
        return next(
            (
                part
                for part in self.path
                if {part.tag, *(part.get("class") or "").split()} & set(names)
            ),
            None,
        )

    def is_in(self, *names: str) -> bool:
        """Tell whether it stands in an element of one of these tags or classes."""
        return self.within(*names) is not None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page: its lines from the top down, and the share of its height below the last."""

    lines: tuple[Line, ...]
    empty: float
    top: float
    height: float

    def start(self) -> Line:
        """Give the first line that is no head of a table, which every page of it repeats."""
        return next(line for line in self.lines if not line.is_in("thead"))

    def share(self, *, of: Element) -> float:
        """Give the share of its height down to the last line of an element."""
        low = max(line.bottom for line in self.lines if of in line.path)
        return (low - self.top) / self.height


def sheets(html: str) -> tuple[Sheet, ...]:
    """Lay a page out on paper and give its sheets."""
    fonts, faces, _ = own_fonts()
    document = HTML(string=html).render(stylesheets=[faces], font_config=fonts)
    return tuple(_sheet(page._page_box) for page in document.pages)


def _sheet(page: Box) -> Sheet:
    """Read one page."""
    flow = [child for child in page.children if not isinstance(child, MarginBox)]
    lines = tuple(line for child in flow for line in _lines(child, ()))
    top = page.content_box_y()
    low = max((line.bottom for line in lines), default=top)
    return Sheet(lines, 1 - (low - top) / page.height, top, page.height)


def _lines(box: Box, path: tuple[Element, ...]) -> Iterator[Line]:
    """Walk the lines below a box, each with the elements above it."""
    element = box.element
    if element is not None and (not path or path[-1] is not element):
        path = (*path, element)
    if isinstance(box, LineBox | ReplacedBox):
        yield Line(box.position_y + box.height, path)
    else:
        for child in getattr(box, "children", ()):
            yield from _lines(child, path)
