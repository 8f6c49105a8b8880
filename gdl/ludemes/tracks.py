"""Numbers, regions and moves along tracks."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.ops import INT, SITES, Assign, Break, Expr, If, Priority, Return
from gdl.english.phrases import Noun, Point, under
from gdl.lower.numbers import constant, function_with
from gdl.lower.players import player
from gdl.lower.statics import set_by_number
from gdl.lower.surroundings import followed_by
from gdl.lower.tracks import TrackWalk, find_path
from gdl.ludeme.arguments import PlayerArgument, Then
from gdl.ludeme.base import Ludeme, arg, named
from gdl.ludeme.categories import BoolExpr, Handling, IntExpr, Moves, Region
from gdl.ludeme.kinds import Kind, Quantity
from gdl.ludeme.literals import IntLiteral
from gdl.ludeme.registry import ludeme
from gdl.ludemes.ints_board import steps_noun
from gdl.ludemes.ints_context import FromSite
from gdl.words.words import RoleType, WordEnum

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


def _walk(b: Builder, who: RoleType | PlayerArgument | str | None, name: str | None, of: Ludeme) -> TrackWalk:
    """The track that a ludeme means."""
    if isinstance(who, str):
        return TrackWalk(b, b.context(Context.MOVER), who, of.span)
    return TrackWalk(b, player(b, who, of.span), name, of.span)


def level_at(b: Builder, site: IntExpr | None) -> Expr | None:
    """The level of the piece in question where its own site is meant; None: the top one."""
    own = site is None or isinstance(site, FromSite)
    return b.bound(Context.LEVEL) if own and b.facts.stacks else None


class TrackEnd(WordEnum):
    """Either end of a track."""

    END_SITE = "EndSite"
    FIRST_SITE = "FirstSite"


@ludeme("trackSite")
class TrackSite(IntExpr):
    """The first or the last site of a track; or the first, from a site on, for which a condition on `(to)`
    holds.

    Example: `(trackSite FirstSite Mover "Track")`.
    """

    quantity = Quantity.SITE
    what: TrackEnd = arg()
    who: PlayerArgument | RoleType | None = arg(None)
    name: str | None = arg(None, names=Kind.TRACK)
    origin: IntExpr | None = named("from", None)
    condition: BoolExpr | None = named("if", None)

    def lower(self, b: Builder) -> Expr:
        if self.what is TrackEnd.END_SITE:
            return _walk(b, self.who, self.name, self).last()
        if self.condition is None and self.origin is None:
            return _walk(b, self.who, self.name, self).first()
        return b.function("first_on_track", INT, lambda: self._search(b))

    def _search(self, b: Builder) -> Expr:
        walk = _walk(b, self.who, self.name, self)
        start = k.int_(0)
        if self.origin is not None:
            start = b.assign("start", walk.place(self.origin.lower(b)))
            b.emit(If(k.lt(start, k.int_(0)), (Return(k.int_(-1)),), span=b.span))
        with b.count_up(k.int_(0), k.int_(walk.length - 1)) as steps:
            site = b.assign("site", walk.site(k.add(start, steps)))
            with b.bind({Context.TO: site, Context.SITE: site}):
                holds = k.TRUE if self.condition is None else self.condition.lower(b)
            b.emit(If(k.and_(k.ge(site, k.int_(0)), holds), (Return(site),), span=b.span))
        return k.int_(-1)

    def says(self, s: Speaker, no: bool = False) -> str:
        end = "the last" if self.what is TrackEnd.END_SITE else "the first"
        text = f"{end} {s.cell} of {s.track(self.who, self.name)}"
        if self.origin is not None:
            text += f" from {s.site(self.origin)} on"
        return s.such(text, self.condition, "to")


@ludeme("trackSite Move")
class TrackSiteMove(IntExpr):
    """The site so many steps along a track (default: the mover's) from a site (default: `(from)`); `Off`
    beyond its end. From beside the track: `Off`, or on a loop so many steps from its beginning.

    Example: `(trackSite Move from:(from) "Track" steps:2)`.
    """

    quantity = Quantity.SITE
    origin: IntExpr | None = named("from", None)
    who: RoleType | PlayerArgument | str | None = arg(None, names=Kind.TRACK)
    steps: IntExpr = named("steps")

    def lower(self, b: Builder) -> Expr:
        origin = b.context(Context.FROM) if self.origin is None else self.origin.lower(b)

        def moved(site: Expr, steps: Expr) -> Expr:
            walk = _walk(b, self.who, None, self)
            place = walk.standing(site, level_at(b, self.origin))
            if all(path.loop for path in walk.paths):
                return walk.site(k.add(k.max_(place, k.int_(0)), steps))
            place = b.assign("place", place)
            return k.select(k.ge(place, k.int_(0)), walk.site(k.add(place, steps)), k.int_(-1))

        return function_with(b, "along_track", INT, (origin, self.steps.lower(b)), moved)

    def says(self, s: Speaker, no: bool = False) -> str:
        origin = s.terms["from"] if self.origin is None else s.site(self.origin)
        steps = f"{s.say(self.steps)} {steps_noun(self.steps)}"
        if not isinstance(self.steps, IntLiteral):
            steps = f"as many steps as {s.say(self.steps)}"
        return f"the {s.cell} {steps} along {s.track(self.who)} from {origin}"


@ludeme("sites Track")
class SitesTrack(Region):
    """The sites of a track (default: the mover's), or those from one of its sites to another.

    Example: `(sites Track Mover "HomeTrack")`.
    """

    who: PlayerArgument | RoleType | None = arg(None)
    name: str | None = arg(None, names=Kind.TRACK)
    origin: IntExpr | None = named("from", None)
    target: IntExpr | None = named("to", None)

    def lower(self, b: Builder) -> Expr:
        who = player(b, self.who, self.span)
        if self.origin is not None or self.target is not None:
            return b.function("part_of_track", SITES, lambda: self._part(b))
        number = constant(who)
        everybody = range(b.facts.players + 1) if number is None else range(number, number + 1)
        ways = [find_path(b, p, self.name, self.span) for p in everybody]
        masks = [sum(1 << site for site in set(path.sites) if site >= 0) for path in ways]
        if len(set(masks)) == 1:
            return k.sites_(masks[0])
        return set_by_number(b, masks, who, "track")

    def _part(self, b: Builder) -> Expr:
        walk = TrackWalk(b, player(b, self.who, self.span), self.name, self.span)
        first = k.int_(0) if self.origin is None else walk.place(self.origin.lower(b))
        last = walk.last() if self.target is None else self.target.lower(b)
        start, end = b.assign("start", first), b.assign("end", last)
        passed = b.variable("found", k.EMPTY_SET)
        b.emit(If(k.lt(start, k.int_(0)), (Return(k.EMPTY_SET),), span=b.span))
        with b.count_up(k.int_(0), k.int_(walk.length - 1)) as steps:
            site = b.assign("site", walk.site(k.add(start, steps)))
            b.emit(Assign(str(passed.data), k.union(passed, k.one(site)), span=b.span))
            b.emit(If(k.eq(site, end), (Break(),), span=b.span))
        return passed

    def says(self, s: Speaker, no: bool = False) -> Noun:
        name = s.track(self.who, self.name)
        if self.origin is not None or self.target is not None:
            start = "the start" if self.origin is None else s.site(self.origin)
            end = "the end" if self.target is None else s.site(self.target)
            name = f"{name} from {start} to {end}"
        if self.who is None and self.name is None and len(s.facts.tracks) == 1:
            name = "the track"
        return Noun(f"the {s.cells} of {name}", f"a {s.cell} of {name}", f"<is|is not> on {name}")


@ludeme("count StepsOnTrack")
class CountStepsOnTrack(IntExpr):
    """How many steps along a track one site is from another; -1 where it cannot be reached.

    Example: `(count StepsOnTrack (from) (to))`.
    """

    who: RoleType | PlayerArgument | str | None = arg(None, names=Kind.TRACK)
    first: IntExpr | None = arg(None)
    second: IntExpr | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        first = b.context(Context.FROM) if self.first is None else self.first.lower(b)
        second = b.context(Context.TO) if self.second is None else self.second.lower(b)

        def steps(one: Expr, two: Expr) -> Expr:
            walk = _walk(b, self.who, None, self)
            start = walk.standing(one, level_at(b, self.first))
            start, end = b.assign("start", start), b.assign("end", walk.place(two))
            both = k.and_(k.ge(start, k.int_(0)), k.ge(end, k.int_(0)))
            between = b.assign("steps", walk.wrapped(k.sub(end, start)))
            return k.select(k.and_(both, k.ge(between, k.int_(0))), between, k.int_(-1))

        return function_with(b, "steps_on_track", INT, (first, second), steps)

    def says(self, s: Speaker, no: bool = False) -> str:
        ends = f" from {s.site(self.first)} to {s.site(self.second)}" if self.first and self.second else ""
        return f"the number of steps{ends} along {s.track(self.who)}"


@ludeme("firstMoveOnTrack")
class FirstMoveOnTrack(Moves):
    """Of moves for the sites of a track (default: the mover's), `(site)` standing for each in turn, those of
    the first that has any.

    Example: `(firstMoveOnTrack "Track" Mover (if (is Friend (who at:(site))) (move Remove (site))))`.
    """

    handling = Handling.STAYS
    name: str | None = arg(None, names=Kind.TRACK)
    who: RoleType | None = arg(None)
    moves: Moves = arg()
    then: Then | None = arg(None)

    def lower(self, b: Builder) -> None:
        with b.at(self), followed_by(b, self.then):
            walk = _walk(b, self.who, self.name, self)

            def here(place: int) -> None:
                with b.bind({Context.SITE: b.assign("site", walk.site(k.int_(place)))}):
                    self.moves.lower(b)

            bodies = tuple(b.body(partial(here, place)) for place in range(walk.length))
            b.emit(Priority(bodies, span=b.span))

    def says(self, s: Speaker, no: bool = False) -> Point:
        with s.about(site=f"that {s.cell}"):
            point = s.moves(self.moves)
        return under(
            f"for the first {s.cell} of {s.track(self.who, self.name)} from which it is possible", point
        )


@ludeme("max Distance")
class MaxDistance(Moves):
    """Some moves of pieces that go along a track, each as far as it may.

    In all games that Ludii has recorded with it no move is left out: not one after which the other die
    cannot be used, nor one by the smaller die. So it is here, with a warning; `(max Moves ...)` keeps the
    moves that begin the longest turns.

    Example: `(max Distance "Track" Mover (forEach Piece))`.
    """

    handling = Handling.STAYS

    name: str | None = arg(None, names=Kind.TRACK)
    who: RoleType | None = arg(None)
    moves: Moves = arg()
    then: Then | None = arg(None)

    def lower(self, b: Builder) -> None:
        with b.at(self), followed_by(b, self.then):
            b.warn(
                "W0404",
                "`max Distance` leaves out no move",
                self.span,
                "all of these are allowed",
                "so it is in Ludii's recorded games; `(max Moves ...)` keeps the longest turns",
            )
            self.moves.lower(b)

    def says(self, s: Speaker, no: bool = False) -> Point:
        return s.moves(self.moves)
