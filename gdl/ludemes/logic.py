"""Combining moves and effects: or, and, append, seq, if, priority."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import unsupported
from gdl.core import make as k
from gdl.core.ops import BOOL, Assign, Expr, Field, Op, Priority, Store
from gdl.english.grammar import LONG, capital, listed
from gdl.english.phrases import Point, flat
from gdl.lower.offer import run_effect, run_then
from gdl.lower.surroundings import followed_by
from gdl.ludeme.arguments import Then
from gdl.ludeme.base import arg, ludemes_in, named
from gdl.ludeme.categories import BoolExpr, Handling, Moves, has_chance, holds_chance
from gdl.ludeme.literals import BoolLiteral
from gdl.ludeme.registry import ludeme
from gdl.support.identity import Same

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker

#: An effect that is repeated stops after so many times: a rule file cannot hang.
MOST_ROUNDS = 10_000


@ludeme("or")
class Or(Moves):
    """The moves of all its parts.

    Example: `(or {(move Step) (move Pass)})`.
    """

    composed = True
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

    def alike(self) -> tuple[Moves, ...]:
        return self.parts()

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

    def says(self, s: Speaker, no: bool = False) -> Point:
        parts = _parts(s, self)
        if s.effect:
            return _in_order(s, parts)
        points = [s.moves(part) for part in parts]
        if len(points) == 2 and not any(point.points for point in points):
            text = f"{points[0].text}, or {points[1].text}"
            if len(text) < LONG and "; then" not in points[0].text:
                return Point(text)
        return _choices(points, "do one of these:")


@ludeme("and")
class And(Or):
    """All of its effects, in order; each is evaluated before any is carried out.

    Example: `(and (set Pending) (moveAgain))`.
    """

    def says(self, s: Speaker, no: bool = False) -> Point:
        return _in_order(s, _parts(s, self))


@ludeme("allCombinations")
class AllCombinations(Moves):
    """Each effect of the one together with each of the other: in a list of effects that comes to all of both.

    Example: `(custodial (between (apply (allCombinations (add (to (site))) (flip (between))))))`.
    """

    composed = True
    handling = Handling.STAYS
    first: Moves = arg()
    second: Moves = arg()
    then: Then | None = arg(None)

    def lower(self, b: Builder) -> None:
        raise unsupported(
            "`allCombinations` of moves to choose from",
            self.span,
            "it stands among effects, as in `(apply (allCombinations (add (to (site))) (flip (between))))`",
        )

    def effect(self, b: Builder) -> None:
        for part in (self.first, self.second):
            with b.at(part):
                part.effect(b)
        run_then(b, self.then)

    def happens(self, b: Builder) -> Expr:
        return k.and_(self.first.happens(b), self.second.happens(b))

    def says(self, s: Speaker, no: bool = False) -> Point:
        return _in_order(s, (self.first, self.second))


@ludeme("while")
class While(Moves):
    """An effect again and again as long as a condition holds, which is asked anew before each time.

    It ends after ten thousand times, whatever the condition; one inside another is refused, as these would
    multiply.

    Example: `(while (no Pieces Next) (add (piece "Disc" Next) (to (sites Empty))))`.
    """

    composed = True
    handling = Handling.STAYS
    condition: BoolExpr = arg()
    moves: Moves = arg()
    then: Then | None = arg(None)

    def lower(self, b: Builder) -> None:
        what, help = "`while` of moves to choose from", "it stands among effects: `(then (while ...))`"
        raise unsupported(what, self.span, help)

    def effect(self, b: Builder) -> None:
        inner = next((each for each in ludemes_in(self.moves) if isinstance(each, While)), None)
        if inner is not None:
            raise unsupported("a `while` in another", inner.span, "join their conditions by `and`")
        with b.at(self):
            # In a procedure, which sees what has been done.
            b.routine("while", lambda: self._rounds(b))
            run_then(b, self.then)

    def _rounds(self, b: Builder) -> None:
        rounds = b.variable("rounds", k.int_(0))
        below = k.lt(rounds, k.int_(MOST_ROUNDS))
        holds = b.function("again", BOOL, lambda: self.condition.lower(b))
        with b.while_(k.and_(below, holds)):
            run_effect(b, self.moves)
            b.emit(Assign(str(rounds.data), k.add(rounds, k.int_(1)), span=b.span))

    def says(self, s: Speaker, no: bool = False) -> Point:
        point = s.moves(self.moves)
        return Point(f"as long as {s.clause(self.condition)}, {point.text}", point.points)


@ludeme("append")
class Append(Moves):
    """Moves, gathered into one list."""

    composed = True
    handling = Handling.STAYS
    moves: Moves = arg()
    then: Then | None = arg(None)

    def lower(self, b: Builder) -> None:
        with b.at(self), followed_by(b, self.then):
            self.moves.lower(b)

    def effect(self, b: Builder) -> None:
        self.moves.effect(b)
        run_then(b, self.then)

    def says(self, s: Speaker, no: bool = False) -> Point:
        return s.moves(self.moves)


@ludeme("seq")
class Seq(Moves):
    """Effects one after the other: each sees what those before it have done.

    Example: `(seq {(remove (last To)) (if (no Pieces Next) (moveAgain))})`.
    """

    composed = True
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

    def says(self, s: Speaker, no: bool = False) -> Point:
        return _in_order(s, self.parts, "do this, one after the other:")


class _Decided(dict[Same[object], Field]):
    """Side table: by `if` the field that keeps whether its condition held before chance had its say."""


@ludeme("apply")
class ApplyEffect(Moves):
    """An effect, if the condition holds, where effects are wanted.

    Example: `(forEach Site (sites Board) (apply if:(is Enemy (who at:(site))) (remove (site))))`.
    """

    composed = True
    branches = ("done",)
    handling = Handling.STAYS
    condition: BoolExpr | None = named("if", None)
    done: Moves = arg()

    def _if_so(self, b: Builder, do: Callable[[Builder], None]) -> None:
        with b.at(self), b.if_(k.TRUE if self.condition is None else self.condition.lower(b)):
            do(b)

    def reach(self, b: Builder) -> tuple[int, ...]:
        return super().reach(b) if self.condition is None else (0,) * b.facts.size

    def lower(self, b: Builder) -> None:
        self._if_so(b, self.done.lower)

    def effect(self, b: Builder) -> None:
        self._if_so(b, self.done.effect)

    def says(self, s: Speaker, no: bool = False) -> str:
        done = s.effects(self.done).text if s.effect else s.say(self.done)
        return done if self.condition is None else f"{done} if {s.clause(self.condition)}"


@ludeme("if")
class MovesIf(Moves):
    """The moves or effects of the second part if the condition holds, else those of the third.

    Example: `(if (is Even (count Moves)) (move Pass) (move Add (to (sites Empty))))`.
    """

    composed = True
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

    def says(self, s: Speaker, no: bool = False) -> Point:
        if isinstance(self.condition, BoolLiteral):  # an option has decided it
            chosen = self.then_moves if self.condition.value else self.else_moves
            return Point("") if chosen is None else s.moves(chosen)
        cases = list(_cases(s, self))
        if len(cases) == 1:
            return cases[0][0]
        if len(cases) == 2 and not any(point.points for point, _ in cases):
            text = f"{cases[0][0].text}; {cases[1][0].text[:1].lower()}{cases[1][0].text[1:]}"
            if len(text) < 2 * LONG:
                return Point(text)
        points = tuple(Point(capital(point.text), point.points, span.span) for point, span in cases)
        return Point("do what fits the case:", points)


@ludeme("priority")
class PriorityMoves(Moves):
    """The moves of the first part that has any; of effects the first that does anything.

    Example: `(priority {(forEach Piece "Queen") (forEach Piece)})`.
    """

    composed = True
    handling = Handling.STAYS
    several: tuple[Moves, ...] | None = arg(None)
    first: Moves | None = arg(None)
    second: Moves | None = arg(None)
    then: Then | None = arg(None)
    one_of = (("several", "first"),)

    def parts(self) -> tuple[Moves, ...]:
        """The parts, the first to be looked at first."""
        return self.several or tuple(p for p in (self.first, self.second) if p is not None)

    def alike(self) -> tuple[Moves, ...]:
        return self.parts()

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

    def priorities(self) -> Sequence[Moves]:
        return self.parts()

    def says(self, s: Speaker, no: bool = False) -> Point:
        point = _choices(
            [s.moves(part) for part in _parts(s, self)], "do the first of these that is possible:"
        )
        if point.points and len(point.points) > 1:
            numbered = tuple(
                Point(f"({number}) {each.text}", each.points, each.span)
                for number, each in enumerate(point.points, 1)
            )
            return Point(point.text, numbered)
        return point


def _parts(s: Speaker, it: Or | PriorityMoves) -> list[Moves]:
    """The parts of an `or`, an `and` or a `priority`; an `or` in an `or` is one."""
    parts: list[Moves] = []
    for part in it.several or (it.first, it.second):
        if part is not None:
            if isinstance(part, Or) and type(part) is type(it) and part.then is None:
                parts += [part] if _in_own_words(s, part) else _parts(s, part)
            else:
                parts.append(part)
    return parts


def _in_own_words(s: Speaker, moves: Moves) -> bool:
    """Has a rule words of its own?"""
    return s.words_of(moves) is not None


def _choices(given: Sequence[Point], heading: str) -> Point:
    """Several points under a heading; a single one stands alone."""
    points = [point for point in given if point.text]
    if len(points) == 1:
        return points[0]
    if not points:
        return Point("")
    return Point(heading, tuple(Point(capital(point.text), point.points, point.span) for point in points))


def _in_order(s: Speaker, parts: Sequence[Moves], heading: str = "") -> Point:
    """Effects under a heading.

    Those of an `and` are decided together: where there are conditions that is told, as each would else be
    read of what those before it have done.
    """
    points = [point for part in parts if (point := s.moves(part)).text]
    if not points:
        return Point("")
    if len(points) == 1:
        return points[0]
    text = listed([flat(point) for point in points])
    if len(text) < LONG and not any(point.points for point in points):
        return Point(text)
    if not heading:
        conditions = any(isinstance(part, MovesIf) for part in parts)
        heading = "do this, all at once:" if conditions else "do this:"
    return Point(heading, tuple(Point(capital(p.text), p.points, p.span) for p in points))


def _cases(s: Speaker, it: MovesIf) -> Iterator[tuple[Point, Moves]]:
    here: Moves | None = it
    first = True
    while isinstance(here, MovesIf) and (first or (here.then is None and not _in_own_words(s, here))):
        text, parts = s.condition(here.condition)
        if text == "never":
            here = here.else_moves
            continue
        point = s.moves(here.then_moves)
        if text == "always" and first:
            yield point, here
            return
        done = point.text or "nothing happens"
        lead = f"{'if' if first else 'otherwise, if'} {text}"
        if parts:
            yield Point(f"{lead}:", (*parts, Point(f"Then {done}", point.points, point.span))), here
        else:
            yield Point(f"{lead}, {done}", point.points), here
        here = here.else_moves
        first = False
    if here is not None:
        point = s.moves(here)
        yield Point(f"otherwise, {point.text}", point.points), here
