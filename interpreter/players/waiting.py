"""What players do about rules that take longer than they have: they say so, and never wait for ever."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from interpreter.errors.user_errors import SlowRulesError
from interpreter.game.move import Move
from interpreter.game.state import State
from interpreter.players.limit import Limit
from interpreter.players.player import Choice, Line, Player, Thought
from interpreter.support.stopping import StoppedError, within

_T = TypeVar("_T")
#: Seconds for what is only told: how the game may go on.
SHORTLY = 0.25
#: Seconds beyond a player's time within which the rules are to list the moves.
GRACE = 0.25


def patience_of(player: Player | None, limit: Limit | None = None) -> float | None:
    """The seconds that a player has: of the limit, or else its own; None, as a person, for all there are."""
    limit = limit or (None if player is None else player.limit)
    return None if limit is None else limit.seconds


def legal_moves(state: State, patience: float | None) -> tuple[Move, ...]:
    """The legal moves of a position for a player who has so many seconds. Raises SlowRulesError."""
    state.game.engine.compile()
    return in_time(state, patience, "the moves of {} were not found", lambda: state.legal_moves)


def played(line: Line, move: Move, patience: float | None) -> Line:
    """The game with a move more, of a player who has so many seconds. Raises SlowRulesError."""
    what = "a move of {} was not played to its end"
    return in_time(line.state, patience, what, lambda: line.then(move))


def in_time(state: State, patience: float | None, what: str, work: Callable[[], _T]) -> _T:
    """What the rules are asked for a player who has so many seconds. Raises SlowRulesError with `what`, in
    which `{}` stands for who is to move."""
    try:
        return within(None if patience is None else patience + GRACE, work)
    except StoppedError:
        rules = f"the rules of {state.game.name} take that long, or do not come to an end"
        raise SlowRulesError(f"{what.format(state.mover_name)} in {patience:g} s: {rules}") from None


def unthinking(legal: tuple[Move, ...]) -> Choice:
    """A move where there was no time to look at any."""
    return Choice(legal[0], Thought((), (), "no time to look at a move: the rules take too long"))


def shortly(patience: float | None, work: Callable[[], _T]) -> _T | None:
    """What is told if that does not take long, by a player who has not all the time there is."""
    try:
        return within(None if patience is None else SHORTLY, work)
    except StoppedError:
        return None
