"""Moves by what they lead to: those after which a condition holds (do), those that are the most (max)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.ops import BOOL, INT, Assign, Best, Block, Expr, Field, Provided, Store
from gdl.english.grammar import LONG, capital
from gdl.english.phrases import Point, flat
from gdl.lower.moving import to_clear
from gdl.lower.offer import run_effect, run_then, unjudged
from gdl.lower.preceding_effects import after_effects
from gdl.lower.structural_key import structural_key
from gdl.lower.surroundings import followed_by, judging
from gdl.lower.turns import enemies_value, turn_length, turn_value, value_before_field
from gdl.ludeme.arguments import Then
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, Handling, Moves, only_chance
from gdl.ludeme.registry import ludeme, unwritten
from gdl.words.words import WordEnum

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


@ludeme("do")
class Do(Moves):
    """Moves, with something done before each, or only those after which a condition holds.

    `(do A next:B)` puts A before every move of B; `(do A ifAfterwards:C)` keeps of A's moves those that lead
    to a position in which C holds (`last To` is then the move's, the mover still the one who moved). What
    follows by `(then ...)` of the `do` itself comes after that: C is asked before it is done.

    Example: `(do (move Add (to (sites Empty))) ifAfterwards:(not (is Line 3)))`.
    """

    composed = True
    asks_after = True
    handling = Handling.STAYS
    moves: Moves = arg()
    next: Moves | None = named("next", None)
    condition: BoolExpr | None = named("ifAfterwards", None)
    then: Then | None = arg(None)

    def lower(self, b: Builder) -> None:
        with b.at(self), followed_by(b, self.then):
            condition = self.condition
            if condition is None:
                self._moves(b)
                return
            if unjudged(b):
                self._moves(b)
                return
            # What follows would change the position that is asked about: then the answer is kept before it.
            kept = None if self.then is None else _Answer(condition=condition, names=tuple(b.visible()))
            with followed_by(b, None if kept is None else Then(effect=kept, apply_after_all=False)):
                body = b.body(lambda: self._moves(b))
            asked = condition.lower if kept is None else kept.answer
            with judging(b):
                check = b.function("allowed", k.TRUE.type, lambda: asked(b))
            assert isinstance(check.data, str)
            b.emit(Provided(body, check.data, check.args, span=b.span))

    def _moves(self, b: Builder) -> None:
        if self.next is None:
            self.moves.lower(b)
        elif only_chance(self.moves):
            # What chance does has been done when the turn began.
            self.next.lower(b)
        else:
            with after_effects(b, self.moves):
                self.next.lower(b)

    def effect(self, b: Builder) -> None:
        with b.at(self):
            if self.condition is None:
                self.moves.effect(b)
            else:
                condition = self.condition
                b.routine("provided", lambda: self._provided(b, condition))
            # What comes next sees what has been done: it is carried out by a procedure of its own.
            second = self.next
            if second is not None:
                b.routine("next", lambda: run_effect(b, second))
            run_then(b, self.then)

    def happens(self, b: Builder) -> Expr:
        condition, first = self.condition, self.moves.happens(b)
        if condition is None:
            return first
        return k.and_(first, b.function("would_hold", k.TRUE.type, lambda: self._tried(b, condition)))

    def _tried(self, b: Builder, condition: BoolExpr) -> Expr:
        """Will the condition hold afterwards? It is done, asked, and undone."""
        holds = b.variable("holds", k.FALSE)
        with b.sandbox():
            run_effect(b, self.moves)
            b.emit(Assign(str(holds.data), condition.lower(b), span=b.span))
        return holds

    def _provided(self, b: Builder, condition: BoolExpr) -> None:
        """Do it if afterwards the condition will hold: that is tried first."""
        with b.if_(self._tried(b, condition)):
            run_effect(b, self.moves)

    def says(self, s: Speaker, no: bool = False) -> Point:
        point = s.moves(self.moves)
        if self.next is not None:
            if only_chance(self.moves):
                before = capital(point.text)
                after = s.moves(self.next)
                return Point(
                    f"at the beginning, {before[:1].lower()}{before[1:]}; then {after.text}", after.points
                )
            after = s.moves(self.next)
            return Point(f"first {flat(point)}; then {after.text}", after.points)
        if self.condition is None:
            return point
        with s.about(last_to=s.landing, last_from=f"the {s.cell} it left"):
            text, parts = s.condition(self.condition)
        only = f"This is allowed only if afterwards {text}"
        if not point.points and not parts and len(point.text) + len(text) < LONG:
            return Point(f"{point.text}, but only if afterwards {text}")
        rule = Point(only + (":" if parts else ""), parts, self.condition.span)
        return Point(point.text, (*point.points, rule))


@unwritten
class _Answer(Moves):
    """Keeps whether a condition holds, for who asks later."""

    handling = Handling.STAYS
    condition: BoolExpr = arg()
    #: what is bound where it is asked: the names of the move itself are none of its
    names: tuple[Context, ...] = arg()

    def effect(self, b: Builder) -> None:
        here = b.visible()
        asked = b.fresh("allowed")
        outer = {name: here[name] for name in self.names if name in here}
        with b.procedure(asked, BOOL, outer=outer, name=asked) as taken:
            b.returns(self.condition.lower(b))
        answer = k.call(asked, BOOL, *(here[name] for name in taken))
        b.emit(Store(self._field(b), None, answer, span=self.condition.span))

    def answer(self, b: Builder) -> Expr:
        """The answer."""
        return k.field(self._field(b))

    def _field(self, b: Builder) -> Field:
        return b.declare(f"allowed_{structural_key(b, self.condition)}", BOOL, None, False, called=None)


class MaxMovesType(WordEnum):
    """What is to be made the most of."""

    CAPTURES = "Captures"
    MOVES = "Moves"


@ludeme("max")
class MaxMoves(Moves):
    """Of some moves those that capture most pieces, or that begin the longest turn.

    Captures are the pieces that leave the board by the move itself. The length of a turn counts every move
    of the same player in a row. With `withValue` it is the value of the enemies' pieces that are captured, by
    the move or in the whole turn, that counts.

    Example: `(max Captures (forEach Piece))`.
    """

    handling = Handling.STAYS
    of: MaxMovesType = arg()
    with_value: bool = named("withValue", False)
    moves: Moves = arg()
    then: Then | None = arg(None)

    def lower(self, b: Builder) -> None:
        with b.at(self), followed_by(b, self.then):
            if unjudged(b):
                self.moves.lower(b)
                return
            body = b.body(lambda: self.moves.lower(b))
            if self.of is MaxMovesType.CAPTURES:
                left = enemies_value(b) if self.with_value else k.sub(k.size(k.OCCUPIED), k.size(to_clear(b)))
                self._most(b, body, left, lambda before: k.sub(before, left))
            elif self.with_value:
                value = turn_value(b)
                self._most(b, body, enemies_value(b), lambda before: _valued(b, value, before))
            else:
                b.emit(Best(body, turn_length(b), (), span=b.span))

    @staticmethod
    def _most(b: Builder, body: Block, now: Expr, worth: Callable[[Expr], Expr]) -> None:
        """The number before is handed to the procedure that compares it with the one after."""
        before = b.assign("before", now)
        with b.bind({Context.VALUE: before}):
            gone = b.function("captured", INT, lambda: worth(b.context(Context.VALUE)))
        assert isinstance(gone.data, str)
        b.emit(Best(body, gone.data, gone.args, span=b.span))

    def says(self, s: Speaker, no: bool = False) -> Point:
        point = s.moves(self.moves)
        most = {
            MaxMovesType.CAPTURES: "capture the most pieces that can be captured",
            MaxMovesType.MOVES: "begin the longest possible turn",
        }[self.of]
        if self.with_value:
            most += ", by the value of the pieces"
        return Point(point.text, (*point.points, Point(f"Only moves that {most} are allowed", (), self.span)))


def _valued(b: Builder, value: str, before: Expr) -> Expr:
    """What `value` gives, with this as the value of the enemies' pieces before the move."""
    result = b.variable("worth", k.int_(0))
    with b.sandbox():
        b.emit(Store(value_before_field(b), None, before, span=b.span))
        b.emit(Assign(str(result.data), k.call(value, INT), span=b.span))
    return result
