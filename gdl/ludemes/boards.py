"""Boards: what the game is played on, its tracks, and the values of its sites."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

from gdl.boards import shapes
from gdl.boards.graph import BoardGraph, SiteType
from gdl.boards.shapes import StoreType
from gdl.boards.topology import Topology
from gdl.builder.builder import Builder
from gdl.builder.meaning_error import noting
from gdl.english.grammar import MOST_NAMES, counted, number_word, runs
from gdl.lower.tracks import path_of
from gdl.ludeme.arguments import TrackStep
from gdl.ludeme.base import Ludeme, arg, named
from gdl.ludeme.categories import Dim, Graph, IntExpr, Item
from gdl.ludeme.kinds import Kind, Needs
from gdl.ludeme.registry import ludeme
from gdl.ludemes.arguments import Range
from gdl.source.diagnostics import Diagnostic
from gdl.words.words import RoleType, WordEnum

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker

_ON = {
    SiteType.CELL: "",
    SiteType.VERTEX: "where the lines meet",
    SiteType.EDGE: "on the lines",
}


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

    def says(self, s: Speaker, no: bool = False) -> str:
        whose = "" if self.owner is None else f" of {s.player(self.owner)}"
        name = s.say(self.name)
        loop = ", and round again" if self.loop else ""
        sites = s.track_sites(self)
        way = f": {runs(sites[:MOST_NAMES])}" if sites else ""
        if len(sites) > MOST_NAMES:
            way = f": {', '.join(sites[:12])}, … to {', '.join(sites[-6:])} ({len(sites)} {s.cells})"
        elif sites:
            way = f": {', '.join(sites)}"
        return f"The track “{name}”{whose} leads over the board{way}{loop}"


@ludeme("values")
class Values(Ludeme):
    """The range of values of the sites of a kind, for puzzles."""

    type: SiteType = arg()
    range: Range = arg()

    def says(self, s: Speaker, no: bool = False) -> str:
        return f"Each {self.type.value.lower()} takes a number of {s.say(self.range)}"


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

    def says(self, s: Speaker, no: bool = False) -> str:
        shape = s.say(self.graph)
        count = s.facts.board_count
        where = f", and pieces stand {_ON[s.facts.main]}" if _ON[s.facts.main] else ""
        return f"The board is made of {shape}{where}: {counted(count, s.cell)}"


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
        return shapes.mancala(self.rows.number(), self.columns.number(), store=self.store, stores=stores)

    def all_tracks(self) -> tuple[Track, ...]:
        return self.tracks if isinstance(self.tracks, tuple) else (self.tracks,)

    def says(self, s: Speaker, no: bool = False) -> str:
        rows, columns = self.rows.number(), self.columns.number()
        stores = "" if self.store is StoreType.NONE else ", with stores at the ends"
        return f"The board has {number_word(rows)} rows of {number_word(columns)} holes{stores}"


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

    def says(self, s: Speaker, no: bool = False) -> str:
        cells = {"Hexagonal": "hexagons", "Square": "squares", "Triangular": "triangles"}[self.tiling.value]
        return f"There is no board: pieces are put next to each other, as on {cells} without end"


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
        loops = shapes.loops(
            len(lines.rows(SiteType.VERTEX)),
            len(lines.columns(SiteType.VERTEX)),
            None if self.loops is None else self.loops.number(),
            1 if self.start is None else self.start.number(),
        )
        return tuple(
            cast(Any, Track)(name=f"Loop{number}", path=",".join(map(str, sites)), loop=True, span=self.span)
            for number, sites in enumerate(loops, 1)
        )

    def says(self, s: Speaker, no: bool = False) -> str:
        loops = sum(1 for _ in s.facts.tracks)
        return (
            f"The board is made of {s.say(self.graph)}, and pieces stand where the lines cross: "
            f"{s.facts.board_count} {s.cells}; "
            f"{number_word(loops)} loops at the corners join its lines"
        )
