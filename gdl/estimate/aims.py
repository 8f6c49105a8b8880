"""What the rules of play tell about where pieces want to go, and how much each kind of piece is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.goals import fixed
from gdl.core import make as k
from gdl.core.ops import INT, Expr, Op
from gdl.equip.facts import Component
from gdl.lower.closeness import nearly
from gdl.lower.pieces import moves_of
from gdl.lower.tracks import paths
from gdl.ludeme.base import Ludeme
from gdl.ludeme.categories import BoolExpr, Moves, StartRule
from gdl.ludemes.each_piece import ForEachPiece
from gdl.support.values import fields, frozen

#: What rules look at may depend on these: such regions are no places to go to.
_HERE = (Context.FROM, Context.TO, Context.BETWEEN, Context.SITE, Context.DIRECTION, Context.VALUE)

#: So many pieces with all of a track before them are half of nothing.
FEW_PIECES = 4.0

Kinds = frozenset[int]


@frozen
class Aim:
    """Sites that pieces of some kinds want to reach."""

    kinds: Kinds
    sites: int


# --- Where pieces want to go ----------------------------------------------------------------------------


def aims(b: Builder, plays: Sequence[Moves], starts: Sequence[StartRule]) -> dict[int, list[Aim]]:
    """By player the sites that a rule of play asks about and that are others for each player: where pieces
    are crowned, or leave the board, or come home. Those where own pieces stand at first are behind them."""
    result: dict[int, list[Aim]] = {}
    regions = [list(_asked(b, plays, player)) for player in range(1, b.facts.players + 1)]
    for player, own in enumerate(regions, 1):
        begun = first_sites(b, starts, player)
        others = [aim.sites for p, several in enumerate(regions, 1) if p != player for aim in several]
        mine = [aim for aim in own if aim.sites and aim.sites not in others and not aim.sites & begun]
        # Where a rule for some kinds asks, one for all pieces adds nothing.
        fewest = {aim.sites: min(len(a.kinds) for a in mine if a.sites == aim.sites) for aim in mine}
        result[player] = list(dict.fromkeys(aim for aim in mine if len(aim.kinds) == fewest[aim.sites]))
    return result


def _asked(b: Builder, plays: Sequence[Moves], player: int) -> Iterator[Aim]:
    own = frozenset(c.index for c in b.facts.components[1:] if c.owner == player)
    unknown = {name: k.var(f"{name.value}_", INT) for name in _HERE}
    with b.bind({**unknown, Context.MOVER: k.int_(player)}):
        for play in plays:
            yield from _asked_in(b, play, own, own)
        for component in b.facts.components[1:]:
            if component.index in own:
                yield from _asked_in(b, component.moves, frozenset((component.index,)), own)


def _asked_in(b: Builder, value: Any, kinds: Kinds, own: Kinds) -> Iterator[Aim]:
    if isinstance(value, tuple):
        for each in value:
            yield from _asked_in(b, each, kinds, own)
        return
    if not isinstance(value, Ludeme) or _denies(value):
        return
    if isinstance(value, ForEachPiece):
        kinds = own & frozenset(c.index for c in value.components(b))
    goal = value.goal() if isinstance(value, BoolExpr) else None
    if goal is not None:
        sites = fixed(b, goal.lower(b))
        if sites is not None:
            yield Aim(kinds, sites)
    for part in fields(type(value)):
        yield from _asked_in(b, getattr(value, part.name), kinds, own)


def _denies(value: Ludeme) -> bool:
    """Is it a negation? Nobody wants to get to what is denied."""
    return isinstance(value, BoolExpr) and value.denied() is not None


def way_home(b: Builder, player: int) -> Expr | None:
    """How near a player's pieces are to the end of a track of their own, all together; None without one."""
    path = next((p for p in paths(b) if p.owner == player and not p.loop and not p.winding), None)
    if path is None:
        return None
    sites = [site for site in path.sites if site >= 0]
    left = [0] * b.facts.size
    for place, site in enumerate(sites):
        left[site] = len(sites) - place
    table = b.table(tuple(left), INT, 0, "way_home")

    def of_one() -> Expr:
        site = b.context(Context.SITE)
        pieces = k.at(Op.HEIGHT if b.facts.stacks else Op.COUNT_AT, site)
        return k.mul(k.table(table, site), pieces)

    steps = b.sum(k.owned(k.int_(player)), of_one, Context.SITE)
    return nearly(steps, FEW_PIECES * len(sites))


def rows_wanted(b: Builder, plays: Sequence[Moves]) -> Expr | None:
    """How near the mover is to a row of pieces that a rule of play asks about: a mill, say."""
    for each in _rows(plays):
        return each.closeness(b)
    return None


def _rows(value: Any) -> Iterator[BoolExpr]:
    if isinstance(value, tuple | list):
        for each in value:
            yield from _rows(each)
    elif isinstance(value, BoolExpr) and value.builds:
        yield value
    elif isinstance(value, Ludeme) and not _denies(value):
        for part in fields(type(value)):
            yield from _rows(getattr(value, part.name))


def first_sites(b: Builder, starts: Sequence[StartRule], player: int) -> int:
    """Where a player's pieces are placed before the game starts, as far as the rules tell."""
    sites = 0
    for start in starts:
        for component, where in start.placed(b) or ():
            if component.owner == player:
                sites |= where
    return sites


# --- What pieces are worth ------------------------------------------------------------------------------


def worths(b: Builder, plays: Sequence[Moves]) -> dict[int, float]:
    """By component what it is worth: how many sites it gets to over the bare board, the least being 1.0."""
    reaches = {c.index: _reach(b, plays, c) for c in b.facts.components[1:]}
    least = min((reach for reach in reaches.values() if reach), default=1.0)
    return {index: round(max(reach / least, 1.0), 1) for index, reach in reaches.items()}


def _reach(b: Builder, plays: Sequence[Moves], component: Component) -> float:
    """To how many sites a piece gets in one move, in the mean over the board."""
    masks = [0] * b.facts.size
    before, b.piece = b.piece, component
    with b.bind({Context.MOVER: k.int_(component.owner)}):
        for rule in _for_each(plays):
            moves = rule.moves if rule.moves is not None else moves_of(component)
            if moves is not None and component in rule.components(b):
                masks = [mask | more for mask, more in zip(masks, moves.reach(b), strict=True)]
    b.piece = before
    return sum(mask.bit_count() for mask in masks) / max(1, b.facts.board_count)


def _for_each(value: Any) -> Iterator[ForEachPiece]:
    if isinstance(value, tuple | list):
        for each in value:
            yield from _for_each(each)
    elif isinstance(value, ForEachPiece):
        yield value
    elif isinstance(value, Ludeme):
        for part in fields(type(value)):
            yield from _for_each(getattr(value, part.name))


def material(b: Builder, player: int, worth: dict[int, float]) -> Expr:
    """What a player's pieces are worth together."""
    own = [c.index for c in b.facts.components[1:] if c.owner == player]
    if len({worth[index] for index in own}) <= 1:
        return k.to_float(_number(b, k.owned(k.int_(player))))
    total: Expr = k.float_(0.0)
    for index in own:
        pieces = k.to_float(_number(b, k.of_kind(k.int_(index))))
        total = k.add(total, k.mul(k.float_(worth[index]), pieces))
    return total


def _number(b: Builder, sites: Expr) -> Expr:
    if not b.facts.counts:
        return k.size(sites)
    return b.sum(sites, lambda: k.at(Op.COUNT_AT, b.context(Context.SITE)), Context.SITE)


def first_material(b: Builder, starts: Sequence[StartRule], player: int, worth: dict[int, float]) -> float:
    """The same at the start, as far as the rules tell; 0.0 where they do not."""
    total = 0.0
    for start in starts:
        placed = start.placed(b)
        if placed is None:
            return 0.0
        total += sum(worth[c.index] * where.bit_count() for c, where in placed if c.owner == player)
    return total
