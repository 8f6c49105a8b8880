"""Sweeps over all games: what takes too long for tests of every day.

    python -m tests.sweeps [GAME ...] [--decisions N] [--seconds S] [--others FOLDER --count N]

Of each shipped game (or those named): 100,000 random decisions in a batch, whose masks have to be exactly the
numbers of the legal moves, one to one and back, and whose steps those of moves, of numbers and of a cursor
(compared for so many seconds; how many that were is told); again in another process with other hashes,
which has to give the same bytes; the same numbers on both engines; every position of 200 random games read
back from its text; equal observations with equal legal actions, where the past does not count. `--others`
takes games evenly from a folder of `.lud` files (with a folder `def` beside it) too, 1,000 decisions of each.
A line for each game is printed, and all that is wrong; a table is appended to `--into` as JSON lines.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from interpreter.game.shipped import shipped_games

#: A process that takes longer than this is ended, and its game counted as wrong.
LATE = 3600


def swept(game: str, hashes: int, options: Sequence[str]) -> dict[str, Any]:
    """What a process of its own finds of a game."""
    command = [sys.executable, "-m", "tests.sweeps.walks", game, *options]
    environment = {**os.environ, "PYTHONHASHSEED": str(hashes)}
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False, timeout=LATE
        )
    except subprocess.TimeoutExpired:
        return {"game": game, "wrong": [f"it takes more than {LATE} s"]}
    try:
        found: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        return {"game": game, "wrong": [done.stderr.strip()[-500:] or f"exit code {done.returncode}"]}
    return found


def in_two_processes(game: str, options: Sequence[str]) -> dict[str, Any]:
    """What two processes find of a game whose sets and dictionaries have other orders."""
    found = swept(game, 1, options)
    if found.get("digest"):
        again = swept(game, 2, [*options, "--only-walk"])
        if again.get("digest") != found["digest"]:
            found["wrong"].append(f"another process gave {again.get('digest')}: {again['wrong']}")
    return found


def others(folder: Path, count: int) -> Iterator[str]:
    """Files of a folder, evenly spread."""
    files = sorted(folder.rglob("*.lud"))
    for number in range(count):
        yield str(files[number * len(files) // count])


def line(found: dict[str, Any]) -> str:
    """A line of the table."""
    numbers = [found.get(name) for name in ("actions", "walked", "compared", "both", "read_games", "read")]
    seen = found.get("observed")
    columns = [f"{number or 0:>9,}" for number in numbers] + [f"{'past' if seen is None else f'{seen:,}':>9}"]
    return f"{Path(found['game']).stem[:24]:<24} {' '.join(columns)} {found.get('seconds', 0):>6} s"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.sweeps", description=__doc__.split("\n\n")[0])
    parser.add_argument("games", nargs="*")
    parser.add_argument("--decisions", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--others", type=Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--into", type=Path)
    given = parser.parse_args()
    jobs = [(game, [f"--decisions={given.decisions}", f"--seconds={given.seconds}"])
            for game in given.games or ([] if given.others else sorted(shipped_games()))]  # fmt: skip
    if given.others:
        few = ["--decisions=1000", "--both=1000", "--games=3", f"--seconds={given.seconds}"]
        definitions = given.others.parent / "def"
        few += [f"--definitions={definitions}"] if definitions.is_dir() else []
        jobs += [(game, few) for game in others(given.others, given.count)]
    heads = ("actions", "walked", "compared", "both", "games", "read", "observed")
    print(f"{'game':<24} {' '.join(f'{head:>9}' for head in heads)}", flush=True)
    wrong = 0
    for game, options in jobs:
        found = in_two_processes(game, options)
        print(line(found), found.get("note", ""), flush=True)
        for each in found["wrong"]:
            print(f"    WRONG {each}", flush=True)
        wrong += bool(found["wrong"])
        if given.into:
            with given.into.open("a", encoding="utf-8") as file:
                file.write(json.dumps(found) + "\n")
    print(f"{len(jobs)} games, {wrong} of them with something wrong")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
