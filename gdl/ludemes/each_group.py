"""For each group of connected sites."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.ops import Expr
from gdl.english.phrases import Point, under
from gdl.lower.groups import each_group, members_where
from gdl.ludeme.arguments import Then
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, Direction, Moves
from gdl.ludeme.registry import ludeme
from gdl.ludemes.each import ForEach
from gdl.words.words import SiteType

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


@ludeme("forEach Group")
class ForEachGroup(ForEach):
    """The moves or effects for every group, with `(sites)` standing for its sites: of the mover's pieces, or
    of the sites for which the condition on `(to)` holds.

    Example: `(forEach Group Orthogonal if:(is Enemy (who at:(to))) (if (= 0 (count Sites in:(intersection
    (sites Around (sites)) (sites Empty)))) (remove (sites))))`.
    """

    type: SiteType | None = arg(None)
    direction: Direction | None = arg(None)
    condition: BoolExpr | None = named("if", None)
    moves: Moves = arg()
    then: Then | None = arg(None)

    def each(self, b: Builder, body: Callable[[Moves], None]) -> None:
        def one(group: Expr) -> None:
            with b.bind({Context.REGION: group}):
                body(self.moves)

        if self.condition is None:
            members = k.inter(k.sites_(b.facts.sites_of(self.type)), k.owned(b.context(Context.MOVER)))
        else:
            members = members_where(b, self.condition, self.type)
        each_group(b, members, self.direction, self.type, one)

    def says(self, s: Speaker, no: bool = False) -> Point:
        of = "your pieces" if self.condition is None else s.such(s.cells, self.condition, "to", "site")
        with s.about(sites="that group"):
            point = s.moves(self.moves)
        return under(f"for {'each' if s.effect else 'a'} group of {of}", point)
