"""What a player is, what it is told, and what it can tell of its thoughts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from gdl.support.values import field, frozen
from interpreter.game.move import Move
from interpreter.game.state import State
from interpreter.players.limit import Limit
from interpreter.players.options import SIZE, Option, Settings
from interpreter.support.numbers import whole

if TYPE_CHECKING:
    from interpreter.game.game import Game


@frozen
class Line:
    """A game as it was played so far: the states from the start to the present one, and the moves between.

    States never change, so nothing is undone in them: a line is what has a past. It never changes either.
    """

    states: tuple[State, ...]
    moves: tuple[Move, ...] = ()

    @classmethod
    def of(cls, state: State) -> Line:
        """A line that begins with a position."""
        return cls((state,))

    @property
    def state(self) -> State:
        """The present position."""
        return self.states[-1]

    def play(self, *moves: Move | str) -> Line:
        """The game with these moves more; a text may be a whole turn. Raises as `State.play` does."""
        line = self
        for move in moves:
            for each in line.state.parse_turn(move) if isinstance(move, str) else (move,):
                line = line.then(each)
        return line

    def animation(self, seconds: float = 1.0) -> str:
        """The game as an animation, a part of a page: HTML with a picture (SVG) for each of its positions,
        of those of a long game the last 120. Raises ValueError for no time.
        """
        from interpreter.drawing.notebooks import MOST_FRAMES, animation

        texts = ("", *map(str, self.moves))
        frames = list(zip(self.states, texts, strict=True))[-MOST_FRAMES:]
        return animation([(state.svg(), f"{text} · {state.standing}".lstrip(" ·")) for state, text in frames],
                         seconds)  # fmt: skip

    def _repr_html_(self) -> str:
        """What notebooks show: the animation, and the moves to unfold."""
        from interpreter.drawing.notebooks import folded, items

        return f"{self.animation()}{folded(f'{len(self.moves)} moves', items(map(str, self.moves)))}"

    def undo(self, moves: int = 1) -> Line:
        """The game before its last moves. Raises ValueError where there are not so many."""
        left = len(self.moves) - whole("the number of moves to undo", moves, 0, len(self.moves))
        return Line(self.states[: left + 1], self.moves[:left])

    def then(self, move: Move) -> Line:
        """The game with one move more. Raises IllegalMoveError."""
        return Line((*self.states, self.state.play(move)), (*self.moves, move))


@frozen
class Candidate:
    """A move that was looked at."""

    move: Move
    #: what the player to move may expect: -1.0 (comes last) to 1.0 (comes first)
    value: float
    #: how often it was tried, where it is that kind of player
    visits: int | None = None
    #: the value is no guess
    proved: bool = False
    #: where it is proved, how many plies the game lasts from here at most, this one included, if known; a
    #: winner hurries and a loser delays
    plies: int | None = None
    #: it lasts just so many: there is no sooner win, and no later loss
    exact: bool = False
    #: the value is only known to be no more: another move was found that is as good at least
    at_most: bool = False
    #: how the game is expected to go on with it, itself first; told of the best ones alone
    line: tuple[Move, ...] = ()


@frozen
class Thought:
    """What a player thinks of a position."""

    #: the best first
    candidates: tuple[Candidate, ...] = ()
    #: how it expects the game to go on, its own move first
    expected: tuple[Move, ...] = ()
    #: what it did: `12,345 playouts in 0.20 s`
    work: str = ""


@frozen
class Choice:
    """A move, and what led to it."""

    move: Move
    thought: Thought = Thought()

    def _repr_html_(self) -> str:
        """What notebooks show: the position that it leads to, and what else was looked at."""
        from interpreter.drawing.notebooks import figure
        from interpreter.support.tables import Table

        rows = (
            (
                str(each.move),
                f"{each.value:+.2f}",
                "" if each.visits is None else f"{each.visits:,}",
                _how(each),
            )
            for each in self.thought.candidates
        )
        heads = ("move", "value", "visits", "")
        seen = Table.of(heads, rows).html() if self.thought.candidates else ""
        return f"{figure(self.move._repr_svg_(), ' '.join((str(self.move), self.thought.work)))}{seen}"


def _how(candidate: Candidate) -> str:
    """What is known of a value beside the number."""
    lasts = "" if candidate.plies is None else f", {candidate.plies} plies"
    return f"proved{lasts}" if candidate.proved else "at most" if candidate.at_most else ""


class Player(Protocol):
    """Chooses among the legal moves. It may remember what it thought of earlier positions of a game."""

    @property
    def limit(self) -> Limit | None:
        """What it goes by where a call says nothing else; None where it knows no limit."""
        ...

    def choose(self, line: Line, limit: Limit | None = None) -> Choice:
        """One of the legal moves of the present state, which is not over.

        `limit` stands in place of the player's own. Raises PlayerOptionError for a limit by which this kind
        of player cannot go, and SlowRulesError where the rules take longer than it has.

        The line need not go on from the one before: moves may have been taken back. Stopped by
        KeyboardInterrupt it answers with the best move so far; a second one is raised.
        """
        ...

    def accepts_draw(self, line: Line) -> bool:
        """Would the player, who is not to move, agree to a draw here?"""
        ...


class Entrant(Protocol):
    """What matches and sessions ask of who takes part: `naming.Named` is one. `str` is its name."""

    @property
    def is_human(self) -> bool:
        """Whether its moves are typed."""

    @property
    def timed(self) -> bool:
        """Whether it goes by the clock: no seed repeats its moves."""

    def make(self, game: Game, seed: int | None = None) -> Player | None:
        """The player for a game. Raises CannotPlayError."""


# --- what a kind of player says of itself ---------------------------------------------------------------

#: So many of the best candidates are told with their lines.
LINES = 3

#: Makes a player from the game, its settings and a seed. Raises CannotPlayError for what it cannot play.
Maker = Callable[["Game", Settings, "int | None"], "Player"]

#: Bytes for what a player remembers, if nothing else is said, and the option that says it.
_MEMORY = 256 << 20
MEMORY = Option("memory", SIZE, "the most that its tree or table takes", _MEMORY, bare=True, least=1 << 20)


@frozen
class Kind:
    """A kind of player."""

    name: str
    summary: str
    #: None for the human, who is asked by the command line
    make: Maker | None = field(repr=False)
    options: tuple[Option, ...] = ()
    #: options of which one at most can be given; where one is, the defaults of the others do not count
    exclusive: tuple[tuple[str, ...], ...] = ()
    #: what the file holds that has to be named before any option; empty: none is named
    file: str = ""

    def option(self, name: str) -> Option | None:
        """The option of a name."""
        return next((option for option in self.options if option.name == name), None)


def memory_of(settings: Settings) -> int:
    """The bytes that a player may take for what it remembers."""
    return settings.whole("memory") or _MEMORY
