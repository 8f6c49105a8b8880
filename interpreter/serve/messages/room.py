"""What is done in a room and told of it: actions as they are kept, commands, events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from gdl.support.values import field, frozen
from interpreter.serve.messages.codec import Check, Flat, key
from interpreter.serve.messages.game import Board, Ending, LegalMove, Position
from interpreter.serve.messages.people import Onlookers, Said

#: The longest text of a move, and id of a request.
_MOVE, _ID = 2000, 64
#: Seconds that a player may have, and that may be added after a turn.
_LEAST, _MOST, _MOST_ADDED = 1, 7 * 86400, 3600
#: The longest description of a position: much more than any shipped game needs.
_POSITION = 20_000


def _is_whole(value: object, most: int = 1 << 53) -> bool:
    return type(value) is int and 0 <= value < most


def _is_within(value: object, least: float, most: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most


def _all_texts(values: Iterable[object]) -> bool:
    return all(isinstance(each, str) for each in values)


def whole(most: int = 1 << 53) -> Check:
    """A whole number from 0 on."""
    return Check(lambda value: _is_whole(value, most), "`{}` is a whole number from 0 on")


TEXT = Check(
    lambda value: isinstance(value, str) and len(value) <= 200, "`{}` is a text of up to 200 letters"
)
_OPTIONS = Check(
    lambda value: isinstance(value, dict) and _all_texts(value.values()), "`{}` is an object of texts"
)
_SEATS = Check(lambda value: isinstance(value, list) and _all_texts(value), "`{}` is a list of texts")
_CLOCK = Check(
    lambda value: (
        isinstance(value, dict)
        and _is_within(value.get("seconds"), _LEAST, _MOST)
        and _is_within(value.get("increment", 0), 0, _MOST_ADDED)
    ),
    f"a clock has `seconds` ({_LEAST} to {_MOST}) and an `increment` (to {_MOST_ADDED})",
)
DESCRIBED = Check(
    lambda value: isinstance(value, str) and len(value) <= _POSITION,
    f"a position is a text of at most {_POSITION:,} letters",
)
_WAYS = ("play", "watch")

Text = Annotated[str, TEXT]
Whole = Annotated[int | None, whole()]
Options = Annotated[Mapping[str, str] | None, _OPTIONS]
Described = Annotated[str | None, DESCRIBED]
A_MOVE = Check(
    lambda value: (isinstance(value, str) and len(value) <= _MOVE) or _is_whole(value),
    "a move is named by its text, or by its number among those that are legal",
)
RequestId = Annotated[
    str | None,
    Check(
        lambda value: isinstance(value, str) and 0 < len(value) <= _ID,
        f"the id of a request is a text of up to {_ID} letters",
    ),
]
LinkKind = Annotated[str, Check(lambda value: value in _WAYS, "a link is for `play` or `watch`")]


@frozen
class ClockTerms:
    """What each player of a game has: seconds for the game, and more after each turn."""

    seconds: float = field(converter=float)
    increment: float = field(default=0.0, converter=float)


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
    """One decision, by its text; `raw` is the same as a program knows it, and which program; `short` is how
    people write it, behind what was decided before in the same turn, where that is another text."""

    does: ClassVar = "move"
    move: str
    raw: tuple[str, int, tuple[Any, ...], int] | None = None
    short: str | None = None


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
    move: Annotated[str | int | None, A_MOVE] = None
    version: int | None = None


# --- What is told -----------------------------------------------------------------------------------------


@frozen
class Event:
    """What has happened, in words. `moved` and `back`, which tells how many decisions are `left`, change the
    list of moves; `note` does not. `text` is a move as the players of the game write it, behind the decisions
    before it in the same turn."""

    n: int
    words: str
    player: int | None
    kind: str
    left: int | None = None
    text: str | None = None


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
    """Who sits on a seat: `by` whom it is played, and whether somebody is `here` for it; `who` is what this
    person chose to be called, `person` tells people apart."""

    player: int
    name: str
    by: str
    here: bool
    who: str | None = None
    person: str | None = None


@frozen
class ClockTime:
    """The seconds that the players have left now, and whose clock runs."""

    left: Sequence[float]
    running: int | None
    increment: float


@frozen
class Glance:
    """How a game stands, in short: whether it is the turn of who asks."""

    ply: int
    mover_name: str
    yours: bool
    over: bool
    title: str


@frozen
class Rematch:
    """Who wants to play once more, and who is waited for; the `room` where that is done, once all do."""

    by: Sequence[int]
    asked: Sequence[int]
    room: str | None


@frozen
class RoomState:
    """What everybody in a room may know; `trouble` says why a machine cannot go on, `chat` what may be
    written (`free`, `phrases`, `off`), `offered` that anybody may join."""

    room: str
    snapshot: Flat[Snapshot]
    seats: Sequence[Seat]
    trouble: str | None
    clock: ClockTime | None
    rematch: Rematch | None = None
    onlookers: Onlookers | None = None
    chat: str = "off"
    offered: bool = False


@frozen
class GuestState:
    """What one guest is told besides: the looks, events, words and board that were not sent before, for whom
    the guest plays, and the moves of whom it is to choose for; `person` is the guest among people."""

    sprites: Mapping[str, str] = field(metadata=key("looks"))
    events: Sequence[Event]
    you: Sequence[int]
    host: bool
    moves: Sequence[LegalMove]
    board: Board | None = None
    said: Sequence[Said] = ()
    person: str = ""


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


# --- What pages ask ---------------------------------------------------------------------------------------


@frozen(kw_only=True)
class NewRoom:
    """A game to be played: what is left out of its options and seats is as always, the `seed` drawn. `text`
    are rules of one's own, and `game` what they are called, something.lud; `position` describes one to begin
    with."""

    game: Text
    text: Annotated[
        str | None,
        Check(
            lambda value: isinstance(value, str),
            "rules of one's own are a text, and are called something.lud",
        ),
    ] = None
    options: Options = None
    seats: Annotated[Sequence[str] | None, _SEATS] = None
    seed: Annotated[int | None, whole(1 << 63)] = None
    clock: Annotated[ClockTerms | None, _CLOCK] = None
    position: Described = None


@frozen
class RoomMade:
    """A new room, and the links to it."""

    room: str
    links: Sequence[Link]


@frozen
class Secret:
    """The secret of a link: what stands behind its `#`."""

    secret: Text


@frozen
class RematchRequest:
    """Whether one wants to play once more."""

    wants: bool = True


@frozen
class RoomName:
    """A room that was entered."""

    room: str


@frozen(kw_only=True)
class TurnRequest:
    """A request with the `id` of one that the same player has made is not done again, and answered as before.
    `version` is that of the position in which it was thought of; `player` says for whom, where somebody plays
    for several."""

    id: RequestId = None
    player: Whole = None
    version: Whole = None


@frozen(kw_only=True)
class MoveRequest(TurnRequest):
    """A move or a whole turn by its text, or a move by its number."""

    move: Annotated[str | int, A_MOVE]


@frozen
class RoomVersion:
    """After so many actions it was done."""

    version: int


@frozen
class MoveText:
    """A move by its text."""

    move: Text


@frozen
class Version:
    """The version of the position that is meant."""

    version: Whole = None


@frozen
class LinkRequest:
    """A link to play for a player, or to watch."""

    kind: LinkKind
    player: Whole = None


@frozen
class Links:
    """The links that hold."""

    links: Sequence[LinkInfo]


@frozen
class SeatRequest:
    """By whom a seat is to be played."""

    player: Whole
    by: Text


@frozen
class Reseated:
    """The link to the seat, where it is played by one."""

    link: Flat[Link | None] = None


@frozen
class RoomDeletion:
    """The room, named once more."""

    room: Annotated[
        str | None,
        Check(
            lambda value: isinstance(value, str),
            "nothing comes back of a room that is deleted: name it in `room` once more",
        ),
    ] = None


@frozen
class Nothing:
    """There is nothing to say."""


@frozen
class RoomNews:
    """What a room tells a guest: all at first, then after every change what is new."""

    state: Flat[RoomState]
    guest: Flat[GuestState]


@frozen
class QrText:
    """A text that is to be a QR code."""

    text: Text


@frozen
class QrCode:
    """A QR code: how wide and high it is, and its dark parts as the path of an SVG."""

    size: int
    path: str
