"""The plain statement of arts. 6 and 7, as the second witness has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.witness.stud7_worth import best, named

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.witness.stud7_worth import Worth


@pytest.fixture(scope="session")
def best_five() -> Callable[..., Worth]:
    """Give the plain statement of art. 6."""

    def of(cards: list[str], *, ace_low: bool) -> Worth:
        return best(tuple(cards), ace_low=ace_low)

    return of


@pytest.fixture(scope="session")
def named_five() -> Callable[[Worth], Worth]:
    """Give the plain statement of what art. 7 names."""
    return named
