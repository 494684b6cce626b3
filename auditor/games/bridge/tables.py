"""What the game of bridge takes from the log model, and the grains of its facts."""

from __future__ import annotations

from auditor.games.log_model import Game

GAME = Game(
    id="bridge",
    es="Bridge duplicado",
    en="Duplicate bridge",
    tables=("sessions", "boards", "events", "hands", "cards"),
    grains=("session", "board", "event"),
)
