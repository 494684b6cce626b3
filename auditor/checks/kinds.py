"""How counts are tested: one function a kind, from the columns of one group to its figures."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from scipy import special

from auditor.checks.figures import Figures, by_outcome, numbers, text, total

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from auditor.checks.catalog import Check
    from auditor.checks.figures import Said, Values

RANKS = 13
SUITS = 4
DECK = RANKS * SUITS
SURELY_FILLED = 0.9  # of the hands up to the last one filled


def frequency(check: Check, values: Values) -> Figures:
    """Compare how often each outcome came up with its weight: χ² (Pearson 1900).

    Columns: outcome, seen, spread (seen, each times the share of its chance that is left).
    """
    return _chi_square(check, values, weights=check.outcomes)


def serial(check: Check, values: Values) -> Figures:
    """As `frequency`, over pairs of outcomes `a-b` that do not overlap (Knuth 3.3.2 B)."""
    pairs = product(check.outcomes.items(), repeat=2)
    return _chi_square(
        check, values, weights={f"{a}-{b}": one * two for (a, one), (b, two) in pairs}
    )


def _chi_square(check: Check, values: Values, *, weights: dict[str, float]) -> Figures:
    """Give χ², its variance that of what is left to chance."""
    places = {outcome: at for at, outcome in enumerate(weights)}
    chance = np.array(list(weights.values())) / sum(weights.values())
    seen = by_outcome(values, "seen", places=places)
    n, room = float(seen.sum()), total(values, "spread")
    if room * chance.min() < check.least:
        return Figures(int(n))
    away = seen - n * chance
    statistic = float((away**2 / chance).sum() / room)
    far = int(np.argmax(np.abs(away) / np.sqrt(chance)))
    worst: Said = {
        "outcome": list(weights)[far],
        "seen": round(seen[far]),
        "expected": round(n * chance[far]),
    }
    power = _power_of_chi_square(chance, effect=check.effect or 0, trials=n * n / room)
    p = float(special.chdtrc(len(chance) - 1, statistic))
    return Figures(int(n), p, statistic, power=power, worst=worst)


def _power_of_chi_square(
    chance: NDArray[np.float64], *, effect: float, trials: float
) -> Callable[[float], float]:
    """Give the power against the rarest outcome coming up that much too often."""
    shift = -effect * chance / (1 - chance.min())
    shift[np.argmin(chance)] = effect
    noncentral = trials * float((shift**2 / chance).sum())
    freedom = len(chance) - 1
    return lambda level: float(
        1 - special.chndtr(special.chdtri(freedom, level), freedom, noncentral)
    )


def score(check: Check, values: Values) -> Figures:
    """Compare a number with the number and variance that chance gives, both ways.

    Columns: n, observed, expected, variance, to be added up.
    """
    n, observed, expected = (total(values, name) for name in ("n", "observed", "expected"))
    variance = total(values, "variance")
    if variance < check.least:
        return Figures(int(n))
    deviation = variance**0.5
    statistic = (observed - expected) / deviation
    shift = (check.effect or 0) * n / deviation

    def power(level: float) -> float:
        edge = special.ndtri(level / 2)
        return float(special.ndtr(edge + shift) + special.ndtr(edge - shift))

    worst: Said = {"observed": round(observed), "expected": round(expected)}
    p = float(2 * special.ndtr(-abs(statistic)))
    return Figures(int(n), p, statistic, power=power, worst=worst)


def excess(check: Check, values: Values) -> Figures:
    """Compare a rare number with the number that chance gives, upwards: Poisson.

    Columns: n, observed, expected, to be added up.
    """
    n, observed, expected = (total(values, name) for name in ("n", "observed", "expected"))
    if expected < check.least:
        return Figures(int(n))
    planted = expected + (check.effect or 0) * n

    def power(level: float) -> float:
        reach = np.arange(int(expected), int(expected + 20 * expected**0.5 + 60))
        edge = reach[special.pdtrc(reach - 1, expected) <= level].min(initial=reach[-1])
        return float(special.pdtrc(edge - 1, planted))

    worst: Said = {"observed": round(observed), "expected": round(expected)}
    p = float(special.pdtrc(observed - 1, expected)) if observed else 1.0
    return Figures(int(n), p, observed - expected, power=power, worst=worst)


def composition(check: Check, values: Values) -> Figures:  # noqa: ARG001  # as every kind
    """Compare the cards of each rank out of each shoe with its decks: exact hypergeometric.

    Columns: decks, cards (out of the shoe), rank, of_rank, too_many, n (how many so), place.
    """
    decks, cards, seen = (numbers(values, name) for name in ("decks", "cards", "of_rank"))
    n = numbers(values, "n")
    whole, marked, tests = DECK * decks, SUITS * decks, int(n.sum())
    impossible = numbers(values, "too_many") > 0
    ranks = np.arange(marked.max() + 1)
    drawn = np.minimum(cards, whole)
    chance = np.exp(
        _choices(marked[:, None], ranks)
        + _choices((whole - marked)[:, None], drawn[:, None] - ranks)
        - _choices(whole, drawn)[:, None]
    )
    lower, upper = (
        (chance * within).sum(axis=1) for within in (ranks <= seen[:, None], ranks >= seen[:, None])
    )
    tails = np.minimum(lower, upper)
    each = np.where(impossible, 0, np.minimum(1, 2 * tails))
    least = int(np.argmin(each))
    lacking = 2 * chance[:, 0]
    worst: Said = {
        "place": text(values, "place", at=least),
        "rank": round(numbers(values, "rank")[least]),
    }
    worst |= {"seen": round(seen[least]), "cards": round(cards[least])}
    return Figures(
        tests // RANKS,
        min(1.0, float(each[least]) * tests),
        tests=tests,
        power=lambda level: float(n[lacking * tests <= level].sum() / n.sum()),
        worst=worst,
    )


def tail(check: Check, values: Values) -> Figures:
    """Find a column that is filled up to some hand of a night and then never: exact.

    Of all orders of the filled and the empty hands, p is the share that ends in so many empty ones.
    Columns: n (hands), filled, last (the place of the last one filled), field, place.
    """
    n, filled, last = (numbers(values, name) for name in ("n", "filled", "last"))
    kept = n >= check.least
    if not kept.any():
        return Figures(0)
    tests = int(kept.sum())
    each = np.where(
        kept & (filled >= SURELY_FILLED * last), _share_of_orders(n, filled, last=last), 1
    )
    stopped = np.floor((1 - (check.effect or 0)) * n)
    planted = _share_of_orders(
        n, np.minimum(np.floor(filled * (1 - (check.effect or 0))), stopped), last=stopped
    )
    least = int(np.argmin(each))
    worst: Said = {name: text(values, name, at=least) for name in ("place", "field")}
    worst |= {"filled": round(filled[least]), "last": round(last[least])}
    worst |= {"rest": round(n[least] - last[least])}
    return Figures(
        tests,
        min(1.0, float(each[least]) * tests),
        tests=tests,
        power=lambda level: float((planted[kept] * tests <= level).mean()),
        worst=worst,
    )


def _share_of_orders(
    n: NDArray[np.float64], filled: NDArray[np.float64], *, last: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Give C(last, filled) / C(n, filled): the orders in which nothing is filled after `last`."""
    return np.asarray(np.exp(_choices(last, filled) - _choices(n, filled)))


def _choices(of: NDArray[np.float64], chosen: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give the logarithm of C(of, chosen); minus infinity where there is no such choice."""
    log = special.gammaln
    return np.asarray(log(of + 1) - log(chosen + 1) - log(of - chosen + 1))


def exact(check: Check, values: Values) -> Figures:  # noqa: ARG001  # as every kind
    """Count what cannot be. Columns: whole, n (of it known), faults, place (of one of them)."""
    whole, n, faults = (int(total(values, name)) for name in ("whole", "n", "faults"))
    first = int(np.argmax(numbers(values, "faults") > 0))
    worst: Said = {"place": text(values, "place", at=first)} if faults else {}
    return Figures(n, faults=faults, whole=whole, worst=worst)


def copies(check: Check, values: Values) -> Figures:
    """Count stretches that stand twice in a night, and shoes or nights that have a twin.

    Columns: whole, n, faults, twins (where the others like it are; empty: none), place.
    """
    twins = [str(each) for each in values["twins"]]
    found = exact(check, values)
    have = [at for at, each in enumerate(twins) if each]
    if not have:
        return found
    worst: Said = {"place": twins[have[0]]}
    faults = (found.faults or 0) + len(have)
    return Figures(found.n, faults=faults, whole=found.whole, worst=worst)


KINDS = {
    "frequency": frequency,
    "serial": serial,
    "score": score,
    "excess": excess,
    "composition": composition,
    "tail": tail,
    "exact": exact,
    "copies": copies,
}
