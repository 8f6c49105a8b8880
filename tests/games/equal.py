"""Random games on both engines, compared by their last positions, histories and generators.

python -m tests.games.equal [--games N] [--game NAME ...] [--seed N] [--first N] [--processes N] [--seconds N]

A game is played in Python and natively from the same seed. At its end every field of the state must be the
same, the generator, how many moves were made, and every position that is still remembered, in order, with who
was to move and whether it is of the present turn. Of each shipped game all variants are played: those first
whose rules look at earlier positions, then those of large states. Python is the slow one: `--seconds` is how
much of a processor's time a variant may take at most.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from time import process_time
from typing import Any, NamedTuple

from gdl.core.ops import Program, Remember
from gdl.core.walk import statements
from gdl.passes.pipeline import prepare
from interpreter.engines.native import NativeEngine
from interpreter.engines.native.memory import HISTORY_ENTRY
from interpreter.engines.native.state import State as NativeState
from interpreter.engines.python import PythonEngine
from interpreter.engines.python.state import State as PythonState
from interpreter.game.game import load
from interpreter.game.shipped import shipped_games
from tests.games.thousand import Choice, choices

#: A task is so many games at most.
PART = 200
#: Of a variant so many differences are told.
TOLD = 3

#: A remembered position: its fields but the mover, the mover, whether it is of the present turn.
Remembered = tuple[tuple[Any, ...], int, bool]


class Variant(NamedTuple):
    """A shipped game with some options chosen."""

    game: str
    options: Choice = ()

    def __str__(self) -> str:
        return " ".join((self.game, *(f"{name}={value}" for name, value in self.options)))


class Part(NamedTuple):
    """What came of some games of one variant."""

    games: int
    moves: int
    python_seconds: float
    native_seconds: float
    differences: tuple[str, ...]

    def __add__(self, other: Part) -> Part:  # type: ignore[override]
        return Part(*(mine + its for mine, its in zip(self, other, strict=True)))


def remembers(program: Program) -> bool:
    """Do the rules look at earlier positions?"""
    return any(isinstance(s, Remember) for p in program.procs for s in statements(p.body))


@lru_cache(2)
def engines(variant: Variant) -> tuple[PythonEngine, NativeEngine]:
    """Both engines of a variant, the passes done once."""
    program = prepare(load(variant.game, options=dict(variant.options)).program)
    return PythonEngine(program, True), NativeEngine(program, True)


def python_history(engine: PythonEngine, state: PythonState) -> list[Remembered]:
    """What the Python engine remembers, the earliest first."""
    fields = [f for f in engine.program.fields if f.position and f.name != "mover"]
    found: list[Remembered] = []
    entry = state.history
    now = 0 if entry is None else entry[2]
    while entry is not None:
        key, mover, turn, entry = entry
        assert isinstance(key, tuple)
        values = (v if f.length is None else v[: f.length] for f, v in zip(fields, key, strict=True))
        found.append((tuple(values), mover, turn == now))
    return found[::-1]


def native_history(engine: NativeEngine, state: NativeState) -> list[Remembered]:
    """What the native engine remembers, the earliest first; what it keeps nothing of never changes."""
    memory = engine.memory
    fields = [f for f in engine.program.fields if f.position and f.name != "mover"]
    count, size = memory.remembered(len(state.history)), memory.position_size
    record, found = bytearray(memory.fresh()), []
    for number in range(count):
        start = count * HISTORY_ENTRY + number * size
        kept = state.history[start : start + size]
        if size > 8:
            at = 8 * memory.kept_words[0]
            record[at : at + size - 8] = kept[:-8]
        mover = int.from_bytes(kept[-8:], "little")
        values = tuple(memory.read(record, f) for f in fields)
        found.append((values, mover, number * HISTORY_ENTRY >= state.turn))
    return found


def differences(
    python: PythonEngine, native: NativeEngine, ours: PythonState, theirs: NativeState
) -> Iterator[str]:
    """What is not the same of two states."""
    for f in python.program.fields:
        mine, its = python.value(ours, f.name), native.value(theirs, f.name)
        if mine != its:
            yield f"{f.name} is {mine} in Python, {its} natively"
    if ours.rng != theirs.rng:
        yield f"the generator is {ours.rng} in Python, {theirs.rng} natively"
    if ours.plies != theirs.plies:
        yield f"{ours.plies} moves in Python, {theirs.plies} natively"
    if python_history(python, ours) != native_history(native, theirs):
        yield "other positions are remembered"


def play(variant: Variant, seed: int, first: int, games: int) -> Part:
    """Some games of a seed on both engines."""
    python, native = engines(variant)
    done = Part(0, 0, 0.0, 0.0, ())
    for number in range(first, first + games):
        begun = process_time()
        moves, ours = python.playout(None, seed, number)
        between = process_time()
        _, theirs = native.playout(None, seed, number)
        spent = between - begun, process_time() - between
        told = tuple(
            f"game {number} of seed {seed}: {text}" for text in differences(python, native, ours, theirs)
        )
        done += Part(1, moves, *spent, told)
    return done


def variants(names: list[str]) -> list[Variant]:
    """Those whose rules look at earlier positions first, then those of large states."""
    found = [Variant(name, each) for name in names for each in choices(name)]

    def order(variant: Variant) -> tuple[bool, int]:
        _, native = engines(variant)
        return not remembers(native.program), -native.memory.size

    return sorted(found, key=order)


def compare(variant: Variant, seed: int, first: int, games: int, processes: int, seconds: float) -> Part:
    """So many games of a variant, in parts on several processes; fewer if they would take too long."""
    total = play(variant, seed, first, min(games, processes))
    with ProcessPoolExecutor(processes) as pool:
        while total.games < games and not total.differences:
            spent = max(total.python_seconds + total.native_seconds, 1e-9)
            affordable = (seconds - spent) * total.games / spent
            left = int(min(games - total.games, affordable, 8 * processes * PART))
            if left <= 0:
                break
            size = max(1, min(PART, left // processes))
            begin = first + total.games
            parts = [(start, min(size, begin + left - start)) for start in range(begin, begin + left, size)]
            for each in [pool.submit(play, variant, seed, start, count) for start, count in parts]:
                total += each.result()
    return total


def main() -> int:
    """Play them all; 1 if anything was different."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--game", nargs="*", default=[])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    given = parser.parse_args()
    limits = given.processes, given.seconds
    wrong, total = 0, Part(0, 0, 0.0, 0.0, ())
    for variant in variants(given.game or sorted(shipped_games())):
        part = compare(variant, given.seed, given.first, given.games, *limits)
        told = "; ".join(part.differences[:TOLD]) or "equal"
        speeds = part.games / max(part.python_seconds, 1e-9), part.games / max(part.native_seconds, 1e-9)
        print(
            f"{variant!s:48} {part.games:>9,} games {part.moves:>12,} moves "
            f"{speeds[0]:>8.1f}/s in Python {speeds[1]:>9.1f}/s natively  {told}",
            flush=True,
        )
        wrong += bool(part.differences)
        total += part
    print(f"{total.games:,} games, {total.moves:,} moves on both engines; {wrong} variants differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
