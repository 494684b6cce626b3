"""The tags of an annex's part, made few: a cell holds its own text, a header says what it heads.

WeasyPrint gives each cell a tag of its own and each line in it another, and names in every cell its
headers by an id that is unique only within one file. A scope in the header says the same
(ISO 14289-1, 7.5), and stays true when parts are joined.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pydyf

    Tags = dict[bytes, pydyf.Dictionary]

CELLS = ("/TD", "/TH")


def slim(pdf: pydyf.PDF) -> None:
    """Make the tags of a PDF few, before it is written."""
    import pydyf

    own = [each for each in pdf.objects if isinstance(each, pydyf.Dictionary)]
    tags: Tags = {each.reference: each for each in own if each.get("Type") == "/StructElem"}
    holders: dict[bytes, bytes] = {}
    for cell in [each for each in tags.values() if each["S"] in CELLS]:
        lines = [tags[line] for line in cell["K"]]
        holders |= {line.reference: cell.reference for line in lines}
        marks = [mark for line in lines for mark in line["K"]]
        cell["K"] = marks[0] if len(marks) == 1 else pydyf.Array(marks)
        _say_scope(cell, tags)
    for tag in tags.values():
        del tag["Type"]  # a tag is known by where it stands; there are a million of them
    (root,) = (each for each in own if each.get("Type") == "/StructTreeRoot")
    numbers = pdf.objects[int(root["ParentTree"].split()[0])]["Nums"]
    for marked in numbers[1::2]:
        marked[:] = [holders.get(each, each) for each in marked]


def _say_scope(cell: pydyf.Dictionary, tags: Tags) -> None:
    """Leave of a cell's attributes what it heads, if it heads anything."""
    cell.pop("ID", None)
    attributes = cell.pop("A")
    if cell["S"] == "/TH":
        group = tags[tags[cell["P"]]["P"]]
        attributes["Scope"] = "/Column" if group["S"] == "/THead" else "/Row"
        cell["A"] = attributes
