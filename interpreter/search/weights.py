"""Weights of n-tuples: what a game's evaluation has learnt, and how a search's pool of patterns is laid out.

See `learnt.py` for what is done with them.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence
from math import sqrt

from gdl.support.values import frozen
from interpreter.search import learnt
from interpreter.search.run import Search
from interpreter.search.tallies import SCALE

#: A weight of 1.0 in units.
ONE = SCALE * learnt.UNITS


@frozen
class Placement:
    """Where a tuple is read: its sites in order, and whether through the exchange of colours."""

    sites: tuple[int, ...]
    swapped: bool


@frozen(eq=False)
class Weights:
    """The tables of a game's n-tuples."""

    #: how many numbers tell what stands on a site
    components: int
    #: for each of these the one of the other player (itself where colours are not exchanged)
    exchanged: tuple[int, ...]
    #: each table's placements
    tuples: tuple[tuple[Placement, ...], ...]
    #: all tables one after the other, in units of ONE
    values: Sequence[int]
    #: what having the move is worth, in the same units; by what the estimate by the rules is multiplied
    tempo: int = 0
    base: float = 1.0

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many weights each table has."""
        return tuple(self.components ** len(each[0].sites) for each in self.tuples)


@frozen
class PoolLayout:
    """Where things are in a pool of patterns."""

    lists: int
    entries: int
    index: int
    tables: int
    #: how many weights there are
    weights: int
    #: the words of all that
    words: int


def squashed(worth: float) -> float:
    """From -1.0 to 1.0 what may be expected where weights add up to `worth`: what `td.squashed` is."""
    return worth / sqrt(1.0 + worth * worth)


def pool_layout(weights: Weights, sites: int) -> PoolLayout:
    """The layout for a game of so many sites."""
    count = sum(map(len, weights.tuples))
    entries = sum(len(placed.sites) for each in weights.tuples for placed in each)
    swap = learnt.BOARD + sites
    lists = swap + weights.components
    first = lists + 2 * sites + 1
    index = first + 2 * entries
    tables = index + count
    total = sum(weights.sizes)
    return PoolLayout(lists, first, index, tables, total, tables + total)


def fill_pool(search: Search, weights: Weights, sites: int, pool: int = 3) -> None:
    """Write weights into a search's pool, for an empty board."""
    words, layout = search.ints(pool), pool_layout(weights, sites)
    placements = [(placed, at) for each, at in _tables(weights, layout) for placed in each]
    placements.sort(key=lambda pair: pair[0].swapped)
    words[learnt.TUPLES] = len(placements)
    words[learnt.PLAIN] = sum(not placed.swapped for placed, _ in placements)
    words[learnt.SWAP] = learnt.BOARD + sites
    words[learnt.LISTS], words[learnt.INDEX], words[learnt.TABLES] = layout.lists, layout.index, layout.tables
    words[learnt.TEMPO] = weights.tempo
    search.floats(pool)[learnt.BASE] = weights.base
    _write(words, learnt.BOARD, [0] * sites)
    _write(words, learnt.BOARD + sites, weights.exchanged)
    _write(words, layout.index, [at for _, at in placements])
    _write(words, layout.tables, weights.values)
    by_site: list[list[list[int]]] = [[[], []] for _ in range(sites)]
    for number, (placed, _) in enumerate(placements):
        for place, site in enumerate(reversed(placed.sites)):
            by_site[site][placed.swapped] += [number, weights.components**place]
    lists, entries = list[int](), list[int]()
    for views in by_site:
        for view in views:
            lists.append(layout.entries + len(entries))
            entries += view
    lists.append(layout.entries + len(entries))
    _write(words, layout.lists, lists)
    _write(words, layout.entries, entries)
    words[learnt.SUM] = sum(-words[at] if placed.swapped else words[at] for placed, at in placements)


def _tables(weights: Weights, layout: PoolLayout) -> Sequence[tuple[tuple[Placement, ...], int]]:
    at, result = layout.tables, []
    for each, size in zip(weights.tuples, weights.sizes, strict=True):
        result.append((each, at))
        at += size
    return result


def _write(words: MutableSequence[int], at: int, values: Sequence[int]) -> None:
    words[at : at + len(values)] = memoryview(array("q", values))
