"""The README's tables of speed, from what `make bench`, the year and the profile left.

Each in English and in Spanish. What was not measured says so.
"""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

FIGURES = Path(__file__).parent / "figures"
LANGUAGES = ("en", "es")
NOT_RUN = {"en": "Not run.\n", "es": "Sin medir.\n"}
HEAD = {
    "en": ("figure", "seen", "bar", "how", "load"),
    "es": ("cifra", "visto", "límite", "cómo", "carga"),
}
MANY = 100_000_000
DEAREST = 10
MOST, LEAST = "≤", "≥"
# What the year is told by: a row a line; the places are those of `values_of`.
YEAR = {
    "en": (
        ("what", "here", "two Dask workers"),
        ("hands", "{hands:,} of {casinos} casinos, {nights:,} casino-nights, {gib:.1f} GiB",
         "the same, the same bytes found"),
        ("time", "{here_s:,.0f} s", "{cluster_s:,.0f} s"),
        ("processor", "{here_p:,.0f} s", "{cluster_p:,.0f} s"),
        ("load of the machine (2: nobody else used it)", "{load:.0f}", "{load:.0f}"),
        ("hands a second for each core", "{here_rate:,}", "{cluster_rate:,}"),
        ("most memory of one process", "{here_gib:.2f} GiB", "{worker_gib:.2f} GiB"),
        ("core hours for 100 million hands (cost: times the price of one)",
         "{here_hours:.1f}", "{cluster_hours:.1f}"),
        ("one casino-night (one partition)", "{night:.2f} MB, {a_night:,.0f} hands", "–"),
        ("beside the bare scan", "{scans} times ({scans_p} of processor)", "–"),
    ),
    "es": (
        ("qué", "aquí", "dos trabajadores de Dask"),
        ("jugadas", "{hands:,} de {casinos} salas, {nights:,} noches de sala, {gib:.1f} GiB",
         "las mismas, los mismos bytes"),
        ("tiempo", "{here_s:,.0f} s", "{cluster_s:,.0f} s"),
        ("procesador", "{here_p:,.0f} s", "{cluster_p:,.0f} s"),
        ("carga de la máquina (2: nadie más la usó)", "{load:.0f}", "{load:.0f}"),
        ("jugadas por segundo y núcleo", "{here_rate:,}", "{cluster_rate:,}"),
        ("memoria mayor de un proceso", "{here_gib:.2f} GiB", "{worker_gib:.2f} GiB"),
        ("horas de núcleo por 100 millones de jugadas (coste: por el precio de una)",
         "{here_hours:.1f}", "{cluster_hours:.1f}"),
        ("una noche de sala (una partición)", "{night:.2f} MB, {a_night:,.0f} jugadas", "–"),
        ("frente a la lectura sola", "{scans} veces ({scans_p} de procesador)", "–"),
    ),
}  # fmt: skip


def blocks(figures: Path = FIGURES) -> Mapping[str, str]:
    """Give the text of each block of the READMEs, by the name in its marks."""
    bench, year = (_read(figures / f"{name}.json") for name in ("bench", "year"))
    return {
        **{f"bench-{lang}": _bench(bench, lang) for lang in LANGUAGES},
        **{f"year-{lang}": _year(year, lang) for lang in LANGUAGES},
        "profile": _profile(_read(figures / "profile.json")),
    }


def _profile(told: Mapping[str, object]) -> str:
    """Give the dearest steps of one batch, in hundredths of its seconds of processor."""
    steps = told.get("steps")
    if not isinstance(steps, dict):
        return NOT_RUN["en"]
    whole = float(str(told["seconds"]))
    dearest = [f"{name} {100 * spent / whole:.0f} %" for name, spent in steps.items()][:DEAREST]
    head = f"Of {whole:.1f} s of processor for {told['rows']:,} rows (load {told['load']}): "
    return fill(head + ", ".join(dearest) + ".", width=115) + "\n"


def _read(file: Path) -> Mapping[str, Mapping[str, object]]:
    """Read figures; none where they were not taken."""
    found = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return found if isinstance(found, dict) else {}


def _bench(kept: Mapping[str, Mapping[str, object]], lang: str) -> str:
    """Give the table of the benchmarks."""
    rows = [
        (what, f"{one['value']:.2f}", f"{LEAST if one['least'] else MOST} {one['limit']:g}",
         str(one["how"]), f"{one['load']:.0f}")
        for what, one in kept.items()
    ]  # fmt: skip
    return _table([HEAD[lang], *rows]) if rows else NOT_RUN[lang]


def _year(told: Mapping[str, object], lang: str) -> str:
    """Give the table of the year."""
    if not told:
        return NOT_RUN[lang]
    values = values_of(told)
    return _table([tuple(cell.format(**values) for cell in row) for row in YEAR[lang]])


def values_of(told: Mapping[str, object]) -> dict[str, object]:
    """Give what the table of the year has places for."""
    here, cluster = told["here"], told["cluster"]
    if not isinstance(here, dict) or not isinstance(cluster, dict):
        raise TypeError(told)
    size, nights = int(str(told["bytes"])), int(str(told["nights"]))
    workers = [size for name, size in cluster["gib"].items() if name.startswith("worker")]
    return {
        "hands": told["hands"],
        "casinos": told["casinos"],
        "nights": told["nights"],
        "gib": size / 1024**3,
        "here_s": here["seconds"],
        "cluster_s": cluster["seconds"],
        "here_p": here["processor"],
        "cluster_p": cluster["processor"],
        "load": told["load"],
        "here_hours": MANY / here["hands a second of a core"] / 3600,
        "cluster_hours": MANY / cluster["hands a second of a core"] / 3600,
        "night": size / nights / 1e6,
        "a_night": int(str(told["hands"])) / nights,
        "here_rate": here["hands a second of a core"],
        "cluster_rate": cluster["hands a second of a core"],
        "here_gib": here["gib of the largest process"],
        "worker_gib": max(workers),
        "scans": told["scans"],
        "scans_p": told["scans of processor"],
    }


def _table(rows: list[tuple[str, ...]]) -> str:
    """Write rows as a table, the first its head."""
    lines = ["| " + " | ".join(cells) + " |" for cells in rows]
    rule = "|".join(["---"] * len(rows[0]))
    return "\n".join([lines[0], f"|{rule}|", *lines[1:]]) + "\n"
