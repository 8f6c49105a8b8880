"""What a network for Connect Four 5x4 has learnt: against the solver's truth, and against plain search.

    python truth.py connect-four.onnx

Its values are held against 1,000 positions of random games that are solved. Then it plays 400 games, with 50
simulations a move, against Monte-Carlo tree search with as many, from random openings with both colours.
"""

from __future__ import annotations

import argparse
import random

import numpy as np

import gdl
from interpreter.search.solver import Solver

GAME = gdl.load("connect-four", options={"Size": "5x4"}).on("native")


def positions(count: int, seed: int) -> list[gdl.State]:
    """Different positions of games at random, none of them over."""
    draw, found = random.Random(seed), dict[str, gdl.State]()
    while len(found) < count:
        game = [GAME.start(seed=draw.randrange(1 << 60))]
        while not game[-1].is_over:
            game.append(game[-1].play(draw.choice(game[-1].legal_moves)))
        state = draw.choice(game[:-1])
        found[state.text] = state
    return list(found.values())


def share_right(network: object, states: list[gdl.State]) -> float:
    """In which part of these positions the value lies in the right third of its range: loss, draw, or win."""
    solver = Solver(GAME, 256 << 20)
    truth = np.array([solver.solve(state).value for state in states])
    planes = GAME.observation.grid(np.stack([state.observe() for state in states]))
    said = np.asarray(network(planes)[1])[:, 0]
    return float(np.mean(np.rint(np.clip(1.5 * said, -1, 1)) == truth))


def main() -> None:
    parser = argparse.ArgumentParser(description="Hold a network for Connect Four 5x4 against the truth.")
    parser.add_argument("file")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--simulations", type=int, default=50)
    given = parser.parse_args()
    network = gdl.read_network(given.file, GAME)
    right = share_right(network, positions(1000, seed=2))
    print(f"values right in {right:.1%} of 1,000 solved positions", flush=True)
    players = [f"net:{given.file}:{given.simulations}", f"mcts:{given.simulations}"]
    score = gdl.match(GAME, players, games=given.games, seed=3, openings=2)
    mine = score.standings[0]
    print(f"{mine.won.value:.1%} of the points in {score.games} games ({mine.wins} won, {mine.losses} lost)")


if __name__ == "__main__":
    main()
