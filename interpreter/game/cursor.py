"""A game that is played in place, one action after the other: for whoever steps one state very often.

A `State` never changes, and each move makes a new one. A cursor is one row of native memory that changes with
each action; what there is to know of it is written beside it in the same call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from interpreter.engines.native.desk import StrangeMovesError
from interpreter.engines.native.single import Single
from interpreter.errors.user_errors import ActionError, IllegalMoveError
from interpreter.game.batch import native_engine_of, native_state, shown, tables_of
from interpreter.game.state import State

if TYPE_CHECKING:
    from interpreter.game.observation import Planes
    from interpreter.game.rules import Rules


class Cursor:
    """One game, whose state changes in place: `play_id` plays an action by its number.

    `mask`, `planes` and `rewards` are the cursor's own memory: they follow every step, and cannot be written.
    """

    #: Play the legal action of a number. Raises IllegalMoveError where it is none.
    play_id: Callable[[int], None]
    #: Begin the game of a seed. Not where the game begins with a position by its text: see `go_to`.
    reset: Callable[[int], None]

    def __init__(self, state: State) -> None:
        """At a state, of either engine. Raises ActionError for a game whose moves have no numbers in machine
        code, EngineError where there is no native engine."""
        game = state.game.on("native", state.game.recipe.checked)
        self.game: Rules = game
        self._single = Single(
            native_engine_of(game), game.seen, tables_of(game), game.observation.shape, self._refused
        )
        #: which of `game.actions` are legal: bool
        self.mask: NDArray[np.bool_] = shown(self._single.mask)
        #: what the last step came to, by player: 0 while the game goes on, then 1 for the first rank to -1
        self.rewards: NDArray[np.float32] = shown(self._single.rewards)
        self._planes = shown(self._single.planes)
        self._words, self._ids = self._single.words, self._single.ids
        self.play_id, self.reset = self._single.step, self._single.begin
        self.go_to(state)

    def _refused(self, number: int) -> Exception:
        return IllegalMoveError(self.game.actions.not_legal(number))

    # --- What there is to know ------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._words[0] == 0

    @property
    def mover(self) -> int:
        """The seat to move, from 1."""
        return self._words[1]

    @property
    def ply(self) -> int:
        """How many decisions have been made since the start."""
        return self._words[2]

    @property
    def ids(self) -> tuple[int, ...]:
        """The numbers of the legal actions, in the order of `state.legal_moves`."""
        return self._ids()

    @property
    def planes(self) -> Planes:
        """The position as planes of numbers, as `State.observe` has them, in memory of the cursor's own: from
        the first time on each step writes it."""
        self._single.observe()
        return self._planes

    @property
    def state(self) -> State:
        """The state, which later steps leave alone."""
        raw = self._single.rows.state(0)
        return State(self.game, raw, raw.plies)

    # --- Elsewhere ------------------------------------------------------------------------------------

    def go_to(self, state: State | Cursor) -> None:
        """Go on from a state, or from where another cursor is. Raises ValueError for one of another game."""
        try:
            if not isinstance(state, Cursor):
                self._single.put(native_state(self.game, state))
            elif state.game is self.game or state.game == self.game:
                self._single.copy_from(state._single)
            else:
                raise ValueError(f"a cursor in {self.game.name} cannot go on in {state.game.name}")
        except StrangeMovesError:
            raise ActionError(f"moves of {self.game.name} are not told apart by their numbers") from None

    def copy(self) -> Cursor:
        """Another cursor, where this one is."""
        return Cursor(self.state)

    def __reduce__(self) -> tuple[type[Cursor], tuple[State]]:
        return Cursor, (self.state,)

    def __repr__(self) -> str:
        return f"<cursor in {self.game.name}, ply {self.ply}>"
