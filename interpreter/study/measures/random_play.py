"""Random play, counted: playouts at their full speed, and a sample of games whose moves are all listed."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from attrs import frozen

from gdl.passes.instrument import beginning
from gdl.passes.linker import OCCUPANCY, link
from interpreter.search.run import Search
from interpreter.study.measures import sampler
from interpreter.support.seeds import seed_for

if TYPE_CHECKING:
    from interpreter.engines.interface import Engine, GameTally
    from interpreter.game.rules import Rules

#: The words of memory for settings, sites, and the moves of a state.
_ROOM = 1 << 20
#: So many games are sampled in a call.
_AT_ONCE = 1024


@frozen
class Sampled:
    """One random game of which every move was listed."""

    ended: bool
    plies: int
    #: the sum of the number of legal moves, over its plies; a forced pass is a move
    moves: int
    #: its plies with more than one legal move
    choosing: int
    #: the largest number of legal moves
    most: int
    #: the sites of the board on which a piece was at any time
    covered: int
    #: the natural logarithm of the product of its numbers of legal moves
    log_product: float


class RandomPlay:
    """Plays a game at random, always the same games for the same seed and numbers."""

    def __init__(self, game: Rules, seed: int, longest: int) -> None:
        #: what plays: the game's own engine
        self.engine = game.engine
        self.longest = longest
        self.sites = board_sites(game)
        self._tally_seed = seed
        self._sample_seed = seed_for(seed, 0, "sample")

    def tally(self, first: int, count: int) -> GameTally:
        """The playouts of some numbers, counted."""
        return self.engine.tally_games(count, self._tally_seed, first, self.longest)

    def sample(self, first: int, count: int) -> list[Sampled]:
        """The games of some numbers of the sample, one by one."""
        found: list[Sampled] = []
        search = self._search
        state = self._sampling.fresh_state()
        for start in range(0, count, _AT_ONCE):
            some = min(_AT_ONCE, count - start)
            search.call(state, "sample", first + start, some)
            rows, logs = search.ints(2), search.floats(1)
            for index in range(some):
                row = rows[sampler.ROW * index : sampler.ROW * (index + 1)]
                over, plies, moves, choosing, most, covered = row
                found.append(Sampled(bool(over), plies, moves, choosing, most, covered, logs[index]))
        return found

    def warm_up(self) -> None:
        """Wait until it is as fast as it will be."""
        self.engine.warm_up()
        self._search.warm_up()

    @cached_property
    def _sampling(self) -> Engine:
        return self.engine.another(beginning(link(self.engine.program, OCCUPANCY)))

    @cached_property
    def _search(self) -> Search:
        pools = {0: _ROOM, 1: _AT_ONCE, 2: sampler.ROW * _AT_ONCE}
        search = Search(self._sampling, sampler.FUNCTIONS, sampler.ENTRIES, pools)
        control = search.ints(0)
        control[sampler.SEED] = self._sample_seed
        control[sampler.LIMIT] = self.longest
        control[sampler.SITE_COUNT] = len(self.sites)
        for index, site in enumerate(self.sites):
            control[sampler.SITES + 2 * index] = site
        return search


def board_sites(game: Rules) -> tuple[int, ...]:
    """The sites of the board on which pieces may stand: no hands, no dice."""
    beside = game.hands | {die.site for die in game.dice}
    return tuple(site for site in range(game.program.sites) if site not in beside)
