"""What the workshop is asked about rules that are being written, and what it answers.

Places count UTF-16 code units from 0, as strings of JavaScript do; diagnostics count as `gdl check` does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, TypeVar

from gdl.support.values import field, frozen
from interpreter.serve.messages.codec import Check, Flat, Json, key
from interpreter.serve.messages.game import Board, LegalMove, Option, Place, Rules
from interpreter.serve.messages.room import Snapshot
from interpreter.serve.messages.worker import Call, Numbered

A_co = TypeVar("A_co", covariant=True)
#: What a text is called that has no better name.
NAME = "game.lud"
#: The longest text: bytes. (Longer files are no games, see `gdl.source.reading`.)
LONGEST = 1_100_000
#: A request may play so many moves again, and choose so many options; a game is played for so many seconds.
MOVES, OPTIONS, LONGEST_PLAY = 10_000, 100, 60.0


def _is_number(value: object) -> bool:
    return type(value) in (int, float)


_A_TEXT = Check(lambda value: isinstance(value, str), "a text and a name are asked for")
_NAMED = Check(
    lambda name: (
        len(name) <= 200 and "/" not in name and "\\" not in name and name.endswith((".lud", ".def"))
    ),
    "a text is called something.lud or something.def, without a folder",
)
_NOT_TOO_LONG = Check(lambda text: len(text) <= LONGEST, "the text is too long")
_OPTIONS = Check(
    lambda value: isinstance(value, dict) and len(value) <= OPTIONS, "options are chosen by their names"
)
_MOVES = Check(
    lambda value: (
        isinstance(value, list) and len(value) <= MOVES and all(isinstance(each, str) for each in value)
    ),
    f"moves are texts, {MOVES} at most",
)
_PLAYED = Check(
    lambda value: _is_number(value) and 0 < value <= LONGEST_PLAY,
    f"games are played for {LONGEST_PLAY:g} seconds at most",
)

Text = Annotated[str, _A_TEXT, _NOT_TOO_LONG]
Name = Annotated[str, _A_TEXT, _NAMED]
Options = Annotated[Mapping[str, object], _OPTIONS]
Moves = Annotated[Sequence[str], _MOVES]
Seed = Annotated[
    int, Check(lambda value: type(value) is int and 0 <= value < 1 << 62, "a seed is a number of 62 bits")
]
Seconds = Annotated[float, _PLAYED]
At = Annotated[int, Check(lambda value: type(value) is int, "a place in the text is asked for")]
Turn = Annotated[str | int, Check(lambda value: type(value) in (str, int), "a move is asked for")]


@frozen
class TextEdit:
    """What to put in the place of a stretch of the text."""

    from_: int
    to: int
    insert: str


# --- The text ---------------------------------------------------------------------------------------------


@frozen
class ShopJob(Call[A_co]):
    """What a workshop is asked to do; it is answered by an A."""

    TAG: ClassVar = "do"


@frozen
class ShopRequest(Numbered):
    """A job of a workshop for one of its processes."""

    job: Flat[ShopJob[Any]]


@frozen
class RulesJob(ShopJob[A_co]):
    """A job about a text, which would be a file of this name."""

    text: Text
    name: Name = NAME


@frozen
class Fix:
    """A repair of the text."""

    title: str
    applicability: str
    edits: Sequence[TextEdit]


@frozen
class DiagnosticMark:
    """Where diagnostic number `n` is in the text, and how it may be put right."""

    n: int
    place: Flat[Place]
    severity: str
    message: str
    fixes: Sequence[Fix]


@frozen
class Checked:
    """What `gdl check --output-format json` says of the text as a file, what of it is about places in the
    text, and all safe repairs together."""

    document: Flat[Json]
    marks: Sequence[DiagnosticMark]
    repairs: Sequence[TextEdit]


@frozen
class CheckText(RulesJob[Checked]):
    """What is wrong with the text."""

    do: ClassVar = "check"


@frozen
class Completion:
    """What may stand in the place of a stretch of the text; `snippet` has `${1:stops}` to fill in."""

    label: str
    sort: str
    detail: str
    markdown: str
    from_: int
    to: int
    insert: str
    snippet: str


@frozen
class Completions:
    """What can stand somewhere, the likeliest first."""

    offers: Sequence[Completion] = ()


@frozen
class CompleteText(RulesJob[Completions]):
    """What can stand at a place."""

    do: ClassVar = "complete"
    at: At = field(kw_only=True)


@frozen
class HoverText:
    """What is to be said about a stretch of the text."""

    markdown: str
    from_: int
    to: int


@frozen
class Signatures:
    """The signatures of the brackets around a place, which is the likeliest, and its parameter there."""

    signatures: Sequence[str]
    active: int
    argument: int | None


@frozen
class Hovered:
    """What is to be said about a place."""

    text: Flat[HoverText | None] = None
    signatures: Flat[Signatures | None] = None


@frozen
class HoverOver(RulesJob[Hovered]):
    """What is to be said about a place."""

    do: ClassVar = "hover"
    at: At = field(kw_only=True)


@frozen
class Edits:
    """Edits of the text."""

    edits: Sequence[TextEdit] = ()


@frozen
class FormatText(RulesJob[Edits]):
    """The edits that put the text into the one style."""

    do: ClassVar = "format"


@frozen
class ColouredWords:
    """The words of the text: where each begins and ends, what it is, and whether it is declared there."""

    words: Sequence[tuple[int, int, str, bool]] = ()


@frozen
class ColourText(RulesJob[ColouredWords]):
    """What each word of the text is."""

    do: ClassVar = "colours"


# --- The game ---------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class GameState:
    """How the game of the text stands: its decisions so far (`made`), and which options are chosen; the board
    and what may be chosen are told when a game begins."""

    snapshot: Snapshot
    moves: Sequence[LegalMove]
    sprites: Mapping[str, str] = field(metadata=key("looks"))
    made: Sequence[str]
    options: Mapping[str, str]
    board: Board | None = None
    choices: Sequence[Option] | None = None


@frozen
class OpenText(RulesJob[GameState]):
    """Begin a game, and play some decisions. Options that the text does not have are left out."""

    do: ClassVar = "open"
    options: Options = field(factory=dict)
    seed: Seed = 0
    moves: Moves = ()


@frozen
class Difference:
    """Where two games are not the same for the first time: the ply, the move that was made there, how they
    differ (`players`, `illegal`, `moves`, `board`, `mover`, `scores`, `result`), and in words."""

    ply: int
    how: str
    words: str
    move: str


@frozen(kw_only=True)
class Replayed:
    """The game by the edited text: so many of its decisions were played again, the first difference, which
    move could not be played any more, and why."""

    plies: int
    of: int
    first: Difference | None
    stopped: Difference | None
    why: Json | None = None
    state: Flat[GameState]


@frozen
class ReplayText(RulesJob[Replayed]):
    """The game that is open by an edited text. One with mistakes leaves the game as it was."""

    do: ClassVar = "replay"
    options: Options = field(factory=dict)


@frozen
class PlayMove(ShopJob[GameState]):
    """Play a move or whole turn of who is to move: by its text, or a move by its number."""

    do: ClassVar = "play"
    move: Turn


@frozen
class TakeBack(ShopJob[GameState]):
    """Take back the last decision, or so many."""

    do: ClassVar = "back"
    count: Annotated[int, Check(lambda value: type(value) is int, "a count is asked for")] = 1


@frozen
class ShowBoard(ShopJob[Board]):
    """The board without pieces."""

    do: ClassVar = "board"


@frozen
class ShowGame(ShopJob[GameState]):
    """How the game stands."""

    do: ClassVar = "snapshot"


@frozen
class ExplainMove(ShopJob[Json]):
    """Why a move is legal or not: as `gdl why --output-format json` says it, each reason with its place
    `at`."""

    do: ClassVar = "why"
    move: Annotated[str, Check(lambda value: isinstance(value, str), "a move is asked for")]


@frozen
class UsePlace:
    """Where a definition is used."""

    name: str
    place: Flat[Place]


@frozen
class OfferingRule:
    """A rule with its place, the uses of definitions that it came through, and the moves that it offers."""

    place: Flat[Place]
    via: Sequence[UsePlace]
    moves: Sequence[int]


@frozen
class RegionSites:
    """A region with its place, and the sites that it came to."""

    place: Flat[Place]
    sites: Sequence[int]


@frozen
class Provenance:
    """The rules behind the legal moves, and the regions that were asked; of an earlier position also the
    number of the move that was played there."""

    rules: Sequence[OfferingRule] = ()
    regions: Sequence[RegionSites] = ()
    played: int | None = None


@frozen
class ShowProvenance(ShopJob[Provenance]):
    """The rules behind the moves of the present position, or of an earlier one."""

    do: ClassVar = "behind"
    ply: Annotated[
        int | None, Check(lambda value: type(value) is int, "a ply to look back on is asked for")
    ] = None


@frozen
class TellRules(ShopJob[Rules]):
    """The rules of the game in English."""

    do: ClassVar = "rules"


# --- Playing by itself ------------------------------------------------------------------------------------


@frozen(kw_only=True)
class PlayingJob(ShopJob[A_co]):
    """A job that plays games for some seconds, by the text or else by the rules of the game that is open."""

    text: Annotated[str | None, _A_TEXT, _NOT_TOO_LONG] = None
    name: Name = NAME
    options: Annotated[Mapping[str, object] | None, _OPTIONS] = None
    seconds: Seconds = 1.0


@frozen
class Fared:
    """How a place of the text fared in play: in so many plies, in so many `games` of how many."""

    place: Flat[Place]
    state: str
    plies: int
    games: int
    of: int
    text: str


@frozen
class NumberedPlace:
    """Where finding number `n` is."""

    n: int
    place: Flat[Place]


@frozen
class Coverage:
    """What `gdl check --play --coverage --output-format json` finds, where that is, the summary as numbers
    and as words, and how each place of the text fared."""

    document: Flat[Json]
    marks: Sequence[NumberedPlace]
    summary: Json
    words: Sequence[tuple[str, str]]
    places: Sequence[Fared]


@frozen(kw_only=True)
class PlayCoverage(PlayingJob[Coverage]):
    """What the rules do when they are played."""

    do: ClassVar = "coverage"
    seed: Annotated[int, Check(lambda value: type(value) is int, "a seed is a number")] = 1


@frozen
class StudyRow:
    """What was measured, what came of it, between which bounds, in how many games, who played, and what it
    is."""

    title: str
    value: str
    bounds: str
    games: str
    agent: str
    definition: str


@frozen(kw_only=True)
class Study:
    """What `gdl study` finds in the games so far, whether that is all, and the command that plays them
    again."""

    games: int
    rule_games: int
    done: bool
    rows: Sequence[StudyRow]
    notes: Sequence[str]
    places: Sequence[Fared]
    command: str | None


@frozen(kw_only=True)
class PlayStudy(PlayingJob[Study]):
    """What a study finds, after so many seconds more where the same was asked before."""

    do: ClassVar = "study"
    seed: Seed = 0


# --- The author's own file --------------------------------------------------------------------------------


@frozen
class FileKey:
    """The key that the server told when it was started."""

    key: str | None = None


@frozen
class OwnText:
    """The author's own file as it is now; `was` stands for its text."""

    name: str
    text: str
    was: str


@frozen(kw_only=True)
class SaveText(FileKey):
    """A text to be saved, as long as the file is what `was` stands for, or `anyway`."""

    text: Annotated[
        str, Check(lambda value: isinstance(value, str) and "\0" not in value, "a text to save is asked for")
    ]
    was: str | None = None
    anyway: bool = False


@frozen
class Saved:
    """The file was saved: what stands for its text now."""

    was: str
