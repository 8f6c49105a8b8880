"""What worker processes are asked about tables, and what they answer: a line of JSON each way.

A table is made from its setup and its actions when it is first needed: a request has the last of these, and
of a worker that does not know what was done before it hears that it needs all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar, get_args

from gdl.support.values import frozen
from interpreter.serve.messages.analysis import (
    Candidate,
    Description,
    MoveLine,
    RecordText,
    Thought,
    Variation,
)
from interpreter.serve.messages.codec import Flat, Json, Written
from interpreter.serve.messages.game import (
    About,
    Board,
    EndReason,
    Lesson,
    PastPosition,
    Picture,
    Reaches,
    Rules,
)
from interpreter.serve.messages.room import Action, Command, Nothing, Setup, Update

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)


@frozen
class Call(Generic[A_co]):
    """What some process is asked to do; it is answered by an A."""


@frozen
class Job(Call[A_co]):
    """What a worker is asked to do about a table."""

    TAG: ClassVar = "do"


def answer_of(kind: type[Call[A]]) -> type[A]:
    """The class of the answers to the calls of a class."""
    for each in kind.__mro__:
        for base in vars(each).get("__orig_bases__", ()):
            if (given := get_args(base)) and not isinstance(given[0], TypeVar):
                answer: type[A] = given[0]
                return answer
    raise TypeError(kind)


@frozen
class Numbered:
    """What is asked, with the number by which its answer is known."""

    id: int


@frozen
class Request(Numbered):
    """A job about a room's table: of its actions those are told from the one of number `first` on."""

    room: str
    setup: Setup
    first: int
    actions: Sequence[Action]
    job: Flat[Job[Any]]


@frozen
class Problem:
    """What is wrong: a code, which `gdl explain` explains, what it says, and what may have been meant."""

    code: str
    message: str
    suggestions: Sequence[str] = ()
    #: of a text with mistakes all of them, as `gdl check --output-format json` has them
    mistakes: Flat[Json | None] = None


@frozen
class Failure:
    """What is wrong with a request."""

    error: Problem


@frozen
class Answer:
    """The answer to a request: what came of it (`ok`), what is wrong, that all actions are needed, or that
    the same was asked of a newer text meanwhile."""

    id: Any
    ok: Written[Any] = None
    error: Problem | None = None
    need: str | None = None
    superseded: bool | None = None


# --- Tables -----------------------------------------------------------------------------------------------


@frozen
class UpdateJob(Job[Update]):
    """A job that is answered by how a table stands: `people` are told their moves, of the events those from a
    number on."""

    people: Sequence[int]
    events: int


@frozen
class OpenTable(UpdateJob):
    """A table with all that was done at it; raises for machines that cannot play the game."""

    do: ClassVar = "open"
    machines: Sequence[str]


@frozen
class LookAtTable(UpdateJob):
    """How a table stands."""

    do: ClassVar = "look"


@frozen
class DoCommand(UpdateJob):
    """A command of a player; `own` are the players for whom the same person plays, `allies` those who agree
    with whatever this player asks: they and machines."""

    do: ClassVar = "command"
    command: Command
    player: int
    own: Sequence[int] = ()
    allies: Sequence[int] = ()


@frozen
class CloseTable(Job[Nothing]):
    """Let go of a table."""

    do: ClassVar = "close"


@frozen
class ShowPast(Job[PastPosition]):
    """An earlier position."""

    do: ClassVar = "past"
    ply: int


@frozen
class TurnBoard(Job[Board]):
    """The board, turned clockwise by so many degrees."""

    do: ClassVar = "board"
    turn: int


@frozen
class Explain(Job[Json]):
    """Why a move is legal or not, as `gdl why --output-format json` says it."""

    do: ClassVar = "why"
    move: str


@frozen
class ExplainEnd(Job[EndReason]):
    """Why the game is over, where the rules ended it; without words where no condition of theirs did."""

    do: ClassVar = "ending"


# --- Games ------------------------------------------------------------------------------------------------


@frozen
class TellAbout(Job[About]):
    """What is to be known of a game before it begins."""

    do: ClassVar = "about"


@frozen
class TellReach(Job[Reaches]):
    """Where pieces go, from each colour of cells."""

    do: ClassVar = "reach"


@frozen
class TellLesson(Job[Lesson]):
    """A first lesson, made of the game's scenarios."""

    do: ClassVar = "lesson"


@frozen
class DrawPicture(Job[Picture]):
    """The first position as a small picture."""

    do: ClassVar = "picture"


@frozen
class TellRules(Job[Rules]):
    """The rules in English."""

    do: ClassVar = "rules"


# --- Machines ---------------------------------------------------------------------------------------------


@frozen
class Decision:
    """The move of a machine, what it did to find it, and what it is worth, if that is known."""

    move: str
    work: str
    value: float | None = None
    proved: bool | None = None


@frozen
class Hint:
    """What the strongest player that there is for a game would do, and the best moves with their lines."""

    decision: Flat[Decision]
    best: Sequence[Candidate]


@frozen
class DrawAnswer:
    """Whether a machine agrees to a draw."""

    agrees: bool


@frozen
class ChooseMove(Job[Decision]):
    """What a machine plays for a player."""

    do: ClassVar = "think"
    player: int
    by: str


@frozen
class AnswerDraw(Job[DrawAnswer]):
    """Whether a machine agrees to a draw for a player."""

    do: ClassVar = "draw"
    player: int
    by: str


@frozen
class GiveHint(Job[Hint]):
    """What a strong player would do in so many seconds."""

    do: ClassVar = "hint"
    seconds: float = 1.0


# --- Analyses: the line of each request is made, whatever was known before ----------------------------------


@frozen
class CopyLine(Job[MoveLine]):
    """The decisions of a table. Where chance decides, what comes must not be known before it does."""

    do: ClassVar = "copy"


@frozen
class FollowMoves(Job[MoveLine]):
    """The decisions that each of `more`, a move or a whole turn, is behind `moves`."""

    do: ClassVar = "follow"
    moves: Sequence[str]
    more: Sequence[str]


@frozen
class ShowVariation(Job[Variation]):
    """The position behind some decisions, and the board where its id is another."""

    do: ClassVar = "vary"
    moves: Sequence[str]
    board: str = ""
    turn: int = 0


@frozen
class DescribePosition(Job[Description]):
    """The position behind some decisions as text, and all that is needed to change it."""

    do: ClassVar = "describe"
    moves: Sequence[str]
    turn: int = 0


@frozen
class Consider(Job[Thought]):
    """What our strongest player for the game thinks of a position."""

    do: ClassVar = "consider"
    moves: Sequence[str]
    seconds: float


@frozen
class Solve(Job[Thought]):
    """What a position is worth by proof."""

    do: ClassVar = "solve"
    moves: Sequence[str]
    seconds: float


@frozen
class WriteRecord(Job[RecordText]):
    """A line as a record."""

    do: ClassVar = "record"
    moves: Sequence[str]
