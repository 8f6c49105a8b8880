"""Who a role means: a player, several, or the sites where their pieces stand."""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import MeaningError
from gdl.core import make as k
from gdl.core.ops import Expr, Op
from gdl.ludeme.arguments import PlayerArgument
from gdl.ludeme.categories import IntExpr
from gdl.source.text import Span
from gdl.words.words import RoleType

_CONTEXT = {
    RoleType.MOVER: Context.MOVER,
    RoleType.NEXT: Context.NEXT,
    RoleType.PREV: Context.PREV,
    RoleType.PLAYER: Context.PLAYER,
}


def fixed_player(role: RoleType) -> int | None:
    """The number in `P1`, `P2`, ...; None for other roles."""
    text = role.value
    return int(text[1:]) if text[0] == "P" and text[1:].isdigit() else None


def owners_of(role: RoleType | None, players: int) -> list[int]:
    """The players that a piece or region declared for a role belongs to."""
    if role is None or role is RoleType.NEUTRAL:
        return [0]
    if role is RoleType.EACH:
        return list(range(1, players + 1))
    if role in (RoleType.SHARED, RoleType.ALL):
        return [players + 1]
    number = fixed_player(role)
    return [number] if number is not None and number <= players else []


Who = RoleType | PlayerArgument | IntExpr

#: Roles that stand for all players wherever players are meant.
EVERYBODY = (RoleType.ALL, RoleType.EACH, RoleType.SHARED)


def player(b: Builder, who: Who | None, span: Span) -> Expr:
    """The number of the one player that a role or number means (default: the mover).

    Raises MeaningError for a role that means several players or none: a rule that compared one player with it
    would never hold.
    """
    if who is None:
        return b.context(Context.MOVER)
    if isinstance(who, IntExpr):
        return who.lower(b)
    if not isinstance(who, RoleType):
        return who.index.lower(b)
    number = fixed_player(who)
    if number is not None:
        return k.int_(number)
    if who is RoleType.PLAYER and b.bound(Context.PLAYER) is None:
        b.refuse_name(
            MeaningError(
                "E0440",
                "`Player` means nobody here: it is the one that a (forEach Player ...) around it has come to",
                span,
                "no (forEach Player ...) is around this",
                "Mover, Next, Prev, P1, P2 and so on mean one player everywhere",
                subject=who.value,
            )
        )
        return k.int_(0)
    if who in _CONTEXT:
        return b.context(_CONTEXT[who])
    if not b.facts.teams:
        if who in (RoleType.ENEMY, RoleType.NON_MOVER) and b.facts.players == 2:
            return opponent(b, b.context(Context.MOVER))
        if who in (RoleType.FRIEND, RoleType.TEAM_MOVER):
            return b.context(Context.MOVER)
    raise _not_one(who, span)


def is_several(b: Builder, role: RoleType) -> bool:
    """Whether a role may mean several players of this game, or none, so that `players_of` tells which."""
    if role in (RoleType.ENEMY, RoleType.NON_MOVER):
        return b.facts.players != 2 or bool(b.facts.teams)
    if role in (RoleType.FRIEND, RoleType.TEAM_MOVER):
        return bool(b.facts.teams)
    return role in EVERYBODY or role is RoleType.ALLY or fixed_team(role) is not None


def _not_one(who: RoleType, span: Span) -> MeaningError:
    what = "nobody" if who is RoleType.NEUTRAL else "several players"
    return MeaningError(
        "E0440",
        f"`{who.value}` means {what}, where one player is meant",
        span,
        "one player is wanted here",
        "Mover, Next, Prev, P1, P2 and so on mean one player; Player does inside of (forEach Player ...)",
        subject=who.value,
    )


def owner(b: Builder, who: Who | None, span: Span) -> Expr:
    """The number of the one owner of pieces, hands and regions: 0 of `Neutral` ones, one more than there are
    players of `Shared` ones, as in records; else the player's.

    Raises MeaningError for a role that means several owners.
    """
    if who is RoleType.NEUTRAL:
        return k.int_(0)
    if who is RoleType.SHARED:
        return k.int_(b.facts.players + 1)
    return player(b, who, span)


def is_owned_by(b: Builder, number: Expr, who: Who | None, span: Span) -> Expr:
    """Whether the owner of this number is the one that a role means, or one of them; by default any is."""
    if who is None or who in (RoleType.ALL, RoleType.EACH):
        return k.TRUE
    if isinstance(who, RoleType) and who is not RoleType.SHARED and is_several(b, who):
        return k.or_(*(k.and_(test, k.eq(number, k.int_(p))) for p, test in players_of(b, who, span)))
    return k.eq(number, owner(b, who, span))


def opponent(b: Builder, mover: Expr) -> Expr:
    """The other player in a game of two."""
    return k.sub(k.int_(3), mover)


def side_of(b: Builder, who: Expr) -> Expr:
    """The number of the side that a player is on: a team's, or its own; 0 for nobody."""
    sides = b.facts.sides
    return k.table(b.table(sides, outside=0, stem="side"), who) if b.facts.teams else who


def is_enemy(b: Builder, who: Expr, of: Expr) -> Expr:
    """Is that player an enemy of the other (not neutral, not shared)?"""
    if b.facts.players == 2 and not b.facts.teams:
        return k.eq(who, opponent(b, of))
    real = k.and_(k.gt(who, k.int_(0)), k.le(who, k.int_(b.facts.players)))
    return k.and_(real, k.ne(side_of(b, who), side_of(b, of)))


def is_friend(b: Builder, who: Expr, of: Expr) -> Expr:
    """Is that player the other, or on the same side?"""
    if not b.facts.teams:
        return k.eq(who, of)
    real = k.and_(k.gt(who, k.int_(0)), k.le(who, k.int_(b.facts.players)))
    return k.and_(real, k.eq(side_of(b, who), side_of(b, of)))


def fixed_team(role: RoleType) -> int | None:
    """The number in `Team1`, `Team2`, ...; None for other roles."""
    text = role.value.removeprefix("Team")
    return int(text) if text.isdigit() else None


def _included(b: Builder, role: RoleType, number: int) -> Expr | None:
    """Whether a role that may mean several players includes this one; None for a role that means one."""
    if role in EVERYBODY:
        return k.TRUE
    one, mover = k.int_(number), b.context(Context.MOVER)
    if role is RoleType.NON_MOVER:
        return k.ne(mover, one)
    if role is RoleType.ENEMY:
        return k.not_(_beside(b, number))
    if role in (RoleType.FRIEND, RoleType.TEAM_MOVER) and b.facts.teams:
        return _beside(b, number)
    if role is RoleType.ALLY:
        return k.and_(k.ne(mover, one), _beside(b, number))
    team = fixed_team(role)
    return None if team is None else k.bool_(b.facts.sides[number] == team)


def _beside(b: Builder, number: int) -> Expr:
    """Is the mover that player, or on the same side?"""
    return k.eq(side_of(b, b.context(Context.MOVER)), k.int_(b.facts.sides[number]))


def players_of(b: Builder, who: Who | None, span: Span) -> list[tuple[int, Expr]]:
    """Every player number with the condition under which the role includes it; constants folded.

    Raises MeaningError for a role that means nobody.
    """
    everyone = range(1, b.facts.players + 1)
    if isinstance(who, RoleType):
        result = [(p, included) for p in everyone if (included := _included(b, who, p)) is not None]
        if result:
            return [(p, included) for p, included in result if included != k.FALSE]
        number = fixed_player(who)
        if number is not None:
            return [(number, k.TRUE)]
    one = player(b, who, span)
    if one.op is Op.CONST:
        assert isinstance(one.data, int)
        return [(one.data, k.TRUE)] if one.data in everyone else []
    return [(p, k.eq(one, k.int_(p))) for p in everyone]


def owned_by(b: Builder, who: Who | None, span: Span) -> Expr:
    """The sites with a piece of the player or players that the role means."""
    if isinstance(who, RoleType):
        if who in (RoleType.ALL, RoleType.EACH):
            return k.OCCUPIED
        if who is RoleType.SHARED:
            return k.owned(k.int_(b.facts.players + 1))
        if who in (RoleType.ENEMY, RoleType.NON_MOVER) and not b.facts.teams:
            mover = b.context(Context.MOVER)
            if b.facts.players == 1:
                return k.EMPTY_SET
            if b.facts.players == 2:
                return k.owned(opponent(b, mover))
            everyone = [k.owned(k.int_(p)) for p in range(1, b.facts.players + 1)]
            return k.diff(k.union(*everyone), k.owned(mover))
        if is_several(b, who):
            meant = ((k.owned(k.int_(p)), included) for p, included in players_of(b, who, span))
            parts = [own if one == k.TRUE else k.select(one, own, k.EMPTY_SET) for own, one in meant]
            return k.union(*parts) if parts else k.EMPTY_SET
    return k.owned(owner(b, who, span))
