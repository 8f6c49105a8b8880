"""For each direction: rules that go on from the sites that lie in some directions of another."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.rows import Rows
from gdl.core import make as k
from gdl.core.ops import Expr
from gdl.english.phrases import Point, under
from gdl.lower.directions import direction_between, rows_of
from gdl.ludeme.arguments import Then
from gdl.ludeme.base import arg
from gdl.ludeme.categories import Direction, Moves
from gdl.ludeme.registry import ludeme
from gdl.ludemes.arguments import Between, From, To
from gdl.ludemes.each import ForEach

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


@ludeme("forEach Direction")
class ForEachDirection(ForEach):
    """The moves or effects for the next site in each direction from a site (default: the current one), with
    `(to)` standing for it; given as moves, or as what a `to` applies.

    With `between` the sites at these distances are meant; its condition holds for those passed on the way.
    What goes on from there with `(from (to))` may name directions relative to the one that led there.

    Example: `(forEach Direction Orthogonal (to if:(is Empty (to)) (apply (forEach Direction (from (to))
    (directions {FL FR} of:All) (move (from) (to if:(not (is Friend (who at:(to)))))))))`.
    """

    origin: From | None = arg(None)
    direction: Direction | None = arg(None)
    between: Between | None = arg(None)
    to: To | None = arg(None)
    moves: Moves | None = arg(None)
    then: Then | None = arg(None)
    one_of = (("to", "moves"),)

    def each(self, b: Builder, body: Callable[[Moves], None]) -> None:
        to, effect = self.to, self.moves
        if to is not None and to.apply is not None:
            effect = to.apply.effect
        type_ = self.origin.type if self.origin is not None else None
        rows = rows_of(b, self.direction, type_)
        start = k.one(b.context(Context.FROM)) if self.origin is None else self.origin.sites(b)
        if effect is None:
            return
        with b.each(start) as site:
            with b.each(b.assign("ahead", self._ahead(b, rows, site)), Context.TO) as target:
                allowed = k.TRUE if to is None or to.condition is None else to.condition.lower(b)
                gone = direction_between(b, site, target, type_)
                with b.if_(allowed), b.bind({Context.DIRECTION: b.assign("direction", gone)}):
                    body(effect)

    def _ahead(self, b: Builder, rows: Rows, site: Expr) -> Expr:
        row = rows.row(site)
        if self.between is None:
            return k.table(rows.steps(b), row)
        least, most = (1, 1) if self.between.range is None else self.between.range.fixed(b)
        rows = rows.shortened(b, most)
        sites = k.table(rows.reach(b), row)
        if self.between.condition is not None:
            blockers = b.assign("blockers", k.diff(sites, self.between.allowed(b, sites)))
            sites = k.union(*(k.ray(layer, row, blockers) for layer in rows.layers(b)))
        if least > 1:
            near = rows.shortened(b, least - 1)
            sites = k.diff(sites, k.table(near.reach(b), row))
        return sites

    def says(self, s: Speaker, no: bool = False) -> Point:
        way = "in each direction" if self.direction is None else s.say(self.direction)
        start = s.terms["from"] if self.origin is None or self.origin.where is None else s.say(self.origin)
        there = f"the {s.cell} there"
        condition = ""
        if self.to is not None and self.to.condition is not None:
            with s.about(to=there):
                condition = f", if {s.clause(self.to.condition)}"
        lead = f"{'for each next' if s.effect else 'for a next'} {s.cell} {way} of {start}{condition}"
        if self.to is not None and self.to.apply is not None and self.to.apply.effect is not None:
            with s.about(to=there), s.as_effect():
                return under(lead, s.moves(self.to.apply.effect))
        if self.moves is None:
            return Point(f"move to the next {s.cell} {way}{condition}")
        with s.about(to=there):
            return under(lead, s.moves(self.moves))
