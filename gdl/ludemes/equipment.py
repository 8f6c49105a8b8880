"""The equipment: boards, pieces, hands, dice, regions, maps, tracks."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar, cast

from gdl.boards import shapes
from gdl.boards import shapes as mancala
from gdl.boards import shapes as surakarta
from gdl.boards.graph import BoardGraph, SiteType
from gdl.boards.topology import Topology
from gdl.builder.builder import Builder
from gdl.builder.meaning_error import MeaningError, noting, unsupported
from gdl.core.evaluate import NotConstant, evaluate
from gdl.equip.facts import Facts
from gdl.lower.numbers import constant
from gdl.lower.places import coordinate
from gdl.lower.players import owner, owners_of
from gdl.lower.regions import region_parts
from gdl.lower.tracks import path_of
from gdl.ludeme.arguments import TrackStep
from gdl.ludeme.base import Ludeme, arg, named
from gdl.ludeme.categories import Dim, Graph, IntExpr, Item, Moves, Region
from gdl.ludeme.kinds import Kind
from gdl.ludeme.needs import Needs
from gdl.ludeme.registry import ludeme
from gdl.ludemes.arguments import Range
from gdl.source.diagnostics import Diagnostic
from gdl.words.words import CompassDirection, RoleType, StaticRegion, StepType, WordEnum


@ludeme("track")
class Track(Ludeme):
    """A path over sites, for races and sowing, as a text or site by site.

    A text is made of legs with commas between them, `"0,E,N2,W"`: first the number of a site; a direction
    (`N`, `E`, `SW`, ...) runs on from the site before to the edge of the board, and with a number so many
    steps; a number alone is that site, from which the next leg starts; and `End`, last of all, is where
    pieces have left the board. On a board of 3x3, `"0,E,N1,W"` is the sites 0 1 2 5 4 3. The same site by
    site: `{0 1 2 5 4 3}`, with `End` or with the sites of hands, too.

    `loop:True` leads from the last site to the first again. The player, or the number of one, is whose track
    it is; without one it is everybody's. Rules name it: `(track "HomeTrack" ... P1)` and `... P2` are both
    `"HomeTrack"`, each player's own. A track is walked from its first site on; `directed` changes nothing.

    `gdl board` shows the numbers of the sites and draws the tracks. Example: `(track "Track" "1,E,N,W"
    loop:True)`.
    """

    name: str = arg(declares=Kind.TRACK)
    path: tuple[IntExpr, ...] | str | tuple[TrackStep, ...] = arg()
    loop: bool = named("loop", False)
    owner: int | RoleType | None = arg(None)
    directed: bool = named("directed", False)


@ludeme("values")
class Values(Ludeme):
    """The range of values of the sites of a kind, for puzzles."""

    type: SiteType = arg()
    range: Range = arg()


class AnyBoard(Item):
    """What can be the board of a game; each game has one."""

    #: is it so large that play does not come to its edge?
    boardless: ClassVar[bool] = False
    #: are its sites holes, for heaps?
    holes: ClassVar[bool] = False

    def site_type(self) -> SiteType:
        """The type of site on which pieces stand."""
        raise NotImplementedError

    def draw(self) -> BoardGraph:
        """Its graph. Raises BoardError where there can be no such board."""
        raise NotImplementedError

    def all_tracks(self) -> tuple[Track, ...]:
        """The tracks over its sites."""
        return ()

    @property
    def shape(self) -> Ludeme:
        """What in the file says how it looks."""
        return self

    def check(self, b: Builder, mistakes: list[Diagnostic]) -> None:
        for track in b.facts.tracks:
            with noting(mistakes):
                path_of(b, track)


@ludeme("board")
class Board(AnyBoard):
    """The board: a shape, whose cells are the sites (or with `use` its vertices or edges).

    Example: `(board (square 8))`, `(board (concentric Square rings:3) use:Vertex)`.
    """

    graph: Graph = arg()
    tracks: Track | tuple[Track, ...] = arg(())
    values: Values | tuple[Values, ...] = arg(())
    use: SiteType | None = named("use", None)
    large_stack: bool = named("largeStack", False)

    def site_type(self) -> SiteType:
        return self.use or SiteType.CELL

    def draw(self) -> BoardGraph:
        return self.graph.charged(self.site_type())

    def all_tracks(self) -> tuple[Track, ...]:
        return self.tracks if isinstance(self.tracks, tuple) else (self.tracks,)

    @property
    def shape(self) -> Ludeme:
        return self.graph


class StoreType(WordEnum):
    """Where a mancala board has its stores."""

    INNER = "Inner"
    NONE = "None"
    OUTER = "Outer"


@ludeme("mancalaBoard")
class MancalaBoard(AnyBoard):
    """Rows of holes, with a store at either end: `(mancalaBoard 2 6)`."""

    rows: Dim = arg()
    columns: Dim = arg()
    store: StoreType = named("store", StoreType.OUTER)
    stores: Dim | None = named("numStores", None)
    large_stack: bool = named("largeStack", False)
    tracks: Track | tuple[Track, ...] = arg(())
    holes = True

    def needs(self) -> Needs:
        return Needs(counts=True)

    def site_type(self) -> SiteType:
        return SiteType.VERTEX

    def draw(self) -> BoardGraph:
        stores = 2 if self.stores is None else self.stores.number()
        return mancala.mancala(
            self.rows.number(), self.columns.number(), store=cast(Any, self.store.value), stores=stores
        )

    def all_tracks(self) -> tuple[Track, ...]:
        return self.tracks if isinstance(self.tracks, tuple) else (self.tracks,)


class Unbounded(WordEnum):
    """What a board without an edge is made of."""

    HEXAGONAL = "Hexagonal"
    SQUARE = "Square"
    TRIANGULAR = "Triangular"


@ludeme("boardless")
class Boardless(AnyBoard):
    """A board so large that play does not come to its edge: `(boardless Square)`. Pieces are put next to
    others, on `(sites Playable)`.
    """

    tiling: Unbounded = arg()
    size: Dim | None = arg(None)
    large_stack: bool = named("largeStack", False)
    boardless = True

    def site_type(self) -> SiteType:
        return SiteType.CELL

    def draw(self) -> BoardGraph:
        return shapes.boardless(self.tiling.value, None if self.size is None else self.size.number())


@ludeme("surakartaBoard")
class SurakartaBoard(AnyBoard):
    """A board of lines, some of which loop round its corners; each loop is a track, named `Loop1` and so on
    from the outermost.

    `loops`: how many (default: as many as fit); `from`: the line from the edge that the first runs along.

    Example: `(surakartaBoard (square 6) loops:2)`.
    """

    graph: Graph = arg()
    loops: Dim | None = named("loops", None)
    start: Dim | None = named("from", None)
    large_stack: bool = named("largeStack", False)

    def site_type(self) -> SiteType:
        return SiteType.VERTEX

    def draw(self) -> BoardGraph:
        return self.graph.charged(SiteType.VERTEX)

    def all_tracks(self) -> tuple[Track, ...]:
        lines = Topology(self.draw(), SiteType.VERTEX)
        found = surakarta.loops(
            len(lines.rows(SiteType.VERTEX)),
            len(lines.columns(SiteType.VERTEX)),
            None if self.loops is None else self.loops.number(),
            1 if self.start is None else self.start.number(),
        )
        return tuple(
            cast(Any, Track)(name=f"Loop{number}", path=",".join(map(str, sites)), loop=True, span=self.span)
            for number, sites in enumerate(found, 1)
        )


@ludeme("flips")
class Flips(Ludeme):
    """The two states between which a piece flips."""

    english = "{first} and {second}"
    first: int = arg()
    second: int = arg()


@ludeme("piece")
class Piece(Item):
    """A kind of piece: its name, whose it is (default `Each`: every player has its own), and how it moves.

    Example: `(piece "Pawn" Each (move Step Forward (to if:(is Empty (to)))))`.
    """

    name: str = arg(declares=Kind.PIECE)
    role: RoleType = arg(RoleType.EACH)
    facing: CompassDirection | None = arg(None)
    flips: Flips | None = arg(None)
    moves: Moves | None = arg(None)
    max_state: int | None = named("maxState", None)
    max_count: int | None = named("maxCount", None)
    max_value: int | None = named("maxValue", None)

    @property
    def unsupported(self) -> str | None:
        """What about it cannot be played yet."""
        return None


@ludeme("path")
class Path(Ludeme):
    """A line across a tile, from one of its sides to another."""

    origin: int = named("from")
    slot_from: int | None = named("slotsFrom", None)
    target: int = named("to")
    slot_to: int | None = named("slotsTo", None)
    colour: int = named("colour")


@ludeme("tile")
class Tile(Piece):
    """A piece that fills its cell. (Tiles of several cells, and tiles with paths, are not supported.)

    Example: `(tile "Hex" Each numSides:6)`.
    """

    name: str = arg(declares=Kind.PIECE)
    role: RoleType = arg(RoleType.EACH)
    walk: tuple[StepType, ...] | tuple[tuple[StepType, ...], ...] | None = arg(None)
    sides: int | None = named("numSides", None)
    slots: tuple[int, ...] | None = named("slots", None)
    slots_per_side: int | None = named("slotsPerSide", None)
    paths: tuple[Path, ...] | None = arg(None)
    flips: Flips | None = arg(None)
    moves: Moves | None = arg(None)
    max_state: int | None = named("maxState", None)
    max_count: int | None = named("maxCount", None)
    max_value: int | None = named("maxValue", None)
    at_most_one = (("slots", "slots_per_side"),)

    @property
    def unsupported(self) -> str | None:
        if self.walk is not None:
            return "a tile of several cells"
        return None if self.paths is None else "a tile with paths"


@ludeme("hand")
class Hand(Item):
    """Sites beside the board where a player keeps pieces: `(hand Each)`, `(hand Each "camp" size:2)`."""

    role: RoleType = arg()
    name: str | None = arg(None, declares=Kind.CONTAINER)
    size: int = named("size", 1)


@ludeme("dice")
class Dice(Item):
    """Dice that are rolled: `(dice d:6 num:2)`."""

    d: int | None = named("d", None)
    faces: tuple[int, ...] | None = named("faces", None)
    faces_by_die: tuple[tuple[int, ...], ...] | None = named("facesByDie", None)
    start: int | None = named("from", None)
    role: RoleType | None = arg(None)
    number: int = named("num", 1)
    biased: tuple[int, ...] | None = named("biased", None)
    at_most_one = (("faces", "faces_by_die", "start"),)

    def faces_of(self, die: int) -> tuple[int, ...]:
        """The numbers on the faces of one of the dice."""
        if self.faces_by_die is not None:
            return self.faces_by_die[min(die, len(self.faces_by_die) - 1)]
        if self.faces is not None:
            return self.faces
        return self._numbered

    @cached_property
    def _numbered(self) -> tuple[int, ...]:
        """The faces of each die, where they are numbered on."""
        first = 1 if self.start is None else self.start
        return tuple(range(first, first + (self.d or 6)))

    def weights_of(self, die: int) -> tuple[int, ...]:
        """How often each face of one of the dice comes, in proportion."""
        number = len(self.faces_of(die))
        given = () if self.biased is None else self.biased[:number]
        return (*given, *[1] * (number - len(given)))


@ludeme("regions")
class Regions(Item):
    """Sites with a name or an owner: `(regions "Home" P1 (sites Bottom))`.

    Words like `Sides` or `Rows` stand for several regions at once.
    """

    name: str | None = arg(None, declares=Kind.REGION)
    role: RoleType | None = arg(None)
    where: Region | tuple[Region, ...] | tuple[IntExpr, ...] | StaticRegion | tuple[StaticRegion, ...] = arg()
    hint: str | None = arg(None)

    def equip(self, facts: Facts) -> None:
        facts.regions.setdefault(self.name or "", []).append(self)
        for player in owners_of(self.role, facts.players):
            facts.regions_of.setdefault(player, []).append(self)

    def check(self, b: Builder, mistakes: list[Diagnostic]) -> None:
        with noting(mistakes):
            region_parts(b, self)


class Landmark(WordEnum):
    """A notable site."""

    BOTTOM_SITE = "BottomSite"
    CENTRE_SITE = "CentreSite"
    FIRST_SITE = "FirstSite"
    LAST_SITE = "LastSite"
    LEFT_SITE = "LeftSite"
    RIGHT_SITE = "RightSite"
    TOPSITE = "Topsite"


@ludeme("pair")
class Pair(Ludeme):
    """A key and what it stands for."""

    key: int | IntExpr | RoleType | str = arg()
    value: int | IntExpr | RoleType | Landmark | str = arg()

    def entry(self, b: Builder) -> tuple[int, int]:
        """Both as numbers. Raises MeaningError where one is not known before the game starts."""
        return self._number(b, self.key), self._number(b, self.value)

    def _number(self, b: Builder, part: int | IntExpr | RoleType | Landmark | str) -> int:
        if isinstance(part, int):
            return part
        if isinstance(part, IntExpr):
            try:
                return int(evaluate(part.lower(b), {}, b.facts.size))
            except NotConstant:
                raise unsupported(
                    "a number that changes in a map",
                    self.span,
                    "write the number, and work out the rest where it is used",
                ) from None
        if isinstance(part, RoleType):
            number = constant(owner(b, part, self.span))
            if number is None:
                raise MeaningError(
                    "E0440", f"`{part.value}` changes from turn to turn, and a map is made once", self.span,
                    "a player is wanted here", "name the player: P1, P2 and so on", subject=part.value,
                )  # fmt: skip
            return number
        if isinstance(part, str):
            return coordinate(b, part, None, self.span)
        topology, main = b.facts.topology, b.facts.main
        match part:
            case Landmark.CENTRE_SITE:
                return topology.centre(main)[0]
            case Landmark.LEFT_SITE:
                return topology.left(main)[0]
            case Landmark.RIGHT_SITE:
                return topology.right(main)[0]
            case Landmark.TOPSITE:
                return topology.top(main)[0]
            case Landmark.BOTTOM_SITE:
                return topology.bottom(main)[0]
            case Landmark.FIRST_SITE:
                return 0
            case Landmark.LAST_SITE:
                return b.facts.board_count - 1


class AnyMap(Item):
    """A table from numbers to numbers."""

    name: str | None

    def equip(self, facts: Facts) -> None:
        facts.maps.append(self)

    def entries(self, b: Builder) -> dict[int, int]:
        """What it has for which keys. Raises MeaningError where that is not known before the game starts."""
        with b.lowering(self) as possible:
            if not possible:
                called = "this map" if self.name is None else f'the map "{self.name}"'
                raise MeaningError(
                    "E0431", f"{called} is made of itself", self.span,
                    "asked for again by one of its entries", "write the numbers",
                )  # fmt: skip
            return self._entries(b)

    def _entries(self, b: Builder) -> dict[int, int]:
        raise NotImplementedError

    def check(self, b: Builder, mistakes: list[Diagnostic]) -> None:
        with noting(mistakes):
            self.entries(b)


@ludeme("map")
class Map(AnyMap):
    """A table from keys to values: `(map "Opposite" {(pair 0 5) (pair 1 4)})`. Of a key that stands in it
    twice the first pair counts."""

    name: str | None = arg(None, declares=Kind.MAP)
    pairs: tuple[Pair, ...] = arg()

    def _entries(self, b: Builder) -> dict[int, int]:
        found: dict[int, int] = {}
        for pair in self.pairs:
            key, value = pair.entry(b)
            found.setdefault(key, value)
        return found


@ludeme("map")
class MapLists(AnyMap):
    """A table from the numbers of one list to those of the other, which is as long."""

    name: str | None = arg(None, declares=Kind.MAP)
    keys: tuple[int, ...] = arg()
    values: tuple[int, ...] = arg()

    def _entries(self, b: Builder) -> dict[int, int]:
        if len(self.keys) != len(self.values):
            raise MeaningError(
                "E0413", f"{len(self.keys)} keys stand for {len(self.values)} values", self.span,
                "lists of different lengths", "give each key a value: (map {1 2} {5 6})",
            )  # fmt: skip
        return dict(zip(self.keys, self.values, strict=True))
