"""Conditions: what is connected with what, and whether a piece is under attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.english.words import static_region

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.goals import fixed
from gdl.builder.meaning_error import MeaningError
from gdl.core import make as k
from gdl.core.ops import BOOL, Assign, Expr, If, Put, Return, Table
from gdl.english.grammar import listed
from gdl.lower.closeness import any_of, vacant
from gdl.lower.formations import joining
from gdl.lower.groups import each_group, neighbours
from gdl.lower.numbers import function_with, once
from gdl.lower.places import last_to, regions_of_player, site_of, static_regions
from gdl.lower.players import fixed_player, owned_by, players_of
from gdl.lower.statics import kind_of
from gdl.lower.structural_key import structural_key
from gdl.lower.surroundings import unfollowed
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, Direction, IntExpr, Moves, Region
from gdl.ludeme.kinds import Quantity
from gdl.ludeme.registry import ludeme
from gdl.ludemes.is_line import step_table
from gdl.words.words import RelationType, RoleType, SiteType, StaticRegion, WordEnum


class ConnectType(WordEnum):
    """Connected, or cut off for good."""

    BLOCKED = "Blocked"
    CONNECTED = "Connected"


@ludeme("is")
class IsConnected(BoolExpr):
    """Does the group of a site (default: where the last move ended) reach all the regions: those given, or
    those that belong to a player, or (with a number) so many of them? `Blocked`: can the player no longer
    join them, whatever is added on empty sites?

    Example: `(is Connected Mover)`, `(is Connected 3 Sides)`.
    """

    what: ConnectType = arg()
    number: IntExpr | None = arg(None)
    type: SiteType | None = arg(None)
    at: IntExpr | None = named("at", None, takes=Quantity.SITE)
    direction: Direction | None = arg(None)
    regions: tuple[Region, ...] | RoleType | StaticRegion = arg()

    def lower(self, b: Builder) -> Expr:
        if self.what is ConnectType.BLOCKED:
            return b.function("blocked", BOOL, lambda: self._blocked(b))
        at = last_to(b) if self.at is None else site_of(b, self.at, self.type)
        step = neighbours(b, self.direction, self.type)

        def group(site: Expr, owner: Expr) -> Expr:
            return k.flood(step, k.one(site), k.owned(owner))

        if isinstance(self.regions, RoleType):
            return self._of_player(b, at, step)
        return once(
            b, "connected", BOOL, (at,), lambda site: self._meets(b, group(site, k.who(site)), self._given)
        )

    def closeness(self, b: Builder) -> Expr | None:
        if self.what is ConnectType.BLOCKED or self.number is not None:
            return super().closeness(b)
        if isinstance(self.regions, RoleType):
            owners = [p for p, included in players_of(b, self.regions, self.span) if fixed(b, included)]
        else:
            owners = [p for p in (fixed(b, b.context(Context.MOVER)),) if p is not None]
        step = neighbours(b, self.direction, self.type)
        tests = []
        for number in owners:
            given = isinstance(self.regions, RoleType)
            sides = regions_of_player(b, number) if given else self._given(b)
            if len(sides) != 2:
                return super().closeness(b)
            pieces, free = k.owned(k.int_(number)), vacant(b, self.type)
            both = (sides[0], sides[1])
            tests.append(joining(b, step, lambda sites: self._around(b, step, sites), both, pieces, free))
        return any_of(tests)

    def achieved_by(self) -> RoleType | None:
        joined = self.what is ConnectType.CONNECTED
        return self.regions if joined and isinstance(self.regions, RoleType) else None

    def _around(self, b: Builder, step: Table, sites: Expr) -> Expr:
        """What is next to any of some sites."""
        if self.direction is not None:
            return b.gather(sites, lambda: k.table(step, b.context(Context.SITE)), Context.SITE)
        ways = b.facts.topology.directions(kind_of(b, self.type), RelationType.ADJACENT)
        steps = (step_table(b, way, RelationType.ADJACENT, self.type) for way in ways)
        return k.union(*(k.image(step, sites) for step in steps))

    def _given(self, b: Builder) -> list[Expr]:
        """The regions to connect, where they are no player's."""
        if isinstance(self.regions, StaticRegion):
            return [k.sites_(mask) for mask in static_regions(b, self.regions, self.type, self.span)]
        assert isinstance(self.regions, tuple)
        return [region.lower(b) for region in self.regions]

    def _of_player(self, b: Builder, at: Expr, step: Table) -> Expr:
        """Each player has its own regions to connect."""
        assert isinstance(self.regions, RoleType)
        role = self.regions

        wanted_by = partial(regions_of_player, b)

        def any_of(site: Expr) -> Expr:
            tests = []
            for number, condition in players_of(b, role, self.span):
                wanted = partial(regions_of_player, player=number)
                if wanted(b):
                    reached = k.flood(step, k.one(site), k.owned(k.int_(number)))
                    tests.append(k.and_(condition, self._meets(b, reached, wanted)))
            # an estimate knows who moves: then it may be one of those who have none
            written = fixed_player(role) is not None
            if not tests and (written or not any(map(wanted_by, range(1, b.facts.players + 1)))):
                raise MeaningError(
                    "E0412", "no player has regions to connect", self.span, "", "declare (regions P1 {...})"
                )
            return k.or_(*tests)

        return once(b, "connected", BOOL, (at,), any_of)

    def _meets(self, b: Builder, group: Expr, wanted: Callable[[Builder], list[Expr]]) -> Expr:
        def meets(members: Expr) -> Expr:
            touched = [k.some(k.inter(members, region)) for region in wanted(b)]
            if self.number is None:
                return k.and_(*touched)
            total = k.int_(0)
            for touch in touched:
                total = k.add(total, k.select(touch, k.int_(1), k.int_(0)))
            return k.ge(total, self.number.lower(b))

        return once(b, "meets", BOOL, (group,), meets)

    def _blocked(self, b: Builder) -> Expr:
        """Inside a function: can the regions not be joined over sites that are empty or the player's?"""
        if isinstance(self.regions, RoleType):
            for number, condition in players_of(b, self.regions, self.span):
                with b.if_(condition):
                    self._unless_joined(b, k.int_(number), partial(regions_of_player, player=number))
        else:
            self._unless_joined(b, b.context(Context.MOVER), self._given)
        return k.TRUE

    def _unless_joined(self, b: Builder, owner: Expr, wanted: Callable[[Builder], list[Expr]]) -> None:
        def look(group: Expr) -> None:
            b.emit(If(self._meets(b, group, wanted), (Return(k.FALSE),), span=b.span))

        board = k.sites_(b.facts.sites_of(self.type))
        free = k.diff(board, k.diff(k.OCCUPIED, k.owned(owner)))
        each_group(b, free, self.direction, self.type, look)

    def says(self, s: Speaker, no: bool = False) -> str:
        of = f"the group of {s.just}" if self.at is None else f"the group of {s.site(self.at)}"
        if isinstance(self.regions, tuple):
            regions = listed([s.noun(each).plural for each in self.regions])
        elif isinstance(self.regions, RoleType):
            regions = f"all {s.whose(self.regions)} regions"
        elif isinstance(self.regions, StaticRegion):
            regions = static_region(self.regions)
        else:
            regions = s.say(self.regions)
        if self.number is not None:
            regions = f"at least {s.say(self.number)} of {regions}"
        how = "" if self.direction is None else f" (connected {s.say(self.direction)})"
        if self.what is ConnectType.BLOCKED:
            return f"{of}{how} can {'still' if no else 'no longer'} be connected with {regions}"
        return f"{of}{how} {'does not connect' if no else 'connects'} {regions}"


class ThreatType(WordEnum):
    """In danger, or within some sites."""

    THREATENED = "Threatened"
    WITHIN = "Within"


@ludeme("is")
class IsThreatened(BoolExpr):
    """Could an enemy's next move end on a piece of this component (there, if one stood there, or wherever one
    is)? Or: does one stand within some sites?

    Enemies are those of the owner of the component. A threat asked about while threats are being looked for
    counts as none.

    Example: `(is Threatened (id "King" Mover) at:(to))`.
    """

    what: ThreatType = arg()
    component: IntExpr | None = arg(None)
    type: SiteType | None = arg(None)
    at: IntExpr | None = named("at", None, takes=Quantity.SITE)
    within: Region | None = named("in", None)
    moves: Moves | None = arg(None)
    at_most_one = (("at", "within"),)

    def lower(self, b: Builder) -> Expr:
        if self.at is not None:
            sites = k.one(site_of(b, self.at, self.type))
        elif self.within is not None:
            sites = self.within.lower(b)
        else:
            sites = None
        if self.what is ThreatType.WITHIN:
            return self._within(b, sites)
        if b.bound(Context.THREAT) is not None:
            return k.FALSE
        if self.component is None:
            site = last_to(b) if self.at is None else site_of(b, self.at, self.type)
            owner = k.who(site)
            targets = sites if sites is not None else k.one(site)
        else:
            component = self.component.lower(b)
            owners = b.table(tuple(c.owner for c in b.facts.components), outside=0, stem="owner")
            owner = k.table(owners, component)
            targets = k.of_kind(component) if sites is None else sites
            if self.at is not None and not b.facts.stacks:
                args = (site_of(b, self.at, self.type), component, owner)
                make = partial(self._attacked_there, b)
                return function_with(b, "threatened_there", BOOL, args, make)
        return once(b, "threatened", BOOL, (targets, owner), lambda t, o: self._attacked(b, t, o))

    def _attacked_there(self, b: Builder, site: Expr, component: Expr, owner: Expr) -> Expr:
        """Would a piece on a site be attacked there? If the site is empty one is put there to find out: there
        are moves that only take."""
        attacked = b.variable("attacked", k.FALSE)
        with b.sandbox():
            with b.if_(k.not_(k.has(k.OCCUPIED, site))):
                b.emit(Put(site, component, span=self.span))
            answer = self._attacked(b, k.one(site), owner)
            b.emit(Assign(str(attacked.data), answer, span=self.span))
        return attacked

    def _within(self, b: Builder, sites: Expr | None) -> Expr:
        region = k.one(last_to(b)) if sites is None else sites
        if self.component is None:
            return k.some(k.inter(region, owned_by(b, RoleType.MOVER, self.span)))
        return k.some(k.inter(region, k.of_kind(self.component.lower(b))))

    def _attacked(self, b: Builder, targets: Expr, owner: Expr) -> Expr:
        """Any enemy of the owner with a move to the targets. The enemies are asked one by one, so that each
        one's moves are made for it alone."""
        from gdl.ludemes.each_piece import ForEachPiece

        tests = []
        attack = self.moves if self.moves is not None else ForEachPiece.plain()
        for enemy in range(1, b.facts.players + 1):
            binding = {Context.MOVER: k.int_(enemy), Context.THREAT: k.int_(1)}
            piece, b.piece = b.piece, None
            with unfollowed(b), b.bind(binding):
                key = ("attacks", None if self.moves is None else structural_key(b, self.moves), enemy)
                call = b.generator(f"attacks_{enemy}", lambda: attack.lower(b), key=key)
                hits = k.any_move_to(call.name, targets, *call.args)
            b.piece = piece
            tests.append(k.and_(k.ne(owner, k.int_(enemy)), hits))
        return k.or_(*tests)

    def says(self, s: Speaker, no: bool = False) -> str:
        is_not = "is not" if no else "is"
        if self.what is ThreatType.WITHIN:
            piece = "the piece" if self.component is None else s.of_index(self.component)
            where = (
                s.noun(self.within).plural
                if self.within is not None
                else s.site(self.at)
                if self.at is not None
                else "it"
            )
            return f"{piece} {is_not} in {where}"
        piece = "a piece" if self.component is None else s.of_index(self.component)
        at = "" if self.at is None else f" {s.on(self.at)}"
        place = "" if self.within is None else f" in {s.noun(self.within).plural}"
        return f"{piece}{at}{place} {is_not} under attack"
