"""Metering by basic-block counts: how much work rules are, in a number that is the same on every machine.

As the counters of instrumentation for coverage, but one for all blocks: a prepared program counts the bodies
of procedures, loops and branches that it goes through. That is within a small factor of the time it takes,
and unlike the time it repeats.
"""

from __future__ import annotations

from gdl.core import make as k
from gdl.core.intrinsics import Pool, Tally
from gdl.core.ops import Block, Program, Stmt
from gdl.core.verify import verify
from gdl.core.walk import map_block, rebuild_blocks
from gdl.support.values import evolve


def metered(program: Program, pool: Pool, word: int) -> Program:
    """The prepared program with each of its blocks counted in a word of a pool."""
    count = Tally(pool, k.int_(word))

    def counted(block: Block) -> Block:
        return (count, *block) if block else block

    def on_stmt(stmt: Stmt) -> tuple[Stmt, ...]:
        return (rebuild_blocks(stmt, counted),)

    procs = tuple(evolve(proc, body=counted(map_block(proc.body, on_stmt=on_stmt))) for proc in program.procs)
    return verify(evolve(program, procs=procs))
