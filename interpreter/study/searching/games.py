"""Games between searches of given budgets, one by one, with what was thought at each ply.

There are two families of players. UCT plays whole games in one call (`interpreter.search.whole_games`).
Alpha-beta is for two without chance: each decision is a search of its own by iterative deepening, with a new
table, so a depth means the same at every ply. It always plays the same in a position: so that games differ,
each begins with some plies at random (an opening, as in matches of engines), which its seed alone decides.

How much work rules are is metered by basic-block counts, as the counters of instrumentation for coverage, but
one for all blocks: within a small factor of the time it takes, and unlike the time it repeats.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Protocol

from gdl.core import make as k
from gdl.core.intrinsics import Pool, Tally
from gdl.core.ops import Block, Program, Stmt
from gdl.core.verify import verify
from gdl.core.walk import map_block, rebuild_blocks
from gdl.support.values import evolve, frozen
from gdl.version import __version__
from interpreter.engines.move_words import MoveWords, RawMove
from interpreter.players.alphabeta import BUCKET_BYTES, search_for
from interpreter.players.openings import drawn
from interpreter.search import mcts, tallies
from interpreter.search import whole_games as words
from interpreter.search.run import WORD, Search
from interpreter.search.tree import CUT, ENDLESS, EXPAND_AT, FPU_VISITS, LONGEST, TESTS, standing_after
from interpreter.support.numbers import seed_for
from interpreter.support.stopping import StoppedError

if TYPE_CHECKING:
    from interpreter.engines.interface import Engine, RawState
    from interpreter.game.game import Game
    from interpreter.game.rules import Rules
    from interpreter.search.run import Search

#: So many plies are drawn at random before alpha-beta thinks, which draws nothing else.
OPENING = 2


@frozen
class Searcher:
    """A family of players, each of which has a budget for every decision."""

    #: as it is asked for
    name: str
    #: who searches, for those who read of it
    agent: str
    #: the unit of budgets, of one and of several; what stands behind that
    unit: str
    units: str
    each: str
    #: does the next step of a ladder have twice the budget, or one more?
    doubles: bool
    #: do its players tell what they think of each move? Choices, leads, blunders and luck are known by that
    tells: bool
    #: what a player may use, in bytes: some tens of thousands of simulations fill the tree
    memory: int

    def in_words(self, budget: int) -> str:
        """A budget in words."""
        return f"{budget:,} {self.unit if budget == 1 else self.units}"

    def spent(self, budget: int) -> str:
        """What it is for, too: `16 simulations a decision`."""
        return f"{self.in_words(budget)} {self.each}"

    def above(self, budget: int) -> int:
        """The budget of the next step of the ladder, which begins with 1."""
        return 2 * budget if self.doubles else budget + 1


UCT = Searcher(
    "uct", "UCT, a new tree for each move", "simulation", "simulations", "a decision", True, True, 256 << 20
)
ALPHA_BETA = Searcher(
    "alpha-beta",
    f"alpha-beta, a new table for each move, games opened by {OPENING} plies at random",
    "ply",
    "plies",
    "ahead",
    False,
    False,
    2 << 20,
)
SEARCHERS = {each.name: each for each in (UCT, ALPHA_BETA)}


EXPLORATION = 1.0
#: Room for the moves of a ply beside those that were played.
_MOVES = 1 << 16
#: The seed of the playouts by which is found out whether they last too long to be played to their end.
_TEST_SEED = 1


@frozen
class Seen:
    """A ply, and what the player to move thought of the state before it."""

    #: who moved, from 1
    player: int
    #: among how many moves
    moves: int
    #: how often all of them were tried; 0 where nobody thought
    visits: int
    #: is what comes of the state proved?
    proved: bool
    move: RawMove
    #: the entropy of the visits in nats
    entropy: float
    #: what each player may expect, -1.0 to 1.0; nothing where nobody thought
    expected: tuple[float, ...]


@frozen
class Watched:
    """A game that was played by searching."""

    plies: tuple[Seen, ...]
    ended: bool
    #: has it gone beyond what a state holds? Then its result cannot be trusted
    overflowed: bool
    #: each player's rank, from 1.0; 0.0 while it is open
    ranks: tuple[float, ...]
    simulations: int

    @property
    def fingerprint(self) -> str:
        """Games of one fingerprint took the same way."""
        way = [tuple(ply.move) for ply in self.plies]
        return blake2b(f"{way} {self.ranks}".encode(), digest_size=8).hexdigest()


class Watching:
    """Plays a game of rules between searches; the same seeds and budgets play the same game."""

    def __init__(self, game: Rules, longest: int, meter: bool = False) -> None:
        self.longest = longest
        self._meter = meter
        self._rules = game
        self._players = game.engine.program.players

    def play(
        self,
        budgets: Sequence[int],
        chance: int,
        search: int,
        replayed: int = 0,
        blunder: int = -1,
    ) -> Watched:
        """A game: each player thinks so many simulations a decision (0: plays at random).

        `chance` and `search` are the seeds of dice and of searches. The first `replayed` plies are those of
        the game before; in the ply `blunder` the mover plays at random.
        """
        code, control = self._search, self._search.ints(2)
        code.ints(0)[mcts.SEED] = search
        control[words.CHANCE], control[words.SEARCH] = chance, search
        control[words.LIMIT], control[words.REPLAYED] = self.longest, replayed
        control[words.BLUNDER] = blunder
        for player, budget in enumerate(budgets, 1):
            control[words.BUDGETS + player] = budget
        code.call(self._start, "play_game")
        if not control[words.WHOLE]:
            raise StoppedError
        return self._watched(control)

    @property
    def work(self) -> int:
        """The blocks of the rules that were gone through so far, where they are metered."""
        return self._search.ints(2)[words.WORK]

    def _watched(self, control: Sequence[int]) -> Watched:
        count, size = control[words.PLIES], words.ENTROPY + 1 + self._players
        ints, floats = self._search.ints(2), self._search.floats(2)
        kept, reader = self._search.ints(3), self._moves
        plies = []
        for ply in range(count):
            row = words.ROWS_AT + size * ply
            player, moves, visits, proved = ints[row : row + words.ENTROPY]
            entropy, *expected = floats[row + words.ENTROPY : row + size]
            move = reader.read(kept, reader.size * ply)
            known = tuple(expected) if visits else ()
            plies.append(Seen(player, moves, visits, bool(proved), move, entropy, known))
        end = words.ROWS_AT + size * self.longest
        return Watched(
            tuple(plies),
            bool(control[words.OVER]),
            bool(control[words.OVERFLOW]),
            tuple(floats[end + words.ENTROPY + 1 : end + size]),
            control[words.SIMULATIONS],
        )

    @cached_property
    def _engine(self) -> Engine:
        engine = self._rules.engine
        program = engine.program
        return engine.another(metered(program, words.CONTROL.pool, words.WORK) if self._meter else program)

    @cached_property
    def _moves(self) -> MoveWords:
        return MoveWords(self._engine.program)

    @cached_property
    def _start(self) -> object:
        return self._engine.fresh_state()

    @cached_property
    def _search(self) -> Search:
        search = self._made(None)
        long = sum(
            search.call(self._engine.start(_TEST_SEED), "lasts", number, ENDLESS) for number in range(TESTS)
        )
        return search if 2 * long <= TESTS else self._made(CUT)

    def _made(self, limit: int | None) -> Search:
        """As a tree of the player `mcts` is made: where playouts last too long they are cut off."""
        engine = self._engine
        size = self._moves.size
        plies, numbers = self.longest, self._players + 1
        pools = {
            0: UCT.memory // WORD,
            1: mcts.WAY + 2 * mcts.DEEPEST,
            2: words.ROWS_AT + (words.ENTROPY + numbers) * (plies + 1),
            3: (plies + _MOVES) * size,
        }
        estimate = None if limit is None else self._rules.estimate
        search = Search(engine, (*words.FUNCTIONS, standing_after(limit)), words.ENTRIES, pools, estimate)
        tree, sums = search.ints(0), search.floats(0)
        tree[mcts.SEED] = _TEST_SEED
        tree[mcts.LIMIT] = LONGEST if limit is None else limit
        tree[mcts.EXPAND_AT] = EXPAND_AT
        tree[mcts.ESTIMATES] = limit is not None
        sums[mcts.EXPLORATION] = EXPLORATION
        sums[mcts.FPU_VISITS] = FPU_VISITS
        return search


def metered(program: Program, pool: Pool, word: int) -> Program:
    """The prepared program with each of its blocks counted in a word of a pool."""
    count = Tally(pool, k.int_(word))

    def counted(block: Block) -> Block:
        return (count, *block) if block else block

    def on_stmt(stmt: Stmt) -> tuple[Stmt, ...]:
        return (rebuild_blocks(stmt, counted),)

    procs = tuple(evolve(proc, body=counted(map_block(proc.body, on_stmt=on_stmt))) for proc in program.procs)
    return verify(evolve(program, procs=procs))


class Lookahead:
    """Plays a game of rules between alpha-beta searches; the same seeds and depths play the same game.

    The table has so many bytes of `memory`, which are cleared for each decision.
    """

    def __init__(self, game: Rules, longest: int, memory: int = ALPHA_BETA.memory) -> None:
        self.longest = longest
        self._rules = game
        self._memory = memory

    def play(self, depths: Sequence[int], chance: int, search: int) -> Watched:
        """A game: each player looks so many plies ahead (0: plays at random).

        `search` is the seed of the opening and of who plays at random; there is no `chance` to have one.
        """
        engine = self._rules.engine
        state, plies = engine.start(chance), list[Seen]()
        looked = 0
        while not engine.over(state) and len(plies) < self.longest:
            legal = list(dict.fromkeys(engine.legal_moves(state)))
            player, depth = engine.seat(state), 0
            if len(plies) >= OPENING:
                depth = depths[player - 1]
            if len(legal) > 1 and depth:
                move, cost = self._best(state, depth)
                looked += cost
            else:
                move = drawn(legal, search, len(plies))
            plies.append(Seen(player, len(legal), 0, False, move, 0.0, ()))
            state = engine.play(state, move)
        return Watched(
            tuple(plies), engine.over(state), engine.overflow(state) is not None, engine.ranks(state), looked
        )

    def _best(self, state: RawState, depth: int) -> tuple[RawMove, int]:
        """The move that is best so many plies ahead, and how many positions were looked at."""
        search, settings = self._search, self._search.ints(2)
        for number in (0, 2):  # nothing is remembered: neither positions nor what cut off
            search.memory[number][:] = bytes(len(search.memory[number]))
        settings[tallies.BUCKETS] = len(search.memory[0]) // BUCKET_BYTES
        for ahead in range(1, depth + 1):
            search.call(state, "search", ahead)
            if settings[tallies.ABANDONED]:
                raise StoppedError
            if abs(settings[tallies.WORTH_OF_BEST]) >= tallies.SURE:
                break
        move = self._moves.read(search.ints(1), self._moves.size * settings[tallies.BEST])
        return move, settings[tallies.LOOKED]

    @cached_property
    def _moves(self) -> MoveWords:
        return MoveWords(self._rules.engine.program)

    @cached_property
    def _search(self) -> Search:
        return search_for(self._rules, self._memory)


def native(game: Game) -> Game:
    """The game on the engine that searches fastest, unless it was loaded for another one on purpose."""
    return game.on("auto") if game.recipe.engine == "python" else game


class Plays(Protocol):
    """Plays whole games between searches of given budgets."""

    def play(self, budgets: Sequence[int], chance: int, search: int) -> Watched:
        """A game by the seeds of chance and of searches; who has a budget of 0 plays at random."""


@lru_cache(maxsize=2)
def watching_of(game: Game, longest: int) -> Watching:
    """What plays the chunks of a study by UCT: made ready once in each process."""
    return Watching(native(game), longest)


@lru_cache(maxsize=2)
def _looking_of(game: Game, longest: int) -> Lookahead:
    return Lookahead(native(game), longest)


_PLAYS: Mapping[str, Callable[[Game, int], Plays]] = {UCT.name: watching_of, ALPHA_BETA.name: _looking_of}


def plays_of(searcher: Searcher, game: Game, longest: int) -> Plays:
    """What plays the chunks of a study by a family of players."""
    return _PLAYS[searcher.name](game, longest)


def plan_of(part: str, searcher: Searcher, game: Game, seed: int, longest: int) -> dict[str, Any]:
    """What decides the results of all of them."""
    return {
        "part": part,
        "ludwright": __version__,
        "game": game.name,
        "rules": game.fingerprint,
        "options": game.options,
        "seed": seed,
        "longest": longest,
        "agent": searcher.agent,
        "memory": searcher.memory,
    }


def seeds_of(seed: int, number: int, what: str) -> tuple[int, int]:
    """The seeds of a game's chance and of its searches."""
    return seed_for(seed, number, f"{what}: chance"), seed_for(seed, number, f"{what}: searches")
