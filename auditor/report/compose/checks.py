"""The checks of chance and of the record of one casino, family by family."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from auditor.report.model.checks import CheckFamily, CheckLine, CheckPart
from auditor.report.words.wording import choose

if TYPE_CHECKING:
    from collections.abc import Iterable

    from auditor.report.audit.checks import CheckResult
    from auditor.report.compose.context import Context

ORDER = ("doubtful", "not_run", "not_enough_data", "consistent")


def build_checks(context: Context) -> tuple[CheckFamily, ...]:
    """Give what each check says of this casino's tables, in the audit's order of checks."""
    casino = context.casino.casino_id
    own = [each for each in context.audit.checks if each.casino_id == casino]
    return tuple(
        CheckFamily(
            family,
            tuple(
                _part([each for each in own if each.check == check], context)
                for check in _once(each.check for each in own if each.family == family)
            ),
        )
        for family in _once(each.family for each in own)
    )


def _once(names: Iterable[str]) -> tuple[str, ...]:
    """Give names once each, in their order."""
    return tuple(dict.fromkeys(names))


def _part(results: list[CheckResult], context: Context) -> CheckPart:
    """Give one check, its doubtful tables first, as many as the form shows."""
    first, lang = results[0], context.lang
    ordered = sorted(results, key=lambda each: ORDER.index(each.verdict))
    counts = Counter(each.verdict for each in results)
    return CheckPart(
        check=first.check,
        title=choose(first.title, first.title_en, lang=lang),
        method=choose(first.method, first.method_en, lang=lang),
        verdicts=tuple((word, counts[word]) for word in ORDER if counts[word]),
        lines=tuple(
            CheckLine(
                each.table_id or "",
                each.verdict,
                choose(each.sentence, each.sentence_en, lang=lang),
            )
            for each in ordered[: context.limits.detailed]
        ),
        total=len(results),
    )
