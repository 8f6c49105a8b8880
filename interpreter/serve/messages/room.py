"""What is done in a room and told of it: actions as they are kept, commands, events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

from attrs import field, frozen

from interpreter.serve.messages.codec import Check, Flat, key
from interpreter.serve.messages.game import Board, Ending, LegalMove, Position

#: The longest text of a move.
_LONGEST = 2000


def whole(value: object, most: int = 1 << 53) -> bool:
    """Whether a value is a whole number from 0 on."""
    return type(value) is int and 0 <= value < most


MOVE = Check(
    lambda value: (isinstance(value, str) and len(value) <= _LONGEST) or whole(value),
    "a move is named by its text, or by its number among those that are legal",
)


@frozen
class ClockTerms:
    """What each player of a game has: seconds for the game, and more after each turn."""

    seconds: float
    increment: float


@frozen(kw_only=True)
class Setup:
    """A game as it begins: `text` are rules of somebody's own, `position` describes one to begin with."""

    game: str
    options: Mapping[str, str] = field(factory=dict)
    seed: int
    text: str | None = None
    clock: ClockTerms | None = None
    position: str | None = None


# --- Actions: what was done, as it is kept. Done again in their order they make the same game. --------------


@frozen
class Action:
    """What a player, from 1, has done at a table."""

    TAG: ClassVar = "does"
    player: int


@frozen
class Moved(Action):
    """One decision, by its text; `raw` is the same as a program knows it, and which program."""

    does: ClassVar = "move"
    move: str
    raw: tuple[str, int, tuple[Any, ...], int] | None = None


@frozen
class TakenBack(Action):
    """So many decisions are taken back; 0: the end of the game alone, which was agreed to or resigned."""

    does: ClassVar = "back"
    count: int


@frozen
class UndoAsked(Action):
    """It is asked to take back the player's last choice: so many decisions, as above; of whom."""

    does: ClassVar = "undo"
    count: int
    others: tuple[int, ...]


@frozen
class DrawOffered(Action):
    """A draw is offered."""

    does: ClassVar = "draw"


@frozen
class Agreed(Action):
    """A player agrees to what is offered or asked."""

    does: ClassVar = "agree"


@frozen
class Declined(Action):
    """A player declines what is offered or asked."""

    does: ClassVar = "decline"


@frozen
class Resigned(Action):
    """A player gives up."""

    does: ClassVar = "resign"


@frozen
class TimeUp(Action):
    """A player's time is up."""

    does: ClassVar = "time"


@frozen
class Command:
    """What somebody wants done: `does` as actions have it, where a `move` may be a whole turn or the number
    of a legal one. `version` is that of the position in which it was thought of."""

    does: str
    move: Annotated[str | int | None, MOVE] = None
    version: int | None = None


# --- What is told -----------------------------------------------------------------------------------------


@frozen
class Event:
    """What has happened, in words. `moved` and `back`, which tells how many decisions are `left`, change the
    list of moves; `note` does not."""

    n: int
    words: str
    player: int | None
    kind: str
    left: int | None = None


@frozen
class Offer:
    """Who waits for an answer of whom: `what` is `draw` or `undo`."""

    by: int
    what: str
    asked: Sequence[int]


@frozen
class Snapshot:
    """How a game stands: so many actions were done, after so many the position became what it is."""

    version: int
    since: int
    position: Flat[Position]
    can_undo_step: bool
    offer: Offer | None

    @property
    def over(self) -> Ending | None:
        """How the game ended; None while it goes on."""
        return self.position.over

    @property
    def mover(self) -> int:
        """Who is to move."""
        return self.position.mover


@frozen
class Private:
    """What only one player may know."""

    moves: Sequence[LegalMove]


@frozen
class Update:
    """What a table tells a room: what was done, how it stands, and what was not told before."""

    actions: Sequence[Action]
    snapshot: Snapshot
    own: Mapping[str, Private]
    sprites: Mapping[str, str] = field(metadata=key("looks"))
    events: Sequence[Event]
    board: Board | None = None


@frozen
class Seat:
    """Who sits on a seat: `by` whom it is played, and whether somebody is `here` for it."""

    player: int
    name: str
    by: str
    here: bool


@frozen
class ClockTime:
    """The seconds that the players have left now, and whose clock runs."""

    left: Sequence[float]
    running: int | None
    increment: float


@frozen
class RoomState:
    """What everybody in a room may know; `trouble` says why a machine cannot go on."""

    room: str
    snapshot: Flat[Snapshot]
    seats: Sequence[Seat]
    trouble: str | None
    clock: ClockTime | None


@frozen
class GuestState:
    """What one guest is told besides: the looks, events and board that were not sent before, for whom the
    guest plays, and the moves of whom it is to choose for."""

    sprites: Mapping[str, str] = field(metadata=key("looks"))
    events: Sequence[Event]
    you: Sequence[int]
    host: bool
    moves: Sequence[LegalMove]
    board: Board | None = None


@frozen
class LinkInfo:
    """A link that holds: to `play` for these players or to `watch`, and whether it was used up."""

    kind: str
    players: Sequence[int]
    used: bool


@frozen
class Link:
    """A link to a room: to `play` for a player, or to `watch`."""

    kind: str
    player: int | None
    url: str
