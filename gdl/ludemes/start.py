"""The starting position: placing pieces, setting scores and counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gdl.builder.builder import Builder
from gdl.builder.goals import fixed
from gdl.builder.meaning_error import MeaningError
from gdl.core import make as k
from gdl.core.ops import SITES, Assign, Expr, Op, Push, Put
from gdl.english.grammar import a, counted, listed, number_word, plural, possessive, runs
from gdl.english.words import WHOLE
from gdl.equip.facts import Component
from gdl.lower.pieces import components_named
from gdl.lower.places import coordinate, coordinates, hand_sites, shifted
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import IntExpr, Region, StartRule
from gdl.ludeme.kinds import Kind, Needs
from gdl.ludeme.literals import IntLiteral
from gdl.ludeme.registry import ludeme
from gdl.source.text import Span
from gdl.support.printable import one_line
from gdl.words.words import SiteType

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


def _one(b: Builder, name: str, span: Span) -> Component | None:
    """The one piece that a name means; None where it means none."""
    components = components_named(b, name, span)
    if len(components) > 1:
        names = ", ".join(f'"{c.name}"' for c in components)
        raise MeaningError(
            "E0404",
            f'"{name}" is several pieces, one for each player',
            span,
            "whose?",
            f"name one of them: {names}",
            subject=name,
        )
    return components[0] if components else None


def _values(
    b: Builder, state: IntExpr | None, rotation: IntExpr | None, value: IntExpr | None
) -> dict[str, Any]:
    """What a piece that is placed carries, as arguments of Put and Push."""
    parts = (("state", state), ("rotation", rotation), ("value", value))
    return {name: part.lower(b) for name, part in parts if part is not None}


def _turned(rotation: IntExpr | None) -> bool:
    """Whether a piece is placed turned."""
    return rotation is not None and not (isinstance(rotation, IntLiteral) and rotation.value == 0)


def _put_on_empty(b: Builder, site: Expr, what: Expr, count: Expr | None, values: dict[str, Any]) -> None:
    """What is placed first stays."""
    with b.if_(k.not_(k.has(k.OCCUPIED, site))):
        b.emit(Put(site, what, count=count, **values, span=b.span))


def _coordinates(b: Builder, names: tuple[str, ...], type_: SiteType | None, span: Span) -> Expr:
    return k.sites_(coordinates(b, names, type_, span))


@ludeme("place")
class Place(StartRule):
    """Place a piece on one site of the board, or in a hand.

    Example: `(place "King1" coord:"e1")`, `(place "Man1" "Hand" count:9)`.
    """

    piece: str = arg(names=Kind.PIECE)
    container: str | None = arg(None, names=Kind.CONTAINER)
    type: SiteType | None = arg(None)
    site: IntExpr | None = arg(None)
    coord: str | None = named("coord", None)
    count: IntExpr | None = named("count", None)
    state: IntExpr | None = named("state", None)
    rotation: IntExpr | None = named("rotation", None)
    value: IntExpr | None = named("value", None)

    def places(self) -> tuple[str, SiteType | None]:
        return self.piece, self.type

    def needs(self) -> Needs:
        return Needs(counts=self.count is not None, turns=_turned(self.rotation))

    def lower(self, b: Builder) -> None:
        with b.at(self):
            if self.container is not None:
                self._in_hands(b, self.container)
                return
            if self.coord is not None:
                where: Expr = k.int_(coordinate(b, self.coord, self.type, self.span))
            elif self.site is not None:
                where = shifted(b, self.site.lower(b), self.type)
                check_on_board(b, where, self.span)
            else:
                return  # nowhere: so it is in Ludii's recorded games
            component = _one(b, self.piece, self.span)
            if component is not None:
                self._put(b, where, component)

    def placed(self, b: Builder) -> list[tuple[Component, int]]:
        component = None if self.coord is None else _one(b, self.piece, self.span)
        if self.coord is None or component is None:
            return []
        return [(component, 1 << coordinate(b, self.coord, self.type, self.span))]

    def _in_hands(self, b: Builder, name: str) -> None:
        for component in components_named(b, self.piece, self.span):
            sites = hand_sites(b, name, component.owner, self.span)
            if self.site is not None:
                where = k.add(k.int_(sites.start), self.site.lower(b))
            elif b.facts.stacks:
                where = k.int_(sites.start)
            else:
                free = k.diff(k.sites_(sum(1 << site for site in sites)), k.OCCUPIED)
                where = b.assign("free", k.first(free))
            self._put(b, where, component)

    def _put(self, b: Builder, where: Expr, component: Component) -> None:
        optional = _values(b, self.state, self.rotation, self.value)
        what = k.int_(component.index)
        if b.facts.stacks:
            times = k.int_(1) if self.count is None else self.count.lower(b)
            with b.count_up(k.int_(1), times):
                b.emit(Push(where, what, **optional, span=b.span))
        else:
            count = None if self.count is None else self.count.lower(b)
            _put_on_empty(b, where, what, count, optional)

    def says(self, s: Speaker, no: bool = False) -> str:
        who, base = piece_of(s, self.piece)
        number = self.count.value if isinstance(self.count, IntLiteral) else 1
        noun = base if number == 1 else plural(base)
        if self.container is not None and self.site is None and self.coord is None:
            name = self.container.rstrip("0123456789").lower()
            place = "hand" if name == "hand" else one_line(name)
            several = counted(number, base) if self.count is not None else a(base)
            if not who:
                several = several if self.count is not None else a(base)
                return f"each player has {several} in {'hand' if place == 'hand' else 'the ' + place}"
            return f"{who} has {several} in {'hand' if place == 'hand' else 'the ' + place}"
        if self.coord is not None:
            where = f"on {s.say(self.coord).lower()}"
        else:
            where = "on the board" if self.site is None else s.on(self.site)
        amount = "" if number == 1 and self.count is None else f"{number_word(number)} "
        if self.count is not None and not isinstance(self.count, IntLiteral):
            amount, noun = f"{s.say(self.count)} of ", plural(base)
        if amount:
            return f"{amount}{_of(who, noun)} {_are(where, number > 1)}{_state(s, self)}"
        return f"{_whose(who, noun) if who else a(noun)} {_are(where, number > 1)}{_state(s, self)}"


def check_on_board(b: Builder, where: Expr, span: Span) -> None:
    """A site given by number must be one of the game's."""
    if where.op is Op.CONST and isinstance(where.data, int) and not 0 <= where.data < b.facts.size:
        raise MeaningError(
            "E0405",
            f"there is no site {where.data}",
            span,
            "placed off the board",
            f"the sites of the board are 0 to {b.facts.board_count - 1}",
            subject=where.data,
        )


@ludeme("place")
class PlaceMany(StartRule):
    """Place a piece on each of some sites.

    Example: `(place "Pawn1" (sites Bottom))`, `(place "Rook1" {"a1" "h1"})`.
    """

    lists_sites = True
    piece: str = arg(names=Kind.PIECE)
    type: SiteType | None = arg(None)
    sites: tuple[IntExpr, ...] | None = arg(None)
    region: Region | None = arg(None)
    coords: tuple[str, ...] | None = arg(None)
    counts: tuple[IntExpr, ...] | None = named("counts", None)
    state: IntExpr | None = named("state", None)
    rotation: IntExpr | None = named("rotation", None)
    value: IntExpr | None = named("value", None)
    one_of = (("sites", "region", "coords"),)

    def places(self) -> tuple[str, SiteType | None]:
        return self.piece, self.type

    def fills(self) -> Region | None:
        return self.region

    def needs(self) -> Needs:
        return Needs(counts=self.counts is not None, turns=_turned(self.rotation))

    def lower(self, b: Builder) -> None:
        with b.at(self):
            component = _one(b, self.piece, self.span)
            if component is None:
                return
            if self.counts is not None and self.sites is not None:
                for site, number in zip(self.sites, self.counts, strict=False):
                    self._put(b, shifted(b, site.lower(b), self.type), component, number.lower(b))
                return
            count = self.counts[0].lower(b) if self.counts else None
            with b.each(self._where(b)) as where:
                self._put(b, where, component, count)

    def placed(self, b: Builder) -> list[tuple[Component, int]] | None:
        component = _one(b, self.piece, self.span)
        if component is None:
            return []
        try:
            sites = fixed(b, self._where(b))
        except MeaningError:  # what is drawn at random is only drawn where the state is changed
            return None
        return None if sites is None else [(component, sites)]

    def _where(self, b: Builder) -> Expr:
        if self.coords is not None:
            return _coordinates(b, self.coords, self.type, self.span)
        if self.sites is not None:
            for site in self.sites:
                check_on_board(b, shifted(b, site.lower(b), self.type), site.span)
            return k.union(*(k.one(shifted(b, site.lower(b), self.type)) for site in self.sites))
        assert self.region is not None
        return self.region.of_type(b, self.type)

    def _put(self, b: Builder, site: Expr, component: Component, count: Expr | None) -> None:
        optional = _values(b, self.state, self.rotation, self.value)
        what = k.int_(component.index)
        if b.facts.stacks:
            with b.count_up(k.int_(1), count or k.int_(1)):
                b.emit(Push(site, what, **optional, span=b.span))
        else:
            _put_on_empty(b, site, what, count, optional)

    def says(self, s: Speaker, no: bool = False) -> str:
        who, base = piece_of(s, self.piece)
        if self.coords is not None:
            where = f"on {runs([s.say(each).lower() for each in self.coords])}"
            one = len(self.coords) == 1
        elif self.sites is not None:
            where = f"{s.noun(self.sites).preposition} {runs([s.site(each) for each in self.sites])}"
            one = len(self.sites) == 1
        elif self.region is not None:
            where, one = f"{s.noun(self.region).preposition} {s.sites_of(self.region)}", False
        else:
            where, one = "on the board", True
        noun = base if one else plural(base)
        counts = ""
        if self.counts is not None:
            counts = f", {listed([s.say(each) for each in self.counts])} of them"
        return f"{_whose(who, noun)} {_are(where, not one)}{counts}{_state(s, self)}"


@ludeme("place Stack")
class PlaceStack(StartRule):
    """Place a stack of pieces, named from the bottom, on one site or on each of some.

    Example: `(place Stack items:{"Man1" "Man2"} coord:"a1")`, `(place Stack "Disc1" 0 count:5)`.
    """

    stacks = True
    piece: str | None = arg(None, names=Kind.PIECE)
    items: tuple[str, ...] | None = named("items", None, names=Kind.PIECE)
    container: str | None = arg(None, names=Kind.CONTAINER)
    type: SiteType | None = arg(None)
    where: IntExpr | tuple[IntExpr, ...] | Region | tuple[str, ...] | None = arg(None)
    coord: str | None = named("coord", None)
    count: IntExpr | None = named("count", None)
    counts: tuple[IntExpr, ...] | None = named("counts", None)
    state: IntExpr | None = named("state", None)
    rotation: IntExpr | None = named("rotation", None)
    value: IntExpr | None = named("value", None)
    one_of = (("piece", "items"),)

    def places(self) -> tuple[str, SiteType | None] | None:
        return None if self.piece is None else (self.piece, self.type)

    def needs(self) -> Needs:
        return Needs(stacks=True, turns=_turned(self.rotation))

    def lower(self, b: Builder) -> None:
        with b.at(self):
            names = self.items or (self.piece or "",)
            optional = _values(b, self.state, self.rotation, self.value)
            if self.container is not None:
                for component in components_named(b, names[0], self.span):
                    sites = hand_sites(b, self.container, component.owner, self.span)
                    times = k.int_(1) if self.count is None else self.count.lower(b)
                    with b.count_up(k.int_(1), times):
                        b.emit(Push(k.int_(sites.start), k.int_(component.index), **optional, span=b.span))
                return
            components = [each for name in names if (each := _one(b, name, self.span)) is not None]
            with b.each(self._where(b)) as site:
                for i, component in enumerate(components):
                    count = self.counts[i] if self.counts and i < len(self.counts) else self.count
                    times = k.int_(1) if count is None else count.lower(b)
                    with b.count_up(k.int_(1), times):
                        b.emit(Push(site, k.int_(component.index), **optional, span=b.span))

    def _where(self, b: Builder) -> Expr:
        if self.coord is not None:
            return k.sites_(1 << coordinate(b, self.coord, self.type, self.span))
        if isinstance(self.where, Region):
            return self.where.lower(b)
        if isinstance(self.where, tuple):
            names = tuple(part for part in self.where if isinstance(part, str))
            if names:
                return _coordinates(b, names, self.type, self.span)
            numbers = [part for part in self.where if isinstance(part, IntExpr)]
            return k.union(*(k.one(shifted(b, part.lower(b), self.type)) for part in numbers))
        return k.one(shifted(b, self.where.lower(b), self.type)) if self.where is not None else k.sites_(1)

    def says(self, s: Speaker, no: bool = False) -> str:
        names = self.items if self.items is not None else () if self.piece is None else (self.piece,)
        if self.coord is not None:
            where = f"on {s.say(self.coord).lower()}"
        elif isinstance(self.where, Region):
            where = f"{s.noun(self.where).preposition} {each_of(s, self.where)}"
        elif isinstance(self.where, IntExpr):
            where = s.on(self.where)
        elif self.where is not None:
            sites = [s.site(each) if isinstance(each, IntExpr) else each.lower() for each in self.where]
            where = f"on each of {runs(sites)}"
        else:
            where = "on the board" if self.container is None else f"in the {s.say(self.container)}"
        if self.items is None and self.piece is not None:
            who, base = piece_of(s, self.piece)
            number = self.count.value if isinstance(self.count, IntLiteral) else None
            if number is None:  # a stack is begun with one
                number = 1
            owner = f" of {who}" if who else ""
            return f"{counted(number, base)}{owner} {_are(where, number != 1)}{_state(s, self)}"
        pairs = [piece_of(s, name) for name in names]
        owners = {who for who, _ in pairs}
        bases = [a(base) for _, base in pairs]
        if len(owners) == 1 and "" not in owners:
            return f"{where} {owners.pop()} has a stack, from the bottom: {listed(bases)}"
        return (
            f"{where} there is a stack, from the bottom: {listed([_whose(who, base) for who, base in pairs])}"
        )


@ludeme("place Random")
class PlaceRandom(StartRule):
    """Place pieces on sites drawn at random.

    Example: `(place Random (sites Bottom) {"Rook1" "King1" "Rook1"})`.
    """

    region: Region | None = arg(None)
    pieces: tuple[str, ...] = arg(names=Kind.PIECE)
    count: IntExpr | None = named("count", None)
    state: IntExpr | None = named("state", None)
    value: IntExpr | None = named("value", None)
    type: SiteType | None = arg(None)

    def lower(self, b: Builder) -> None:
        with b.at(self):
            everywhere = k.sites_(b.facts.sites_of(self.type))
            region = everywhere if self.region is None else self.region.lower(b)
            times = k.int_(1) if self.count is None else self.count.lower(b)
            with b.count_up(k.int_(1), times):
                for name in self.pieces:
                    component = _one(b, name, self.span)
                    if component is None:
                        continue
                    free = b.local("free")
                    b.emit(Assign(free, k.diff(region, k.OCCUPIED), span=b.span))
                    chosen = b.draw(k.size(k.var(free, SITES)))
                    what = k.int_(component.index)
                    state = None if self.state is None else self.state.lower(b)
                    value = None if self.value is None else self.value.lower(b)
                    site = k.nth(k.var(free, SITES), chosen)
                    b.emit(Put(site, what, state, value, fresh=True, span=b.span))

    def says(self, s: Speaker, no: bool = False) -> str:
        pieces = listed([_whose(*piece_of(s, name)) for name in self.pieces[:20]])
        where = f"on the empty {s.cells}"
        if self.region is not None:
            where = f"{s.noun(self.region).preposition} {s.sites_of(self.region)}"
        count = "" if self.count is None else f", {s.say(self.count)} of each"
        return f"{pieces}{count}, {where} drawn at random"


def piece_of(s: Speaker, name: str) -> tuple[str, str]:
    """Whose a piece is (`White`, or nothing) and what it is called."""
    base, owner = s.base(name)
    if owner is None:
        return "", base
    if owner == 0 or owner > s.facts.players:
        return ("", f"neutral {base}") if owner == 0 and s.facts.players > 1 else ("", base)
    return s.seat(owner), base


def _whose(who: str, noun: str) -> str:
    return f"{possessive(who)} {noun}" if who else noun


def _state(s: Speaker, it: Any) -> str:
    parts = []
    for name, word in (("state", "state"), ("value", "value")):
        value = getattr(it, name, None)
        if value is not None and not (name == "state" and s.states_explained):
            parts.append(f"{word} {s.say(value)}")
    turned = _turned_by(s, getattr(it, "rotation", None))
    told = [f"with {listed(parts)}"] if parts else []
    return f" ({', '.join([*told, *turned])})" if told or turned else ""


def _turned_by(s: Speaker, rotation: IntExpr | None) -> list[str]:
    """How a piece is turned when it is placed, if it is."""
    if rotation is None or not _turned(rotation):
        return []
    if isinstance(rotation, IntLiteral):
        steps = number_word(rotation.value)
        return [f"turned {steps} {'step' if rotation.value == 1 else 'steps'} clockwise"]
    return [f"turned clockwise by {s.say(rotation)}"]


def _are(where: str, many: bool) -> str:
    """On a board pieces stand; in a hand they are."""
    if where.startswith("in "):
        return f"{'are' if many else 'is'} {where}"
    return f"{'stand' if many else 'stands'} {where}"


def each_of(s: Speaker, region: Any) -> str:
    """Each site of a region; `each of the whole board` is every site of the board."""
    noun = s.noun(region)
    text = s.sites_of(region)
    if noun.inside and noun.any.startswith("a place of "):
        return f"each{noun.any.removeprefix('a')}"
    if noun.inside and noun.any == noun.plural:
        return text
    return f"each {s.cell} of the board" if noun.plural == WHOLE else f"each of {text}"


def _of(who: str, noun: str) -> str:
    return f"of {possessive(who)} {noun}" if who else noun
