"""Any position as text: read again it is the same position, and what is not said in it is named."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from gdl import load
from interpreter.errors.user_errors import PositionError, ScenarioError
from interpreter.game.describing import described
from interpreter.game.position import position_from, text_of
from interpreter.game.state import State
from tests.quick import quick_where

#: Between them: kings that may castle, heaps, hands, mixed stacks, changing colours, scores, three players.
GAMES = (
    *("tic-tac-toe", "oware", "nine-mens-morris", "lasca", "chameleon", "triad", "chess"),
    *("english-draughts", "reversi", "go", "troika", "amazons", "hnefatafl", "cornered-match"),
)
QUICK = ("tic-tac-toe", "oware", "nine-mens-morris")


def at(name: str, plies: int, seed: int) -> State:
    """A position of a game that is played at random and goes on."""
    state, chance = load(name).start(seed=seed), random.Random(seed)
    for _ in range(plies):
        after = state.play(chance.choice(state.legal_moves))
        if after.is_over:
            break
        state = after
    return state


def again(state: State, text: str) -> State:
    return state.game.starting_from(position_from(text, "it")).start(0)


@pytest.mark.parametrize("name", quick_where(GAMES, lambda name: name in QUICK))
def test_a_position_is_read_as_it_was_written(name: str) -> None:
    for plies in (0, 9, 30):
        state = at(name, plies, plies)
        found = described(state)
        same = again(state, found.text)
        assert same.contents == state.contents and same.mover == state.mover and same.ply == state.ply
        assert same.scores == state.scores and same.colours == state.colours
        assert Counter(map(str, same.legal_moves)) == Counter(map(str, state.legal_moves))
        # all that follows for two more moves (or one, of very many) is the same, too, but for what it says
        # that it lacks
        assert all("positions before it" in lack for lack in found.lacks)
        depth = 2 if len(state.legal_moves) < 80 else 1
        assert [each.nodes for each in same.perft(depth)] == [each.nodes for each in state.perft(depth)]


def test_what_is_not_said_is_named() -> None:
    rolled = at("backgammon", 3, 1)
    found = described(rolled)
    assert found.lacks == ("what the dice show",)
    assert again(rolled, found.text).contents[:24] == rolled.contents[:24]
    repeated = at("go", 6, 1)
    assert described(repeated).lacks == ("the positions before it, which its rules remember",)
    over = load("tic-tac-toe").start(seed=1)
    for move in ("a1", "a2", "b1", "b2", "c1"):
        over = over.play(move)
    assert described(over).lacks == ("that the game is over, and how",)


def test_stacks_counts_and_names_that_mean_something_in_yaml() -> None:
    text = "{pieces: {Soldier1: [a1]}, mover: 2, stacks: {c3: [Soldier2, Soldier1, Officer2]}}"
    state = load("lasca").starting_from(position_from(text, "it")).start(0)
    top = state.sites["c3"]
    assert [each.name for each in (*top.below, top)] == ["Soldier", "Soldier", "Officer"]
    assert [each.owner for each in (*top.below, top)] == [2, 1, 2] and state.mover == 2
    heap = (
        load("oware")
        .starting_from(position_from("{pieces: {Seed: [a1, b2]}, counts: {a1: 7}}", "it"))
        .start(0)
    )
    assert {name: piece.count for name, piece in heap.sites.items()} == {"a1": 7, "b2": 1}
    odd = {"pieces": {"No": ["a 1", "yes"], "x:y": ["2"]}, "mover": 1}
    read = position_from(text_of(odd), "it")
    assert read.pieces == (("No", ("a 1", "yes")), ("x:y", ("2",)))
    assert text_of(position_from(text, "it")) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{pieces: {Cross1: [a1]}, counts: {a1: 0}}", "a1 cannot have the count 0"),
        ("{pieces: {Cross1: [a1]}, counts: [a1]}", "`counts:` is a mapping of sites to numbers"),
        ("{pieces: {}, stacks: [a1]}", "`stacks:` is a mapping of sites to pieces"),
        ("{pieces: {}, stacks: {a1: [Cross1, Nought2]}}", "this game has no stacks"),
        ("{pieces: {Cross1: [" + "a1, " * 10 + "]}}", "more pieces are placed than there is room for"),
    ],
)
def test_what_is_wrong_with_a_position_is_told(text: str, said: str) -> None:
    with pytest.raises((PositionError, ScenarioError), match=said):
        load("tic-tac-toe").starting_from(position_from(text, "it"))
