"""What a log of bacará holds, and the rows that its facts are about."""

from auditor.games.log_model import Game

GAME = Game(
    id="bacara",
    es="Bacará con banca rotativa",
    en="Bacará with a rotating bank",
    tables=("sessions", "shoes", "hands", "cards", "bets", "events"),
    grains=("session", "shoe", "hand", "bet", "bank_event", "seat_event"),
)
