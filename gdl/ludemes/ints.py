"""Whole numbers: arithmetic, and what the context of a rule calls by name."""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import unsupported
from gdl.core import make as k
from gdl.core.ops import Expr, Op
from gdl.lower.numbers import arithmetic, fold_items
from gdl.lower.places import last_from, last_to
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, FloatExpr, IntExpr, Ints
from gdl.ludeme.kinds import Quantity
from gdl.ludeme.registry import ludeme
from gdl.source.text import Span
from gdl.words.words import RoleType, SiteType, WhenType, WordEnum

# --- Arithmetic -----------------------------------------------------------------------------------------


@ludeme("+")
class Plus(IntExpr):
    """The sum of two numbers, or of all in an array.

    Example: `(+ (count Moves) 1)`.
    """

    values: Ints | None = arg(None)
    first: IntExpr | None = arg(None)
    second: IntExpr | None = arg(None)
    one_of = (("values", "first"), ("values", "second"))

    def lower(self, b: Builder) -> Expr:
        return _several(b, Op.ADD, self.values, self.first, self.second, self.span)


@ludeme("*")
class Times(IntExpr):
    """The product of two numbers, or of all in an array.

    Example: `(* 2 (count Rows))`.
    """

    values: Ints | None = arg(None)
    first: IntExpr | None = arg(None)
    second: IntExpr | None = arg(None)
    one_of = (("values", "first"), ("values", "second"))

    def lower(self, b: Builder) -> Expr:
        return _several(b, Op.MUL, self.values, self.first, self.second, self.span)


@ludeme("max")
class Greatest(IntExpr):
    """The greater of two numbers, or the greatest in an array.

    Example: `(max (score P1) (score P2))`.
    """

    english = "the greatest of [{values}][{first} and ][{second}]"
    values: Ints | None = arg(None)
    first: IntExpr | None = arg(None)
    second: IntExpr | None = arg(None)
    one_of = (("values", "first"), ("values", "second"))

    def lower(self, b: Builder) -> Expr:
        return _several(b, Op.MAX, self.values, self.first, self.second, self.span)


@ludeme("min")
class Least(IntExpr):
    """The smaller of two numbers, or the smallest in an array.

    Example: `(min (score P1) (score P2))`.
    """

    english = "the smallest of [{values}][{first} and ][{second}]"
    values: Ints | None = arg(None)
    first: IntExpr | None = arg(None)
    second: IntExpr | None = arg(None)
    one_of = (("values", "first"), ("values", "second"))

    def lower(self, b: Builder) -> Expr:
        return _several(b, Op.MIN, self.values, self.first, self.second, self.span)


def _several(
    b: Builder, op: Op, values: Ints | None, first: IntExpr | None, second: IntExpr | None, span: Span
) -> Expr:
    if values is not None:
        return fold_items(b, values, op)
    assert first is not None and second is not None
    return arithmetic(op, first.lower(b), second.lower(b), span=span)


@ludeme("-")
class Minus(IntExpr):
    """The difference of two numbers, or the negative of one.

    Example: `(- (count Pieces Mover) 1)`.
    """

    first: IntExpr | None = arg(None)
    second: IntExpr = arg()

    def lower(self, b: Builder) -> Expr:
        first = k.int_(0) if self.first is None else self.first.lower(b)
        return arithmetic(Op.SUB, first, self.second.lower(b), span=self.span)


@ludeme("/")
class Divide(IntExpr):
    """The whole part of a quotient, toward zero; by zero: 0.

    Example: `(/ (count Sites in:(sites Empty)) 2)`.
    """

    english = "{first} divided by {second}, rounded toward zero"
    first: IntExpr = arg()
    second: IntExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return arithmetic(Op.DIV, self.first.lower(b), self.second.lower(b), span=self.span)


@ludeme("%")
class Remainder(IntExpr):
    """What a division leaves over, with the sign of the first number.

    Example: `(% (count Moves) 4)`.
    """

    english = "the remainder of {first} divided by {second}"
    first: IntExpr = arg()
    second: IntExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return arithmetic(Op.MOD, self.first.lower(b), self.second.lower(b), span=self.span)


@ludeme("^", "pow")
class Power(IntExpr):
    """A power.

    Example: `(^ 2 (count Turns))`.
    """

    english = "{first} to the power {second}"
    first: IntExpr = arg()
    second: IntExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return arithmetic(Op.POW, self.first.lower(b), self.second.lower(b), span=self.span)


@ludeme("abs")
class Absolute(IntExpr):
    """A number without its sign.

    Example: `(abs (- (row of:(from)) (row of:(to))))`.
    """

    english = "the size of {value}, whatever its sign"
    value: IntExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return arithmetic(Op.ABS, self.value.lower(b), span=self.span)


@ludeme("if")
class IntIf(IntExpr):
    """One number or another, by a condition.

    Example: `(if (is Mover P1) 1 -1)`.
    """

    english = "{first} if {condition}, otherwise {second}"
    branches = ("first", "second")
    condition: BoolExpr = arg()
    first: IntExpr = arg()
    second: IntExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return k.select(self.condition.lower(b), self.first.lower(b), self.second.lower(b))


@ludeme("toInt")
class ToInt(IntExpr):
    """A condition as 1 or 0, or a number without its fraction.

    Example: `(toInt (is Mover P1))`.
    """

    english = "the whole number of {value}"
    value: BoolExpr | FloatExpr = arg()

    def lower(self, b: Builder) -> Expr:
        return k.to_int(self.value.lower(b))


# --- What the context calls by name ---------------------------------------------------------------------


class FromContext(IntExpr):
    """What a name stands for in the rule around it."""

    def context(self) -> Context:
        """The name that the word stands for."""
        raise NotImplementedError

    def lower(self, b: Builder) -> Expr:
        return b.context(self.context())


@ludeme("from")
class FromSite(FromContext):
    """The site that a move starts from.

    Example: `(is In (from) (sites Bottom))`.
    """

    quantity = Quantity.SITE
    at: WhenType | None = named("at", None)

    def context(self) -> Context:
        return Context.FROM

    def lower(self, b: Builder) -> Expr:
        if self.at is WhenType.START_OF_TURN:
            raise unsupported(
                "`from` at the start of the turn",
                self.span,
                'remember the site where the turn starts: `(set Var "Began" (from))`',
            )
        return b.context(Context.FROM)


@ludeme("to")
class ToSite(FromContext):
    """The site that a move ends on.

    Example: `(is Empty (to))`.
    """

    quantity = Quantity.SITE

    def context(self) -> Context:
        return Context.TO


@ludeme("between")
class BetweenSite(FromContext):
    """The site that a move passes over.

    Example: `(is Enemy (who at:(between)))`.
    """

    quantity = Quantity.SITE

    def context(self) -> Context:
        return Context.BETWEEN


@ludeme("site")
class IterationSite(FromContext):
    """The site in question where a rule goes through many.

    Example: `(forEach (sites Empty) if:(is In (site) (sites Corners)))`.
    """

    quantity = Quantity.SITE

    def context(self) -> Context:
        return Context.SITE


@ludeme("level")
class IterationLevel(FromContext):
    """The level of a stack in question.

    Example: `(who at:(from) level:(level))`.
    """

    def context(self) -> Context:
        return Context.LEVEL


@ludeme("player")
class IterationPlayer(FromContext):
    """The player in question where a rule goes through all.

    Example: `(forEach Player (addScore (player (player)) 1))`.
    """

    quantity = Quantity.PLAYER

    def context(self) -> Context:
        return Context.PLAYER


@ludeme("pips")
class IterationPips(FromContext):
    """The number that the die in question shows.

    Example: `(trackSite Move steps:(pips))`.
    """

    def context(self) -> Context:
        return Context.PIPS


@ludeme("track")
class IterationTrack(FromContext):
    """The track in question where a rule goes along one."""

    def context(self) -> Context:
        return Context.TRACK


@ludeme("edge")
class EdgeSite(IntExpr):
    """The edge in question, or the one between two vertices.

    Example: `(is Empty Edge (edge 3 4))`.
    """

    english = "the edge[ between {first:site}][ and {second:site}]"
    first: IntExpr | None = arg(None)
    second: IntExpr | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        if self.first is None or self.second is None:
            if self.first is not None:
                raise unsupported("an edge by one vertex", self.span, "give both: `(edge 0 1)`")
            return b.context(Context.EDGE)
        size = b.facts.topology.count(SiteType.VERTEX)
        offset = b.facts.offsets.get(SiteType.EDGE, 0)
        vertices = b.facts.offsets.get(SiteType.VERTEX, 0)
        values = [-1] * (size * size)
        for index, (one, other) in enumerate(b.facts.topology.incident(SiteType.EDGE, SiteType.VERTEX)):
            values[one * size + other] = values[other * size + one] = index + offset
        if vertices:
            raise unsupported(
                "an edge by its vertices, on a board of cells",
                self.span,
                "play on vertices or edges: `(board (square 5) use:Edge)`",
            )
        first, second = self.first.lower(b), self.second.lower(b)
        row = arithmetic(Op.MUL, first, k.int_(size), span=self.span)
        index_of = arithmetic(Op.ADD, row, second, span=self.span)
        return k.table(b.table(tuple(values), stem="edge"), index_of)


@ludeme("hint")
class Hint(IntExpr):
    """The hint of a site, in puzzles."""

    english = "the hint at {at:site?the site}"
    instead = "puzzles of deduction are not played; numbers that belong to sites are kept in a `(map ...)`"

    type: SiteType | None = arg(None)
    at: IntExpr | None = named("at", None, takes=Quantity.SITE)


class LastType(WordEnum):
    """Which part of the last move."""

    FROM = "From"
    LEVEL_FROM = "LevelFrom"
    LEVEL_TO = "LevelTo"
    TO = "To"


@ludeme("last")
class Last(IntExpr):
    """Where the last move started or ended. In what follows a move, that is the move itself.

    Example: `(is In (last To) (sites Top))`.
    """

    part: LastType = arg()
    after_consequence: bool = named("afterConsequence", False)

    def stands_for(self) -> Quantity | None:
        return Quantity.SITE if self.part in (LastType.FROM, LastType.TO) else None

    def lower(self, b: Builder) -> Expr:
        if self.part is LastType.FROM:
            return last_from(b)
        if self.part is LastType.TO:
            # Only games with tracks note where effects end; elsewhere that is where the move did.
            return b.register("effect_to") if self.after_consequence and b.facts.tracks else last_to(b)
        if not b.facts.stacks:
            return k.int_(0)
        raise unsupported(
            f"`last {self.part.value}`",
            self.span,
            'remember the level in a variable: `(set Var "Level" (level))`',
        )


def ends_a_move(site: IntExpr) -> bool:
    """Is this `(last To)`?"""
    return isinstance(site, Last) and site.part is LastType.TO


def starts_a_move(site: object) -> bool:
    """Is this `(last From)`?"""
    return isinstance(site, Last) and site.part is LastType.FROM


class MoverWord(FromContext):
    """A player by the part it has in the present turn."""

    quantity = Quantity.PLAYER

    def player_role(self) -> RoleType | None:
        return {Context.MOVER: RoleType.MOVER, Context.NEXT: RoleType.NEXT}.get(self.context())


@ludeme("mover")
class Mover(MoverWord):
    """The player whose move it is.

    Example: `(is Mover (mover))`.
    """

    def context(self) -> Context:
        return Context.MOVER


@ludeme("next")
class Next(MoverWord):
    """The player who moves next.

    Example: `(set NextPlayer (player (next)))`.
    """

    def context(self) -> Context:
        return Context.NEXT


class PrevType(WordEnum):
    """Which of the players before."""

    MOVER = "Mover"
    MOVER_LAST_TURN = "MoverLastTurn"


@ludeme("prev")
class Prev(MoverWord):
    """The player who made the move before.

    Example: `(= (prev) (mover))`.
    """

    of: PrevType = arg(PrevType.MOVER)

    def context(self) -> Context:
        return Context.PREV

    def lower(self, b: Builder) -> Expr:
        if self.of is PrevType.MOVER_LAST_TURN:
            raise unsupported(
                "`prev MoverLastTurn`", self.span, "write `(prev)`, or remember the player in a variable"
            )
        return b.context(Context.PREV)
