"""The tree of PUCT from outside: leaves of many simulations, and of many games, are evaluated together."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gdl.support.values import frozen
from interpreter.engines.interface import RawState
from interpreter.errors.user_errors import ActionError, PlayerOptionError
from interpreter.search import mcts, puct
from interpreter.search.network import Indices, MoveNumbers, Network, masked_softmax, ragged
from interpreter.search.run import WORD, Search
from interpreter.search.tree import LATE, Tree, TreeSettings
from interpreter.support.clock import now
from interpreter.support.stopping import StoppedError, present, within

#: So many leaves may wait at once.
MOST_LEAVES = 4096
#: A tree has at most this part of its simulations waiting at once: what waits chooses without knowing.
_AT_ONCE = 8


@frozen
class PolicySettings(TreeSettings):
    """How a tree is grown by a network."""

    #: how much priors count (c_puct)
    exploration: float = 1.5
    #: how many leaves are evaluated at once, of all trees that grow together
    batch: int = 16
    #: the part that Dirichlet noise has in the priors of a root; 0: none
    noise: float = 0.0
    #: the concentration of the noise; None: 10 for all legal moves together
    alpha: float | None = None
    #: how much worse than a node a move is expected to be that was not tried (first-play urgency)
    fpu_reduction: float = 0.2


class PolicyTree(Tree):
    """A search tree by PUCT, or several side by side in the same memory."""

    def __init__(self, network: Network, settings: PolicySettings) -> None:
        self._network = network
        self._policy = settings
        self._noise = np.random.default_rng(abs(settings.seed))
        self._numbers = MoveNumbers(network)
        #: roots whose priors are noisy
        self._noisy: set[int] = set()
        super().__init__(network.game, settings)

    def _made(self, limit: int | None) -> Search:
        """The search; its playouts end at once."""
        settings, record = self._policy, self._engine.layout.size // WORD
        leaf = puct.LEAF + self._players + 2 * mcts.DEEPEST
        leaves = puct.PLACES + MOST_LEAVES * (1 + leaf)
        path = mcts.WAY + 2 * mcts.DEEPEST
        pools = {0: self._room, 1: path, 2: leaves, 3: MOST_LEAVES * record}
        search = Search(self._engine, puct.FUNCTIONS, puct.ENTRIES, pools)
        self._words, self._sums = search.ints(0), search.floats(0)
        self._words[mcts.SEED] = settings.seed
        self._sums[mcts.EXPLORATION] = settings.exploration
        self._sums[puct.FPU_REDUCTION] = settings.fpu_reduction
        self._leaves = search.ints(2)
        self._leaves[puct.RECORD] = record
        self._leaves[puct.MOST] = MOST_LEAVES
        # the same memory as arrays
        self._nodes, self._values = self._array(search, 0, np.int64), self._array(search, 0, np.float64)
        self._places, self._expected = self._array(search, 2, np.int64), self._array(search, 2, np.float64)
        self._records = self._array(search, 3, np.uint8).reshape(MOST_LEAVES, record * WORD)
        return search

    @staticmethod
    def _array(search: Search, pool: int, type_: type) -> NDArray[Any]:
        return np.frombuffer(search.memory[pool], type_)

    # --- growing --------------------------------------------------------------------------------------

    def init(self, state: RawState, seconds: float | None = None) -> None:
        """Begin anew, with a root for a state. Raises StoppedError where that takes longer than `seconds`."""
        self.plant([state], seconds)

    def plant(self, states: Sequence[RawState], seconds: float | None = None) -> list[int]:
        """Begin anew, with a root for each state, which is the present root when it is the only one.

        Raises StoppedError where that takes longer than `seconds`, PlayerOptionError where there is no room.
        """
        assert len(states) <= MOST_LEAVES
        call = self._search.call

        def work() -> list[int]:
            call(states[0], "clear")
            return [call(state, "plant") for state in states]

        self._noisy.clear()
        roots = within(seconds, work)
        if not all(roots):
            raise PlayerOptionError(
                f"{self._settings.memory:,} bytes are too few for the moves of one position; give more memory"
            )
        return roots

    def run_simulations(self, state: RawState, simulations: int | None, seconds: float | None) -> int:
        """Run simulations of PUCT from the root's state until either limit; how many that were.

        Raises NetworkError for what a network must not say, which leaves the tree as it was.
        """
        return self.grow([state], [self.root], simulations, seconds)[0]

    def grow(
        self, states: Sequence[RawState], roots: Sequence[int], simulations: int | None, seconds: float | None
    ) -> list[int]:
        """Run simulations from each of some roots; how many that were. What is proved needs no more."""
        done = [0] * len(roots)
        deadline = None if seconds is None else now() + seconds

        def work() -> None:
            self._evaluate(states[0])
            self._add_noise(roots)
            left = list(range(len(roots)))
            while left and not present().raised and (deadline is None or now() < deadline):
                left = [each for each in left if self._collect(states, roots, each, done, left, simulations)]
                self._evaluate(states[0])

        try:
            with suppress(StoppedError):
                within(None if seconds is None else seconds + LATE, work)
        finally:
            if self._leaves[puct.WAITING]:
                self._search.call(states[0], "abandon")
            self._words[mcts.ROOT] = roots[-1] if self._words[roots[-1] + mcts.VISITS] else 0
        return done

    def _collect(
        self,
        states: Sequence[RawState],
        roots: Sequence[int],
        tree: int,
        done: list[int],
        growing: Sequence[int],
        simulations: int | None,
    ) -> bool:
        """Run simulations from one root until enough of its leaves wait; whether it needs more."""
        words, leaves = self._words, self._leaves
        wanted = max(self._policy.batch // len(growing), 1)
        count = MOST_LEAVES
        if simulations is not None:
            count = simulations - done[tree]
            wanted = min(wanted, max(simulations // _AT_ONCE, 1))
        words[mcts.ROOT], words[mcts.PROVED] = roots[tree], 0
        most = min(leaves[puct.WAITING] + wanted, MOST_LEAVES)
        run = self._search.call(states[tree], "collect", self.simulations, count, most)
        done[tree] += run
        self.simulations += run
        if words[mcts.PROVED] or not words[roots[tree] + mcts.VISITS]:
            return False
        return simulations is None or done[tree] < simulations

    # --- what a network says --------------------------------------------------------------------------

    @property
    def records(self) -> NDArray[np.uint8]:
        """The records of the leaves that wait, until others do."""
        return self._records[: self._leaves[puct.WAITING]]

    def _evaluate(self, state: RawState) -> None:
        """Have the leaves evaluated that wait, and settle them."""
        waiting = self._leaves[puct.WAITING]
        if not waiting:
            return
        said = self._network.evaluate(self.records)
        leaves = self._places[puct.PLACES : puct.PLACES + waiting]
        nodes = self._places[leaves + puct.LEAF_NODE]
        if nodes.all():
            self._set_priors(nodes, said.logits)
        else:  # there was no room for some
            self._set_priors(nodes[nodes != 0], said.logits[nodes != 0])
        players = np.arange(self._players)
        self._expected[leaves[:, None] + puct.LEAF + players] = said.values
        self._search.call(state, "settle")

    def _set_priors(self, nodes: Indices, logits: NDArray[np.float64]) -> None:
        """The priors of the moves of some nodes: a softmax over each one's."""
        counts = self._nodes[nodes + mcts.COUNT]
        rows, within_node = ragged(counts)
        size = self._moves.size
        ends = nodes + mcts.NODE + counts * size
        words = (nodes[rows] + mcts.NODE + within_node * size)[:, None] + np.arange(size)
        actions = self._numbers.of(self._nodes[words])
        self._alone(rows, actions)
        self._values[(ends + counts * mcts.CHILD)[rows] + within_node] = masked_softmax(
            logits, counts, rows, actions
        )

    def _alone(self, rows: Indices, actions: Indices) -> None:
        """Raise ActionError where two moves of one position have the same number."""
        both = rows * len(self._network.actions) + actions
        if len(np.unique(both)) < len(both):
            again = np.setdiff1d(np.arange(len(both)), np.unique(both, return_index=True)[1])[0]
            text = self._network.actions.text(int(actions[again]))
            raise ActionError(f"two moves of one position are both {text!r}")

    def _priors_at(self, node: int) -> int:
        """Where the priors of a node's moves stand."""
        return node + mcts.NODE + self._words[node + mcts.COUNT] * (self._moves.size + mcts.CHILD)

    def actions_of(self, node: int) -> Indices:
        """The numbers of a node's moves among the game's actions, in their order. Raises ActionError."""
        size = self._moves.size
        first = node + mcts.NODE
        return self._numbers.of(
            self._nodes[first : first + size * self._words[node + mcts.COUNT]].reshape(-1, size)
        )

    def _add_noise(self, roots: Sequence[int]) -> None:
        """Dirichlet noise in the priors of roots that have none yet: self-play tries other moves, too."""
        share = self._policy.noise
        for root in roots if share else ():
            count = self._words[root + mcts.COUNT]
            if root not in self._noisy and count:
                alpha = 10.0 / count if self._policy.alpha is None else self._policy.alpha
                drawn = self._noise.dirichlet(np.full(count, alpha))
                first = self._priors_at(root)
                here = self._values[first : first + count]
                here += share * (drawn - here)
                self._noisy.add(root)

    def value(self, node: int) -> float:
        """What the player who chooses at a node may expect, in the mean of all simulations."""
        return self._sums[node + mcts.TOTAL] / max(1, self._words[node + mcts.VISITS])
