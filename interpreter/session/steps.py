"""Steps along a line: some decisions more, with the events that they are; back to where one could choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.errors.user_errors import IllegalMoveError
from interpreter.game.move import Move
from interpreter.game.notation import PASS
from interpreter.game.state import State
from interpreter.players.player import Line, Thought
from interpreter.players.waiting import played
from interpreter.session.events import Event, GameOver, Moved


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
        line = line.back()
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
