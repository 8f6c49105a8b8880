"""The tree of a Monte-Carlo search, from outside: rooted at a state, grown, read, walked along a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property

from gdl.support.values import frozen
from interpreter.engines.interface import RawState
from interpreter.engines.move_words import MoveWords, RawMove
from interpreter.errors.user_errors import PlayerOptionError
from interpreter.game.rules import Rules
from interpreter.search import mcts, outcomes
from interpreter.search.outcomes import utility
from interpreter.search.run import WORD, Search
from interpreter.subset.intrinsics import estimate, over
from interpreter.support.clock import now
from interpreter.support.stopping import StoppedError, UnattendedError, present, within

#: Words of the path: see mcts.py.
_PATH_WORDS = mcts.WAY + 2 * mcts.DEEPEST
#: How long one call of compiled code should take: seconds.
CHUNK_SECONDS = 0.005
#: Simulations that take no longer than this, each, are waited for: seconds.
BRIEF = 0.0005
#: Simulations are left where they are still under way so many seconds after the end of the time.
LATE = 0.03


def standing(player: int) -> float:
    """What a state is worth where a playout has left it: of an open game by the game's own estimate."""
    return utility(player) if over() else estimate(player)


def standing_after(limit: int | None) -> Callable[[int], float]:
    """The `standing` of a search with playouts of at most so many plies; None: to the end."""
    return outcomes.standing if limit is None else standing


@frozen
class TreeSettings:
    """How a tree is grown."""

    #: bytes
    memory: int = 256 << 20
    exploration: float = 1.0
    seed: int = 0


@frozen
class Child:
    """A move of a node, and what is known of it."""

    move: RawMove
    #: what the player who chooses may expect: from -1.0 to 1.0
    value: float
    visits: int
    #: what comes of it, for each player from 1, if that is settled
    outcome: tuple[float, ...] | None
    #: whether what the player who chooses gets is certain, whatever others take among equals
    proved: bool
    #: with how many plies from here at most, this one included
    plies: int | None
    #: what it leads to; 0 for nothing yet
    node: int


class Tree:
    """A search tree for positions of one game.

    Whether playouts are cut off is found out at the first position that it is initialised at.
    """

    def __init__(self, game: Rules, settings: TreeSettings) -> None:
        self._game = game
        self._engine = game.engine
        self._settings = settings
        self._players = self._engine.program.players
        self._room = max(settings.memory // WORD, 1024)
        self._search = self._made(None)
        self._tested = False
        #: whether simulations were seen to be so short that nobody has to attend to a chunk of them
        self._brief = False
        #: how many simulations were run
        self.simulations = 0

    def _made(self, limit: int | None) -> Search:
        """The search with playouts of at most so many plies, which are then estimated; None: to the end."""
        pools = {0: self._room, 1: _PATH_WORDS}
        functions = (*mcts.FUNCTIONS, standing_after(limit))
        estimate = None if limit is None else self._game.estimate
        search = Search(self._engine, functions, mcts.ENTRIES, pools, estimate)
        self._words, self._sums = search.ints(0), search.floats(0)
        self._words[mcts.SEED] = self._settings.seed
        self._words[mcts.LIMIT] = LONGEST if limit is None else limit
        self._words[mcts.EXPAND_AT] = EXPAND_AT
        self._words[mcts.ESTIMATES] = limit is not None
        self._sums[mcts.EXPLORATION] = self._settings.exploration
        self._sums[mcts.FPU_VISITS] = FPU_VISITS
        return search

    @cached_property
    def _moves(self) -> MoveWords:
        return MoveWords(self._engine.program)

    def warm_up(self) -> None:
        """Compile the search as well as possible."""
        self._search.warm_up()

    @property
    def used(self) -> float:
        """Which part of the memory is used, from 0 to 1."""
        return self._words[mcts.FREE] / self._room

    @property
    def root(self) -> int:
        """The node that simulations start from."""
        return self._words[mcts.ROOT]

    @root.setter
    def root(self, node: int) -> None:
        """Move the root to another node of the tree."""
        self._words[mcts.ROOT] = node
        self._words[mcts.PROVED] = 0

    @property
    def first(self) -> int:
        """The node of the state that the tree was initialised at."""
        return mcts.HEADER

    def compile(self) -> None:
        """Make ready, so that this is no part of anybody's time."""
        self._search.compile()

    def reseed(self, seed: int) -> None:
        """From here on, draw as a new tree of that seed does."""
        self._words[mcts.SEED] = seed
        self.simulations = 0

    def init(self, state: RawState, seconds: float | None = None) -> None:
        """Begin anew, with a root for a state. Raises StoppedError where that takes longer than `seconds`."""
        if not self._tested:
            self._tested = True
            if self._lasting(state, seconds):
                self._search = self._made(CUT)
                self._search.compile()
        if not within(seconds, lambda: self._search.call(state, "init")):
            raise PlayerOptionError(
                f"{self._settings.memory:,} bytes are too few for the moves of one position; give more memory"
            )

    def _lasting(self, state: RawState, seconds: float | None) -> bool:
        """Whether most games at random last long, be it in plies or in time."""
        search = self._search

        def long() -> int:
            return sum(search.call(state, "lasts", number, ENDLESS) for number in range(TESTS))

        try:
            return 2 * within(None if seconds is None else seconds / 2, long) > TESTS
        except StoppedError:
            return True

    def run_simulations(self, state: RawState, simulations: int | None, seconds: float | None) -> int:
        """Run simulations of UCT from the root's state until either limit; how many that were.

        It ends sooner where the root is proved. A simulation that does not end in time is left and forgotten;
        so it is by KeyboardInterrupt, which is then raised.
        """
        done = 0
        began = now()

        def work() -> None:
            nonlocal done
            # what is left in the middle there leaves its traces in the tree: a number of simulations is to
            # come to the same each time, however busy the machine is
            brief = self._brief and seconds is not None
            call = self._search.call_briefly if brief else self._search.call
            size = 16
            while (simulations is None or done < simulations) and not present().raised:
                left = size if simulations is None else min(size, simulations - done)
                start = now()
                run = call(state, "run_simulations", self.simulations, left)
                end = now()
                done += run
                self.simulations += run
                self._brief = self._search.can_call_briefly and end - start < BRIEF * left
                if run < left:
                    break
                size = max(1, int(size * min(4.0, CHUNK_SECONDS / max(end - start, 1e-6))))
                if seconds is not None:
                    rest = seconds - (end - began)
                    if rest <= 0:
                        break
                    size = max(1, min(size, int(left * rest / max(end - start, 1e-6))))

        if self._brief and seconds is not None:
            try:
                with suppress(StoppedError):
                    work()
                return done
            except UnattendedError:
                self._brief = False
        with suppress(StoppedError):
            within(None if seconds is None else seconds + LATE, work)
        return done

    @property
    def proved(self) -> bool:
        """Whether what comes of the root's state is proved."""
        return self._words[mcts.PROVED] != 0

    def mover(self, node: int) -> int:
        """The player who chooses at a node."""
        return self._words[node + mcts.MOVER]

    def children(self, node: int) -> Iterator[Child]:
        """The moves of a node."""
        words, sums, size = self._words, self._sums, self._moves.size
        mover, count = words[node + mcts.MOVER], words[node + mcts.COUNT]
        for number in range(count):
            move = self._moves.read(words, node + mcts.NODE + size * number)
            child = node + mcts.NODE + size * count + mcts.CHILD * number
            visits, proof = words[child + mcts.CHILD_VISITS], words[child + mcts.PROOF]
            outcome = plies = None
            proved = False
            value = sums[child + mcts.CHILD_TOTAL] / visits if visits else 0.0
            if proof:
                outcome = tuple(sums[proof + player] for player in range(self._players))
                plies = words[proof + self._players]
                value = outcome[mover - 1]
                proved = self._players < 3 or bool(words[proof + self._players + mover])
            yield Child(move, value, visits, outcome, proved, plies, words[child + mcts.POINTER])

    def after(self, node: int, move: RawMove, state: RawState) -> int:
        """The node of the state that a move of a node has led to; 0 if there is none."""
        for child in self.children(node):
            if child.move == move:
                return self._branch(child.node, state)
        return 0

    def _branch(self, at: int, state: RawState) -> int:
        """Where chance had its say: the node of the branch that it took."""
        if not at or not self._by_chance:
            return at
        wanted = int(self._search.call(state, "here"))
        while at and self._words[at + mcts.FINGERPRINT] != wanted:
            at = self._words[at + mcts.NEXT]
        return self._words[at + mcts.BRANCH_POINTER] if at else 0

    @cached_property
    def _by_chance(self) -> bool:
        from interpreter.subset.frontend import has_chance

        return has_chance(self._engine.program)


#: A playout of more plies counts as a draw.
LONGEST = 3000
#: If most of so many games at random last longer than so many plies, playouts are cut off after a few.
TESTS, ENDLESS, CUT = 8, 400, 20
#: A move that was tried so often gets a node of its own.
EXPAND_AT = 1
#: See mcts.py.
FPU_VISITS = 1.0
