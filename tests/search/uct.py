"""UCT with proofs, written for tests as its sources tell it: plain objects, no care for speed.

Selection by UCB1 with first-play urgency, a node at a move's second visit, a playout from where the tree is
left, backpropagation; ends of the game are proved and so is what follows (MCTS-Solver), but where there is
chance, which instead has a branch for each state. What is drawn is drawn in the order that `mcts` documents:
the shuffle of a new node's moves, then the playout, from the generator of the simulation's number.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import Any

from attrs import define, field

from interpreter.engines.move_words import RawMove
from interpreter.engines.python import PythonEngine
from interpreter.engines.python.random import draw, mix


@define
class Outcome:
    """What comes of it: each player's result, in how many plies at most; whose result is certain."""

    results: tuple[float, ...]
    plies: int
    certain: tuple[bool, ...]


@define(eq=False)
class Child:
    move: RawMove | None
    visits: int = 0
    total: float = 0.0
    proof: Outcome | None = None
    node: Node | None = None
    branches: dict[bytes, Branch] = field(factory=dict)


@define(eq=False)
class Branch:
    visits: int = 0
    node: Node | None = None


@define(eq=False)
class Node:
    mover: int
    children: list[Child]
    visits: int = 0
    total: float = 0.0


def utility(ranks: tuple[float, ...]) -> tuple[float, ...]:
    """From 1 for the first rank to -1 for the last."""
    if len(ranks) == 1:
        return (1.0 if ranks[0] == 1.0 else -1.0,)
    return tuple(1.0 - 2.0 * (r - 1.0) / (len(ranks) - 1) if r else 0.0 for r in ranks)


def proved(node: Node) -> Outcome | None:
    """What the children's proofs prove of their node."""
    me = node.mover - 1
    known = [c.proof for c in node.children if c.proof is not None]
    some_open = len(known) < len(node.children)
    if not known:
        return None

    def liking(outcome: Outcome) -> tuple[float, int]:
        """More is better, then a win that is soon; what is no win may be late."""
        mine = outcome.results[me]
        return mine, -outcome.plies if mine > 0 else outcome.plies

    best = max(known, key=liking)
    wins = best.results[me] == 1.0
    several = len(best.results) > 2
    if not wins:
        if some_open:
            return None
        alike = [o for o in known if o.results[me] == best.results[me]]
        if several and any(o.results != best.results for o in alike):
            return None
    if not several:
        return Outcome(best.results, best.plies + 1, (True, True))
    sure = not some_open and all(o.certain[me] for o in known)
    sure_wins = [o for o in known if o.certain[me] and o.results[me] == 1.0]
    choosable = [o for o in known if o.results[me] == best.results[me]] if sure else known
    certain = [
        not some_open and all(o.certain[p] and o.results[p] == best.results[p] for o in choosable)
        for p in range(len(best.results))
    ]
    certain[me] = sure or bool(sure_wins)
    plies = min(o.plies for o in sure_wins) if sure_wins else max(o.plies for o in choosable)
    return Outcome(best.results, plies + 1, tuple(certain))


def proved_along(path: Sequence[tuple[Node, Child]]) -> Outcome | None:
    """What the last proof on a path proves of its first node; of the others their moves are told, as far as
    it goes."""
    outcome = None
    for at in range(len(path) - 1, -1, -1):
        outcome = proved(path[at][0])
        if outcome is None:
            break
        if at:
            path[at - 1][1].proof = outcome
    return outcome


class Uct:
    """A tree at a state; `chance` says that nothing is proved and moves have branches."""

    def __init__(
        self, engine: PythonEngine, state: Any, seed: int, limit: int, chance: bool, expand_at: int = 1,
        exploration: float = 1.0, urgency: float = 1.0,
    ) -> None:  # fmt: skip
        self.engine, self.state, self.seed, self.limit, self.chance = engine, state, seed, limit, chance
        self.expand_at, self.exploration, self.urgency = expand_at, exploration, urgency
        self.proof: Outcome | None = None
        self.root = self.expanded(self.seeded(-1))

    def seeded(self, number: int) -> Any:
        state = self.state.copy()
        state.rng = mix(self.seed, number)
        return state

    def expanded(self, state: Any) -> Node:
        """A node for a state, its moves shuffled: the last place is drawn first (Fisher and Yates)."""
        moves = list(self.engine.legal_moves(state))
        for left in range(len(moves), 1, -1):
            other, state.rng = draw(state.rng, left)
            moves[left - 1], moves[other] = moves[other], moves[left - 1]
        return Node(state.mover, [Child(move) for move in moves])

    def run(self, count: int, first: int = 0) -> int:
        for number in range(first, first + count):
            if self.proof is not None:
                return number - first
            self.simulate(number)
        return count

    def simulate(self, number: int) -> None:
        state, node = self.seeded(number), self.root
        path: list[tuple[Node, Child]] = []
        results: tuple[float, ...] | None = None
        fresh = False
        while results is None:
            child = self.selected(node)
            path.append((node, child))
            if child.proof is not None:
                results = child.proof.results
                break
            state = self.engine.play(state, child.move)
            if state.over:
                results = utility(self.engine.ranks(state))
                if not self.chance:
                    child.proof, fresh = Outcome(results, 1, (True,) * len(results)), True
                break
            holder: Child | Branch = child
            visits = child.visits
            if self.chance:
                holder = child.branches.setdefault(self.engine.key(state), Branch())
                visits, holder.visits = holder.visits, holder.visits + 1
            if holder.node is None:
                if visits >= self.expand_at:
                    holder.node = self.expanded(state)
                else:
                    results = self.played_out(state)
                    break
            node = holder.node
        assert results is not None
        for node, child in path:
            child.visits += 1
            child.total += results[node.mover - 1]
            node.visits += 1
            node.total += results[node.mover - 1]
        if fresh:
            self.proof = proved_along(path)

    def played_out(self, state: Any) -> tuple[float, ...]:
        self.engine.stepper.play_out(state, self.limit)
        return utility(self.engine.ranks(state))

    def selected(self, node: Node) -> Child:
        """UCB1; an untried move counts as the node's mean, tried as often as its urgency says."""
        spread = self.exploration * sqrt(log(node.visits + 1.0))
        untried = spread * self.urgency + (node.total / node.visits if node.visits else 0.0)

        def worth(child: Child) -> float:
            if child.proof is not None:
                return child.proof.results[node.mover - 1]
            return child.total / child.visits + spread / sqrt(child.visits) if child.visits else untried

        return max(node.children, key=worth)
