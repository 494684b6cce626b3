"""What a log of Mini-Bacará holds, and the rows that its facts are about."""

from auditor.games.log_model import Game

GAME = Game(
    id="mini_bacara",
    es="Mini-Bacará",
    en="Mini-Bacará",
    tables=("sessions", "shoes", "hands", "cards", "bets", "events"),
    grains=("session", "shoe", "hand", "box", "bet"),
)
