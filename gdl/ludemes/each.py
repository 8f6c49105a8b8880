"""For each site, level, player or number; and what all `forEach` of moves have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.ops import Expr, Op, Priority
from gdl.english.phrases import IT, Point, attach, under
from gdl.lower.offer import run_then
from gdl.lower.places import site_of
from gdl.lower.surroundings import followed_by
from gdl.ludeme.arguments import Then
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import Handling, IntExpr, Ints, Moves, Region
from gdl.ludeme.kinds import Needs
from gdl.ludeme.registry import ludeme
from gdl.ludemes.logic import MovesIf
from gdl.words.words import SiteType, StackDirection

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


class ForEach(Moves):
    """The moves or effects for each of some things, one after the other; what follows effects comes once."""

    composed = True
    handling = Handling.STAYS
    moves: Moves | None
    then: Then | None

    def each(self, b: Builder, body: Callable[[Moves], None]) -> None:
        """Hand over the moves for each, with the names bound that stand for it."""
        raise NotImplementedError

    def lower(self, b: Builder) -> None:
        with b.at(self), followed_by(b, self.then):
            self.each(b, lambda moves: moves.lower(b))

    def effect(self, b: Builder) -> None:
        with b.at(self):
            self.each(b, lambda moves: moves.effect(b))
            run_then(b, self.then)


@ludeme("forEach Site")
class ForEachSite(ForEach):
    """The moves or effects for every site of a region, with `(site)` standing for it; where no site has a
    move, those of `noMoveYet`. What follows by `(then ...)` follows the moves of sites, not those.

    Example: `(forEach Site (sites Around (last To)) (if (is Enemy (who at:(site))) (remove (site))))`.
    """

    region: Region = arg()
    moves: Moves = arg()
    if_none: Moves | None = named("noMoveYet", None)
    then: Then | None = arg(None)

    def lower(self, b: Builder) -> None:
        def each() -> None:
            # Where `(to)` means nothing yet it is the site, too.
            names = (Context.SITE,) if b.bound(Context.TO) is not None else (Context.SITE, Context.TO)
            with followed_by(b, self.then), b.each(self.region.lower(b), *names):
                self.moves.lower(b)

        with b.at(self):
            otherwise = self.if_none
            if otherwise is None:
                each()
            else:
                b.emit(Priority((b.body(each), b.body(lambda: otherwise.lower(b))), span=b.span))

    def each(self, b: Builder, body: Callable[[Moves], None]) -> None:
        # Of effects `(to)` is the site, too: a hole's seeds go to the store of the side where the hole is.
        with b.each(self.region.lower(b), Context.SITE, Context.TO):
            body(self.moves)

    def says(self, s: Speaker, no: bool = False) -> Point:
        noun = s.noun(self.region)
        what, moves = noun.any, self.moves
        if not s.effect and isinstance(moves, MovesIf) and moves.else_moves is None and moves.then is None:
            with s.about(site=IT):  # a condition on the site says which sites there are to choose from
                what = attach(what, s.clause(moves.condition))
            moves = moves.then_moves
        with s.about(site=f"that {s.cell}"):
            point = s.moves(moves)
        chosen = f"choose that {s.cell}"
        if s.effect:
            done = Point(f"for each of {noun.plural}, {point.text}", point.points)
        elif point.text.startswith(chosen):
            done = Point(f"choose {what}{point.text.removeprefix(chosen)}", point.points)
        else:
            done = Point(f"choose {what} and {point.text}", point.points)
        if self.if_none is None:
            return done
        otherwise = s.moves(self.if_none)
        return Point(
            done.text, (*done.points, Point(f"If that is not possible, {otherwise.text}", otherwise.points))
        )


@ludeme("forEach Level")
class ForEachLevel(ForEach):
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

    def each(self, b: Builder, body: Callable[[Moves], None]) -> None:
        top = b.assign("top", k.sub(k.at(Op.HEIGHT, site_of(b, self.site, self.type)), k.int_(1)))
        with b.count_up(k.int_(0), top) as number:
            level = number if self.direction is StackDirection.FROM_BOTTOM else k.sub(top, number)
            with b.bind({Context.LEVEL: b.assign("level", level)}):
                body(self.moves)

    def says(self, s: Speaker, no: bool = False) -> Point:
        with s.about(level="that level"):
            point = s.moves(self.moves)
        return under(f"for {'each level' if s.effect else 'a level'} of the stack {s.on(self.site)}", point)


@ludeme("forEach Player")
class ForEachPlayer(ForEach):
    """The moves or effects for every player, with `(player)` standing for it.

    Example: `(forEach Player (addScore (player (player)) 1))`.
    """

    moves: Moves = arg()
    then: Then | None = arg(None)

    def each(self, b: Builder, body: Callable[[Moves], None]) -> None:
        for p in range(1, b.facts.players + 1):
            with b.bind({Context.PLAYER: k.int_(p)}):
                body(self.moves)

    def says(self, s: Speaker, no: bool = False) -> Point:
        with s.about(player="that player"):
            point = s.moves(self.moves)
        return Point(f"for {'each' if s.effect else 'any'} player, {point.text}", point.points)


@ludeme("forEach Value")
class ForEachValueRange(ForEach):
    """The moves or effects for every number from `min` to `max`, with `(value)` standing for it.

    Example: `(forEach Value min:1 max:3 (move Add (to (sites Empty))))`.
    """

    low: IntExpr = named("min")
    high: IntExpr = named("max")
    moves: Moves = arg()
    then: Then | None = arg(None)

    def each(self, b: Builder, body: Callable[[Moves], None]) -> None:
        with b.count_up(self.low.lower(b), self.high.lower(b), Context.VALUE):
            body(self.moves)

    def says(self, s: Speaker, no: bool = False) -> Point:
        with s.about(value="that number"):
            point = s.moves(self.moves)
        lead = f"for {'each' if s.effect else 'any'} number from {s.say(self.low)} to {s.say(self.high)}"
        return Point(f"{lead}, {point.text}", point.points)


@ludeme("forEach", "forEach Value")
class ForEachValue(ForEach):
    """The moves or effects for every number of an array, with `(value)` standing for it (or `(player)` where
    the numbers are players)."""

    values: Ints = arg()
    moves: Moves = arg()
    then: Then | None = arg(None)

    def needs(self) -> Needs:
        return self.values.needs_of_each()

    def each(self, b: Builder, body: Callable[[Moves], None]) -> None:
        def one(value: Expr) -> None:
            with b.bind({Context.VALUE: value, Context.PLAYER: value}):
                body(self.moves)

        self.values.lower_each(b, one)

    def says(self, s: Speaker, no: bool = False) -> Point:
        values = s.say(self.values)
        players = "player" in values
        with s.about(value="that number", player="that player"):
            point = s.moves(self.moves)
        word = "each" if s.effect else "any"
        return Point(
            f"for {word} of {values if players else 'the numbers ' + values}, {point.text}", point.points
        )
