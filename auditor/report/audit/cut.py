"""The findings of a document cut out of its bytes, so that many are not read and written again."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

# A text of JSON holds no line break, so that these stand only where `document_bytes` puts them.
OPENS, CLOSES, NONE = b'\n "findings": [\n  {\n', b"\n  }\n ]", b'\n "findings": []'
BETWEEN = b"\n  },\n  {\n"
CASINO = re.compile(rb'^   "casino_id": ("(?:[^"\\]|\\.)*")', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Cut:
    """A document without its findings, and where in its bytes those of each casino stand."""

    content: bytes
    rest: Mapping[str, object]
    places: Mapping[str, Sequence[slice]]

    def with_findings(self, rest: bytes, casino_id: str) -> bytes:
        """Put the findings of a casino, as they stand, into a document that is without."""
        view = memoryview(self.content)  # its slices copy nothing
        found = [view[place] for place in self.places.get(casino_id, ())]
        inside = [part for each in found for part in (BETWEEN, each)]
        before, _, after = rest.partition(NONE)
        return b"".join((before, *([OPENS, *inside[1:], CLOSES] if found else [NONE]), after))


def cut(content: bytes) -> Cut | None:
    """Cut a document; None where it has no findings or is not laid out as `document_bytes` does."""
    opens = content.find(OPENS)
    start = opens + len(OPENS)
    end = content.find(CLOSES, start)
    found = list(_places(content, start, end=end)) if opens >= 0 and end >= 0 else []
    if not found or not _is_laid_out(content[found[0]]):
        return None
    places: dict[str, list[slice]] = {}
    for place in found:
        casino = CASINO.search(content, place.start, place.stop)
        if casino is None:
            return None
        places.setdefault(json.loads(casino[1]), []).append(place)
    rest = json.loads(content[:opens] + NONE + content[end + len(CLOSES) :])
    return Cut(content, rest, places)


def _is_laid_out(finding: bytes) -> bool:
    """Tell whether the inside of a finding is as this program writes it."""
    try:
        told = json.loads(b"{" + finding + b"}")
    except ValueError:
        return False
    again = json.dumps({"findings": [told]}, ensure_ascii=False, indent=1).encode()
    return again == b"{" + OPENS + finding + CLOSES + b"\n}"


def _places(content: bytes, start: int, *, end: int) -> Iterator[slice]:
    """Give where each finding stands."""
    while (stop := content.find(BETWEEN, start, end)) >= 0:
        yield slice(start, stop)
        start = stop + len(BETWEEN)
    yield slice(start, end)
