"""Many games on the native engine, on one thread or several: random ones, and perft.

What perft counts is defined in `interpreter/engines/perft.py`; machine code counts it (`sequences.py`).
"""

from __future__ import annotations

import ctypes
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from interpreter.engines.interface import MAX_PLIES, Depth, Engine, GameTally, Playout, Playouts, tally_of
from interpreter.engines.native.state import State
from interpreter.engines.native.worker import Machine, apart
from interpreter.engines.perft import Counter
from interpreter.subset.games import DRAWS, GAMES, PLIES, WINS
from interpreter.support.stopping import attended, side_by_side

#: Games are played so that one call takes about so many seconds: what is compiled better meanwhile plays the
#: next ones.
CHUNK_SECONDS = 0.05
FIRST_CHUNK, MOST_CHUNK = 4, 1 << 20


def _sized(machine: Machine, games: int, results: int, seed: int, first: int, most: int) -> Playouts:
    """One call: `results` is the address of memory for them, 0 for none."""
    worker = machine.beginning()
    players = machine.program.players
    summary = (ctypes.c_int64 * (WINS + players)).from_buffer(apart(8 * (WINS + players)))
    pools = results or None, games * (2 + players) if results else 0, ctypes.addressof(summary), len(summary)
    machine.library.run("playouts", worker.state, worker.at, *pools, seed, first, games, most)
    worker.checked()
    return Playouts(summary[GAMES], summary[PLIES], tuple(summary[WINS:]), summary[DRAWS])


def _with_results(machine: Machine, size: int, results: ctypes.Array[ctypes.c_char], *which: int) -> Playouts:
    """One call, with the result of each game in memory that stays until it has ended."""
    return attended(lambda: _sized(machine, size, ctypes.addressof(results), *which))


class _Chunks:
    """Parts (first, how many) of a range, each of about CHUNK_SECONDS by what the last took."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._spent = 0.0

    def __iter__(self) -> Iterator[tuple[int, int]]:
        done, size = 0, FIRST_CHUNK
        while done < self._count:
            size = min(size, self._count - done)
            yield done, size
            done += size
            if self._spent > 0:
                size = int(max(1, min(MOST_CHUNK, size * min(4.0, CHUNK_SECONDS / self._spent))))

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Around what is done of a part."""
        began = time.perf_counter()
        yield
        self._spent = time.perf_counter() - began


#: The words of the largest table that games are tallied in.
MOST_WORDS = 1 << 22


def _signed(number: int) -> int:
    number &= (1 << 64) - 1
    return number - (1 << 64) if number >> 63 else number


def run_games(
    machine: Machine, count: int, seed: int, first: int = 0, max_plies: int = MAX_PLIES
) -> Iterator[Playout]:
    """Games by their numbers, with the result of each."""
    row = struct.Struct(f"<qq{machine.program.players}d")
    chunks = _Chunks(count)
    for start, size in chunks:
        results = ctypes.create_string_buffer(size * row.size)
        with chunks.timed():
            _with_results(machine, size, results, _signed(seed), _signed(first + start), max_plies)
        for plies, over, *ranks in row.iter_unpack(results.raw):
            yield Playout(plies, tuple(ranks), bool(over))


def games_from(
    machine: Machine, state: State, count: int, seed: int, first: int, max_plies: int, threads: int
) -> bytes:
    """Random games from a state by their numbers: a row of each, as `Engine.games_from` has them."""
    size, part = 16 + 8 * machine.program.players, max(1, -(-count // max(1, threads)))

    def call(into: int, begin: int, games: int) -> None:
        worker = machine.holding(state)
        pool, which = (into, games * size // 8), (_signed(seed), _signed(first + begin), games, max_plies)
        machine.library.run("playouts_from", worker.state, worker.at, *pool, *which)
        worker.checked()

    results = ctypes.create_string_buffer(max(1, count * size))

    def some(begin: int) -> None:
        chunks = _Chunks(min(part, count - begin))
        for done, games in chunks:
            into = ctypes.addressof(results) + (begin + done) * size
            with chunks.timed():
                attended(partial(call, into, begin + done, games))

    side_by_side([partial(some, begin) for begin in range(0, count, part)], threads)
    return results.raw[: count * size]


def sum_games(
    machine: Machine,
    count: int,
    seed: int,
    first: int = 0,
    max_plies: int = MAX_PLIES,
    threads: int = 1,
) -> Playouts:
    """The sum of games by their numbers; on how many threads does not matter to it."""
    part = max(1, -(-count // max(1, threads)))

    def some(begin: int) -> Playouts:
        total = _none(machine)
        chunks = _Chunks(min(part, count - begin))
        for done, size in chunks:
            with chunks.timed():
                total += _sized(machine, size, 0, _signed(seed), _signed(first + begin + done), max_plies)
        return total

    jobs = [partial(some, begin) for begin in range(0, count, part)]
    return sum(side_by_side(jobs, threads), _none(machine))


def tally_games(machine: Machine, count: int, seed: int, first: int, max_plies: int) -> GameTally:
    """Games by their numbers, counted by length and by who came first."""
    players = machine.program.players
    words = (max_plies + 2) << players
    if words > MOST_WORDS:
        return tally_of(run_games(machine, count, seed, first, max_plies))
    table = apart(8 * words)

    def play() -> None:
        worker = machine.beginning()
        chunks = _Chunks(count)
        for done, size in chunks:
            pool, which = (
                (ctypes.addressof(table), words),
                (_signed(seed), _signed(first + done), size, max_plies),
            )
            with chunks.timed():
                machine.library.run("tallied_playouts", worker.state, worker.at, *pool, *which)
                worker.checked()

    attended(play)
    result = enumerate(memoryview(table).cast("B").cast("q")[:words])
    counts = {(place >> players, place % (1 << players)): n for place, n in result if n}
    given_up = counts.pop((max_plies + 1, 0), 0)
    return GameTally(counts, given_up)


def _none(machine: Machine) -> Playouts:
    """The sum of no games."""
    return Playouts(0, 0, (0,) * machine.program.players, 0)


#: Trees of fewer levels are counted in one piece.
SHALLOW = 3


def count(
    machine: Machine, engine: Engine, state: State, depth: int, turns: bool, threads: int
) -> tuple[Depth, ...]:
    """Count the sequences of 1 to `depth` moves (or turns) from a state."""
    total = _Total(depth)
    if depth <= 0 or state.over:
        return total.depths()
    trees = [(state, 1)]
    if depth > SHALLOW and not turns and threads > 1:
        trees = total.first_level(engine, state)
    jobs = [partial(_visit, machine, *tree, depth, turns) for tree in trees]
    for nodes, ended in side_by_side(jobs, threads):
        total.add(nodes, ended)
    return total.depths()


def _visit(machine: Machine, state: State, ply: int, depth: int, turns: bool) -> tuple[list[int], list[int]]:
    """The counts of a tree whose first moves make sequences of length `ply`."""
    worker = machine.holding(state)
    nodes, ended = (ctypes.c_int64 * (depth + 1))(), (ctypes.c_int64 * (depth + 1))()
    places = ctypes.addressof(nodes), ctypes.addressof(ended)
    machine.library.run("perft", worker.state, worker.at, ply, depth, turns, *places)
    worker.checked()
    return list(nodes), list(ended)


class _Total:
    """The sum of the counts of parts of a tree."""

    def __init__(self, depth: int) -> None:
        self.nodes = [0] * (depth + 1)
        self.ended = [0] * (depth + 1)

    def add(self, nodes: list[int], ended: list[int]) -> None:
        """Add the counts of a part."""
        self.nodes = [a + b for a, b in zip(self.nodes, nodes, strict=True)]
        self.ended = [a + b for a, b in zip(self.ended, ended, strict=True)]

    def first_level(self, engine: Engine, state: State) -> list[tuple[State, int]]:
        """Count the first moves; the trees behind them."""
        counter = Counter(engine, 1, False, keeps=True)
        counter.visit(state, engine.legal_moves(state), 1)
        self.nodes[1], self.ended[1] = counter.nodes[1], counter.ended[1]
        return [(after, 2) for after in counter.following]

    def depths(self) -> tuple[Depth, ...]:
        """What was counted."""
        return tuple(Depth(d, self.nodes[d], self.ended[d]) for d in range(1, len(self.nodes)))
