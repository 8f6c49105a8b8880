"""Pushing a row of pieces along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import unsupported
from gdl.core import make as k
from gdl.core.ops import Assign, Break, Expr, Op, Put, Take
from gdl.lower.directions import rows_of
from gdl.lower.places import last_to
from gdl.ludeme.arguments import Then
from gdl.ludeme.base import arg
from gdl.ludeme.categories import Direction, Handling
from gdl.ludeme.registry import ludeme
from gdl.ludemes.arguments import From
from gdl.ludemes.capturing import there
from gdl.ludemes.effects import Effect

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


def _set(b: Builder, variable: Expr, value: Expr) -> None:
    assert isinstance(variable.data, str)
    b.emit(Assign(variable.data, value, span=b.span))
