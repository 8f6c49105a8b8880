"""Conditions on shapes: patterns of pieces, targets, loops, paths, trees; and those of puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.meaning_error import unsupported
from gdl.core import make as k
from gdl.core.ops import BOOL, SITES, Expr
from gdl.english.grammar import listed, number_word, plural
from gdl.english.shapes import arrangement, lattice
from gdl.lower.groups import neighbours
from gdl.lower.loops import enclosed
from gdl.lower.numbers import once
from gdl.lower.places import last_to, site_of, sites_in
from gdl.lower.players import owned_by
from gdl.lower.statics import kind_of
from gdl.lower.walks import starts, walk_path
from gdl.ludeme.arguments import PlayerArgument
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, Direction, IntExpr, Region
from gdl.ludeme.kinds import Kind, Quantity
from gdl.ludeme.registry import ludeme
from gdl.ludemes.arguments import Range
from gdl.ludemes.ints_state import Id
from gdl.words.words import RoleType, SiteType, StepType, WordEnum

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


@ludeme("is Pattern")
class IsPattern(BoolExpr):
    """Is the site (default: where the last move ended) part of like pieces that stand along a walk, begun in
    any direction? With several `whats` the walk begins at the site, and its pieces are of these in turn.

    Example: `(is Pattern {F R F R F})`.
    """

    walk: tuple[StepType, ...] = arg()
    type: SiteType | None = arg(None)
    origin: IntExpr | None = named("from", None)
    what: IntExpr | None = named("what", None)
    whats: tuple[IntExpr, ...] | None = named("whats", None)
    at_most_one = (("what", "whats"),)

    def achieved_by(self) -> RoleType | None:
        given = any(each is not None for each in (self.origin, self.what, self.whats))
        return None if given else RoleType.MOVER

    def lower(self, b: Builder) -> Expr:
        if self.whats is not None and len(self.whats) != 1:
            return self._in_turn(b, self.whats)
        shapes = self._shapes(b)
        offset = b.facts.offsets[kind_of(b, self.type)]
        tables = []
        for i in range(max(map(len, shapes), default=0)):
            rows = [0] * max(b.facts.size, offset + len(shapes))
            for site, each in enumerate(shapes):
                rows[site + offset] = each[i] if i < len(each) else 0
            tables.append(b.table(tuple(rows), SITES, 0, "pattern"))
        where = last_to(b) if self.origin is None else site_of(b, self.origin, self.type)

        def matches(site: Expr) -> Expr:
            named = self.what if self.whats is None else self.whats[0]
            pieces = k.of_kind(k.what(site) if named is None else named.lower(b))
            here = [k.table(table, site) for table in tables]
            fits = [k.and_(k.some(shape), k.subset(shape, pieces)) for shape in here]
            return k.and_(k.has(pieces, site), k.or_(*fits))

        return once(b, "pattern", BOOL, (where,), matches)

    def _in_turn(self, b: Builder, whats: tuple[IntExpr, ...]) -> Expr:
        """Whether the pieces on a walk from the site are of these kinds, one after the other and again."""
        kind, topology = kind_of(b, self.type), b.facts.topology
        offset = b.facts.offsets[kind]
        ways: list[list[tuple[int, ...]]] = [[] for _ in range(topology.count(kind))]
        for site, of_site in enumerate(ways):
            for start in starts(b, kind):
                path = walk_path(b, self.walk, site, start.value, kind)
                if path is not None:
                    of_site.append(tuple(dict.fromkeys(path)))
        longest = max((len(way) for of_site in ways for way in of_site), default=0)
        where = last_to(b) if self.origin is None else site_of(b, self.origin, self.type)

        def matches(site: Expr) -> Expr:
            kinds = [what.lower(b) for what in whats]
            fits = []
            for number in range(max(map(len, ways), default=0)):
                tests = []
                for place in range(longest):
                    column = [-1] * b.facts.size
                    for index, of_site in enumerate(ways):
                        if number < len(of_site) and place < len(of_site[number]):
                            column[index + offset] = of_site[number][place] + offset
                    there = k.table(b.table(tuple(column), stem="pattern"), site)
                    tests.append(k.eq(k.what(there), kinds[place % len(kinds)]))
                fits.append(k.and_(*tests))
            return k.or_(*fits)

        return once(b, "pattern", BOOL, (where,), matches)

    def _shapes(self, b: Builder) -> list[list[int]]:
        """Per site (by its own number) the shapes that it is part of."""
        kind, topology = kind_of(b, self.type), b.facts.topology
        offset = b.facts.offsets[kind]
        shapes: list[dict[int, None]] = [{} for _ in range(topology.count(kind))]
        for site in range(topology.count(kind)):
            for start in starts(b, kind):
                path = walk_path(b, self.walk, site, start.value, kind)
                if path is None:
                    continue
                passed = set(path)
                b.spend_table(len(passed), SITES)
                mask = sum(1 << (end + offset) for end in passed)
                for member in passed:
                    shapes[member][mask] = None
        return [list(each) for each in shapes]

    def says(self, s: Speaker, no: bool = False) -> str:
        origin = s.just if self.origin is None else f"the piece {s.on(self.origin)}"
        number, shape = arrangement("".join(step.value for step in self.walk), lattice(s.facts))
        if number == 1:
            return f"{origin} is {'not ' if no else ''}there"
        many = "several" if number is None else number_word(number)
        return f"{origin} is {'not ' if no else ''}one of {many} {_alike(s, self)} {shape}"


@ludeme("is Target")
class IsTarget(BoolExpr):
    """Have the pieces on the sites (default: those of the board, in order) these indices?

    Example: `(is Target {1 1 0 2 2})`.
    """

    english = "the pieces <are|are not> in the order wanted"
    container: IntExpr | str | None = arg(None, names=Kind.CONTAINER)
    pieces: tuple[IntExpr, ...] = arg()
    sites: IntExpr | tuple[IntExpr, ...] | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        if self.container is not None:
            raise unsupported("`is Target` in a container", self.span, "name the sites behind the pieces")
        if self.sites is None:
            where = [k.int_(site) for site in range(len(self.pieces))]
        else:
            given = self.sites if isinstance(self.sites, tuple) else (self.sites,)
            where = [site.lower(b) for site in given]
        pairs = zip(where, self.pieces, strict=False)
        return k.and_(*(k.eq(k.what(site), piece.lower(b)) for site, piece in pairs))


@ludeme("is Loop")
class IsLoop(BoolExpr):
    """Is there a loop in the group of a site (default: where the last move ended): a ring of pieces of one
    player around at least one site, whatever stands on that?

    With `surround` only a ring counts that has a piece of that player inside. The edge of the board is no
    part of a ring. Pieces are joined in the directions that are given (default: to all sites next to one).

    Example: `(is Loop)`, `(is Loop surround:Next)`.
    """

    english = "the last move <closed|did not close> a loop"

    type: SiteType | None = arg(None)
    surround: RoleType | tuple[RoleType, ...] | None = named("surround", None)
    direction: Direction | None = arg(None)
    colour: IntExpr | None = arg(None)
    start: IntExpr | Region | None = arg(None)
    path: bool = named("path", False)

    def lower(self, b: Builder) -> Expr:
        if self.path:
            raise unsupported(
                "a loop of the paths on tiles", self.span, "pieces on sites next to each other loop"
            )
        if self.colour is not None:
            raise unsupported("a loop of a colour", self.span, "a loop is of the owner of the piece in it")
        return b.function("loop", BOOL, lambda: self._closed(b))

    def _closed(self, b: Builder) -> Expr:
        start = k.one(last_to(b)) if self.start is None else sites_in(b, self.start, self.type)
        start = b.assign("start", start)
        owner = k.who(k.first(start))
        group = b.assign("group", k.flood(neighbours(b, self.direction, self.type), start, k.owned(owner)))
        inside = enclosed(b, group, self.direction, self.type)
        if self.surround is not None:
            roles = self.surround if isinstance(self.surround, tuple) else (self.surround,)
            inside = k.inter(inside, k.union(*(owned_by(b, role, self.span) for role in roles)))
        return k.some(inside)

    def says(self, s: Speaker, no: bool = False) -> str:
        text = f"the last move {'did not close' if no else 'closed'} a loop"
        if self.surround is None:
            return text
        roles = self.surround if isinstance(self.surround, tuple) else (self.surround,)
        return f"{text} around a piece of {listed([s.player(role) for role in roles])}"


@ludeme("is Path")
class IsPath(BoolExpr):
    """Do a player's edges form a path of some length?"""

    english = "the edges of {who:player} <form|do not form> a path of length {length}"
    instead = "what is joined is found by `(is Connected ...)` and counted by `(count Groups)`"

    type: SiteType = arg()
    origin: IntExpr | None = named("from", None)
    who: PlayerArgument | RoleType = arg()
    length: Range = named("length")
    closed: bool = named("closed", False)


class TreeType(WordEnum):
    """Kinds of trees."""

    CATERPILLAR_TREE = "CaterpillarTree"
    SPANNING_TREE = "SpanningTree"
    TREE = "Tree"
    TREE_CENTRE = "TreeCentre"


@ludeme("is")
class IsTree(BoolExpr):
    """Do a player's edges form a tree?"""

    english = "the edges of {who:player} <form|do not form> a {what:word}"
    instead = "what is joined is found by `(is Connected ...)` and counted by `(count Groups)`"

    what: TreeType = arg()
    who: PlayerArgument | RoleType = arg()


@ludeme("is RegularGraph")
class IsRegularGraph(BoolExpr):
    """Has every vertex as many of a player's edges?"""

    english = "every point <has|has not> as many edges of {who:player}"
    instead = "count what lies around a site: `(count Sites in:(sites Around (site)))`"

    who: PlayerArgument | RoleType = arg()
    degree: IntExpr | None = named("k", None)
    odd: BoolExpr | None = named("odd", None)
    even: BoolExpr | None = named("even", None)
    at_most_one = (("degree", "odd", "even"),)


class AngleType(WordEnum):
    """Kinds of angles."""

    ACUTE = "Acute"
    OBTUSE = "Obtuse"
    REFLEX = "Reflex"
    RIGHT = "Right"


@ludeme("is")
class IsAngle(BoolExpr):
    """Do two sites lie at such an angle as seen from another?"""

    english = "there <is|is not> an angle of that kind ({what:word}) at {at:site}"
    instead = "name the directions: `(sites Direction from:(to) Orthogonal)`"

    what: AngleType = arg()
    type: SiteType | None = arg(None)
    at: IntExpr = named("at", takes=Quantity.SITE)
    first: BoolExpr = arg()
    second: BoolExpr = arg()


@ludeme("is Crossing")
class IsCrossing(BoolExpr):
    """Do two edges cross?"""

    english = "{first:site} <crosses|does not cross> {second:site}"
    instead = "list the edges that cross each other in a `(map ...)`"

    first: IntExpr = arg()
    second: IntExpr = arg()


# --- Puzzles --------------------------------------------------------------------------------------------


class SolvedWord(WordEnum):
    """A condition of puzzles without arguments."""

    SOLVED = "Solved"


@ludeme("is")
class IsSolved(BoolExpr):
    """Is the puzzle solved?"""

    english = "the puzzle <is|is not> solved"
    instead = (
        "puzzles of deduction are not played: a game's goal is written as an ending, `(if (is "
        "Full) (result Mover Win))`"
    )

    what: SolvedWord = arg()


@ludeme("is Unique")
class IsUnique(BoolExpr):
    """Are no two lines of the puzzle the same?"""

    english = "all lines <are|are not> different"
    instead = (
        "puzzles of deduction are not played: a game's goal is written as an ending, `(if (is "
        "Full) (result Mover Win))`"
    )

    type: SiteType | None = arg(None)


class PuzzleResult(WordEnum):
    """What a region of a puzzle adds up to."""

    COUNT = "Count"
    SUM = "Sum"


@ludeme("is")
class IsPuzzleRegion(BoolExpr):
    """Has the region of a puzzle this count or sum?"""

    english = "{region?the region} <has|has not> the {what:word} {result}"
    instead = "count pieces with `(count Pieces All in:(sites Top))`"

    what: PuzzleResult = arg()
    type: SiteType | None = arg(None)
    region: Region | None = arg(None)
    of: IntExpr | None = named("of", None)
    name: str | None = arg(None, names=Kind.REGION)
    result: IntExpr = arg()


class PuzzleElement(WordEnum):
    """The parts of a puzzle."""

    CELL = "Cell"
    EDGE = "Edge"
    HINT = "Hint"
    VERTEX = "Vertex"


@ludeme("forAll")
class ForAll(BoolExpr):
    """Does the condition hold for all parts of the puzzle?"""

    english = "for every {what:word}, {condition}"
    instead = "go through sites: `(all Sites (sites Board) if:(is Occupied (site)))`"

    what: PuzzleElement = arg()
    condition: BoolExpr = arg()


def _alike(s: Speaker, it: IsPattern) -> str:
    """What the pieces of a pattern are."""
    if it.whats is not None:
        return f"pieces, each of them {listed([s.of_index(each) for each in it.whats], 'or')}"
    if it.what is None:
        return "like pieces"
    if isinstance(it.what, Id) and it.what.name is not None:
        owned = s.owned(it.what.role, plural(s.base(it.what.name)[0]))
        return owned if it.what.role is None or not owned.startswith("your ") else f"of {owned}"
    return f"pieces like {s.of_index(it.what)}"
