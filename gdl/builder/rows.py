"""Rays by row: what directions come to, with the tables that are made of them once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Generic, TypeVar

from gdl.builder.builder import Builder
from gdl.builder.goals import fixed
from gdl.builder.side_tables import SideTables
from gdl.core import make as k
from gdl.core.arithmetic import as_bits
from gdl.core.evaluate import folded
from gdl.core.ops import INT, SITES, Expr, Op, Rays, Table
from gdl.core.walk import substitute
from gdl.support.identity import IdentityMap
from gdl.support.values import frozen

T = TypeVar("T")
RayList = tuple[tuple[int, ...], ...]
#: In the selector of rows: the site in question.
HERE = k.var("here_", INT)


class Ways:
    """Rays of which the first sites are known; made when somebody asks for more (lazy evaluation)."""

    def __init__(self, near: Sequence[Sequence[int]], make: Callable[[], tuple[RayList, ...]]) -> None:
        self.near = near
        self._make = make

    @cached_property
    def rays(self) -> tuple[RayList, ...]:
        """The rays by row."""
        return self._make()


@frozen
class Rows:
    """Rays by row, and how to find the row of a site.

    Most directions have one row a site. Relative ones may have several, in blocks of a row for each site:
    `selector` is then the number of the block, in which HERE stands for the site; None: the site is the row.
    """

    given: tuple[RayList, ...] | Ways
    stride: int
    selector: Expr | None = None

    @property
    def rays(self) -> tuple[RayList, ...]:
        """The rays by row."""
        return self.given.rays if isinstance(self.given, Ways) else self.given

    def row(self, site: Expr) -> Expr:
        """The row of a site."""
        if self.selector is None:
            return site
        if self.selector.op is Op.CONST:
            before = folded(k.mul(self.selector, k.int_(self.stride)))
            return site if before.data == 0 else k.add(before, site)
        block = substitute(self.selector, {HERE.data: site})  # type: ignore[dict-item]
        return k.add(k.mul(block, k.int_(self.stride)), site)

    def steps(self, b: Builder) -> Table:
        """For each row the sites one step away."""

        def make(near: Sequence[Sequence[int]]) -> Table:
            b.spend_table(len(near), SITES)
            return b.constant_table(tuple(map(as_bits, near)), SITES, 0, "steps")

        given = self.given
        if isinstance(given, Ways):
            return b.side_table(_NearSteps).setdefault(given, lambda: make(given.near))
        return b.side_table(_Steps).get_or_make(
            b, self, lambda: make([[ray[0] for ray in rays if ray] for rays in given])
        )

    def layers(self, b: Builder) -> list[Rays]:
        """The rays of all rows sorted into a few tables, each with one ray a row at most.

        Rays over the same distance share a table where that can be: so each is of one direction, and a step
        along it tells where one came from.
        """

        def make() -> list[Rays]:
            columns = _by_distance(self.rays, self.stride)
            most = max((len(rays) for rays in self.rays), default=0)
            if len(columns) > most:
                every = list(enumerate(self.rays))
                columns = [{i: rays[n] for i, rays in every if n < len(rays)} for n in range(most)]
            rows = range(len(self.rays))
            return [b.rays(tuple(column.get(i, ()) for i in rows), "rays") for column in columns]

        return b.side_table(_Layers).get_or_make(b, self, make)

    def reach(self, b: Builder) -> Table:
        """For each row all sites on any of its rays."""

        def make() -> Table:
            b.spend_table(sum(map(len, self.rays)), SITES)
            bits = b.side_table(_RayBits)
            masks = []
            for rays in self.rays:
                mask = 0
                for ray in rays:
                    known = bits.get(ray)
                    if known is None:
                        known = bits[ray] = as_bits(ray)
                    mask |= known
                masks.append(mask)
            return b.constant_table(tuple(masks), SITES, 0, "reach")

        return b.side_table(_Reach).get_or_make(b, self, make)

    def sites(self, b: Builder, part: slice) -> tuple[int, ...]:
        """By site, as bits, the sites on a part of each of its rays; where it depends on the state which rows
        are a site's, those of the first."""

        def make() -> tuple[int, ...]:
            result = []
            for site in range(self.stride):
                row = None if self.selector is None else fixed(b, self.row(k.int_(site)))
                result.append(
                    as_bits(s for ray in self.rays[site if row is None else row] for s in ray[part])
                )
            return tuple(result)

        if self.selector is not None and self.selector.op is not Op.CONST:
            return make()  # what is bound here and now decides which rows are meant
        block = None if self.selector is None else self.selector.data
        kept = b.side_table(_Sites).setdefault((part.start, part.stop, block), RowsMemo())
        return kept.get_or_make(b, self, make)

    def shortened(self, b: Builder, most: int) -> Rows:
        """The same rows, each ray with so many sites at most."""

        def make() -> tuple[RayList, ...]:
            return tuple(tuple(ray[:most] for ray in rays) for rays in self.rays)

        shortened = b.side_table(_Shortened).setdefault(most, RowsMemo())
        return Rows(shortened.get_or_make(b, self, make), self.stride, self.selector)

    def mapped(self, change: Callable[[int, RayList], RayList]) -> Rows:
        """The same rows with their rays changed by row."""
        return Rows(tuple(change(i, rays) for i, rays in enumerate(self.rays)), self.stride, self.selector)


class RowsMemo(Generic[T]):
    """A memo table of what is made of rays, once for all rules that go along the same ones.

    Rules that say the same have equal rays, but not always the very same: those are looked up by what they
    hold, which takes longer.
    """

    def __init__(self) -> None:
        self._of: IdentityMap[object, T] = IdentityMap()

    def get_or_make(self, b: SideTables, rows: Rows, make: Callable[[], T]) -> T:
        """What there is of these rays; made, and kept, if there is nothing yet."""
        return self._of.setdefault(b.side_table(_Alike).first(rows), make)


class _Alike:
    """Side table: of equal rays the first ones."""

    def __init__(self) -> None:
        self._same: IdentityMap[object, object] = IdentityMap()
        self._equal: dict[tuple[int, tuple[RayList, ...]], object] = {}

    def first(self, rows: Rows) -> object:
        """Those that came first of all that equal these."""
        rays = rows.rays
        return self._same.setdefault(rays, lambda: self._equal.setdefault((rows.stride, rays), rays))


class _RayBits(IdentityMap[tuple[int, ...], int]):
    """Side table: by ray its sites as bits; most rows are made of the same rays."""


class _Steps(RowsMemo[Table]):
    """Side table: what `Rows.steps` gives."""


class _NearSteps(IdentityMap[Ways, Table]):
    """Side table: the same of rays that may not be made."""


class _Layers(RowsMemo[list[Rays]]):
    """Side table: what `Rows.layers` gives."""


class _Reach(RowsMemo[Table]):
    """Side table: what `Rows.reach` gives."""


class _Shortened(dict[int, RowsMemo[tuple[RayList, ...]]]):
    """Side table: by length what `Rows.shortened` gives."""


class _Sites(dict[tuple[object, object, object], RowsMemo[tuple[int, ...]]]):
    """Side table: by part of a ray and block of rows what `Rows.sites` gives."""


def _by_distance(rows: Sequence[RayList], stride: int) -> list[dict[int, tuple[int, ...]]]:
    """Rays sorted by how far the first step leads, in site numbers; what can share a table does."""
    classes: dict[int, dict[int, tuple[int, ...]]] = {}
    columns: list[dict[int, tuple[int, ...]]] = []
    for row, rays in enumerate(rows):
        for ray in rays:
            distance = ray[0] - row % stride if ray else 0
            # Several ways of one distance from a site: the second of them goes elsewhere.
            while row in classes.get(distance, {}):
                distance += stride if distance >= 0 else -stride
            classes.setdefault(distance, {})[row] = ray
    for distance in sorted(classes, key=lambda d: (d < 0, abs(d))):
        for column in columns:
            if _compatible(column, classes[distance], distance, stride):
                column.update(classes[distance])
                break
        else:
            columns.append(dict(classes[distance]))
    return columns


def _compatible(
    column: dict[int, tuple[int, ...]], others: dict[int, tuple[int, ...]], distance: int, stride: int
) -> bool:
    """Whether rays of one distance can be with others: alike in rising or falling, no two of one row, no two
    of one block that lead to the same site."""
    row, ray = next(iter(column.items()))
    rising = not ray or ray[0] > row % stride
    if rising != (distance > 0) or not column.keys().isdisjoint(others):
        return False
    led = {(row // stride, ray[0]) for row, ray in column.items() if ray}
    return all(not ray or (row // stride, ray[0]) not in led for row, ray in others.items())
