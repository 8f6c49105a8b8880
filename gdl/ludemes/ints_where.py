"""Where a piece is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import unsupported
from gdl.core import make as k
from gdl.core.ops import BOOL, INT, Expr, If, Op, Return
from gdl.lower.numbers import function_with
from gdl.lower.pieces import by_owner, components_named
from gdl.lower.places import site_of
from gdl.lower.players import is_several, owner, players_of
from gdl.lower.statics import constant_sites
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import IntExpr, Region
from gdl.ludeme.kinds import Kind, Quantity
from gdl.ludeme.registry import ludeme
from gdl.words.words import RoleType, SiteType

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


@ludeme("where")
class WhereIndex(IntExpr):
    """The first site with the piece of this index, in a stack at any level; `Off` where there is none.

    Example: `(where (id "King" Mover))`.
    """

    english = "the {cell} of {piece}"
    quantity = Quantity.SITE
    piece: IntExpr = arg()
    type: SiteType | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        return k.first(_sites_with(b, self.piece.lower(b)))


@ludeme("where")
class Where(IntExpr):
    """The first site with a player's piece of this name (in a state), in a stack at any level; else `Off`.

    Example: `(where "King" Next)`.
    """

    quantity = Quantity.SITE
    name: str = arg(names=Kind.PIECE)
    who: IntExpr | RoleType = arg()
    state: IntExpr | None = named("state", None)
    type: SiteType | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        pieces = self._pieces(b)
        state = self.state
        if state is not None:
            pieces = b.filter(
                pieces, lambda: k.eq(k.at(Op.STATE_AT, b.context(Context.SITE)), state.lower(b)), Context.SITE
            )
        return k.first(pieces)

    def _pieces(self, b: Builder) -> Expr:
        """The sites of the piece of this name, of one owner or of all that the role means."""
        components = components_named(b, self.name, self.span)
        if isinstance(self.who, RoleType) and self.who is not RoleType.SHARED and is_several(b, self.who):
            meant = players_of(b, self.who, self.span)
            return k.union(
                *(
                    k.select(included, _sites_with(b, by_owner(b, components, k.int_(p))), k.EMPTY_SET)
                    for p, included in meant
                )
            )
        return _sites_with(b, by_owner(b, components, owner(b, self.who, self.span)))

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"the {s.cell} of {s.piece(self.name, s.whose(self.who))}"


def _sites_with(b: Builder, piece: Expr) -> Expr:
    """The sites with a piece of this index, in a stack at any level."""
    if not b.facts.stacks:
        return k.of_kind(piece)

    def holds(site: Expr, wanted: Expr) -> Expr:
        with b.count_up(k.int_(0), k.sub(k.at(Op.HEIGHT, site), k.int_(1))) as level:
            here = k.eq(k.at_level(Op.WHAT_LEVEL, site, level), wanted)
            b.emit(If(here, (Return(k.TRUE),), span=b.span))
        return k.FALSE

    def any_level() -> Expr:
        return function_with(b, "holds", BOOL, (b.context(Context.SITE), piece), holds, key="holds")

    return b.filter(k.OCCUPIED, any_level, Context.SITE)


class AnyWhereLevel(IntExpr):
    """A search in a stack."""

    type: SiteType | None
    at: IntExpr
    from_top: bool

    def wanted(self, b: Builder) -> Expr:
        """The index of the piece to look for."""
        raise NotImplementedError

    def lower(self, b: Builder) -> Expr:
        if not b.facts.stacks:
            raise unsupported(
                "(where Level) in a game without stacks",
                self.span,
                'ask for the site: `(where "Disc" Mover)`',
            )
        return b.function("where_level", INT, lambda: self._search(b))

    def _search(self, b: Builder) -> Expr:
        site = b.assign("site", site_of(b, self.at, self.type))
        if b.facts.main is not SiteType.CELL and self.type is None:
            # A number without a type is a site of the board: a hand's means none.
            b.emit(
                If(
                    k.not_(k.has(constant_sites(b, range(b.facts.board_count)), site)),
                    (Return(k.int_(-1)),),
                    span=b.span,
                )
            )
        wanted = b.assign("wanted", self.wanted(b))
        top = b.assign("top", k.sub(k.at(Op.HEIGHT, site), k.int_(1)))
        with b.count_up(k.int_(0), top) as number:
            level = b.assign("level", k.sub(top, number) if self.from_top else number)
            here = k.eq(k.at_level(Op.WHAT_LEVEL, site, level), wanted)
            b.emit(If(here, (Return(level),), span=b.span))
        return k.int_(-1)


@ludeme("where Level")
class WhereLevelIndex(AnyWhereLevel):
    """The level of a stack that has the piece of this index, the topmost first; -1 where none has.

    Example: `(where Level (id "Disc1") at:(to))`.
    """

    english = "the level of {piece} in the stack {at:on}"
    piece: IntExpr = arg()
    type: SiteType | None = arg(None)
    at: IntExpr = named("at", takes=Quantity.SITE)
    from_top: bool = named("fromTop", True)

    def wanted(self, b: Builder) -> Expr:
        return self.piece.lower(b)


@ludeme("where Level")
class WhereLevel(AnyWhereLevel):
    """The level of a stack that has a player's piece of this name, the topmost first; -1 where none has.

    Example: `(where Level "Disc" Mover at:(to))`.
    """

    name: str = arg(names=Kind.PIECE)
    who: IntExpr | RoleType = arg()
    state: IntExpr | None = named("state", None)
    type: SiteType | None = arg(None)
    at: IntExpr = named("at", takes=Quantity.SITE)
    from_top: bool = named("fromTop", True)

    def wanted(self, b: Builder) -> Expr:
        if self.state is not None:
            raise unsupported(
                "(where Level) by state", self.span, "leave out `state:`, and test `(state at:(to))`"
            )
        return by_owner(b, components_named(b, self.name, self.span), owner(b, self.who, self.span))

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"the level of {s.piece(self.name, s.whose(self.who))} {s.on(self.at)}"


@ludeme("cost")
class Cost(IntExpr):
    """What it costs to enter a site."""

    english = "the cost of {at:site?the @cell}"
    instead = (
        "keep what entering a site costs in a `(map ...)`, or as the site's value: `(value Piece at:(site))`"
    )

    type: SiteType | None = arg(None)
    at: IntExpr | None = named("at", None, takes=Quantity.SITE)
    within: Region | None = named("in", None)
    one_of = (("at", "within"),)


@ludeme("pathExtent")
class PathExtent(IntExpr):
    """How far a path of tiles extends."""

    english = "the extent of the path[ from {start:site}]"
    instead = "tiles have no paths here; chains of pieces are found by `(is Connected ...)`"

    colour: IntExpr | None = arg(None)
    start: IntExpr | Region | None = arg(None)
