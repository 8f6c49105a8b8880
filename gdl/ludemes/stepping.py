"""To neighbours, and to where a walk of steps ends: step, leap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.ops import Expr
from gdl.english.shapes import walked
from gdl.lower.directions import rows_of
from gdl.lower.walks import walk_rows
from gdl.ludeme.arguments import Then
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import Direction
from gdl.ludeme.kinds import Needs
from gdl.ludeme.registry import ludeme
from gdl.ludemes.arguments import From, To, ending_on, starting, with_stack
from gdl.ludemes.piece_moves import PieceMove, Take, origins
from gdl.words.words import StepType

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


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

    def needs(self) -> Needs:
        return Needs(stacks=self.stack)

    def ways(self, b: Builder, take: Take) -> None:
        rows = rows_of(b, self.directions, self.origin.type if self.origin else None)
        steps = rows.steps(b)
        with b.each(origins(b, self.origin), Context.FROM) as origin:
            # A condition on what is applied does not keep the piece from stepping there.
            take(self.to.named(b, k.table(steps, rows.row(origin))), None)

    def landing(self, b: Builder, reached: Expr) -> Expr:
        """Of the sites that a step leads to those that it may end on."""
        return self.to.sites(b, reached)

    def within_reach(self) -> bool:
        return self.from_its_site()

    def reach(self, b: Builder) -> tuple[int, ...]:
        return rows_of(b, self.directions, self.origin.type if self.origin else None).sites(b, slice(1))

    def with_stack(self) -> bool:
        return self.stack

    def says(self, s: Speaker, no: bool = False) -> str:
        way = "in any direction" if self.directions is None else s.say(self.directions)
        start = f"{with_stack(self.stack)}{starting(s, self.origin)}"
        return f"step one {s.cell} {way}{start} to {ending_on(s, self.to)}"


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

    def within_reach(self) -> bool:
        return self.from_its_site()

    def reach(self, b: Builder) -> tuple[int, ...]:
        type_ = self.origin.type if self.origin else None
        return walk_rows(b, self.walk, type_, self.forward, self.rotations).sites(b, slice(1))

    def says(self, s: Speaker, no: bool = False) -> str:
        place = s.such("", self.to.condition, "to").strip(", ")
        _, one = walked(s, self.walk, "there")
        onward = ", forward only" if self.forward else "" if self.rotations else ", in these directions only"
        end = ending_on(s, self.to)
        if "knight's" in one:
            return (
                f"leap{starting(s, self.origin)} a knight's move away to {end}{onward}"
                if place
                else f"leap a knight's move{onward}"
            )
        ways = one.partition(" by ")[2]
        return f"leap{starting(s, self.origin)} by {ways}, to {end}{onward}"
