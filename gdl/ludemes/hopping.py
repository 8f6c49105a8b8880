"""Over what stands in the way: hop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import unsupported
from gdl.builder.rows import Rows
from gdl.core import make as k
from gdl.core.ops import SITES, Expr, Op, Table
from gdl.english.grammar import listed, number_word
from gdl.english.phrases import IT, attach
from gdl.lower.directions import prefixes, rows_of
from gdl.ludeme.arguments import Then
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import Direction, IntExpr
from gdl.ludeme.kinds import Needs
from gdl.ludeme.literals import IntLiteral
from gdl.ludeme.registry import ludeme
from gdl.ludemes.arguments import Between, Exact, From, Range, To, ending_on, passed, starting, with_stack
from gdl.ludemes.counts import Count
from gdl.ludemes.piece_moves import PieceMove, Take, origins

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker

#: Sites farther than this are on no board: a limit that is no limit.
_FAR = 1_000


@ludeme("move Hop", "hop")
class Hop(PieceMove):
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

    def needs(self) -> Needs:
        return Needs(stacks=self.stack)

    def ways(self, b: Builder, take: Take) -> None:
        if self.between is not None and self.between.trail is not None:
            raise unsupported(
                "the trail of a hop",
                self.between.span,
                "leave out `trail:`; add pieces in what follows: `(then (add ...))`",
            )
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

    def within_reach(self) -> bool:
        return self.from_its_site()

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

    def says(self, s: Speaker, no: bool = False) -> str:
        way = "in any direction" if self.directions is None else s.say(self.directions)
        over = f"the neighbouring {s.cell}"
        far = ""
        if self.between is not None:
            if self.between.condition is not None:
                over = _hopped(s, self.between)
            far = _distances(s, self.between)
        end = ending_on(s, self.to, noun=f"the {s.cell}")
        end = end.replace(f"the {s.cell} that is empty", f"the empty {s.cell}")
        behind = "right behind it" if not far else "behind it"
        text = f"hop {way}{with_stack(self.stack)}{starting(s, self.origin)} over {over}"
        text += f" to {_behind(end, s.cell, behind)}{far}"
        return text + passed(s, self.between)


def _is_one(b: Builder, hurdles: Range) -> bool:
    """Is exactly one hurdle meant, as without a range?"""
    return hurdles.bounds(b) == (k.int_(1), k.int_(1))


def _constant(b: Builder, number: IntExpr | None, default: int) -> int:
    """A distance that is fixed when the game is; anything else counts as no limit."""
    if number is None:
        return default
    value = number.lower(b)
    return value.data if value.op is Op.CONST and isinstance(value.data, int) else _FAR


def _behind(end: str, cell: str, behind: str) -> str:
    for known in (f"the empty {cell}", f"an empty {cell}", f"the {cell}"):
        if end.startswith(known):
            return f"{known} {behind}{end[len(known) :]}"
    return f"{end} {behind}"


def _hopped(s: Speaker, between: Between) -> str:
    assert between.condition is not None
    with s.about(between=IT):
        text = s.clause(between.condition)
    held = text.removeprefix(f"{IT} holds ")
    if held != text and IT not in held and " or " not in held and " and " not in held:
        return f"{held} next to it" if _none(between.before) else held
    if text == f"{IT} is occupied":
        return "a piece next to it" if _none(between.before) else "a piece"
    return attach(f"a neighbouring {s.cell}" if _none(between.before) else f"a {s.cell}", text)


def _distances(s: Speaker, between: Between) -> str:
    parts = []
    if not _none(between.before):
        parts.append(f"{_up_to(s, between.before)} before it")
    if not _none(between.after):
        parts.append(f"{_up_to(s, between.after)} after it")
    if between.range is not None and not isinstance(between.range, Exact):
        parts.append(f"over {s.say(between.range)} pieces in a row")
    return f", with {listed(parts)}" if parts else ""


def _none(number: IntExpr | None) -> bool:
    return number is None or (isinstance(number, IntLiteral) and number.value == 0)


def _up_to(s: Speaker, number: IntExpr | None) -> str:
    if isinstance(number, Count):
        return f"any number of empty {s.cells}"
    if isinstance(number, IntLiteral):
        return (
            f"any number of empty {s.cells}"
            if number.value > 50
            else (f"up to {number_word(number.value)} empty {s.cells}")
        )
    return f"up to {s.say(number)} empty {s.cells}"
