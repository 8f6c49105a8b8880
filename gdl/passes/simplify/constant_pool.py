"""The constant pool: the tables and rays that rules make, each once, and what rules look up in a program."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from gdl.analyses.termination import Termination
from gdl.core.ops import INT, Proc, Program, Rays, Table, Type
from gdl.support.identity import IdentityMap, Same


class ConstantPool:
    """Tables by what stands in them, steps backwards, procedures by name, which of these may diverge."""

    def __init__(self, program: Program) -> None:
        self.sites = program.sites
        self.procs: dict[str, Proc] = {}
        self.termination = Termination(program)
        self._tables: list[Table] = []
        self._new_rays: list[Rays] = []
        self._rays: dict[object, Rays] = {}
        self._known: dict[object, Table] = {}
        self._names: set[str] = set()
        self._seen: set[object] = set()
        self._reach = IdentityMap[Rays, tuple[int, ...]]()
        self._spans = IdentityMap[Rays, int]()
        self._backwards: dict[object, Table | None] = {}
        self.look_at(program)

    def look_at(self, program: Program) -> None:
        """The program as it is now."""
        self.procs = {p.name: p for p in program.procs}
        self.termination = Termination(program)
        for table in program.tables:
            if table not in self._seen:
                self._seen.add(table)
                self._names.add(table.name)
                self._known.setdefault((table.type, table.values, table.outside), table)
        for rays in program.rays:
            if rays not in self._seen:
                self._seen.add(rays)
                self._names.add(rays.name)
                self._rays.setdefault(rays.paths, rays)

    def tables_beside(self, program: Program) -> list[Table]:
        """The tables made, but for those that the program has."""
        there = set(program.tables)
        return [table for table in self._tables if table not in there]

    def rays_beside(self, program: Program) -> list[Rays]:
        """The rays made, but for those that the program has."""
        there = set(program.rays)
        return [rays for rays in self._new_rays if rays not in there]

    def table(self, values: tuple[int, ...], type_: Type, outside: int, stem: str) -> Table:
        """The table with these values."""
        key = (type_, values, outside)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = Table(self._name(stem), type_, values, outside)
            self._tables.append(known)
        return known

    def rays(self, paths: tuple[tuple[int, ...], ...], stem: str) -> Rays:
        """The rays with these paths."""
        known = self._rays.get(paths)
        if known is None:
            known = self._rays[paths] = Rays(self._name(stem), paths)
            self._new_rays.append(known)
        return known

    def _name(self, stem: str) -> str:
        name, number = stem, 1
        while name in self._names:
            number += 1
            name = f"{stem}_{number}"
        self._names.add(name)
        return name

    def backwards(self, steps: Sequence[int]) -> Table | None:
        """For each site the one from which a step leads there; None where that is more than one."""
        result = [-1] * self.sites
        for site, target in enumerate(steps[: self.sites]):
            if 0 <= target < self.sites:
                if result[target] >= 0:
                    return None
                result[target] = site
        return self.table(tuple(result), INT, -1, "step")

    def against(self, table: Table) -> Table | None:
        """`backwards` of a table of steps."""
        key = Same(table)
        if key not in self._backwards:
            fits = len(table.values) >= self.sites
            self._backwards[key] = self.backwards([int(v) for v in table.values]) if fits else None
        return self._backwards[key]

    def reach(self, rays: Rays) -> tuple[int, ...]:
        """The sites of each ray as a set."""
        return self._reach.setdefault(rays, lambda: tuple(sum(1 << s for s in path) for path in rays.paths))

    def span(self, rays: Rays) -> int:
        """The sites of all rays."""
        return self._spans.setdefault(rays, lambda: reduce(or_, self.reach(rays), 0))

    def towards(self, rays: Rays, offset: int) -> Table | None:
        """The steps that lead along rays back to where they start: the rows from `offset` on are the sites'.

        None where the rays are not made of one and the same step, or two of them come together.
        """
        key = Same(rays), offset
        if key not in self._backwards:
            paths = rays.paths[max(offset, 0) : max(offset, 0) + self.sites]
            self._backwards[key] = None
            if offset >= 0 and len(paths) == self.sites and _straight(paths):
                self._backwards[key] = self.backwards([path[0] if path else -1 for path in paths])
        return self._backwards[key]


def _straight(paths: Sequence[tuple[int, ...]]) -> bool:
    """Whether each path goes on as the path of its first site."""
    return all(not path or paths[path[0]] == path[1:] for path in paths)


def injective(table: Table, sites: int) -> bool:
    """Whether no two sites have the same image on the board."""
    images = [int(v) for v in table.values[:sites] if 0 <= int(v) < sites]
    return len(images) == len(set(images)) and (len(table.values) >= sites or table.outside < 0)
