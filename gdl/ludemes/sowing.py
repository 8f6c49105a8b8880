"""Sowing seeds along a track."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.ops import INT, Assign, Break, Continue, Do, Expr, Op, Param, Put, Return, SetAt
from gdl.lower.moving import take_heap
from gdl.lower.offer import HERE, OfferedMoves, note_effect, offer, run_effect, run_then
from gdl.lower.places import last_to, site_of
from gdl.lower.tracks import TrackWalk
from gdl.ludeme.arguments import Then
from gdl.ludeme.base import arg, ludemes_in, named
from gdl.ludeme.categories import BoolExpr, Handling, IntExpr, Moves
from gdl.ludeme.kinds import Kind
from gdl.ludeme.registry import ludeme
from gdl.ludemes.effects import Effect
from gdl.ludemes.ints_state import IterationValue
from gdl.words.words import SiteType

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


@ludeme("sow")
class Sow(Effect):
    """Take the seeds of a hole (default: where the last move ended) and sow them one by one along a track.

    After the last seed `apply` is carried out if the condition `if` holds; `(to)` is then the hole of the
    last seed and `(from)` the one where the seeds came from. With `backtracking` it goes on with the holes
    before that one, with `forward` with those after it, as long as the condition holds.

    `count` sows only so many seeds, `numPerHole` more than one to a hole; `includeSelf:False` leaves out the
    hole where the seeds come from, on every round (if the last seed passes over it, what comes after the
    sowing still sees that hole, which is empty, as `(to)`); `origin:True` puts the first seed there.
    `sowEffect` is carried out at each hole as a seed comes to it.

    `skipIf` leaves out holes, looked at one by one as `(to)`; in it `(value)` is how many seeds are still to
    be sown: `skipIf:(and (= 3 (count at:(to))) (!= 1 (value)))` passes over holes of three, but for the last
    seed.

    Example: `(sow if:(= (count at:(to)) 2) apply:(fromTo (from (to)) (to (handSite Mover)) count:2)
    includeSelf:False backtracking:True)`.
    """

    handling = Handling.MOVES
    type: SiteType | None = arg(None)
    start: IntExpr | None = arg(None)
    count: IntExpr | None = named("count", None)
    per_hole: IntExpr | None = named("numPerHole", None)
    track: str | None = arg(None, names=Kind.TRACK)
    owner: IntExpr | None = named("owner", None)
    condition: BoolExpr | None = named("if", None)
    sow_effect: Moves | None = named("sowEffect", None)
    apply: Moves | None = named("apply", None)
    include_self: BoolExpr | None = named("includeSelf", None)
    origin: BoolExpr | None = named("origin", None)
    skip: BoolExpr | None = named("skipIf", None)
    backtracking: BoolExpr | None = named("backtracking", None)
    forward: BoolExpr | None = named("forward", None)
    then: Then | None = arg(None)
    at_most_one = (("backtracking", "forward"),)

    def effect(self, b: Builder) -> None:
        # What follows is part of the procedure that `act` makes: it sees what was sown.
        with b.at(self):
            self.act(b)

    def lower(self, b: Builder) -> None:
        with b.at(self):
            offer(
                b, self, OfferedMoves(sites=k.sites_(1), act=lambda: self.act(b), kind="propose", origin=HERE)
            )

    def act(self, b: Builder) -> None:
        """Emit the sowing, with what follows it."""
        start = last_to(b) if self.start is None else site_of(b, self.start, self.type)
        start = b.assign("start", start)
        count = k.at(Op.COUNT_AT, start) if self.count is None else self.count.lower(b)
        name = b.fresh("sow")
        params = (Param("start_", INT), Param("count_", INT))
        # A procedure of its own, because seeds, laps and captures are counted as they fall.
        with b.procedure("sow", extra=params, name=name) as captured:
            origin = k.var("start_", INT)
            with b.bind({Context.FROM: origin}):
                self._sow(b, origin, k.var("count_", INT))
        args = tuple(b.context(c) for c in captured)
        b.emit(Do(name, (*args, start, count), span=b.span))

    def _sow(self, b: Builder, origin: Expr, count: Expr) -> None:
        who = b.context(Context.MOVER) if self.owner is None else self.owner.lower(b)
        walk = TrackWalk(b, b.assign("owner", who), self.track, self.span)
        place = b.variable("place", walk.place(origin))
        hole = b.variable("hole", origin)
        left = b.variable("left", count)
        what = k.what(origin)
        what = b.assign("what", k.select(k.eq(what, k.int_(0)), k.int_(1), what))
        itself = None if self.origin is None else b.assign("itself", self.origin.lower(b))
        whole = None if self.include_self is None else b.assign("whole", self.include_self.lower(b))
        # Where the last seed would have fallen into the hole that is left out; -1: it did not come to it.
        left_out = None if whole is None else b.variable("left_out", k.int_(-1))
        with b.if_(k.lt(place, k.int_(0))):
            b.emit(Return(None, span=b.span))
        passed_over, at_last = self._passed_over(b, count)
        here = b.assign("here", k.at(Op.COUNT_AT, origin))
        b.if_else(
            k.gt(here, count),
            lambda: b.emit(SetAt("count", origin, k.sub(here, count), span=b.span)),
            lambda: take_heap(b, origin),
        )
        with b.bind({Context.TO: hole, Context.SITE: hole}):
            if itself is not None:
                with b.if_(itself):
                    self._drop(b, what, hole, left)
            # No hole that takes a seed within a whole round: the seeds that are left go out of play.
            skipped = b.variable("skipped", k.int_(0))
            with b.while_(k.and_(k.gt(left, k.int_(0)), k.le(skipped, k.int_(walk.length)))):
                _set(b, place, k.add(place, k.int_(1)))
                _set(b, hole, walk.site(place))
                with b.if_(k.lt(hole, k.int_(0))):
                    b.emit(Break(span=b.span))
                _set(b, skipped, k.add(skipped, k.int_(1)))
                if whole is not None and left_out is not None:
                    with b.if_(k.and_(k.not_(whole), k.eq(hole, origin))):
                        with b.if_(k.eq(left, k.int_(1))):
                            _set(b, left_out, place)
                        b.emit(Continue(span=b.span))
                if passed_over is not None:
                    those = k.select(k.eq(left, k.int_(1)), at_last, passed_over) if at_last else passed_over
                    with b.if_(k.has(those, hole)):
                        b.emit(Continue(span=b.span))
                _set(b, skipped, k.int_(0))
                self._drop(b, what, hole, left)
            if left_out is not None:
                with b.if_(k.ge(left_out, k.int_(0))):
                    _set(b, place, left_out)
                    _set(b, hole, origin)
            self._finish(b, walk, place, hole)
        run_then(b, self.then)

    def _passed_over(self, b: Builder, count: Expr) -> tuple[Expr | None, Expr | None]:
        """The holes that no seed falls into, as they are before any has fallen; and those that the last one
        does not fall into, where `(value)`, how many are left, is asked for."""
        skip = self.skip
        if skip is None:
            return None, None

        def those(left: Expr) -> Expr:
            everywhere = k.sites_((1 << b.facts.size) - 1)
            with b.bind({Context.VALUE: left}):
                found = b.filter(everywhere, lambda: skip.lower(b), Context.TO, Context.SITE)
                return b.assign("passed", found)

        asked = any(isinstance(each, IterationValue) for each in ludemes_in(skip))
        return those(count), those(k.int_(1)) if asked else None

    def _drop(self, b: Builder, what: Expr, hole: Expr, left: Expr) -> None:
        """One seed (or `numPerHole`, as far as they reach) falls into the hole."""
        number = k.int_(1)
        if self.per_hole is not None:
            number = b.assign("number", k.max_(k.int_(1), k.min_(left, self.per_hole.lower(b))))
        sown = b.assign("sown", k.at(Op.COUNT_AT, hole))
        b.if_else(
            k.gt(sown, k.int_(0)),
            lambda: b.emit(SetAt("count", hole, k.add(sown, number), span=b.span)),
            lambda: b.emit(Put(hole, what, state=k.at(Op.STATE_AT, hole), count=number, span=b.span)),
        )
        note_effect(b, b.context(Context.FROM), hole)
        _set(b, left, k.sub(left, number))
        if self.sow_effect is not None:
            run_effect(b, self.sow_effect)

    def _finish(self, b: Builder, walk: TrackWalk, place: Expr, hole: Expr) -> None:
        apply = self.apply
        if apply is None:
            return

        def holds() -> Expr:
            return k.TRUE if self.condition is None else self.condition.lower(b)

        again = self.backtracking if self.backtracking is not None else self.forward
        with b.if_(holds()):
            if again is None:
                run_effect(b, apply)
                return
            # How far it goes is told by what was sown, before anything is taken. Going back ends before the
            # hole that the seeds came from.
            step = k.int_(-1 if self.backtracking is not None else 1)
            first, last = b.variable("first", place), b.variable("last", hole)
            rounds = b.variable("rounds", k.int_(0))
            with b.if_(again.lower(b)), b.while_(k.lt(rounds, k.int_(walk.length - 1))):
                _set(b, place, k.add(place, step))
                _set(b, hole, walk.site(place))
                goes_on = k.and_(again.lower(b), holds())
                ended = k.lt(hole, k.int_(0))
                if self.backtracking is not None:
                    ended = k.or_(ended, k.eq(hole, b.context(Context.FROM)))
                with b.if_(k.or_(ended, k.not_(goes_on))):
                    b.emit(Break(span=b.span))
                _set(b, rounds, k.add(rounds, k.int_(1)))
            _set(b, place, first)
            _set(b, hole, last)
            run_effect(b, apply)
            with b.while_(k.gt(rounds, k.int_(0))):
                _set(b, rounds, k.sub(rounds, k.int_(1)))
                _set(b, place, k.add(place, step))
                _set(b, hole, walk.site(place))
                run_effect(b, apply)

    def says(self, s: Speaker, no: bool = False) -> str:
        start = s.terms["last to"] if self.start is None else s.site(self.start)
        along = "along the track" if self.track is None else f"along the track “{s.say(self.track)}”"
        each = "one by one" if self.per_hole is None else f"{s.say(self.per_hole)} at a time"
        count = "the pieces of" if self.count is None else f"{s.say(self.count)} pieces of"
        text = f"take {count} {start} and sow them {each} {along}"
        if _false(self.include_self):
            text += ", leaving out the hole they came from"
        if self.origin is not None and not _false(self.origin):
            text += ", beginning with the hole they came from"
        if self.skip is not None:
            with s.about(to="the hole"):
                text += f", leaving out a hole if {s.clause(self.skip)}"
        with s.as_effect(), s.about(to="the last hole sown", site="the hole", last_to="the last hole sown"):
            if self.sow_effect is not None:
                text += f"; for each hole sown, {s.inline(self.sow_effect)}"
            condition = None if self.condition is None else s.clause(self.condition)
            if self.apply is not None:
                lead = "in the end" if condition is None else f"if then {condition}"
                text += f"; {lead}, {s.inline(self.apply)}"
        for rule, way in ((self.backtracking, "before it"), (self.forward, "after it")):
            if rule is not None and not _false(rule):
                text += f", and so on for the holes {way} as long as the same holds"
        return text


def _set(b: Builder, variable: Expr, value: Expr) -> None:
    assert isinstance(variable.data, str)
    b.emit(Assign(variable.data, value, span=b.span))


def _false(value: Any) -> bool:
    return value is not None and getattr(value, "value", None) is False
