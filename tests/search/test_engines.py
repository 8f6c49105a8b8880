"""Searches are the same on both engines, to the last bit; a checked build finds nothing wrong with them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gdl import Game, load
from gdl.passes.linker import CONTENTS
from interpreter.game.state import State
from interpreter.search import alphabeta as minimax
from interpreter.search import tallies
from interpreter.search.run import Search
from interpreter.search.solver import Solver
from interpreter.search.tree import Tree, TreeSettings
from tests.quick import few

#: Placing and moving, what-if, more moves a turn, three players, stacks, chance, a match, cut playouts.
GAMES = (
    "tic-tac-toe", "breakthrough", "troika", "cornered", "english-draughts", "triad", "troke", "officers",
    "backgammon", "quartermaster-match", "congress", "katarenga", "last-step",
)  # fmt: skip
MEMORY = 1 << 22


def position(game: Game, plies: int, seed: int) -> State:
    """After so many random moves, or the last position that is not over."""
    choose = random.Random(seed)
    state = game.start(seed)
    for _ in range(plies):
        after = state.play(state.random_move(choose))
        if after.is_over:
            break
        state = after
    return state


def grown(name: str, engine: str, plies: int, seed: int, simulations: int, checked: bool = False) -> object:
    """What a tree says of its root's moves, and of those that follow the first of them."""
    game = load(name).on(engine, checked)
    state = position(game, plies, seed)
    tree = Tree(game, TreeSettings(MEMORY, seed=seed))
    tree.init(state.raw)
    tree.run_simulations(state.raw, simulations, None)
    children = list(tree.children(tree.root))
    # fingerprints differ between engines, and nothing else
    return [(c.move, c.value, c.visits, c.outcome, c.plies, c.node) for c in children], tree.used


@pytest.mark.parametrize("name", few(GAMES))
@settings(max_examples=3, deadline=None)
@given(plies=st.integers(0, 12), seed=st.integers(0, 2**40))
def test_trees_are_alike(name: str, plies: int, seed: int) -> None:
    simulations = 6 if name in ("troke", "backgammon", "congress", "quartermaster-match") else 40
    assert grown(name, "native", plies, seed, simulations) == grown(name, "python", plies, seed, simulations)


@pytest.mark.parametrize("name", few(GAMES))
def test_a_checked_build_grows_the_same_tree(name: str) -> None:
    assert grown(name, "native", 4, 11, 300, checked=True) == grown(name, "native", 4, 11, 300)


@pytest.mark.parametrize("name", ("tic-tac-toe", "troika", "cornered"))
def test_solutions_are_alike(name: str) -> None:
    """The tables are not: fingerprints differ, and so may what is given up for something else."""
    found = []
    for engine in ("native", "python"):
        game = load(name).on(engine)
        state = position(game, 4, 2)
        solution = Solver(game, 1 << 24).solve(state)
        found.append((solution.value, solution.plies))
    assert found[0] == found[1]


@pytest.mark.parametrize("name", ("breakthrough", "troika", "english-draughts", "reversi"))
def test_looking_ahead_is_alike(name: str) -> None:
    worths = []
    for engine in ("native", "python"):
        game = load(name).on(engine)
        state = position(game, 6, 3)
        size = tallies.ENTRY * tallies.BUCKET
        pools = {0: size << 12, 1: 1 << 16, 2: tallies.SETTINGS_WORDS}
        estimate = game.compiled.estimate
        search = Search(game.engine, minimax.FUNCTIONS, minimax.ENTRIES, pools, estimate, CONTENTS)
        search.ints(2)[tallies.BUCKETS] = 1 << 12
        worths.append([search.call(state.raw, "search", depth) for depth in (1, 2, 3)])
    assert worths[0] == worths[1]
