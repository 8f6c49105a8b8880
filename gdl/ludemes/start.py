"""The starting position: placing pieces, setting scores and counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.goals import fixed
from gdl.builder.meaning_error import MeaningError, unsupported
from gdl.core import make as k
from gdl.core.ops import SITES, Assign, Expr, Op, Push, Put, Store
from gdl.equip.facts import Component
from gdl.lower.memory import remember, var_field
from gdl.lower.pieces import components_named
from gdl.lower.places import coordinate, hand_sites, shifted
from gdl.lower.players import owner, players_of
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, IntExpr, Ints, Region, StartRule
from gdl.ludeme.kinds import Kind, Quantity
from gdl.ludeme.literals import IntLiteral
from gdl.ludeme.needs import Needs
from gdl.ludeme.registry import ludeme
from gdl.ludemes.effects import score_field
from gdl.source.text import Span
from gdl.words.words import RoleType, SiteType, WordEnum


def _one(b: Builder, name: str, span: Span) -> Component:
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
    return components[0]


def _values(
    b: Builder, state: IntExpr | None, rotation: IntExpr | None, value: IntExpr | None
) -> dict[str, Any]:
    """What a piece that is placed carries, as arguments of Put and Push."""
    parts = (("state", state), ("rotation", rotation), ("value", value))
    return {name: part.lower(b) for name, part in parts if part is not None}


def _put_on_empty(b: Builder, site: Expr, what: Expr, count: Expr | None, values: dict[str, Any]) -> None:
    """What is placed first stays."""
    with b.if_(k.not_(k.has(k.OCCUPIED, site))):
        b.emit(Put(site, what, count=count, **values, span=b.span))


def _coordinates(b: Builder, names: tuple[str, ...], type_: SiteType | None, span: Span) -> Expr:
    return k.sites_(sum({1 << coordinate(b, name, type_, span) for name in names}))


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

    def needs(self) -> Needs:
        return Needs(counts=self.count is not None)

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
                where = k.int_(0)
            self._put(b, where, _one(b, self.piece, self.span))

    def placed(self, b: Builder) -> list[tuple[Component, int]]:
        if self.coord is None:
            return []
        return [(_one(b, self.piece, self.span), 1 << coordinate(b, self.coord, self.type, self.span))]

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

    def needs(self) -> Needs:
        return Needs(counts=self.counts is not None)

    def lower(self, b: Builder) -> None:
        with b.at(self):
            component = _one(b, self.piece, self.span)
            if self.counts is not None and self.sites is not None:
                for site, number in zip(self.sites, self.counts, strict=False):
                    self._put(b, shifted(b, site.lower(b), self.type), component, number.lower(b))
                return
            count = self.counts[0].lower(b) if self.counts else None
            with b.each(self._where(b)) as where:
                self._put(b, where, component, count)

    def placed(self, b: Builder) -> list[tuple[Component, int]]:
        sites = fixed(b, self._where(b))
        return [] if sites is None else [(_one(b, self.piece, self.span), sites)]

    def _where(self, b: Builder) -> Expr:
        if self.coords is not None:
            return _coordinates(b, self.coords, self.type, self.span)
        if self.sites is not None:
            for site in self.sites:
                check_on_board(b, shifted(b, site.lower(b), self.type), site.span)
            return k.union(*(k.one(shifted(b, site.lower(b), self.type)) for site in self.sites))
        assert self.region is not None
        return self.region.lower(b)

    def _put(self, b: Builder, site: Expr, component: Component, count: Expr | None) -> None:
        optional = _values(b, self.state, self.rotation, self.value)
        what = k.int_(component.index)
        if b.facts.stacks:
            with b.count_up(k.int_(1), count or k.int_(1)):
                b.emit(Push(site, what, **optional, span=b.span))
        else:
            _put_on_empty(b, site, what, count, optional)


@ludeme("place Stack")
class PlaceStack(StartRule):
    """Place a stack of pieces, named from the bottom, on one site or on each of some.

    Example: `(place Stack items:{"Man1" "Man2"} coord:"a1")`, `(place Stack "Disc1" 0 count:5)`.
    """

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

    def needs(self) -> Needs:
        return Needs(stacks=True)

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
            components = [_one(b, name, self.span) for name in names]
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
                    free = b.local("free")
                    b.emit(Assign(free, k.diff(region, k.OCCUPIED), span=b.span))
                    chosen = b.draw(k.size(k.var(free, SITES)))
                    what = k.int_(component.index)
                    b.emit(Put(k.nth(k.var(free, SITES), chosen), what, fresh=True, span=b.span))


class StartPlayerType(WordEnum):
    """What a player starts with."""

    AMOUNT = "Amount"
    SCORE = "Score"


@ludeme("set")
class SetStartPlayer(StartRule):
    """Set the score that a player (or all) starts with: `(set Score P1 10)`."""

    of: StartPlayerType = arg()
    role: RoleType | None = arg(None)
    value: IntExpr = arg()

    def lower(self, b: Builder) -> None:
        with b.at(self):
            field = (
                score_field(b)
                if self.of is StartPlayerType.SCORE
                else b.declare("amount", k.int_(0).type, b.facts.players + 1)
            )
            for number, _ in players_of(b, self.role or RoleType.ALL, self.span):
                b.emit(Store(field, k.int_(number), self.value.lower(b), span=b.span))


class StartSitesType(WordEnum):
    """What is set for sites at the start."""

    COST = "Cost"
    COUNT = "Count"
    PHASE = "Phase"


@ludeme("set")
class SetStartSites(StartRule):
    """Set the count of some sites at the start: `(set Count 4 to:(sites Track))`."""

    of: StartSitesType = arg()
    value: IntExpr = arg()
    type: SiteType | None = arg(None)
    at: IntExpr | None = named("at", None, takes=Quantity.SITE)
    to: Region | None = named("to", None)
    one_of = (("at", "to"),)

    def needs(self) -> Needs:
        return Needs(counts=True)

    def lower(self, b: Builder) -> None:
        with b.at(self):
            if self.of is not StartSitesType.COUNT:
                raise unsupported(
                    f"setting the {self.of.value.lower()} of sites",
                    self.span,
                    "set it before the first move, as an effect of the rules",
                )
            if self.to is not None:
                sites = self.to.lower(b)
            else:
                assert self.at is not None
                sites = k.one(shifted(b, self.at.lower(b), self.type))
            if not b.facts.components[1:]:
                advice = 'declare one in the equipment: (piece "Seed" Shared)'
                raise MeaningError("E0402", "there is no piece to count", self.span, "", advice)
            with b.each(sites) as site:
                count = self.value.lower(b)
                b.emit(Put(site, k.int_(1), count=count, span=b.span))


@ludeme("set Var")
class SetStartVar(StartRule):
    """Give a variable its value at the start: `(set Var "Trump" 3)`. Without this it is -1 at first."""

    name: str | None = arg(None)
    value: IntExpr = arg()

    def lower(self, b: Builder) -> None:
        with b.at(self):
            b.emit(Store(var_field(b, self.name), None, self.value.lower(b), span=b.span))


@ludeme("set RememberValue")
class SetStartRemember(StartRule):
    """Remember numbers from the start on."""

    name: str | None = arg(None, declares=Kind.REMEMBERED)
    what: IntExpr | Region = arg()
    unique: bool = named("unique", False)

    def lower(self, b: Builder) -> None:
        with b.at(self):
            if isinstance(self.what, Region):
                with b.each(self.what.lower(b)) as number:
                    remember(b, self.name, number, self.unique)
            else:
                remember(b, self.name, self.what.lower(b), self.unique)


@ludeme("set")
class SetStartOwner(StartRule):
    """Give a site, or some, to a player: its first piece is put there. `(set P1 Vertex {0 1})`."""

    role: RoleType = arg()
    type: SiteType | None = arg(None)
    sites: tuple[IntExpr, ...] | None = arg(None)
    site: IntExpr | None = arg(None)
    region: Region | None = arg(None)
    coords: tuple[str, ...] | None = arg(None)
    coord: str | None = named("coord", None)

    def lower(self, b: Builder) -> None:
        with b.at(self):
            number = fixed(b, owner(b, self.role, self.span))
            component = next((c for c in b.facts.components[1:] if c.owner == number), None)
            if component is None:
                raise MeaningError("E0402", "the player has no piece", self.span)
            parts: list[Expr] = [k.one(shifted(b, s.lower(b), self.type)) for s in self.sites or ()]
            if self.site is not None:
                parts.append(k.one(shifted(b, self.site.lower(b), self.type)))
            if self.region is not None:
                parts.append(self.region.lower(b))
            names = (*(self.coords or ()), *((self.coord,) if self.coord else ()))
            if names:
                parts.append(_coordinates(b, names, self.type, self.span))
            with b.each(k.union(*parts)) as site:
                b.emit(Put(site, k.int_(component.index), span=b.span))


@ludeme("set Team")
class SetTeam(StartRule):
    """Put players into a team, for the whole game: they are friends, and all others enemies.

    Example: `(set Team 1 {P1 P3})`.
    """

    team: IntExpr = arg()
    members: tuple[RoleType, ...] = arg()

    def teams(self) -> Iterator[tuple[RoleType, int]]:
        return ((role, self.number()) for role in self.members)

    def number(self) -> int:
        """The team's number."""
        if not isinstance(self.team, IntLiteral):
            raise unsupported(
                "a team whose number is not written out",
                self.span,
                "write the number: `(set Team 1 {P1 P3})`",
            )
        return self.team.value

    def lower(self, b: Builder) -> None:
        """It is a fact of the game: nothing has to be done."""


@ludeme("forEach Player")
class ForEachPlayerStart(StartRule):
    """A starting rule for each player."""

    rule: StartRule = arg()

    def lower(self, b: Builder) -> None:
        for p in range(1, b.facts.players + 1):
            with b.bind({Context.PLAYER: k.int_(p), Context.MOVER: k.int_(p)}):
                self.rule.lower(b)


@ludeme("forEach Site")
class ForEachSiteStart(StartRule):
    """A starting rule for each site of a region."""

    region: Region = arg()
    condition: BoolExpr | None = named("if", None)
    rule: StartRule = arg()

    def lower(self, b: Builder) -> None:
        with b.at(self), b.each(self.region.lower(b), Context.SITE):
            with b.if_(k.TRUE if self.condition is None else self.condition.lower(b)):
                self.rule.lower(b)


@ludeme("forEach Value")
class ForEachValueStart(StartRule):
    """A starting rule for each number of a range."""

    low: IntExpr = named("min")
    high: IntExpr = named("max")
    rule: StartRule = arg()

    def lower(self, b: Builder) -> None:
        with b.at(self), b.count_up(self.low.lower(b), self.high.lower(b), Context.VALUE):
            self.rule.lower(b)


@ludeme("forEach")
class ForEachIntsStart(StartRule):
    """A starting rule for each number of an array."""

    values: Ints = arg()
    rule: StartRule = arg()

    def lower(self, b: Builder) -> None:
        def one(value: Expr) -> None:
            with b.bind({Context.VALUE: value, Context.PLAYER: value}):
                self.rule.lower(b)

        with b.at(self):
            self.values.lower_each(b, one)
