"""What is told of analyses: lines and trees of moves, what machines think, positions that are set up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import field, frozen

from interpreter.serve.messages.codec import Flat, Json, key
from interpreter.serve.messages.game import Board, LegalMove, Position


@frozen
class MoveLine:
    """Decisions in their order: the text of each, and who has made it."""

    moves: Sequence[tuple[str, int]]


@frozen
class RecordText:
    """A game as a record."""

    text: str


@frozen
class Candidate:
    """A move that was looked at: what it is worth to who is to move, from -1 to 1, or at most; how often it
    was tried; and where it is proved, in how many plies, at most or exactly."""

    move: str
    value: float
    visits: int | None
    proved: bool
    plies: int | None
    exact: bool
    at_most: bool


@frozen
class Verdict:
    """What a position is worth to who is to move, whether that is proved, and in how many plies."""

    value: float
    proved: bool
    plies: int | None


@frozen(kw_only=True)
class Thought:
    """What was thought of a position, or proved: `work` says what was done for it, `of` how many candidates
    there were. `over`: the game is; `unsolved` says why nothing was proved."""

    mover: int
    work: str | None = None
    candidates: Sequence[Candidate] | None = None
    of: int | None = None
    expected: Sequence[str] | None = None
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
    """A tree of moves: `nodes` have the number, the one before, the move and the mover of each; `thoughts`
    are by number; `at` is shown to those who follow; of the positions that are valued so many are left, of
    how many."""

    analysis: str
    version: int
    at: int
    busy: tuple[int, int]
    nodes: Sequence[tuple[int, int, str, int]]
    thoughts: Mapping[int, Thought]
    may: bool
