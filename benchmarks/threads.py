"""What a second thread gains: `python -m benchmarks.threads [GAME ...]`, on an idle machine.

Random games by the clock on the wall, on one thread and on two in turns; medians.
"""

from __future__ import annotations

import argparse
import sys
import time
from statistics import median

from interpreter.engine import Engine
from interpreter.engines import native_engine
from interpreter.game import load

GAMES = ("tic-tac-toe", "breakthrough", "katarenga", "amazons", "international-draughts")


def rate(engine: Engine, games: int, threads: int) -> float:
    """Games a second."""
    began = time.perf_counter()
    engine.playouts(games, seed=1, threads=threads)
    return games / (time.perf_counter() - began)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.threads", description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    print(f"{'game':24} {'1 thread':>12} {f'{given.threads} threads':>12}  gain")
    for name in given.games:
        engine = native_engine(load(name).program)
        games = max(10, int(rate(engine, 50, 1)))  # about a second
        one, more = [], []
        for _ in range(given.rounds):
            one.append(rate(engine, games, 1))
            more.append(rate(engine, games, given.threads))
        print(f"{name:24} {median(one):12,.0f} {median(more):12,.0f}  {median(more) / median(one):.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
