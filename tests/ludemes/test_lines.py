"""Lines: with gaps, from their end, and through stacks in space; the latter counted by plain Python, too."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

from gdl import Game, load
from gdl.source.diagnostics import LanguageError
from tests.ludemes.positions import holds

#: On the board of `positions`, with c1 added last: first player a1 b1 c1 c3, second d1 a3 b3 e5.
LINES: dict[str, bool] = {
    "(is Line 3 Orthogonal)": True,
    "(is Line 4 Orthogonal)": False,
    "(is Line 2 N)": False,
    "(is Line 2 N contiguous:False)": True,
    "(is Line 3 N contiguous:False)": False,
    "(is Line 2 N contiguous:False exact:True)": True,
    "(is Line 2 Diagonal contiguous:False)": False,
    "(is Line 3 Orthogonal through:1)": True,
    "(is Line 3 Orthogonal through:1 useOpposites:False)": False,
    "(is Line 2 Orthogonal through:1 useOpposites:False)": True,
    "(is Line 3 Orthogonal useOpposites:False)": True,
    "(is Line 2 Orthogonal P2 through:10)": True,
    "(is Line 2 Orthogonal P2)": False,
}


@pytest.mark.parametrize("condition", LINES)
def test_lines(condition: str, tmp_path: Path) -> None:
    assert holds(tmp_path, condition) is LINES[condition]


@pytest.mark.parametrize("condition", ["(is Line 3 isVisible:True)", "(is Line 3 byLevel:True)"])
def test_what_is_not_supported_is_said(condition: str, tmp_path: Path) -> None:
    with pytest.raises(LanguageError) as caught:
        holds(tmp_path, condition)
    assert caught.value.diagnostics[0].code == "E0401"


SPACE = """
(game "Space"
    (players 2)
    (equipment {(board (square 3)) (piece "Ball" Each)})
    (rules
        (play (move Add (to (sites Board) if:(> 3 (size Stack at:(to)))) stack:True))
        (end {(if (is Line 3 byLevel:True) (result Mover Win)) (if (= 27 (count Moves)) (result Mover Draw))})
    )
)
"""


def won(stacks: list[list[int]], column: int) -> bool:
    """Is the ball on top of a column in a line of three of one colour in the cube?"""
    x, y, z = column % 3, column // 3, len(stacks[column]) - 1

    def at(x: int, y: int, z: int) -> int:
        inside = 0 <= x < 3 and 0 <= y < 3 and 0 <= z < len(stacks[y * 3 + x])
        return stacks[y * 3 + x][z] if inside else 0

    for way in product((-1, 0, 1), repeat=3):
        if way > (0, 0, 0):
            row = [at(x + n * way[0], y + n * way[1], z + n * way[2]) for n in range(-2, 3)]
            if any(set(row[i : i + 3]) == {at(x, y, z)} for i in range(3)):
                return True
    return False


def test_lines_in_space(tmp_path: Path) -> None:
    """Random games of noughts and crosses in a cube, each move judged by the plain rule above."""
    path = tmp_path / "space.lud"
    path.write_text(SPACE)
    game = load(path)
    ends = [play(game, random.Random(seed)) for seed in range(30)]
    assert len(set(ends)) > 5


def play(game: Game, chance: random.Random) -> int:
    state, stacks = game.start(seed=1), [[] for _ in range(9)]  # type: list[list[int]]
    for ply in range(27):
        assert len(state.legal_moves) == sum(len(stack) < 3 for stack in stacks)
        move = chance.choice(state.legal_moves)
        column = game.engine.endpoints(state._raw, move.raw).target
        stacks[column].append(state.mover)
        state = state.play(move)
        assert state.is_over is (won(stacks, column) or ply == 26)
        if state.is_over:
            return ply
    raise AssertionError
