"""A game as an environment of PettingZoo: agents take turns (AEC), one for each player.

An observation is a dictionary, as those of PettingZoo's own board games: `observation` has the planes of
`State.observe`, `action_mask` the legal actions of the agent to move. The mask is in `infos` too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from interpreter.environments.views import (
    RENDER_MODES,
    Info,
    Seen,
    missing,
    native,
    observation,
    reward,
    shape_of,
    show,
)
from interpreter.errors.user_errors import IllegalMoveError
from interpreter.game.game import Game
from interpreter.game.state import State

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
except ImportError:
    raise missing("PettingZoo", "pettingzoo") from None

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from gymnasium.spaces import Space

    AgentSpace: TypeAlias = Dict[Any]


class PettingZooEnv(AECEnv):  # type: ignore[misc]
    """`agents` are `player_1`, `player_2`, ..., in the order of the game's players.

    A turn of several steps is several actions of one agent, one after the other. An action that is not legal
    raises IllegalMoveError: PettingZoo's TerminateIllegalWrapper makes it the end of a game.
    """

    metadata = {"render_modes": list(RENDER_MODES), "is_parallelizable": True, "name": "ludwright"}

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        """Raises ActionError for a game whose moves cannot be numbered."""
        super().__init__()
        self.game = native(game)
        self.metadata = {**self.metadata, "name": f"ludwright/{game.name}"}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{number}" for number in range(1, len(game.players) + 1)]
        actions = len(self.game.actions)
        seen = Dict(
            {
                "observation": Box(-np.inf, np.inf, shape_of(self.game), np.float32),
                "action_mask": Box(0, 1, (actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}
        self._seed = 0
        self._games = 0

    def observation_space(self, agent: str) -> AgentSpace:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[np.int64]:
        """The numbers of `game.actions`."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Info | None = None) -> None:
        """Begin a game: with a seed always the same, without one the next of the seed that was given last."""
        if seed is not None:
            self._seed, self._games = seed, 0
        self.agents = list(self.possible_agents)
        self._begin(self.game.start(self._seed * 1_000_003 + self._games & (1 << 62) - 1))
        self._games += 1
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.truncations = dict.fromkeys(self.agents, False)
        self.terminations = dict.fromkeys(self.agents, False)

    def _begin(self, state: State) -> None:
        self.state_of_game = state
        self.agent_selection = self.possible_agents[state.mover - 1]
        self.infos = {
            agent: {"action_mask": self.observe(agent)["action_mask"]} for agent in self.possible_agents
        }

    def observe(self, agent: str) -> Seen:
        """What an agent sees now."""
        state = self.state_of_game
        return observation(state, state.seating[self.possible_agents.index(agent)])

    def step(self, action: int | None) -> None:
        """Play the action of the agent to move. Raises IllegalMoveError for one that is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalMoveError("an action is a number, and none was given")
        self._cumulative_rewards[agent] = 0.0
        self._begin(self.state_of_game.play_id(int(action)))
        state = self.state_of_game
        self.rewards = {agent: reward(state, number) for number, agent in enumerate(self.possible_agents, 1)}
        if state.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The position as text: returned, or printed in the mode `human`."""
        text = str(self.state_of_game)
        if self.render_mode == "ansi":
            return text
        show(self.state_of_game)
        return None

    def close(self) -> None:
        """There is nothing to close."""
