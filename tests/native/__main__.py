"""Both engines on many random games: `python -m tests.native [GAME ...] [--corpus FOLDER] [--seeds N]`.

Every shipped game with every choice of every option, or the games that are named (files or shipped names), or
with --corpus the games of a folder of recorded games that tests/replay/agreeing.txt lists. The slow engine is
the one in Python: each game gets as many seeds as it plays in --seconds, up to --seeds.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from gdl.compile.compile import compile_game
from gdl.core.ops import Program
from gdl.passes.pipeline import prepare
from interpreter.engines.cache import Cache
from interpreter.engines.native import NativeEngine
from interpreter.engines.python import PythonEngine
from interpreter.game.shipped import locate, shipped_games
from interpreter.replay import find_traces

AGREEING = Path(__file__).parents[1] / "replay" / "agreeing.txt"
#: Games are cut off there; some need not end.
PLIES = 1000

Task = tuple[str, tuple[tuple[str, str], ...]]


def variants(name: str) -> Iterator[Task]:
    """A game as it is, and with every choice of every option by itself."""
    yield name, ()
    for option in compile_game(locate(name)).expanded.options:
        for item in option.items:
            if item is not option.default:
                yield name, ((option.name, item.name),)


def compare(program: Program, seeds: int, seconds: float) -> tuple[int, str]:
    """How many games were the same, and what the first difference was."""
    prepared = prepare(program)
    python = PythonEngine(prepared, True)
    native = NativeEngine(prepared, True, (), Cache(None))
    done, batch, began = 0, 1, time.process_time()
    while done < seeds:
        batch = min(batch, seeds - done)
        ours = python.play_games(batch, 1, done, PLIES)
        theirs = native.play_games(batch, 1, done, PLIES)
        if ours != theirs:
            number = next(i for i, pair in enumerate(zip(ours, theirs, strict=True)) if pair[0] != pair[1])
            return done, f"game {done + number} of seed 1: Python {ours[number]}, native {theirs[number]}"
        done += batch
        spent = time.process_time() - began
        if spent > seconds:
            break
        batch = max(1, int(done / max(spent, 1e-6) * min(seconds - spent, 1.0)))
    return done, ""


def task(given: tuple[Task, int, float]) -> tuple[Task, int, str]:
    """One variant, in a process of its own."""
    (name, options), seeds, seconds = given
    try:
        program = compile_game(locate(name), dict(options)).program
        done, wrong = compare(program, seeds, seconds)
    except Exception as error:
        return (name, options), 0, f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
    return (name, options), done, wrong


def corpus(folder: Path, every: int) -> Iterator[Task]:
    """The descriptions of recorded games that agree, or every n-th of them."""
    names = AGREEING.read_text(encoding="utf-8").splitlines()
    wanted = {name for name in names[::every] if name}
    for case in find_traces((folder,), ("expanded", "raw")):
        if case.name in wanted and case.lud is not None:
            yield str(case.lud), ()


def main(arguments: list[str] | None = None) -> int:
    """The command; exit code 1 where the engines differ."""
    parser = argparse.ArgumentParser(prog="python -m tests.native", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--corpus", type=Path, metavar="FOLDER")
    parser.add_argument("--every", type=int, default=1, help="of the corpus only every n-th game")
    parser.add_argument("--seeds", type=int, default=2000, help="of each game (%(default)s)")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each game (%(default)s)")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args(arguments)
    if given.corpus:
        tasks = list(corpus(given.corpus, given.every))
    else:
        tasks = [each for name in given.games or shipped_games() for each in variants(name)]
    differing = total = 0
    with ProcessPoolExecutor(given.jobs) as pool:
        work = [(each, given.seeds, given.seconds) for each in tasks]
        for (name, options), done, wrong in pool.map(task, work):
            total += done
            differing += bool(wrong)
            chosen = "".join(f" {key}={value}" for key, value in options)
            print(f"{done:6} {name}{chosen}" + (f"  DIFFERS: {wrong}" if wrong else ""), flush=True)
    print(f"{len(tasks)} games and options, {total} random games, {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
