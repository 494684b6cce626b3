"""What a log of seven-card stud holds, and the rows that its facts are about."""

from auditor.games.log_model import Game

GAME = Game(
    id="stud7",
    es="Póker (siete cartas)",
    en="Poker (seven-card stud)",
    tables=("sessions", "hands", "cards", "events"),
    grains=("session", "hand", "seat", "card", "event"),
)
