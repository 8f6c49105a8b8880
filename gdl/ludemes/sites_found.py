"""Regions of pieces: where they stand, the groups that they form, where they began, where they could go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import unsupported
from gdl.core import make as k
from gdl.core.arithmetic import as_bits
from gdl.core.ops import BOOL, Expr, If, Op, Provided, Return
from gdl.english.grammar import listed, plural
from gdl.english.phrases import Noun
from gdl.lower.groups import group_at
from gdl.lower.memory import started_field
from gdl.lower.numbers import function_with
from gdl.lower.offer import Judging
from gdl.lower.pieces import components_named
from gdl.lower.places import container_sites, last_from, site_of
from gdl.lower.players import is_owned_by, owned_by
from gdl.lower.structural_key import structural_key
from gdl.lower.surroundings import origins_only, unfollowed
from gdl.ludeme.arguments import PieceArgument, PlayerArgument
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, Direction, IntExpr, Moves, Region
from gdl.ludeme.kinds import Kind, Quantity
from gdl.ludeme.registry import ludeme
from gdl.words.words import RoleType, SiteType, WordEnum

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


@ludeme("sites Occupied")
class SitesOccupied(Region):
    """The sites with a piece of a player, on the board or in a container; of a component, if one is named.
    Of a stack the top counts, with `top:False` any piece of it. Where pieces stack hands count as well, if no
    container is named; on a board of points or edges only if it is said by `top:` which pieces count.

    Example: `(sites Occupied by:Mover component:"King")`.
    """

    by: PlayerArgument | RoleType = named("by")
    container: IntExpr | str | None = named("container", None, names=Kind.CONTAINER)
    component: IntExpr | str | None = named("component", None, names=Kind.PIECE)
    components: tuple[str, ...] | None = named("components", None, names=Kind.PIECE)
    top: bool | None = named("top", None)
    on: SiteType | None = named("on", None)
    at_most_one = (("component", "components"),)

    def lower(self, b: Builder) -> Expr:
        sites = (
            owned_by(b, self.by, self.span)
            if self.top is not False or not b.facts.stacks
            else self._at_any_level(b)
        )
        if isinstance(self.component, IntExpr):
            sites = k.inter(sites, k.of_kind(self.component.lower(b)))
        else:
            names = self.components or ((self.component,) if self.component is not None else ())
            if names:
                kinds = [
                    k.of_kind(k.int_(c.index)) for name in names for c in components_named(b, name, self.span)
                ]
                sites = k.inter(sites, k.union(*kinds))
        if self.container is None and self.on is None:
            if not b.facts.containers:
                return sites
            if b.facts.stacks and (self.top is not None or b.facts.main is SiteType.CELL):
                cast = [site for each in b.facts.containers if each.dice is not None for site in each.sites]
                return k.diff(sites, k.sites_(as_bits(cast))) if cast else sites
        return k.inter(sites, container_sites(b, self.container, self.on, self.span))

    def _at_any_level(self, b: Builder) -> Expr:
        """The sites where some piece of a stack is the player's, or the players'."""

        def held(site: Expr) -> Expr:
            with b.count_up(k.int_(0), k.sub(k.at(Op.HEIGHT, site), k.int_(1))) as level:
                ours = is_owned_by(b, k.at_level(Op.WHO_LEVEL, site, level), self.by, self.span)
                b.emit(If(ours, (Return(k.TRUE),), span=b.span))
            return k.FALSE

        def any_level() -> Expr:
            return function_with(b, "held", BOOL, (b.context(Context.SITE),), held)

        return b.filter(k.OCCUPIED, any_level, Context.SITE)

    def says(self, s: Speaker, no: bool = False) -> Noun:
        who = self.by
        named = self.components if self.components is not None else self.component
        if named is None:
            many, one = s.owned(who, "pieces"), s.one_owned(who)
        elif isinstance(named, IntExpr):
            one = s.of_index(named)
            many = one
        else:
            names = named if isinstance(named, tuple) else (named,)
            bases = list(dict.fromkeys(s.base(name)[0] for name in names))
            many = s.owned(who, listed([plural(base) for base in bases], "or"))
            one = listed([s.one_owned(who, base) for base in bases], "or")
        verb = f"<holds|does not hold> {one}"
        if many == "pieces":
            return Noun(f"the occupied {s.cells}", f"an occupied {s.cell}", "<is|is not> occupied")
        return Noun(f"the {s.cells} with {many}", f"a {s.cell} with {one}", verb)


@ludeme("sites Group")
class SitesGroup(Region):
    """The group of a site, or of those of a region: connected sites with pieces of the same owner, or for
    which a condition on `(to)` holds.

    Example: `(sites Group at:(last To) Orthogonal)`.
    """

    type: SiteType | None = arg(None)
    at: IntExpr | None = named("at", None, takes=Quantity.SITE)
    origin: Region | None = named("from", None)
    direction: Direction | None = arg(None)
    condition: BoolExpr | None = named("if", None)
    visible: bool = named("isVisible", False)
    one_of = (("at", "origin"),)

    def lower(self, b: Builder) -> Expr:
        if self.visible:
            raise unsupported("hidden information", self.span, "every player sees everything here")
        if self.at is not None:
            site = site_of(b, self.at, self.type)
            return group_at(b, site, self.direction, self.type, self.condition)
        assert self.origin is not None
        return b.gather(
            self.origin.lower(b),
            lambda: group_at(b, b.context(Context.SITE), self.direction, self.type, self.condition),
            Context.SITE,
        )

    def says(self, s: Speaker, no: bool = False) -> Noun:
        of = (
            s.site(self.at)
            if self.at is not None
            else s.noun(self.origin).plural
            if self.origin is not None
            else "it"
        )
        how = "" if self.direction is None else f" (connected {s.say(self.direction)})"
        such = "" if self.condition is None else f" of {s.such(s.cells, self.condition, 'to', 'site')}"
        text = f"the group{such} of {of}{how}"
        return Noun(text, f"a {s.cell} of {text}", f"<belongs|does not belong> to {text}")


@ludeme("sites Start")
class SitesStart(Region):
    """The sites on which pieces of a kind stood at the start.

    Example: `(is In (from) (sites Start (piece (what at:(from)))))`: the piece is where one began.
    """

    english = (
        "the {cells} on which {piece} started",
        "a {cell} on which {piece} started",
        "<was|was not> where {piece} started",
    )
    piece: PieceArgument = arg()

    def lower(self, b: Builder) -> Expr:
        given = self.piece.which if isinstance(self.piece.which, tuple) else (self.piece.which,)
        began = started_field(b)
        parts: list[Expr] = []
        for which in given:
            if isinstance(which, IntExpr):
                parts.append(k.elem(began, which.lower(b)))
            else:
                components = components_named(b, which, self.piece.span)
                parts += [k.elem(began, k.int_(c.index)) for c in components]
        return k.union(*parts)


class MoveEnds(WordEnum):
    """Which sites of moves."""

    BETWEEN = "Between"
    FROM = "From"
    TO = "To"


@ludeme("sites")
class SitesOfMoves(Region):
    """Where some moves could start or end: `(sites To (forEach Piece))`."""

    what: MoveEnds = arg()
    moves: Moves = arg()

    def lower(self, b: Builder) -> Expr:
        if self.what is MoveEnds.BETWEEN:
            raise unsupported(
                "(sites Between ...) of moves",
                self.span,
                "name two sites: `(sites Between from:(from) to:(to))`",
            )
        starts = self.what is MoveEnds.FROM
        with origins_only(b) if starts else unfollowed(b):
            stem = "moves_from" if starts else "moves_to"
            call = b.generator(stem, lambda: self.moves.lower(b), key=(stem, structural_key(b, self.moves)))
        ends = k.moves_to(call.name, *call.args)
        if starts and b.side_table(Judging).found:
            # Each is tried: does any legal move start there?
            return b.filter(ends, lambda: self._starts_at(b), Context.ORIGIN)
        return ends

    def _starts_at(self, b: Builder) -> Expr:
        """Does a legal move start at the site?"""

        def make() -> None:
            check = b.function("starts_there", BOOL, lambda: k.eq(last_from(b), b.context(Context.ORIGIN)))
            assert isinstance(check.data, str)
            b.emit(Provided(b.body(lambda: self.moves.lower(b)), check.data, check.args, span=b.span))

        with unfollowed(b):
            call = b.generator("moves_from_there", make)
        return k.any_move(call.name, *call.args)

    def says(self, s: Speaker, no: bool = False) -> Noun:
        verb = {"From": "start", "To": "end", "Between": "pass"}[self.what.value]
        text = f"where you could {verb} if you were to {s.inline(self.moves)}"
        return Noun(f"the {s.cells} {text}", f"a {s.cell} {text}")
