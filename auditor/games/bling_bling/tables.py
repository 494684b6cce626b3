"""What a log of Bling Bling 2002 holds, and the rows that its facts are about."""

from auditor.games.log_model import Game

GAME = Game(
    id="bling_bling",
    es="Bling Bling 2002",
    en="Bling Bling 2002",
    tables=("sessions", "hands", "bets", "rolls", "events"),
    grains=("session", "hand", "bet", "roll", "event"),
)
