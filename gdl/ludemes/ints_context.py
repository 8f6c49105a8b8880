"""Numbers of the context: sites, players and others that rules refer to, and what the last move was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gdl.ludeme.kinds import Kept

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import unsupported
from gdl.core import make as k
from gdl.core.ops import Expr, Op
from gdl.lower.numbers import arithmetic
from gdl.lower.places import last_from, last_to
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import IntExpr
from gdl.ludeme.kinds import Quantity
from gdl.ludeme.registry import ludeme
from gdl.words.words import RoleType, SiteType, WhenType, WordEnum


class FromContext(IntExpr):
    """What a name stands for in the rule around it."""

    def context(self) -> Context:
        """The name that the word stands for."""
        raise NotImplementedError

    def lower(self, b: Builder) -> Expr:
        return b.context(self.context())

    def says(self, s: Speaker, no: bool = False) -> str:
        return s.terms[self.context().value]


def is_named(site: IntExpr, name: Context) -> bool:
    """Whether this is the site that a name stands for: `(to)`."""
    return isinstance(site, FromContext) and site.context() is name


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

    def reads(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.DICE, ""),)


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

    Its levels are those that it names: of `(move Select (from level:1))` 1, of a move that names none 0,
    however high the stack is that it comes to.

    Example: `(is In (last To) (sites Top))`.
    """

    part: LastType = arg()
    after_consequence: bool = named("afterConsequence", False)

    def stands_for(self) -> Quantity | None:
        return Quantity.SITE if self.part in (LastType.FROM, LastType.TO) else None

    def lower(self, b: Builder) -> Expr:
        # Only games with tracks note where effects start and end; elsewhere that is where the move did.
        noted = self.after_consequence and bool(b.facts.tracks)
        if self.part is LastType.FROM:
            return b.register("effect_from") if noted else last_from(b)
        if self.part is LastType.TO:
            return b.register("effect_to") if noted else last_to(b)
        if not b.facts.stacks:
            return k.int_(0)
        return b.register("last_level_from" if self.part is LastType.LEVEL_FROM else "last_level_to", 0)

    def says(self, s: Speaker, no: bool = False) -> str:
        part = self.part
        if part in (LastType.LEVEL_FROM, LastType.LEVEL_TO):
            return f"the level where the last move {'started' if part is LastType.LEVEL_FROM else 'ended'}"
        return s.terms["last from" if part is LastType.FROM else "last to"]


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

    def says(self, s: Speaker, no: bool = False) -> str:
        return s.player(RoleType.MOVER)


@ludeme("next")
class Next(MoverWord):
    """The player who moves next.

    Example: `(set NextPlayer (player (next)))`.
    """

    def context(self) -> Context:
        return Context.NEXT

    def says(self, s: Speaker, no: bool = False) -> str:
        return s.player(RoleType.NEXT)


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

    def says(self, s: Speaker, no: bool = False) -> str:
        if self.of is PrevType.MOVER_LAST_TURN:
            return "the player of the turn before"
        return s.player(RoleType.PREV)
