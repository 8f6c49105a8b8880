"""What is proved of a position holds where the game is about to end by its length, and where it is not.

A race: the first player's man needs three steps, the other's goes to and fro and can do nothing about it.
Only the limit of all games can: 1250 turns a player, 2500 of both, and one more that finds them over. What is
true near it is found by trying everything; far from it, by counting steps.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from gdl import Game, load
from gdl.analyses.live_fields import limit_counters, live_fields
from gdl.core.programs import HORIZON
from interpreter.errors.user_errors import UnsolvedError
from interpreter.game.state import State
from interpreter.players.alphabeta import AlphaBetaPlayer, AlphaBetaSettings
from interpreter.players.mcts import MctsPlayer, MctsSettings
from interpreter.players.player import Line, Player
from interpreter.search.solver import Solver
from interpreter.search.tree import TreeSettings
from tests.search.small_games.truth import Node, Truth

MEMORY = 1 << 20
#: 1250 turns a player.
LIMIT = 2500
ENGINES = ["python", "native"]

RACE = """(game "Race" (players 2)
  (equipment {(board (rectangle 2 4)) (piece "Man" Each)})
  (rules (start {(place "Man1" {0}) (place "Man2" {4})})
    (play (forEach Piece "Man" (move Step (directions {E W}) (to if:(is Empty (to))))))
    (end {ENDS (if (is In (last To) (sites {3})) (result P1 Win))})))"""
#: How many plies the race still takes the first player, to move, from the first site of his row.
NEEDED = 5


@cache
def made(text: str, engine: str) -> Game:
    with TemporaryDirectory() as folder:
        file = Path(folder, "race.lud")
        file.write_text(text, encoding="utf-8")
        return load(file).on(engine)


def race(engine: str, ends: str = "") -> Game:
    return made(RACE.replace("ENDS", ends), engine)


@cache
def gone(engine: str) -> tuple[State, ...]:
    """A game in which both go to and fro until the limit ends it: the state after each turn."""
    states = [race(engine).start(1)]
    while not states[-1].is_over:
        state = states[-1]
        states.append(state.play(min(state.legal_moves, key=str)))
    assert len(states) == LIMIT + 2
    assert states[-1].outcome is not None and states[-1].outcome.draw
    return tuple(states)


def at_start(engine: str, turns: int, later: int = 0) -> State:
    """After so many turns, the position of the start, or of a little later."""
    state, start = gone(engine)[turns], gone(engine)[later]
    assert (state.contents, state.mover) == (start.contents, 1)
    return state


@cache
def truth_at(turns: int, later: int = 0) -> Truth:
    """Everything that can come of that, with the pasts and the counters told apart."""

    class Late:
        players = race("python").players

        @staticmethod
        def start(seed: int) -> State:
            return at_start("python", turns, later)

    return Truth(Late(), endless=False, most=50_000)  # type: ignore[arg-type]


def expected(turns: int) -> tuple[float, int | None]:
    """What the position of the start is worth after so many turns, and in how many plies."""
    if turns <= LIMIT - 20:
        return 1.0, NEEDED
    truth = truth_at(turns)
    value = truth.value(truth.start, 1)
    return value, truth.plies(truth.start) if value else None


def test_the_limit_matters() -> None:
    """With five turns to go the race is just won, with one it is drawn."""
    assert [expected(LIMIT - left) for left in (0, 4)] == [(0.0, None), (1.0, NEEDED)]


#: In turns: far, near, and so that either is seen after the other; about where searches begin to count.
PLACES = [0, LIMIT, 4, LIMIT - 4, LIMIT - HORIZON, LIMIT - HORIZON + 4, LIMIT - HORIZON - 4, LIMIT - 8]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("places", [PLACES, PLACES[::-1]], ids=["far first", "near first"])
def test_a_used_solver_knows_where_the_limit_comes_first(engine: str, places: list[int]) -> None:
    solver = Solver(race(engine), MEMORY)
    for turns in places:
        found = solver.solve(at_start(engine, turns), line=bool(expected(turns)[0]))
        assert (found.value, found.plies) == expected(turns), turns
        if found.plies is not None:
            assert len(found.line) == found.plies


def players() -> list[Player]:
    mcts = MctsPlayer(MctsSettings(None, 300, TreeSettings(MEMORY)))
    return [*(AlphaBetaPlayer(AlphaBetaSettings(None, depth, MEMORY)) for depth in (3, 5, 8)), mcts]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("places", [PLACES, PLACES[::-1]], ids=["far first", "near first"])
def test_used_players_know_where_the_limit_comes_first(engine: str, places: list[int]) -> None:
    """The man has made his first step, and may make the second or go back: there he needs two plies less, or
    two more."""
    for player in players():
        told = set()
        for turns in (place - 2 for place in places if place):
            state = at_start(engine, turns, later=2)
            for each in player.choose(Line((state,))).thought.candidates:
                if not each.proved:
                    continue
                told.add(turns)
                onward = str(each.move) == "b1-c1"
                value, plies = 1.0, NEEDED - 2 if onward else NEEDED + 2
                if turns > LIMIT - 20:
                    node: Node = truth_at(turns, 2).start.children[each.move.raw]
                    value = truth_at(turns, 2).value(node, 1)
                    assert value == (1.0 if onward or turns + plies <= LIMIT + 1 else 0.0)
                assert each.value == value
                assert each.plies is None or each.plies >= plies
                assert not each.exact or each.plies == plies
        assert {2, LIMIT - 2} <= told


@pytest.mark.parametrize("engine", ENGINES)
def test_a_win_beyond_the_limit_is_not_told(engine: str) -> None:
    """A proof that is longer than what is left of the game: the solver says that it does not know."""
    state = at_start(engine, LIMIT - HORIZON - 4)
    solver = Solver(race(engine), MEMORY)
    solver._hold(state, HORIZON + 4)
    with pytest.raises(UnsolvedError, match="more plies than can be looked through"):
        solver._hold(state, HORIZON + 5)


# --- Whose the counters are ------------------------------------------------------------------------------


def left_out(game: Game) -> set[str]:
    program = game.engine.program
    return {each.counter.name for each in limit_counters(program, live_fields(program))}


@pytest.mark.parametrize(
    "end",
    ["(if (>= (count Moves) 10000) (result P1 Win))", "(if (> (count Moves) 9999) (result P2 Win))",
     "(if (>= (count Moves) 20000) (result P1 Win))"],
)  # fmt: skip
def test_a_rule_that_lets_somebody_win_by_length_counts(end: str) -> None:
    """Though it asks for the very number that all games have as a limit."""
    assert left_out(race("python")) == {"moves", "turns"}
    assert left_out(race("python", end)) == {"turns"}


def test_a_rule_about_fewer_turns_counts() -> None:
    """1250 turns a player are 2500 of both: a rule about 2000 comes first."""
    assert left_out(race("python", "(if (>= (count Turns) 2000) (result P1 Win))")) == {"moves"}


def test_the_limit_of_a_game_of_a_match_counts() -> None:
    """A game that is drawn by its length gives points, and the match goes on."""
    assert left_out(load("triad-series")) == set()


@pytest.mark.parametrize("engine", ENGINES)
def test_who_plays_alone_does_not_win_by_going_on(engine: str) -> None:
    """There is nobody to share with: a game that is never won is lost after 10,000 moves."""
    alone = RACE.replace("(players 2)", "(players 1)").replace(' (place "Man2" {4})', "").replace("ENDS", "")
    state = made(alone, engine).start(1)
    while not state.is_over:
        state = state.play(min(state.legal_moves, key=str))
    assert state.ply == 10_000
    assert state.outcome is not None and state.outcome.winner is None
