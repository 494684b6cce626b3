"""Audits made up for the report's tests: three casinos, any number of findings, nothing random."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from auditor.report.audit.read import AuditRead, HandRows, parse_audit
from auditor.report.compose.report import ON_SCREEN, build_reports

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from auditor.report.model.report import CasinoReport, Limits

Json: TypeAlias = dict[str, Any]

NORMS: list[Json] = [
    {
        "id": "pe-2003-bling-bling",
        "prefix": "BLB",
        "jurisdiction": "PE",
        "title": {"es": "Bling Bling 2002", "en": "Bling Bling 2002"},
        "citation": {
            "es": "Reglamento del Juego Bling Bling 2002, El Peruano 5-6-2003",
            "en": "Rules of the game Bling Bling 2002, El Peruano 5-6-2003",
        },
        "authority": {"es": "DNT (hoy DGJCMT)", "en": "DNT (today DGJCMT)"},
        "edition": "2003",
        "in_force": {"from": "2003-06-06", "to": None, "certainty": "src"},
        "text_sha256": "b" * 64,
        "finding_word": {"es": "infracción", "en": "violation"},
    },
    {
        "id": "uy-1978-mini-bacara",
        "prefix": "MIN",
        "jurisdiction": "UY",
        "title": {"es": "Mini-Bacará", "en": "Mini-Bacará"},
        "citation": {"es": "Decreto 217/978", "en": "Decree 217/978"},
        "edition": "1978",
        "in_force": {"from": "1978-04-26", "to": None, "certainty": "inferred"},
        "finding_word": {"es": "apartamiento", "en": "departure"},
    },
    {
        "id": "wbf-2007-law-6",
        "prefix": "BRG",
        "jurisdiction": "WBF",
        "title": {"es": "Ley 6: baraja y reparto", "en": "Law 6: shuffle and deal"},
        "citation": {
            "es": "Leyes del Bridge Duplicado 2007",
            "en": "Laws of Duplicate Bridge 2007",
        },
        "edition": "2007",
        "in_force": {"from": None, "to": None},
        "finding_word": {"es": "irregularidad", "en": "irregularity"},
    },
]

# norm, rule, article, quote, paraphrase es, paraphrase en, grain, owed_to
RULES: list[tuple[str, str, str, str, str, str, str, str | None]] = [
    (
        "pe-2003-bling-bling", "BLB-6.a", "6", "el pago será de 12 a 1",
        "La fila que gana se paga 12 a 1", "A winning row pays 12 to 1", "bet", "player",
    ),
    (
        "pe-2003-bling-bling", "BLB-9.1", "9", "los límites mínimo y [máximo] de las apuestas",
        "Las apuestas respetan los límites", "Bets keep to the limits", "bet", None,
    ),
    (
        "uy-1978-mini-bacara", "MIN-10a", "10", "se pagará solamente el 90 %",
        "La apuesta ganadora a Banca se paga 90 %", "A winning Banca bet pays 90 %",
        "bet", "player",
    ),
    (
        "uy-1978-mini-bacara", "MIN-9d1", "9", "Banca siete planta",
        "Banca planta con siete", "Banca stands on seven", "hand", None,
    ),
    (
        "wbf-2007-law-6", "BRG-6B1", "Ley 6 B1", "cuatro manos de trece cartas",
        "Cuatro manos de trece cartas", "Four hands of thirteen cards", "board", None,
    ),
]  # fmt: skip
UNJUDGED: list[tuple[str, str, str, str]] = [
    ("pe-2003-bling-bling", "BLB-8.1", "organisational", "Se ve en la sala, no en el registro."),
    ("pe-2003-bling-bling", "BLB-7.2", "manual", "El reclamo se tramita por escrito."),
    ("uy-1978-mini-bacara", "MIN-12", "definition", "Es de forma."),
]
CASINOS: dict[str, Json] = {
    "LIM-01": {"norm": "pe-2003-bling-bling", "jurisdiction": "PE", "currency": "PEN",
               "zone": "America/Lima", "offset": "-05:00", "game": "bling_bling"},
    "MVD-01": {"norm": "uy-1978-mini-bacara", "jurisdiction": "UY", "currency": "UYU",
               "zone": "America/Montevideo", "offset": "-03:00", "game": "mini_bacara"},
    "OPEN-26": {"norm": "wbf-2007-law-6", "jurisdiction": "WBF", "currency": "",
                "zone": "America/Montevideo", "offset": "-03:00", "game": "bridge"},
}  # fmt: skip
VERDICTS = ("violation", "violation", "violation", "indeterminate", "observation")


def _finding(casino_id: str, number: int) -> Json:
    """Make the nth finding of a casino; the rules of its norm take turns."""
    place = CASINOS[casino_id]
    rules = [rule for rule in RULES if rule[0] == place["norm"]]
    norm, rule, article, _, es, en, _, owed = rules[number % len(rules)]
    verdict = VERDICTS[number % len(VERDICTS)]
    hand = f"{casino_id}-T{number % 3 + 1}-20260307-H{number:04d}"
    clock = f"{18 + number // 600 % 6:02d}:{number // 10 % 60:02d}:{number % 10 * 6:02d}"
    at = f"2026-03-07T{clock}{place['offset']}"
    stake = f"{10 + number % 7}.50" if owed else None
    return {
        "id": f"f{number:08d}{casino_id}", "norm": norm, "rule": rule, "clause": rule,
        "clauses": [rule], "citation": f"art. {article}", "verdict": verdict,
        "casino_id": casino_id, "table_id": f"{casino_id}-T{number % 3 + 1}",
        "gaming_date": "2026-03-07", "session_id": f"{casino_id}-S1", "hand_id": hand,
        "subject": f"{hand}-B{number % 9 + 1:02d}", "at": at, "dealer_id": f"D{number % 4}",
        "player_id": f"P{number % 11:03d}", "game": place["game"], "expected": "120.0000",
        "observed": "110.0000", "at_stake": stake, "owed_to": owed,
        "currency": place["currency"],
        "message": f"{es}; consta 110.", "message_en": f"{en}; the record shows 110.",
        "readings": [
            {"id": "exact", "verdict": "violation", "at_stake": stake},
            {"id": "nearest", "verdict": "pass", "at_stake": "0"},
        ] if verdict == "indeterminate" else [],
        "source": {"name": "bets.csv", "sha256": "a" * 64, "record": number + 1},
        "facts": {}, "window": {"from": at, "to": at},
    }  # fmt: skip


def _outcome(rule: tuple[str | None, ...], findings: list[Json]) -> Json:
    """Count a rule's verdicts over the findings made, beside a thousand sound subjects."""
    verdicts = [f["verdict"] for f in findings if f["rule"] == rule[1]]
    counts = {name: verdicts.count(name) for name in set(VERDICTS)}
    return {
        "norm": rule[0], "rule": rule[1], "clause": rule[1], "grain": rule[6], **counts,
        "pass": 1000, "not_assessable": 3, "out_of_scope": 40,
        "total": 1043 + len(verdicts), "missing": {"payout_basis": 3},
    }  # fmt: skip


def _casino(casino_id: str, findings: list[Json]) -> Json:
    """Make one casino with the counts of its rules."""
    place = CASINOS[casino_id]
    declared = {"operator": "Operadora de Prueba S.A.C."} if casino_id != "OPEN-26" else {}
    return {
        "casino_id": casino_id, "jurisdiction": place["jurisdiction"], "zone": place["zone"],
        "currency": place["currency"], "house_declared": casino_id != "OPEN-26", "sessions": 1,
        "games": [{"game": place["game"], "tables": 3, "sessions": 3,
                   "subjects": {"session": 3, "hand": 1200, "bet": 5400},
                   "first_date": "2026-03-07", "last_date": "2026-03-07"}],
        "outcomes": [_outcome(rule, findings) for rule in RULES if rule[0] == place["norm"]],
        "ungoverned": [], **declared,
    }  # fmt: skip


def _clauses() -> list[Json]:
    """List the clauses: those with a rule, then those that are not judged."""
    judged = [
        {"norm": norm, "clause": rule, "status": "automated", "article": article, "quote": [quote],
         "paraphrase": {"es": es, "en": en}, "certainty": "seed"}
        for norm, rule, article, quote, es, en, _, _ in RULES
    ]  # fmt: skip
    open_ = [
        {"norm": norm, "clause": clause, "status": status, "reason": reason, "article": "8",
         "paraphrase": {"es": "Cláusula sin regla", "en": "Clause without a rule"}}
        for norm, clause, status, reason in UNJUDGED
    ]  # fmt: skip
    return judged + open_


def audit_of(count: int, casinos: Sequence[str] = tuple(CASINOS)) -> Json:
    """Make an audit.json with `count` findings dealt over some casinos, else all three."""
    findings = [_finding(casinos[number % len(casinos)], number) for number in range(count)]
    by_casino = {name: [f for f in findings if f["casino_id"] == name] for name in casinos}
    return {
        "run": {"version": "0.1.0", "rules_hash": "c" * 64, "exit": 3 if count else 0,
                "schema_version": 1},
        "sources": [{"name": "bets.csv", "sha256": "a" * 64, "records": 5401, "written": 5400,
                     "rejected": 1}],
        "rejects": [{"source": "bets.csv", "record": 17, "column": "stake", "value": "1O.00",
                     "reason": "no es un importe", "reason_en": "is not an amount",
                     "table": "bets"}],
        "problems": [], "assumptions": ["bets.csv: UTF-8, separado por comas"],
        "assumptions_en": ["bets.csv: UTF-8, comma separated"],
        "norms": deepcopy(NORMS), "clauses": _clauses(),
        "rules": [
            {"norm": norm, "rule": rule, "clauses": [rule], "title": {"es": es, "en": en},
             "grain": grain, "kind": "duty", "over_reports": {"es": "Puede exagerar"},
             "readings": [{"id": "exact", "es": "exacto", "en": "exact"},
                          {"id": "nearest", "es": "a la ficha más cercana", "en": "to the chip"}]}
            for norm, rule, _, _, es, en, grain, _ in RULES
        ],
        "outcomes": [], "findings": findings,
        "casinos": [_casino(name, by_casino[name]) for name in casinos],
        "readings_adopted": [],
    }  # fmt: skip


@pytest.fixture(scope="session")
def make_audit() -> Callable[..., Json]:
    """Give the maker of audits of any size."""
    return audit_of


@pytest.fixture
def write_audit(tmp_path: Path) -> Callable[[Json], Path]:
    """Give a function that writes an audit.json into a folder and gives the folder."""

    def write(audit: Json) -> Path:
        (tmp_path / "audit.json").write_text(json.dumps(audit), encoding="utf-8")
        return tmp_path

    return write


@pytest.fixture(scope="session")
def build() -> Callable[..., dict[str, CasinoReport]]:
    """Give a function that builds the reports of an audit, by casino."""

    def build_all(
        audit: Json,
        *,
        lang: str = "es",
        limits: Limits | None = None,
        hands: dict[tuple[str, str], HandRows] | None = None,
    ) -> dict[str, CasinoReport]:
        read = AuditRead(parse_audit(json.dumps(audit).encode()), "d" * 64, hands=hands or {})
        reports = build_reports(read, lang=lang, limits=limits or ON_SCREEN)
        return {report.identity.casino_id: report for report in reports}

    return build_all
