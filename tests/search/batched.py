"""PUCT with leaves that wait, written for tests as its sources tell it: plain objects, no care for speed.

Nodes, moves and proofs are those of `uct.py`; a node has a prior for each move too. A leaf waits for what is
said of it, and meanwhile whoever went there counts as having lost; ends of the game are exact.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from attrs import define, field

from interpreter.engines.python import PythonEngine
from interpreter.engines.python.random import mix
from tests.search.uct import Branch, Child, Node, Outcome, proved, proved_along, utility


@define(eq=False)
class Seen(Node):
    """A node, with how likely each of its moves is to be the best once that has been said."""

    priors: list[float] = field(factory=list)


@define(eq=False)
class Leaf:
    """What waits: its node, and the way to it."""

    node: Seen
    path: list[tuple[Seen, Child]]


def selected(node: Seen, exploration: float, reduction: float) -> int:
    """The move with the greatest Q + U: of what was not tried Q is what the node has, less a reduction."""

    def worth(number: int) -> float:
        child = node.children[number]
        if child.proof is not None:
            return child.proof.results[node.mover - 1]
        q = child.total / child.visits if child.visits else node.total / node.visits - reduction
        return q + exploration * node.priors[number] * sqrt(node.visits) / (1 + child.visits)

    return max(range(len(node.children)), key=worth)


class Puct:
    """A tree at a state, whose root waits."""

    def __init__(
        self, engine: PythonEngine, state: Any, seed: int, chance: bool, exploration: float, reduction: float
    ) -> None:
        self.engine, self.state, self.seed, self.chance = engine, state, seed, chance
        self.exploration, self.reduction = exploration, reduction
        self.proof: Outcome | None = None
        self.waiting: list[Leaf] = []
        self.root = self._leaf(state, [])

    def _leaf(self, state: Any, path: list[tuple[Seen, Child]]) -> Seen:
        node = Seen(state.mover, [Child(move) for move in self.engine.legal_moves(state)])
        self.waiting.append(Leaf(node, path))
        self._pass(path, 1, -1.0)
        return node

    @staticmethod
    def _pass(path: list[tuple[Seen, Child]], visits: int, lost: float) -> None:
        for node, child in path:
            for each in (node, child):
                each.visits += visits
                each.total += lost

    def settle(self, said: list[tuple[list[float], list[float]]]) -> None:
        """What is said of each leaf: its moves' priors, and what each player gets."""
        for leaf, (priors, results) in zip(self.waiting, said, strict=True):
            leaf.node.priors, leaf.node.visits = priors, 1
            leaf.node.total = results[leaf.node.mover - 1]
            for node, child in leaf.path:
                node.total += results[node.mover - 1] + 1
                child.total += results[node.mover - 1] + 1
        self.waiting = []

    def abandon(self) -> None:
        """Nobody says anything of the leaves: the tree is as if they had not been come to."""
        for leaf in self.waiting:
            self._pass(leaf.path, -1, 1.0)
            for holder in [each for _, child in leaf.path for each in (child, *child.branches.values())]:
                if holder.node is leaf.node:
                    holder.node = None
        self.waiting = []

    def collect(self, number: int, count: int, most: int) -> int:
        done = 0
        if self.root.visits and self.proof is None and not self.chance:
            self.proof = proved(self.root)
        while self.root.visits and done < count and len(self.waiting) < most and self.proof is None:
            if not self.simulate(number + done):
                break
            done += 1
        return done

    def simulate(self, number: int) -> bool:
        """Whether it came to something else than a leaf that waits."""
        state, node = self.state.copy(), self.root
        state.rng = mix(self.seed, number)
        path: list[tuple[Seen, Child]] = []
        while True:
            child = node.children[selected(node, self.exploration, self.reduction)]
            path.append((node, child))
            if child.proof is not None:
                self._end(path, child.proof.results)
                return True
            state = self.engine.play(state, child.move)
            if state.over:
                results = utility(self.engine.ranks(state))
                if not self.chance:
                    child.proof = Outcome(results, 1, (True,) * len(results))
                self._end(path, results)
                if not self.chance:
                    self.proof = proved_along(path)
                return True
            holder: Child | Branch = child
            if self.chance:
                holder = child.branches.setdefault(self.engine.key(state), Branch())
                holder.visits += 1
            if holder.node is None:
                holder.node = self._leaf(state, path)
                return True
            assert isinstance(holder.node, Seen)
            node = holder.node
            if not node.visits:
                return False

    @staticmethod
    def _end(path: list[tuple[Seen, Child]], results: tuple[float, ...]) -> None:
        for node, child in path:
            for each in (node, child):
                each.visits += 1
                each.total += results[node.mover - 1]
