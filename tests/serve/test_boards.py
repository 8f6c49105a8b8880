"""Boards of rooms are shared, whoever says what about their ids."""

from __future__ import annotations

from interpreter.serve.messages.game import Board
from interpreter.serve.rooms.guests import MOST, shared


def board(name: str, *turns: int) -> Board:
    """A board of this id, which differs from others by its turns."""
    return Board(turn=0, turns=turns, id=name, svg="", title="", players=(), seats=(), inks=(), sites=(),
                 colours=(), hands=())  # fmt: skip


def test_equal_boards_are_one_value() -> None:
    first = shared(board("equal", 1, 2))
    assert shared(board("equal", 1, 2)) is first


def test_another_board_that_claims_the_same_id_is_not_mistaken_for_it() -> None:
    shared(board("claimed", 1, 2))
    other = board("claimed", 3)
    assert shared(other) == board("claimed", 3)


def test_only_so_many_are_kept() -> None:
    first = shared(board("old"))
    for number in range(MOST):
        shared(board(f"new {number}"))
    assert shared(board("old")) is not first
