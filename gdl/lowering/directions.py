"""Directions as tables: for each row (a site, or a site as one player sees it) the rays that leave it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from gdl.boards.direction import Direction as Concrete
from gdl.boards.direction import Relation, Relative, opposite
from gdl.core import make as k
from gdl.core.builder import Builder, Context
from gdl.core.ops import SITES, Expr, Op, Rays, Table
from gdl.lowering.errors import unsupported
from gdl.types import AbsoluteDirection, RelationType, RelativeDirection, SiteType

if TYPE_CHECKING:
    from gdl.boards.topology import Topology
    from gdl.ludeme import Direction

RayList = tuple[tuple[int, ...], ...]
_RELATIONS = {r.value for r in Relation}
_SEVERAL = {"Rotational": ("CW", "CCW", "In", "Out"), "Upward": ("U",), "Downward": ("D",)}


@frozen
class Rows:
    """Rays by row, and how to find the row of a site.

    Most directions have one row a site. Relative ones may have one a site and player (`selector` is then the
    player, rows follow each other player by player); `selector` None: the site is the row.
    """

    rays: tuple[RayList, ...]
    stride: int
    selector: Expr | None = None

    def row(self, site: Expr) -> Expr:
        """The row of a site."""
        if self.selector is None:
            return site
        if self.selector.op is Op.CONST:
            assert isinstance(self.selector.data, int)
            return site if self.selector.data == 0 else k.add(k.int_(self.selector.data * self.stride), site)
        return k.add(k.mul(self.selector, k.int_(self.stride)), site)

    def steps(self, b: Builder) -> Table:
        """For each row the sites one step away."""
        return b.table(tuple(_mask(ray[0] for ray in rays if ray) for rays in self.rays), SITES, 0, "steps")

    def layers(self, b: Builder) -> list[Rays]:
        """The first rays of all rows, the second ones, and so on."""
        most = max((len(rays) for rays in self.rays), default=0)
        return [
            b.rays(tuple(rays[i] if i < len(rays) else () for rays in self.rays), "rays") for i in range(most)
        ]

    def reach(self, b: Builder) -> Table:
        """For each row all sites on any of its rays."""
        return b.table(tuple(_mask(s for ray in rays for s in ray) for rays in self.rays), SITES, 0, "reach")

    def mapped(self, change: Callable[[int, RayList], RayList]) -> Rows:
        """The same rows with their rays changed by row."""
        return Rows(tuple(change(i, rays) for i, rays in enumerate(self.rays)), self.stride, self.selector)


def _mask(sites: object) -> int:
    mask = 0
    for site in sites:  # type: ignore[attr-defined]
        mask |= 1 << site
    return mask


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


def _memo(b: Builder, key: object, make: Callable[[], tuple[RayList, ...]]) -> tuple[RayList, ...]:
    known = b.memo.get(key)
    if known is None:
        known = b.memo[key] = make()
    return known


def relation_rays(topology: Topology, kind: SiteType, relation: Relation) -> list[RayList]:
    """Per site all rays in the relation, clockwise from north."""
    return [
        tuple(ray for d in directions for ray in topology.radials(kind, d, relation)[site])
        for site, directions in enumerate(topology.relation_directions(kind, relation))
    ]


def absolute_rows(b: Builder, word: AbsoluteDirection, type_: SiteType | None) -> Rows:
    """The rays of an absolute direction."""
    kind = type_ or b.facts.main

    def make() -> tuple[RayList, ...]:
        topology = b.facts.topology
        if word.value in _RELATIONS:
            return _spread(b, relation_rays(topology, kind, Relation(word.value)), kind)
        names = _SEVERAL.get(word.value, (word.value,))
        if any(name not in Concrete._value2member_map_ for name in names):
            raise unsupported(f"the direction {word.value}", b.span)
        # Along neighbours where any lie that way; on drawn lines that keeps to the lines.
        near = topology.directions(kind, Relation.ADJACENT)
        parts = [
            topology.radials(kind, d, Relation.ADJACENT if d in near else Relation.ALL)
            for d in map(Concrete, names)
        ]
        return _spread(b, [tuple(r for part in parts for r in part[i]) for i in range(len(parts[0]))], kind)

    return Rows(_memo(b, ("absolute", word, kind), make), b.facts.size)


def relative_rows(
    b: Builder, word: RelativeDirection, type_: SiteType | None, relation: RelationType
) -> Rows:
    """The rays of a relative direction: by the facing of the piece in question, else by the mover's."""
    kind = type_ or b.facts.main
    piece = b.piece
    if piece is not None:
        facing = piece.facing or b.facts.default_facing(piece.owner)
        return Rows(_facing_rows(b, word, kind, relation, facing), b.facts.size)
    facings = [b.facts.default_facing(p) for p in range(b.facts.players + 1)]
    rows = tuple(row for facing in facings for row in _facing_rows(b, word, kind, relation, facing))
    return Rows(rows, b.facts.size, b.context(Context.MOVER))


def _facing_rows(
    b: Builder, word: RelativeDirection, kind: SiteType, relation: RelationType, facing: str | None
) -> tuple[RayList, ...]:
    def make() -> tuple[RayList, ...]:
        topology = b.facts.topology
        related = Relation(relation.value)

        def rays(site: int) -> RayList:
            meant = topology.relative(kind, site, Concrete(facing or "N"), Relative(word.value), related)
            return tuple(ray for d in meant for ray in topology.radials(kind, d, related)[site])

        return _spread(b, [rays(site) for site in range(topology.count(kind))], kind)

    return _memo(b, ("relative", word, kind, relation, facing), make)


def merged_rows(parts: Sequence[Rows]) -> Rows:
    """The rays of all parts, each ray once."""
    if not parts:
        return Rows((), 0)
    wide = [p for p in parts if p.selector is not None]
    if not wide:
        rows = tuple(
            tuple(dict.fromkeys(ray for part in parts for ray in part.rays[i]))
            for i in range(len(parts[0].rays))
        )
        return Rows(rows, parts[0].stride)
    model = wide[0]
    stride = model.stride
    rows = tuple(
        tuple(
            dict.fromkeys(
                ray for part in parts for ray in part.rays[i if part.selector is not None else i % stride]
            )
        )
        for i in range(len(model.rays))
    )
    return Rows(rows, stride, model.selector)


def without_rows(first: Rows, second: Rows) -> Rows:
    """The rays of the first whose first site no ray of the second leads to."""
    stride = first.stride

    def keep(i: int, rays: RayList) -> RayList:
        other = second.rays[i if len(second.rays) == len(first.rays) else i % stride]
        gone = {ray[0] for ray in other if ray}
        return tuple(ray for ray in rays if not ray or ray[0] not in gone)

    return first.mapped(keep)


def either_rows(condition: Expr, first: Rows, second: Rows) -> Rows:
    """The rays of one or the other, by a condition."""
    stride = first.stride
    blocks_first = len(first.rays) // max(stride, 1)
    start_first = first.selector if first.selector is not None else k.int_(0)
    start_second = k.add(k.int_(blocks_first), second.selector if second.selector is not None else k.int_(0))
    return Rows(first.rays + second.rays, stride, k.select(condition, start_first, start_second))


def _codes(b: Builder, kind: SiteType) -> tuple[tuple[RayList, ...], Table, Table, int]:
    """Rows for every concrete direction in turn, the tables from two sites to the direction's number
    (and to the opposite one's), and the number of directions. The last block is of no direction."""
    key = ("codes", kind)
    known = b.memo.get(key)
    if known is None:
        topology, facts = b.facts.topology, b.facts
        names = tuple(topology.directions(kind))
        rows: list[RayList] = []
        size = facts.size
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
        known = (
            tuple(rows),
            b.table(tuple(code), outside=len(names), stem="direction"),
            b.table(tuple(back), outside=len(names), stem="opposite"),
            len(names),
        )
        b.memo[key] = known
    return known


def step_rows(b: Builder, origin: Expr, target: Expr, type_: SiteType | None, reverse: bool = False) -> Rows:
    """The rays in the direction that leads from one site to another (or the opposite one)."""
    rows, code, back, none = _codes(b, type_ or b.facts.main)
    on_board = k.and_(k.ge(origin, k.int_(0)), k.ge(target, k.int_(0)))
    index = k.add(k.mul(origin, k.int_(b.facts.size)), target)
    number = k.select(on_board, k.table(back if reverse else code, index), k.int_(none))
    return Rows(rows, b.facts.size, number)


def last_move_rows(b: Builder, type_: SiteType | None, reverse: bool) -> Rows:
    """The rays in the direction of the last move, or the opposite one."""
    return step_rows(b, b.register("last_from"), b.register("last_to"), type_, reverse)
