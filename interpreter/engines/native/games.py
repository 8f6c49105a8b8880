"""Many random games on the native engine: one after the other, and on several threads."""

from __future__ import annotations

import ctypes
import struct
import time
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from attrs import frozen

from interpreter.engines.native.calls import TOO_LONG
from interpreter.engines.native.playouts import WINS
from interpreter.engines.native.worker import apart
from interpreter.engines.python.engine import MAX_PLIES, Playout
from interpreter.support.stopping import attended, side_by_side

if TYPE_CHECKING:
    from interpreter.engines.native.engine import NativeEngine

#: Games whose results are told one by one are played so that one call takes about so many seconds.
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
    if engine.library["playouts"](*arguments) == TOO_LONG:
        engine.library["long_playouts"](*arguments)
    worker.checked()
    return Summary(summary[0], summary[1], summary[2], tuple(summary[WINS // 8 :]))


def _told(engine: NativeEngine, size: int, results: ctypes.Array[ctypes.c_char], *which: int) -> Summary:
    """One call, with the result of each game in memory that stays until it has ended."""
    return attended(lambda: _sized(engine, size, ctypes.addressof(results), *which))


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
        _told(engine, size, results, _signed(seed), _signed(first + start), max_plies)
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
    part = max(1, -(-count // max(1, threads)))
    jobs = [
        partial(_sized, engine, min(part, count - i), 0, _signed(seed), _signed(first + i), max_plies)
        for i in range(0, count, part)
    ]
    return _total(engine, side_by_side(jobs, threads))


def _total(engine: NativeEngine, parts: list[Summary]) -> Summary:
    total = Summary(0, 0, 0, (0,) * engine.program.players)
    for part in parts:
        total += part
    return total
