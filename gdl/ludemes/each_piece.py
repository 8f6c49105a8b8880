"""For each piece of a player, by its own rules or by given ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import MeaningError
from gdl.core import make as k
from gdl.core.arithmetic import as_bits
from gdl.core.ops import Expr, Op
from gdl.english.grammar import listed, plural
from gdl.english.phrases import Point
from gdl.equip.facts import Component
from gdl.lower.pieces import RulesAsked, components_named, moves_of
from gdl.lower.places import container_sites
from gdl.lower.players import owned_by, players_of
from gdl.ludeme.arguments import PlayerArgument, Then
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import IntExpr, Moves
from gdl.ludeme.kinds import Kind
from gdl.ludeme.registry import ludeme
from gdl.ludemes.each import ForEach
from gdl.words.words import RoleType, SiteType

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker

#: A piece's moves may ask what pieces could do after them, and those again: deeper than that is without end.
NESTED = 4


def _of_itself(component: Component) -> MeaningError:
    assert component.ludeme is not None
    return MeaningError(
        "E0432",
        f'the moves of "{component.base}" are made of themselves',
        component.ludeme.span,
        "`forEach Piece` in here stands for these moves again",
        "name the pieces whose moves are meant, or give moves: (forEach Piece (move Step))",
    )


@ludeme("forEach Piece")
class ForEachPiece(ForEach):
    """The moves of every piece of a player (default: the mover's), as the pieces themselves say, or as given
    here with `from` standing for the piece's site.

    Of a stack every piece is meant, with `(level)` standing for its level, or with `top` just the top one.

    Example: `(forEach Piece "Pawn" (move Step Forward (to if:(is Empty (to)))))`.
    """

    on: SiteType | None = named("on", None)
    pieces: str | tuple[str, ...] | None = arg(None, names=Kind.PIECE)
    container: IntExpr | str | None = named("container", None, names=Kind.CONTAINER)
    moves: Moves | None = arg(None)
    who: PlayerArgument | RoleType | None = arg(None)
    top: bool = named("top", False)
    then: Then | None = arg(None)

    @classmethod
    def plain(cls, pieces: tuple[str, ...] | None = None, who: RoleType | None = None) -> ForEachPiece:
        """`(forEach Piece)`: every piece, or those named, by its own rules."""
        return cls(on=None, pieces=pieces, container=None, moves=None, who=who, top=False, then=None)

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
        if self.container is None and self.on is None:
            # On sites of whatever type the game has, cells as well as points.
            beside = as_bits(site for each in b.facts.containers for site in each.sites)
            return k.inter(sites, k.sites_(((1 << b.facts.size) - 1) & ~beside))
        return k.inter(sites, container_sites(b, self.container, self.on, self.span))

    def each(self, b: Builder, body: Callable[[Moves], None]) -> None:
        role = self.who if self.who is not None else RoleType.MOVER
        # Moves given here are the same for all pieces of the mover, or of all.
        alike = self.moves if self.pieces is None and role in (RoleType.MOVER, RoleType.ALL) else None
        if b.facts.stacks:
            with b.each(self._within(b, k.OCCUPIED), Context.FROM) as site, self._levels(b, site) as level:
                self._each_level(b, role, alike, site, level, body)
            return
        if alike is not None:
            with b.each(self._within(b, owned_by(b, role, self.span)), Context.FROM):
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

    @contextmanager
    def _rule_of(self, b: Builder, component: Component) -> Iterator[None]:
        """Inside, the rule of a piece is lowered, whose owner is known."""
        owned = 1 <= component.owner <= b.facts.players
        binding: dict[Context, Expr] = {Context.MOVER: k.int_(component.owner)} if owned else {}
        if owned and self.who not in (None, RoleType.MOVER) and b.bound(Context.ACTOR) is None:
            binding[Context.ACTOR] = b.context(Context.MOVER)
        before, b.piece = b.piece, component
        with b.lowering(component, NESTED) as possible, b.bind(binding):
            if not possible and self.moves is None:
                raise _of_itself(component)
            yield
        b.piece = before

    def _rules(self, b: Builder, role: PlayerArgument | RoleType) -> Iterator[tuple[Component, Expr, Moves]]:
        """The pieces that may be meant, each with the condition under which it is, and its moves."""
        given = self.moves
        owners = {} if role is RoleType.NEUTRAL else dict(players_of(b, role, self.span))
        if isinstance(role, RoleType) and role in (RoleType.ALL, RoleType.NEUTRAL):
            owners[0] = k.TRUE
        if isinstance(role, RoleType) and role in (RoleType.ALL, RoleType.SHARED, RoleType.MOVER):
            owners[b.facts.players + 1] = k.TRUE
        mover = b.context(Context.MOVER)
        for component in self.components(b):
            moves = given if given is not None else moves_of(component)
            condition = owners.get(component.owner)
            if moves is None or condition is None:
                continue
            if condition.op is k.eq(mover, mover).op and condition.args[0] == condition.args[1]:
                condition = k.TRUE
            if given is None:
                b.side_table(RulesAsked).of.add(component.index)
            yield component, condition, moves

    def says(self, s: Speaker, no: bool = False) -> Point:
        names = (
            self.pieces if isinstance(self.pieces, tuple) else () if self.pieces is None else (self.pieces,)
        )
        if names:
            bases = list(dict.fromkeys(s.base(name)[0] for name in names))
        else:
            movers = [c for c in s.kinds() if 0 < c.owner <= s.facts.players]
            bases = list(dict.fromkeys(c.base for c in movers)) or ["piece"]
        noun = (
            listed([plural(base) for base in bases], "or")
            if len(bases) <= 3 and (names or len(bases) == 1)
            else "pieces"
        )
        if len({c.base for c in s.kinds()}) > 1 and not names and self.moves is None:
            able = [c.base for c in s.kinds() if c.moves is not None and c.owner > 0]
            if set(able) != set(bases) and 0 < len(set(able)) <= 3:
                noun = listed([plural(base) for base in dict.fromkeys(able)], "or")
        who = self.who
        owned = s.owned(who, noun) if who is not None and who is not RoleType.MOVER else f"your {noun}"
        if who in (RoleType.SHARED, RoleType.NEUTRAL, RoleType.ALL):
            owned = f"the {s.owned(who, noun)}"
        top = " on top of its stack" if self.top and s.facts.stacks else ""
        where = f" in {s.say(self.container)}" if self.container is not None else ""
        if self.moves is None:
            verb = "let each of" if s.effect else "move one of"
            return Point(f"{verb} {owned}{where}{top}" + (" move" if s.effect else ""))
        with s.about(piece="it", **{"from": f"its {s.cell}", "site": f"its {s.cell}"}):
            point = s.moves(self.moves)
        lead = f"{'for each' if s.effect else 'with one'} of {owned}{where}{top}"
        if not point.points and point.text.startswith("move it to "):
            return Point(f"move one of {owned}{where}{top} to {point.text.removeprefix('move it to ')}")
        return Point(f"{lead}, {point.text}", point.points)
