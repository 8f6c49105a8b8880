"""Perft on the native engine: parts of the tree on several threads, and Ctrl-C answered.

What counts is defined in `interpreter/engines/perft.py`, and counted by machine code (`sequences.py`).
"""

from __future__ import annotations

import ctypes
from functools import partial

from interpreter.engines.interface import Depth, Engine
from interpreter.engines.native.machine import Machine
from interpreter.engines.native.state import State
from interpreter.engines.perft import Counter
from interpreter.support.stopping import side_by_side

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
