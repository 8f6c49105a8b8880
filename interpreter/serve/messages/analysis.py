"""What is told of analyses: lines and trees of moves, what machines think, positions that are set up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from gdl.support.values import field, frozen
from interpreter.serve.messages.codec import Check, Flat, Json, key
from interpreter.serve.messages.game import Board, LegalMove, Position
from interpreter.serve.messages.room import DESCRIBED, TEXT, Described, Options, whole


@frozen
class MoveLine:
    """Decisions in their order: the text of each, who has made it, and how the players of the game write it
    behind those before it in the same turn, where that is another text."""

    moves: Sequence[tuple[str, int, str | None]]


@frozen
class RecordText:
    """A game as a record."""

    text: str


@frozen
class Candidate:
    """A move that was looked at: what it is worth to who is to move, from -1 to 1, or at most; how often it
    was tried; where it is proved, in how many plies, at most or exactly; and of the best ones how the game
    may go on with it. `written` is that line, of one move at least, as the players of the game write it,
    where that is otherwise."""

    move: str
    value: float
    visits: int | None
    proved: bool
    plies: int | None
    exact: bool
    at_most: bool
    line: Sequence[str] | None = None
    written: Sequence[str] | None = None


@frozen
class Verdict:
    """What a position is worth to who is to move, whether that is proved, and in how many plies."""

    value: float
    proved: bool
    plies: int | None


@frozen(kw_only=True)
class Thought:
    """What was thought of a position, or proved: `work` says what was done for it, `of` how many candidates
    there were; `written` is the line that is expected as the players of the game write it, where that is
    otherwise. `over`: the game is; `unsolved` says why nothing was proved."""

    mover: int
    work: str | None = None
    candidates: Sequence[Candidate] | None = None
    of: int | None = None
    expected: Sequence[str] | None = None
    written: Sequence[str] | None = None
    verdict: Flat[Verdict | None] = None
    over: bool | None = None
    unsolved: str | None = None

    @property
    def proved(self) -> bool:
        """Whether it is a proof."""
        return self.verdict is not None and self.verdict.proved


@frozen
class Variation:
    """A position of an analysis, with its legal moves and looks; the board where it is another than was
    known."""

    position: Flat[Position]
    moves: Sequence[LegalMove]
    sprites: Mapping[str, str] = field(metadata=key("looks"))
    board: Board | None = None


@frozen
class PalettePiece:
    """A piece that may be placed."""

    piece: str
    words: str
    sprite: str = field(metadata=key("look"))
    owner: int


@frozen(kw_only=True)
class Description:
    """A position as values (`position`) and as text, what these do not say (`lacks`), the pieces that there
    are, whether they can be stacked, and how many moves are legal."""

    shown: Flat[Position]
    position: Json
    text: str
    lacks: Sequence[str]
    palette: Sequence[PalettePiece]
    stacked: bool
    choices: int
    sprites: Mapping[str, str] = field(metadata=key("looks"))
    board: Board


@frozen
class Tree:
    """A tree of moves: `nodes` have the number, the one before, the move, the mover of each, and the move as
    the players of the game write it, where that is another text; `thoughts`
    are by number; `at` is shown to those who follow; of the positions that are valued so many are left, of
    how many."""

    analysis: str
    version: int
    at: int
    busy: tuple[int, int]
    nodes: Sequence[tuple[int, int, str, int, str | None]]
    thoughts: Mapping[int, Thought]
    may: bool


# --- What pages ask ---------------------------------------------------------------------------------------

#: Seconds for which a machine thinks at most.
MOST_SECONDS = 10.0
_NODE = Annotated[
    int,
    Check(lambda value: value is not None, "a position is named by the number of a move"),
    whole(),
]
_SECONDS = Annotated[
    float,
    Check(lambda value: type(value) in (int, float), "how long to think is a number of seconds"),
    Check(
        lambda value: 0.05 <= value <= MOST_SECONDS,
        f"a machine thinks from 0.05 to {MOST_SECONDS:g} seconds",
    ),
]


def _are_moves(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) and len(each) <= 200 for each in value)


@frozen(kw_only=True)
class NewAnalysis:
    """A game to be analysed from its start or a position, or the last game of a record."""

    record: Annotated[str | None, Check(lambda value: isinstance(value, str), "a record is a text")] = None
    game: Annotated[str | None, TEXT] = None
    options: Options = None
    position: Described = None


@frozen
class AnalysisName:
    """An analysis that was made, or entered."""

    analysis: str


@frozen
class Node:
    """A position by the number of the move that leads to it, 0 is the start."""

    node: _NODE


@frozen
class NodePosition:
    """The position behind a move."""

    node: int
    variation: Flat[Variation]


@frozen(kw_only=True)
class DescribeRequest:
    """A position of the analysis, or a described one; the board is turned by so many degrees."""

    turn: Annotated[int | None, whole(360)] = None
    position: Described = None
    node: Annotated[int | None, whole()] = None


@frozen
class DescribedPosition:
    """A position to be changed, and of which game it is (none of somebody's own) with which options."""

    description: Flat[Description]
    game: str | None
    options: Mapping[str, str]


@frozen(kw_only=True)
class TryMoves(Node):
    """Moves or whole turns to be tried behind another: a list, or as text."""

    moves: Annotated[Sequence[str] | None, Check(_are_moves, "moves are texts")] = None
    text: str | None = None


@frozen
class Beginning:
    """A position that an analysis begins with."""

    position: Annotated[str, DESCRIBED]


@frozen(kw_only=True)
class ThinkRequest(Node):
    """How long to think of a position, or to `solve` it."""

    seconds: _SECONDS = 1.0
    solve: bool = False


@frozen(kw_only=True)
class ValueRequest:
    """Value the line to a move, or stop that."""

    node: Annotated[int | None, whole()] = None
    stop: bool = False


@frozen
class WatchLink:
    """The address of a link for looking on."""

    url: str
