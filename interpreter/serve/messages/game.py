"""What is shown of a game: its board, positions and moves, and what is to be known before it begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gdl.support.values import field, frozen
from interpreter.serve.messages.codec import Flat, key

# --- Boards -----------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Site:
    """A site of a board in its picture: `room` is the radius of the circle that it has for itself; its piece
    stands at `x`, `y + down`, in one of radius `size`. `outline` has the corners of a cell, the two ends of
    an edge, nothing of a point; `way` leads from the first piece of a long cell's stack to where the last may
    lie; `neighbours` says to which site each arrow key leads; `called` is what who sits below calls it, where
    that is not its name."""

    site: int
    name: str
    colour: str
    x: float
    y: float
    room: float
    size: float
    down: float
    outline: Sequence[tuple[float, float]]
    way: tuple[float, float] | None
    neighbours: Mapping[str, int]
    called: str | None = None


@frozen
class Colour:
    """A colour that sites have: the letter that stands for it in print, and the id of its pattern."""

    name: str
    letter: str
    pattern: str


@frozen
class HandSite:
    """A site beside the board."""

    site: int
    name: str


@frozen
class Hand:
    """A row of sites beside the board: whose hand it is, if a player's, and whether dice lie there."""

    name: str
    player: int | None
    dice: bool
    sites: Sequence[HandSite]


@frozen
class Kind:
    """A kind of piece: in words, and as one of it is drawn: the name of the look, and its SVG."""

    words: str
    look: str
    svg: str


@frozen(kw_only=True)
class Board:
    """A board without pieces, clockwise by `turn` degrees, which is one of its `turns`. Its `id` stands for
    all of it. `inks` are the colours of pieces: of what is nobody's, then by seat. `kinds` are all
    that may come to stand somewhere. `sides` says by how much each player turns the board to sit below."""

    turn: int
    turns: Sequence[int]
    id: str
    svg: str
    title: str
    players: Sequence[str]
    seats: Sequence[str]
    inks: Sequence[str]
    sites: Sequence[Site]
    colours: Sequence[Colour]
    hands: Sequence[Hand]
    kinds: Sequence[Kind] = ()
    sides: Sequence[int] | None = None


# --- Positions --------------------------------------------------------------------------------------------


@frozen
class Ending:
    """How a game ended: in words, the rank of each player, and by what: `rules`, `agreement`, `resignation`
    or `time`."""

    words: str
    ranks: Sequence[float]
    end: str


@frozen
class EndReason:
    """Why a game is over by its rules: in words, the sites of the pieces by which that holds, and the line of
    which file of the rules says so."""

    words: str
    sites: Sequence[int]
    file: str | None = None
    line: int | None = None


@frozen
class Die:
    """A die, what it shows, and whether it was used."""

    site: int
    shows: int | None
    used: bool


@frozen
class Captives:
    """Pieces that stood somewhere at first and stand nowhere now: how they look, how many, and whose."""

    sprite: str = field(metadata=key("look"))
    words: str
    count: int
    owner: int


@frozen
class Marks:
    """What the last turn did, in sites."""

    steps: Sequence[tuple[int, int]]
    origins: Sequence[int]
    targets: Sequence[int]
    captured: Sequence[int]


@frozen(kw_only=True)
class Position:
    """What everybody may know of a position. `pieces` are the site, the look and the words of each; `stacks`
    has by site the words and looks of its pieces, the lowest first. `seating` says who plays which seat now
    (the players of a match change), `called` what players are called there. `turn` are the decisions of a
    turn that is not over."""

    ply: int
    over: Ending | None
    mover: int
    mover_name: str
    seating: Sequence[int]
    called: Sequence[str]
    pieces: Sequence[tuple[int, str, str]]
    stacks: Mapping[str, Sequence[tuple[str, str]]]
    dice: Sequence[Die]
    scores: Sequence[tuple[str, float]]
    notes: Sequence[str]
    gone: Sequence[Captives]
    marks: Marks
    turn: Sequence[str] | None = None

    @property
    def sprites(self) -> set[str]:
        """The names of the looks that it shows."""
        used = {sprite for _, sprite, _ in self.pieces}
        used |= {sprite for levels in self.stacks.values() for _, sprite in levels}
        return used | {each.sprite for each in self.gone}


@frozen
class LegalMove:
    """A legal move: its number and its text, either of which names it, where it begins and ends on the board,
    what is decided, whether it captures, and how it is said; `short` is how people write it, if otherwise."""

    n: int
    text: str
    from_: int | None
    to: int | None
    kind: str
    takes: bool
    words: str
    short: str | None = None


@frozen
class PastPosition:
    """An earlier position, with the looks that it shows: SVG by name."""

    position: Flat[Position]
    sprites: Mapping[str, str] = field(metadata=key("looks"))


# --- Before a game ----------------------------------------------------------------------------------------


@frozen
class Choice:
    """What may be chosen of an option."""

    name: str
    words: str


@frozen
class Option:
    """An option: what is chosen unless somebody does; `open` says what else may be written."""

    name: str
    chosen: str
    choices: Sequence[Choice]
    open: str | None


@frozen
class Machine:
    """A player of ours that can play the game: what to write in `seats`, and how it is said."""

    by: str
    words: str


@frozen
class About:
    """What is to be known of a game, and to be chosen, before it begins."""

    title: str
    players: Sequence[str]
    about: str
    rules: str
    options: Sequence[Option]
    machines: Sequence[Machine]


@frozen
class Picture:
    """The first position as a small picture."""

    svg: str


@frozen
class Place:
    """A stretch of the text, from and to code units; or a place of another file, in lines and characters from
    1."""

    from_: int | None = None
    to: int | None = None
    file: str | None = None
    line: int | None = None
    column: int | None = None


@frozen
class Point:
    """A point of the rules in English, for an author with the place of what it speaks of, and those under
    it."""

    text: str
    place: Flat[Place]
    points: Sequence[Point]


@frozen
class Section:
    """A section of the rules in English."""

    title: str
    points: Sequence[Point]


@frozen(kw_only=True)
class Rules:
    """The rules in English."""

    title: str | None = None
    sections: Sequence[Section]


@frozen
class Reach:
    """Where a piece goes from a cell, by the rules: which piece or colour of cells, how that looks in words,
    and as a small picture."""

    title: str
    words: str
    svg: str


@frozen
class Reaches:
    """Where pieces go: of each kind, and from each colour of cells where a board has some (`coloured`)."""

    coloured: bool
    reaches: Sequence[Reach]


@frozen
class LessonStep:
    """A step of a lesson: what holds, in words, and the rule that says so; a room where it is seen, by the
    position that it begins with, its seed, and the moves that lead on; whether there is a win to be found;
    the moves that are to be tried, any of them, as they are told apart and as the players of the game write
    them, and some that are refused."""

    words: str
    rule: str
    options: Mapping[str, str]
    position: str | None
    seed: int
    moves: Sequence[str]
    wins: bool
    wanted: Sequence[str]
    written: Sequence[str]
    refused: Sequence[str]


@frozen
class Lesson:
    """A first lesson of a game: positions in which something is to be tried."""

    steps: Sequence[LessonStep]


@frozen
class Shipped:
    """A shipped game: how many play, about how many minutes, and what happens in it."""

    name: str
    title: str
    family: str
    about: str
    players: int | None = None
    minutes: int | None = None
    kinds: str | None = None


@frozen
class Games:
    """The shipped games."""

    games: Sequence[Shipped]


@frozen
class GameText:
    """The rules of a shipped game, and what their file is called."""

    name: str
    text: str


@frozen
class Health:
    """Whether the server is alive, whether games can be played and kept, and what it lacks for that."""

    live: bool
    ready: bool
    lacks: str | None = None
