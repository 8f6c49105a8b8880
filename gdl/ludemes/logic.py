"""Combining moves and effects: or, and, append, seq, if, priority."""

from __future__ import annotations

from collections.abc import Callable

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.ops import BOOL, Expr, Field, Op, Priority, Store
from gdl.lower.offer import run_effect, run_then
from gdl.lower.surroundings import followed_by
from gdl.ludeme.arguments import Then
from gdl.ludeme.base import arg
from gdl.ludeme.categories import BoolExpr, Handling, Moves, has_chance, holds_chance
from gdl.ludeme.registry import ludeme
from gdl.support.identity import Same


@ludeme("or")
class Or(Moves):
    """The moves of all its parts.

    Example: `(or {(move Step) (move Pass)})`.
    """

    handling = Handling.STAYS
    several: tuple[Moves, ...] | None = arg(None)
    first: Moves | None = arg(None)
    second: Moves | None = arg(None)
    then: Then | None = arg(None)
    one_of = (("several", "first"),)

    def parts(self) -> tuple[Moves, ...]:
        """The parts, in order."""
        if self.several is not None:
            return self.several
        return tuple(part for part in (self.first, self.second) if part is not None)

    def lower(self, b: Builder) -> None:
        with b.at(self), followed_by(b, self.then):
            for part in self.parts():
                part.lower(b)

    def effect(self, b: Builder) -> None:
        for part in self.parts():
            with b.at(part):
                part.effect(b)
        run_then(b, self.then)

    def happens(self, b: Builder) -> Expr:
        return k.or_(*(part.happens(b) for part in self.parts()))


@ludeme("and")
class And(Or):
    """All of its effects, in order; each is evaluated before any is carried out.

    Example: `(and (set Pending) (moveAgain))`.
    """


@ludeme("append")
class Append(Moves):
    """Moves, gathered into one list."""

    handling = Handling.STAYS
    moves: Moves = arg()
    then: Then | None = arg(None)

    def lower(self, b: Builder) -> None:
        with b.at(self), followed_by(b, self.then):
            self.moves.lower(b)

    def effect(self, b: Builder) -> None:
        self.moves.effect(b)
        run_then(b, self.then)


@ludeme("seq")
class Seq(Moves):
    """Effects one after the other: each sees what those before it have done.

    Example: `(seq {(remove (last To)) (if (no Pieces Next) (moveAgain))})`.
    """

    handling = Handling.STAYS
    parts: tuple[Moves, ...] = arg()

    def lower(self, b: Builder) -> None:
        for part in self.parts:
            part.lower(b)

    def effect(self, b: Builder) -> None:
        # A procedure is one effect of the list that it stands in: inside, the parts follow each other.
        with b.at(self):
            b.routine("in_turn", lambda: self._in_turn(b))

    def _in_turn(self, b: Builder) -> None:
        for part in self.parts:
            run_effect(b, part)


class _Decided(dict[Same[object], Field]):
    """Side table: by `if` the field that keeps whether its condition held before chance had its say."""


@ludeme("if")
class MovesIf(Moves):
    """The moves or effects of the second part if the condition holds, else those of the third.

    Example: `(if (is Even (count Moves)) (move Pass) (move Add (to (sites Empty))))`.
    """

    branches = ("then_moves", "else_moves")
    handling = Handling.STAYS
    condition: BoolExpr = arg()
    then_moves: Moves = arg()
    else_moves: Moves | None = arg(None)
    then: Then | None = arg(None)

    def reach(self, b: Builder) -> tuple[int, ...]:
        # What only comes under a condition is no more than an extra.
        return (0,) * b.facts.size if self.else_moves is None else super().reach(b)

    def _either(self, b: Builder, condition: Expr, what: Callable[[Moves], None]) -> None:
        otherwise = self.else_moves
        b.if_else(
            condition,
            lambda: what(self.then_moves),
            lambda: what(otherwise) if otherwise is not None else None,
        )

    def lower(self, b: Builder) -> None:
        with b.at(self), followed_by(b, self.then):
            decided = b.side_table(_Decided).get(Same(self))
            known = decided is not None and b.context(Context.MOVER).op is Op.FIELD
            condition = k.field(decided) if decided is not None and known else self.condition.lower(b)
            self._either(b, condition, lambda moves: moves.lower(b))

    def chance(self, b: Builder) -> None:
        if not has_chance(self):
            return
        if holds_chance(self.condition):
            # It asks what could be moved after the same event.
            self.then_moves.chance(b)
            return
        # The condition is looked at before chance has its say; the field keeps the answer for the moves.
        decided = b.declare(b.fresh("decided"), BOOL, None, False, called=None)
        b.side_table(_Decided)[Same(self)] = decided
        with b.at(self):
            b.emit(Store(decided, None, self.condition.lower(b), span=b.span))
            self._either(b, k.field(decided), lambda moves: moves.chance(b))

    def effect(self, b: Builder) -> None:
        with b.at(self):
            self._either(b, self.condition.lower(b), lambda moves: self._and_then(b, moves))

    def _and_then(self, b: Builder, effect: Moves) -> None:
        """What follows does so only where something is done."""
        effect.effect(b)
        run_then(b, self.then)

    def happens(self, b: Builder) -> Expr:
        otherwise = k.FALSE if self.else_moves is None else self.else_moves.happens(b)
        return k.select(self.condition.lower(b), self.then_moves.happens(b), otherwise)


@ludeme("priority")
class PriorityMoves(Moves):
    """The moves of the first part that has any; of effects the first that does anything.

    Example: `(priority {(forEach Piece "Queen") (forEach Piece)})`.
    """

    handling = Handling.STAYS
    several: tuple[Moves, ...] | None = arg(None)
    first: Moves | None = arg(None)
    second: Moves | None = arg(None)
    then: Then | None = arg(None)
    one_of = (("several", "first"),)

    def parts(self) -> tuple[Moves, ...]:
        """The parts, the first to be looked at first."""
        return self.several or tuple(p for p in (self.first, self.second) if p is not None)

    def lower(self, b: Builder) -> None:
        with b.at(self), followed_by(b, self.then):
            parts = self.parts()
            bodies = tuple(b.body(lambda part=part: part.lower(b)) for part in parts)  # type: ignore[misc]
            b.emit(Priority(bodies, span=b.span))

    def effect(self, b: Builder) -> None:
        with b.at(self):
            done = k.FALSE
            for part in self.parts():
                happens = b.assign("happens", k.and_(k.not_(done), part.happens(b)))
                with b.if_(happens):
                    part.effect(b)
                    run_then(b, self.then)
                done = k.or_(done, happens)

    def happens(self, b: Builder) -> Expr:
        return k.or_(*(part.happens(b) for part in self.parts()))
