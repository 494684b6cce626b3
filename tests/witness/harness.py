"""The audit's verdicts beside a witness's: what each says of every rule and subject."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from auditor.evaluate.verdict import Verdict
from auditor.rulebook.load import default_rules, load_rulebook
from auditor.run.judge.context import context_of
from auditor.run.judge.task import run_tables
from auditor.sql import connect, query
from tests.witness.rows import sessions_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from auditor.rulebook.model import Norm
    from auditor.run.judge.context import Context
    from auditor.store.house import House
    from tests.witness.games import Game

BITS = {verdict.word: 1 << verdict for verdict in Verdict}
NOTHING = BITS["not_assessable"] | BITS["out_of_scope"]
SAID = pa.schema(
    [
        ("rule", pa.string()),
        ("casino_id", pa.string()),
        ("subject", pa.string()),
        ("bits", pa.int32()),
    ]
)
SHOWN = 25


@dataclass(frozen=True, slots=True)
class Night:
    """Canonical tables with what goes with them: house files by casino, and rejected records.

    Where data is missing (`has_holes`), “not assessable” and “out of scope” are one: nothing said.
    """

    tables: Mapping[str, pa.Table]
    houses: Mapping[str, House]
    rejects: pa.Table | None = None
    has_holes: bool = False


@dataclass(frozen=True, slots=True)
class Compared:
    """How far the audit and a witness were compared, and where they disagree, some shown."""

    hands: int = 0
    verdicts: int = 0
    disagreements: int = 0
    shown: tuple[str, ...] = ()

    def __add__(self, other: Compared) -> Compared:
        return Compared(
            self.hands + other.hands,
            self.verdicts + other.verdicts,
            self.disagreements + other.disagreements,
            (*self.shown, *other.shown)[:SHOWN],
        )


@cache
def norm_of(prefix: str) -> Norm:
    """Give a norm of the rulebook by its prefix."""
    return next(n for n in load_rulebook(default_rules()).norms if n.prefix == prefix)


def compare(night: Night, game: Game) -> Compared:
    """Judge a night by the audit and by the game's witness, and set the verdicts side by side."""
    casinos = set(night.tables["sessions"]["casino_id"].to_pylist())
    context = context_of((norm_of(game.prefix),), casinos, houses=night.houses)
    context = replace(context, rejects=night.rejects, threads=1)
    audited, not_run = _audited(night, context)
    witnessed = witnessed_in(night, game, context=context)
    found = disagreements(audited, witnessed, game, has_holes=night.has_holes)
    return replace(
        found,
        hands=_hands(night, game),
        disagreements=found.disagreements + len(not_run),
        shown=(*not_run, *found.shown),
    )


def _hands(night: Night, game: Game) -> int:
    """Count the hands (of bridge, the boards) of a night that are of the game."""
    connection = connect(threads=1)
    table = night.tables.get("boards" if game.id == "bridge" else "hands")
    if table is None:
        return 0
    connection.register("sessions", night.tables["sessions"])
    connection.register("hands", table)
    counted = query(
        connection,
        "SELECT count(*) AS n FROM hands JOIN sessions USING (casino_id, session_id) "
        f"WHERE game = '{game.id}' AND hands.gaming_date IS NOT DISTINCT FROM sessions.gaming_date",
    )
    return int(counted["n"][0].as_py())


def _audited(night: Night, context: Context) -> tuple[pa.Table, tuple[str, ...]]:
    """Give the audit's verdicts, and the rules that it could not run."""
    outcome = run_tables(night.tables, context)
    found = [
        table.select(["rule", "casino_id", "subject", "verdict"]) for table in outcome.verdicts
    ]
    return pa.concat_tables(found), tuple(
        f"{each.rule} not run: {each.reason}" for each in outcome.not_run
    )


def witnessed_in(night: Night, game: Game, *, context: Context) -> pa.Table:
    """Give the witness's verdicts on the casinos that the norm governs, as bits of `Verdict`."""
    governed = context.governed[norm_of(game.prefix).id].casinos
    there = sessions_of(night.tables, game=game.id, houses=night.houses, rejects=night.rejects)
    rules: list[str] = []
    casinos: list[str] = []
    subjects: list[str] = []
    bits: list[int] = []
    for casino in sorted(governed & there.keys()):
        for rule, subject, words in game.judge(there[casino]):
            rules.append(rule)
            casinos.append(casino)
            subjects.append(subject)
            bits.append(BITS[words] if words in BITS else _bits(words))
    return pa.table([rules, casinos, subjects, bits], schema=SAID)


def _bits(words: str) -> int:
    """Give several verdicts of which any may be, as bits."""
    return sum(BITS[word] for word in set(words.split("|")))


_BESIDE = """
WITH audited AS (
    SELECT rule, casino_id, subject, bit_or((1 << verdict)::INTEGER) AS bits, count(*) AS rows
    FROM given_audited GROUP BY ALL
), witnessed AS (
    SELECT rule, casino_id, subject, bit_or(bits) AS bits, count(*) AS rows
    FROM given_witnessed GROUP BY ALL
)
SELECT rule, casino_id, subject, audit, witness,
    audit IS NULL OR witness IS NULL OR audit_rows <> witness_rows
        OR audit & (witness | CASE WHEN witness & {alike} > 0 THEN {alike} ELSE 0 END) <> audit
        AS differs
FROM (SELECT rule, casino_id, subject, coalesce(a.bits, {absent}) AS audit, a.rows AS audit_rows,
        coalesce(w.bits, {absent}) AS witness, w.rows AS witness_rows
    FROM audited AS a FULL JOIN witnessed AS w USING (rule, casino_id, subject))
"""


def disagreements(
    audited: pa.Table, witnessed: pa.Table, game: Game, *, has_holes: bool
) -> Compared:
    """Join what both say; a rule that the witness cannot judge is left out, and listed as such."""
    if game.is_sparse:
        audited = audited.filter(pc.not_equal(audited["verdict"], int(Verdict.OUT_OF_SCOPE)))
    alike = NOTHING if has_holes else 0
    connection = connect(threads=1)
    connection.register("given_audited", audited)
    connection.register("given_witnessed", witnessed)
    left_out = ", ".join(f"'{rule}'" for rule in ("", *game.silent))
    absent = str(BITS["out_of_scope"]) if game.is_sparse else "NULL::INTEGER"
    said = _BESIDE.format(alike=alike, absent=absent)
    beside = f"SELECT * FROM ({said}) WHERE rule NOT IN ({left_out})"
    counts = query(
        connection, f"SELECT count(*) AS n, count(*) FILTER (differs) AS bad FROM ({beside})"
    ).to_pylist()[0]
    shown = query(
        connection,
        "SELECT *, count(*) OVER (PARTITION BY rule) AS many "
        f"FROM ({beside}) WHERE differs QUALIFY row_number() OVER "
        "(PARTITION BY rule, audit, witness ORDER BY casino_id, subject) <= 2 "
        "ORDER BY rule, subject",
    ).to_pylist()
    return Compared(
        verdicts=counts["n"],
        disagreements=counts["bad"],
        shown=tuple(_told(row) for row in shown[:SHOWN]),
    )


def _told(row: Mapping[str, object]) -> str:
    """Tell one disagreement, and how many there are of the rule."""
    return (
        f"{row['rule']} {row['casino_id']} {row['subject']}: audit {_words(row['audit'])}, "
        f"witness {_words(row['witness'])} ({row['many']} of this rule)"
    )


def _words(bits: object) -> str:
    """Give bits of verdicts as words."""
    return (
        "|".join(word for word, bit in BITS.items() if isinstance(bits, int) and bits & bit)
        or "nothing"
    )
