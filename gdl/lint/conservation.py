"""Conservation analysis: of which pieces there can come to be more during play, and of which fewer.

    move x to s over 0        takes nothing away: there are as many pieces as at the start

Where pieces only step to empty sites, nobody ever loses one, and a board that is not full never is.
"""

from __future__ import annotations

from collections.abc import Callable

from gdl.core.ops import Expr, MovePiece, Program, Push, Put, SetAt, Stmt, Take, TakeLevel
from gdl.core.walk import bits, statements
from gdl.lint.beginning import Beginning, beginning_of
from gdl.support.values import frozen

_CHANGING = bits(Take, Put, MovePiece, Push, SetAt, TakeLevel)
#: Procedures that set up the start.
BEGINNING = ("start", "start_game")


@frozen
class Conservation:
    """How many pieces of each component there are at the start, and whether that can change."""

    begun: Beginning
    gains: frozenset[int]
    losses: frozenset[int]

    def number(self, components: frozenset[int], sites: int) -> tuple[int, int]:
        """How many sites these components stand on, at least and at most."""
        least = sum(self.begun.number(c) for c in components if c not in self.losses)
        if components & self.gains:
            return least, sites
        return least, sum(self.begun.number(c) for c in components)


def conserved(
    program: Program,
    annotated: Callable[[], Program],
    gains: frozenset[int],
    empty: Callable[[Expr, str], bool],
) -> Conservation | None:
    """What is conserved; None where the start is not always the same, or pieces are counted or stacked.

    `annotated` gives the program with what may stand where pieces are written.
    """
    if program.stacks or program.counts:
        return None
    begun = beginning_of(program)
    if begun is None:
        return None
    every = frozenset(range(1, len(program.owners)))
    losses: frozenset[int] = frozenset()
    for proc in annotated().procs:
        if proc.name not in BEGINNING:
            for stmt in statements(proc.body, _CHANGING):
                losses |= _lost(stmt, proc.name.rsplit(".", 1)[0], every, empty)
    return Conservation(begun, gains, losses)


def _lost(stmt: Stmt, proc: str, every: frozenset[int], empty: Callable[[Expr, str], bool]) -> frozenset[int]:
    """The components of which a statement may take one away."""
    match stmt:
        case Take():
            if empty(stmt.sites, proc):
                return frozenset()
            return every if stmt.held is None else stmt.held - {0}
        case Put():
            if stmt.fresh:
                return frozenset()
            return every if stmt.held is None else stmt.held - {0}
        case MovePiece():
            return every if stmt.over is None else stmt.over - {0}
        case SetAt():
            return every if stmt.kind == "count" else frozenset()
    return every
