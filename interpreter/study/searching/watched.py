"""Games between searches of given budgets, one by one, with what was thought at each ply."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING

from attrs import frozen

from gdl.passes.instrument import beginning
from interpreter.engines.move_words import MoveWords, RawMove
from interpreter.search import mcts
from interpreter.search.run import WORD, Search
from interpreter.search.tree import CUT, ENDLESS, EXPAND_AT, FPU_VISITS, LONGEST, TESTS, standing_after
from interpreter.study.searching import self_play as words
from interpreter.study.searching.meter import metered
from interpreter.study.searching.searchers import UCT
from interpreter.support.stopping import StoppedError

if TYPE_CHECKING:
    from interpreter.engines.interface import Engine
    from interpreter.game.rules import Rules

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
        program = beginning(engine.program)
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
