"""A player that searches a tree by playing at random: strong without knowing anything of the game."""

from __future__ import annotations

import time
from contextlib import suppress
from functools import partial
from typing import ClassVar

from gdl.support.values import define, evolve, field, frozen
from interpreter.engines.interface import Engine
from interpreter.game.move import Move
from interpreter.game.rules import Rules
from interpreter.game.state import State
from interpreter.players.limit import Limit, limit_of
from interpreter.players.player import LINES, Candidate, Choice, Line, Thought
from interpreter.players.waiting import legal_moves, shortly, unthinking
from interpreter.search.outcomes import WIN
from interpreter.search.tree import Child, Tree, TreeSettings
from interpreter.support.clock import now
from interpreter.support.stopping import StoppedError, present

#: A tree that has filled so much of its memory is given up at the next move.
FULL = 0.5
#: While others are to move it is not filled further than that; it is looked at so often: seconds.
PONDERED, _SLICE = 0.4, 0.02
#: The expected line ends where moves were tried less often.
FAINT = 10
#: A draw is agreed to by who expects less.
DIM = -0.1


@frozen
class MctsSettings:
    """How long it thinks (either limit ends it), and how."""

    seconds: float | None = 1.0
    iterations: int | None = None
    tree: TreeSettings = field(factory=TreeSettings)


@define
class MctsPlayer:
    """Searches from each position that it is asked about, and keeps its tree for the next.

    The tree is rooted where it is asked first; a line that goes on from there, or goes back to a position
    behind it, is found in it.
    """

    #: its kind, and what it counts
    _kind: ClassVar[str] = "mcts"
    _counted: ClassVar[str] = "playouts"

    settings: MctsSettings
    _tree: Tree | None = field(default=None, init=False)
    _engine: Engine | None = field(default=None, init=False)
    #: the moves that led to where the tree was rooted
    _rooted_after: tuple[Move, ...] = field(default=(), init=False)
    _start: State | None = field(default=None, init=False)

    @property
    def limit(self) -> Limit | None:
        """The time and the simulations of its settings."""
        return limit_of(self.settings.seconds, self.settings.iterations)

    def choose(self, line: Line, limit: Limit | None = None) -> Choice:
        """The move that was tried most, or one proved to be best; any where nothing could be tried.

        Goes by `seconds` and `simulations`; raises PlayerOptionError for a limit that has neither.
        """
        own = limit.known_to(self._kind, "seconds", "simulations") if limit is not None else self.limit
        patience, simulations = (None, None) if own is None else (own.seconds, own.simulations)
        legal = legal_moves(line.state, patience)
        try:
            tree, done, seconds = self._think(line, patience, simulations)
        except StoppedError:
            return unthinking(legal)
        children = list(tree.children(tree.root))
        moves = {move.raw: move for move in legal}
        ranked = sorted(children, key=worth, reverse=True)
        players = len(line.state.game.players)
        candidates = [_candidate(child, moves[child.move], players) for child in ranked]
        work = f"{done:,} {self._counted} in {seconds:.2f} s" if done or not tree.proved else "proved before"
        for number, child in enumerate(ranked[:LINES]):
            follows = shortly(patience, partial(self._expected, tree, line.state, child))
            if follows is None:
                break
            candidates[number] = evolve(candidates[number], line=follows)
        return Choice(candidates[0].move, Thought(tuple(candidates), candidates[0].line, work))

    def accepts_draw(self, line: Line) -> bool:
        """Agrees where it expects to lose."""
        seconds, iterations = self.settings.seconds, self.settings.iterations
        part = None if seconds is None else seconds / 4
        try:
            tree, _, _ = self._think(line, part, None if iterations is None else iterations // 4 + 1)
        except StoppedError:
            return False
        best = max(tree.children(tree.root), key=worth)
        return best.value > -DIM

    def ponder(self, line: Line, limit: Limit) -> None:
        """Grow the tree while another player is to move, but not so far that it would be given up."""
        if self._tree is None or self.settings.iterations is not None or limit.seconds is None:
            return
        end = time.monotonic() + limit.seconds
        while self._tree.used < PONDERED and time.monotonic() < end and not present().raised:
            tree, done, _ = self._think(line, _SLICE, None)
            if not done or tree.proved:
                return

    def _think(self, line: Line, seconds: float | None, iterations: int | None) -> tuple[Tree, int, float]:
        """Grow the tree of the present position: the tree, how many simulations, how many seconds.

        Raises StoppedError where there was no time even to list the moves.
        """
        tree = self._tree_for(line)
        began = now()
        before = tree.simulations
        tree.root = 0  # it may stand at another position
        with suppress(KeyboardInterrupt):  # goes on with the best so far
            self._at(line, seconds)
            left = None if seconds is None else began + seconds - now()
            if left is None or left > 0:
                tree.run_simulations(line.state.raw, iterations, left)
        if not tree.root or self._start is None:  # there is none so far, or not a whole one
            raise StoppedError
        return tree, tree.simulations - before, now() - began

    def _tree_for(self, line: Line) -> Tree:
        """The tree for a game, compiled: that is no part of its time."""
        engine = line.state.game.engine
        tree = self._tree
        if tree is None or self._engine is not engine:
            tree = self._new_tree(line.state.game)
            tree.compile()
            self._tree, self._engine = tree, engine
            self._start = None
        return tree

    def _new_tree(self, game: Rules) -> Tree:
        """An empty tree for a game."""
        return Tree(game, self.settings.tree)

    def _at(self, line: Line, seconds: float | None = None) -> Tree:
        """The tree with its root at the present position. Raises StoppedError."""
        tree = self._tree_for(line)
        root = 0 if tree.used > FULL else self._found(tree, line)
        tree.root = root
        if not root:
            self._start = None
            tree.init(line.state.raw, seconds)
            self._start, self._rooted_after = line.states[0], line.moves
            tree.run_simulations(line.state.raw, 1, seconds)
        return tree

    def _found(self, tree: Tree, line: Line) -> int:
        """The node of the present position, 0 if the tree has none."""
        known = len(self._rooted_after)
        if self._start != line.states[0] or line.moves[:known] != self._rooted_after:
            return 0
        node = tree.first
        for move, state in zip(line.moves[known:], line.states[known + 1 :], strict=True):
            node = tree.after(node, move.raw, state.raw) if node else 0
        return node

    def _expected(self, tree: Tree, state: State, child: Child) -> tuple[Move, ...]:
        """A move of the root, and behind it the moves that were tried most, one after the other."""
        moves: list[Move] = []
        node, best = tree.root, child
        while True:
            move = next(m for m in state.legal_moves if m.raw == best.move)
            moves.append(move)
            state = state.play(move)
            node = 0 if state.is_over else tree.after(node, best.move, state.raw)
            if not node:
                return tuple(moves)
            best = max(tree.children(node), key=worth)
            if best.visits < FAINT and best.outcome is None:
                return tuple(moves)


def worth(child: Child) -> tuple[float, float]:
    """What orders moves: proved wins, the soonest first; then how often they were tried; then losses, late
    ones first."""
    if child.outcome is not None and child.value > 0 and child.plies is not None:
        return 2.0 + child.value + child.proved, -child.plies
    if child.outcome is not None and child.value < 0 and child.plies is not None:
        return child.value - 2.0, child.plies
    return 0.0, child.visits


def _candidate(child: Child, move: Move, players: int) -> Candidate:
    """A move as others tell it. How soon somebody else wins among three hangs on whether he hurries."""
    last = child.plies == 1
    plies = child.plies if child.proved and (players < 3 or child.value == WIN or last) else None
    return Candidate(move, child.value, child.visits, child.proved, plies, last and child.proved)
