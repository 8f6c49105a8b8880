"""Moves on single sites: add, remove, promote, claim, select, pass, swap.

Each can be a decision, `(move Add ...)`, or an effect, `(add ...)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.ops import Expr, Op, Push, Put, Take, TakeLevel
from gdl.english.grammar import plural
from gdl.lower.moving import add_several, mark_to_clear
from gdl.lower.offer import HERE, OfferedMoves, offer, refuse_other_mover, run_then
from gdl.lower.pieces import piece_of, pieces_of
from gdl.lower.places import context_or, sites_in
from gdl.lower.players import owner, player
from gdl.lower.tracks import leave_tracks
from gdl.ludeme.arguments import PieceArgument, PlayerArgument, Then
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import Handling, IntExpr, Moves, Region
from gdl.ludeme.kinds import Needs
from gdl.ludeme.literals import IntLiteral
from gdl.ludeme.registry import ludeme
from gdl.ludemes.arguments import From, To, ending_on
from gdl.ludemes.ints_context import FromContext
from gdl.ludemes.ints_where import AnyWhereLevel
from gdl.ludemes.piece_moves import Levels
from gdl.words.words import RoleType, SiteType, WhenType

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


@contextmanager
def _times(b: Builder, count: IntExpr | None) -> Iterator[None]:
    """So often (default: once)."""
    if count is None:
        yield
        return
    with b.count_up(k.int_(1), count.lower(b)):
        yield


def _nothing() -> None:
    """What is played changes nothing by itself."""


def _top_level(b: Builder, site: Expr) -> Expr:
    return k.max_(k.int_(0), k.sub(k.at(Op.HEIGHT, site), k.int_(1)))


def _next_level(b: Builder) -> tuple[Expr, Expr]:
    """The level that a piece added on top has."""
    height = k.at(Op.HEIGHT, b.context(Context.TO))
    return height, height


@ludeme("move Add", "add")
class Add(Moves):
    """Add a piece to a site: by default the mover's own.

    Example: `(move Add (piece "Disc") (to (sites Empty)))`.
    """

    handling = Handling.PLACES
    piece: PieceArgument | None = arg(None)
    to: To = arg()
    count: IntExpr | None = named("count", None)
    stack: bool = named("stack", False)
    then: Then | None = arg(None)

    def makes(self) -> Sequence[str]:
        return () if self.piece is None else self.piece.of_mover()

    def needs(self) -> Needs:
        # What is captured may go into a hand, to others like it.
        one_site = isinstance(self.to.where, IntExpr)
        return Needs(stacks=self.stack, counts=self.count is not None, counts_in_hands=one_site)

    def lower(self, b: Builder) -> None:
        with b.at(self):
            sites = self.to.sites(b)
            choices = pieces_of(b, self.piece, b.context(Context.MOVER), self.span)
            # Records list a move twice that has an `apply`, but not where the site is one by itself.
            one_site = isinstance(self.to.where, IntExpr) and self.to.condition is None
            doubled = self.to.apply is not None and not one_site
            for number, (what, label) in [*enumerate(choices)] * (2 if doubled else 1):
                # Inside the move's own procedure the piece is found again by the captured context.
                added = OfferedMoves(
                    sites=sites, act=partial(self._put, b, number), before=self._before(b), then=self.then,
                    kind="add", label=label, variant=number, origin=HERE,
                    levels=partial(self._level, b) if b.facts.stacks and self.stack else None,
                )  # fmt: skip
                offer(b, self, added)
                del what

    def _level(self, b: Builder) -> tuple[Expr, Expr]:
        """The level that the piece comes to: the one named, else that on top."""
        if self.to.level is None:
            return _next_level(b)
        level = self.to.level.lower(b)
        return level, level

    def _before(self, b: Builder) -> Callable[[], None] | None:
        apply = self.to.apply
        if apply is None or apply.effect is None:
            return None
        effect = apply.effect
        return lambda: effect.effect(b)

    def _put(self, b: Builder, number: int, what: Expr | None = None) -> None:
        if what is None:
            what = pieces_of(b, self.piece, b.context(Context.MOVER), self.span)[number][0]
        site = b.context(Context.TO)
        state = None if self.piece is None or self.piece.state is None else self.piece.state.lower(b)
        if b.facts.stacks:
            level = None if self.to.level is None else self.to.level.lower(b)
            with _times(b, self.count):
                b.emit(Push(site, what, state=state, level=level, span=b.span))
        elif b.facts.counts:
            add_several(b, site, what, state, k.int_(1) if self.count is None else self.count.lower(b))
        elif self._before(b) is not None:
            add_several(b, site, what, state, None)
        else:
            b.emit(Put(site, what, state=state, span=b.span))

    def effect(self, b: Builder) -> None:
        with b.at(self):
            # Which piece is said around: there `(to)` is not yet the site that it is added to.
            what = b.assign("what", pieces_of(b, self.piece, b.context(Context.MOVER), self.span)[0][0])
            before = self._before(b)
            with b.each(self.to.sites(b), Context.TO):
                if before is not None:
                    before()
                self._put(b, 0, what)
                run_then(b, self.then)

    def says(self, s: Speaker, no: bool = False) -> str:
        piece = _own_piece(s) if self.piece is None else s.which(self.piece)
        count = "" if self.count is None else f"{s.say(self.count)} times "
        stack = " on top" if self.stack and self.to.level is None else ""
        inside = self.to is not None and self.to.where is not None and s.noun(self.to.where).inside
        there = ending_on(s, self.to, noun=f"a {s.cell}")
        return f"place {count}{piece}{stack} {'in' if inside else 'on'} {there}"


@ludeme("move Claim", "claim")
class Claim(Add):
    """Claim a site for the mover: its piece is put there, whoever may stand beside.

    Example: `(move Claim (to Edge (sites Empty Edge)))`.
    """

    def says(self, s: Speaker, no: bool = False) -> str:
        piece = "" if self.piece is None else f" with {s.which(self.piece)}"
        return f"claim {ending_on(s, self.to)}{piece}"


@ludeme("move Remove", "remove")
class Remove(Moves):
    """Remove a piece from a site, at once or at the end of the turn.

    Example: `(remove (sites Between from:(last From) to:(last To)))`.
    """

    handling = Handling.STAYS
    type: SiteType | None = arg(None)
    where: IntExpr | Region = arg()
    level: IntExpr | None = named("level", None)
    at: WhenType | None = named("at", None)
    count: IntExpr | None = named("count", None)
    then: Then | None = arg(None)

    def lower(self, b: Builder) -> None:
        with b.at(self):
            sites = k.inter(sites_in(b, self.where, self.type), k.OCCUPIED)
            taken = OfferedMoves(
                sites=sites, act=lambda: self._take(b, k.one(b.context(Context.TO))), then=self.then,
                kind="remove", origin=HERE, levels=self._shown_level(b),
            )  # fmt: skip
            offer(b, self, taken)

    def _shown_level(self, b: Builder) -> Levels | None:
        """For an offer: the level that goes, unless it is the top one."""
        level = self.level
        if level is None or not b.facts.stacks:
            return None

        def levels() -> tuple[Expr, Expr]:
            which, height = level.lower(b), k.at(Op.HEIGHT, b.context(Context.TO))
            shown = k.select(k.lt(which, k.sub(height, k.int_(1))), which, k.int_(0))
            return shown, shown

        return levels

    def capture(self, site: Context) -> str | None:
        just = self.then is None and self.level is None and self.count is None
        if not just or not isinstance(self.where, FromContext) or self.where.context() is not site:
            return None
        return "" if self.at is None else ", which is removed at the end of the turn"

    def _take(self, b: Builder, sites: Expr) -> None:
        if self.at is WhenType.END_OF_TURN:
            mark_to_clear(b, sites, None if self.count is None else self.count.lower(b))
        elif self.level is not None and b.facts.stacks:
            with b.each(sites) as site:
                level = b.assign("level", self._level(b, site))
                leave_tracks(b, k.one(site), level)
                b.emit(TakeLevel(site, level, span=b.span))
        elif b.facts.stacks:
            with _times(b, self.count):
                leave_tracks(b, sites)
                b.emit(Take(sites, all_levels=False, span=b.span))
        else:
            leave_tracks(b, sites)
            # A heap goes as a whole, whatever the count: only of stacks some levels are taken.
            b.emit(Take(sites, span=b.span))

    def _level(self, b: Builder, site: Expr) -> Expr:
        """The level that goes: the top one where a piece was looked for that is not there."""
        assert self.level is not None
        level = self.level.lower(b)
        if not isinstance(self.level, AnyWhereLevel):
            return level
        found = b.assign("found", level)
        return k.select(k.lt(found, k.int_(0)), k.sub(k.at(Op.HEIGHT, site), k.int_(1)), found)

    def effect(self, b: Builder) -> None:
        with b.at(self):
            self._take(b, sites_in(b, self.where, self.type))
            run_then(b, self.then)

    def says(self, s: Speaker, no: bool = False) -> str:
        late = " at the end of the turn" if self.at is not None and self.at.value == "EndOfTurn" else ""
        count = "" if self.count is None else f"{s.say(self.count)} of "
        if isinstance(self.where, Region):
            noun = s.noun(self.where)
            held = re.fullmatch(r"an? \w+ with (an? [\w ]+)", noun.any)
            many = re.fullmatch(
                r"the \w+ with ([\w ]+?)( (?:next to|orthogonally|diagonally) .*)?", noun.plural
            )
            if s.effect:
                text = (
                    f"remove {count}all {many[1]}{many[2] or ''}"
                    if many
                    else f"remove {count}all pieces {s.on(self.where)}"
                )
            else:
                text = f"remove {held[1]}" if held else f"remove a piece from {noun.any}"
        elif self.level is not None:
            level = s.say(self.level)
            where = (
                "on top"
                if level.startswith("the top")
                else f"at level {level}"
                if isinstance(self.level, IntLiteral)
                else (f"at {level}")
            )
            text = f"remove the piece {where} of the stack {s.on(self.where)}"
        else:
            text = f"remove {count}the piece {s.on(self.where)}"
            if s.facts.stacks or s.facts.counts:
                text = f"remove {count}what stands {s.on(self.where)}"
        return text + late


@ludeme("move Promote", "promote")
class Promote(Moves):
    """Turn the piece on a site (default: where the move ends) into another one.

    Example: `(promote (last To) (piece "King") Mover)`.
    """

    handling = Handling.STAYS
    type: SiteType | None = arg(None)
    where: IntExpr | None = arg(None)
    piece: PieceArgument = arg()
    owner: PlayerArgument | RoleType | None = arg(None)
    then: Then | None = arg(None)

    def makes(self) -> Sequence[str]:
        return self.piece.of_mover() if self.owner in (None, RoleType.MOVER) else ()

    def _choices(self, b: Builder, site: Expr) -> list[tuple[Expr, str]]:
        del site
        return pieces_of(b, self.piece, owner(b, self.owner, self.span), self.span)

    def lower(self, b: Builder) -> None:
        with b.at(self):
            site = context_or(b, self.where, Context.TO, self.type)
            for number, (_, label) in enumerate(self._choices(b, site)):
                promoted = OfferedMoves(
                    sites=k.one(site), act=partial(self._change_here, b, number), then=self.then,
                    kind="promote", label=label, variant=number, origin=HERE,
                )  # fmt: skip
                offer(b, self, promoted)

    def _change_here(self, b: Builder, number: int) -> None:
        self._change(b, b.context(Context.TO), number)

    def _change(self, b: Builder, site: Expr, number: int) -> None:
        what = self._choices(b, site)[number][0]
        state = None if self.piece.state is None else self.piece.state.lower(b)
        if b.facts.stacks:
            b.emit(Take(k.one(site), all_levels=False, span=b.span))
            b.emit(Push(site, what, state=state, span=b.span))
        else:
            b.emit(Put(site, what, state=state, span=b.span))

    def effect(self, b: Builder) -> None:
        with b.at(self):
            self._change(b, context_or(b, self.where, Context.TO, self.type), 0)
            run_then(b, self.then)

    def says(self, s: Speaker, no: bool = False) -> str:
        where = f"on {s.terms['to']}" if self.where is None else s.on(self.where)
        owner = (
            ""
            if self.owner is None
            else f" of {s.player(self.owner)}"
            if s.player(self.owner) != "you"
            else ""
        )
        return f"turn the piece {where} into {s.which(self.piece)}{owner}"


@ludeme("move Select", "select")
class Select(Moves):
    """Select a site, or two: nothing moves, but `then` can refer to them.

    Example: `(move Select (from (sites Occupied by:Mover)) (to (sites Empty)))`.
    """

    handling = Handling.STAYS
    origin: From = arg()
    to: To | None = arg(None)
    role: RoleType | None = arg(None)
    then: Then | None = arg(None)

    def lower(self, b: Builder) -> None:
        refuse_other_mover(self.role, self.span)
        with b.at(self):
            if self.to is None:
                one = OfferedMoves(
                    sites=self.origin.sites(b), act=_nothing, then=self.then, kind="select", origin=HERE,
                    levels=self._levels(b, Context.TO, Context.TO),
                )  # fmt: skip
                offer(b, self, one)
                return
            with b.each(self.origin.sites(b), Context.FROM):
                apply = self.to.apply
                effect = apply.effect if apply is not None else None
                before = None if effect is None else lambda: effect.effect(b)
                two = OfferedMoves(
                    sites=self.to.sites(b, self._same(b)), act=_nothing, before=before, then=self.then,
                    kind="select", levels=self._levels(b, Context.FROM, Context.TO),
                )  # fmt: skip
                offer(b, self, two)

    def _same(self, b: Builder) -> Expr | None:
        """Where the second is not said, `(to)`, it is the first."""
        assert self.to is not None
        return k.one(b.context(Context.FROM)) if self.to.where is None else None

    def _levels(self, b: Builder, one: Context, other: Context) -> Callable[[], tuple[Expr, Expr]] | None:
        """Of a stack the level named, or of the piece whose rule this is; else the top one is selected."""
        if not b.facts.stacks:
            return None
        level = self.origin.level

        def levels() -> tuple[Expr, Expr]:
            own = b.bound(Context.LEVEL) if self.origin.where is None else None
            low = level.lower(b) if level is not None else own or _top_level(b, b.context(one))
            return low, low if one is other else _top_level(b, b.context(other))

        return levels

    def says(self, s: Speaker, no: bool = False) -> str:
        text = f"choose {s.say(self.origin)}"
        return text if self.to is None else f"{text}, and {ending_on(s, self.to)}"


@ludeme("move Pass", "pass")
class Pass(Moves):
    """Pass.

    Example: `(or (move Pass) (move Add (to (sites Empty))))`.
    """

    english = "pass"
    handling = Handling.STAYS
    then: Then | None = arg(None)

    def lower(self, b: Builder) -> None:
        with b.at(self):
            offer(b, self, OfferedMoves(sites=k.sites_(1), act=_nothing, then=self.then, kind="pass"))

    def effect(self, b: Builder) -> None:
        run_then(b, self.then)


@ludeme("move Swap Pieces", "swap Pieces")
class SwapPieces(Moves):
    """Swap the pieces of two sites (default: where the last move started and ended). Their states do not go
    with them: each arrives as a new one would.

    Example: `(move Swap Pieces (last To) (site))`.
    """

    handling = Handling.MOVES
    exchanges = True
    first: IntExpr | None = arg(None)
    second: IntExpr | None = arg(None)
    then: Then | None = arg(None)

    def _sites(self, b: Builder) -> tuple[Expr, Expr]:
        first = b.register("last_to") if self.first is None else self.first.lower(b)
        second = b.register("last_from") if self.second is None else self.second.lower(b)
        return first, second

    def lower(self, b: Builder) -> None:
        with b.at(self):
            first, second = self._sites(b)
            swapped = OfferedMoves(
                sites=k.one(second), act=partial(self._swap_ends, b), captures={Context.FROM: first},
                then=self.then, kind="swap-pieces",
            )  # fmt: skip
            offer(b, self, swapped)

    def _swap_ends(self, b: Builder) -> None:
        self._swap(b, b.context(Context.FROM), b.context(Context.TO))

    def _swap(self, b: Builder, first: Expr, second: Expr) -> None:
        one, other = b.assign("what", k.what(first)), b.assign("what", k.what(second))
        b.emit(Put(first, other, span=b.span))
        b.emit(Put(second, one, span=b.span))

    def effect(self, b: Builder) -> None:
        with b.at(self):
            first, second = self._sites(b)
            self._swap(b, b.assign("first", first), b.assign("second", second))
            run_then(b, self.then)

    def says(self, s: Speaker, no: bool = False) -> str:
        first = f"on {s.terms['last from']}" if self.first is None else s.on(self.first)
        second = s.terms["last to"] if self.second is None else s.site(self.second)
        if self.first is not None and self.second is not None and s.noun(self.second).inside:
            second = s.on(self.second)
        return f"swap the pieces {first} and {second}"


@ludeme("move Swap Players", "swap Players")
class SwapPlayers(Moves):
    """Two players change seats: whoever played the one's pieces plays the other's from now on.

    The rules speak of the seats, as does the result; so nothing else changes.

    Example: `(or (move Swap Players P1 P2) (move Add (to (sites Empty))))`.
    """

    english = "swap the seats of {first:player} and {second:player}"
    handling = Handling.STAYS
    first: IntExpr | RoleType = arg()
    second: IntExpr | RoleType = arg()
    then: Then | None = arg(None)

    def lower(self, b: Builder) -> None:
        with b.at(self):
            for each in (self.first, self.second):
                player(b, each, self.span)  # one each, whoever they are
            offer(b, self, OfferedMoves(sites=k.sites_(1), act=_nothing, then=self.then, kind="swap"))

    def effect(self, b: Builder) -> None:
        with b.at(self):
            run_then(b, self.then)


__all__ = ["Add", "Claim", "Pass", "Promote", "Remove", "Select", "SwapPieces", "SwapPlayers", "piece_of"]


def _own_piece(s: Speaker) -> str:
    """A piece that the mover adds where none is named."""
    first = {c.owner: c.base for c in reversed(s.kinds()) if 0 < c.owner <= s.facts.players}
    bases = set(first.values())
    return f"one of your {plural(bases.pop())}" if len(bases) == 1 else "one of your pieces"
