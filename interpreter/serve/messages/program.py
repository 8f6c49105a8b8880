"""What a program in a seat (`gdl join`) is told, and what it answers: a line of JSON each."""

from __future__ import annotations

from typing import Annotated, ClassVar

from gdl.support.values import frozen
from interpreter.serve.messages.codec import Flat, Json
from interpreter.serve.messages.game import Ending
from interpreter.serve.messages.room import A_MOVE
from interpreter.serve.messages.worker import Problem


@frozen
class ProgramLine:
    """What a program is told."""

    TAG: ClassVar = "type"


@frozen
class PositionLine(ProgramLine):
    """How the room stands, as its news say it without what is only drawn, and whether something is `yours` to
    answer."""

    type: ClassVar = "position"
    news: Flat[Json]
    yours: bool


@frozen
class MistakeLine(ProgramLine):
    """The answer was wrong; the same position follows."""

    type: ClassVar = "error"
    error: Problem


@frozen
class EndLine(ProgramLine):
    """The game is over."""

    type: ClassVar = "end"
    over: Ending


@frozen
class ProgramAnswer:
    """One of these: a legal move by its text or its number `n`, or a whole turn by its text; giving up;
    offering a draw; where `offer` asks for an answer, that."""

    move: Annotated[str | int | None, A_MOVE] = None
    resign: bool = False
    draw: bool = False
    agree: bool = False
    decline: bool = False
