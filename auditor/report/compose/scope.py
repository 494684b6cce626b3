"""Who was audited, what of it, and by which norms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.report.compose.context import RECORD, first_date, last_date, norm_ids
from auditor.report.model.lines import NormLine
from auditor.report.model.report import GameLine, Identity, Scope
from auditor.report.words.wording import parse_day, pick

if TYPE_CHECKING:
    from collections.abc import Mapping

    from auditor.report.audit.document import Casino, GameScope, Norm
    from auditor.report.compose.context import Context


def build_identity(casino: Casino) -> Identity:
    """Say who was audited; what the house file leaves out stays None."""
    return Identity(
        casino_id=casino.casino_id,
        operator=casino.operator,
        ruc=casino.ruc,
        register_code=casino.register_code,
        address=casino.address,
        representative=casino.representative,
        zone=casino.zone,
        house_declared=casino.house_declared,
    )


def build_scope(context: Context) -> Scope:
    """Say what was audited: games, tables, gaming dates, hands and bets."""
    casino, word = context.casino, context.wording.word
    return Scope(
        games=tuple(_game(game, word("game", game.game)) for game in casino.games),
        ungoverned=tuple(
            (word("game", left.game), left.sessions, hands_in(left.subjects) or 0)
            for left in casino.ungoverned
        ),
        first=first_date(casino),
        last=last_date(casino),
    )


def _game(game: GameScope, name: str) -> GameLine:
    """Count what was audited of one game; a grain that it does not have is None."""
    subjects = game.subjects
    return GameLine(
        name=name,
        tables=game.tables if isinstance(game.tables, int) else len(game.tables),
        sessions=game.sessions,
        unit="hands" if "hand" in subjects else "boards",
        hands=hands_in(subjects),
        bets=subjects.get("bet"),
        first=parse_day(game.first_date),
        last=parse_day(game.last_date),
    )


def hands_in(subjects: Mapping[str, int]) -> int | None:
    """Count the hands, or in bridge the boards; None where neither is counted."""
    return subjects.get("hand", subjects.get("board"))


def build_norms(context: Context) -> tuple[NormLine, ...]:
    """Say by which norms this casino was judged."""
    norms = context.index.norms
    applied = (norms[norm] for norm in norm_ids(context.casino) if norm in norms)
    return tuple(norm_line(norm, context.lang) for norm in applied)


def norm_line(norm: Norm, lang: str) -> NormLine:
    """Give one norm in a language."""
    force = norm.in_force
    return NormLine(
        id=norm.id,
        prefix=norm.prefix,
        title=pick(norm.title, lang) or norm.id,
        citation=pick(norm.citation, lang),
        authority=pick(norm.authority, lang) or None,
        edition=norm.edition,
        since=parse_day(force.since) if force else None,
        until=parse_day(force.to) if force else None,
        certainty=force.certainty if force else None,
        note=(pick(force.note, lang) or None) if force else None,
        text_sha256=None if norm.id == RECORD else norm.text_sha256,
        of_record=norm.id == RECORD,
    )
