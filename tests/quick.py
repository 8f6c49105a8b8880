"""Which of many alike cases run every time; the others are marked slow and run by `pytest -m slow`."""

from __future__ import annotations

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


def quick_where(cases: Iterable[T], quick: Callable[[T], bool]) -> list[Any]:
    """The cases of a parametrised test, marked slow where they are not quick."""
    return [case if quick(case) else _slow(case) for case in cases]


def one_in(many: int, cases: Iterable[T]) -> list[Any]:
    """The first case and every so many after it are quick."""
    return [_slow(case) if number % many else case for number, case in enumerate(cases)]


def _slow(case: Any) -> Any:
    values = case if type(case) is tuple else (case,)  # a plain tuple is a value for each of several names
    return pytest.param(*values, marks=pytest.mark.slow)


def few(games: Iterable[str | Path]) -> list[Any]:
    """Shipped games, by their names or their files: a few of them are quick."""
    return quick_where(games, lambda game: Path(game).stem in FEW)


#: The parts of a test of random examples: a quarter of them runs every time.
QUARTERS = one_in(4, range(4))
