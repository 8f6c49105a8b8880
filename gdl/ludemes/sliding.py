"""Along lines and tracks as far as the way is free: slide, shoot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import unsupported
from gdl.builder.rows import Rows
from gdl.core import make as k
from gdl.core.ops import Expr, Put
from gdl.english.phrases import IT, attach
from gdl.lower.directions import absolute_rows, between_sites, rows_of, within_distance
from gdl.lower.numbers import constant
from gdl.lower.offer import HERE, OfferedMoves, offer
from gdl.lower.pieces import piece_of
from gdl.lower.places import last_to
from gdl.lower.tracks import Way, passed_along, reach_along, ways_along
from gdl.ludeme.arguments import PieceArgument, Then
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import Direction, Handling, Moves
from gdl.ludeme.kinds import Kind, Needs
from gdl.ludeme.literals import BoolLiteral
from gdl.ludeme.registry import ludeme
from gdl.ludemes.arguments import Between, From, Range, To, applied, ending_on, passed, starting, with_stack
from gdl.ludemes.piece_moves import PieceMove, Take, origins
from gdl.support.values import evolve
from gdl.words.words import AbsoluteDirection

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


@ludeme("move Slide", "slide")
class Slide(PieceMove):
    """Slide a piece any distance over sites that `between` allows (default: empty ones).

    It may stop on each of these. The first site that `between` does not allow ends the way; the piece may
    land there only if there is a `to` and it allows it. The first site for which the condition of `to` holds
    ends the way as well. What `to` applies happens only where its condition has let the slide end.

    Along a track (or `"AllTracks"`) it goes either way, once round where the track loops. If the track leaves
    the lines of the board, as round the corners of a Surakarta board, it stops only behind such a place.

    Example: `(move Slide Diagonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))`.
    """

    origin: From | None = arg(None)
    track: str | None = arg(None, names=Kind.TRACK)
    directions: Direction | None = arg(None)
    between: Between | None = arg(None)
    to: To | None = arg(None)
    stack: bool = named("stack", False)
    then: Then | None = arg(None)

    def needs(self) -> Needs:
        return Needs(stacks=self.stack)

    def ways(self, b: Builder, take: Take) -> None:
        if self.track is not None:
            if self.between is not None and (self.between.range or self.between.trail):
                raise unsupported(
                    "a distance or a trail along a track",
                    self.between.span,
                    "leave them out, or slide in directions",
                )
            ways = ways_along(b, self.track, self.span)
            with b.each(origins(b, self.origin), Context.FROM) as origin:
                for number in range(max(map(len, ways), default=0)):
                    # Ways that lead to the same site are recorded as moves of their own.
                    way = tuple(of_site[number : number + 1] for of_site in ways)
                    take(track_sites(b, way, origin, self.between, self.to), None)
            return
        rows = rows_of(b, self.directions, self.origin.type if self.origin else None)
        applied = self.between is not None and self.between.apply is not None
        with b.each(origins(b, self.origin), Context.FROM) as origin:
            take(slide_sites(b, rows, origin, self.between, self.to), rows if applied else None)

    def passes(self, b: Builder, rows: Rows) -> Expr:
        return between_sites(b, b.context(Context.FROM), b.context(Context.TO), rows)

    def within_reach(self) -> bool:
        return self.from_its_site() and self.track is None

    def reach(self, b: Builder) -> tuple[int, ...]:
        if self.track is not None:
            return super().reach(b)
        return rows_of(b, self.directions, self.origin.type if self.origin else None).sites(b, slice(None))

    def over(self) -> Between | None:
        return self.between

    def ends_by_to(self, b: Builder, to: To) -> Expr:
        if to.condition is None and to.where is None:
            return k.TRUE
        return k.some(to.named(b, k.one(b.context(Context.TO))))

    def with_stack(self) -> bool:
        return self.stack

    def _act(self, b: Builder) -> None:
        super()._act(b)
        if self.between is not None and self.between.trail is not None:
            origin = b.context(Context.FROM)
            rows = rows_of(b, self.directions, self.origin.type if self.origin else None)
            left = k.union(k.one(origin), between_sites(b, origin, b.context(Context.TO), rows))
            what = b.assign("trail", self.between.trail.lower(b))
            with b.each(left) as site:
                b.emit(Put(site, what, span=b.span))

    def says(self, s: Speaker, no: bool = False) -> str:
        way = " in any direction" if self.directions is None else f" {s.say(self.directions)}"
        if self.track is not None:
            way = (
                " along any track" if self.track == "AllTracks" else f" along the track “{s.say(self.track)}”"
            )
        over, far = f"empty {s.cells}", "any distance"
        if self.between is not None:
            if self.between.condition is not None:
                over = s.such(s.cells, self.between.condition, "between")
            far = _far(s, self.between, far)
        text = f"slide {far}{way}{with_stack(self.stack)}{starting(s, self.origin)} over {over}"
        return text + _beyond(s, self.to) + self._no_further(s) + passed(s, self.between)

    def _no_further(self, s: Speaker) -> str:
        """That the first site on which its `to` lets it end ends its way, where that may be an empty one."""
        condition = None if self.to is None else self.to.condition
        if condition is None or condition.asks_occupied(Context.TO) or self.track is not None:
            return ""
        return f", and no further than the first such {s.cell}"


def slide_sites(b: Builder, rows: Rows, origin: Expr, between: Between | None, to: To | None) -> Expr:
    """Where a slide may end. Makes statements."""
    row = rows.row(origin)
    reach = k.table(rows.reach(b), row)
    ends = _far_enough(b, rows, row, reach, between.range if between else None)
    blockers = _blockers(b, reach, between, to, ends)
    passed = b.assign("passed", _passed(b, rows, row, blockers, between.range if between else None))
    return _stops(b, passed, blockers, to)


def track_sites(
    b: Builder, ways: tuple[tuple[Way, ...], ...], origin: Expr, between: Between | None, to: To | None
) -> Expr:
    """Where a slide along tracks may end. Makes statements."""
    reach = reach_along(b, ways, origin)
    blockers = _blockers(b, reach, between, None, reach)
    passed = b.assign("passed", passed_along(b, ways, origin, blockers))
    ends = _stops(b, passed, blockers, to)
    if to is None or to.apply is None or to.apply.condition is None or to.condition is None:
        return ends
    # As recorded, the condition of `apply` is here about stopping on the way, not about where that ends.
    return k.union(ends, to.named(b, k.inter(passed, blockers)))


def _blockers(b: Builder, reach: Expr, between: Between | None, to: To | None, ends: Expr) -> Expr:
    """What a slide does not pass over. What it passes over it may also stop on; but the first site that `to`
    lets it end on is the last that it comes to, if it may `end` so near."""
    blockers = k.OCCUPIED
    if between is not None and between.condition is not None:
        blockers = k.diff(reach, between.allowed(b, reach, Context.TO))
    if to is not None and to.condition is not None:
        if not to.condition.asks_occupied(Context.TO):
            on_empty = to.named(b, ends)
            if blockers is k.OCCUPIED:  # said in full, so that analyses see that what is passed is empty
                return k.union(blockers, b.assign("ending", on_empty))
            blockers = k.union(blockers, on_empty)
        elif blockers is not k.OCCUPIED:
            blockers = k.union(blockers, to.named(b, k.inter(ends, k.OCCUPIED)))
    return blockers if blockers is k.OCCUPIED else b.assign("blockers", blockers)


def _far_enough(b: Builder, rows: Rows, row: Expr, reach: Expr, distance: Range | None) -> Expr:
    """Of the sites on the lines those that are as far off as the range wants, or farther."""
    if distance is None:
        return reach
    low, _ = distance.bounds(b)
    least = constant(low)
    if least is None:
        return k.diff(reach, within_distance(b, rows, row, k.sub(low, k.int_(1))))
    return reach if least <= 1 else k.diff(reach, k.table(rows.shortened(b, least - 1).reach(b), row))


def _stops(b: Builder, passed: Expr, blockers: Expr, to: To | None) -> Expr:
    """Of the sites that a slide comes to, the blockers included, those where it may stop."""
    free = k.diff(passed, blockers)
    if to is None:
        return free
    free = to.applicable(b, free)
    if to.condition is None and to.where is None:
        return free
    return k.union(free, to.sites(b, k.inter(passed, blockers)))


def _passed(b: Builder, rows: Rows, row: Expr, blockers: Expr, distance: Range | None) -> Expr:
    """The sites on the way up to the first blocker on each ray, as far off as the range says."""
    if distance is None:
        return k.union(*(k.ray(layer, row, blockers) for layer in rows.layers(b)))
    low, high = distance.bounds(b)
    least, most = constant(low), constant(high)
    if least is None or most is None:
        way = k.union(*(k.ray(layer, row, blockers) for layer in rows.layers(b)))
        near = within_distance(b, rows, row, k.sub(low, k.int_(1)))
        return k.diff(k.inter(way, within_distance(b, rows, row, high)), near)
    rows = rows.shortened(b, most)
    way = k.union(*(k.ray(layer, row, blockers) for layer in rows.layers(b)))
    if least <= 1:
        return way
    return k.diff(way, k.table(rows.shortened(b, least - 1).reach(b), row))


@ludeme("move Shoot", "shoot")
class Shoot(Moves):
    """Shoot a piece along a line over empty sites onto one of them (default: from where the last move ended).

    Example: `(move Shoot (piece "Arrow0"))`.
    """

    handling = Handling.PLACES
    piece: PieceArgument = arg()
    origin: From | None = arg(None)
    direction: AbsoluteDirection | None = arg(None)
    between: Between | None = arg(None)
    to: To | None = arg(None)
    then: Then | None = arg(None)

    def lower(self, b: Builder) -> None:
        with b.at(self):
            rows = absolute_rows(b, self.direction or AbsoluteDirection.ADJACENT, None)
            start = k.one(last_to(b)) if self.origin is None else self.origin.sites(b)
            what = piece_of(b, self.piece, b.context(Context.MOVER), self.span)
            with b.each(start, Context.FROM) as origin:
                sites = slide_sites(b, rows, origin, self.between, None)
                if self.to is not None:
                    sites = self.to.sites(b, sites)

                def act() -> None:
                    b.emit(Put(b.context(Context.TO), what, fresh=True, span=b.span))

                offer(b, self, OfferedMoves(sites=sites, act=act, then=self.then, origin=HERE))

    def says(self, s: Speaker, no: bool = False) -> str:
        way = "in any direction" if self.direction is None else s.word(self.direction)
        start = "" if self.origin is None else starting(s, self.origin)
        end = f"an empty {s.cell}" if self.to is None else ending_on(s, self.to)
        far = f"any distance {way}{start or ' from there'}"
        return f"shoot {s.which(self.piece)} {far} over empty {s.cells} to {end}"


def _beyond(s: Speaker, to: To | None) -> str:
    """Where a slide may end but on the sites that it goes over: on the one that ends its way."""
    if to is None:
        return ""
    own = s.words_of(to)
    if own is not None or to.where is not None:
        return f", to {own or ending_on(s, to)}"
    beyond, end = f"the {s.cell} behind them", f"a {s.cell}"
    if to.condition is not None and not isinstance(to.condition, BoolLiteral):
        with s.about(to=IT, site=IT):
            text = s.clause(to.condition)
            asked = None if to.apply is None or to.apply.condition is None else s.clause(to.apply.condition)
        if text == f"{IT} is empty":
            return ""
        end = attach(end, text)
        beyond += f" if {text.replace(IT, 'it')}"
        apply = evolve(to.apply, condition=None) if to.apply is not None and asked == text else to.apply
        return f", or on to {beyond}{applied(s, apply, end)}"
    return f", or on to {beyond}{applied(s, to.apply, end)}"


def _far(s: Speaker, between: Between, far: str) -> str:
    if between.range is not None:
        return f"{s.say(between.range)} {s.cells}"
    return far
