"""Pushing a row of pieces along, and drawing rows of them near."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import unsupported
from gdl.core import make as k
from gdl.core.ops import Assign, Break, Expr, MovePiece, Op, Put, Take
from gdl.lower.directions import absolute_rows, rows_of
from gdl.lower.places import last_to
from gdl.ludeme.arguments import Then
from gdl.ludeme.base import arg
from gdl.ludeme.categories import Direction, Handling
from gdl.ludeme.registry import ludeme
from gdl.ludemes.arguments import From
from gdl.ludemes.capturing import there
from gdl.ludemes.effects import Effect
from gdl.words.words import AbsoluteDirection

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


@ludeme("push")
class PushRow(Effect):
    """Push the piece on a site (default: where the last move ended) one step in a direction, and with it all
    that stand in a row before it; what is pushed over the edge is gone. An empty site pushes the row, too.

    Example: `(push (from (last To)) E)`.
    """

    handling = Handling.MOVES
    origin: From | None = arg(None)
    direction: Direction = arg()
    then: Then | None = arg(None)

    def act(self, b: Builder) -> None:
        if b.facts.stacks:
            raise unsupported(
                "pushing in a game of stacks", self.span, "move the pieces one by one: `(fromTo (from) (to))`"
            )
        start = last_to(b) if self.origin is None else k.first(self.origin.sites(b))
        with b.bind({Context.FROM: b.assign("start", start)}):
            b.routine("push", lambda: self._push(b))

    def _push(self, b: Builder) -> None:
        """Piece by piece: each site gets what stood on the one before."""
        rows = rows_of(b, self.direction, self.origin.type if self.origin is not None else None)
        layers = rows.layers(b)
        if len(layers) != 1:
            raise unsupported(
                "pushing in several directions",
                self.direction.span,
                "push once for each: `(and {(push N) (push E)})`",
            )
        step = b.table(tuple(path[0] if path else -1 for path in layers[0].paths), stem="step")
        here = b.variable("here", b.context(Context.FROM))
        what, state = b.variable("what", k.what(here)), b.variable("state", k.at(Op.STATE_AT, here))
        count = b.variable("count", k.at(Op.COUNT_AT, here))
        b.emit(Take(k.one(here), span=b.span))
        _set(b, here, k.table(step, rows.row(here)))
        with b.while_(k.ge(here, k.int_(0))):
            met, its_state = b.assign("met", k.what(here)), b.assign("met_state", k.at(Op.STATE_AT, here))
            its_count = b.assign("met_count", k.at(Op.COUNT_AT, here))
            b.emit(Put(here, what, state=state, count=count, span=b.span))
            for variable, value in ((what, met), (state, its_state), (count, its_count)):
                _set(b, variable, value)
            with b.if_(k.eq(what, k.int_(0))):
                b.emit(Break(span=b.span))
            _set(b, here, k.table(step, rows.row(here)))

    def says(self, s: Speaker, no: bool = False) -> str:
        start = there(s, self.origin)
        return f"push the piece on {start}, and all in a row behind it, one step {s.say(self.direction)}"


@ludeme("attract")
class Attract(Effect):
    """Draw all pieces on the lines from a site (default: where the last move ended) as near to it as they can
    come, in their order.

    Example: `(attract (from (last To)) Orthogonal)`.
    """

    english = "draw all pieces on the lines from {origin?where the move ended} as near as they can come"
    handling = Handling.MOVES
    origin: From | None = arg(None)
    direction: AbsoluteDirection | None = arg(None)
    then: Then | None = arg(None)

    def act(self, b: Builder) -> None:
        if b.facts.stacks:
            raise unsupported(
                "attracting in a game of stacks",
                self.span,
                "move the pieces one by one: `(fromTo (from) (to))`",
            )
        start = last_to(b) if self.origin is None else k.first(self.origin.sites(b))
        with b.bind({Context.FROM: b.assign("start", start)}):
            b.routine("attract", lambda: self._attract(b))

    def _attract(self, b: Builder) -> None:
        """Line by line: each piece goes to the first free site."""
        type_ = self.origin.type if self.origin is not None else None
        rows = absolute_rows(b, self.direction or AbsoluteDirection.ADJACENT, type_)
        row = b.assign("row", rows.row(b.context(Context.FROM)))
        for layer in rows.layers(b):
            width = max(map(len, layer.paths), default=0)
            ray = tuple(path[i] if i < len(path) else -1 for path in layer.paths for i in range(width))
            table, first = b.table(ray, stem="ray"), b.assign("first", k.mul(row, k.int_(width)))
            free = b.variable("free", k.int_(0))
            with b.count_up(k.int_(0), k.int_(width - 1)) as place:
                here = b.assign("here", k.table(table, k.add(first, place)))
                with b.if_(k.has(k.OCCUPIED, here)):
                    there = b.assign("there", k.table(table, k.add(first, free)))
                    with b.if_(k.ne(here, there)):
                        b.emit(MovePiece(here, there, span=b.span))
                    _set(b, free, k.add(free, k.int_(1)))


def _set(b: Builder, variable: Expr, value: Expr) -> None:
    assert isinstance(variable.data, str)
    b.emit(Assign(variable.data, value, span=b.span))
