"""Combining moves and effects: or, and, if, priority, do, max, seq, for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gdl.core import make as k
from gdl.core.builder import Builder, Context
from gdl.core.ops import (
    BOOL,
    INT,
    Assign,
    Best,
    Block,
    Expr,
    Field,
    Op,
    Priority,
    Provided,
    Store,
)
from gdl.facts import Component
from gdl.lowering.before import after
from gdl.lowering.clearing import to_clear
from gdl.lowering.longest import enemies_value, turn_length, turn_value, value_before_field
from gdl.lowering.offer import followed_by, refuse_judging, run_effect, run_then
from gdl.lowering.pieces import components_named
from gdl.lowering.places import container_sites
from gdl.lowering.players import owned_by, players_of
from gdl.lowering.sites import site_of
from gdl.ludeme import (
    BoolExpr,
    IntExpr,
    Ints,
    Moves,
    Region,
    WordEnum,
    arg,
    has_chance,
    holds_chance,
    ludeme,
    named,
    only_chance,
)
from gdl.ludemes.arguments import PlayerArgument, Then
from gdl.types import RoleType, SiteType, StackDirection


@ludeme("or")
class Or(Moves):
    """The moves of all its parts.

    Example: `(or {(move Step) (move Pass)})`.
    """

    several: tuple[Moves, ...] | None = arg(None)
    first: Moves | None = arg(None)
    second: Moves | None = arg(None)
    then: Then | None = arg(None)
    one_of = (("several", "first"),)

    def parts(self) -> tuple[Moves, ...]:
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


@ludeme("if")
class MovesIf(Moves):
    """The moves or effects of the second part if the condition holds, else those of the third.

    Example: `(if (is Even (count Moves)) (move Pass) (move Add (to (sites Empty))))`.
    """

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
            decided: Field | None = b.memo.get(("decided", id(self)))
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
        decided = b.declare(b.fresh("decided"), BOOL, None, False)
        b.memo["decided", id(self)] = decided
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

    several: tuple[Moves, ...] | None = arg(None)
    first: Moves | None = arg(None)
    second: Moves | None = arg(None)
    then: Then | None = arg(None)
    one_of = (("several", "first"),)

    def parts(self) -> tuple[Moves, ...]:
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


@ludeme("do")
class Do(Moves):
    """Moves, with something done before each, or only those after which a condition holds.

    `(do A next:B)` puts A before every move of B; `(do A ifAfterwards:C)` keeps of A's moves those that lead
    to a position in which C holds (`last To` is then the move's, the mover still the one who moved).

    Example: `(do (move Add (to (sites Empty))) ifAfterwards:(not (is Line 3)))`.
    """

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
            refuse_judging(b, self)
            body = b.body(lambda: self._moves(b))
            check = b.function("allowed", k.TRUE.type, lambda: condition.lower(b))
            assert isinstance(check.data, str)
            b.emit(Provided(body, check.data, check.args, span=b.span))

    def _moves(self, b: Builder) -> None:
        if self.next is None:
            self.moves.lower(b)
        elif only_chance(self.moves):
            # What chance does has been done when the turn began.
            self.next.lower(b)
        else:
            with after(b, self.moves):
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

    def _provided(self, b: Builder, condition: BoolExpr) -> None:
        """Do it if afterwards the condition will hold: that is tried first."""
        holds = b.variable("holds", k.FALSE)
        with b.sandbox():
            run_effect(b, self.moves)
            b.emit(Assign(str(holds.data), condition.lower(b), span=b.span))
        with b.if_(holds):
            run_effect(b, self.moves)


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

    of: MaxMovesType = arg()
    with_value: bool = named("withValue", False)
    moves: Moves = arg()
    then: Then | None = arg(None)

    def lower(self, b: Builder) -> None:
        with b.at(self), followed_by(b, self.then):
            refuse_judging(b, self)
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


def _valued(b: Builder, value: str, before: Expr) -> Expr:
    """What `value` gives, with this as the value of the enemies' pieces before the move."""
    result = b.variable("worth", k.int_(0))
    with b.sandbox():
        b.emit(Store(value_before_field(b), None, before, span=b.span))
        b.emit(Assign(str(result.data), k.call(value, INT), span=b.span))
    return result


# --- For each --------------------------------------------------------------------------------------------


@ludeme("forEach Piece")
class ForEachPiece(Moves):
    """The moves of every piece of a player (default: the mover's), as the pieces themselves say, or as given
    here with `from` standing for the piece's site.

    Of a stack every piece is meant, with `(level)` standing for its level, or with `top` just the top one.

    Example: `(forEach Piece "Pawn" (move Step Forward (to if:(is Empty (to)))))`.
    """

    on: SiteType | None = named("on", None)
    pieces: str | tuple[str, ...] | None = arg(None)
    container: IntExpr | str | None = named("container", None)
    moves: Moves | None = arg(None)
    who: PlayerArgument | RoleType | None = arg(None)
    top: bool = named("top", False)
    then: Then | None = arg(None)

    @classmethod
    def plain(cls) -> ForEachPiece:
        """`(forEach Piece)`: every piece by its own rules."""
        return cls(on=None, pieces=None, container=None, moves=None, who=None, top=False, then=None)

    def components(self, b: Builder) -> list[Component]:
        """The kinds of piece that it is about."""
        given = self.pieces if isinstance(self.pieces, tuple) else (self.pieces,) if self.pieces else None
        if given is None:
            return list(b.facts.components[1:])
        return [c for name in given for c in components_named(b, name, self.span)]

    def _within(self, b: Builder, sites: Expr) -> Expr:
        """The pieces on the board, or those in the container that is named or numbered."""
        if self.container is None and not b.facts.containers:
            return sites
        return k.inter(sites, container_sites(b, self.container, self.on, self.span))

    def _each(self, b: Builder, body: Callable[[Moves], None]) -> None:
        role = self.who if self.who is not None else RoleType.MOVER
        # Moves given here are the same for all pieces of the mover, or of all.
        alike = self.moves if self.pieces is None and role in (RoleType.MOVER, RoleType.ALL) else None
        if b.facts.stacks:
            with b.each(self._within(b, k.OCCUPIED), Context.FROM) as site, self._levels(b, site) as level:
                self._each_level(b, role, alike, site, level, body)
            return
        if alike is not None:
            with b.each(self._within(b, owned_by(b, role)), Context.FROM):
                body(alike)
            return
        for component, condition, moves in self._rules(b, role):
            with self._rule_of(b, component), b.if_(condition):
                with b.each(self._within(b, k.of_kind(k.int_(component.index))), Context.FROM):
                    body(moves)

    def _each_level(self, b: Builder, role: PlayerArgument | RoleType, alike: Moves | None, site: Expr,
                    level: Expr, body: Callable[[Moves], None]) -> None:  # fmt: skip
        """The moves of the piece at a level of a stack."""
        if alike is not None:
            mine = k.eq(k.at_level(Op.WHO_LEVEL, site, level), b.context(Context.MOVER))
            with b.if_(mine if role is RoleType.MOVER else k.TRUE):
                body(alike)
            return
        what = b.assign("what", k.at_level(Op.WHAT_LEVEL, site, level))
        for component, condition, moves in self._rules(b, role):
            here = k.and_(condition, k.eq(what, k.int_(component.index)))
            with self._rule_of(b, component), b.if_(here):
                body(moves)

    @contextmanager
    def _levels(self, b: Builder, site: Expr) -> Iterator[Expr]:
        """Each level of a stack, or just the top one."""
        top = b.assign("top", k.sub(k.at(Op.HEIGHT, site), k.int_(1)))
        if self.top:
            with b.bind({Context.LEVEL: top}):
                yield top
        else:
            with b.count_up(k.int_(0), top, Context.LEVEL) as level:
                yield level

    @staticmethod
    @contextmanager
    def _rule_of(b: Builder, component: Component) -> Iterator[None]:
        """Inside, the rule of a piece is lowered, whose owner is known."""
        owned = 1 <= component.owner <= b.facts.players
        binding: dict[Context, Expr] = {Context.MOVER: k.int_(component.owner)} if owned else {}
        before, b.piece = b.piece, component
        with b.bind(binding):
            yield
        b.piece = before

    def _rules(self, b: Builder, role: PlayerArgument | RoleType) -> Iterator[tuple[Component, Expr, Moves]]:
        """The pieces that may be meant, each with the condition under which it is, and its moves."""
        given = self.moves
        owners = dict(players_of(b, role))
        if isinstance(role, RoleType) and role in (RoleType.ALL, RoleType.NEUTRAL):
            owners[0] = k.TRUE
        if isinstance(role, RoleType) and role in (RoleType.ALL, RoleType.SHARED, RoleType.MOVER):
            owners[b.facts.players + 1] = k.TRUE
        mover = b.context(Context.MOVER)
        for component in self.components(b):
            moves = given if given is not None else component.moves
            condition = owners.get(component.owner)
            if moves is None or condition is None:
                continue
            if condition.op is k.eq(mover, mover).op and condition.args[0] == condition.args[1]:
                condition = k.TRUE
            yield component, condition, moves

    def lower(self, b: Builder) -> None:
        with b.at(self), followed_by(b, self.then):
            self._each(b, lambda moves: moves.lower(b))

    def effect(self, b: Builder) -> None:
        with b.at(self):
            self._each(b, lambda moves: moves.effect(b))
            run_then(b, self.then)


@ludeme("forEach Site")
class ForEachSite(Moves):
    """The moves or effects for every site of a region, with `(site)` standing for it.

    Example: `(forEach Site (sites Around (last To)) (if (is Enemy (who at:(site))) (remove (site))))`.
    """

    region: Region = arg()
    moves: Moves = arg()
    if_none: Moves | None = named("noMoveYet", None)
    then: Then | None = arg(None)

    def lower(self, b: Builder) -> None:
        with b.at(self), followed_by(b, self.then):
            if self.if_none is None:
                with b.each(self.region.lower(b), Context.SITE):
                    self.moves.lower(b)
                return
            otherwise = self.if_none

            def each() -> None:
                with b.each(self.region.lower(b), Context.SITE):
                    self.moves.lower(b)

            b.emit(Priority((b.body(each), b.body(lambda: otherwise.lower(b))), span=b.span))

    def effect(self, b: Builder) -> None:
        with b.at(self):
            # `(to)` is the site, too: a hole's seeds go to the store of the side where the hole is.
            with b.each(self.region.lower(b), Context.SITE, Context.TO):
                self.moves.effect(b)
            run_then(b, self.then)


@ludeme("forEach Level")
class ForEachLevel(Moves):
    """The moves or effects for every level of the stack on a site, with `(level)` standing for it; by default
    from the top.

    Example: `(forEach Level (last To) FromTop (if (is Enemy (who at:(last To) level:(level)))
    (remove (last To) level:(level))))`.
    """

    type: SiteType | None = arg(None)
    site: IntExpr = arg()
    direction: StackDirection = arg(StackDirection.FROM_TOP)
    moves: Moves = arg()
    then: Then | None = arg(None)

    def _each(self, b: Builder, body: Callable[[], None]) -> None:
        top = b.assign("top", k.sub(k.at(Op.HEIGHT, site_of(b, self.site, self.type)), k.int_(1)))
        with b.count_up(k.int_(0), top) as number:
            level = number if self.direction is StackDirection.FROM_BOTTOM else k.sub(top, number)
            with b.bind({Context.LEVEL: b.assign("level", level)}):
                body()

    def lower(self, b: Builder) -> None:
        with b.at(self), followed_by(b, self.then):
            self._each(b, lambda: self.moves.lower(b))

    def effect(self, b: Builder) -> None:
        with b.at(self):
            self._each(b, lambda: self.moves.effect(b))
            run_then(b, self.then)


@ludeme("forEach Player")
class ForEachPlayer(Moves):
    """The moves or effects for every player, with `(player)` standing for it.

    Example: `(forEach Player (addScore (player (player)) 1))`.
    """

    moves: Moves = arg()
    then: Then | None = arg(None)

    def _each(self, b: Builder, body: Callable[[], None]) -> None:
        for p in range(1, b.facts.players + 1):
            with b.bind({Context.PLAYER: k.int_(p)}):
                body()

    def lower(self, b: Builder) -> None:
        with b.at(self), followed_by(b, self.then):
            self._each(b, lambda: self.moves.lower(b))

    def effect(self, b: Builder) -> None:
        with b.at(self):
            self._each(b, lambda: self.moves.effect(b))
            run_then(b, self.then)


@ludeme("forEach Value")
class ForEachValueRange(Moves):
    """The moves or effects for every number from `min` to `max`, with `(value)` standing for it.

    Example: `(forEach Value min:1 max:3 (move Add (to (sites Empty))))`.
    """

    low: IntExpr = named("min")
    high: IntExpr = named("max")
    moves: Moves = arg()
    then: Then | None = arg(None)

    def lower(self, b: Builder) -> None:
        with b.at(self), followed_by(b, self.then):
            with b.count_up(self.low.lower(b), self.high.lower(b), Context.VALUE):
                self.moves.lower(b)

    def effect(self, b: Builder) -> None:
        with b.at(self):
            with b.count_up(self.low.lower(b), self.high.lower(b), Context.VALUE):
                self.moves.effect(b)
            run_then(b, self.then)


@ludeme("forEach", "forEach Value")
class ForEachValue(Moves):
    """The moves or effects for every number of an array, with `(value)` standing for it (or `(player)` where
    the numbers are players)."""

    values: Ints = arg()
    moves: Moves = arg()
    then: Then | None = arg(None)

    def _each(self, b: Builder, body: Callable[[], None]) -> None:
        def one(value: Expr) -> None:
            with b.bind({Context.VALUE: value, Context.PLAYER: value}):
                body()

        self.values.lower_each(b, one)

    def lower(self, b: Builder) -> None:
        with b.at(self), followed_by(b, self.then):
            self._each(b, lambda: self.moves.lower(b))

    def effect(self, b: Builder) -> None:
        with b.at(self):
            self._each(b, lambda: self.moves.effect(b))
            run_then(b, self.then)
