"""A game as an environment of Gymnasium: one seat, against players by name for the others.

Gymnasium knows it as `ludwright/Game-v0` once this module is imported, one game or many at once.

An observation is the planes of `State.observe`; the legal actions are `info["action_mask"]`, and what
`env.action_masks()` returns, where MaskablePPO of Stable-Baselines3's contrib looks for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from interpreter.environments.views import (
    RENDER_MODES,
    Info,
    missing,
    native,
    observation,
    reward,
    shape_of,
    show,
)
from interpreter.game.game import Game, load
from interpreter.game.state import State
from interpreter.players.entrants import Chooser, entrant
from interpreter.players.player import Line, Player

try:
    import gymnasium
    from gymnasium.spaces import Box, Discrete
except ImportError:
    raise missing("Gymnasium", "gymnasium") from None

if TYPE_CHECKING:
    from interpreter.environments.vector import GymnasiumVectorEnv


class GymnasiumEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """One player of a game. An action that is not legal ends the episode as a loss, which `info` says."""

    metadata = {"render_modes": list(RENDER_MODES)}

    def __init__(
        self,
        game: Game,
        player: int = 1,
        opponent: str | Player | Chooser = "random",
        render_mode: str | None = None,
    ) -> None:
        """`opponent` sits in all other seats: a name, or a player of one's own, as for `gdl.match`. Raises
        PlayerError, CannotPlayError; ActionError for a game whose moves cannot be numbered; ValueError for no
        player."""
        if not 1 <= player <= len(game.players):
            raise ValueError(f"{game.name} has players 1 to {len(game.players)}, not {player}")
        self.game, self.player, self.render_mode = native(game), player, render_mode
        self._opponent = entrant(opponent)
        self._others: Player | None = None
        self.observation_space = Box(-np.inf, np.inf, shape_of(self.game), np.float32)
        self.action_space = Discrete(len(self.game.actions))

    @property
    def state(self) -> State:
        """The position now."""
        return self._line.state

    def reset(
        self, *, seed: int | None = None, options: Info | None = None
    ) -> tuple[NDArray[np.float32], Info]:
        """Begin a game, and play on until it is this player's turn."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(1 << 62))
        self._line = Line((self.game.start(drawn),))
        self._others = self._opponent.make(self.game, drawn)
        self._play_others()
        if self.state.is_over:  # before this player had a turn
            return self.reset(options=options)
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[NDArray[np.float32], float, bool, bool, Info]:
        """Play an action, and then the others until it is this player's turn again."""
        if not self.action_masks()[int(action)]:
            return self._seen(), -1.0, True, False, self._info() | {"illegal": True}
        where = self.state.ids.index(int(action))
        self._line = self._line.then(self.state.legal_moves[where])
        self._play_others()
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward(self.state, self.player), self.state.is_over, False, self._info()

    def _play_others(self) -> None:
        assert self._others is not None
        while not self.state.is_over and self.state.mover != self.player:
            self._line = self._line.then(self._others.choose(self._line).move)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now; none after the end."""
        return np.array(self.state.mask, np.bool_)

    def _seen(self) -> NDArray[np.float32]:
        planes: NDArray[np.float32] = observation(self.state, self.state.seating[self.player - 1])[
            "observation"
        ]
        return planes

    def _info(self) -> Info:
        return {"action_mask": self.action_masks().astype(np.int8)}

    def render(self) -> str | None:
        """The position as text: returned, or printed in the mode `human`."""
        text = str(self.state)
        if self.render_mode == "ansi":
            return text
        show(self.state)
        return None


# --- registered -----------------------------------------------------------------------------------------

ID = "ludwright/Game-v0"


def make(game: Game | str, options: dict[str, str] | None = None, **settings: Any) -> GymnasiumEnv:
    """The environment of a game, or of the game of a name or file. Raises as `load` and GymnasiumEnv do."""
    return GymnasiumEnv(load(game, options=options) if isinstance(game, str) else game, **settings)


def make_vector(
    game: Game | str, options: dict[str, str] | None = None, **settings: Any
) -> GymnasiumVectorEnv:
    """The same of many games at once."""
    from interpreter.environments.vector import GymnasiumVectorEnv

    return GymnasiumVectorEnv(load(game, options=options) if isinstance(game, str) else game, **settings)


if ID not in gymnasium.registry:
    gymnasium.register(ID, entry_point=f"{__name__}:make", vector_entry_point=f"{__name__}:make_vector")
