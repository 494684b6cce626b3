"""What a log does not say is told in words, with the flag that gives it."""

from __future__ import annotations

from auditor.ingest.commit.notes import not_recorded


def test_what_sessions_lack_is_told_in_words_with_its_flags() -> None:
    told = not_recorded(["table_id", "gaming_date"], count=2)
    assert told.es == (
        "El registro no dice la mesa, la fecha operativa (sesiones: 2); lo que depende de ello "
        "queda sin evaluar. Quien hace la auditoría puede darlo con --table-id, --gaming-date."
    )
    assert "the table, the gaming date (sessions: 2)" in told.en
