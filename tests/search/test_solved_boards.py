"""Solver and searches agree on solved boards: whatever a search calls proved is what the solver proves."""

from __future__ import annotations

import pytest

from gdl import load
from interpreter.players.alphabeta import AlphaBetaPlayer, AlphaBetaSettings
from interpreter.players.mcts import MctsPlayer, MctsSettings
from interpreter.players.player import Candidate, Line, Player
from interpreter.search.solver import Solver
from interpreter.search.tree import TreeSettings
from tests.quick import one_in

MEMORY = 1 << 24
FACES = [f"{tile}{face}" for tile in "1234" for face in "ab"]

#: Each game on some boards: the options, so many simulations, so many plies.
BOARDS = [
    *((f"cornered {face}", "cornered", {"Tile": face}, 3_000, 8) for face in FACES),
    *((f"troika {seed}", "troika", {"Board": f"random:{seed}"}, 6_000, 6) for seed in range(4)),
    *((f"quartermaster {seed}", "quartermaster", {"Board": f"random:{seed}"}, 3_000, 4) for seed in range(4)),
    *((f"die-drei {seed}", "die-drei", {"Board": f"random:{seed}"}, 3_000, 3) for seed in range(2)),
]


def players(simulations: int, depth: int) -> list[Player]:
    tree = TreeSettings(memory=MEMORY, seed=1)
    return [
        MctsPlayer(MctsSettings(seconds=None, iterations=simulations, tree=tree)),
        AlphaBetaPlayer(AlphaBetaSettings(seconds=None, depth=depth, memory=MEMORY)),
    ]


@pytest.mark.parametrize(("board", "name", "options", "simulations", "depth"), one_in(5, BOARDS))
def test_solver_and_searches_agree(
    board: str, name: str, options: dict[str, str], simulations: int, depth: int
) -> None:
    """Along a line of best play, in each position: its value, and that of every move that is proved."""
    game = load(name, options).on("native")
    solver = Solver(game, MEMORY)
    line, told = Line((game.start(1),)), 0
    best = solver.solve(line.state).line
    assert best, f"{board} is solved"
    for number, move in enumerate(best):
        # the first position, and the later half, of which searches can prove more
        if not number or 2 * number >= len(best):
            for player in players(simulations, depth):
                candidates = player.choose(line).thought.candidates
                told += sum(agrees(solver, line, each) for each in candidates[:4])
        line = line.then(move)
    assert line.state.is_over
    assert told, f"something is proved of {board}"


def agrees(solver: Solver, line: Line, candidate: Candidate) -> bool:
    """Is the candidate proved? Then it is what the solver says."""
    if not candidate.proved:
        return False
    mover, after = line.state.mover, line.state.play(candidate.move)
    plies: int | None = 1
    if after.outcome is not None:
        value = after.outcome.value(mover)
    else:
        found = solver.solve(after, line=False)
        value = found.value if after.mover == mover else -found.value
        plies = None if found.plies is None else found.plies + 1
    if candidate.at_most:
        assert value <= candidate.value
    else:
        assert value == candidate.value
        if candidate.exact:
            assert plies == candidate.plies
        elif candidate.plies is not None and plies is not None and value == 1.0:
            assert plies <= candidate.plies
    return True
