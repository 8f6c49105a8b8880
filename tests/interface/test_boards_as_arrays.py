"""What stands where as arrays, under the same names in every game: they say what `contents` says."""

from __future__ import annotations

import numpy as np
import pytest

from gdl import Board, State, load
from interpreter.game.shipped import shipped_games
from tests.quick import few


def says_the_same(board: Board, state: State, row: int | None = None) -> None:
    def of(array: np.ndarray) -> list[int]:  # type: ignore[type-arg]
        return (array if row is None else array[row]).tolist()

    pieces = state.contents
    assert of(board.kind) == [0 if p is None else p.component for p in pieces]
    assert of(board.owner) == [0 if p is None else p.owner for p in pieces]
    assert of(board.occupied) == [p is not None for p in pieces]
    assert of(board.count) == [0 if p is None else p.count for p in pieces]
    assert of(board.height) == [0 if p is None else p.height for p in pieces]
    assert of(board.state) == [0 if p is None else p.state for p in pieces]
    assert of(board.value) == [0 if p is None else p.value for p in pieces]
    assert of(board.rotation) == [0 if p is None else p.rotation for p in pieces]
    levels = board.levels if row is None else board.levels[row]
    for piece, column in zip(pieces, levels.tolist(), strict=True):
        stack = [] if piece is None else [each.component for each in (*piece.below, piece)]
        assert column == stack + [0] * (len(column) - len(stack))


@pytest.mark.parametrize("name", few(sorted(shipped_games()), 8))
def test_arrays_say_what_contents_says(name: str) -> None:
    native, python = load(name).on("native").start(4), load(name).start(4)
    for _ in range(12):
        for state in (native, python):
            says_the_same(state.board, state)
        if native.is_over:
            break
        native, python = (state.play(state.random_move()) for state in (native, python))


@pytest.mark.parametrize("name", ["backgammon", "lasca", "oware", "chess", "katarenga", "tic-tac-toe"])
def test_a_batch_has_a_row_for_each_game(name: str) -> None:
    batch = load(name).batch(5, seed=3)
    for _ in range(9):
        batch.step_random()
    board = batch.board
    assert board.kind.shape == (5, len(batch.game.site_names))
    before = board.kind.copy()
    for row in range(5):
        says_the_same(board, batch[row], row)
    batch.step_random()
    assert (board.kind == before).all() and board.owner.shape == before.shape


def test_types_are_the_same_in_every_game() -> None:
    for name in ("troke", "tic-tac-toe", "chess", "oware", "backgammon"):
        board = load(name).start(1).board
        assert (board.kind.dtype, board.owner.dtype, board.occupied.dtype) == (np.int16, np.int8, np.bool_)
        numbers = (board.count, board.height, board.state, board.value, board.rotation)
        assert {array.dtype for array in numbers} == {np.dtype(np.int64)}
        assert board.levels.dtype == np.int16 and board.levels.ndim == 2
        with pytest.raises(ValueError, match="read-only"):
            board.kind[0] = 1


def test_pieces_by_their_numbers() -> None:
    game = load("chess")
    state = game.start(1)
    white_king = game.pieces[state.board.kind[game.site_names.index("e1")]]
    assert (white_king.name, white_king.owner) == ("King", 1)
    assert game.pieces[0].number == 0 and [kind.number for kind in game.pieces] == list(range(13))


def test_hands_hold_what_is_beside_the_board() -> None:
    state = load("nine-mens-morris").start(1)
    (mine,) = state.hands["Hand1"]
    assert mine is not None and (mine.owner, mine.count) == (1, 9)
    after = state.play(state.legal_moves[0])
    (left,) = after.hands["Hand1"]
    assert left is not None and left.count == 8
    assert set(load("backgammon").start(1).hands) == {"Bar1", "Bar2"}  # dice are `state.dice`
    assert not load("chess").start(1).hands


def test_the_geometry_of_a_square_board_with_hands() -> None:
    """Katarenga: eight by eight, and two camps of two sites beside it."""
    geometry = load("katarenga").geometry
    assert len(geometry) == 68 and geometry.on_board.sum() == 64
    assert set(geometry.beside) == {"camp1", "camp2"}
    a1, h8, b2 = (geometry.names.index(name) for name in ("a1", "h8", "b2"))
    assert (geometry.rows[a1], geometry.columns[a1]) == (0, 0) and (
        geometry.rows[h8],
        geometry.columns[h8],
    ) == (7, 7)
    assert geometry.x[b2] > geometry.x[a1] and geometry.y[b2] > geometry.y[a1]
    assert geometry.neighbours[a1].sum() == 3 and geometry.orthogonal[a1].sum() == 2
    assert (geometry.neighbours == geometry.neighbours.T).all() and geometry.neighbours[a1, b2]
    assert geometry.neighbours.sum() == 2 * (2 * 7 * 8 + 2 * 7 * 7)  # rows and columns, both diagonals
    for camp in geometry.beside["camp1"]:
        assert (
            np.isnan(geometry.x[camp]) and geometry.rows[camp] == -1 and not geometry.neighbours[camp].any()
        )


def test_the_geometry_of_hexagons() -> None:
    """Hex 11: every inner cell has six neighbours, acute corners two and obtuse three."""
    geometry = load("hex").geometry
    degrees = geometry.neighbours.sum(axis=1)
    assert sorted(set(degrees.tolist())) == [2, 3, 4, 6]
    assert (degrees == 6).sum() == 81 and (degrees == 4).sum() == 36


@pytest.mark.parametrize("name", few(sorted(shipped_games()), 8))
def test_every_site_is_somewhere(name: str) -> None:
    geometry = load(name).geometry
    beside = [site for sites in geometry.beside.values() for site in sites]
    assert geometry.on_board.sum() + len(beside) == len(geometry) and not geometry.on_board[beside].any()
    assert (np.isnan(geometry.x) == ~geometry.on_board).all() and (
        np.isnan(geometry.y) == ~geometry.on_board
    ).all()
    assert (
        geometry.neighbours.shape == (len(geometry), len(geometry))
        and geometry.columns.shape == geometry.rows.shape
    )
