"""Random games on both engines, compared to the last bit: `python -m tests.native [GAME ...]`.

Every shipped game with every choice of every option by itself; or the games that are named (files or
shipped names); or, with --corpus, the games of a folder of recorded games that tests/replay/agreeing.txt
lists. What is compared is said in tests/native/agreement.py. Those games come first whose rules look at
earlier positions, then those of large states. Python is the slow engine: a variant is played until it has
had --games games or --seconds of processor's time.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from interpreter.game.shipped import shipped_games
from tests.native.agreement import Compared, Variant, choices, hardest_first, recorded, tried

#: A task is so many games at most.
PART = 200
#: Of a variant so many mistakes are told.
TOLD = 3


def compare(
    pool: ProcessPoolExecutor,
    processes: int,
    variant: Variant,
    seed: int,
    first: int,
    games: int,
    seconds: float,
) -> Compared:
    """So many games of a variant, in parts on several processes; fewer if they would take too long."""
    total = tried(variant, seed, first, min(games, processes))
    while 0 < total.games < games and not total.mistakes:
        spent = max(total.python_seconds + total.native_seconds, 1e-9)
        affordable = (seconds - spent) * total.games / spent
        left = int(min(games - total.games, affordable, 8 * processes * PART))
        if left <= 0:
            break
        size = max(1, min(PART, left // processes))
        begin = first + total.games
        parts = [(start, min(size, begin + left - start)) for start in range(begin, begin + left, size)]
        for each in [pool.submit(tried, variant, seed, start, count) for start, count in parts]:
            total += each.result()
    return total


def main(arguments: list[str] | None = None) -> int:
    """Play them all; 1 if anything was wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.native", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game", nargs="*", metavar="GAME")
    parser.add_argument("--corpus", type=Path, metavar="FOLDER")
    parser.add_argument("--every", type=int, default=1, help="of the corpus only every n-th game")
    parser.add_argument("--games", type=int, default=1000, help="of each variant (%(default)s)")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each variant (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args(arguments)
    if given.corpus:
        variants = list(recorded(given.corpus, given.every))
    else:
        names = given.game or sorted(shipped_games())
        variants = hardest_first([Variant(name, each) for name in names for each in choices(name)])
    wrong, total = 0, Compared(0, 0, 0.0, 0.0, ())
    with ProcessPoolExecutor(given.processes) as pool:
        for variant in variants:
            part = compare(
                pool, given.processes, variant, given.seed, given.first, given.games, given.seconds
            )
            told = "; ".join(part.mistakes[:TOLD]) or "equal"
            speeds = part.games / max(part.python_seconds, 1e-9), part.games / max(part.native_seconds, 1e-9)
            print(
                f"{variant!s:48} {part.games:>9,} games {part.moves:>12,} moves "
                f"{speeds[0]:>8.1f}/s in Python {speeds[1]:>9.1f}/s natively  {told}",
                flush=True,
            )
            wrong += bool(part.mistakes)
            total += part
    played = f"{len(variants)} variants, {total.games:,} games, {total.moves:,} moves on both engines"
    print(f"{played}; {wrong} went wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
