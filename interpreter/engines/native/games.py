"""Many random games on the native engine: one after the other, and on several threads."""

from __future__ import annotations

import ctypes
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from interpreter.engines.interface import MAX_PLIES, GameTally, Playout, Playouts, tally_of
from interpreter.engines.native.calls import TOO_LONG
from interpreter.engines.native.machine import Machine
from interpreter.engines.native.playouts import WINS
from interpreter.engines.native.worker import apart
from interpreter.support.stopping import attended, side_by_side

#: Games are played so that one call takes about so many seconds: what is compiled better meanwhile plays the
#: next ones.
CHUNK_SECONDS = 0.05
FIRST_CHUNK, MOST_CHUNK = 4, 1 << 20


def _sized(machine: Machine, games: int, results: int, seed: int, first: int, most: int) -> Playouts:
    """One call: `results` is the address of memory for them, 0 for none."""
    worker = machine.worker()
    players = machine.program.players
    summary = (ctypes.c_int64 * (WINS // 8 + players)).from_buffer(apart(WINS + 8 * players))
    arguments = worker.at, seed, first, games, most, results or None, ctypes.addressof(summary)
    if machine.library.run("playouts", *arguments) == TOO_LONG:
        machine.library.run("long_playouts", *arguments)
    worker.checked()
    return Playouts(summary[0], summary[1], tuple(summary[WINS // 8 :]), summary[2])


def _told(machine: Machine, size: int, results: ctypes.Array[ctypes.c_char], *which: int) -> Playouts:
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
            _told(machine, size, results, _signed(seed), _signed(first + start), max_plies)
        for plies, over, *ranks in row.iter_unpack(results.raw):
            yield Playout(plies, tuple(ranks), bool(over))


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
        worker = machine.worker()
        chunks = _Chunks(count)
        for done, size in chunks:
            which = _signed(seed), _signed(first + done), size, max_plies, ctypes.addressof(table)
            with chunks.timed():
                if machine.library.run("tallied_playouts", worker.at, *which) == TOO_LONG:
                    machine.library.run("long_tallied_playouts", worker.at, *which)
                worker.checked()

    attended(play)
    found = enumerate(memoryview(table).cast("B").cast("q")[:words])
    counts = {(place >> players, place % (1 << players)): n for place, n in found if n}
    given_up = counts.pop((max_plies + 1, 0), 0)
    return GameTally(counts, given_up)


def _none(machine: Machine) -> Playouts:
    """The sum of no games."""
    return Playouts(0, 0, (0,) * machine.program.players, 0)
