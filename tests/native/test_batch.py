"""Batches: many games in one array are the games that they would be one by one."""

from __future__ import annotations

from array import array
from functools import cache
from typing import Any

import pytest

from gdl import Game, load
from interpreter.errors.user_errors import IllegalMoveError
from interpreter.game.batch import Batch
from interpreter.game.shipped import shipped_games
from tests.quick import few


@cache
def game(name: str) -> Game:
    return load(name)


def chosen(batch: Batch, salt: int) -> list[int]:
    """Some move of each game that goes on."""
    return [(salt * 31 + 7 * i) % count if count else -1 for i, count in enumerate(batch.counts)]


@pytest.mark.parametrize("name", few(shipped_games()))
def test_the_games_are_those_of_python(name: str) -> None:
    """Moves by their numbers lead where they lead in Python, field by field, chance and history included."""
    batch = game(name).on("native", checked=True).batch(4, seed=9)
    engine: Any = game(name).engine
    states = [engine.start(9, number) for number in range(4)]
    for ply in range(25):
        moves = [list(dict.fromkeys(engine.legal_moves(state))) for state in states]
        assert [len(found) for found in moves] == list(batch.counts)
        assert [engine.seat(state) for state in states] == list(batch.movers)
        numbers = chosen(batch, ply)
        batch.step_nth(numbers)
        for i, number in enumerate(numbers):
            if number >= 0:
                states[i] = engine.play(states[i], moves[i][number])
        for i, state in enumerate(states):
            raw = batch[i]._raw
            for field in engine.program.fields:
                assert raw.engine.value(raw, field.name) == engine.value(state, field.name), field.name
            assert raw.rng == state.rng
            assert batch[i].ply == batch.plies[i]
    players = range(1, game(name).program.players + 1)
    for i, state in enumerate(states):
        assert tuple(batch.ranks(player)[i] for player in players) == engine.ranks(state)


@pytest.mark.parametrize("name", ["tic-tac-toe", "katarenga", "triad", "hex"])
@pytest.mark.parametrize("threads", [1, 3])
def test_random_steps_are_random_games(name: str, threads: int) -> None:
    batch = game(name).batch(50, seed=4)
    while any(batch.counts):
        batch.step_random(threads)
    summed = game(name).playouts(50, seed=4)
    assert sum(batch.plies) == summed.moves
    for player, wins in enumerate(summed.wins, 1):
        alone = [sum(batch.ranks(p)[i] == 1.0 for p in range(1, len(summed.wins) + 1)) for i in range(50)]
        assert sum(batch.ranks(player)[i] == 1.0 and alone[i] == 1 for i in range(50)) == wins


def test_threads_share_the_steps() -> None:
    one, three = (game("breakthrough").batch(100, seed=2) for _ in range(2))
    for ply in range(40):
        one.step_nth(chosen(one, ply))
        three.step_nth(chosen(three, ply), threads=3)
        assert bytes(one.states) == bytes(three.states)


def test_games_begin_again_where_they_are_over() -> None:
    batch = game("tic-tac-toe").batch(8, seed=1)
    assert batch.restart() == 0
    while all(batch.counts):
        batch.step_random()
    over = [i for i, count in enumerate(batch.counts) if not count]
    others = {i: batch[i] for i in range(8) if i not in over}
    assert batch.restart() == len(over)
    assert all(batch.counts[i] == 9 and batch.plies[i] == 0 for i in over)
    assert all(batch[i] == state for i, state in others.items())


def test_a_state_taken_out_stays_as_it_is() -> None:
    batch = game("katarenga").batch(3, seed=1)
    state = batch[-1]
    shown, moves = str(state), state.legal_moves
    assert len(moves) == batch.counts[2]
    after = state.play(moves[5])
    batch.step_nth([-1, -1, 5])
    assert (str(state), state.legal_moves) == (shown, moves)
    assert batch[2] == after and batch[0] == state
    assert [each.ply for each in batch] == [0, 0, 1]


def test_numbers_come_from_any_sequence() -> None:
    one, other = (game("hex").batch(2, seed=1) for _ in range(2))
    one.step_nth(iter((3, 4)))
    other.step_nth(array("q", [3, 4]))
    assert bytes(one.states) == bytes(other.states)


def test_a_wrong_move_changes_nothing() -> None:
    batch = game("tic-tac-toe").batch(3)
    before = bytes(batch.states)
    with pytest.raises(IllegalMoveError, match="game 1 has no move 9: it has 9 moves"):
        batch.step_nth([0, 9, 12])
    with pytest.raises(ValueError, match="2 moves for 3 games"):
        batch.step_nth([0, 0])
    assert bytes(batch.states) == before
    with pytest.raises(IndexError):
        batch[3]
    with pytest.raises(ValueError, match="no player 3"):
        batch.ranks(3)
    with pytest.raises(ValueError):
        game("tic-tac-toe").batch(0)


def test_a_finished_game_takes_no_move() -> None:
    batch = game("tic-tac-toe").batch(1)
    while batch.counts[0]:
        batch.step_nth([0])
    with pytest.raises(IllegalMoveError, match="it has 0 moves"):
        batch.step_nth([0])
    batch.step_nth([-1])


def test_views_are_of_the_memory_and_cannot_be_written() -> None:
    batch = game("breakthrough").batch(5)
    assert batch.states.shape == (5, batch.state_size)
    before = bytes(batch.states)
    batch.step_nth([0] * 5)
    assert bytes(batch.states) != before
    for view in (batch.states, batch.counts, batch.movers, batch.ranks(1)):
        assert view.readonly


def test_the_layout_says_where_fields_are() -> None:
    batch = game("katarenga").batch(3, seed=1)
    batch.step_nth([0, 1, 2])
    engine: Any = batch.game.engine
    for name, place in batch.layout.items():
        for i in range(3):
            row = bytes(batch.states)[i * batch.state_size : (i + 1) * batch.state_size]
            elements = [
                int.from_bytes(row[at : at + place.bytes], "little", signed=place.signed)
                for at in range(place.offset, place.offset + (place.length or 1) * place.bytes, place.bytes)
            ]
            if place.type != "Float":
                value = engine.value(batch[i]._raw, name)
                assert elements == [int(v) for v in (value if place.length is not None else (value,))]
