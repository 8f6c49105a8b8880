"""What is true of a small game: every position that can come of it, and what best play makes of each.

A position is what `State` says it is, together with all positions before it in their order: so no rule that
looks back can be missed, and nothing is taken for the same that might not be. In games that may go on for
ever (`endless`: no rule looks back or counts) it is the pieces and the mover alone. Who can force a win, and
how soon, is found from the ends backwards (retrograde analysis). With more than two players a position is
worth a set: everything that can come of it when each player takes what is best for himself and anything
among equals.
"""

from __future__ import annotations

from typing import Any

from attrs import define, field

from gdl import Game
from interpreter.game.outcome import Outcome
from interpreter.game.state import State

#: Nobody can force it.
NEVER = 1 << 30


class TooLargeError(Exception):
    """The game has more positions than one wants to look at."""


@define
class Node:
    """A position."""

    state: State
    #: each player's result where the game is over: 1.0 the first, -1.0 the last
    ended: tuple[float, ...] | None
    #: by the move's kind, arguments and site
    children: dict[Any, Node] = field(factory=dict)
    #: within how many plies each player can force to be the only first, by number from 1
    wins: list[int] = field(factory=list)
    #: the most plies that a game goes on in which nobody ever gives anything away; None: for ever
    longest: int | None = None
    #: with more than two players: what may come of it, and after how many plies at most
    worths: frozenset[tuple[float, ...]] = frozenset()
    #: ... and within how many plies a player who gets the first place surely gets it
    surely: dict[int, int] = field(factory=dict)

    @property
    def mover(self) -> int:
        return self.state.mover


def results(outcome: Outcome) -> tuple[float, ...]:
    """Each player's result: by rank, from 1.0 to -1.0; one who plays alone wins or loses."""
    players = len(outcome.ranks)
    if players == 1:
        return (1.0 if outcome.winner == 1 else -1.0,)
    if outcome.draw:
        return (0.0,) * players
    return tuple(1.0 - 2.0 * (rank - 1.0) / (players - 1) if rank else 0.0 for rank in outcome.ranks)


class Truth:
    """All positions of a game that come of its start."""

    def __init__(self, game: Game, endless: bool, most: int) -> None:
        self.players = len(game.players)
        self._endless, self._most = endless, most
        self._known: dict[Any, Node] = {}
        #: the pasts, by the past before and the position that was added
        self._pasts: dict[Any, int] = {}
        #: children stand before what leads to them, as far as nothing leads in circles
        self._order: list[Node] = []
        self._parents: dict[int, list[Node]] = {}
        self.start = self._explored(game.start(1))
        if self.players > 2:
            for node in self._order:
                self._choose(node)
        else:
            for node in self._order:
                node.wins = [NEVER] * (self.players + 1)
            for player in range(1, self.players + 1):
                self._force(player)
            self._last()

    @property
    def size(self) -> int:
        return len(self._order)

    # --- Every position -------------------------------------------------------------------------------

    def _explored(self, start: State) -> Node:
        root, _ = self._node(start, 0)
        waiting = [(root, 0, iter(self._moves(root)))]
        while waiting:
            node, before, moves = waiting[-1]
            move = next(moves, None)
            if move is None:
                self._order.append(node)
                waiting.pop()
                continue
            after = node.state.play(move)
            past = self._pasts.setdefault((before, _seen(node.state)), len(self._pasts) + 1)
            child, new = self._node(after, past)
            node.children[move.raw] = child
            self._parents.setdefault(id(child), []).append(node)
            if new:
                waiting.append((child, past, iter(self._moves(child))))
        return root

    def _node(self, state: State, past: int) -> tuple[Node, bool]:
        if self._endless:
            outcome = None if state.outcome is None else state.outcome.ranks
            key: Any = (_seen(state), outcome)
        else:
            key = (state, past)
        if key in self._known:
            return self._known[key], False
        if len(self._known) >= self._most:
            raise TooLargeError
        ended = None if state.outcome is None else results(state.outcome)
        node = self._known[key] = Node(state, ended)
        return node, True

    def _moves(self, node: Node) -> tuple[Any, ...]:
        return node.state.legal_moves if node.ended is None else ()

    # --- Two players, or one --------------------------------------------------------------------------

    def _force(self, player: int) -> None:
        """Within how many plies a player forces a win: from the won ends backwards, ply by ply."""
        layer = [node for node in self._order if node.ended is not None and node.ended[player - 1] == 1.0]
        for node in layer:
            node.wins[player] = 0
        plies = 0
        while layer:
            plies += 1
            found: dict[int, Node] = {}
            for child in layer:
                for node in self._parents.get(id(child), ()):
                    if node.wins[player] == NEVER and (
                        node.mover == player
                        or all(each.wins[player] < plies for each in node.children.values())
                    ):
                        found[id(node)] = node
            layer = list(found.values())
            for node in layer:
                node.wins[player] = plies

    def _last(self) -> None:
        """How long every game lasts in which nobody gives anything away: from the ends backwards."""
        open_ones = list(self._order)
        while open_ones:
            for node in open_ones:
                node.longest = self._lasts(node)
            left = [node for node in open_ones if node.longest is None]
            if len(left) == len(open_ones):
                return
            open_ones = left

    def _lasts(self, node: Node) -> int | None:
        """Where somebody can force a win, until then; else as long as nobody who has a draw lets it go."""
        if node.ended is not None:
            return 0
        if any(plies < NEVER for plies in node.wins):
            return min(node.wins)
        kept = list(node.children.values())
        if self.players == 2:
            kept = [child for child in kept if self.value(child, node.mover) == 0.0]
        lengths = [child.longest for child in kept]
        known = [length for length in lengths if length is not None]
        return 1 + max(known) if len(known) == len(lengths) else None

    def value(self, node: Node, player: int) -> float:
        """What a player gets if both play as well as can be."""
        if node.ended is not None:
            return node.ended[player - 1]
        if node.wins[player] < NEVER:
            return 1.0
        if self.players == 1 or node.wins[3 - player] < NEVER:
            return -1.0
        return 0.0

    def plies(self, node: Node) -> int | None:
        """How long the game goes on if the winner hurries and the loser delays; a draw, as long as can be."""
        return node.longest

    # --- More -----------------------------------------------------------------------------------------

    def _choose(self, node: Node) -> None:
        """Everything that may come of a position."""
        if node.ended is not None:
            node.worths = frozenset((node.ended,))
            node.surely = {p: 0 for p, result in enumerate(node.ended, 1) if result == 1.0}
            return
        me = node.mover - 1
        worst = {raw: min(w[me] for w in child.worths) for raw, child in node.children.items()}
        found = set()
        possible = []
        for raw, child in node.children.items():
            # what is at least as good as what every other move may give at the least
            others = max((worst[other] for other in worst if other != raw), default=-1.0)
            good = {w for w in child.worths if w[me] >= others}
            if good:
                possible.append(child)
            found |= good
        node.worths = frozenset(found)
        for player in range(1, self.players + 1):
            if all(w[player - 1] == 1.0 for w in node.worths):
                if player == node.mover:
                    ways = [c.surely[player] for c in node.children.values() if player in c.surely]
                    if ways:
                        node.surely[player] = 1 + min(ways)
                else:
                    node.surely[player] = 1 + max(c.surely.get(player, NEVER) for c in possible)


def _seen(state: State) -> Any:
    """A position as it is seen."""
    return state.contents, state.mover, state.scores
