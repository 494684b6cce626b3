"""Signs that cannot be seen, made visible: no value of a log moves or hides the words by it."""

from __future__ import annotations

import re

# Control characters, those of no width, and those that turn the direction of writing or break
# a line.
_HIDDEN = re.compile(
    "[\\x00-\\x1f\\x7f-\\x9f\\xad\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff]"
)


def visible(text: str, *, keep: str = "") -> str:
    """Write each hidden sign as its escape, but for those to keep."""
    return _HIDDEN.sub(lambda found: found[0] if found[0] in keep else _escape(found[0]), text)


def _escape(sign: str) -> str:
    """Write one sign as Python would."""
    return sign.encode("unicode_escape").decode("ascii")
