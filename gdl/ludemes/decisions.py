"""Moves of a piece: step, slide, hop, leap, from-to, shoot.

As an effect (in `then` or `apply`) a from-to carries out all the moves that it would offer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ClassVar

from gdl.core import make as k
from gdl.core.builder import Builder, Context
from gdl.core.ops import SITES, Expr, Op, Put, Table
from gdl.lowering.along_tracks import Way, passed_along, reach_along, ways_along
from gdl.lowering.bare import reached_from
from gdl.lowering.directions import Rows, rows_of
from gdl.lowering.errors import unsupported
from gdl.lowering.lines import between_sites, prefixes, within
from gdl.lowering.moving import move_whole, shift_piece
from gdl.lowering.numbers import constant
from gdl.lowering.offer import note_effect_to, offer, run_then
from gdl.lowering.pieces import piece_of
from gdl.lowering.players import player
from gdl.lowering.sites import last_to
from gdl.lowering.walks import walk_rows
from gdl.ludeme import Direction, IntExpr, Moves, arg, ludeme, named
from gdl.ludemes.arguments import Between, From, PieceArgument, Range, Then, To
from gdl.types import AbsoluteDirection, RoleType, StepType

#: Sites farther than this are on no board: a limit of a hop that is no limit.
_FAR = 1_000

#: The levels that a move is from and to.
Levels = Callable[[], tuple[Expr, Expr]]

#: What is done with sites reached, and with the rays of a hop over several pieces.
Take = Callable[[Expr, Rows | None], None]


def shown_level(b: Builder, level: Callable[[Builder], Expr | None]) -> Levels | None:
    """For an offer: the level that the move is from, where pieces stack and it is one of a stack."""
    if not b.facts.stacks or level(b) is None:
        return None
    return lambda: (level(b) or k.int_(0), k.int_(0))


def origins(b: Builder, origin: From | None) -> Expr:
    """The sites to start from: those named, else the current one."""
    return k.one(b.context(Context.FROM)) if origin is None else origin.sites(b)


class _PieceMove(Moves):
    """A move of one piece from the context's `from` to a site reached.

    As an effect, all the moves that it would offer are carried out.
    """

    #: does the piece move from the level where it is, or from the top
    moves_own_level: ClassVar[bool] = True
    origin: From | None
    to: To | None
    then: Then | None

    def ways(self, b: Builder, take: Take) -> None:
        """Hand over the sites reached, once for each origin and for each hurdle hopped over.

        With them, for a hop over several pieces, the rays on which all that was passed is a hurdle.
        """
        raise NotImplementedError

    def over(self) -> Between | None:
        """What is passed over."""
        return None

    def with_stack(self) -> bool:
        """Does the whole stack move?"""
        return False

    def lower(self, b: Builder) -> None:
        with b.at(self):
            self.ways(b, lambda sites, several: self._offer(b, sites, several))

    def effect(self, b: Builder) -> None:
        def carry_out(sites: Expr, several: Rows | None) -> None:
            with b.each(sites, Context.TO):
                before = self._before(b, several)
                if before is not None:
                    before()
                self._act(b)
                note_effect_to(b, b.context(Context.TO))
                run_then(b, self.then)

        with b.at(self):
            self.ways(b, carry_out)

    def _offer(self, b: Builder, sites: Expr, several: Rows | None) -> None:
        """Offer the sites; the `apply` effects of `between` and `to` come first when a move is played."""
        levels = None if self.with_stack() else shown_level(b, self._level)
        offer(b, self, sites, lambda: self._act(b), self._before(b, several), None, self.then, levels=levels)

    def _level(self, b: Builder) -> Expr | None:
        """Of a stack, the level that moves: the one named, or that of the piece whose rule this is.

        None, the top one, where the rule names a site.
        """
        if self.origin is not None and self.origin.level is not None:
            return self.origin.level.lower(b)
        own = self.moves_own_level and (self.origin is None or self.origin.where is None)
        return b.bound(Context.LEVEL) if own else None

    def _act(self, b: Builder) -> None:
        shift_piece(b, b.context(Context.FROM), b.context(Context.TO), self.with_stack(), self._level(b))

    def _before(self, b: Builder, several: Rows | None) -> Callable[[], None] | None:
        between, to = self.over(), self.to
        over = between.apply.effect if between is not None and between.apply is not None else None
        on = to.apply.effect if to is not None and to.apply is not None else None

        def before() -> None:
            if over is not None and several is not None:
                with b.each(passed_over(b, several), Context.BETWEEN):
                    over.effect(b)
            elif over is not None:
                over.effect(b)
            if on is not None:
                assert to is not None and to.apply is not None
                condition = to.apply.condition
                with b.if_(k.TRUE if condition is None else condition.lower(b)):
                    on.effect(b)

        return None if over is None and on is None else before


@ludeme("move Step", "step")
class Step(_PieceMove):
    """Move a piece one step, to a neighbouring site that `to` allows.

    Example: `(move Step Forward (to if:(is Empty (to))))`.
    """

    origin: From | None = arg(None)
    directions: Direction | None = arg(None)
    to: To = arg()
    stack: bool = named("stack", False)
    then: Then | None = arg(None)

    def ways(self, b: Builder, take: Take) -> None:
        rows = rows_of(b, self.directions, self.origin.type if self.origin else None)
        steps = rows.steps(b)
        with b.each(origins(b, self.origin), Context.FROM) as origin:
            # A condition on what is applied does not keep the piece from stepping there.
            take(self.to.named(b, k.table(steps, rows.row(origin))), None)

    def reach(self, b: Builder) -> tuple[int, ...]:
        return rows_of(b, self.directions, self.origin.type if self.origin else None).sites(b, slice(1))

    def with_stack(self) -> bool:
        return self.stack


@ludeme("move Slide", "slide")
class Slide(_PieceMove):
    """Slide a piece any distance over sites that `between` allows (default: empty ones).

    It may stop on each of these. The first site that `between` does not allow ends the way; the piece may
    land there only if there is a `to` and it allows it.

    Along a track (or `"AllTracks"`) it goes either way, once round where the track loops. If the track leaves
    the lines of the board, as round the corners of a Surakarta board, it stops only behind such a place.

    Example: `(move Slide Diagonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))`.
    """

    origin: From | None = arg(None)
    track: str | None = arg(None)
    directions: Direction | None = arg(None)
    between: Between | None = arg(None)
    to: To | None = arg(None)
    stack: bool = named("stack", False)
    then: Then | None = arg(None)

    def ways(self, b: Builder, take: Take) -> None:
        if self.track is not None:
            if self.between is not None and (self.between.range or self.between.trail):
                raise unsupported("a distance or a trail along a track", self.between.span)
            ways = ways_along(b, self.track, self.span)
            with b.each(origins(b, self.origin), Context.FROM) as origin:
                take(track_sites(b, ways, origin, self.between, self.to), None)
            return
        rows = rows_of(b, self.directions, self.origin.type if self.origin else None)
        with b.each(origins(b, self.origin), Context.FROM) as origin:
            take(slide_sites(b, rows, origin, self.between, self.to), None)

    def reach(self, b: Builder) -> tuple[int, ...]:
        if self.track is not None:
            return super().reach(b)
        return rows_of(b, self.directions, self.origin.type if self.origin else None).sites(b, slice(None))

    def over(self) -> Between | None:
        return self.between

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


def slide_sites(b: Builder, rows: Rows, origin: Expr, between: Between | None, to: To | None) -> Expr:
    """Where a slide may end. Makes statements."""
    row = rows.row(origin)
    blockers = _blockers(b, k.table(rows.reach(b), row), between)
    passed = b.assign("passed", _passed(b, rows, row, blockers, between.range if between else None))
    return _stops(b, passed, blockers, to)


def track_sites(
    b: Builder, ways: tuple[tuple[Way, ...], ...], origin: Expr, between: Between | None, to: To | None
) -> Expr:
    """Where a slide along tracks may end. Makes statements."""
    blockers = _blockers(b, reach_along(b, ways, origin), between)
    passed = b.assign("passed", passed_along(b, ways, origin, blockers))
    return _stops(b, passed, blockers, to)


def _blockers(b: Builder, reach: Expr, between: Between | None) -> Expr:
    """What a slide does not pass over. What it passes over it may also stop on."""
    if between is None or between.condition is None:
        return k.OCCUPIED
    return b.assign("blockers", k.diff(reach, between.allowed(b, reach, Context.TO)))


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
        near = within(b, rows, row, k.sub(low, k.int_(1)))
        return k.diff(k.inter(way, within(b, rows, row, high)), near)
    rows = rows.mapped(lambda _, rays: tuple(ray[:most] for ray in rays))
    way = k.union(*(k.ray(layer, row, blockers) for layer in rows.layers(b)))
    if least <= 1:
        return way
    nearer = rows.mapped(lambda _, rays: tuple(ray[: least - 1] for ray in rays))
    return k.diff(way, k.table(nearer.reach(b), row))


@ludeme("move Hop", "hop")
class Hop(_PieceMove):
    """Hop over a neighbouring site that `between` allows (without one: any), to the site behind it, which
    `to` must allow.

    `before` and `after` let the hurdle be farther away and the landing farther behind it, over empty sites;
    a range allows several hurdles in a row.

    Example: `(move Hop Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between))))
    (to if:(is Empty (to))))`.
    """

    moves_own_level = False
    origin: From | None = arg(None)
    directions: Direction | None = arg(None)
    between: Between | None = arg(None)
    to: To = arg()
    stack: bool = named("stack", False)
    then: Then | None = arg(None)

    def ways(self, b: Builder, take: Take) -> None:
        if self.between is not None and self.between.trail is not None:
            raise unsupported("the trail of a hop", self.between.span)
        rows = rows_of(b, self.directions, self.origin.type if self.origin else None)
        between = self.between
        before = _constant(b, between.before if between else None, 0)
        after = _constant(b, between.after if between else None, 0)
        with b.each(origins(b, self.origin), Context.FROM) as origin:
            if between is not None and between.range is not None and not _is_one(b, between.range):
                self._hurdles(b, rows, origin, before, after, take)
            elif before == 0 and after == 0:
                self._short(b, rows, origin, take)
            else:
                self._long(b, rows, origin, before, after, take)

    def reach(self, b: Builder) -> tuple[int, ...]:
        rows = rows_of(b, self.directions, self.origin.type if self.origin else None)
        over = self.between
        far = over is not None and _constant(b, over.before, 0) + _constant(b, over.after, 0) > 0
        return rows.sites(b, slice(1, None if far else 2))

    def over(self) -> Between | None:
        return self.between

    def with_stack(self) -> bool:
        return self.stack

    def _landing(self, b: Builder, reached: Expr) -> Expr:
        """Where it may land: where `to` allows it.

        If what is applied there has a condition of its own, `to` says what may be passed behind the hurdle,
        and it lands on what may not be passed, if that condition holds there.
        """
        allowed = self.to.named(b, reached)
        if self.to.apply is None or self.to.apply.condition is None:
            return allowed
        if self.to.condition is None:
            return self.to.applicable(b, allowed)
        return self.to.applicable(b, k.diff(reached, allowed))

    def _hurdle(self, b: Builder, site: Expr) -> Expr:
        """May this site be hopped over?"""
        if self.between is None:
            return k.TRUE
        if self.between.condition is None:
            return k.has(k.OCCUPIED, site)
        with b.bind({Context.BETWEEN: site}):
            return self.between.condition.lower(b)

    def _short(self, b: Builder, rows: Rows, origin: Expr, take: Take) -> None:
        """Over the next site to the one behind it."""
        row = rows.row(origin)
        for layer in rows.layers(b):
            if all(len(path) < 2 for path in layer.paths):
                continue
            over = b.table(tuple(path[0] if len(path) > 1 else -1 for path in layer.paths), stem="over")
            land = b.table(tuple(path[1] if len(path) > 1 else -1 for path in layer.paths), stem="land")
            hurdle = b.assign("between", k.table(over, row))
            with b.if_(k.and_(k.ge(hurdle, k.int_(0)), self._hurdle(b, hurdle))):
                with b.bind({Context.BETWEEN: hurdle}):
                    take(self._landing(b, k.one(k.table(land, row))), None)

    def _long(self, b: Builder, rows: Rows, origin: Expr, before: int, after: int, take: Take) -> None:
        """Over the first piece in the way, `before` empty sites off at most, to one of the empty sites
        behind it (the next, and `after` more)."""
        row = rows.row(origin)
        for layer in rows.layers(b):
            longest = max(map(len, layer.paths), default=0)
            if longest < 2:
                continue
            seen = b.assign("seen", k.ray(layer, row, k.OCCUPIED))
            met = k.inter(seen, k.OCCUPIED)
            hurdle = b.assign("between", k.first(met))
            near = k.TRUE if before >= longest else k.le(k.size(seen), k.int_(before + 1))
            with b.if_(k.and_(k.ge(hurdle, k.int_(0)), near, self._hurdle(b, hurdle))):
                onward = k.ray(layer, row, k.diff(k.OCCUPIED, k.one(hurdle)))
                behind = k.diff(onward, seen)
                if after + 1 < longest:
                    behind = k.inter(behind, self._within(b, rows, origin, hurdle, after))
                with b.bind({Context.BETWEEN: hurdle}):
                    take(self._landing(b, behind), None)

    @staticmethod
    def _within(b: Builder, rows: Rows, origin: Expr, hurdle: Expr, after: int) -> Expr:
        """The sites on the same ray at most `after` + 1 behind the hurdle (a table by origin and hurdle)."""
        size = b.facts.size
        masks = [0] * (len(rows.rays) * size)
        for row, rays in enumerate(rows.rays):
            for path in rays:
                for i, site in enumerate(path):
                    for behind in path[i + 1 : i + 2 + after]:
                        masks[row * size + site] |= 1 << behind
        table = b.table(tuple(masks), SITES, 0, "behind")
        return k.table(table, k.add(k.mul(rows.row(origin), k.int_(size)), hurdle))

    def _hurdles(self, b: Builder, rows: Rows, origin: Expr, before: int, after: int, take: Take) -> None:
        """Over a run of hurdles, as many as the range says; all of them are what is hopped over."""
        assert self.between is not None and self.between.range is not None
        low, high = self.between.range.bounds(b)
        row = rows.row(origin)
        for layer in rows.layers(b):
            longest = max(map(len, layer.paths), default=0)
            if longest < 2:
                continue
            prefix = prefixes(b, layer, longest)
            start = b.assign("start", k.mul(row, k.int_(longest + 1)))

            def upto(number: Expr, prefix: Table = prefix, start: Expr = start, most: int = longest) -> Expr:
                return k.table(prefix, k.add(start, k.min_(number, k.int_(most))))

            way = upto(k.int_(longest))
            crossed = b.assign(
                "crossed",
                b.filter(way, lambda: self._hurdle(b, b.context(Context.BETWEEN)), Context.BETWEEN),
            )
            with b.count_up(k.int_(0), k.int_(min(before, longest))) as gap:
                with b.count_up(low, k.min_(high, k.int_(longest))) as number:
                    over = k.diff(upto(k.add(gap, number)), upto(gap))
                    clear = k.not_(k.some(k.inter(upto(gap), k.OCCUPIED)))
                    full = k.eq(k.size(over), number)
                    with b.if_(k.and_(full, clear, k.subset(over, crossed))):
                        end = k.add(gap, number)
                        beyond = k.ray(layer, row, k.diff(k.OCCUPIED, upto(end)))
                        near = k.diff(upto(k.add(end, k.int_(after + 1))), upto(end))
                        with b.bind({Context.BETWEEN: k.last(over)}):
                            take(self._landing(b, k.inter(beyond, near)), rows)


def _is_one(b: Builder, hurdles: Range) -> bool:
    """Is exactly one hurdle meant, as without a range?"""
    return hurdles.bounds(b) == (k.int_(1), k.int_(1))


def passed_over(b: Builder, rows: Rows) -> Expr:
    """The occupied sites between the ends of the move."""
    ends = between_sites(b, b.context(Context.FROM), b.context(Context.TO), rows)
    return k.inter(ends, k.OCCUPIED)


def _constant(b: Builder, number: IntExpr | None, default: int) -> int:
    """A distance that is fixed when the game is; anything else counts as no limit."""
    if number is None:
        return default
    value = number.lower(b)
    return value.data if value.op is Op.CONST and isinstance(value.data, int) else _FAR


@ludeme("move Leap", "leap")
class Leap(_PieceMove):
    """Leap to where a walk of steps and turns ends, over anything in between.

    Example: `(move Leap {{F F R F} {F F L F}} (to if:(not (is Friend (who at:(to))))))`.
    """

    origin: From | None = arg(None)
    walk: tuple[tuple[StepType, ...], ...] = arg()
    forward: bool = named("forward", False)
    rotations: bool = named("rotations", True)
    to: To = arg()
    then: Then | None = arg(None)

    def ways(self, b: Builder, take: Take) -> None:
        type_ = self.origin.type if self.origin else None
        rows = walk_rows(b, self.walk, type_, self.forward, self.rotations)
        steps = rows.steps(b)
        with b.each(origins(b, self.origin), Context.FROM) as origin:
            take(self.to.sites(b, k.table(steps, rows.row(origin))), None)

    def reach(self, b: Builder) -> tuple[int, ...]:
        type_ = self.origin.type if self.origin else None
        return walk_rows(b, self.walk, type_, self.forward, self.rotations).sites(b, slice(1))


@ludeme("move", "fromTo")
class FromTo(Moves):
    """Move a piece from some sites to some sites.

    Example: `(move (from (handSite Mover)) (to (sites Empty)))`.
    """

    origin: From = arg()
    to: To = arg()
    count: IntExpr | None = named("count", None)
    copy: bool = named("copy", False)
    stack: bool = named("stack", False)
    role: RoleType | None = arg(None)
    then: Then | None = arg(None)

    def lower(self, b: Builder) -> None:
        with b.at(self), b.each(k.inter(self.origin.sites(b), k.OCCUPIED), Context.FROM):
            with self._at_level(b):
                self._offer(b)

    def reach(self, b: Builder) -> tuple[int, ...]:
        return (
            super().reach(b) if self.origin.where is not None else reached_from(b, lambda: self.to.sites(b))
        )

    @contextmanager
    def _at_level(self, b: Builder) -> Iterator[None]:
        """The level that the piece is taken from, if one is named, is settled before anything happens."""
        if self.origin.level is None:
            yield
            return
        with b.bind({Context.LEVEL: b.assign("level", self.origin.level.lower(b))}):
            yield

    def _offer(self, b: Builder) -> None:
        sites, before = self.to.named(b), self._before(b)
        offer(b, self, sites, lambda: self._act(b, self._number(b)), before, None, self.then,
              levels=shown_level(b, self._level))  # fmt: skip

    def _level(self, b: Builder) -> Expr | None:
        return None if self.origin.level is None else b.context(Context.LEVEL)

    def _before(self, b: Builder) -> Callable[[], None] | None:
        """The `apply` effects; a condition on them does not keep the piece from moving."""
        apply = self.to.apply
        if apply is None or apply.effect is None:
            return None
        effect, condition = apply.effect, apply.condition

        def before() -> None:
            with b.if_(k.TRUE if condition is None else condition.lower(b)):
                effect.effect(b)

        return before

    def _number(self, b: Builder) -> Expr | None:
        return None if self.count is None else self.count.lower(b)

    def _act(self, b: Builder, number: Expr | None) -> None:
        move_whole(b, b.context(Context.FROM), b.context(Context.TO), number, self.copy, self.stack,
                   self._level(b))  # fmt: skip

    def happens(self, b: Builder) -> Expr:
        return k.some(k.inter(self.origin.sites(b), k.OCCUPIED))

    def effect(self, b: Builder) -> None:
        with b.at(self), b.each(self.origin.sites(b), Context.FROM):
            # In the number `(to)` is still that of the rule around: the hole that a sowing came to.
            number = self._number(b)
            with self._at_level(b), b.each(self.to.named(b), Context.TO):
                before = self._before(b)
                if before is not None:
                    before()
                self._act(b, number)
                note_effect_to(b, b.context(Context.TO))
                run_then(b, self.then)


@ludeme("move Shoot", "shoot")
class Shoot(Moves):
    """Shoot a piece along a line over empty sites onto one of them (default: from where the last move ended).

    Example: `(move Shoot (piece "Arrow0"))`.
    """

    piece: PieceArgument = arg()
    origin: From | None = arg(None)
    direction: AbsoluteDirection | None = arg(None)
    between: Between | None = arg(None)
    to: To | None = arg(None)
    then: Then | None = arg(None)

    def lower(self, b: Builder) -> None:
        from gdl.lowering.directions import absolute_rows

        with b.at(self):
            rows = absolute_rows(b, self.direction or AbsoluteDirection.ADJACENT, None)
            start = k.one(last_to(b)) if self.origin is None else self.origin.sites(b)
            what = piece_of(b, self.piece, player(b, None), self.span)
            with b.each(start, Context.FROM) as origin:
                sites = slide_sites(b, rows, origin, self.between, None)
                if self.to is not None:
                    sites = self.to.sites(b, sites)

                def act() -> None:
                    b.emit(Put(b.context(Context.TO), what, fresh=True, span=b.span))

                offer(b, self, sites, act, None, None, self.then, origin=k.int_(-1))
