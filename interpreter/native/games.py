"""Many random games on the native engine: in chunks, so that Ctrl-C is answered, and on several threads."""

from __future__ import annotations

import ctypes
import struct
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from attrs import frozen

from interpreter.native.entries import WINS
from interpreter.native.worker import apart
from interpreter.python_engine.engine import MAX_PLIES, Playout

if TYPE_CHECKING:
    from interpreter.native.engine import NativeEngine

#: How long one call should take: seconds.
CHUNK_SECONDS = 0.05
FIRST_CHUNK, MOST_CHUNK = 4, 1 << 20


@frozen
class Summary:
    """The sum of some random games; `wins` by player from 1 where one alone came first."""

    games: int
    plies: int
    draws: int
    wins: tuple[int, ...]

    def __add__(self, other: Summary) -> Summary:
        wins = tuple(a + b for a, b in zip(self.wins, other.wins, strict=True))
        return Summary(self.games + other.games, self.plies + other.plies, self.draws + other.draws, wins)


def _sized(engine: NativeEngine, games: int, results: int, seed: int, first: int, most: int) -> Summary:
    """One call: `results` is the address of memory for them, 0 for none."""
    worker = engine.worker()
    players = engine.program.players
    summary = (ctypes.c_int64 * (WINS // 8 + players)).from_buffer(apart(WINS + 8 * players))
    arguments = worker.at, seed, first, games, most, results or None, ctypes.addressof(summary)
    engine.library["playouts"](*arguments)
    worker.checked()
    return Summary(summary[0], summary[1], summary[2], tuple(summary[WINS // 8 :]))


def chunks(count: int, spent: list[float]) -> Iterator[tuple[int, int]]:
    """Parts (first, how many) of a range; whoever takes them notes in `spent` how long the last took."""
    done, size = 0, FIRST_CHUNK
    while done < count:
        size = min(size, count - done)
        yield done, size
        done += size
        if spent and spent[-1] > 0:
            size = int(max(1, min(MOST_CHUNK, size * min(4.0, CHUNK_SECONDS / spent[-1]))))


def _signed(number: int) -> int:
    number &= (1 << 64) - 1
    return number - (1 << 64) if number >> 63 else number


def run_games(
    engine: NativeEngine, count: int, seed: int, first: int = 0, max_plies: int = MAX_PLIES
) -> Iterator[Playout]:
    """Games by their numbers, with the result of each."""
    row = struct.Struct(f"<qq{engine.program.players}d")
    spent: list[float] = []
    for start, size in chunks(count, spent):
        began = time.perf_counter()
        results = ctypes.create_string_buffer(size * row.size)
        _sized(engine, size, ctypes.addressof(results), _signed(seed), _signed(first + start), max_plies)
        spent.append(time.perf_counter() - began)
        for plies, over, *ranks in row.iter_unpack(results.raw):
            yield Playout(plies, tuple(ranks), bool(over))


def sum_games(
    engine: NativeEngine,
    count: int,
    seed: int,
    first: int = 0,
    max_plies: int = MAX_PLIES,
    threads: int = 1,
) -> Summary:
    """The sum of games by their numbers; on how many threads does not matter to it."""
    if threads > 1 and count > 1:
        part = -(-count // threads)
        ranges = [(first + i, min(part, count - i)) for i in range(0, count, part)]
        with ThreadPoolExecutor(len(ranges)) as pool:
            jobs = [pool.submit(sum_games, engine, size, seed, start, max_plies) for start, size in ranges]
            parts = [job.result() for job in jobs]
        return _total(engine, parts)
    spent: list[float] = []
    parts = []
    for start, size in chunks(count, spent):
        began = time.perf_counter()
        parts.append(_sized(engine, size, 0, _signed(seed), _signed(first + start), max_plies))
        spent.append(time.perf_counter() - began)
    return _total(engine, parts)


def _total(engine: NativeEngine, parts: list[Summary]) -> Summary:
    total = Summary(0, 0, 0, (0,) * engine.program.players)
    for part in parts:
        total += part
    return total
