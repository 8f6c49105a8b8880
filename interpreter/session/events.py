"""Events: what happens in a session, as frozen values, and the steps along a line that bring them about.

`words` says each in one plain sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gdl.source.diagnostics import Diagnostic
from gdl.support.values import field, frozen
from interpreter.errors.user_errors import IllegalMoveError
from interpreter.game.customary import customary_turn
from interpreter.game.move import Move
from interpreter.game.notation import PASS
from interpreter.game.outcome import Outcome
from interpreter.game.state import State
from interpreter.players.player import Line, Thought
from interpreter.players.waiting import played
from interpreter.records.model import AGREEMENT, RESIGNATION, TIME, Result


@frozen
class Moved:
    """A decision was made: a turn of many steps is as many of these."""

    #: who made it, from 1
    player: int
    name: str
    #: how many decisions had been made before
    index: int
    move: Move
    #: was it the only legal move, and a pass?
    forced: bool = False
    #: what the machine thought that chose it
    thought: Thought | None = None

    @property
    def words(self) -> str:
        """`White: a2-a4`, `White: Nf3`."""
        return (
            f"{self.name} has no move and passes." if self.forced else f"{self.name}: {self.move.customary}"
        )


@frozen
class GameOver:
    """One of the games of a match is over."""

    #: which, from 1
    number: int
    #: the position in which it ended
    position: State = field(repr=False)
    #: who got how many points; empty where the match counts none
    points: tuple[tuple[str, int], ...]
    #: how the match stands; empty where it counts no points
    standing: tuple[int, ...]

    @property
    def words(self) -> str:
        """`Game 2 is over: Player 1 gets 1. The match stands 2 to 0.`"""
        over = f"Game {self.number} is over"
        if not self.standing:
            return f"{over}."
        given = ", ".join(f"{name} gets {count}" for name, count in self.points)
        return f"{over}: {given or 'no points'}. The match stands {' to '.join(map(str, self.standing))}."


@frozen
class Overflowed:
    """Something is more than the game can hold: from here on it is not what its rules say."""

    #: W0543, with the place in the rules
    diagnostic: Diagnostic

    @property
    def words(self) -> str:
        """What it was."""
        return self.diagnostic.message


@frozen
class TakenBack:
    """Decisions were taken back."""

    #: how many, and how many are left
    count: int
    left: int
    #: is there something to choose for whom it was done?
    to_choice: bool = True
    #: was it a resignation, or a draw agreed to, that was taken back?
    reopened: bool = False

    @property
    def words(self) -> str:
        """`2 moves are taken back.`"""
        if self.reopened:
            return "The game goes on."
        if not self.to_choice:
            return "This is the start of the game."
        return "1 move is taken back." if self.count == 1 else f"{self.count} moves are taken back."


@frozen
class DrawOffered:
    """A draw is offered; it is withdrawn by the next move."""

    player: int
    name: str

    @property
    def words(self) -> str:
        """`White offers a draw.`"""
        return f"{self.name} offers a draw."


@frozen
class DrawAnswered:
    """A player agrees to a draw, or declines it."""

    player: int
    name: str
    agrees: bool

    @property
    def words(self) -> str:
        """`Black declines the draw.`"""
        return f"{self.name} {'agrees to' if self.agrees else 'declines'} the draw."


@frozen
class SeatTaken:
    """A person plays from here on where a machine did."""

    player: int
    name: str

    @property
    def words(self) -> str:
        """`Black's moves are a person's from here on.`"""
        return f"{self.name}'s moves are a person's from here on."


@frozen
class Ended:
    """The game, or the whole match, is over: by its rules, by resignation, by agreement."""

    result: Result
    #: `White wins`, `a draw by agreement`
    how: str
    is_match: bool = False

    @property
    def words(self) -> str:
        """`The game is over: White wins.`"""
        return f"The {'match' if self.is_match else 'game'} is over: {self.how}."


Event = Moved | GameOver | Overflowed | TakenBack | DrawOffered | DrawAnswered | SeatTaken | Ended


def turn_words(moved: Sequence[Moved]) -> str:
    """The decisions of one turn, one or more, in one sentence: `White: a2xc4xe6`."""
    moves = [each.move for each in moved]
    return f"{moved[0].name}: {customary_turn(moves)}"


# --- ends that the rules of a game do not know, in words ------------------------------------------------


def how(result: Result, state: State) -> str:
    """`a draw by agreement`, `White resigns, Black wins`, and how it stands otherwise."""
    names = state.game.players
    if result.end == AGREEMENT:
        return "a draw by agreement"
    if result.end in (RESIGNATION, TIME):
        last = result.ranks.index(max(result.ranks))
        others = [name for index, name in enumerate(names) if index != last]
        name = state.mover_name if state.mover == last + 1 else names[last]
        lost = f"{name} resigns" if result.end == RESIGNATION else f"{name}'s time is up"
        return lost + (f", {others[0]} wins" if len(others) == 1 else "")
    return f"{Outcome(result.ranks, names)} ({result.end})"


def forward(
    line: Line, moves: Sequence[Move], patience: float | None, thought: Thought | None
) -> tuple[Line, list[Event]]:
    """The line with some decisions more, for each of which the rules have so many seconds, and their events.

    Raises IllegalMoveError and SlowRulesError.
    """
    events: list[Event] = []
    for move in moves:
        state = line.state
        own = _offered(state, move)
        forced = own.decision == PASS and len(state.legal_moves) == 1
        events.append(Moved(state.mover, state.mover_name, len(line.moves), own, forced, thought))
        line = played(line, own, patience)
        if line.state.games_played != state.games_played:
            events.append(_game_over(line))
    return line, events


def back_to_choice(line: Line, asked: Callable[[int], bool]) -> tuple[Line, bool]:
    """The line before the last decision that was a choice and was made by a player who is `asked`.

    Where there is none, its start, and False.
    """
    while line.moves:
        line = line.undo()
        if asked(line.state.mover) and len(line.state.legal_moves) > 1:
            return line, True
    return line, False


def _offered(state: State, move: Move) -> Move:
    """The same move as this state offers it, so that it is written as here. Raises IllegalMoveError."""
    first = next((each for each in state.legal_moves if each == move), None)
    if first is None:
        raise IllegalMoveError("the move is not legal in this position")
    return first


def _game_over(line: Line) -> GameOver:
    """That a game of a match ended with the last decision."""
    before, state = line.states[-2:]
    position = state if state.is_over else before.before_the_next(line.moves[-1])
    points = [now - then for now, then in zip(state.scores, before.scores, strict=True)]
    given = tuple((name, count) for name, count in zip(state.game.players, points, strict=False) if count)
    return GameOver(state.games_played, position, given, state.scores)
