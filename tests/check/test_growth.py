"""Compiling takes time in proportion to what is written, at most: calls are counted, the same everywhere."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from functools import cache
from types import FrameType

import pytest

from gdl.compile.compile import compile_game
from gdl.source.text import Source

WIN = "(result Mover Win)"


def row(length: int) -> str:
    return game(f"(rectangle 1 {length})", end=f"(if (is Line 3) {WIN})")


def endings(number: int) -> str:
    return game("(square 3)", end=" ".join(f"(if (is Line {n}) {WIN})" for n in range(1, number)))


def walk(steps: int, side: int = 10) -> str:
    return game(f"(square {side})", end=f"(if (is Pattern {{{'F ' * steps}}}) {WIN})")


def slides(number: int, side: int = 10) -> str:
    return game(f"(square {side})", play=f"(or {{{'(move Slide) ' * number}}})")


def game(
    board: str, play: str = "(move Add (to (sites Empty)))", end: str = f"(if (is Line 3) {WIN})"
) -> str:
    return (
        f'(game "G" (players 2) (equipment {{(board {board}) (piece "Disc" Each)}})'
        f" (rules (play {play}) (end {{{end}}})))"
    )


@cache
def calls(text: str) -> int:
    """How many functions are called, and left, while a game is compiled."""
    count = 0

    def counted(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += 1

    compile_game(Source("warm.lud", text))  # what is made once for all games
    gc.collect()
    gc.disable()  # what others left behind is not of this game
    sys.setprofile(counted)
    try:
        compile_game(Source("game.lud", text))
    finally:
        sys.setprofile(None)
        gc.enable()
    return count


@pytest.mark.parametrize("made", [row, endings, walk, slides])
def test_twice_as_much_takes_no_more_than_twice_the_work(made: Callable[[int], str]) -> None:
    for size in (50, 100, 200):
        assert calls(made(2 * size)) < 2.2 * calls(made(size))


@pytest.mark.parametrize("made", [walk, slides])
def test_the_same_again_on_a_board_twice_as_wide(made: Callable[[int, int], str]) -> None:
    """What is made of the whole board, four times as many sites, is made once, not again for each rule."""
    small, large = (calls(made(80, side)) - calls(made(40, side)) for side in (8, 16))
    assert large < 2.5 * small
