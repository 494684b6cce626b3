"""Signs that cannot be seen, made visible: no value of a log moves or hides the words by it."""

from __future__ import annotations

import re

# Control characters, and those that turn the direction of writing or break a line.
_HIDDEN = re.compile(
    "[\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]"
)


def visible(text: str, *, keep: str = "") -> str:
    """Write each hidden sign as its escape, but for those to keep."""
    return _HIDDEN.sub(lambda found: found[0] if found[0] in keep else _escape(found[0]), text)


def _escape(sign: str) -> str:
    """Write one sign as Python would."""
    return sign.encode("unicode_escape").decode("ascii")
