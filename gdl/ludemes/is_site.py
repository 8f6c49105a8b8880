"""Conditions on sites and players: empty, in a region, enemy, whose turn, and so on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.goals import fixed, from_state
from gdl.core import make as k
from gdl.core.ops import SITES, Expr, Op, RepeatKind
from gdl.english.grammar import listed
from gdl.lower.closeness import on_the_way, way_from
from gdl.lower.memory import decided_field, proposed_field, text_number, triggered_field
from gdl.lower.numbers import is_one_of
from gdl.lower.offer import pending_flag
from gdl.lower.places import last_from, last_to, site_of
from gdl.lower.players import is_enemy, is_friend, owned_by, owner, player
from gdl.lower.turns import repeats_after_move
from gdl.ludeme.base import arg
from gdl.ludeme.categories import BoolExpr, IntExpr, Ints, Region
from gdl.ludeme.kinds import Kept, Kind, Quantity
from gdl.ludeme.literals import IntsLiteral
from gdl.ludeme.registry import ludeme
from gdl.ludemes.ints_context import IterationSite, ends_a_move, is_named
from gdl.ludemes.ints_state import WhoAt
from gdl.ludemes.meta import RepetitionType
from gdl.words.words import RelationType, RoleType, SiteType, WordEnum

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


class SiteCondition(WordEnum):
    """Whether there is a piece."""

    EMPTY = "Empty"
    OCCUPIED = "Occupied"


@ludeme("is")
class IsEmpty(BoolExpr):
    """Is the site empty, or occupied?

    Example: `(is Empty (to))`.
    """

    what: SiteCondition = arg()
    type: SiteType | None = arg(None)
    site: IntExpr = arg(takes=Quantity.SITE)

    def lower(self, b: Builder) -> Expr:
        site = site_of(b, self.site, self.type)
        if self.what is SiteCondition.OCCUPIED:
            return k.has(k.OCCUPIED, site)
        # Off the board nothing is empty.
        everywhere = k.sites_((1 << b.facts.size) - 1)
        return k.has(k.diff(everywhere, k.OCCUPIED), site)

    def asks_empty(self) -> bool:
        return self.what is SiteCondition.EMPTY

    def asks_occupied(self, site: Context) -> bool:
        return self.what is SiteCondition.OCCUPIED and is_named(self.site, site)

    def says(self, s: Speaker, no: bool = False) -> str:
        word = "empty" if self.what is SiteCondition.EMPTY else "occupied"
        return f"{s.site(self.site)} is {'not ' if no else ''}{word}"


@ludeme("is In")
class IsIn(BoolExpr):
    """Is the site (default: `(to)`) in the region, or the number in the array?

    Example: `(is In (to) (sites Top))`, `(is In (count Moves) {1 2})`.
    """

    site: IntExpr | tuple[IntExpr, ...] | None = arg(None)
    region: Region | Ints = arg()

    def goal(self) -> Region | None:
        return self.region if isinstance(self.region, Region) else None

    def lower(self, b: Builder) -> Expr:
        given = self.site if isinstance(self.site, tuple) else (self.site,)
        values = [b.context(Context.TO) if site is None else site.lower(b) for site in given]
        if isinstance(self.region, Region):
            region = self.region
            return k.or_(*(region.holds(b, value) for value in values))
        array = self.region
        return k.or_(*(is_one_of(b, array, value) for value in values))

    def closeness(self, b: Builder) -> Expr | None:
        region = fixed(b, self.region.lower(b)) if isinstance(self.region, Region) else None
        if region is None or isinstance(self.site, tuple) or self.site is None:
            return super().closeness(b)
        if ends_a_move(self.site):
            # Any of the pieces may be the one that moves there.
            return on_the_way(b, k.owned(b.context(Context.MOVER)), region)
        site = from_state(b, self.site.lower(b))
        return None if site is None else way_from(b, site, region)

    def achieved_by(self) -> RoleType | None:
        role = self.region.belongs_to() if isinstance(self.region, Region) else None
        if role is RoleType.MOVER or self.site is None or isinstance(self.site, IterationSite):
            return role
        return None  # whoever comes into another's region may have come to a goal by that

    def says(self, s: Speaker, no: bool = False) -> str:
        site = s.terms["to"] if self.site is None else s.site(self.site)
        if isinstance(self.region, IntsLiteral) or not hasattr(self.region, "lower"):
            return f"{site} is {'not ' if no else ''}one of {_sites(s, self.region)}"
        return f"{site} {s.noun(self.region).holds(no)}"


class PlayerCondition(WordEnum):
    """What a player may be."""

    ACTIVE = "Active"
    ENEMY = "Enemy"
    FRIEND = "Friend"
    MOVER = "Mover"
    NEXT = "Next"
    PREV = "Prev"


@ludeme("is")
class IsPlayer(BoolExpr):
    """Is the player the mover, the next, the one before; an enemy or friend of the mover; still in the game?

    Example: `(is Enemy (who at:(to)))`.
    """

    what: PlayerCondition = arg()
    who: IntExpr | RoleType = arg(takes=Quantity.PLAYER)

    def asks_for_turn(self) -> bool:
        turns = (PlayerCondition.MOVER, PlayerCondition.NEXT, PlayerCondition.PREV)
        return isinstance(self.who, RoleType) and self.what in turns

    def asks_occupied(self, site: Context) -> bool:
        # nobody's number may be that of the player before, when the game begins
        always = self.what in (PlayerCondition.ACTIVE, PlayerCondition.PREV)
        return isinstance(self.who, WhoAt) and is_named(self.who.at, site) and not always

    def lower(self, b: Builder) -> Expr:
        who, mover = owner(b, self.who, self.span), b.context(Context.MOVER)
        if who.op is Op.WHO:
            # The owner of what stands on a site: asked of the sets of pieces, not site by site.
            if self.what is PlayerCondition.MOVER:
                return k.has(k.owned(mover), who.args[0])
            if self.what is PlayerCondition.FRIEND:
                return k.has(owned_by(b, RoleType.FRIEND, self.span), who.args[0])
            if self.what is PlayerCondition.ENEMY:
                return k.has(owned_by(b, RoleType.ENEMY, self.span), who.args[0])
        match self.what:
            case PlayerCondition.MOVER:
                return k.eq(who, mover)
            case PlayerCondition.FRIEND:
                return is_friend(b, who, mover)
            case PlayerCondition.ENEMY:
                return is_enemy(b, who, mover)
            case PlayerCondition.NEXT:
                return k.eq(who, b.context(Context.NEXT))
            case PlayerCondition.PREV:
                return k.eq(who, b.context(Context.PREV))
        if b.facts.players <= 2:
            return k.and_(k.ge(who, k.int_(1)), k.le(who, k.int_(b.facts.players)))
        from gdl.lower.turns import out_field

        return k.not_(k.elem(out_field(b), who))

    def says(self, s: Speaker, no: bool = False) -> str:
        who, what = self.who, self.what
        pieces = {
            PlayerCondition.ENEMY: RoleType.ENEMY, PlayerCondition.FRIEND: RoleType.FRIEND,
            PlayerCondition.MOVER: RoleType.MOVER, PlayerCondition.NEXT: RoleType.NEXT,
            PlayerCondition.PREV: RoleType.PREV,
        }  # fmt: skip
        if isinstance(who, WhoAt) and what in pieces:
            return who.equals(s, pieces[what], no)
        name = s.player(who)
        if what is PlayerCondition.MOVER:
            return f"you are {'not ' if no else ''}{name}"
        verb = "are" if name == "you" else "is"
        yes = {
            "Active": f"{verb} {'out of' if no else 'still in'} the game",
            "Enemy": f"{verb} {'no' if no else 'an'} opponent",
            "Friend": f"{verb} {'not ' if no else ''}on your side",
            "Next": f"{verb} {'not ' if no else ''}the next to move",
            "Prev": f"{verb} {'not ' if no else ''}the player who has just moved",
        }[what.value]
        if what is PlayerCondition.PREV and who is RoleType.MOVER:
            return "this is the first move of the turn" if no else "this is a further move in the same turn"
        if what is PlayerCondition.NEXT and who is RoleType.MOVER:
            return "your turn is over" if no else "you move again"
        return f"{name} {yes}"


class NumberCondition(WordEnum):
    """What a number may be."""

    ANY_DIE = "AnyDie"
    EVEN = "Even"
    FLAT = "Flat"
    ODD = "Odd"
    PIPS_MATCH = "PipsMatch"
    SIDES_MATCH = "SidesMatch"
    VISITED = "Visited"


@ludeme("is")
class IsNumber(BoolExpr):
    """Is the number even or odd, what a die counts that was not yet used, or a site visited in this turn?

    `Flat`: can a ball lie on the site (default: `(to)`) of a board with layers? It does on the lowest layer,
    and on any other where there are balls on all sites below it.

    Example: `(is Even (count Moves))`, `(is Flat)`.
    """

    what: NumberCondition = arg()
    value: IntExpr | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        if self.what is NumberCondition.FLAT:
            return self._flat(b)
        value = last_to(b) if self.value is None else self.value.lower(b)
        if self.what in (NumberCondition.EVEN, NumberCondition.ODD):
            even = k.eq(k.mod(value, k.int_(2)), k.int_(0))
            return even if self.what is NumberCondition.EVEN else k.not_(even)
        if self.what is NumberCondition.VISITED:
            from gdl.lower.offer import visited_field

            return k.has(k.field(visited_field(b)), value)
        if self.what is NumberCondition.ANY_DIE:
            from gdl.lower.dice import pips_of, the_dice

            return k.or_(*(k.eq(value, pips_of(b, die)) for die in the_dice(b, self.span)))
        raise self.refused(
            "dominoes are not played; compare numbers: `(= (value Piece at:(from)) (value Piece at:(to)))`"
        )

    def _flat(self, b: Builder) -> Expr:
        site = b.context(Context.TO) if self.value is None else self.value.lower(b)
        kind = b.facts.main
        below = [0] * b.facts.size
        for index, steps in enumerate(b.facts.topology.steps(kind)):
            for step in steps:
                if step.direction.value.startswith("D"):
                    below[index] |= 1 << step.to
        supports = k.table(b.table(tuple(below), SITES, 0, "supports"), site)
        return k.not_(k.some(k.diff(supports, k.OCCUPIED)))

    def reads(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.DICE, ""),) if self.what is NumberCondition.ANY_DIE else ()

    def says(self, s: Speaker, no: bool = False) -> str:
        value = "it" if self.value is None else s.say(self.value)
        return {
            "AnyDie": f"{value} is {'not ' if no else ''}what a die not used yet shows",
            "Even": f"{value} is {'odd' if no else 'even'}",
            "Odd": f"{value} is {'even' if no else 'odd'}",
            "Visited": f"{value} was {'not ' if no else ''}visited in this turn",
            "Flat": f"{value} {'does not lie' if no else 'lies'} flat",
            "PipsMatch": f"the pips {'do not match' if no else 'match'}",
            "SidesMatch": f"the sides {'do not match' if no else 'match'}",
        }[self.what.value]


class SimpleCondition(WordEnum):
    """A condition without arguments."""

    CYCLE = "Cycle"
    FULL = "Full"
    PENDING = "Pending"


@ludeme("is")
class IsSimple(BoolExpr):
    """Is the board full, or anything pending, or does the game turn in a circle: do the same pieces stand in
    the same way for the third time before the same player's move?

    Example: `(is Full)`.
    """

    what: SimpleCondition = arg()

    def lower(self, b: Builder) -> Expr:
        if self.what is SimpleCondition.PENDING:
            return k.field(pending_flag(b))
        if self.what is SimpleCondition.FULL:
            return k.subset(k.sites_(b.facts.board), k.OCCUPIED)
        # The present position is remembered before a move, and is one of the three.
        return k.ge(k.repeats(RepeatKind.SITUATIONAL), k.int_(3))

    def reads(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.PENDING, ""),) if self.what is SimpleCondition.PENDING else ()

    def says(self, s: Speaker, no: bool = False) -> str:
        return {
            "Cycle": f"the game {'does not go' if no else 'goes'} round in a circle",
            "Full": f"the board is {'not ' if no else ''}full",
            "Pending": f"{'nothing' if no else 'something'} is kept in mind from the move before",
        }[self.what.value]


class SayingCondition(WordEnum):
    """What may have been said."""

    DECIDED = "Decided"
    PROPOSED = "Proposed"


@ludeme("is")
class IsSaid(BoolExpr):
    """Is this what is proposed, or has it been decided on?

    Example: `(is Proposed "Draw")`.
    """

    what: SayingCondition = arg()
    text: str = arg(names=Kind.PROPOSAL)

    def lower(self, b: Builder) -> Expr:
        if self.what is SayingCondition.DECIDED:
            return k.field(decided_field(b, self.text))
        return k.eq(k.field(proposed_field(b)), text_number(b, self.text))

    def reads(self) -> Sequence[tuple[Kept, str]]:
        said = Kept.PROPOSAL if self.what is SayingCondition.PROPOSED else Kept.VOTE
        return ((said, self.text),)

    def says(self, s: Speaker, no: bool = False) -> str:
        has = "has not been" if no else "has been"
        verb = "proposed" if self.what is SayingCondition.PROPOSED else "decided on"
        return f"“{s.say(self.text)}” {has} {verb}"


@ludeme("is Triggered")
class IsTriggered(BoolExpr):
    """Has this happened to the player?"""

    english = "“{event}” <has|has not> happened to {who:player}"
    event: str = arg(names=Kind.EVENT)
    who: IntExpr | RoleType = arg()

    def lower(self, b: Builder) -> Expr:
        return k.elem(triggered_field(b, self.event), player(b, self.who, self.span))

    def reads(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.EVENT, self.event),)


@ludeme("is Repeat")
class IsRepeat(BoolExpr):
    """Has this position, after the move, been there before? For rules of the end.

    What counts as the same is said as for [`no Repeat`](#meta-norepeat).
    """

    type: RepetitionType = arg(RepetitionType.POSITIONAL)

    def says(self, s: Speaker, no: bool = False) -> str:
        who = " with the same player to move" if self.type.is_situational else ""
        when = "before in this turn" if self.type.is_in_turn else "before"
        return f"this position has {'not ' if no else ''}been there {when}{who}"

    def lower(self, b: Builder) -> Expr:
        kind = RepeatKind[self.type.name]
        return k.gt(repeats_after_move(b, kind), k.int_(0))


class LastWord(WordEnum):
    """The last move's ends."""

    LAST_FROM = "LastFrom"
    LAST_TO = "LastTo"


@ludeme("is")
class IsLastOfType(BoolExpr):
    """Was the last move from (or to) a site of this type?"""

    english = "the last move <was|was not> on a {type:word}"
    what: LastWord = arg()
    type: SiteType = arg()

    def lower(self, b: Builder) -> Expr:
        site = last_from(b) if self.what is LastWord.LAST_FROM else last_to(b)
        return k.has(k.sites_(b.facts.sites_of(self.type)), site)


@ludeme("is Related")
class IsRelated(BoolExpr):
    """Is a site a neighbour of another, or of one in a region?

    Example: `(is Related Orthogonal (from) (to))`.
    """

    relation: RelationType = arg()
    type: SiteType | None = arg(None)
    site: IntExpr = arg()
    other: IntExpr | Region = arg()

    def lower(self, b: Builder) -> Expr:
        from gdl.lower.directions import neighbour_table
        from gdl.lower.places import sites_in

        near = k.table(neighbour_table(b, self.relation, self.type), site_of(b, self.site, self.type))
        return k.some(k.inter(near, sites_in(b, self.other, self.type)))

    def says(self, s: Speaker, no: bool = False) -> str:
        how = {"Orthogonal": "orthogonally ", "Diagonal": "diagonally "}.get(self.relation.value, "")
        other = (
            s.site(self.other) if isinstance(self.other, IntExpr) else f"one of {s.noun(self.other).plural}"
        )
        return f"{s.site(self.site)} is {'not ' if no else ''}{how}next to {other}"


def _sites(s: Speaker, numbers: object) -> str:
    items = getattr(numbers, "items", None)
    return listed([s.site(each) for each in items]) if isinstance(items, tuple) else s.say(numbers)
