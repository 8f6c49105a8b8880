"""Constant tables as globals of the module, each written once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gdl.core.arithmetic import members
from gdl.core.ops import BOOL, FLOAT, INT, SITES, Rays, Table
from gdl.support.identity import IdentityMap, Same
from gdl.support.values import frozen
from interpreter.engines.native.memory import Memory
from interpreter.engines.native.writer import byte_text, bytes_of, float_text, signed
from interpreter.engines.slots import narrow

#: Steps that are more than so many shifts are looked up site by site.
MANY_SHIFTS = 12


@frozen(eq=False)
class Axis:
    """The chains of sites along two opposite steps, which follow each other by their numbers."""

    #: the number of each site's chain, and its place in it
    chain: list[int]
    place: list[int]
    #: the sites of each chain
    sets: list[int]
    #: how far all steps go, where that is the same
    distance: int | None

    @property
    def longest(self) -> int:
        """How many sites a chain has at most."""
        return max(self.place) + 1

    def near(self, reach: int) -> list[int]:
        """For each site those of its chain so many steps away or fewer."""
        rows = [list(members(sites)) for sites in self.sets]
        result = []
        for chain, place in zip(self.chain, self.place, strict=True):
            result.append(sum(1 << s for s in rows[chain][max(place - reach, 0) : place + reach + 1]))
        return result

    def reached(self, reach: int) -> list[int]:
        """For each site which steps from so many back to so many onward stay on its chain, as bits."""
        result = []
        for chain, place in zip(self.chain, self.place, strict=True):
            steps = range(-reach, reach + 1)
            length = self.sets[chain].bit_count()
            result.append(sum(1 << i for i, k in enumerate(steps) if 0 <= place + k < length))
        return result


class Constants:
    """The globals of a module. Tables have one element more on both sides: what is outside."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.sites = memory.program.sites
        self.texts: list[str] = []
        self._made: dict[object, tuple[str, str, bool]] = {}
        #: bytes of each global
        self.sizes: dict[str, int] = {}
        #: how many words of the sets in a table are ever anything but empty
        self.filled: dict[str, int] = {}
        self._axes: dict[tuple[Same[Table], Same[Table]], Axis | None] = {}
        self._shifts = IdentityMap[Table, list[tuple[int, int]] | None]()

    def _add(
        self, key: object, type_: str, values: Iterable[str], is_signed: bool = True
    ) -> tuple[str, str, bool]:
        known = self._made.get(key)
        if known is None:
            name = f"@c{len(self._made)}"
            given = list(values)
            if type_ == "i8":  # as a text it is read in a fraction of the time
                shown = byte_text(int(v) for v in given)
            else:
                shown = f"[{', '.join([f'{type_} {v}' for v in given])}]"
            self.texts.append(f"{name} = internal constant [{len(given)} x {type_}] {shown}, align 8")
            self.sizes[name] = len(given) * bytes_of(type_)
            known = self._made[key] = (name, type_, is_signed)
        return known

    def numbers(self, key: object, values: Sequence[int], outside: int) -> tuple[str, str, bool]:
        """A table of whole numbers: its name, the elements' type, whether they are signed."""
        if key in self._made:
            return self._made[key]
        padded = [outside, *values, outside]
        type_, size, is_signed = narrow((min(padded), max(padded)))
        return self._add(key, type_, (str(signed(v, 8 * size)) for v in padded), is_signed)

    def sets(self, key: object, values: Iterable[int], outside: int = 0) -> str:
        """A table of sets, as words. `values` are only looked at the first time."""
        if key in self._made:
            return self._made[key][0]
        padded = [outside, *values, outside]
        name = self._add(key, "i64", (w for v in padded for w in self.words_of(v)))[0]
        self.filled[name] = max(1, -(-max(v.bit_length() for v in padded) // 64))
        return name

    def words(self, key: object, values: Sequence[int]) -> str:
        """A table of words, 0 outside."""
        return self._add(key, "i64", (str(signed(v, 64)) for v in (0, *values, 0)))[0]

    def words_of(self, value: int) -> list[str]:
        """A set's words."""
        if value >> 63:
            return [str(signed(value >> 64 * w, 64)) for w in range(self.memory.words)]
        return [str(value), *["0"] * (self.memory.words - 1)]

    def set_(self, value: int) -> str:
        """The place of one constant set."""
        return self._add(("set", value), "i64", self.words_of(value))[0]

    def table(self, table: Table) -> tuple[str, str, bool]:
        """A table of the program."""
        key = ("table", Same(table))
        if table.type is SITES:
            return self.sets(key, (int(v) for v in table.values), int(table.outside)), "", False
        if table.type is FLOAT:
            padded = [table.outside, *table.values, table.outside]
            return self._add(key, "double", (float_text(float(v)) for v in padded))
        assert table.type in (INT, BOOL)
        return self.numbers(key, [int(v) for v in table.values], int(table.outside))

    def ray_masks(self, rays: Rays) -> str:
        """All sites of each ray."""
        return self.sets(("rays", Same(rays)), (sum(1 << s for s in set(path)) for path in rays.paths))

    def ray_paths(self, rays: Rays) -> tuple[str, str, int]:
        """The sites of each ray in order, -1 behind the last: name, elements' type, length of a row."""
        row = max((len(p) for p in rays.paths), default=0) + 1
        rows = [(), *rays.paths, ()]
        flat = [s for path in rows for s in (*path, *(-1,) * (row - len(path)))]
        name, type_, _ = self._add(("paths", Same(rays)), "i16", map(str, flat))
        return name, type_, row

    def steps(self, table: Table) -> str:
        """The image of each site as a set."""
        return self.sets(("steps", Same(table)), (self._bit(int(v)) for v in table.values))

    def shifts(self, table: Table) -> list[tuple[int, int]] | None:
        """A table of steps, or of neighbours, as shifts (distance, sites that go so far) if few."""
        if table not in self._shifts:
            full = (1 << self.sites) - 1
            values = [int(v) for v in table.values]
            images = [v & full for v in values] if table.type is SITES else [self._bit(v) for v in values]
            self._shifts[table] = shifts_of(images, self.sites)
        return self._shifts[table]

    def chains(self, table: Table) -> tuple[str, bool] | None:
        """For each site the sites that steps lead to, and whether they rise; None where they do neither."""
        values = [int(v) if 0 <= int(v) < self.sites else -1 for v in table.values]
        rising = all(v > s or v < 0 for s, v in enumerate(values))
        if not rising and not all(v < s for s, v in enumerate(values)):
            return None
        if 0 <= int(table.outside) < self.sites or len(values) < self.sites:
            return None
        known: list[int] = [0] * len(values)
        for s in range(len(values) - 1, -1, -1) if rising else range(len(values)):
            at = values[s]
            known[s] = 0 if at < 0 or at >= len(values) else known[at] | 1 << at
        return self.sets(("chains", Same(table)), known), rising

    def axis(self, one: Table, other: Table) -> Axis | None:
        """The chains along two tables of steps; None where these are not opposites, or fall as they rise."""
        key = Same(one), Same(other)
        if key not in self._axes:
            self._axes[key] = axis_of(one, other, self.sites)
        return self._axes[key]

    def _bit(self, site: int) -> int:
        return 1 << site if 0 <= site < self.sites else 0


def shifts_of(images: Sequence[int], sites: int) -> list[tuple[int, int]] | None:
    """Images of sites (as sets) as shifts: (distance, sites that go so far); None where too many."""
    result: dict[int, int] = {}
    for site, image in enumerate(images[:sites]):
        while image:
            bit = image & -image
            image ^= bit
            distance = bit.bit_length() - 1 - site
            result[distance] = result.get(distance, 0) | 1 << site
        if len(result) > MANY_SHIFTS:
            return None
    return sorted(result.items())


def axis_of(one: Table, other: Table, sites: int) -> Axis | None:
    """The chains along two tables of steps, see `Constants.axis`."""
    ways = []
    for table in (one, other):
        if len(table.values) < sites or 0 <= table.outside < sites:
            return None
        ways.append([int(v) if 0 <= v < sites else -1 for v in table.values[:sites]])
    up, down = ways if all(v > s for s, v in enumerate(ways[0]) if v >= 0) else ways[::-1]
    if any(v <= s or down[v] != s for s, v in enumerate(up) if v >= 0):
        return None
    if any(v >= 0 and up[v] != s for s, v in enumerate(down)):
        return None
    chain, place, sets = [0] * sites, [0] * sites, list[int]()
    for site in range(sites):
        before = down[site]
        if before < 0:
            chain[site], place[site] = len(sets), 0
            sets.append(0)
        else:
            chain[site], place[site] = chain[before], place[before] + 1
        sets[chain[site]] |= 1 << site
    distances = {v - s for s, v in enumerate(up) if v >= 0}
    return Axis(chain, place, sets, distances.pop() if len(distances) == 1 else None)


def longest_chain(table: Table, sites: int) -> int:
    """How many sites a way along steps passes at most, its first included; all where it comes round."""
    values = [int(v) if 0 <= v < sites else -1 for v in table.values]
    lengths: dict[int, int] = {}
    for start in range(min(len(values), sites)):
        path: list[int] = []
        at, seen = start, set[int]()
        while 0 <= at < len(values) and at not in seen and at not in lengths:
            seen.add(at)
            path.append(at)
            at = values[at]
        length = sites if at in seen else lengths.get(at, 0)
        for site in reversed(path):
            length = min(length + 1, sites)
            lengths[site] = length
    return max(lengths.values(), default=0)
