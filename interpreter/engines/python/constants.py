"""Constant tables as emitted code sees them: names in its globals, made when first used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gdl.core.arithmetic import as_bits
from gdl.core.ops import Rays, Table
from gdl.support.identity import Same
from interpreter.engines.python.writer import Names


class Constants:
    """The globals of a program's code."""

    def __init__(self, sites: int, names: Names, space: dict[str, Any]) -> None:
        self.sites = sites
        self.names = names
        self.space = space
        #: by what they are constants of, their names
        self.made: dict[object, str] = {}
        #: what was put into the space here
        self.given: dict[str, object] = {}
        self._senses: dict[Same[Rays], int] = {}

    def take_up(self, made: dict[object, str], given: dict[str, object]) -> None:
        """Go on with what was made before."""
        self.made, self.given = made, given
        self.space.update(given)

    def _give(self, name: str, value: object) -> None:
        self.given[name] = self.space[name] = value

    def name(self, key: object, stem: str, value: object) -> str:
        """The name of a constant, made at its first use."""
        known = self.made.get(key)
        if known is None:
            known = self.made[key] = self.names.fresh(f"T_{stem}")
            self._give(known, value)
        return known

    def helper(self, function: Callable[..., Any]) -> str:
        """The name of a function of the runtime, its own."""
        self._give(function.__name__, function)
        return function.__name__

    def table(self, table: Table) -> str:
        """The values and then what is outside: so -1 and the length are indices too."""
        return self.name(("table", Same(table)), table.name, (*table.values, table.outside))

    def bits(self) -> str:
        """The set of each site alone; at -1 and at the number of sites the empty set."""
        return self.name("bits", "BITS", (*(1 << s for s in range(self.sites)), 0))

    def ray_masks(self, rays: Rays) -> str:
        """All sites of each ray."""
        known = self.made.get(("rays", Same(rays)))
        if known is not None:
            return known
        masks = (*(as_bits(path) for path in rays.paths), 0)
        return self.name(("rays", Same(rays)), rays.name, masks)

    def sense(self, rays: Rays) -> int:
        """1 where the sites of every ray rise, -1 where they fall, 0 otherwise."""
        known = self._senses.get(Same(rays))
        if known is None:
            rising = all(list(p) == sorted(set(p)) for p in rays.paths)
            falling = all(list(p) == sorted(set(p), reverse=True) for p in rays.paths)
            known = self._senses[Same(rays)] = 1 if rising else -1 if falling else 0
        return known

    def ray_paths(self, rays: Rays) -> str:
        """The sites of each ray in their order."""
        return self.name(("paths", Same(rays)), rays.name + "_paths", (*rays.paths, ()))

    def steps(self, table: Table) -> str:
        """The image of each site as a set."""
        values = (*(self._bit(int(v)) for v in table.values), 0)
        return self.name(("steps", Same(table)), table.name + "_bits", values)

    def neighbours(self, table: Table) -> str:
        """The site that each site is taken to; 0 outside."""
        return self.name(("neighbours", Same(table)), table.name, (*table.values, 0))

    def members(self, mask: int) -> str:
        """The members of a constant set, each with the set of it alone."""
        pairs = tuple((s, 1 << s) for s in range(mask.bit_length()) if mask >> s & 1)
        return self.name(("members", mask), "SITES", pairs)

    def _bit(self, site: int) -> int:
        return 1 << site if 0 <= site < self.sites else 0


#: Steps that are more than so many shifts are looked up site by site.
MANY_SHIFTS = 12


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
