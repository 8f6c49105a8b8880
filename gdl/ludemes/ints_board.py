"""Numbers of the board: rows and columns, sites by coordinates, hands, maps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.meaning_error import MeaningError, unsupported
from gdl.builder.rows import Rows
from gdl.builder.side_tables import Memo
from gdl.core import make as k
from gdl.core.ops import Expr
from gdl.english.grammar import ordinal
from gdl.lower.directions import rows_of
from gdl.lower.numbers import constant, item_at
from gdl.lower.places import coordinate, site_of
from gdl.lower.players import owner
from gdl.lower.statics import kind_of, numbers_by_site
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import Direction, IntExpr, Ints, Region
from gdl.ludeme.kinds import Kind, Needs, Quantity
from gdl.ludeme.literals import IntLiteral
from gdl.ludeme.registry import ludeme
from gdl.ludemes.equipment import AnyMap
from gdl.words.words import RoleType, SiteType

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


class _OfSite(IntExpr):
    """A fixed number of each site."""

    type: SiteType | None
    of: IntExpr

    def by_site(self, b: Builder, kind: SiteType) -> list[int]:
        """The numbers of all sites of a type, by the sites' own numbers."""
        raise NotImplementedError

    def lower(self, b: Builder) -> Expr:
        kind = kind_of(b, self.type)
        table = numbers_by_site(b, self.by_site(b, kind), self.type, type(self).__name__.lower())
        return k.table(table, site_of(b, self.of, self.type))


@ludeme("row")
class RowOf(_OfSite):
    """The row of a site, from 0 at the bottom: `(row of:(to))`."""

    english = "the row of {of:site}"
    quantity = Quantity.ROW
    type: SiteType | None = arg(None)
    of: IntExpr = named("of")

    def by_site(self, b: Builder, kind: SiteType) -> list[int]:
        return [site.row for site in b.facts.topology.sites(kind)]


@ludeme("column")
class ColumnOf(_OfSite):
    """The column of a site, from 0 at the left: `(column of:(to))`; on hexagons its file, as in its name."""

    english = "the column of {of:site}"
    quantity = Quantity.COLUMN
    type: SiteType | None = arg(None)
    of: IntExpr = named("of")

    def by_site(self, b: Builder, kind: SiteType) -> list[int]:
        topology = b.facts.topology
        if topology.slanting(kind):
            return [file for file, _ in topology.coordinates(kind)]
        return [site.column for site in topology.sites(kind)]


@ludeme("layer")
class LayerOf(_OfSite):
    """The layer of a site, from 0 at the ground."""

    english = "the layer of {of:site}"
    of: IntExpr = named("of")
    type: SiteType | None = arg(None)

    def by_site(self, b: Builder, kind: SiteType) -> list[int]:
        return [site.layer for site in b.facts.topology.sites(kind)]


@ludeme("phase")
class PhaseOf(_OfSite):
    """The phase (the colour in a colouring of the board) of a site."""

    english = "the colour of {of:site}"
    type: SiteType | None = arg(None)
    of: IntExpr = named("of")

    def by_site(self, b: Builder, kind: SiteType) -> list[int]:
        return list(b.facts.topology.phases(kind))


@ludeme("coord")
class CoordNamed(IntExpr):
    """The site with a coordinate: `(coord "a1")`."""

    quantity = Quantity.SITE
    type: SiteType | None = arg(None)
    name: str = arg()

    def lower(self, b: Builder) -> Expr:
        return k.int_(coordinate(b, self.name, self.type, self.span))

    def says(self, s: Speaker, no: bool = False) -> str:
        return s.say(self.name).lower()


@ludeme("coord")
class CoordAt(IntExpr):
    """The site in a row and a column, from 0, as its name has them: `(coord row:1 column:5)` is f2."""

    english = "the {cell} in row {row} and column {column}"
    quantity = Quantity.SITE
    type: SiteType | None = arg(None)
    row: IntExpr = named("row")
    column: IntExpr = named("column")

    def lower(self, b: Builder) -> Expr:
        kind = kind_of(b, self.type)
        places = b.facts.topology.coordinates(kind)
        offset = b.facts.offsets[kind]
        width = 1 + max(file for file, _ in places)
        height = 1 + max(rank for _, rank in places)
        sites = [-1] * (width * height)
        for site, (file, rank) in enumerate(places):
            sites[rank * width + file] = site + offset
        row, column = self.row.lower(b), self.column.lower(b)
        inside = k.and_(k.ge(column, k.int_(0)), k.lt(column, k.int_(width)))
        at = k.table(b.table(tuple(sites), stem="coord"), k.add(k.mul(row, k.int_(width)), column))
        return k.select(inside, at, k.int_(-1))


@ludeme("centrePoint")
class CentrePoint(IntExpr):
    """The site in the middle of the board."""

    english = "the centre of the board"
    quantity = Quantity.SITE
    type: SiteType | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        kind = kind_of(b, self.type)
        return k.int_(b.facts.topology.centre(kind)[0] + b.facts.offsets[kind])


@ludeme("ahead")
class Ahead(IntExpr):
    """The site a number of steps ahead of another in a direction (default: forward); off the board: the last
    site on the way.

    Example: `(ahead (from) steps:2)`.
    """

    quantity = Quantity.SITE
    type: SiteType | None = arg(None)
    site: IntExpr = arg()
    steps: IntExpr | None = named("steps", None)
    direction: Direction | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        from gdl.lower.directions import relative_rows
        from gdl.words.words import RelationType, RelativeDirection

        if self.direction is None:
            rows = relative_rows(b, RelativeDirection.FORWARD, self.type, RelationType.ADJACENT)
        else:
            rows = rows_of(b, self.direction, self.type)
        steps = 1 if self.steps is None else constant(self.steps.lower(b))
        site = site_of(b, self.site, self.type)
        row = rows.row(site)
        if steps is None:
            return self._far(b, rows, row, site)
        ahead = tuple(_ahead(rows, index, steps) for index in range(len(rows.rays)))
        return k.table(b.table(ahead, stem="ahead"), row)

    def _far(self, b: Builder, rows: Rows, row: Expr, site: Expr) -> Expr:
        assert self.steps is not None
        most = 1 + max((len(ray) for rays in rows.rays for ray in rays), default=0)
        ahead = tuple(_ahead(rows, index, n) for index in range(len(rows.rays)) for n in range(most))
        steps = k.min_(self.steps.lower(b), k.int_(most - 1))
        return k.table(b.table(ahead, stem="ahead"), k.add(k.mul(row, k.int_(most)), steps))

    def says(self, s: Speaker, no: bool = False) -> str:
        steps = "one step" if self.steps is None else f"{s.say(self.steps)} {steps_noun(self.steps)}"
        direction = "forward" if self.direction is None else s.say(self.direction).removeprefix("straight ")
        return (
            f"the {s.cell} {steps} {direction} of {s.site(self.site)}"
            if direction.startswith("to the")
            else (f"the {s.cell} {steps} {direction} from {s.site(self.site)}")
        )


def _ahead(rows: Rows, row: int, steps: int) -> int:
    here = row % rows.stride if rows.stride else row
    ray = next((ray for ray in rows.rays[row] if ray), ())
    if steps <= 0 or not ray:
        return here
    return ray[min(steps, len(ray)) - 1]


@ludeme("handSite")
class HandSite(IntExpr):
    """The first site of a player's hand, or the one so many after it.

    Example: `(handSite Mover)`, `(handSite P1 2)`.
    """

    quantity = Quantity.SITE
    in_hand = True
    who: IntExpr | RoleType = arg()
    offset: IntExpr | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        firsts = [-1] * (b.facts.players + 2)
        for container in b.facts.containers:
            if container.dice is None and firsts[container.owner] < 0:
                firsts[container.owner] = container.first
        if not any(first >= 0 for first in firsts):
            raise MeaningError(
                "E0406", "there are no hands", self.span, "", "add (hand Each) to the equipment"
            )
        who = owner(b, self.who, self.span)
        fixed = constant(who)
        if fixed is not None:
            first = k.int_(firsts[fixed] if 0 <= fixed < len(firsts) else -1)
        else:
            first = k.table(b.table(tuple(firsts), stem="hand"), who)
        return first if self.offset is None else k.add(first, self.offset.lower(b))

    def says(self, s: Speaker, no: bool = False) -> str:
        hands = [c for c in s.facts.containers if c.dice is None]
        hand = f"{s.whose(self.who)} {s.hand_name(hands[0]) if hands else 'hand'}"
        if self.offset is None:
            return hand
        if isinstance(self.offset, IntLiteral):
            return f"the {ordinal(self.offset.value + 1)} place of {hand}"
        return f"the place of {hand} after {s.say(self.offset)} others"


@ludeme("regionSite")
class RegionSite(IntExpr):
    """The site of a region by its number from 0: `(regionSite (sites Empty) index:0)`."""

    english = "the {cell} at place {index} of {region}"
    quantity = Quantity.SITE
    region: Region = arg()
    index: IntExpr = named("index")

    def lower(self, b: Builder) -> Expr:
        return k.nth(self.region.lower(b), self.index.lower(b))


@ludeme("arrayValue")
class ArrayValue(IntExpr):
    """A number of an array by its place from 0."""

    english = "the number at place {index} of {array}"
    array: Ints = arg()
    index: IntExpr = named("index")

    def needs(self) -> Needs:
        return self.array.needs_of_each()

    def lower(self, b: Builder) -> Expr:
        return item_at(b, self.array, self.index.lower(b))


@ludeme("mapEntry")
class MapEntry(IntExpr):
    """What a map has for a key; keys that it lacks stand for themselves.

    Example: `(mapEntry "Opposite" (last To))`.
    """

    name: str | None = arg(None, names=Kind.MAP)
    key: IntExpr | RoleType = arg()

    def lower(self, b: Builder) -> Expr:
        pairs = b.side_table(_Entries).get_or_make(self.name, lambda: self._pairs(b))
        if pairs is None:
            what = "there is no map" if self.name is None else f'there is no map called "{self.name}"'
            names = ", ".join("one without a name" if m.name is None else f'"{m.name}"' for m in b.facts.maps)
            advice = (
                f"the maps are: {names}" if names else "declare one in the equipment: (map {(pair P1 0)})"
            )
            b.refuse_name(MeaningError("E0413", what, self.span, "", advice))
            pairs = {}
        key = owner(b, self.key, self.span)
        low, high = min(pairs, default=0), max(pairs, default=-1)
        if low < -1 or high - low > 100_000:
            raise unsupported("a map with keys so far apart", self.span, "number the keys from 0")
        values = tuple(pairs.get(i, i) for i in range(high + 1))
        fixed = constant(key)
        if fixed is not None:
            return k.int_(pairs.get(fixed, fixed))
        inside = k.and_(k.ge(key, k.int_(0)), k.le(key, k.int_(high)))
        return k.select(inside, k.table(b.table(values, stem="map"), key), key)

    def _pairs(self, b: Builder) -> dict[int, int] | None:
        """What the maps of this name have, the first of them first; None where there are none."""
        maps = [item for item in b.facts.maps if self.name is None or item.name == self.name]
        pairs: dict[int, int] = {}
        for item in maps:
            assert isinstance(item, AnyMap)
            pairs = item.entries(b) | pairs
        return pairs if maps else None

    def says(self, s: Speaker, no: bool = False) -> str:
        name = f"“{s.say(self.name)}”" if self.name else "the table"
        return f"what {name} has for {s.site(self.key)}"


class _Entries(Memo[str | None, dict[int, int] | None]):
    """Side table: by name what maps have, worked out once."""


def steps_noun(number: object) -> str:
    return "step" if isinstance(number, IntLiteral) and number.value == 1 else "steps"
