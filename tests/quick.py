"""Which of many alike cases run every time; of the others some are marked slow (run by `pytest -m slow`), and
the rest long (`pytest -m long`)."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar
from zlib import crc32

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


#: Of what is not quick every so manyth case is slow, and the others are long, unless a test says otherwise;
#: of what there are not that many of, every third.
SLOW, OF_FEW = 12, 3


def quick_where(cases: Iterable[T], quick: Callable[[T], bool], slow: int | None = None) -> list[Any]:
    """The cases of a parametrised test; of those not quick every `slow`th is slow, the others long."""
    every = list(cases)
    return _marked(every, [quick(case) for case in every], slow)


def one_in(many: int, cases: Iterable[T]) -> list[Any]:
    """The first case and every so many after it are quick; of the others every `SLOW`th is slow."""
    every = list(cases)
    return _marked(every, [number % many == 0 for number in range(len(every))], None)


def _marked(cases: list[T], quick: list[bool], slow: int | None) -> list[Any]:
    """The cases with their marks. Half of the files of tests begin to count elsewhere: of the games that the
    one half leaves out the other has some."""
    number = len(cases) - sum(quick)
    every = slow or (SLOW if number >= 2 * SLOW else OF_FEW)
    others = itertools.count(0 if every == OF_FEW else _half() * 2)
    return [
        case if is_quick else _slow(case, pytest.mark.long if next(others) % every else pytest.mark.slow)
        for case, is_quick in zip(cases, quick, strict=True)
    ]


def _half() -> int:
    """In which half of the files of tests the caller is: 0 or 1."""
    frame = sys._getframe(1)
    while frame.f_code.co_filename == __file__ and frame.f_back is not None:
        frame = frame.f_back
    return crc32(Path(frame.f_code.co_filename).name.encode()) % 2


def thinned(quick: int, slow: int, cases: Iterable[T]) -> list[Any]:
    """The first case and every `quick`th after it are quick, every `slow`th slow, and the others long."""
    return [
        _slow(case, pytest.mark.slow if number % slow == 0 else pytest.mark.long) if number % quick else case
        for number, case in enumerate(cases)
    ]


def in_part(name: str, part: str) -> bool:
    """Whether a test belongs to a part such as "2/3", the second of three (by a hash of its name)."""
    number, _, parts = part.partition("/")
    return crc32(name.encode()) % int(parts) == int(number) - 1


def _slow(case: Any, mark: pytest.MarkDecorator = pytest.mark.slow) -> Any:
    values = case if type(case) is tuple else (case,)  # a plain tuple is a value for each of several names
    return pytest.param(*values, marks=mark)


def few(games: Iterable[str | Path], slow: int | None = None) -> list[Any]:
    """Shipped games, by name or file: a few are quick; of the others every `slow`th is slow."""
    return quick_where(games, lambda game: Path(game).stem in FEW, slow)


#: The parts of a test of random examples: a quarter of them runs every time.
QUARTERS = one_in(4, range(4))
