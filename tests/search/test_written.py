"""Functions in the words of searches become procedures of the core: text before, text after."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from gdl import load
from gdl.core.ops import Program
from gdl.core.printer import show_proc
from gdl.source.diagnostics import InternalError
from interpreter.subset.frontend import translate
from interpreter.subset.intrinsics import (
    chance,
    draw,
    floats,
    ints,
    list_moves,
    move_size,
    over,
    play_move,
    players,
    rank,
    reseed,
    sandbox,
)

WORDS, REALS = ints("words", 0), floats("words", 0)
TWICE = 2


@cache
def program() -> Program:
    return load("tic-tac-toe").engine.program


def text(*functions: Callable[..., Any]) -> str:
    """The first function as it is read."""
    return show_proc(translate(program(), functions)[0])


def same(found: str, wanted: str) -> None:
    assert found == textwrap.dedent(wanted).strip()


def sums(a: int, b: float) -> float:
    total = b
    for number in range(a, 7):
        if number != 3 and not over():
            total += float(number * TWICE) / 3.0
    return total if total > 0.0 else -1.0


def test_numbers() -> None:
    same(
        text(sums),
        """
        proc search_sums(a: Int, b: Float) -> Float:
            total = b
            for number from a to 6:
                if ((number != 3) and not(@over)):
                    total = (total + (to_float((number * 2)) / 3.0))
            return select((total > 0.0), total, -1.0)
        """,
    )


def moves(at: int) -> int:
    count = list_moves(WORDS, at)
    while True:
        k = draw(count)
        if k == 0:
            break
        with sandbox():
            reseed(5, k)
            play_move(WORDS, at + k * move_size())
            WORDS[at] += 1
            REALS[at + 1] = rank(1)
    return count


def test_statements() -> None:
    same(
        text(moves),
        """
        proc search_moves(at: Int) -> Int:
            count = list moves at words[at]
            while True: (at most 4611686018427387904)
                k = draw below count
                if (k == 0):
                    break
                sandbox:
                    reseed 5 k
                    play words[(at + (k * 2))]
                    words[at] = (peek[words](at) + 1)
                    words[(at + 1)] = @rank[1]
            return count
        """,
    )


def asking(a: int) -> int:
    WORDS[a] = moves(a)
    b = moves(a + 1)
    if chance() or players() == 3:
        b = 0
    return moves(b)


def test_calls_that_write_stand_alone() -> None:
    """What a constant of the program decides is decided here."""
    same(
        text(asking, moves),
        """
        proc search_asking(a: Int) -> Int:
            moves1 = ask search_moves(a)
            words[a] = moves1
            b = ask search_moves((a + 1))
            moves3 = ask search_moves(b)
            return moves3
        """,
    )


def unreadable(a: int) -> int:
    return [a][0]


def unknown(a: int) -> int:
    return a + NOWHERE  # type: ignore[name-defined]  # noqa: F821


def floats_divided(a: float) -> float:
    return a // 2.0


@pytest.mark.parametrize("function", [unreadable, unknown, floats_divided])
def test_what_cannot_be_read_is_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(InternalError):
        text(function)
