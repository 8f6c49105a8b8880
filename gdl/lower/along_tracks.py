"""Sliding along tracks: where a piece comes to that runs round a loop."""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.builder.meaning_error import MeaningError
from gdl.core import make as k
from gdl.core.arithmetic import as_bits
from gdl.core.ops import SITES, Expr
from gdl.lower.tracks import ResolvedTrack, paths
from gdl.source.text import Span
from gdl.words.words import RelationType

#: The name that stands for all tracks of the board.
ALL = "AllTracks"

#: A way along a track: the sites up to where it leaves the lines of the board, and those behind.
Way = tuple[tuple[int, ...], tuple[int, ...]]


def ways_along(b: Builder, name: str, span: Span) -> tuple[tuple[Way, ...], ...]:
    """For each site its ways along the tracks of that name, in both directions, once round where they loop.

    On tracks that never leave the lines of the board all sites count as behind.
    """
    chosen = [path for path in paths(b) if name in (ALL, path.name)]
    if not chosen:
        names = ", ".join(f'"{path.name}"' for path in paths(b))
        hint = f"the tracks are {names}" if names else "give the board one"
        raise MeaningError("E0416", f'there is no track called "{name}"', span, "", hint, subject=name)
    topology, kind = b.facts.topology, b.facts.main
    near = topology.neighbours(kind, RelationType.ORTHOGONAL)
    result: list[dict[Way, None]] = [{} for _ in range(b.facts.size)]
    for path in chosen:
        looping = any(y not in near[x] for x, y in _pairs(path))
        for place, site in enumerate(path.sites):
            for sites in _both(path, place):
                cut = 0
                if looping:
                    line = (site, *sites)
                    leaves = (i for i in range(len(sites)) if sites[i] not in near[line[i]])
                    cut = next(leaves, len(sites))
                result[site][sites[:cut], sites[cut:]] = None
    return tuple(tuple(way for way in ways if way[1]) for ways in result)


def _pairs(path: ResolvedTrack) -> list[tuple[int, int]]:
    """The sites that follow each other."""
    following = (*path.sites[1:], *(path.sites[:1] if path.loop else ()))
    return list(zip(path.sites, following, strict=False))


def _both(path: ResolvedTrack, place: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The sites that follow a place on a track, onward and backward."""
    before, after = path.sites[:place], path.sites[place + 1 :]
    if path.loop:
        return (*after, *before), (*before[::-1], *after[::-1])
    return after, before[::-1]


def reach_along(b: Builder, ways: tuple[tuple[Way, ...], ...], origin: Expr) -> Expr:
    """All sites on the ways of a site."""
    masks = tuple(as_bits(s for way in of_site for part in way for s in part) for of_site in ways)
    return k.table(b.table(masks, SITES, 0, "reach"), origin)


def passed_along(b: Builder, ways: tuple[tuple[Way, ...], ...], origin: Expr, blockers: Expr) -> Expr:
    """The sites behind the first loop of each way, up to and including the first blocker."""
    parts = []
    for number in range(max(map(len, ways), default=0)):
        column = [of_site[number] if number < len(of_site) else ((), ()) for of_site in ways]
        before = b.table(tuple(as_bits(way[0]) for way in column), SITES, 0, "before")
        rays = b.rays(tuple(way[1] for way in column), "rays")
        free = k.not_(k.some(k.inter(k.table(before, origin), blockers)))
        parts.append(k.select(free, k.ray(rays, origin, blockers), k.EMPTY_SET))
    return k.union(*parts)
