"""N-tuples placed on a board: single sites, lines, and random walks, one table for all images of one.

Lines follow the board's own directions, random walks its adjacency (Lucas, *Learning to play Othello with
n-tuple systems*, 2008), so any board has them. Tuples that a symmetry of the game maps onto each other
share a table.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from gdl.boards.direction import RelationType
from interpreter.game.game import Game
from interpreter.learning.symmetries import Symmetry
from interpreter.search.weights import Placement

#: A table has so many weights at most, a tuple so many sites.
MOST_WEIGHTS, MOST_SITES = 2500, 8


def placed_tuples(
    game: Game, symmetries: Sequence[Symmetry], seed: int = 0
) -> tuple[tuple[Placement, ...], ...]:
    """Each table's placements, the tuple that it began with first."""
    size = longest_tuple(len(game.program.owners))
    seen = set[frozenset[int]]()
    result = []
    for sites in _tuples(game, size, random.Random(seed)):
        if frozenset(sites) in seen:
            continue
        images = dict.fromkeys(Placement(each(sites), each.swaps) for each in symmetries)
        # (through the exchange of colours a tuple says of the other player what its own images do not)
        seen |= {frozenset(image.sites) for image in images if not image.swapped}
        result.append(tuple(images))
    return tuple(result)


def longest_tuple(contents: int) -> int:
    """How many sites a tuple may have where so many things may stand on each."""
    size = 1
    while size < MOST_SITES and contents ** (size + 1) <= MOST_WEIGHTS:
        size += 1
    return size


def _tuples(game: Game, size: int, generator: random.Random) -> Iterator[tuple[int, ...]]:
    topology = game.topology
    board = range(topology.count(topology.default))
    yield from ((site,) for site in range(game.program.sites))
    if size == 1:
        return
    lines = dict[frozenset[int], tuple[int, ...]]()
    for direction in topology.directions(topology.default):
        for site, rays in enumerate(topology.radials(topology.default, direction)):
            for ray in rays:
                line = (site, *ray)[:size]
                if len(line) > 1:
                    lines.setdefault(frozenset(line), line)
    # a line that is a part of another that begins beside it says nothing more
    yield from (line for sites, line in lines.items() if len(line) == size or _is_whole(sites, lines))
    if size > 2:
        neighbours = topology.neighbours(topology.default, RelationType.ADJACENT)
        for site in board:
            yield _walk(site, size, neighbours, generator)


def _is_whole(sites: frozenset[int], lines: dict[frozenset[int], tuple[int, ...]]) -> bool:
    return len(sites) > 2 and not any(sites < other for other in lines)


def _walk(
    site: int, size: int, neighbours: Sequence[Sequence[int]], generator: random.Random
) -> tuple[int, ...]:
    """A random walk that always goes on to a new site, from any of those that it has been to."""
    walked = [site]
    while len(walked) < size:
        around = sorted({n for each in walked[-3:] for n in neighbours[each]} - set(walked))
        around = around or sorted({n for each in walked for n in neighbours[each]} - set(walked))
        if not around:
            break
        walked.append(generator.choice(around))
    return tuple(walked)
