"""Tracks: paths over sites, resolved to lists of sites, which a rule means, and sliding along them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gdl.boards.direction import Heading
from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import MeaningError, unsupported
from gdl.builder.side_tables import Memo
from gdl.core import make as k
from gdl.core.arithmetic import as_bits
from gdl.core.ops import INT, SITES, Adjust, Assign, Expr, Op
from gdl.equip.facts import DeclaredTrack, Facts
from gdl.lower.numbers import constant
from gdl.lower.players import fixed_player
from gdl.ludeme.arguments import TrackStep
from gdl.ludeme.categories import IntExpr
from gdl.source.budget import spend
from gdl.source.text import Span
from gdl.support.values import define, frozen
from gdl.words.words import RelationType, RoleType

#: What stands in a track for having left the board at its end.
END = -2
OFF = -1

_TOKEN = r"([A-Za-z]+)(\d*)"
_HEADINGS = frozenset(heading.value for heading in Heading)
#: What a leg of a track takes, in entries of a table; its sites are one each.
LEG = 10


@frozen
class ResolvedTrack:
    """A track as a list of sites in order; `END` stands for the place behind the last."""

    name: str
    owner: int | None  # None: everybody's
    sites: tuple[int, ...]
    loop: bool

    @property
    def winding(self) -> bool:
        """Does it come to some site more than once, so that the site does not tell how far a piece is?"""
        return not self.loop and len(set(self.sites)) < len(self.sites)

    def places(self, size: int) -> list[int]:
        """Per site where it comes first on the track, -1 for sites that are not on it."""
        result = [-1] * size
        for place, site in enumerate(self.sites):
            if 0 <= site < size and result[site] < 0:
                result[site] = place
        return result


@define
class _ResolvedTracks:
    """Side table: the tracks of the board as lists of sites, once they are asked for."""

    paths: list[ResolvedTrack] | None = None


def paths(b: Builder) -> list[ResolvedTrack]:
    """All tracks of the board."""
    resolved = b.side_table(_ResolvedTracks)
    if resolved.paths is None:
        resolved.paths = [path_of(b, track) for track in b.facts.tracks]
    return resolved.paths


def path_of(b: Builder, track: DeclaredTrack) -> ResolvedTrack:
    """A track as a list of sites. Raises MeaningError where it is none."""
    with b.lowering(track) as possible:
        if not possible:
            raise MeaningError(
                "E0431", f'the track "{track.name}" is made of itself', track.span,
                "named again by what it is made of", "write its sites as numbers: {0 1 2}",
            )  # fmt: skip
        return _path(b, track)


def _path(b: Builder, track: DeclaredTrack) -> ResolvedTrack:
    owner = fixed_player(track.owner) if isinstance(track.owner, RoleType) else track.owner
    assert owner is None or isinstance(owner, int)
    sites = tuple(_sites(b, track))
    for site in sites:
        if not END <= site < b.facts.size:
            raise MeaningError(
                "E0409",
                f"there is no site {site}",
                track.span,
                "this track",
                f"the sites are numbered 0 to {b.facts.size - 1}",
                subject=track.path if isinstance(track.path, str) else site,
            )
    if all(site < 0 for site in sites):
        raise MeaningError(
            "E0409", "this track has no site", track.span, "empty",
            'say which sites it runs over: (track "Track" "0,E,N,W")',
        )  # fmt: skip
    return ResolvedTrack(track.name or "", owner or None, sites, track.loop)


def _sites(b: Builder, track: DeclaredTrack) -> Iterator[int]:
    if not isinstance(track.path, str):
        assert isinstance(track.path, tuple)
        for step in track.path:
            assert isinstance(step, IntExpr | TrackStep)
            number = constant(step.lower(b)) if isinstance(step, IntExpr) else step.to.number()
            spend(LEG, "a track", track.span)
            if number is None:
                raise unsupported(
                    "a track that changes during the game", step.span, "write its sites as numbers"
                )
            yield number
        return
    here = OFF
    for token in (part.strip() for part in track.path.split(",")):
        if token.lstrip("-").isdigit():
            spend(LEG, "a track", track.span)
            here = int(token)
            yield here
        elif token == "End":
            yield END
        elif token:
            leg = _run(b.facts, track, token, here)
            spend(LEG + len(leg), "a track", track.span)
            yield from leg
            here = leg[-1] if leg else here


def _run(facts: Facts, track: DeclaredTrack, token: str, start: int) -> tuple[int, ...]:
    """The sites of one leg: `E` runs to the edge of the board, `E2` two steps."""
    match = re.fullmatch(_TOKEN, token)
    if match is None or match[1] not in _HEADINGS or not 0 <= start < facts.board_count:
        raise MeaningError(
            "E0409",
            f'"{token}" is no leg of a track',
            track.span,
            "",
            'a track is written as sites and directions: "0,E,N1,W"',
            subject=track.path if isinstance(track.path, str) else None,
        )
    rays = facts.topology.radials(facts.main, Heading(match[1]))[start]
    # Where several lines leave a site in a direction, the longest is the way round the board.
    ray = max(rays, key=len, default=())
    return ray[: int(match[2])] if match[2] else ray


class WindingTrack:
    """A track that comes to some sites more than once: how many pieces of each kind are at each place of it.

    So it is in Ludii's recorded games: of the pieces of a kind that stand on one site, whichever is asked
    about or moves is the one that has come least far. A piece begins where the track first comes to its site.
    One that is removed is taken from there, too, wherever it was: so a place may count less than none. One
    that moves away, such as into a hand, is taken from its own place.
    """

    def __init__(self, b: Builder, path: ResolvedTrack) -> None:
        self.b, self.path, self.length = b, path, len(path.sites)
        kinds = [c for c in b.facts.components[1:] if path.owner is None or c.owner == path.owner]
        slots = [-1] * len(b.facts.components)
        for slot, component in enumerate(kinds):
            slots[component.index] = slot * self.length
        self.slots = b.table(tuple(slots), stem="slot")
        number = next(i for i, each in enumerate(paths(b)) if each is path)
        size = self.length * max(1, len(kinds))
        self.field = b.declare(f"standing_{path.name}_{number}", INT, size, 0, called=None)
        self.sites = b.table(path.sites, stem="track")
        self.first = b.table(tuple(path.places(b.facts.size)), stem="track_place")
        again = [next((i for i in range(n + 1, self.length) if path.sites[i] == site), -1)
                 for n, site in enumerate(path.sites)]  # fmt: skip
        self.again = b.table(tuple(again), stem="again")

    def place(self, site: Expr, what: Expr) -> Expr:
        """Where on the track the piece of a kind on a site is; -1 beside it. In a procedure."""
        b = self.b
        slot = b.assign("slot", k.table(self.slots, what))
        first = b.assign("first", k.table(self.first, site))
        place = b.variable("place", first)
        known = k.gt(k.elem(self.field, k.add(slot, place)), k.int_(0))
        with b.if_(k.ge(slot, k.int_(0))), b.while_(k.and_(k.ge(place, k.int_(0)), k.not_(known))):
            b.emit(Assign(str(place.data), k.table(self.again, place), span=b.span))
        return k.select(k.lt(place, k.int_(0)), first, place)

    def add(self, site: Expr, what: Expr, number: Expr) -> None:
        """Pieces of a kind come to a site, from beside the board. In a procedure."""
        self._count(what, k.table(self.first, site), number)

    def remove(self, site: Expr, what: Expr) -> None:
        """A piece of a kind is removed. In a procedure."""
        self._count(what, k.table(self.first, site), k.int_(-1))

    def move(self, origin: Expr, target: Expr, what: Expr) -> None:
        """A piece of a kind goes from site to site. In a procedure."""
        b = self.b
        here = b.assign("here", self.place(origin, what))
        known = k.gt(k.elem(self.field, k.add(k.table(self.slots, what), here)), k.int_(0))
        with b.if_(known):
            self._count(what, here, k.int_(-1))
        there = b.variable("there", k.int_(-1))
        with b.count_up(k.add(here, k.int_(1)), k.int_(self.length - 1)) as further:
            comes = k.eq(k.table(self.sites, further), target)
            with b.if_(k.and_(comes, k.lt(there, k.int_(0)))):
                b.emit(Assign(str(there.data), further, span=b.span))
        self._count(what, there, k.int_(1))

    def _count(self, what: Expr, place: Expr, change: Expr) -> None:
        b = self.b
        slot = b.assign("slot", k.table(self.slots, what))
        with b.if_(k.and_(k.ge(slot, k.int_(0)), k.ge(place, k.int_(0)))):
            b.emit(Adjust(self.field, k.add(slot, place), change, span=b.span))


class _WindingTracks(Memo[ResolvedTrack, WindingTrack]):
    """Side table: the tracks that come to some sites more than once."""


def winding_tracks(b: Builder) -> list[WindingTrack]:
    """The tracks of the board that come to some sites more than once."""
    return [winding_track(b, path) for path in paths(b) if path.winding]


def winding_track(b: Builder, path: ResolvedTrack) -> WindingTrack:
    """How far pieces are on a track that comes to some sites more than once."""
    return b.side_table(_WindingTracks).get_or_make(path, lambda: WindingTrack(b, path))


def kind_at(site: Expr, level: Expr | None, b: Builder) -> Expr:
    """The component on a site: of a stack at a level, by default on top."""
    if b.facts.stacks and level is not None:
        return k.at_level(Op.WHAT_LEVEL, site, level)
    return k.what(site)


def note_standing(
    b: Builder, origin: Expr, target: Expr, level: Expr | None = None, whole: bool = False
) -> None:
    """A piece is about to go from site to site: of a stack the top one, or that at a level, or with `whole`
    all from there up."""
    if not winding_tracks(b):
        return
    names = {Context.FROM: origin, Context.TO: target}
    if level is not None:
        names[Context.LEVEL] = level
    named = level is not None

    def one() -> None:
        start, end = b.context(Context.FROM), b.context(Context.TO)
        what = b.assign("what", kind_at(start, b.context(Context.LEVEL) if named else None, b))
        for track in winding_tracks(b):
            track.move(start, end, what)

    def all_from() -> None:
        start, end = b.context(Context.FROM), b.context(Context.TO)
        low = b.context(Context.LEVEL) if named else k.int_(0)
        with b.count_up(low, k.sub(k.at(Op.HEIGHT, start), k.int_(1))) as each:
            what = b.assign("what", k.at_level(Op.WHAT_LEVEL, start, each))
            for track in winding_tracks(b):
                track.move(start, end, what)

    with b.bind(names):
        if whole and b.facts.stacks:
            b.routine("stack_stands", all_from, key=("stack stands", named))
        else:
            b.routine("stands", one, key=("stands", named))


def enter_tracks(b: Builder, sites: Expr) -> None:
    """The pieces on some sites are new there."""
    if not winding_tracks(b):
        return

    def each_level() -> None:
        here = b.context(Context.FROM)
        if not b.facts.stacks:
            for track in winding_tracks(b):
                track.add(here, k.what(here), k.at(Op.COUNT_AT, here) if b.facts.counts else k.int_(1))
            return
        with b.count_up(k.int_(0), k.sub(k.at(Op.HEIGHT, here), k.int_(1))) as level:
            for track in winding_tracks(b):
                track.add(here, k.at_level(Op.WHAT_LEVEL, here, level), k.int_(1))

    with b.each(sites) as site, b.bind({Context.FROM: site}):
        b.routine("enters_tracks", each_level, key="enters tracks")


def leave_tracks(b: Builder, sites: Expr, level: Expr | None = None) -> None:
    """The pieces on some sites are about to be removed: of a stack the top one, or that at a level."""
    if not winding_tracks(b):
        return
    named = level is not None

    def remove() -> None:
        here = b.context(Context.FROM)
        what = b.assign("what", kind_at(here, b.context(Context.LEVEL) if named else None, b))
        with b.if_(k.gt(what, k.int_(0))):
            for track in winding_tracks(b):
                track.remove(here, what)

    with b.each(sites) as site:
        with b.bind({Context.FROM: site} if level is None else {Context.FROM: site, Context.LEVEL: level}):
            b.routine("leaves_tracks", remove, key=("leaves tracks", named))


class TrackWalk:
    """The track that a rule means, which may depend on a player: walked by places counted from 0.

    It is the one with the name (or with the name in its own) of the player; without one of that player,
    everybody's or the first.
    """

    def __init__(self, b: Builder, who: Expr, name: str | None, span: Span) -> None:
        self.b = b
        fixed = constant(who)
        players = range(b.facts.players + 2)
        numbers = [fixed] if fixed is not None and fixed in players else list(players)
        self.paths = [find_path(b, number, name, span) for number in numbers]
        if all(path is self.paths[0] for path in self.paths):
            self.paths = self.paths[:1]
        self.who = k.int_(0) if len(self.paths) == 1 else who
        #: how many places the longest of the tracks in question has
        self.length = max(len(path.sites) for path in self.paths)

    def _look_up(self, rows: list[list[int]], index: Expr, stem: str) -> Expr:
        width = max(len(row) for row in rows)
        flat = tuple(value for row in rows for value in (*row, *[OFF] * (width - len(row))))
        table = self.b.table(flat, stem=stem)
        if len(rows) == 1:
            return k.table(table, index)
        inside = k.and_(k.ge(index, k.int_(0)), k.lt(index, k.int_(width)))
        at = k.table(table, k.add(k.mul(self.who, k.int_(width)), index))
        return k.select(inside, at, k.int_(OFF))

    def _per_path(self, numbers: list[int]) -> Expr:
        if len(set(numbers)) == 1:
            return k.int_(numbers[0])
        return k.table(self.b.table(tuple(numbers), outside=0, stem="track_of"), self.who)

    def place(self, site: Expr) -> Expr:
        """Where on the track a site is; -1 if it is not."""
        rows = [path.places(self.b.facts.size) for path in self.paths]
        return self._look_up(rows, site, "track_place")

    def standing(self, site: Expr, level: Expr | None = None) -> Expr:
        """How far on the track the piece on a site is (of a stack: at a level, by default the top one); -1
        beside it.

        Where a track comes to a site again, that depends on how the piece came there.
        """
        place = self.place(site)
        if not any(path.winding for path in self.paths):
            return place
        result = place
        what = self.b.assign("what", kind_at(site, level, self.b))
        for number, path in enumerate(self.paths):
            if path.winding:
                here = winding_track(self.b, path).place(site, what)
                if len(self.paths) > 1:
                    here = k.select(k.eq(self.who, k.int_(number)), here, result)
                result = here
        return result

    def wrapped(self, place: Expr) -> Expr:
        """On a loop the place within the first round; on other tracks the place as it is."""
        looping = [path.loop for path in self.paths]
        if not any(looping):
            return place
        length = self._per_path([len(path.sites) for path in self.paths])
        around = k.mod(k.add(k.mod(place, length), length), length)
        if all(looping):
            return around
        return k.select(k.eq(self._per_path([int(loop) for loop in looping]), k.int_(1)), around, place)

    def site(self, place: Expr) -> Expr:
        """The site at a place; -1 before and beyond the track, unless it is a loop."""
        return self._look_up([list(path.sites) for path in self.paths], self.wrapped(place), "track")

    def first(self) -> Expr:
        """The site that the track begins with."""
        return self._per_path([path.sites[0] for path in self.paths])

    def last(self) -> Expr:
        """The last site of the track."""
        return self._per_path([path.sites[-1] for path in self.paths])


def find_path(b: Builder, number: int, name: str | None, span: Span) -> ResolvedTrack:
    """The track that a rule means which is about this player."""
    every = paths(b)
    result = [path for path in every if name is None or name == path.name]
    result = result or [path for path in every if name is not None and name in path.name]
    if not result:
        names = ", ".join(f'"{path.name}"' for path in every)
        raise MeaningError(
            "E0416",
            "the board has no track" if name is None else f'there is no track called "{name}"',
            span,
            "",
            f"the tracks are {names}" if names else 'give the board one: (track "Track" "0,E,N,W" loop:True)',
            subject=name,
        )
    mine = [path for path in result if path.owner == number]
    return (mine or [path for path in result if path.owner is None] or result)[0]


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
