"""What the solver and alpha-beta find, against searches that know nothing of the engines.

The truths are those of `tests.oracles.solved`, the forced wins those of `tests.search.forced_wins`.
"""

from __future__ import annotations

from functools import cache, lru_cache

import pytest

from gdl import load
from interpreter.game.state import State
from interpreter.players.alphabeta import AlphaBetaPlayer, AlphaBetaSettings
from interpreter.players.player import Line
from interpreter.search.solver import Solver
from tests.oracles.solved.truths import (
    SEEDS,
    TRUTHS,
    Truth,
)
from tests.quick import one_in
from tests.search.forced_wins import Case, cases

MEMORY = 128 << 20
#: So many solvers and players are kept for the next tests: each may fill its memory.
KEPT = 6

#: Truths that take half a minute, and minutes.
LONG = {"connect-four-6x5", "breakthrough-5", "hex-5-No"}
QUICK = [truth for truth in TRUTHS if str(truth) not in LONG]


@cache
def begun(game: str, options: tuple[tuple[str, str], ...]) -> State:
    """The start of a game, on the fast engine where there is one."""
    return load(game, dict(options)).on("auto").start(seed=1)


def reached(case: Case) -> State:
    state = begun(case.game, tuple(case.options.items()))
    for move in case.moves:
        state = state.play(move)
    return state


@lru_cache(KEPT)
def solver(state: State) -> Solver:
    """The solver of a game, by its start."""
    return Solver(state.game, MEMORY)


@lru_cache(KEPT)
def player(state: State, depth: int) -> AlphaBetaPlayer:
    return AlphaBetaPlayer(AlphaBetaSettings(seconds=None, depth=depth, memory=MEMORY))


@pytest.mark.parametrize("truth", one_in(3, QUICK), ids=str)
def test_the_solver_knows_who_wins_and_how_soon(truth: Truth) -> None:
    start = begun(truth.game, truth.options)
    found = solver(start).solve(start)
    assert found.value == truth.value
    if truth.value == 0:
        assert found.plies is None
    elif truth.plies is not None:
        assert found.plies == truth.plies == len(found.line)


@pytest.mark.parametrize("truth", SEEDS, ids=str)
def test_the_solver_knows_the_moves_that_win_soonest(truth: Truth) -> None:
    start = begun(truth.game, truth.options)
    found = solver(start).solve(start)
    assert (found.value, found.plies, len(found.line)) == (truth.value, truth.plies, truth.plies)
    assert truth.winning is not None and str(found.line[0]) in truth.winning


@pytest.mark.parametrize("truth", [truth for truth in QUICK if truth.winning], ids=str)
def test_the_solver_knows_the_winning_first_moves(truth: Truth) -> None:
    """'Le premier joueur doit toujours gagner s'il choisit la bonne case de départ.'"""
    start = begun(truth.game, truth.options)
    found = {}
    for move in start.legal_moves:
        after = solver(start).solve(start.play(move), line=False)
        if after.value < 0:
            assert after.plies is not None
            found[str(move)] = 1 + after.plies
    assert truth.winning is not None and found.keys() == truth.winning.keys()
    assert all(plies in (None, found[move]) for move, plies in truth.winning.items())


@pytest.mark.long
@pytest.mark.parametrize("truth", [truth for truth in TRUTHS if str(truth) in LONG], ids=str)
def test_the_solver_knows_who_wins_larger_games(truth: Truth) -> None:
    """Breakthrough and Hex on five by five (each of its first cells), Connect Four on six by five."""
    start = begun(truth.game, truth.options)
    able = Solver(start.game, 4 * MEMORY)
    if truth.winning is None:
        assert able.solve(start, length=False).value == truth.value
    else:
        values = {str(move): able.solve(start.play(move), length=False).value for move in start.legal_moves}
        assert {move for move, value in values.items() if value < 0} == truth.winning.keys()
        assert set(values.values()) == {-1.0, 1.0}


@pytest.mark.parametrize("case", one_in(10, cases()), ids=str)
def test_the_solver_proves_a_forced_win(case: Case) -> None:
    state = reached(case)
    found = solver(begun(case.game, tuple(case.options.items()))).solve(state)
    assert (found.value, found.plies) == (1, case.plies)
    assert found.line[0] in {state.parse(text) for text in case.winning}
    assert len(found.line) == case.plies


@pytest.mark.parametrize("case", one_in(10, cases()), ids=str)
def test_alpha_beta_finds_a_forced_win(case: Case) -> None:
    """Looking as far ahead as the win is it plays one of the moves that win soonest, and knows it."""
    state = reached(case)
    choice = player(begun(case.game, tuple(case.options.items())), case.plies).choose(Line((state,)))
    assert choice.move in {state.parse(text) for text in case.winning}
    best = choice.thought.candidates[0] if choice.thought else None
    assert best is not None and (best.move, best.value, best.proved) == (choice.move, 1.0, True)
    assert best.plies == case.plies
