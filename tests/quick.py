"""Which of many alike cases run every time; of the others some are marked slow (run by `pytest -m slow`), and
the rest long (`pytest -m long`)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import pytest

T = TypeVar("T")

#: Shipped games that between them have one of everything, and are quick.
FEW = {
    "tic-tac-toe",  # lines
    "reversi",  # rays, passes
    "english-draughts",  # the longest capture, promotion
    "oware",  # sowing, scores
    "lasca",  # stacks, positions that are remembered
    "last-step",  # dice
    "hex",  # connectivity, swapping sides
    "troika",  # tiles, what is tried in a thought
    "cornered-match",  # a match of many games
    "triad",  # three players, a board of hexagons
}


#: Of what is not quick every so manyth case is slow, and the others are long, unless a test says otherwise.
SLOW = 2


def quick_where(cases: Iterable[T], quick: Callable[[T], bool], slow: int = SLOW) -> list[Any]:
    """The cases of a parametrised test; of those not quick every `slow`th is slow, the others long."""
    others = itertools.count()
    return [
        case if quick(case) else _slow(case, pytest.mark.long if next(others) % slow else pytest.mark.slow)
        for case in cases
    ]


def one_in(many: int, cases: Iterable[T]) -> list[Any]:
    """The first case and every so many after it are quick; of the others every `SLOW`th is slow."""
    others = itertools.count()
    return [
        _slow(case, pytest.mark.long if next(others) % SLOW else pytest.mark.slow) if number % many else case
        for number, case in enumerate(cases)
    ]


def thinned(quick: int, slow: int, cases: Iterable[T]) -> list[Any]:
    """The first case and every `quick`th after it are quick, every `slow`th slow, and the others long."""
    return [
        _slow(case, pytest.mark.slow if number % slow == 0 else pytest.mark.long) if number % quick else case
        for number, case in enumerate(cases)
    ]


def _slow(case: Any, mark: pytest.MarkDecorator = pytest.mark.slow) -> Any:
    values = case if type(case) is tuple else (case,)  # a plain tuple is a value for each of several names
    return pytest.param(*values, marks=mark)


def few(games: Iterable[str | Path], slow: int = SLOW) -> list[Any]:
    """Shipped games, by name or file: a few are quick; of the others every `slow`th is slow."""
    return quick_where(games, lambda game: Path(game).stem in FEW, slow)


#: The parts of a test of random examples: a quarter of them runs every time.
QUARTERS = one_in(4, range(4))
