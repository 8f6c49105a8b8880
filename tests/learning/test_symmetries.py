"""Symmetries of games: which turns and reflections of boards are found, against what the rules say."""

from __future__ import annotations

import pytest

from gdl import load, loads
from interpreter.game.game import Game
from interpreter.learning.symmetries import Symmetry, components_exchanged, symmetries_of

#: Four pawns a side; PIECES and PLACED are what else there is.
RACE = """
(game "Race"
    (players {(player N) (player S)})
    (equipment {
        (board (square 4))
        PIECES
        (piece "Pawn" Each (move Step (directions {Forward FL FR}) (to if:(is Empty (to)))))
        (regions "Goal" P1 (sites Top))
        (regions "Goal" P2 (sites Bottom))
    })
    (rules
        (start {PLACED (place "Pawn1" (sites Bottom)) (place "Pawn2" (sites Top))})
        (play (forEach Piece))
        (end (if (is In (last To) (sites Mover "Goal")) (result Mover Win)))
    )
)
"""


def race(pieces: str = "", placed: str = "") -> Game:
    """The race with more pieces."""
    return loads(RACE.replace("PIECES", pieces).replace("PLACED", placed))


def by_swap(game: str) -> tuple[int, int]:
    """How many symmetries there are with the colours as they are, and with the colours exchanged."""
    found = symmetries_of(load(game))
    return sum(not each.swaps for each in found), sum(each.swaps for each in found)


@pytest.mark.parametrize(
    ("game", "plain", "swapping"),
    [
        # any of the square's eight, and who is called first does not matter to what makes a row
        ("tic-tac-toe", 8, 8),
        # gravity leaves the reflection left to right
        ("connect-four", 2, 2),
    ],
)
def test_symmetries_that_the_rules_have(game: str, plain: int, swapping: int) -> None:
    assert by_swap(game) == (plain, swapping)


@pytest.mark.slow
def test_a_board_whose_sides_are_the_players() -> None:
    # a half turn keeps who owns which sides, the two reflections in the diagonals exchange it
    assert by_swap("hex") == (2, 2)


def test_colours_are_exchanged_with_the_board_turned() -> None:
    game = race()
    found = symmetries_of(game)
    assert found[0] == Symmetry(tuple(range(16)), False)
    mirror = tuple(4 * row + 3 - column for row in range(4) for column in range(4))
    turned = tuple(range(15, -1, -1))
    upside_down = tuple(turned[site] for site in mirror)
    assert set(found[1:]) == {Symmetry(mirror, False), Symmetry(turned, True), Symmetry(upside_down, True)}
    assert components_exchanged(game) == (0, 2, 1)


def test_pieces_of_other_names_are_paired_by_their_order() -> None:
    game = load("tic-tac-toe")
    assert game.piece_names[1:] == ("Cross", "Nought")
    assert components_exchanged(game) == (0, 2, 1)


def test_one_piece_more_cannot_be_exchanged() -> None:
    king = '(piece "King" P1 (move Step (to if:(is Empty (to)))))'
    game = race(king, '(place "King1" {"a2"})')
    assert components_exchanged(game) is None
    assert not any(each.swaps for each in symmetries_of(game))
