"""Facts of a game that its equipment fixes before any rule is lowered: sites, pieces, players, regions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from gdl.boards.topology import Topology
from gdl.support.values import define, field, frozen
from gdl.words.words import CompassDirection, SiteType

if TYPE_CHECKING:
    from gdl.source.diagnostics import Diagnostic
    from gdl.source.text import Span


class DeclaredItem(Protocol):
    """An item of the equipment, as it is declared: its ludeme, of which facts know no more than this."""

    @property
    def name(self) -> str | None:
        """What the rules call it, None where it has no name."""

    @property
    def span(self) -> Span:
        """Where it is declared."""


class DeclaredRegions(DeclaredItem, Protocol):
    """Regions, by what they are made of: `Region`s, numbers or words."""

    @property
    def where(self) -> object:
        """What they are made of."""


class DeclaredTrack(DeclaredItem, Protocol):
    """A track: its path is a text, or its sites one by one."""

    @property
    def path(self) -> object:
        """Its way, a text or the steps one by one."""

    @property
    def loop(self) -> bool:
        """Whether it leads round."""

    @property
    def owner(self) -> object:
        """Whose it is: a role, a number, or None for everybody's."""


class DiceSet(Protocol):
    """What a set of dice shows."""

    def faces_of(self, die: int) -> tuple[int, ...]:
        """The numbers on the faces of one of the dice, counted from 0."""

    def weights_of(self, die: int) -> tuple[int, ...]:
        """How often each face of one of the dice comes, in proportion."""


@frozen
class Component:
    """A piece as one player has it: `Pawn1` is the Pawn of player 1."""

    index: int
    name: str  # with the owner's number where the piece is declared per player
    base: str  # as declared
    owner: int  # 0 neutral, players + 1 shared
    facing: str | None
    #: how it moves: its rules, see `moves_of` in gdl/lower/pieces.py
    moves: object | None
    ludeme: DeclaredItem | None = field(default=None, repr=False, eq=False)


@frozen
class Container:
    """A place for pieces beside the board: a hand or a set of dice."""

    name: str
    owner: int
    first: int  # its first site in the game's one numbering
    size: int
    dice: DiceSet | None = None

    @property
    def sites(self) -> range:
        """Its sites, in the game's one numbering."""
        return range(self.first, self.first + self.size)

    def site_name(self, site: int) -> str:
        """What a person calls one of its sites."""
        return f"{self.name}{_letters(site - self.first) if self.size > 1 else ''}"


def _letters(number: int) -> str:
    """a, b, ... z, aa, ab, ...: the site of a container, told from the owner's number before it."""
    text = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        text = chr(97 + letter) + text
    return text


@frozen
class DrawnTiles:
    """What chance decides at the start of the tiles that make up the board; see `gdl/lower/tiles.py`.

    Places, tiles and faces are numbered from 0, and only those count of which chance decides something.
    """

    #: the tiles in the box, each by its faces
    tiles: tuple[tuple[int, ...], ...]
    #: by place: the face that lies there, -1 where chance lays a tile
    faces: tuple[int, ...]
    #: by place: how many quarters what lies there is turned, -1 where chance turns it
    quarters: tuple[int, ...]
    #: how many faces there are
    count: int
    #: by colour: its cells, by 4 * (`count` * place + face) + quarters
    cells: dict[str, tuple[int, ...]]
    span: Span


@define
class Facts:
    """What lowering asks about the equipment. Sites are numbered through the board's main sites, then the
    containers (hands, dice), then the board's other kinds of site where a game uses them."""

    name: str
    players: int
    facings: tuple[str | None, ...]  # by player; index 0 unused
    topology: Topology
    main: SiteType
    components: tuple[Component, ...]  # index 0 is a blank
    containers: tuple[Container, ...]
    regions: dict[str, list[DeclaredRegions]]
    regions_of: dict[int, list[DeclaredRegions]]  # by owner
    coloured: dict[str, int]  # a colour's name -> its cells as a bit mask, as far as they are known
    maps: list[DeclaredItem]
    tracks: Sequence[DeclaredTrack]
    size: int  # how many sites in the game's one numbering
    offsets: dict[SiteType, int]  # where the sites of each type begin in that numbering
    stacks: bool = False  # pieces stand on each other
    boardless: bool = False  # pieces are put next to pieces, on a board without an edge
    holes: bool = False  # the board's sites are holes, that heaps lie in
    counts: bool = False  # several like pieces may share a site, counted
    repeated: frozenset[str | None] = frozenset()  # under what names numbers are remembered several times
    remembered: frozenset[str | None] = frozenset()  # under what names numbers are remembered
    hidden: frozenset[str] = frozenset()  # what is hidden from players ("": all of a site)
    teams: dict[int, int] = field(factory=dict)  # a player's team, of those who are in one
    recoloured: bool = False  # a rule changes the colours of sites
    pends_numbers: bool = False  # numbers that are no sites may be pending
    turned: bool = False  # pieces are turned, so each faces its own way
    lenient: bool = False  # a name that stands for nothing is warned of: the file was written for Ludii
    drawn_tiles: list[DrawnTiles] = field(factory=list)  # what chance decides of the board's tiles
    warnings: list[Diagnostic] = field(factory=list)  # what is odd about the equipment

    @property
    def first_piece(self) -> int:
        """The number of the first component that is no die: dice come before all others."""
        cast = sum(container.size for container in self.containers if container.dice is not None)
        return min(cast + 1, len(self.components) - 1)

    @property
    def board_count(self) -> int:
        """How many main sites the board has."""
        return self.topology.count(self.main)

    @property
    def board(self) -> int:
        """The board's main sites as a bit mask."""
        return (1 << self.board_count) - 1

    def sites_of(self, type_: SiteType | None) -> int:
        """The board's sites of a type (default the main one) as a bit mask."""
        type_ = type_ or self.main
        return ((1 << self.topology.count(type_)) - 1) << self.offsets[type_]

    def named(self, name: str) -> list[Component]:
        """The components that a name means: one exactly so called, or each player's of that base name."""
        exact = [c for c in self.components[1:] if c.name == name]
        return exact or [c for c in self.components[1:] if c.base == name]

    @property
    def sides(self) -> tuple[int, ...]:
        """By player the side that it is on: a team's number, or one of its own; index 0 is nobody's."""
        first = max(self.teams.values(), default=0)
        return (0, *(self.teams.get(p, first + p) for p in range(1, self.players + 1)))

    @property
    def colours_change(self) -> bool:
        """Whether the colours of the board's cells are part of the state."""
        return bool(self.coloured) and (self.recoloured or bool(self.drawn_tiles))

    @property
    def dice(self) -> bool:
        """Whether the game is played with dice."""
        return any(container.dice is not None for container in self.containers)

    def site_name(self, site: int) -> str:
        """What a person calls the site."""
        if site < self.board_count:
            return self.topology.sites(self.main)[site].label
        for container in self.containers:
            if site in container.sites:
                return container.site_name(site)
        for type_, offset in self.offsets.items():
            if type_ is not self.main and offset <= site < offset + self.topology.count(type_):
                return f"{type_.value.lower()}:{self.topology.sites(type_)[site - offset].label}"
        return f"?{site}"

    def site_names(self) -> Iterator[str]:
        """What a person calls each site, in order."""
        beside = {site: container for container in self.containers for site in container.sites}
        for site in range(self.size):
            container = beside.get(site)
            yield self.site_name(site) if container is None else container.site_name(site)

    def default_facing(self, player: int) -> str | None:
        """The way a player's pieces face unless said otherwise."""
        facing = self.facings[player] if player < len(self.facings) else None
        return facing.value if isinstance(facing, CompassDirection) else facing
