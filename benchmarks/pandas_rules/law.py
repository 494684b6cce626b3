"""The numbers of decree 217/978 and of the usual table, and the words that logs are written in."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pandas as pd

IN_FORCE = dt.date(1978, 4, 26)
SEATS, FIRST_BOX, DECKS = 5, 1, 4
NATURAL, OPTION_ON, DRAWS_TO, STANDS_ON, ENCART = 8, 5, 4, 7, (6, 7)
MOST_CARDS = 3
NINE, EIGHT = 9, 8
COVER_PAYS = 2

# By Banca's two cards and Punto's third (the last letter: none), whether Banca draws.
_DRAWS = "PPPPPPPPPPP PPPPPPPPPPP PPPPPPPPPPP PPPPPPPPLPP LLPPPPPPLLP LLLLPPPPLLP LLLLLLPPLLL"
BANCA_DRAWS = np.array([*("".join(_DRAWS.split()) + 33 * "L")]).reshape(10, 11) == "P"
NO_THIRD = 10

# A card is its place here: by rank, and then by suit.
CARDS = pd.Index([rank + suit for rank in "A23456789TJQK" for suit in "SHDC"])
POINTS = np.array([n // 4 + 1 if n < 9 * 4 else 0 for n in range(52)])
RECEIVERS = pd.Index(["banca", *(f"box:{box}" for box in range(1, 10))])
FACES = pd.Index(["up", "down"])
UP, DOWN = 0, 1
KINDS = pd.Index(["punto", "banca", "cobertura"])
PUNTO, BANCA, COVER = range(3)
POSTURES = pd.Index(["seated", "standing"])
SEATED, STANDING = 0, 1
BASES = pd.Index(["net", "gross"])
GROSS = 1
EVENTS = pd.Index(["option", "reveal", "cobertura_call", "seat_taken", "seat_left"])
OPTION, REVEAL, CALL, TAKEN, LEFT = range(5)
OTHER_COMINGS = ("seat_reserved", "waitlist_joined", "waitlist_left")
ANSWERS = pd.Index(["plantar", "pedir"])

# The readings of the rounding of the tenth: down to a multiple of, or to the nearest.
ROUNDINGS = {
    f"{way}_{unit.replace('.', '_')}": (way, unit)
    for way in ("nearest", "down")
    for unit in ("0.01", "0.10", "0.50", "1", "5")
}
