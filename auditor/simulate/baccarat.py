"""Cards and points of baccarat, for both games of it, and the usual table of Banca's third card."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

DECK = 52
SUITS = 4
NO_CARD = -1
NATURAL = 8
TEN = 9  # the index of the ten, whose points and those of the court cards are none
FREE_CHOICE = 5
CARDS = pa.array([rank + suit for rank in "A23456789TJQK" for suit in "SHDC"])
FACES = pa.array(["up", "down"])
# By the points of Banca's first two cards, the thirds on which it draws (STANDS: Punto stood).
STANDS = 10
BANCA_DRAWS = np.zeros((10, 11), dtype=bool)
BANCA_DRAWS[:3] = True
BANCA_DRAWS[3, [0, 1, 2, 3, 4, 5, 6, 7, 9, STANDS]] = True
BANCA_DRAWS[4, [2, 3, 4, 5, 6, 7, STANDS]] = True
BANCA_DRAWS[5, [4, 5, 6, 7, STANDS]] = True
BANCA_DRAWS[6, [6, 7]] = True
