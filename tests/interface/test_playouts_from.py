"""Random games from a position: the same on either engine and however many threads share them."""

from __future__ import annotations

import numpy as np
import pytest

from gdl import Line, State, load
from interpreter.game.shipped import shipped_games
from tests.quick import few


def some_way_in(name: str, engine: str, plies: int = 5) -> State:
    state = load(name).on(engine).start(2)
    while state.ply < plies and not state.play(move := state.random_move()).is_over:
        state = state.play(move)
    return state


@pytest.mark.parametrize("name", few(sorted(shipped_games()), 8))
def test_games_are_those_that_are_played_one_by_one(name: str) -> None:
    """Histories, dice, stacks and matches included; what came before the position stays as it was."""
    state = some_way_in(name, "native")
    played = state.playouts(12, seed=7)
    engine = state.game.engine
    for number in range(len(played)):
        plies, last = engine.playout(state.raw, 7, number)
        assert (plies, engine.ranks(last)) == (played.lengths[number], tuple(played.ranks[number]))
    again = some_way_in(name, "native").playouts(12, seed=7, threads=2)
    assert (again.lengths == played.lengths).all() and (again.ranks == played.ranks).all()


@pytest.mark.parametrize("name", ["tic-tac-toe", "oware", "lasca", "last-step"])
def test_both_engines_play_the_same_games(name: str) -> None:
    """From a state of the engine in Python they are played natively; its own loop plays the same."""
    python, native = (some_way_in(name, engine) for engine in ("python", "native"))
    one, other = python.playouts(6, seed=3), native.playouts(6, seed=3)
    assert (one.lengths == other.lengths).all() and (one.ranks == other.ranks).all()
    assert python.game.engine.games_from(python.raw, 6, 3) == native.game.engine.games_from(native.raw, 6, 3)


@pytest.mark.parametrize("name", ["go", "tic-tac-toe", "lasca"])
def test_a_checked_build_finds_nothing_wrong(name: str) -> None:
    """Every read and write is within the record and the history that are copied."""
    plain = some_way_in(name, "native").playouts(3, seed=1)
    checked = (
        load(name).on("native", checked=True).state(some_way_in(name, "native").text).playouts(3, seed=1)
    )
    assert (plain.lengths == checked.lengths).all() and (plain.ranks == checked.ranks).all()


def test_what_is_counted() -> None:
    """One move ends it, whichever it is: of the three left one wins; else it goes on to a draw or a loss."""
    state = load("tic-tac-toe").state("CC1/NN1/3 1 4")
    played = state.playouts(2_000, seed=1)
    assert len(played) == 2_000 and played.ended.all()
    at_once = played.lengths == 1
    assert 300 < at_once.sum() < 500  # a fifth: c3 of five
    assert (played.ranks[at_once] == [1.0, 2.0]).all()
    assert played.wins.dtype == np.int64 and played.wins.sum() + played.draws == 2_000
    alone = [
        int(((played.ranks[:, seat] == 1.0) & (played.ranks[:, 1 - seat] == 2.0)).sum()) for seat in (0, 1)
    ]
    assert played.wins.tolist() == alone
    with pytest.raises(ValueError, match="read-only"):
        played.lengths[0] = 3


def test_a_game_that_is_over_is_over() -> None:
    over = load("tic-tac-toe").start(1)
    for move in ["a1", "a2", "b1", "b2", "c1"]:
        over = over.play(move)
    played = over.playouts(3)
    assert played.lengths.tolist() == [0, 0, 0] and played.wins.tolist() == [3, 0]
    assert len(over.playouts(0)) == 0


def test_games_without_an_end_are_given_up() -> None:
    state = load("halma").on("native").start(1)
    rows = state.game.engine.games_from(state.raw, 3, 1, max_plies=10)
    lengths, ended = np.frombuffer(rows, "<i8").reshape(3, 4)[:, :2].T
    assert lengths.tolist() == [10, 10, 10] and not ended.any()


def test_numbers_are_looked_at() -> None:
    state = load("tic-tac-toe").start(1)
    with pytest.raises(ValueError, match="the number of games"):
        state.playouts(-1)
    with pytest.raises(ValueError, match="threads"):
        state.playouts(1, threads=0)


# --- lines ----------------------------------------------------------------------------------------------


def test_a_line_is_what_is_undone() -> None:
    start = load("tic-tac-toe").start(1)
    line = Line.of(start).play("b2", "a1", start.play("b2").play("a1").legal_moves[0])
    assert len(line.moves) == 3 and line.states[0] is start
    assert line.undo().undo(2) == line.undo(3) == Line.of(start)
    assert line.undo().play(line.moves[-1]) == line
    with pytest.raises(ValueError, match="the number of moves to undo"):
        line.undo(4)


def test_a_whole_turn_is_several_moves() -> None:
    line = Line.of(load("english-draughts").start(1))
    while len(line.moves) < 40 and not line.state.is_over:
        line = line.play(line.state.random_move())
    assert Line.of(line.states[0]).play(*map(str, line.moves)) == line
