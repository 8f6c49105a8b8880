"""Two games played side by side, as jobs: the same number of games of each in a chunk, by the same players.

How many a chunk has goes by its number alone, and grows with it: a first look is early, and there are not
many chunks in the end. How many chunks there will be is no part of the plan, so that whoever wants more games
later goes on with the same file; games that do not fill a chunk are no part of the file.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import closing
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdl.support.values import frozen
from gdl.version import __version__
from interpreter.engines.interface import tally_of
from interpreter.match.play import Match, play_game
from interpreter.players.naming import read_player
from interpreter.study.measures.random_play import RandomPlay
from interpreter.support.numbers import seed_for
from interpreter.work.job import Outcome
from interpreter.work.perform import perform
from interpreter.work.runners import Place

if TYPE_CHECKING:
    from interpreter.game.game import Game

#: The sides of a comparison, as results name them.
SIDES = ("a", "b")
#: One game in so many is sampled (all its moves listed) beside the playouts.
SAMPLED_ONE_IN = 8
#: A chunk of the first ones has about so many plies of random play, of each game; so many games at least, and
#: at most.
_PLIES, _LEAST, _MOST = 100_000, 16, 2048
#: So many games tell how long they are, about.
_TRIED = 32
#: A pilot is at most one in so many of the games.
_BESIDE_PILOT = 4
#: Chunks of one size, and the factor by which the largest are larger than the first.
_ROUND, _LARGEST = 4, 32


@frozen
class Chunks:
    """Chunks that grow: four of one size, then four of twice that, and so on; a pilot before them, if any."""

    #: games of each side in the first chunks
    base: int
    #: and in the pilot
    pilot: int = 0

    def size(self, number: int) -> int:
        """The games of each side in a chunk."""
        if self.pilot:
            if not number:
                return self.pilot
            number -= 1
        return self.base * min(_LARGEST, 1 + number // _ROUND)

    def first(self, number: int) -> int:
        """The number of a chunk's first game."""
        return sum(map(self.size, range(number)))

    def within(self, games: int) -> int:
        """How many chunks have no more than so many games: none where the pilot would have most of them."""
        if self.pilot and games < _BESIDE_PILOT * self.pilot:
            return 0
        number = 0
        while (games := games - self.size(number)) >= 0:
            number += 1
        return number

    def rest(self, games: int) -> tuple[tuple[int, int], ...]:
        """What these chunks leave of so many games: the first one and the number of each further part."""
        parts: list[tuple[int, int]] = []
        chunks = self.within(games)
        first = self.first(chunks)
        if self.pilot and not chunks:
            first = -(-games // _BESIDE_PILOT)
            parts.append((0, first))
        parts += [(at, min(self.base, games - at)) for at in range(first, games, self.base)]
        return tuple(parts)


@frozen
class PairByRandomPlay:
    """Random games of two games, none longer than `longest`."""

    games: tuple[Game, Game]
    seed: int
    longest: int
    growth: Chunks
    #: how many chunks there are at most
    chunks: int

    title = "random games"

    def plan(self) -> Mapping[str, Any]:
        """All that decides what a chunk comes to."""
        return _plan("compare: random play", self.games, self.seed, self.longest, self.growth)

    def do(self, number: int) -> Outcome:
        """Play the games of a chunk."""
        return self.played(self.growth.first(number), self.growth.size(number))

    def played(self, first: int, count: int) -> Outcome:
        """Play some games of each."""
        return {side: self._played(which, first, count) for which, side in enumerate(SIDES)}

    def _played(self, side: int, first: int, count: int) -> Outcome:
        play = _playing(self.games[side], side_seed(self.seed, side), self.longest)
        tally = play.tally(first, count)
        start = -(-first // SAMPLED_ONE_IN)
        sample = play.sample(start, -(-(first + count) // SAMPLED_ONE_IN) - start)
        return {
            "ended": tally.rows,
            "given_up": tally.given_up,
            "sample": [[s.plies, s.moves, s.choosing, s.covered / max(1, len(play.sites))] for s in sample],
        }


def chunks_for(games: tuple[Game, Game], seed: int, longest: int) -> Chunks:
    """Chunks of random games that are neither too short nor too long, by the plies of a few games."""
    plies = 1
    for side, game in enumerate(games):
        tally = game.fast_engine.tally_games(_TRIED, side_seed(seed, side), 0, longest)
        total = tally.given_up * longest + sum(plies * n for (plies, _), n in tally.ended.items())
        plies = max(plies, total // _TRIED)
    base = max(_LEAST, min(_MOST, _PLIES // plies // _LEAST * _LEAST))
    return Chunks(base, max(_LEAST, base // 8))


def side_seed(seed: int, side: int) -> int:
    """The games of the two sides are independent of each other."""
    return seed_for(seed, side, "side of a comparison")


@lru_cache(maxsize=2)
def _playing(game: Game, seed: int, longest: int) -> RandomPlay:
    """What plays the chunks of a side: made ready once in each process."""
    return RandomPlay(game.on("auto"), seed, longest)


@frozen
class PairBySearch:
    """Games of two games in which all seats think: a player of one kind and budget."""

    games: tuple[Game, Game]
    #: as it is written for players: `mcts:iterations=100`
    player: str
    seed: int
    longest: int
    chunks: int

    growth = Chunks(2)

    @property
    def title(self) -> str:
        """What it does, for whoever waits."""
        return f"games of {self.player}"

    def plan(self) -> Mapping[str, Any]:
        """All that decides what a chunk comes to."""
        plan = _plan("compare: searching play", self.games, self.seed, self.longest, self.growth)
        return {**plan, "player": self.player}

    def do(self, number: int) -> Outcome:
        """Play the games of a chunk."""
        return self.played(self.growth.first(number), self.growth.size(number))

    def played(self, first: int, count: int) -> Outcome:
        """Play some games of each."""
        tallies = {}
        for side, match in zip(SIDES, self._matches, strict=True):
            tally = tally_of(play_game(match, each).playout for each in range(first, first + count))
            tallies[side] = {"ended": tally.rows, "given_up": tally.given_up}
        return tallies

    @cached_property
    def _matches(self) -> list[Match]:
        named = read_player(self.player)
        return [
            Match(game.on("auto"), (named,), 1, side_seed(self.seed, side), self.longest)
            for side, game in enumerate(self.games)
        ]


@frozen
class Rest:
    """The games behind the last whole chunk, in parts of their own."""

    of: PairByRandomPlay | PairBySearch
    #: the number of the first game of each part, and how many it has
    parts: tuple[tuple[int, int], ...]

    @property
    def title(self) -> str:
        """What it does, for whoever waits."""
        return self.of.title

    @property
    def chunks(self) -> int:
        """How many parts there are."""
        return len(self.parts)

    def plan(self) -> Mapping[str, Any]:
        """All that decides what a part comes to."""
        return {**self.of.plan(), "rest": [list(part) for part in self.parts]}

    def do(self, number: int) -> Outcome:
        """Play the games of a part."""
        return self.of.played(*self.parts[number])


def at_most(
    job: PairByRandomPlay | PairBySearch, games: int, place: Place | None, file: str | Path | None
) -> Generator[tuple[Outcome, int]]:
    """Play so many games of each: what each chunk comes to, and how many were played by then.

    The file takes whole chunks alone: whoever wants more games later goes on behind them.
    """
    if file is not None or job.chunks:
        with closing(perform(job, place, file)) as every:
            for done in every:
                if done.number >= job.chunks:
                    break
                yield done.outcome, job.growth.first(done.number + 1)
    rest = Rest(job, job.growth.rest(games))
    if rest.parts:
        with closing(perform(rest, place)) as every:
            for done in every:
                yield done.outcome, sum(rest.parts[done.number])


def _plan(part: str, games: tuple[Game, Game], seed: int, longest: int, growth: Chunks) -> dict[str, Any]:
    return {
        "part": part,
        "ludwright": __version__,
        "games": [game.name for game in games],
        "rules": [game.fingerprint for game in games],
        "options": [game.options for game in games],
        "seed": seed,
        "longest": longest,
        "chunks": [growth.base, growth.pilot],
    }
