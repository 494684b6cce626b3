"""Parts of an annex joined to a report's PDF: pages, tags, bookmarks and the labels of pages.

Each part's tags become one part of the report's document, and every page keeps the way from what
is marked on it to its tag under a number of its own. Fonts stay those of each part.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pikepdf import Array, Object, Pdf


class Part(NamedTuple):
    """A part of the annex: its title, and the PDF that it was laid out as."""

    title: str
    content: bytes


def joined(main: bytes, parts: Iterable[Part], *, title: str) -> bytes:
    """Append parts to a PDF, under one bookmark; the same bytes for the same input."""
    import pikepdf

    with pikepdf.open(io.BytesIO(main)) as pdf:
        starts = [(part.title, _append(pdf, part)) for part in parts]
        _label(pdf, [start for _, start in starts])
        with pdf.open_outline() as outline:
            annex = pikepdf.OutlineItem(title, starts[0][1])
            annex.children.extend(pikepdf.OutlineItem(*start) for start in starts)
            outline.root.append(annex)
        out = io.BytesIO()
        pdf.save(
            out,
            deterministic_id=True,
            fix_metadata_version=False,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
        )
    return out.getvalue()


def _append(pdf: Pdf, part: Part) -> int:
    """Append the pages and tags of one part; gives the index of its first page."""
    import pikepdf

    first = len(pdf.pages)
    with pikepdf.open(io.BytesIO(part.content)) as other:
        pdf.pages.extend(other.pages)
        tags = pdf.copy_foreign(other.Root.StructTreeRoot)
    own = pdf.Root.StructTreeRoot
    (document,), (theirs,) = _listed(own.K), _listed(tags.K)
    theirs.S = pikepdf.Name.Part
    theirs.P = document
    _listed(document.K).append(theirs)
    numbers, told = _listed(own.ParentTree.Nums), _listed(tags.ParentTree.Nums)
    _renumber(pdf, numbers, theirs=told, first=first)
    return first


def _renumber(pdf: Pdf, own: Array, *, theirs: Array, first: int) -> None:
    """Give the pages from `first` on numbers that nothing else has in the tree of parents."""
    used = int(own[-2]) + 1  # numbers go up in pairs with what they stand for
    marked = {int(theirs[at]): theirs[at + 1] for at in range(0, len(theirs), 2)}
    for place, page in enumerate(pdf.pages[first:]):
        own.append(used + place)
        own.append(marked[int(page.obj.StructParents)])
        page.obj.StructParents = used + place


def _label(pdf: Pdf, starts: list[int]) -> None:
    """Label the pages of the report 1, 2…, those of the annex A1-1, A1-2… and A2-1 on."""
    import pikepdf

    labels: list[object] = [0, pikepdf.Dictionary(S=pikepdf.Name.D)]
    for part, start in enumerate(starts, start=1):
        labels += [start, pikepdf.Dictionary(S=pikepdf.Name.D, P=f"A{part}-")]
    pdf.Root.PageLabels = pikepdf.Dictionary(Nums=pikepdf.Array(labels))


def _listed(value: Object) -> Array:
    """Give a value that WeasyPrint writes as a list."""
    import pikepdf

    if not isinstance(value, pikepdf.Array):
        raise TypeError(value)
    return value
