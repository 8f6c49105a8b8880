"""Precomputation: what is fixed with the board, as constants and tables in the game's one numbering."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gdl.boards.direction import Heading
from gdl.builder.builder import Builder
from gdl.builder.side_tables import Memo
from gdl.core import make as k
from gdl.core.arithmetic import as_bits
from gdl.core.ops import SITES, Expr, Table
from gdl.lower.numbers import constant
from gdl.source.budget import spend
from gdl.words.words import RelationType, SiteType


def mask_of(b: Builder, sites: Iterable[int], type_: SiteType | None = None) -> int:
    """Sites of a type, by their own numbers, as bits of the game's one numbering."""
    return as_bits(sites) << b.facts.offsets[type_ or b.facts.main]


def constant_sites(b: Builder, sites: Iterable[int], type_: SiteType | None = None) -> Expr:
    """The same as an expression."""
    return k.sites_(mask_of(b, sites, type_))


def kind_of(b: Builder, type_: SiteType | None) -> SiteType:
    """The type meant; by default the one on which pieces stand."""
    return type_ or b.facts.main


def numbers_by_site(b: Builder, per_site: Sequence[int], type_: SiteType | None, stem: str) -> Table:
    """A table of numbers by site; -1 for sites of another kind."""
    offset = b.facts.offsets[kind_of(b, type_)]
    values = [-1] * max(b.facts.size, offset + len(per_site))
    values[offset : offset + len(per_site)] = per_site
    return b.table(tuple(values), stem=stem)


def sets_by_site(b: Builder, per_site: Sequence[int], type_: SiteType | None, stem: str) -> Table:
    """A table of sets (bits in the game's one numbering) by site; empty for sites of another kind."""
    offset = b.facts.offsets[kind_of(b, type_)]
    values = [0] * max(b.facts.size, offset + len(per_site))
    values[offset : offset + len(per_site)] = per_site
    return b.table(tuple(values), SITES, 0, stem)


def set_by_number(b: Builder, sets: Sequence[int], number: Expr, stem: str) -> Expr:
    """One of some sets, by number; beyond them the empty set."""
    fixed = constant(number)
    if fixed is not None:
        return k.sites_(sets[fixed] if 0 <= fixed < len(sets) else 0)
    return k.table(b.table(tuple(sets), SITES, 0, stem), number)


#: To find a site takes as long as to make so many entries of a table.
FOUND = 5


class _Balls(Memo[tuple[RelationType, SiteType], list[list[int]]]):
    """Side table: by relation and type of site what `balls` gives."""


def balls(b: Builder, relation: RelationType, type_: SiteType | None) -> list[list[int]]:
    """Per site and distance 0, 1, 2, ... the sites within so many steps, up to all that can be reached."""
    kind = kind_of(b, type_)

    def make() -> list[list[int]]:
        near = b.facts.topology.neighbours(kind, relation)
        offset = b.facts.offsets[kind]
        return [_balls_around(b, site, near, offset) for site in range(len(near))]

    return b.side_table(_Balls).get_or_make((relation, kind), make)


def _balls_around(b: Builder, site: int, near: Sequence[Sequence[int]], offset: int) -> list[int]:
    seen, edge = {site}, [site]
    result = [1 << (site + offset)]
    while True:
        edge = sorted({n for s in edge for n in near[s]} - seen)
        if not edge:
            spend(len(seen) * FOUND, "distances over the board", b.span)
            return result
        seen.update(edge)
        result.append(result[-1] | as_bits(s + offset for s in edge))


def side_sites(b: Builder, direction: Heading, type_: SiteType | None = None) -> int:
    """A side of the board by the compass point it faces; of sixteen points the nearest of eight named so."""
    return mask_of(b, b.facts.topology.side(kind_of(b, type_), direction), type_)
