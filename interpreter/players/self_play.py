"""Searching many games at once by one network, for self-play: PUCT in lockstep, evaluated in batches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from gdl.support.values import field, frozen
from interpreter.game.game import Game
from interpreter.game.observation import Planes
from interpreter.game.state import State
from interpreter.players.mcts import worth
from interpreter.players.net import checked_settings
from interpreter.search.network import Evaluate, Floats, Indices, Network
from interpreter.search.outcomes import WIN
from interpreter.search.policy_tree import MOST_LEAVES, PolicyTree


@frozen(eq=False)
class Searched:
    """What a search found out about one position."""

    state: State = field(repr=False)
    #: the numbers of the legal moves among `game.actions`
    ids: Indices
    #: how often each was tried
    visits: Indices
    #: what is proved of each for the player to move, from -1 to 1; not a number where nothing is
    proofs: Floats
    #: what the player to move may expect, from -1 to 1
    value: float
    #: whether the value is no guess
    proved: bool
    #: the best move, by its number
    best: int
    #: what the network saw of it
    planes: Planes = field(repr=False)
    #: of each move, how much it is to be played: parts of 1, by visits; what is proved counts alone
    weights: Floats = field(repr=False)

    @cached_property
    def policy(self) -> NDArray[np.float32]:
        """The same for all actions, as networks are trained by: (actions,), float32."""
        result = np.zeros(len(self.state.game.actions), np.float32)
        result[self.ids] = self.weights
        return result

    def draw(self, generator: Generator, temperature: float = 1.0) -> int:
        """The number of a move, drawn by the weights to the power of 1/temperature."""
        powers = (self.weights / self.weights.max()) ** (1 / temperature)
        return int(generator.choice(self.ids, p=powers / powers.sum()))


class NetSearch:
    """PUCT for many positions at once: the network gets leaves of all of them in one batch."""

    def __init__(
        self,
        game: Game,
        evaluate: Evaluate,
        *,
        noise: float = 0.0,
        alpha: float | None = None,
        exploration: float = 1.5,
        batch: int = 256,
        memory: int = 1 << 30,
        seed: int = 0,
    ) -> None:
        """All is as for `gdl.net`; memory is only taken when it is used.

        Raises PlayerOptionError for numbers that cannot be, ActionError for a game without numbers.
        """
        self.game = game
        settings = checked_settings(
            noise=noise, alpha=alpha, exploration=exploration, batch=batch, memory=memory, seed=seed
        )
        self._network = Network(game, evaluate)
        self._tree = PolicyTree(self._network, settings)
        self._tree.compile()

    def search(self, states: Sequence[State], simulations: int) -> list[Searched]:
        """Search from some states of the game, none of them over, with so many simulations each.

        Each search begins anew. Raises NetworkError for what the network must not say, ValueError for states
        that are over or of another game.
        """
        if any(state.game.engine is not self.game.engine for state in states):
            raise ValueError(f"these are not all states of this {self.game.name}")
        if any(state.is_over for state in states):
            raise ValueError("there is nothing to search where a game is over")
        result: list[Searched] = []
        for first in range(0, len(states), MOST_LEAVES):
            result += self._some(states[first : first + MOST_LEAVES], simulations)
        return result

    def _some(self, states: Sequence[State], simulations: int) -> list[Searched]:
        tree, raws = self._tree, [state.raw for state in states]
        roots = tree.plant(raws)
        planes = self._network.observe(tree.records)[0]
        tree.grow(raws, roots, simulations, None)
        return [self._told(*each) for each in zip(states, roots, planes, strict=True)]

    def _told(self, state: State, root: int, planes: Planes) -> Searched:
        children = list(self._tree.children(root))
        ids = self._tree.actions_of(root)
        visits = np.array([child.visits for child in children], np.int64)
        place = max(range(len(children)), key=lambda number: worth(children[number]))
        best = children[place]
        proved = best.outcome is not None and (best.value == WIN or all(c.outcome for c in children))
        weights = np.zeros(len(children))
        if proved:
            weights[place] = 1.0
        else:
            lost = np.array([child.outcome is not None and child.value < 0 for child in children])
            weights[:] = np.where(lost, 0, visits)
            weights /= weights.sum() or 1.0
            if not weights.any():
                weights[place] = 1.0
        value = best.value if proved else self._tree.value(root)
        proofs = np.array([np.nan if each.outcome is None else each.value for each in children])
        return Searched(state, ids, visits, proofs, value, proved, int(ids[place]), planes, weights)
