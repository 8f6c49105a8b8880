"""Trees of Monte-Carlo search: what they find, what they keep, and how they stop."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from functools import cache

import pytest

from gdl import Game, load
from interpreter.errors.user_errors import PlayerOptionError
from interpreter.game.state import State
from interpreter.players.mcts import MctsPlayer, MctsSettings
from interpreter.players.player import Line
from interpreter.search.tree import Tree, TreeSettings


@cache
def game_of(name: str) -> Game:
    return load(name).on("native")


def line(name: str, *texts: str) -> Line:
    """A game as far as these moves."""
    states: list[State] = [game_of(name).start(1)]
    moves = []
    for text in texts:
        moves.append(states[-1].parse(text))
        states.append(states[-1].play(moves[-1]))
    return Line(tuple(states), tuple(moves))


def player(iterations: int = 2000, seed: int = 3) -> MctsPlayer:
    return MctsPlayer(MctsSettings(None, iterations, TreeSettings(1 << 24, seed=seed)))


def test_a_win_at_hand_is_proved() -> None:
    choice = player().choose(line("tic-tac-toe", "a1", "a2", "b1", "b2"))
    assert str(choice.move) == "c1"
    first = choice.thought.candidates[0]
    assert (first.value, first.proved, first.plies) == (1.0, True, 1)


def test_a_loss_is_proved() -> None:
    """Nought has lost, whatever it does: Cross threatens in two ways, and Nought in none."""
    before = line("tic-tac-toe", "a1", "b1", "c3", "a2", "c1")
    choice = player().choose(before)
    assert [(c.proved, c.value, c.plies) for c in choice.thought.candidates] == [(True, -1.0, 2)] * 4


def test_a_solved_game_needs_no_more_simulations() -> None:
    """Troika is won by who begins; a tree that knows it does not grow."""
    game = load("troika").on("native")
    state = game.start(1)
    tree = Tree(game, TreeSettings(1 << 26, seed=4))
    tree.init(state.raw)
    tree.run_simulations(state.raw, 2_000_000, None)
    assert tree.proved
    assert tree.run_simulations(state.raw, 1000, None) == 0


def test_the_same_seed_chooses_the_same() -> None:
    at = line("breakthrough")
    visits = [[c.visits for c in player(seed=s).choose(at).thought.candidates] for s in (5, 5, 6)]
    assert visits[0] == visits[1] != visits[2]


def test_the_tree_is_kept_for_what_follows_and_for_what_went_before() -> None:
    """What was found after an answer counts when it is played; moves taken back find their tree again."""
    who = player()
    first = who.choose(line("connect-four"))
    reply = next(m for m in first.thought.expected[1:2])
    after = line("connect-four", str(first.move), str(reply))
    known = sum(c.visits or 0 for c in who.choose(after).thought.candidates)
    assert known > 2000  # with those from before
    again = sum(c.visits or 0 for c in who.choose(line("connect-four")).thought.candidates)
    assert again > 2 * 2000
    elsewhere = sum(c.visits or 0 for c in who.choose(line("tic-tac-toe")).thought.candidates)
    assert elsewhere <= 2001


def test_chance_is_followed() -> None:
    """In Backgammon a move has a branch for each roll that follows; nothing is proved."""
    who = player(300)
    at = line("backgammon")
    choice = who.choose(at)
    assert not any(c.proved for c in choice.thought.candidates)
    states, moves = list(at.states), list(at.moves)
    while states[-1].mover == at.state.mover:
        moves.append(who.choose(Line(tuple(states), tuple(moves))).move)
        states.append(states[-1].play(moves[-1]))
    assert who.choose(Line(tuple(states), tuple(moves))).move in states[-1].legal_moves


def test_little_memory_is_enough() -> None:
    who = MctsPlayer(MctsSettings(None, 20_000, TreeSettings(1 << 20, seed=1)))
    at = line("hex")
    assert who.choose(at).move in at.state.legal_moves
    assert who._tree is not None and who._tree.used <= 1.0


@pytest.mark.skipif(sys.platform == "win32", reason="sends a Unix signal")
def test_control_c_ends_it_with_a_move() -> None:
    who = MctsPlayer(MctsSettings(3600.0, None, TreeSettings(1 << 24)))
    at = line("hex")
    tree = who._at(at)
    known = tree.simulations

    def press() -> None:
        while tree.simulations == known:  # it thinks
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Thread(target=press).start()
        assert who.choose(at).move in at.state.legal_moves
    finally:
        signal.signal(signal.SIGINT, before)
    assert tree.simulations > known


def test_too_little_memory_is_told() -> None:
    """Gomoku begins with 225 moves, which do not go into the least tree there is."""
    game = game_of("gomoku")
    with pytest.raises(PlayerOptionError, match="give more memory"):
        Tree(game, TreeSettings(0)).init(game.start(1).raw)


@pytest.mark.parametrize("name", ["after", "init", "run_simulations"])
def test_ctrl_c_before_there_is_a_tree_of_the_position(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It moves all the same, by what it knows of this position and of no other, and thinks on afterwards."""
    searcher = player(50)
    searcher.choose(line("tic-tac-toe"))
    elsewhere = name == "init"  # where the tree that it has does not reach
    now = line("tic-tac-toe", "b2", "a1") if not elsewhere else line("breakthrough")

    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Tree, name, interrupted)
        assert searcher.choose(now).move in now.state.legal_moves
    again = searcher.choose(now)
    assert {c.move for c in again.thought.candidates} == set(now.state.legal_moves)
