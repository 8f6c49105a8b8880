"""To neighbours, and to where a walk of steps ends: step, leap."""

from __future__ import annotations

from gdl.core import make as k
from gdl.lower.builder import Builder
from gdl.lower.context import Context
from gdl.lower.directions import rows_of
from gdl.lower.walks import walk_rows
from gdl.ludeme.base import Direction, arg, ludeme, named
from gdl.ludeme.words import StepType
from gdl.ludemes.arguments import From, Then, To
from gdl.ludemes.piece_moves import PieceMove, Take, origins


@ludeme("move Step", "step")
class Step(PieceMove):
    """Move a piece one step, to a neighbouring site that `to` allows.

    Example: `(move Step Forward (to if:(is Empty (to))))`.
    """

    origin: From | None = arg(None)
    directions: Direction | None = arg(None)
    to: To = arg()
    stack: bool = named("stack", False)
    then: Then | None = arg(None)

    def ways(self, b: Builder, take: Take) -> None:
        rows = rows_of(b, self.directions, self.origin.type if self.origin else None)
        steps = rows.steps(b)
        with b.each(origins(b, self.origin), Context.FROM) as origin:
            # A condition on what is applied does not keep the piece from stepping there.
            take(self.to.named(b, k.table(steps, rows.row(origin))), None)

    def reach(self, b: Builder) -> tuple[int, ...]:
        return rows_of(b, self.directions, self.origin.type if self.origin else None).sites(b, slice(1))

    def with_stack(self) -> bool:
        return self.stack


@ludeme("move Leap", "leap")
class Leap(PieceMove):
    """Leap to where a walk of steps and turns ends, over anything in between.

    Example: `(move Leap {{F F R F} {F F L F}} (to if:(not (is Friend (who at:(to))))))`.
    """

    origin: From | None = arg(None)
    walk: tuple[tuple[StepType, ...], ...] = arg()
    forward: bool = named("forward", False)
    rotations: bool = named("rotations", True)
    to: To = arg()
    then: Then | None = arg(None)

    def ways(self, b: Builder, take: Take) -> None:
        type_ = self.origin.type if self.origin else None
        rows = walk_rows(b, self.walk, type_, self.forward, self.rotations)
        steps = rows.steps(b)
        with b.each(origins(b, self.origin), Context.FROM) as origin:
            take(self.to.sites(b, k.table(steps, rows.row(origin))), None)

    def reach(self, b: Builder) -> tuple[int, ...]:
        type_ = self.origin.type if self.origin else None
        return walk_rows(b, self.walk, type_, self.forward, self.rotations).sites(b, slice(1))
