"""What a user of games can do wrong, as exceptions with stable codes.

Mistakes in a game's *file* are `gdl.source.diagnostics`; these are mistakes in what is asked of a game: a
move that is not legal, a name that nobody knows. Each carries a code (`gdl explain CODE` tells more), one
sentence of what is wrong, and suggestions. Our own mistakes are never these.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from gdl.support.printable import printable


class UserError(Exception):
    """The base: something asked for cannot be done, and the user can put it right."""

    code: ClassVar[str] = "E0500"

    def __init__(self, message: str, suggestions: Iterable[str] = ()) -> None:
        self.message = message
        self.suggestions = tuple(suggestions)
        super().__init__(message)

    def __reduce__(self) -> tuple[type[UserError], tuple[str, tuple[str, ...]]]:
        return type(self), (self.message, self.suggestions)

    def __str__(self) -> str:
        if not self.suggestions:
            return printable(self.message)
        return printable(f"{self.message} (did you mean {' or '.join(self.suggestions)}?)")


class MoveError(UserError):
    """The base of the three ways in which a move can be wrong."""


class UnknownMoveError(MoveError):
    """The text is no move of this game: it names no site, or it is not written as moves are."""

    code = "E0501"


class IllegalMoveError(MoveError):
    """The move can be understood, and it is not legal in this position."""

    code = "E0502"


class AmbiguousMoveError(MoveError):
    """The text fits several legal moves; `suggestions` are their full names."""

    code = "E0503"


class GameNotFoundError(UserError):
    """Neither a file nor a shipped game has this name."""

    code = "E0510"


class UnreadableFileError(UserError):
    """A file cannot be opened, or is not text."""

    code = "E0512"


class PlayerError(UserError):
    """There is no such kind of player, or too many or too few were named."""

    code = "E0513"


class PlayerOptionError(PlayerError):
    """A player cannot be set like this."""

    code = "E0520"


class CannotPlayError(PlayerError):
    """A kind of player cannot play this game."""

    code = "E0521"


class MatchError(UserError):
    """A match that cannot be played like this."""

    code = "E0548"


class SessionError(UserError):
    """What is asked of a game that is being played cannot be done at this point of it."""

    code = "E0545"


class CoreTextError(UserError):
    """A file holds no core program, or one that is not well formed."""

    code = "E0547"


class RecordError(UserError):
    """A file holds no record of games, or not the one that is asked for."""

    code = "E0514"


class ScenarioError(UserError):
    """A scenario file does not say what it should."""

    code = "E0515"


class PositionError(UserError):
    """A position that a game is to start from names what the game does not have."""

    code = "E0517"


class EngineError(UserError):
    """There is no such engine, or it is not installed."""

    code = "E0516"


class NewGameError(UserError):
    """A new game cannot have this name, or its files are there already."""

    code = "E0518"


class RollError(UserError):
    """The dice cannot show this."""

    code = "E0519"


class ActionError(UserError):
    """A number names no action of a game, or the moves of a game cannot be numbered."""

    code = "E0549"


class NetworkError(UserError):
    """A network does not belong to a game, or what it says of positions is no answer."""

    code = "E0552"


class SlowRulesError(UserError):
    """The rules of a game take longer than there is time, or do not come to an end."""

    code = "E0542"


class OutOfMemoryError(UserError):
    """The system gave no more memory; see `interpreter/errors/memory.py`."""

    code = "E0546"


class UnsolvedError(UserError):
    """A position cannot be solved, or was not within the time and memory that were given."""

    code = "E0530"


class MissingExtraError(UserError):
    """What is asked for takes packages that are not installed."""

    code = "E0770"


class StudyError(UserError):
    """A study that cannot be made like this."""

    code = "E0800"


class StudyFileError(StudyError):
    """A file that the results of a study cannot be kept in."""

    code = "E0801"


class WorkersLostError(StudyError):
    """Those who are to do the work cannot be reached, or are lost again and again."""

    code = "E0802"


class MarginError(StudyError):
    """A margin that is not one, or of something that is not compared."""

    code = "E0810"


class VaryError(StudyError):
    """A search among variants that cannot be made like this."""

    code = "E0833"


class VariantFileError(VaryError):
    """A variant that cannot be written as a file of its own."""

    code = "E0834"


class InventError(StudyError):
    """Games that cannot be bred like this."""

    code = "E0836"


class PassError(UserError):
    """A pass that there is not, or that no program can do without."""

    code = "E0544"


class WhyError(UserError):
    """A position that cannot be looked into to tell why a move is legal or not."""

    code = "E0750"


class SandboxError(UserError):
    """This machine cannot confine strangers' rules as a public workshop needs it."""

    code = "E0790"


class LateError(UserError):
    """What was asked of a process took longer than it may: the process was ended."""

    code = "E0791"


class BusyError(UserError):
    """A process was kept waiting for a processor for so long that it was ended."""

    code = "E0794"


class CrashedError(UserError):
    """A process ended by itself while it worked: out of memory, or killed by the system."""

    code = "E0792"


class BadRequestError(UserError):
    """What was asked of a process cannot be understood, or is too much."""

    code = "E0785"


class ChangedRulesError(UserError):
    """The file with a game's rules has changed since: what was played cannot be played again."""

    code = "E0793"
