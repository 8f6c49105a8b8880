"""Perft on the native engine: parts of the tree on several threads, and Ctrl-C answered.

What counts is defined in interpreter/perft.py, and counted by machine code (interpreter/native/sequences.py).
"""

from __future__ import annotations

import ctypes
import threading
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING

from interpreter.native.memory import STOP
from interpreter.native.state import State
from interpreter.native.worker import Worker
from interpreter.perft import Counter, Depth

if TYPE_CHECKING:
    from interpreter.engine import Engine
    from interpreter.native.engine import NativeEngine

#: Trees of fewer levels are counted in one piece.
SHALLOW = 3
#: How often Ctrl-C is looked for: seconds.
PATIENCE = 0.1


def count(
    engine: NativeEngine, adapter: Engine, state: State, depth: int, turns: bool, threads: int
) -> tuple[Depth, ...]:
    """Count the sequences of 1 to `depth` moves (or turns) from a state."""
    total = _Total(depth)
    if depth <= 0 or state.over:
        return total.depths()
    trees = [(state, 1)]
    if depth > SHALLOW and not turns and threads > 1:
        trees = total.first_level(adapter, state)
    active: set[Worker] = set()

    def visit(tree: tuple[State, int]) -> None:
        worker = engine.worker()
        worker.set(STOP, 0)
        active.add(worker)
        total.add(*_visit(engine, worker, *tree, depth, turns))

    with ThreadPoolExecutor(max(1, threads)) as pool:
        jobs: list[Future[None]] = [pool.submit(visit, tree) for tree in trees]
        try:
            while wait(jobs, PATIENCE).not_done:
                pass
        except BaseException:
            for job in jobs:
                job.cancel()
            for worker in list(active):
                worker.set(STOP, 1)
            raise
        for job in jobs:
            job.result()
    return total.depths()


def _visit(
    engine: NativeEngine, worker: Worker, state: State, ply: int, depth: int, turns: bool
) -> tuple[list[int], list[int]]:
    """The counts of a tree whose first moves make sequences of length `ply`."""
    worker.put(state.record, state.rng, state.history, state.turn)
    nodes, ended = (ctypes.c_int64 * (depth + 1))(), (ctypes.c_int64 * (depth + 1))()
    places = ctypes.addressof(nodes), ctypes.addressof(ended)
    engine.library["perft"](worker.state, worker.at, ply, depth, turns, *places)
    worker.checked()
    return list(nodes), list(ended)


class _Total:
    """The sum of the counts of parts of a tree."""

    def __init__(self, depth: int) -> None:
        self.nodes = [0] * (depth + 1)
        self.ended = [0] * (depth + 1)
        self._lock = threading.Lock()

    def add(self, nodes: list[int], ended: list[int]) -> None:
        """Add the counts of a part."""
        with self._lock:
            self.nodes = [a + b for a, b in zip(self.nodes, nodes, strict=True)]
            self.ended = [a + b for a, b in zip(self.ended, ended, strict=True)]

    def first_level(self, adapter: Engine, state: State) -> list[tuple[State, int]]:
        """Count the first moves; the trees behind them."""
        counter = Counter(adapter, 1, False)
        counter.visit(state, adapter.legal_moves(state), 1)
        self.nodes[1], self.ended[1] = counter.nodes[1], counter.ended[1]
        return [(after, 2) for after in counter.following]

    def depths(self) -> tuple[Depth, ...]:
        """What was counted."""
        return tuple(Depth(d, self.nodes[d], self.ended[d]) for d in range(1, len(self.nodes)))
