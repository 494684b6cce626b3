"""Write the READMEs' tables from the figures that the commands of proof and of speed left.

    python -m benchmarks.readme

Of the proof one row a norm; `benchmarks/readme_speed.py` makes the tables of speed. What was not
measured shows as “not run”; nothing is measured here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

import yaml

from benchmarks.readme_speed import blocks

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
FIGURES = ROOT / "benchmarks" / "figures"
SPANISH = ROOT / "README.es.md"
BLOCK = r"(<!-- figures:{name} -->\n).*?(<!-- /figures:{name} -->)"
HEAD = (
    "norm",
    "sentences accounted for",
    "automated clauses with a whole set of cases",
    "changed rules and facts: noticed by cases, by the witness's hands too",
    "lawful hands: wrong findings",
    "planted violations: found, missed, wrong findings",
    "hands against the second witness: disagreements",
)
NOT_RUN = "not run"

Told = Mapping[str, object]


def main() -> None:
    """Write the tables into the READMEs."""
    for file in (README, SPANISH):
        file.write_text(with_figures(file.read_text("utf-8")), encoding="utf-8")


def with_figures(readme: str) -> str:
    """Give a README with every table that it has marks for."""
    for name, written in {"proof": table(), **blocks()}.items():
        if f"<!-- figures:{name} -->" in readme:
            readme = with_table(readme, written, name=name)
    return readme


def with_table(readme: str, written: str, *, name: str = "proof") -> str:
    """Give the README with a table between its marks; raises ValueError where it has none."""
    block = re.compile(BLOCK.format(name=name), re.DOTALL)
    if not block.search(readme):
        raise ValueError(README)
    return block.sub(lambda found: f"{found[1]}{written}{found[2]}", readme)


def table(figures: Path = FIGURES) -> str:
    """Give the table, a row for each norm in the order of their prefixes."""
    norms = [yaml.safe_load(file.read_text("utf-8")) for file in ROOT.glob("rules/*/norm.yaml")]
    rows = [_row(norm, figures) for norm in sorted(norms, key=lambda norm: str(norm["prefix"]))]
    rule = "|".join(["---"] * len(HEAD))
    lines = ["| " + " | ".join(cells) + " |" for cells in [HEAD, *rows]]
    return "\n".join([lines[0], f"|{rule}|", *lines[1:]]) + "\n"


def _row(norm: Told, figures: Path) -> tuple[str, ...]:
    """Give a norm's cells."""
    prefix, games = str(norm["prefix"]), norm["games"]
    if not isinstance(games, list):
        raise TypeError(prefix)
    coverage, mutants, quality, witness = (
        _read(figures / f"{name}.json") for name in ("coverage", "mutants", "quality", "witness")
    )
    return (
        f"`{prefix}`",
        _covered(coverage, prefix, what="sentences_accounted", of="sentences_total"),
        _covered(coverage, prefix, what="automated_complete", of="automated_total"),
        _noticed(mutants, prefix),
        _still(quality, prefix, games=games),
        _found(quality, prefix, games=games),
        _agreed(witness, games) if prefix != "REC" else "–",
    )


def _read(file: Path) -> Told:
    """Read figures; none where they were not taken."""
    found = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return found if isinstance(found, dict) else {}


def _part(told: object, *keys: str) -> dict[str, object]:
    """Give a part of figures by its keys; nothing where it is not there."""
    for key in keys:
        told = told.get(key) if isinstance(told, dict) else None
    return told if isinstance(told, dict) else {}


def _number(told: Mapping[str, object], key: str) -> int:
    """Give a count."""
    return int(str(told.get(key, 0)))


def _covered(coverage: Told, prefix: str, *, what: str, of: str) -> str:
    """Tell n of N from the figures of coverage."""
    norms = coverage.get("norms", [])
    own = [each for each in norms if each["prefix"] == prefix] if isinstance(norms, list) else []
    return f"{own[0][what]}/{own[0][of]}" if own else NOT_RUN


def _noticed(mutants: Told, prefix: str) -> str:
    """Tell how many changes were noticed, of those tried; a sample is called one."""
    told = _part(mutants, "norms", prefix)
    whole, some = _part(told, "all"), _part(told, "sampled")
    if some:
        return f"sample of {_number(told, 'in_all'):,}: {_caught(some)}"
    return _caught(whole) if whole else NOT_RUN


def _caught(told: Told) -> str:
    """Tell noticed by cases, by the witness too, of those tried; and how many change nothing."""
    tried = _number(told, "mutants") - _number(told, "refused")
    alike = _number(told, "equivalent")
    same = f" ({alike} change nothing)" if alike else ""
    noticed = _number(told, "noticed")
    return f"{noticed - _number(told, 'by_witness'):,}, {noticed:,} of {tried:,}{same}"


def _still(quality: Told, prefix: str, *, games: list[str]) -> str:
    """Tell on how many lawful hands a norm's rules found how many violations."""
    clean = [_part(quality, game, "clean") for game in games]
    measured = [each for each in clean if each]
    if not measured:
        return NOT_RUN
    hands = sum(_number(each, "hands") for each in measured)
    wrong = sum(
        int(str(count))
        for each in measured
        for rule, count in _part(each, "by_rule").items()
        if rule.startswith(f"{prefix}-")
    )
    return f"{hands:,}: {wrong:,}"


def _found(quality: Told, prefix: str, *, games: list[str]) -> str:
    """Tell how many planted violations of a norm's rules were found, missed or made up."""
    scores = [
        score
        for game in games
        for rule, score in _part(quality, game, "rules").items()
        if rule.startswith(f"{prefix}-") and isinstance(score, dict)
    ]
    if not scores:
        return NOT_RUN
    found, missed, false = (
        sum(_number(score, key) for score in scores) for key in ("found", "missed", "false")
    )
    return f"{found:,}, {missed:,}, {false:,}"


def _agreed(witness: Told, games: list[str]) -> str:
    """Tell on how many hands the second witness was asked, and disagreed."""
    told = [_part(witness, game) for game in games if _part(witness, game)]
    if not told:
        return NOT_RUN
    hands, against = (
        sum(_number(each, key) for each in told) for key in ("hands", "disagreements")
    )
    return f"{hands:,}: {against:,}"


if __name__ == "__main__":
    main()
