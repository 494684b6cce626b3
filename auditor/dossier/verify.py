"""A report checked, offline: its bytes, signature, rules, and every finding audited again.

Each check holds, fails, or is open: what could not be checked is never told as if it held. What a
report need not have, such as a signature, may be absent.
"""

from __future__ import annotations

import hashlib
import tempfile
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from pyarrow.lib import ArrowException

from auditor.dossier.again import audited_again, ingested_again
from auditor.dossier.compare import first_difference, rules_difference
from auditor.dossier.inside import hashes, open_report, plain_object
from auditor.dossier.signature import signatures
from auditor.dossier.unnamed import columns_with_names
from auditor.errors import AuditorError, ResourceError, RulebookError, of_the_machine
from auditor.ingest.find.discover import paths_of
from auditor.ingest.find.found import shown
from auditor.report.annex.attached import AUDIT, HANDS, RULES, sha256_file
from auditor.rulebook.load import default_rules
from auditor.texts import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from auditor.dossier.inside import Inside

LONGEST = 300
NO_THREAD = "can't start new thread"  # as Python says it, of no class of its own
LOGS, LIST_OF_LOGS = "logs.zip", "logs.json"


class State(StrEnum):
    """How a check came out."""

    HOLDS = "holds"
    FAILS = "fails"
    OPEN = "open"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing checked: `name` is its key, the words are in both languages."""

    name: str
    state: State
    es: str
    en: str


@dataclass(frozen=True, slots=True)
class Against:
    """With what a report is checked: the logs, the rules, the trusted certificates."""

    logs: tuple[Path, ...] = ()
    rules: Path | None = None
    trusted: tuple[Path, ...] = ()


def verify(path: Path, against: Against | None = None) -> tuple[Check, ...]:
    """Check a report; raises InputError for a file that is none, or logs that are not there."""
    inside, known = open_report(path), against or Against()
    for given in known.logs:
        paths_of(given)
    parts: dict[str, Callable[[], Iterable[Check]]] = {
        "bytes": lambda: _bytes(path, inside),
        "attachments": lambda: _attachments(inside),
        "signature": lambda: _signatures(inside, known),
        "rules": lambda: [_rules(inside, known)],
        "findings": lambda: _findings(inside, known),
        "names": lambda: _names(inside),
        "pages": lambda: [_pages(inside)],
    }
    return tuple(check for name, part in parts.items() for check in _told(name, part))


def _told(name: str, part: Callable[[], Iterable[Check]]) -> list[Check]:
    """Make some checks; what cannot even be read of a stranger's file does not hold.

    What fails for want of what a machine has is left open: it says nothing of the file.
    """
    try:
        return list(part())
    except Exception as error:  # noqa: BLE001 (whatever befalls a library in a stranger's file)
        is_here = _is_of_here(error)
        key, state = ("not_here", State.OPEN) if is_here else ("unreadable", State.FAILS)
        said = shown(f"{type(error).__name__}: {error}")[:LONGEST]
        told = (
            error.say(lang) if isinstance(error, AuditorError) else said for lang in ("es", "en")
        )
        langs = zip(("es", "en"), told, strict=True)
        spanish, english = (say(f"dossier.{key}", lang=lang, reason=why) for lang, why in langs)
        return [Check(name, state, spanish, english)]


def _is_of_here(error: BaseException) -> bool:
    """Tell whether what went wrong is of this machine: room, memory, threads, one's own rules."""
    is_here = isinstance(error, (OSError, MemoryError, ResourceError, RulebookError))
    return is_here or str(error) == NO_THREAD or of_the_machine(error) is not None


def exit_code(checks: tuple[Check, ...]) -> int:
    """Give 5 where something does not hold, 4 where something could not be checked, else 0."""
    states = {check.state for check in checks}
    if State.FAILS in states:
        return 5
    return 4 if State.OPEN in states else 0


def _check(name: str, state: State, /, *, word: str | None = None, **values: object) -> Check:
    """Put a check in words: those of its name and state, or others."""
    code = f"dossier.{name}_{word or state}"
    return Check(name, state, say(code, lang="es", **values), say(code, lang="en", **values))


def _unable(name: str, state: State, *, error: AuditorError) -> Check:
    """Say why something could not be checked."""
    code = f"dossier.{name}_error"
    spanish, english = (say(code, lang=lang, reason=error.say(lang)) for lang in ("es", "en"))
    return Check(name, state, spanish, english)


def _bytes(path: Path, inside: Inside) -> Iterator[Check]:
    """Compare the file with the SHA-256 beside it; tell where there is none."""
    beside = sha256_file(path)
    if not beside.is_file():
        yield _check("bytes", State.ABSENT, file=beside.name)
        return
    due = beside.read_text("utf-8").split()[:1]
    got = hashlib.sha256(inside.content).hexdigest()
    state = State.HOLDS if due == [got] else State.FAILS
    yield _check("bytes", state, file=beside.name, due="".join(due), got=got)


def _attachments(inside: Inside) -> Iterator[Check]:
    """Compare the attachments with the list of them."""
    told, got = inside.told.get("files"), hashes(inside.files)
    listed = told if isinstance(told, dict) else {}
    wrong = sorted(name for name in {*listed, *got} if listed.get(name) != got.get(name))
    state = State.FAILS if wrong or AUDIT not in got else State.HOLDS
    names = ", ".join(wrong or sorted(got))
    yield _check("attachments", state, count=len(got), names=names)


def _signatures(inside: Inside, against: Against) -> Iterator[Check]:
    """Check each signature; a report without one says so."""
    found = signatures(inside.content, against.trusted)
    if not found:
        yield _check("signature", State.ABSENT)
    for one in found:
        values = {"signer": one.signer, "moment": one.moment, "reason": one.reason}
        if not one.is_intact:
            yield _check("signature", State.FAILS, **values)
        elif one.is_trusted is None:
            yield _check("signature", State.OPEN, **values)
        else:
            state = State.HOLDS if one.is_trusted else State.FAILS
            yield _check("signature", state, word=None if one.is_trusted else "untrusted", **values)


def _rules(inside: Inside, against: Against) -> Check:
    """Compare the rulebook inside with one's own."""
    if RULES not in inside.files:
        return _check("rules", State.OPEN)
    own = against.rules or default_rules()
    difference = rules_difference(inside.files[RULES], own)
    return _check(
        "rules", State.FAILS if difference else State.HOLDS, difference=difference, folder=own.name
    )


def _findings(inside: Inside, against: Against) -> Iterator[Check]:
    """Audit again the rows inside, and the logs given, and compare what is found."""
    document = plain_object(inside.files.get(AUDIT, b"{}"), AUDIT)
    kept = plain_object(inside.files.get(LIST_OF_LOGS, b"{}"), LIST_OF_LOGS).get("kept", "none")
    if LOGS in inside.files:
        yield from _compared(
            "findings",
            document,
            again=lambda work: audited_again(
                document, inside.files[LOGS], work=work, rules=against.rules
            ),
            whole=kept == "whole",
        )
    elif not against.logs:
        yield _check("findings", State.OPEN)
    if against.logs and _is_redacted(inside):
        yield _check("logs", State.OPEN, word="redacted")
    elif against.logs:
        yield from _compared(
            "logs",
            document,
            again=lambda work: ingested_again(
                document,
                against.logs,
                beside=inside.files.get(LOGS, b""),
                work=work,
                rules=against.rules,
            ),
            whole=True,
        )


def _names(inside: Inside) -> Iterator[Check]:
    """Look for persons with a name in the rows of a report that says that it names nobody."""
    if not _is_redacted(inside):
        return
    if LOGS not in inside.files:
        yield _check("names", State.OPEN)
        return
    try:
        columns = columns_with_names(inside.files[LOGS])
    except (AuditorError, ArrowException) as error:
        if _is_of_here(error):
            raise
        yield _check("names", State.FAILS, columns=error)
        return
    state = State.FAILS if columns else State.HOLDS
    yield _check("names", state, columns=", ".join(columns))


def _is_redacted(inside: Inside) -> bool:
    """Tell whether a report says that it names nobody."""
    return inside.told.get("redacted") is True


def _compared(
    name: str,
    document: Mapping[str, object],
    *,
    again: Callable[[Path], Mapping[str, object]],
    whole: bool,
) -> list[Check]:
    """Compare a document with what another audit finds.

    Logs of one's own that cannot be read say nothing of the report.
    """

    def compared() -> Iterator[Check]:
        with tempfile.TemporaryDirectory(prefix="auditor-") as work:
            try:
                found = again(Path(work))
            except AuditorError as error:
                if _is_of_here(error):
                    raise
                yield _unable(name, State.OPEN if name == "logs" else State.FAILS, error=error)
                return
        difference = first_difference(document, found, whole=whole)
        findings = document.get("findings")
        count = len(findings) if isinstance(findings, list) else 0
        state = State.HOLDS if difference is None else State.FAILS
        yield _check(name, state, count=count, difference=difference)

    return _told(name, compared)


def _apart(made_with: object, here: Mapping[str, str]) -> dict[str, str]:
    """Tell the versions that differ: those of the report, and those that are here."""
    told = made_with if isinstance(made_with, dict) else {}
    keys = [key for key in {**told, **here} if told.get(key) != here.get(key)]
    versions = {"made_with": told, "here": here}
    return {
        name: ", ".join(f"{key} {own.get(key, '—')}" for key in keys)
        for name, own in versions.items()
    }


def _pages(inside: Inside) -> Check:
    """Lay the report out again and compare the bytes, where the versions are the same."""
    from auditor.dossier.pages import laid_out_again, versions_here

    made_with = inside.told.get("made_with")
    try:
        here = versions_here(inside)
    except AuditorError as error:
        return _unable("pages", State.OPEN, error=error)
    if made_with != here:
        return _check("pages", State.OPEN, **_apart(made_with, here))
    if AUDIT not in inside.files or HANDS not in inside.files:
        return _check("pages", State.FAILS, at=0)
    again = laid_out_again(inside)
    if inside.content[: len(again)] == again:
        return _check("pages", State.HOLDS)
    at = next(
        (
            place
            for place, pair in enumerate(zip(again, inside.content, strict=False))
            if pair[0] != pair[1]
        ),
        min(len(again), len(inside.content)),
    )
    return _check("pages", State.FAILS, at=at)
