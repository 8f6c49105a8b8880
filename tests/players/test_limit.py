"""A limit for each call: what it may be, and that players keep to it."""

from __future__ import annotations

from typing import Any

import pytest

from gdl import load
from interpreter.errors.user_errors import PlayerOptionError
from interpreter.match.play import Match, play_game
from interpreter.players.alphabeta import AlphaBetaPlayer, AlphaBetaSettings
from interpreter.players.kinds import KINDS
from interpreter.players.kinds.random import RandomPlayer
from interpreter.players.limit import Limit
from interpreter.players.mcts import MctsPlayer, MctsSettings
from interpreter.players.naming import read_players
from interpreter.players.player import Line
from interpreter.players.waiting import patience_of
from interpreter.search.tree import TreeSettings
from tests.players.doubles import Thinker, thinker

LINE = Line((load("breakthrough").on("native").start(1),))
MCTS = MctsSettings(None, 300, TreeSettings(1 << 24, seed=1))
ALPHABETA = AlphaBetaSettings(None, 2, 1 << 22)


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"seconds": 0},
        {"seconds": -1.0},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
        {"seconds": "2s"},
        {"simulations": 0},
        {"simulations": 2.5},
        {"simulations": True},
        {"depth": 0},
        {"depth": 101},
        {"seconds": 1, "depth": "6"},
    ],
    ids=str,
)
def test_what_is_no_limit(given: dict[str, Any]) -> None:
    with pytest.raises(PlayerOptionError) as told:
        Limit(**given)
    assert told.value.code == "E0520"
    assert all(f"`{name}`" in told.value.message for name in list(given)[-1:])


def playouts(player: MctsPlayer, limit: Limit | None) -> int:
    """How many simulations a player runs where it has no tree yet, told by the visits of its moves."""
    return sum(each.visits or 0 for each in player.choose(LINE, limit).thought.candidates)


def test_simulations_are_counted() -> None:
    first = playouts(MctsPlayer(MCTS), Limit(simulations=1)) - 1  # a new tree begins with one
    for count in (5, 50, 700):
        assert playouts(MctsPlayer(MCTS), Limit(simulations=count)) == count + first
    own = playouts(MctsPlayer(MCTS), None)
    assert own == 300 + first == playouts(MctsPlayer(MCTS), Limit(simulations=300))


def test_the_limit_of_a_call_is_for_that_call_only() -> None:
    player = MctsPlayer(MCTS)
    few = playouts(player, Limit(simulations=10))
    assert playouts(player, None) == few + 300
    assert player.limit == Limit(simulations=300)


def test_a_limit_stands_in_place_of_the_clock() -> None:
    """A player that would think for an hour plays the same by the same number of simulations."""
    slow = MctsPlayer(MctsSettings(3600.0, None, MCTS.tree))
    assert playouts(slow, Limit(simulations=300)) == playouts(MctsPlayer(MCTS), None)


def test_depth_is_kept() -> None:
    for depth in (1, 3):
        work = AlphaBetaPlayer(ALPHABETA).choose(LINE, Limit(depth=depth)).thought.work
        assert f", {depth} plies ahead" in work
    assert ", 2 plies ahead" in AlphaBetaPlayer(ALPHABETA).choose(LINE).thought.work
    deep = AlphaBetaPlayer(AlphaBetaSettings(3600.0, None, 1 << 22))
    assert ", 1 plies ahead" in deep.choose(LINE, Limit(depth=1)).thought.work


def test_nodes_are_kept_and_decide_all() -> None:
    def positions(nodes: int) -> tuple[str, int]:
        choice = AlphaBetaPlayer(AlphaBetaSettings(None, None, 1 << 22, nodes)).choose(LINE)
        return str(choice.move), int(choice.thought.work.split()[0].replace(",", ""))

    moves = len(LINE.state.legal_moves)
    for nodes in (1, 500, 2000):
        # the first ply is looked at whatever is allowed; on the way back some more are entered and left
        assert positions(nodes)[1] <= max(nodes, moves + 1) + 64
        assert positions(nodes) == positions(nodes)
    assert positions(2000)[1] > positions(500)[1] > positions(1)[1]
    player = AlphaBetaPlayer(ALPHABETA)
    assert player.choose(LINE, Limit(nodes=500)).move == player.choose(LINE, Limit(nodes=500)).move


def test_a_limit_by_which_a_player_cannot_go() -> None:
    with pytest.raises(PlayerOptionError, match="mcts has no limit `depth`") as told:
        MctsPlayer(MCTS).choose(LINE, Limit(depth=3))
    assert told.value.suggestions == ("seconds", "simulations")
    with pytest.raises(PlayerOptionError, match="alphabeta has no limit `simulations`"):
        AlphaBetaPlayer(ALPHABETA).choose(LINE, Limit(simulations=3))
    # what it knows of a limit is enough, and who does not think keeps to any
    both = Limit(simulations=5, depth=3)
    assert playouts(MctsPlayer(MCTS), both) == playouts(MctsPlayer(MCTS), Limit(simulations=5))
    assert RandomPlayer(1).choose(LINE, Limit(depth=3)) == RandomPlayer(1).choose(LINE)


def test_how_long_is_waited_for_rules() -> None:
    timed, counted = MctsPlayer(MctsSettings(0.5)), MctsPlayer(MCTS)
    assert [patience_of(each) for each in (None, RandomPlayer(1), counted, timed)] == [None, None, None, 0.5]
    assert patience_of(timed, Limit(seconds=2)) == patience_of(None, Limit(seconds=2)) == 2
    assert patience_of(timed, Limit(simulations=2)) is None


def test_a_match_gives_its_limit_to_every_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Thinker] = []
    monkeypatch.setitem(KINDS, "mcts", thinker(made))
    game, limit = load("tic-tac-toe"), Limit(simulations=20)
    match = Match(game, read_players("mcts,random"), 2, 7, limit=limit)
    play_game(match, 0)
    assert made[0].asked and made[0].limits == [limit] * len(made[0].asked)
    assert match.repeatable  # though the players would go by the clock
    assert not Match(game, read_players("random"), 2, 7, limit=Limit(seconds=1)).repeatable
