"""Games between alpha-beta searches of given depths: a second family of players, for two without chance.

Each decision is a search of its own by iterative deepening, with a new table, so a depth means the same at
every ply. Alpha-beta always plays the same in a position: so that games differ, each begins with some plies
at random (an opening, as in matches of engines), which its seed alone decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.engines.move_words import MoveWords, RawMove
from interpreter.players.alphabeta import BUCKET_BYTES, search_for
from interpreter.search import alphabeta as minimax
from interpreter.study.searching.searchers import ALPHA_BETA, OPENING
from interpreter.study.searching.watched import Seen, Watched
from interpreter.support.numbers import seed_for
from interpreter.support.stopping import StoppedError

if TYPE_CHECKING:
    from interpreter.engines.interface import RawState
    from interpreter.game.rules import Rules
    from interpreter.search.run import Search


class Lookahead:
    """Plays a game of rules between alpha-beta searches; the same seeds and depths play the same game."""

    def __init__(self, game: Rules, longest: int) -> None:
        self.longest = longest
        self._rules = game

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
                move = legal[seed_for(search, len(plies), "at random") % len(legal)]
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
        settings[minimax.BUCKETS] = len(search.memory[0]) // BUCKET_BYTES
        for ahead in range(1, depth + 1):
            search.call(state, "search", ahead)
            if settings[minimax.ABANDONED]:
                raise StoppedError
            if abs(settings[minimax.WORTH_OF_BEST]) >= minimax.SURE:
                break
        move = self._moves.read(search.ints(1), self._moves.size * settings[minimax.BEST])
        return move, settings[minimax.LOOKED]

    @cached_property
    def _moves(self) -> MoveWords:
        return MoveWords(self._rules.engine.program)

    @cached_property
    def _search(self) -> Search:
        return search_for(self._rules, ALPHA_BETA.memory)
