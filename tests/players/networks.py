"""Networks that know nothing but always say the same, and PUCT over `State`s, without trees of words."""

from __future__ import annotations

from math import sqrt

import numpy as np
from attrs import define, field

from gdl import Game, State
from interpreter.search.network import Evaluate


def pseudo_network(game: Game, seed: int = 1) -> Evaluate:
    """Fixed random projections of what is seen."""
    draw = np.random.default_rng(seed)
    spec = game.observation
    size = int(np.prod(spec.grid(np.zeros(spec.shape, np.float32)).shape if spec.is_grid else spec.shape))
    actions, players = len(game.actions), len(game.players)
    towards = draw.normal(size=(size, actions)) / sqrt(size)
    worth = draw.normal(size=(size, players)) / sqrt(size)

    def evaluate(planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        flat = planes.reshape(len(planes), -1).astype(np.float64)
        # one at a time: sums of a row must not depend on what else is in its batch
        logits = np.stack([row @ towards for row in flat])
        values = np.tanh(np.stack([row @ worth for row in flat]))
        return 3 * logits, values

    return evaluate


@define
class Seen:
    """What the reference knows of a state."""

    priors: list[float]
    #: by player, from 0
    values: list[float]
    visits: list[int]
    totals: list[float]
    children: dict[int, Seen] = field(factory=dict)


class Reference:
    """PUCT as it is written down: no words, no batches, no proofs."""

    def __init__(
        self, game: Game, evaluate: Evaluate, exploration: float = 1.5, reduction: float = 0.2
    ) -> None:
        self._game, self._evaluate = game, evaluate
        self._exploration, self._reduction = exploration, reduction
        self._root: Seen | None = None

    def search(self, state: State, simulations: int) -> list[int]:
        """Search a state; how often each of its moves was tried, in the order of `legal_moves`."""
        self._root = root = self._seen(state)
        for _ in range(simulations):
            self._simulate(root, state)
        return root.visits

    def value(self, state: State, place: int) -> float:
        """The mean of what a move of the state gave to who is to move."""
        assert self._root is not None
        return self._root.totals[place] / self._root.visits[place]

    def _seen(self, state: State) -> Seen:
        """A state as the network sees it."""
        spec = self._game.observation
        planes = state.observe()
        logits, values = self._evaluate((spec.grid(planes) if spec.is_grid else planes)[None])
        weights = [np.exp(logits[0][number]) for number in state.ids]
        players = len(self._game.players)
        by_player = [values[0][(player - state.mover) % players] for player in range(1, players + 1)]
        count = len(weights)
        priors = [weight / sum(weights) for weight in weights]
        return Seen(priors, by_player, [0] * count, [0.0] * count)

    def _simulate(self, node: Seen, state: State) -> list[float]:
        """One simulation from a node; what came of it for each player."""
        mover = state.mover - 1
        visits = 1 + sum(node.visits)
        mean = (node.values[mover] + sum(node.totals)) / visits

        def worth(place: int) -> float:
            tried = node.visits[place]
            mine = node.totals[place] / tried if tried else mean - self._reduction
            return mine + self._exploration * sqrt(visits) * node.priors[place] / (1 + tried)

        place = max(range(len(node.priors)), key=worth)
        after = state.play(state.legal_moves[place])
        assert not after.is_over, "this is for where no game ends"
        if place in node.children:
            result = self._simulate(node.children[place], after)
        else:
            node.children[place] = self._seen(after)
            result = node.children[place].values
        node.visits[place] += 1
        node.totals[place] += result[mover]
        return result
