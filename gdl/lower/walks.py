"""Walks (turtle paths): told by steps and turns, `{F F R F}` being a knight's."""

from __future__ import annotations

from gdl.boards.direction import Heading
from gdl.builder.builder import Builder
from gdl.builder.rows import RayList, Rows
from gdl.builder.side_tables import Memo
from gdl.lower.directions import facings
from gdl.source.budget import spend
from gdl.words.words import RelationType, SiteType, StepType

Walk = tuple[StepType, ...]
Steps = tuple[tuple[int, ...], ...]


class _Walking(Memo[SiteType, tuple[dict[Heading, Steps], tuple[Heading, ...]]]):
    """Side table: by type of site the steps of walks."""


class _Ends(Memo[tuple[object, ...], tuple[RayList, ...]]):
    """Side table: by walks, type of site and ways to start the rows of their ends."""


#: A walk takes as long to go as that many entries of the budget, and each of its steps one.
WALK = 10


def walk_targets(b: Builder, walk: Walk, site: int, start: str, kind: SiteType) -> int | None:
    """Where a walk leads that starts facing `start`; None if it leaves the board."""
    path = walk_path(b, walk, site, start, kind)
    return None if path is None else path[-1]


#: Less than that is no distance.
NEARLY = 1e-6


def walk_path(b: Builder, walk: Walk, site: int, start: str, kind: SiteType) -> list[int] | None:
    """The sites that a walk comes to, the first one included, one for each step and turn; None if it leaves
    the board."""
    onward, around = _steps(b, kind)
    facing = Heading(start)
    here = site
    path = [site]
    for step in walk:
        if step is StepType.F:
            ahead = onward.get(facing)
            if ahead is None:
                ahead = onward[facing] = b.facts.topology.step(kind, facing)
            there = ahead[here]
            if not there:
                break
            here = there[0]
        else:
            facing = _turned(around, facing, step is StepType.R)
        path.append(here)
    spend(WALK + len(path), "the walks of this rule")
    return path if len(path) > len(walk) else None


def _steps(b: Builder, kind: SiteType) -> tuple[dict[Heading, Steps], tuple[Heading, ...]]:
    """By direction where a step leads from each site, as far as asked, and the orthogonal directions."""
    return b.side_table(_Walking).get_or_make(kind, lambda: ({}, starts(b, kind)))


def starts(b: Builder, kind: SiteType) -> tuple[Heading, ...]:
    """The directions that walks begin in and turn to: the orthogonal ones within a layer of the board."""
    ways = b.facts.topology.directions(kind, RelationType.ORTHOGONAL)
    return tuple(way for way in ways if way.value[0] not in "UD")


def _turned(around: tuple[Heading, ...], facing: Heading, right: bool) -> Heading:
    """The next orthogonal direction of the board to the right or left."""
    if facing not in around:
        return facing
    return around[(around.index(facing) + (1 if right else -1)) % len(around)]


def walk_rows(
    b: Builder,
    walks: tuple[Walk, ...],
    type_: SiteType | None,
    forward: bool = False,
    rotations: bool = True,
) -> Rows:
    """The ends of some walks as rays of one step; if not `rotations`, begun the way that the mover faces, and
    if `forward` those of all that end farther that way."""
    facts, topology = b.facts, b.facts.topology
    kind = type_ or facts.main
    offset = facts.offsets[kind]
    count = topology.count(kind)

    def rows_for(starts: tuple[str, ...]) -> list[RayList]:
        rows: list[RayList] = [()] * facts.size
        for site in range(count):
            ends: dict[int, None] = {}
            for walk in walks:
                for start in starts:
                    end = walk_targets(b, walk, site, start, kind)
                    if end is not None:
                        ends[end + offset] = None
            rows[site + offset] = tuple((end,) for end in ends)
        return rows

    def rows_of(blocks: tuple[tuple[str, ...], ...]) -> tuple[RayList, ...]:
        """A block of rows for each of some ways to start."""
        return b.side_table(_Ends).get_or_make(
            (walks, kind, blocks), lambda: tuple(row for starts in blocks for row in rows_for(starts))
        )

    if rotations and forward:
        return _ending_onward(b, walks, kind)
    if rotations:
        every = tuple(d.value for d in topology.directions(kind, RelationType.ORTHOGONAL))
        return Rows(rows_of((every,)), facts.size)
    ways, selector = facings(b, kind)
    return Rows(rows_of(tuple((way or "N",) for way in ways)), facts.size, selector)


def _ending_onward(b: Builder, walks: tuple[Walk, ...], kind: SiteType) -> Rows:
    """The ends of walks begun in any direction that lie farther on, as the mover faces."""
    facts = b.facts
    offset, places = facts.offsets[kind], facts.topology.positions(kind)
    every = tuple(way.value for way in starts(b, kind))
    ways, selector = facings(b, kind)
    rows: list[RayList] = []
    for way in ways:
        onward = "NESW".index((way or "N")[0])
        dx, dy = ((0, 1), (1, 0), (0, -1), (-1, 0))[onward]
        block: list[RayList] = [()] * facts.size
        for site in range(facts.topology.count(kind)):
            ends: dict[int, None] = {}
            for walk in walks:
                for start in every:
                    end = walk_targets(b, walk, site, start, kind)
                    if end is None:
                        continue
                    x, y = (places[end][i] - places[site][i] for i in (0, 1))
                    if x * dx + y * dy > NEARLY:
                        ends[end + offset] = None
            block[site + offset] = tuple((end,) for end in ends)
        rows += block
    return Rows(tuple(rows), facts.size, selector)
