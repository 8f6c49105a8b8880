"""Observations: positions as planes, which have all that decides the legal moves."""

from __future__ import annotations

import numpy as np
import pytest

from gdl import State, load
from interpreter.game.shipped import shipped_games
from tests.interface.test_actions import random_states
from tests.quick import few


def plane(state: State, name: str, viewer: int | None = None) -> list[float]:
    return list(state.observe(viewer)[state.game.observation.names.index(name)])


@pytest.mark.parametrize("name", ["tic-tac-toe", "last-step", "officers"])
def test_equal_observations_have_equal_moves(name: str) -> None:
    """Positions of small games come again by other ways: what looks the same has the same legal moves."""
    known: dict[bytes, tuple[int, ...]] = {}
    ways = dict[bytes, set[tuple[str, ...]]]()
    for seed in range(8):
        before: tuple[str, ...] = ()
        for state in random_states(name, "native", 30, seed):
            before = () if state.ply == 0 else (*before, state.text)
            seen, ids = state.observe().tobytes(), tuple(sorted(state.ids))
            assert known.setdefault(seen, ids) == ids
            ways.setdefault(seen, set()).add(before[:-1])
    assert any(len(each) > 1 for each in ways.values())  # some did come by several ways


@pytest.mark.parametrize("name", few(sorted(shipped_games()), 8))
def test_batches_see_what_states_see(name: str) -> None:
    batch = load(name).batch(6, seed=2)
    for _ in range(5):
        batch.step_random()
    seen = batch.observe()
    assert seen.dtype == np.float32 and seen.shape == (6, *batch.game.observation.shape)
    for number, state in enumerate(batch):
        assert (seen[number] == state.observe()).all()
    assert len(batch.game.observation.names) == len(set(batch.game.observation.names))


def test_pieces_are_mine_or_the_other_s() -> None:
    """The same planes for either player: after a1 and b1 the disc of the player to move is on a1."""
    state = load("tic-tac-toe").start(1).play("a1").play("b1")
    cross, nought = np.eye(9)[0].tolist(), np.eye(9)[1].tolist()
    names = state.game.observation.names
    crosses, others = (f"{kind} {whose}" for kind, whose in (("Cross", "mine"), ("Nought", "the other's")))
    assert names[: len(names)].count(crosses) == 1
    assert plane(state, crosses) == cross and plane(state, others) == nought
    assert plane(state, "Cross the other's", viewer=2) == cross
    assert plane(state, "Nought mine", viewer=2) == nought
    assert plane(state, "the viewer is seat 2", viewer=2) == [1.0] * 9
    assert plane(state, "turns until the mover", viewer=2) == [1.0] * 9
    assert plane(state, "turns until the mover") == [0.0] * 9


def test_seats_are_told_from_the_viewer_on() -> None:
    """In Triad, seen by the second player: what is its own comes first, then the third's and the first's."""
    state = load("triad").start(1)
    (kind,) = {name for name in state.game.piece_names if name}
    whose = ("mine", "of the seat 1 after", "of the seat 2 after")
    for each, seat in zip(whose, (2, 3, 1), strict=True):
        there = np.flatnonzero(plane(state, f"{kind} {each}", viewer=2)).tolist()
        assert there == np.flatnonzero(state.board.owner == seat).tolist() and there


def test_a_board_of_rows_and_columns_is_a_grid() -> None:
    """Katarenga's camps are beside the board: constants, after the planes of the board."""
    state = load("katarenga").start(1)
    spec = state.game.observation
    planes = state.observe()
    grid = spec.grid(planes)
    assert spec.is_grid and grid.shape == (5 * spec.shape[0], 8, 8)
    assert (grid[: spec.shape[0]].reshape(spec.shape[0], 64) == planes[:, :64]).all()
    assert (grid[spec.shape[0] :] == np.repeat(planes[:, 64:].T.reshape(-1), 64).reshape(-1, 8, 8)).all()
    mine = grid[spec.names.index("Pawn mine")]
    assert mine[0].tolist() == [1.0] * 8 and not mine[1:].any()
    assert sum(plane(state, f"coloured {colour}")[0] for colour in ("Red", "Yellow", "Green", "Blue")) == 1.0


@pytest.mark.parametrize(
    ("name", "partial"),
    [("go", True), ("chess", True), ("tic-tac-toe", False), ("reversi", False), ("backgammon", False)],
)
def test_games_that_look_back_say_so(name: str, partial: bool) -> None:
    """Superko, threefold repetition: two histories may lead to what looks the same."""
    assert load(name).observation.is_partial == partial


def test_stacks_are_told_level_by_level() -> None:
    state = load("lasca").start(1)
    while max(state.board.height) < 2:
        state = state.play(state.random_move())
    site = int(np.argmax(state.board.height))
    names = state.game.observation.names
    levels = [plane(state, f"level {level}", viewer=1)[site] for level in range(3)]
    pieces = [0 if not piece else 1 for piece in levels]
    assert pieces == [1, 1, 0] and plane(state, "height")[site] == 2.0
    top = names[int(levels[1]) - 1]
    assert plane(state, top, viewer=1)[site] == 1.0


def test_there_is_no_such_seat() -> None:
    with pytest.raises(ValueError, match="a seat"):
        load("tic-tac-toe").start(1).observe(viewer=3)
