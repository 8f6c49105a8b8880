"""What adapters have in common: observations with masks, rewards, and what is shown of a state."""

from __future__ import annotations

import sys
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gdl.support.printable import printable
from interpreter.errors.user_errors import MissingExtraError
from interpreter.game.game import Game, given_game
from interpreter.game.state import State

#: What an agent sees, by name; what is told beside it, by name.
Seen: TypeAlias = dict[str, NDArray[Any]]
Info: TypeAlias = dict[str, object]
#: What environments can show: the position as text, returned or printed.
RENDER_MODES = ("ansi", "human")


def missing(library: str, extra: str) -> MissingExtraError:
    """The error for an adapter whose library is not installed."""
    return MissingExtraError(
        f"{library} is not installed: pip install 'ludwright[{extra}]'", (f"ludwright[{extra}]",)
    )


def native(game: Game) -> Game:
    """The game on the native engine where that can be had: for environments, which make many moves.

    Raises TypeError for what is no game.
    """
    from interpreter.errors.user_errors import EngineError

    given_game(game)
    try:
        return game.on("native")
    except EngineError:
        return game


def shape_of(game: Game) -> tuple[int, ...]:
    """The shape of an observation's planes: in rows and columns where the board has these."""
    spec = game.observation
    planes = np.zeros(spec.shape, np.float32)
    return spec.grid(planes).shape if spec.is_grid else planes.shape


def observation(state: State, viewer: int) -> Seen:
    """What a seat sees: `observation`, and the `action_mask` that is empty where others move."""
    spec = state.game.observation
    planes = state.observe(viewer)
    mask = np.zeros(len(state.game.actions), np.int8)
    if state.seat == viewer and not state.is_over:
        mask[list(state.ids)] = 1
    return {"observation": spec.grid(planes) if spec.is_grid else planes, "action_mask": mask}


def show(state: State) -> None:
    """Print a position."""
    sys.stdout.write(f"{printable(str(state))}\n")


def worth(ranks: NDArray[np.float64], players: int) -> NDArray[np.float64]:
    """What ranks are worth: 1 for the first to -1 for the last, 0 where the rank is open. Who plays alone has
    won or lost."""
    if players == 1:
        return np.where(ranks == 0, 0.0, np.where(ranks == 1, 1.0, -1.0))
    return np.where(ranks == 0, 0.0, 1.0 - 2.0 * (ranks - 1.0) / (players - 1))


def reward(state: State, player: int) -> float:
    """What the end of a game is worth to a player: 1 for the first rank to -1 for the last; 0 before.

    Who plays alone has won or lost. Shared ranks are worth their mean, so a draw of two is 0.
    """
    outcome = state.outcome
    if outcome is None:
        return 0.0
    return float(worth(np.asarray(outcome.ranks[player - 1]), len(outcome.ranks)))
