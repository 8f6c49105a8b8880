"""What the measures of random play cost beside the playouts that they are taken from.

    python -m benchmarks.study [GAME...] [--games N]

Both are timed in turns, in processor's time on one thread; what is told is the median of their ratios. The
studies' games are the playouts, tallied, and the sample of games of which every move is listed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from statistics import median

from gdl import load
from interpreter.study.measures.random_play import ByRandomPlay, RandomPlay

GAMES = ("tic-tac-toe", "connect-four", "hex", "reversi", "troika", "triad", "backgammon", "chess")
TURNS = 5
#: So long the playouts of a turn are to take: seconds.
LEAST = 0.5


def seconds(work: Callable[[], object]) -> float:
    """The processor's time that it takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


def ratio(name: str, games: int | None) -> tuple[int, float]:
    """How many games, and how many times the playouts' time the measures take."""
    game = load(name).on("native")
    play = RandomPlay(game, 1, 100_000)
    for ready in (lambda: game.playouts(8), lambda: play.tally(0, 8), lambda: play.sample(0, 8)):
        ready()
    game.engine.warm_up()
    play.warm_up()
    count = games or 256
    while games is None and seconds(partial(game.playouts, count, 1)) < LEAST:
        count *= 2
    sampled = ByRandomPlay(game, count, 1, 100_000).sampled
    found = []
    for turn in range(TURNS):
        alone = seconds(partial(game.playouts, count, turn))
        measured = seconds(partial(play.tally, turn * count, count))
        measured += seconds(partial(play.sample, turn * sampled, sampled))
        found.append(measured / alone)
    return count, median(found)


def main() -> None:
    """Time the games and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=GAMES)
    parser.add_argument("--games", type=int)
    given = parser.parse_args()
    print(f"{'game':20} {'games':>10} {'times the playouts':>20}")
    for name in given.names:
        count, times = ratio(name, given.games)
        print(f"{name:20} {count:10,} {times:20.2f}")


if __name__ == "__main__":
    main()
