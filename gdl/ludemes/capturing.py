"""Effects on the pieces around a site: custodial, intervene, surround, enclose, directional."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gdl.boards.direction import opposite
from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.rows import Rows
from gdl.core import make as k
from gdl.core.ops import SITES, Expr, Take
from gdl.english.phrases import IT, attach
from gdl.lower.directions import absolute_rows, neighbour_table, rows_of
from gdl.lower.offer import OfferedMoves, offer, run_then
from gdl.lower.places import last_to
from gdl.lower.players import owned_by
from gdl.lower.structural_key import structural_key
from gdl.ludeme.arguments import PieceArgument, Then
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import Direction, Handling, IntExpr, Moves, Region
from gdl.ludeme.registry import ludeme
from gdl.ludemes.arguments import AtMost, Between, Exact, From, Range, To
from gdl.ludemes.placing import Promote, Remove
from gdl.source.text import NOWHERE
from gdl.words.words import AbsoluteDirection, RelationType, RoleType, SiteType

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


class AroundEffect(Moves):
    """An effect on pieces around a site. Where moves are wanted, it is a move if there is any such piece."""

    def start(self, b: Builder) -> Expr:
        """The site in question: named by `from`, else where the last move ended."""
        raise NotImplementedError

    def search(self, b: Builder) -> Expr:
        """The sites of the pieces concerned, as seen from the context's `from`. Statements may be made."""
        raise NotImplementedError

    def captured_sites(self, b: Builder) -> Expr:
        """The same as one expression."""
        return b.function(
            type(self).__name__.lower(), SITES, lambda: self.search(b), key=("found", structural_key(b, self))
        )

    def apply(self, b: Builder) -> None:
        """What happens to the piece on the context's `between`."""
        raise NotImplementedError

    def following(self) -> Then | None:
        """What follows the effect, if anything does."""
        raise NotImplementedError

    def _act(self, b: Builder) -> None:
        with b.each(b.assign("found", self.captured_sites(b)), Context.BETWEEN, Context.TO):
            self.apply(b)

    def effect(self, b: Builder) -> None:
        with b.at(self):
            start = b.assign("start", self.start(b))
            with b.bind({Context.FROM: start}):
                captured = b.assign("found", self.captured_sites(b))
                with b.each(captured, Context.BETWEEN, Context.TO):
                    self.apply(b)
            if self.following() is not None:
                # For each of the pieces: where none was captured, nothing follows.
                with b.each(captured):
                    run_then(b, self.following())

    def happens(self, b: Builder) -> Expr:
        with b.at(self), b.bind({Context.FROM: self.start(b)}):
            return k.some(self.captured_sites(b))

    def lower(self, b: Builder) -> None:
        with b.at(self):
            start = b.assign("start", self.start(b))
            with b.bind({Context.FROM: start}):
                sites = k.select(k.some(self.captured_sites(b)), k.one(start), k.EMPTY_SET)
                offer(b, self, OfferedMoves(sites=sites, act=lambda: self._act(b), then=self.following()))


def _start(b: Builder, origin: From | None) -> Expr:
    if origin is None or origin.where is None:
        return last_to(b) if origin is None else b.context(Context.FROM)
    return k.first(origin.sites(b))


def _apply(b: Builder, part: Between | To | None) -> None:
    """The `apply` of a part; by default the piece is removed."""
    if part is not None and part.apply is not None and part.apply.effect is not None:
        part.apply.effect.effect(b)
    else:
        b.emit(Take(k.one(b.context(Context.BETWEEN)), span=b.span))


def _enemies(b: Builder) -> Expr:
    return owned_by(b, RoleType.ENEMY, NOWHERE)


@ludeme("custodial")
class Custodial(AroundEffect):
    """The pieces in an unbroken line between the site and a piece that `to` allows (default: a friend's) are
    captured, if `between` allows all of them (default: enemies), or whatever `apply` says happens to them.

    Example: `(custodial (from (last To)) Orthogonal (between (max 1) if:(is Enemy (who at:(between)))
    (apply (remove (between)))) (to if:(is Friend (who at:(to)))))`.
    """

    handling = Handling.STAYS
    origin: From | None = arg(None)
    direction: AbsoluteDirection | None = arg(None)
    between: Between | None = arg(None)
    to: To | None = arg(None)
    then: Then | None = arg(None)

    def start(self, b: Builder) -> Expr:
        return _start(b, self.origin)

    def following(self) -> Then | None:
        return self.then

    def apply(self, b: Builder) -> None:
        _apply(b, self.between)

    def search(self, b: Builder) -> Expr:
        rows = absolute_rows(b, self.direction or AbsoluteDirection.ADJACENT, None)
        origin = b.context(Context.FROM)
        row = rows.row(origin)
        reach = k.table(rows.reach(b), row)
        if self.between is not None and self.between.condition is not None:
            held = self.between.allowed(b, reach)
        else:
            held = k.inter(reach, _enemies(b))
        held = b.assign("held", held)
        if self.to is not None and self.to.condition is not None:
            closing = self.to.allowed(b, reach)
        else:
            closing = k.inter(reach, owned_by(b, RoleType.MOVER, self.span))
        closing = b.assign("closing", closing)
        stops = b.assign("stops", k.diff(reach, held))
        parts = []
        for layer in rows.layers(b):
            way = b.assign("way", k.ray(layer, row, stops))
            run = k.inter(way, held)
            closed = k.some(k.inter(k.inter(way, stops), closing))
            if self.between is not None and self.between.range is not None:
                low, high = self.between.range.bounds(b)
                closed = k.and_(closed, k.le(k.size(run), high), k.ge(k.size(run), low))
            parts.append(k.select(closed, run, k.EMPTY_SET))
        return k.union(*parts)

    def says(self, s: Speaker, no: bool = False) -> str:
        way = "" if self.direction is None else f" {s.word(self.direction)}"
        far = ""
        if self.between is not None and isinstance(self.between.range, AtMost | Exact | Range):
            far = f" ({s.say(self.between.range)} in a row)"
        end = "a piece of yours"
        if self.to is not None and self.to.condition is not None:
            with s.about(to=IT):
                text = s.clause(self.to.condition)
            held = text.removeprefix(f"{IT} holds ")
            end = held if held != text and IT not in held else attach(f"a {s.cell}", text)
        where = f"that stand in an unbroken line{way} between {there(s, self.origin)} and {end}"
        return _does(s, self.between, f"{_what(s, self.between)}{far} {where}", "between")


def _opposite_pairs(b: Builder, direction: AbsoluteDirection | None) -> list[tuple[Rows, Rows]]:
    """The lines through a site: for each axis the rays one way and the other."""
    topology, kind = b.facts.topology, b.facts.main
    word = (direction or AbsoluteDirection.ADJACENT).value
    relation = RelationType(word) if word in {r.value for r in RelationType} else None
    if relation is not None:
        axes = topology.axes(kind, relation)
    else:
        axes = tuple(pair for pair in topology.axes(kind) if word in (pair[0].value, pair[1].value))
    return [
        (
            absolute_rows(b, AbsoluteDirection(one.value), None),
            absolute_rows(b, AbsoluteDirection(other.value), None),
        )
        for one, other in axes
        if other is opposite(one)
    ]


@ludeme("intervene")
class Intervene(AroundEffect):
    """The pieces on both sides of the site, opposite each other, are captured, if `to` allows both (default:
    enemies).

    Example: `(intervene (from (last To)) Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))`.
    """

    handling = Handling.STAYS
    origin: From | None = arg(None)
    direction: AbsoluteDirection | None = arg(None)
    between: Between | None = arg(None)
    to: To | None = arg(None)
    then: Then | None = arg(None)

    def start(self, b: Builder) -> Expr:
        return _start(b, self.origin)

    def following(self) -> Then | None:
        return self.then

    def apply(self, b: Builder) -> None:
        _apply(b, self.to)

    def search(self, b: Builder) -> Expr:
        origin = b.context(Context.FROM)
        parts = []
        for one, other in _opposite_pairs(b, self.direction):
            both = k.union(k.table(one.steps(b), one.row(origin)), k.table(other.steps(b), other.row(origin)))
            if self.to is not None and self.to.condition is not None:
                allowed = self.to.allowed(b, both)
            else:
                allowed = k.inter(both, _enemies(b))
            allowed = b.assign("allowed", allowed)
            parts.append(k.select(k.eq(k.size(allowed), k.int_(2)), allowed, k.EMPTY_SET))
        return k.union(*parts)

    def says(self, s: Speaker, no: bool = False) -> str:
        way = "" if self.direction is None else f" {s.word(self.direction)}"
        pieces = (
            "enemy pieces"
            if self.to is None or self.to.condition is None
            else _pieces(s, self.to.condition, "to")
        )
        return _does(
            s, self.to, f"{pieces} on both sides of {there(s, self.origin)}, opposite each other{way}", "to"
        )


@ludeme("directional")
class Directional(AroundEffect):
    """The pieces in a row from the site that `to` allows (default: enemies) are captured.

    Example: `(directional (from (last To)) SameDirection (to if:(is Enemy (who at:(to)))))`.
    """

    handling = Handling.STAYS
    origin: From | None = arg(None)
    direction: Direction | None = arg(None)
    to: To | None = arg(None)
    then: Then | None = arg(None)

    def start(self, b: Builder) -> Expr:
        return _start(b, self.origin)

    def following(self) -> Then | None:
        return self.then

    def apply(self, b: Builder) -> None:
        _apply(b, self.to)

    def search(self, b: Builder) -> Expr:
        rows = rows_of(b, self.direction, None)
        row = rows.row(b.context(Context.FROM))
        reach = k.table(rows.reach(b), row)
        if self.to is not None and self.to.condition is not None:
            held = self.to.allowed(b, reach)
        else:
            held = k.inter(reach, _enemies(b))
        held = b.assign("held", held)
        stops = b.assign("stops", k.diff(reach, held))
        return k.union(*(k.inter(k.ray(layer, row, stops), held) for layer in rows.layers(b)))

    def says(self, s: Speaker, no: bool = False) -> str:
        way = "" if self.direction is None else f" {s.say(self.direction)}"
        pieces = (
            "enemy pieces"
            if self.to is None or self.to.condition is None
            else _pieces(s, self.to.condition, "to")
        )
        return _does(s, self.to, f"{pieces} in an unbroken row{way} from {there(s, self.origin)}", "to")


@ludeme("surround")
class Surround(AroundEffect):
    """The pieces next to the site that `between` allows (default: enemies) are captured, if all of their own
    neighbours (all but `except`) are sites that `to` allows (default: friends).

    Example: `(surround (from (last To)) Orthogonal (between if:(is Enemy (who at:(between)))
    (apply (remove (between)))) (to if:(is Friend (who at:(to)))))`.
    """

    handling = Handling.STAYS
    origin: From | None = arg(None)
    relation: RelationType | None = arg(None)
    between: Between | None = arg(None)
    to: To | None = arg(None)
    exceptions: IntExpr | None = named("except", None)
    with_piece: PieceArgument | None = named("with", None)
    then: Then | None = arg(None)

    def start(self, b: Builder) -> Expr:
        return _start(b, self.origin)

    def following(self) -> Then | None:
        return self.then

    def apply(self, b: Builder) -> None:
        _apply(b, self.between)

    def search(self, b: Builder) -> Expr:
        from gdl.lower.pieces import piece_of

        around = neighbour_table(b, self.relation or RelationType.ADJACENT, None)
        near = k.table(around, b.context(Context.FROM))
        if self.between is not None and self.between.condition is not None:
            near = self.between.allowed(b, near)
        else:
            near = k.inter(near, _enemies(b))

        def shut() -> Expr:
            neighbours = k.table(around, b.context(Context.BETWEEN))
            if self.to is not None and self.to.condition is not None:
                friends = self.to.allowed(b, neighbours)
            else:
                friends = k.inter(neighbours, owned_by(b, RoleType.MOVER, self.span))
            open_sites = k.size(k.diff(neighbours, friends))
            allowed = k.int_(0) if self.exceptions is None else self.exceptions.lower(b)
            closed = k.le(open_sites, allowed)
            if self.with_piece is not None:
                what = piece_of(b, self.with_piece, b.context(Context.MOVER), self.span)
                closed = k.and_(closed, k.some(k.inter(neighbours, k.of_kind(what))))
            return closed

        return b.filter(near, shut, Context.BETWEEN)

    def says(self, s: Speaker, no: bool = False) -> str:
        how = {RelationType.ORTHOGONAL: " orthogonal", RelationType.DIAGONAL: " diagonal"}.get(
            self.relation or RelationType.ALL, ""
        )
        by = "your pieces"
        if self.to is not None and self.to.condition is not None:
            with s.about(to=IT):
                text = s.clause(self.to.condition)
            if text != f"{IT} holds a piece of yours":
                by = (
                    f"{s.cells} of which each {text[2:]}"
                    if text.startswith(IT)
                    else f"{s.cells} for which {text}"
                )
                by = by.replace(IT, "it")
        spare = "" if self.exceptions is None else f" (up to {s.say(self.exceptions)} may be missing)"
        with_ = "" if self.with_piece is None else f", one of them {s.which(self.with_piece)}"
        where = f"next to {there(s, self.origin)} that are surrounded on all{how} sides by {by}{spare}{with_}"
        return _does(s, self.between, f"{_what(s, self.between)} {where}", "between")


@ludeme("enclose")
class Enclose(AroundEffect):
    """Groups of sites next to the site that `between` allows (default: enemies) are captured, if no neighbour
    of the group is empty (up to `numException` may be).

    Example: `(enclose (from (last To)) Orthogonal (between if:(is Enemy (who at:(between)))
    (apply (remove (between)))))`.
    """

    handling = Handling.STAYS
    type: SiteType | None = arg(None)
    origin: From | None = arg(None)
    direction: Direction | None = arg(None)
    between: Between | None = arg(None)
    exceptions: IntExpr | None = named("numException", None)
    then: Then | None = arg(None)

    def start(self, b: Builder) -> Expr:
        return _start(b, self.origin)

    def following(self) -> Then | None:
        return self.then

    def apply(self, b: Builder) -> None:
        _apply(b, self.between)

    def search(self, b: Builder) -> Expr:
        around = rows_of(b, self.direction, self.type).steps(b)
        everywhere = k.sites_(b.facts.sites_of(self.type))
        if self.between is not None and self.between.condition is not None:
            members = self.between.allowed(b, everywhere)
        else:
            members = _enemies(b)
        members = b.assign("members", members)
        near = k.inter(k.table(around, b.context(Context.FROM)), members)

        def shut() -> Expr:
            group = k.flood(around, k.one(b.context(Context.BETWEEN)), members)
            edge = b.gather(group, lambda: k.table(around, b.context(Context.SITE)), Context.SITE)
            open_sites = k.diff(k.diff(edge, group), k.OCCUPIED)
            allowed = k.int_(0) if self.exceptions is None else self.exceptions.lower(b)
            return k.le(k.size(open_sites), allowed)

        return k.flood(around, b.filter(near, shut, Context.BETWEEN), members)

    def says(self, s: Speaker, no: bool = False) -> str:
        way = "" if self.direction is None else f" (connected {s.say(self.direction)})"
        spare = "" if self.exceptions is None else f" but {s.say(self.exceptions)}"
        groups = f"groups of {_what(s, self.between)}{way} next to {there(s, self.origin)}"
        return _does(s, self.between, f"{groups} that have no empty {s.cell} beside them{spare}", "between")


def there(s: Speaker, origin: From | None) -> str:
    if origin is None or origin.where is None:
        return s.terms["last to"]
    return s.noun(origin.where).plural if isinstance(origin.where, Region) else s.site(origin.where)


def _what(s: Speaker, between: Between | None, default: str = "enemy pieces") -> str:
    if between is None or between.condition is None:
        return default
    return _pieces(s, between.condition, "between") or default


def _pieces(s: Speaker, condition: Any, term: str) -> str:
    with s.about(**{term: IT}):
        text = s.clause(condition)
    held = text.removeprefix(f"{IT} holds ")
    if held == "an enemy piece":
        return "enemy pieces"
    if held == "a piece of yours":
        return "your own pieces"
    if text.startswith(f"{IT} "):
        return f"pieces on {s.cells} of which each {text[2:].replace(IT, 'it')}"
    return f"pieces for which {text.replace(IT, 'its ' + s.cell)}"


def _does(s: Speaker, effect: Any, pieces: str, word: str) -> str:
    """What happens to the pieces in question: mostly they are captured."""
    apply = getattr(effect, "apply", None)
    if apply is None or apply.effect is None:
        return f"capture {pieces}"
    if isinstance(apply.effect, Remove) and apply.condition is None:
        return f"capture {pieces}"
    if isinstance(apply.effect, Promote) and apply.condition is None:
        return f"turn each of the {pieces} into {s.which(apply.effect.piece)}{_whose(s, apply.effect)}"
    with s.as_effect(), s.about(**{word: f"its {s.cell}"}):
        effect = s.inline(apply.effect).replace(f"the piece on its {s.cell}", "it")
        when = "" if apply.condition is None else f" if {s.clause(apply.condition)}"
        return f"for each of the {pieces}: {effect}{when}"


def _whose(s: Speaker, promote: Promote) -> str:
    return (
        " of yours"
        if promote.owner is None or s.player(promote.owner) == "you"
        else f" of {s.player(promote.owner)}"
    )
