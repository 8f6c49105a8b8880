"""Directions as tables: for each row (a site, or a site as one player sees it) the rays that leave it,
the sites between two others, and the first so many of a ray."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gdl.boards.direction import Heading, opposite
from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import unsupported
from gdl.builder.rows import HERE, RayList, Rows, RowsMemo, Ways
from gdl.builder.side_tables import Memo
from gdl.core import make as k
from gdl.core.ops import INT, SITES, Expr, Op, Rays, Table
from gdl.lower.numbers import constant
from gdl.source.budget import spend
from gdl.support.identity import Same
from gdl.words.words import AbsoluteDirection, RelationType, RelativeDirection, SiteType

if TYPE_CHECKING:
    from gdl.boards.topology import Topology
    from gdl.ludeme.categories import Direction

_RELATIONS = {r.value for r in RelationType}
#: The words that stand for several directions by name.
SEVERAL = {
    "Rotational": ("CW", "CCW", "In", "Out"),
    "Upward": ("U",),
    "Downward": ("D",),
    "SameLayer": tuple(h.value for h in Heading if set(h.value) <= set("NESW")),
}


#: By word, type of site, relation, facing (of one or several pieces), and whether it is taken by site.
#: Joining the rays of a row is charged as so many entries of a table.
JOINED = 24
_Relative = tuple[RelativeDirection, SiteType, RelationType, str | tuple[str | None, ...] | None, bool]
#: Rays, tables, and the number of directions, see `_codes`.
Codes = tuple[tuple[RayList, ...], Table, Table, int]


class _AbsoluteRays(Memo[tuple[AbsoluteDirection, SiteType], tuple[RayList, ...] | Ways]):
    """Side table: by direction and type of site the rays of absolute directions."""


class _RelativeRays(Memo[_Relative, tuple[RayList, ...]]):
    """Side table: the rays of relative directions."""


class _Merged(Memo[tuple[tuple[Same[tuple[RayList, ...]], int, Expr | None], ...], Rows]):
    """Side table: several directions taken together."""


class _DirectionCodes(Memo[SiteType, Codes]):
    """Side table: by type of site the numbers of its directions."""


def rows_of(b: Builder, direction: Direction | None, type_: SiteType | None = None,
            default: AbsoluteDirection = AbsoluteDirection.ADJACENT) -> Rows:  # fmt: skip
    """The rays of a direction (default: all adjacent ones)."""
    if direction is None:
        return absolute_rows(b, default, type_)
    return direction.rows(b, type_)


def _spread(b: Builder, per_site: Sequence[RayList], type_: SiteType) -> tuple[RayList, ...]:
    """Rays of one type of site, in the game's one numbering."""
    facts = b.facts
    offset = facts.offsets[type_]
    rows: list[RayList] = [()] * facts.size
    for site, rays in enumerate(per_site):
        rows[site + offset] = (
            tuple(rays) if offset == 0 else tuple(tuple(s + offset for s in ray) for ray in rays)
        )
    return tuple(rows)


def relation_rays(topology: Topology, kind: SiteType, relation: RelationType) -> list[RayList]:
    """Per site all rays in the relation, clockwise from north."""
    every = topology.relation_directions(kind, relation)
    of = {d: topology.radials(kind, d, relation) for d in dict.fromkeys(d for each in every for d in each)}
    return [tuple([ray for d in each for ray in of[d][site]]) for site, each in enumerate(every)]


def _ways(b: Builder, kind: SiteType, relation: RelationType) -> Ways:
    """The rays in a relation: neighbours begin them."""
    facts = b.facts
    offset = facts.offsets[kind]
    near: list[tuple[int, ...]] = [()] * facts.size
    for site, sites in enumerate(facts.topology.neighbours(kind, relation)):
        near[site + offset] = sites if offset == 0 else tuple(other + offset for other in sites)
    return Ways(near, lambda: _spread(b, relation_rays(facts.topology, kind, relation), kind))


def absolute_rows(b: Builder, word: AbsoluteDirection, type_: SiteType | None) -> Rows:
    """The rays of an absolute direction."""
    kind = type_ or b.facts.main

    def make() -> tuple[RayList, ...] | Ways:
        topology = b.facts.topology
        if word.value in _RELATIONS:
            return _ways(b, kind, RelationType(word.value))
        names = SEVERAL.get(word.value, (word.value,))
        if any(name not in Heading._value2member_map_ for name in names):
            raise unsupported(
                f"the direction {word.value}",
                b.span,
                "`Orthogonal`, `Diagonal`, `Adjacent` and the points of the compass are",
            )
        # Along neighbours where any lie that way; on drawn lines that keeps to the lines.
        near = topology.directions(kind, RelationType.ADJACENT)
        parts = [
            topology.radials(kind, d, RelationType.ADJACENT if d in near else RelationType.ALL)
            for d in map(Heading, names)
        ]
        return _spread(b, [tuple(r for part in parts for r in part[i]) for i in range(len(parts[0]))], kind)

    return Rows(b.side_table(_AbsoluteRays).get_or_make((word, kind), make), b.facts.size)


def relative_rows(
    b: Builder,
    word: RelativeDirection,
    type_: SiteType | None,
    relation: RelationType,
    by_site: bool = False,
) -> Rows:
    """The rays of a relative direction: by the facing of the piece in question, else by the mover's.

    The direction is one of those that the relation has anywhere on the board (`by_site`: at the site itself);
    it is then gone in as any compass direction is.
    """
    kind = type_ or b.facts.main
    ways, selector = facings(b, kind)

    def make() -> tuple[RayList, ...]:
        return tuple(row for way in ways for row in _facing_rows(b, word, kind, relation, way, by_site))

    key = (word, kind, relation, tuple(ways), by_site)
    rows = b.side_table(_RelativeRays).get_or_make(key, make)
    return Rows(rows, b.facts.size, selector)


def facings(b: Builder, kind: SiteType) -> tuple[list[str | None], Expr | None]:
    """The ways that a piece may face here, and the number of the one meant (None: there is but one).

    Where a rule goes on from a step in some direction, it is that direction. Outside of a piece's own rules
    it is the way that the piece standing HERE faces, else the mover's. Where pieces are turned, it is that
    way turned as often as the piece standing HERE is.
    """
    gone = b.bound(Context.DIRECTION)
    if gone is not None:
        return [*(d.value for d in b.facts.topology.directions(kind)), None], gone
    ways, selector = _unturned(b)
    if not b.facts.turned:
        return ways, selector
    steps = turns_of(b, kind)
    turned: list[str | None] = [_turned(b, kind, way, turn) for way in ways for turn in range(steps)]
    turn = k.mod(k.at(Op.ROTATION_AT, HERE), k.int_(steps))
    return turned, turn if selector is None else k.add(k.mul(selector, k.int_(steps)), turn)


def turns_of(b: Builder, kind: SiteType) -> int:
    """How many ways a piece can be turned: as many as a site of the board can have neighbours in."""
    return len(b.facts.topology.directions(kind))


def _turned(b: Builder, kind: SiteType, facing: str | None, turns: int) -> str:
    """The way that is so many turns clockwise of another: among the board's directions."""
    ways = list(b.facts.topology.directions(kind))
    round_ = list(Heading)
    ahead = round_.index(Heading(facing or "N"))
    # A way that no step of the board goes counts as the next one clockwise.
    first = min(range(len(ways)), key=lambda i: (round_.index(ways[i]) - ahead) % len(round_))
    return ways[(first + turns) % len(ways)].value


def _unturned(b: Builder) -> tuple[list[str | None], Expr | None]:
    """The ways that pieces face before any is turned, and the number of the one meant."""
    facts, piece = b.facts, b.piece
    if piece is not None:
        return [piece.facing or facts.default_facing(piece.owner)], None
    of_players = [facts.default_facing(p) for p in range(facts.players + 1)]
    mover = b.context(Context.MOVER)
    if all(component.facing is None for component in facts.components):
        return of_players, mover
    of_pieces = [component.facing or facts.default_facing(component.owner) for component in facts.components]
    ways = [*of_players, *(way for way in dict.fromkeys(of_pieces) if way not in of_players)]
    what = k.what(HERE)
    by_piece = k.table(b.table(tuple(map(ways.index, of_pieces)), outside=0, stem="facing"), what)
    return ways, k.select(k.eq(what, k.int_(0)), mover, by_piece)


def _facing_rows(
    b: Builder,
    word: RelativeDirection,
    kind: SiteType,
    relation: RelationType,
    facing: str | None,
    by_site: bool,
) -> tuple[RayList, ...]:
    def make() -> tuple[RayList, ...]:
        topology, ahead = b.facts.topology, Heading(facing or "N")
        per_site: list[RayList] = []
        for site in range(topology.count(kind)):
            if by_site or not site:  # else the same directions are meant everywhere
                meant = topology.relative(kind, site, ahead, word, relation, by_site)
                columns = [topology.radials(kind, d, RelationType.ALL) for d in meant]
            per_site.append(tuple([ray for column in columns for ray in column[site]]))
        return _spread(b, per_site, kind)

    return b.side_table(_RelativeRays).get_or_make((word, kind, relation, facing, by_site), make)


def merged_rows(b: Builder, parts: Sequence[Rows]) -> Rows:
    """The rays of all parts, each ray once."""
    key = tuple((Same(part.rays), part.stride, part.selector) for part in parts)
    return b.side_table(_Merged).get_or_make(key, lambda: _merged(parts))


def _merged(parts: Sequence[Rows]) -> Rows:
    if not parts:
        return Rows((), 0)
    spend(JOINED * len(parts) * max(len(part.rays) for part in parts), "the directions of this rule")
    if all(part.selector is None for part in parts):
        of_sites = zip(*(part.rays for part in parts), strict=True)
        rays = tuple([_each_once([ray for each in several for ray in each]) for several in of_sites])
        return Rows(rays, parts[0].stride)
    result = parts[0].mapped(lambda _, rays: _each_once(rays))
    for part in parts[1:]:
        result = _combined(result, part, lambda one, other: _each_once((*one, *other)))
    return result


def _each_once(rays: Sequence[tuple[int, ...]]) -> RayList:
    """The rays without repetitions. Mostly they can be told apart by their first sites."""
    known: dict[int, tuple[int, ...]] = {}
    result: list[tuple[int, ...]] = []
    for ray in rays:
        first = ray[0] if ray else -1
        other = known.get(first)
        if other is None:
            known[first] = ray
            result.append(ray)
        elif other is not ray and other != ray:
            return tuple(dict.fromkeys(rays))
    return tuple(result)


def at_distance(b: Builder, rows: Rows, distance: Expr) -> Rows:
    """Rays of one site: the one so far along each ray of rows that have no selector. The distance may change
    during the game; none is below one, and none beyond the longest ray."""
    number = constant(distance)
    if number is not None:
        return rows if number == 1 else rows.mapped(lambda _, rays: _nth(rays, number))
    longest = max((len(ray) for rays in rows.rays for ray in rays), default=0)
    b.spend_table((longest + 1) * len(rows.rays), SITES)
    blocks = tuple(_nth(rays, number) for number in range(longest + 1) for rays in rows.rays)
    fits = k.and_(k.ge(distance, k.int_(1)), k.le(distance, k.int_(longest)))
    return Rows(blocks, rows.stride, k.select(fits, distance, k.int_(0)))


def _nth(rays: RayList, number: int) -> RayList:
    """The one site that is so far along each ray, of those that are as long."""
    return tuple((ray[number - 1],) for ray in rays if 1 <= number <= len(ray))


def without_rows(first: Rows, second: Rows) -> Rows:
    """The rays of the first whose first site no ray of the second leads to."""

    def without(one: RayList, other: RayList) -> RayList:
        gone = {ray[0] for ray in other if ray}
        return tuple(ray for ray in one if not ray or ray[0] not in gone)

    return _combined(first, second, without)


def _combined(first: Rows, second: Rows, join: Callable[[RayList, RayList], RayList]) -> Rows:
    """Rows joined site by site, for each way in which either may be selected."""
    stride, rays, others = first.stride, first.rays, second.rays
    if second.selector is None:
        return first.mapped(lambda i, one: join(one, others[i % stride]))
    if first.selector is None:
        return second.mapped(lambda i, other: join(rays[i % stride], other))
    if first.selector == second.selector:
        return first.mapped(lambda i, one: join(one, others[i]))
    blocks = len(others) // stride
    spend(JOINED * len(rays) * blocks, "the directions of this rule")
    rows = tuple(
        join(rays[one * stride + site], others[other * stride + site])
        for one in range(len(rays) // stride)
        for other in range(blocks)
        for site in range(stride)
    )
    return Rows(rows, stride, k.add(k.mul(first.selector, k.int_(blocks)), second.selector))


def either_rows(condition: Expr, first: Rows, second: Rows) -> Rows:
    """The rays of one or the other, by a condition."""
    stride = first.stride
    spend(len(first.rays) + len(second.rays), "the directions of this rule")
    blocks_first = len(first.rays) // max(stride, 1)
    start_first = first.selector if first.selector is not None else k.int_(0)
    start_second = k.add(k.int_(blocks_first), second.selector if second.selector is not None else k.int_(0))
    return Rows(first.rays + second.rays, stride, k.select(condition, start_first, start_second))


def _codes(b: Builder, kind: SiteType) -> Codes:
    """Rows for every concrete direction in turn, the tables from two sites to the direction's number
    (and to the opposite one's), and the number of directions. The last block is of no direction."""

    def make() -> Codes:
        topology, facts = b.facts.topology, b.facts
        names = tuple(topology.directions(kind))
        rows: list[RayList] = []
        size = facts.size
        b.spend_table(2 * size * size, INT)
        code = [len(names)] * (size * size)
        back = [len(names)] * (size * size)
        for number, name in enumerate(names):
            spread = _spread(b, topology.radials(kind, name), kind)
            rows.extend(spread)
            other = opposite(name)
            reverse = names.index(other) if other in names else len(names)
            for site, rays in enumerate(spread):
                for ray in rays:
                    for target in ray:
                        code[site * size + target] = number
                        back[site * size + target] = reverse
        rows.extend([()] * size)
        return (
            tuple(rows),
            b.table(tuple(code), outside=len(names), stem="direction"),
            b.table(tuple(back), outside=len(names), stem="opposite"),
            len(names),
        )

    return b.side_table(_DirectionCodes).get_or_make(kind, make)


def direction_between(b: Builder, origin: Expr, target: Expr, type_: SiteType | None) -> Expr:
    """The number of the direction that leads from one site to another, among all of the board's."""
    _, code, _, _ = _codes(b, type_ or b.facts.main)
    return k.table(code, k.add(k.mul(origin, k.int_(b.facts.size)), target))


def step_rows(b: Builder, origin: Expr, target: Expr, type_: SiteType | None, reverse: bool = False) -> Rows:
    """The rays in the direction that leads from one site to another (or the opposite one)."""
    rows, code, back, none = _codes(b, type_ or b.facts.main)
    on_board = k.and_(k.ge(origin, k.int_(0)), k.ge(target, k.int_(0)))
    index = k.add(k.mul(origin, k.int_(b.facts.size)), target)
    number = k.select(on_board, k.table(back if reverse else code, index), k.int_(none))
    return Rows(rows, b.facts.size, number)


def moved_rows(b: Builder, type_: SiteType | None, reverse: bool) -> Rows:
    """The rays in the direction of the move in question (or the opposite one): where both its ends are known
    that one, otherwise the last."""
    origin, target = b.bound(Context.FROM), b.bound(Context.TO)
    if origin is None or target is None:
        origin, target = b.register("last_from"), b.register("last_to")
    return step_rows(b, origin, target, type_, reverse)


# --- adjacency tables -----------------------------------------------------------------------------------


def neighbour_table(b: Builder, relation: RelationType | AbsoluteDirection, type_: SiteType | None) -> Table:
    """Each site's neighbours in a relation or direction, as a table of sets."""
    return absolute_rows(b, AbsoluteDirection(relation.value), type_).steps(b)


class _Between(RowsMemo[Table]):
    """Side table: for each row and site on it the sites before that one."""


class _Prefixes(Memo[tuple[Rays, int], Table]):
    """Side table: by rays and their greatest length the sets of first sites."""


def between_sites(b: Builder, origin: Expr, target: Expr, rows: Rows | None) -> Expr:
    """The sites between two sites of the same ray (default: in any direction), neither included."""
    lines = rows if rows is not None else absolute_rows(b, AbsoluteDirection.ADJACENT, None)
    size = b.facts.size

    def make() -> Table:
        b.spend_table(len(lines.rays) * size, INT)
        b.spend_table(sum(len(path) for rays in lines.rays for path in rays), SITES)
        masks = [0] * (len(lines.rays) * size)
        for row, rays in enumerate(lines.rays):
            for path in rays:
                mask = 0
                for site in path:
                    masks[row * size + site] |= mask
                    mask |= 1 << site
        return b.constant_table(tuple(masks), SITES, 0, "between")

    table = b.side_table(_Between).get_or_make(b, lines, make)
    on_board = k.and_(k.ge(origin, k.int_(0)), k.ge(target, k.int_(0)))
    index = k.add(k.mul(lines.row(origin), k.int_(size)), target)
    return k.select(on_board, k.table(table, index), k.EMPTY_SET)


def prefixes(b: Builder, layer: Rays, longest: int) -> Table:
    """For each row the sets of its ray's first 0, 1, 2, ... sites."""
    return b.side_table(_Prefixes).get_or_make((layer, longest), lambda: _prefixes(b, layer, longest))


def _prefixes(b: Builder, layer: Rays, longest: int) -> Table:
    b.spend_table(len(layer.paths) * (longest + 1), INT)
    b.spend_table(sum(min(len(path), longest) for path in layer.paths), SITES)
    masks: list[int] = []
    for path in layer.paths:
        mask = 0
        masks.append(mask)
        for site in path[:longest]:
            mask |= 1 << site
            masks.append(mask)
        masks.extend([mask] * (longest - len(path)))
    return b.constant_table(tuple(masks), SITES, 0, "prefix")


def within_distance(b: Builder, rows: Rows, row: Expr, distance: Expr) -> Expr:
    """The sites on a row's rays at most so far away; the distance may change during the game."""
    parts = []
    for layer in rows.layers(b):
        longest = max(map(len, layer.paths), default=0)
        limit = k.max_(k.int_(0), k.min_(distance, k.int_(longest)))
        index = k.add(k.mul(row, k.int_(longest + 1)), limit)
        parts.append(k.table(prefixes(b, layer, longest), index))
    return k.union(*parts)
