"""The fonts of the PDF, taken from matplotlib's data so that every machine sets the same page."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from pathlib import Path

FACES = (
    ("Report Serif", "STIXGeneral.ttf", 400, "normal"),
    ("Report Serif", "STIXGeneralItalic.ttf", 400, "italic"),
    ("Report Serif", "STIXGeneralBol.ttf", 700, "normal"),
    ("Report Sans", "DejaVuSans.ttf", 400, "normal"),
    ("Report Sans", "DejaVuSans-Bold.ttf", 700, "normal"),
    ("Report Mono", "DejaVuSansMono.ttf", 400, "normal"),
)


@cache
def font_faces() -> str:
    """Give the CSS that declares the fonts, each as a data: URI."""
    import matplotlib as mpl

    folder = Path(mpl.get_data_path()) / "fonts" / "ttf"
    return "\n".join(
        _face(folder / name, f"font-family:'{family}';font-weight:{weight};font-style:{style}")
        for family, name, weight, style in FACES
        if (folder / name).is_file()
    )


def _face(path: Path, description: str) -> str:
    """Declare one font."""
    content = b64encode(path.read_bytes()).decode("ascii")
    return f"@font-face{{{description};src:url('data:font/ttf;base64,{content}')}}"
