"""What a second thread gains: `python -m benchmarks.threads [GAME ...]`, on an idle machine.

Random games by the clock on the wall, on one thread and on two in turns; medians. `cpu` is the processor's
time for a game on two threads beside that on one: where it is 1 nothing is lost, however busy the machine is.
"""

from __future__ import annotations

import argparse
import sys
import time
from statistics import median

from gdl import load
from interpreter.engines.interface import Engine
from interpreter.engines.registry import native_engine

GAMES = ("tic-tac-toe", "breakthrough", "katarenga", "amazons", "international-draughts")


def rate(engine: Engine, games: int, threads: int) -> tuple[float, float]:
    """Games a second: by the clock, and by the processor's time."""
    began, spent = time.perf_counter(), time.process_time()
    engine.playouts(games, seed=1, threads=threads)
    return games / (time.perf_counter() - began), games / (time.process_time() - spent)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.threads", description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    print(f"{'game':24} {'1 thread':>12} {f'{given.threads} threads':>12}  gain   cpu")
    for name in given.games:
        engine = native_engine(load(name).program)
        engine.playouts(200, seed=0)
        engine.warm_up()
        games = max(10, int(rate(engine, 200, 1)[1]))  # about a second
        one, more = [], []
        for _ in range(given.rounds):
            one.append(rate(engine, games, 1))
            more.append(rate(engine, games, given.threads))
        walls = [median(wall for wall, _ in found) for found in (one, more)]
        cpus = [median(cpu for _, cpu in found) for found in (one, more)]
        gain, lost = walls[1] / walls[0], cpus[0] / cpus[1]
        print(f"{name:24} {walls[0]:12,.0f} {walls[1]:12,.0f}  {gain:.2f}  {lost:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
