"""The rows of the annex: every finding of a casino, a row each, in the order of findings.csv."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from auditor.report.compose.context import contexts
from auditor.report.compose.report import ON_PAPER
from auditor.report.compose.verdict_words import word_of
from auditor.report.page.pages import environment
from auditor.report.words.wording import parse_day, sentence

if TYPE_CHECKING:
    from auditor.report.audit.document import Finding
    from auditor.report.audit.read import AuditRead
    from auditor.report.compose.context import Context

ROWS = 1000  # of a part: as many as a process lays out in a few hundred MiB


class AnnexRow(NamedTuple):
    """One finding as the annex lists it, each cell as words."""

    id: str
    rule: str
    day: str
    table: str
    hand: str
    verdict: str
    stake: str
    owed: str


def context_of_annex(read: AuditRead, *, lang: str) -> Context:
    """Make the context of the one casino that a part of an audit tells of."""
    (context,) = contexts(read, lang=lang, limits=ON_PAPER)
    return context


def parts_of(count: int) -> int:
    """Count the parts into which an annex of so many findings falls."""
    return ceil(count / ROWS)


def part_title(context: Context, part: int) -> str:
    """Name a part by the rows that it holds; parts count from 1."""
    count, number = len(context.findings), context.wording.number
    first, last = (part - 1) * ROWS + 1, min(part * ROWS, count)
    return context.wording.say(
        "annex_part", first=number(first), last=number(last), total=number(count)
    )


def part_html(context: Context, part: int) -> str:
    """Lay out a part of the annex as a page; parts count from 1."""
    own = context.findings[(part - 1) * ROWS : part * ROWS]
    return (
        environment(context.wording)
        .get_template("annex.html.j2")
        .render(
            lang=context.lang,
            title=part_title(context, part),
            part=part,
            casino=context.wording.casino(context.casino.casino_id),
            audit=context.read.sha256,
            columns=AnnexRow._fields,
            rows=[_row(context, finding) for finding in own],
        )
    )


def _row(context: Context, finding: Finding) -> AnnexRow:
    """Write one finding: what it is, where it is, what it comes to and who is owed."""
    wording, clause = context.wording, context.index.clauses.get((finding.norm, finding.clause))
    article = wording.article(clause.article) if clause else ""
    at_stake, owed = finding.at_stake, finding.owed_to or "unknown"
    return AnnexRow(
        id=finding.id,
        rule=" · ".join(filter(None, (finding.rule, article))),
        day=wording.day(parse_day(finding.gaming_date)) or wording.say("undated"),
        table=finding.table_id or "—",
        hand=finding.hand_id or finding.shoe_id or finding.session_id or finding.subject or "—",
        verdict=_verdict(context, finding),
        stake="—" if at_stake is None else wording.money(abs(at_stake), finding.currency or ""),
        owed="—" if at_stake is None else wording.word("owed", owed),
    )


def _verdict(context: Context, finding: Finding) -> str:
    """Name the verdict, and what was decided of the finding since."""
    word = sentence(word_of(context, finding.verdict, norm=finding.norm))
    review = context.wording.word("review", finding.review.decision) if finding.review else ""
    waived = context.wording.say("annex_waived") if finding.waiver else ""
    return ", ".join(filter(None, (word, review.lower(), waived)))
