"""The part of a study that plays at random: seats, draws, lengths, branching, coverage, the tree's size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from attrs import frozen

from gdl.version import __version__
from interpreter.study.measures.measure import Measure
from interpreter.study.measures.random_measures import measures_of
from interpreter.study.measures.random_play import RandomPlay, Sampled, board_sites
from interpreter.work.job import Outcome

if TYPE_CHECKING:
    from interpreter.game.game import Game

#: So many chunks at most, and so many games in each at least.
CHUNKS, CHUNK_GAMES = 64, 100
#: One game in so many is sampled (all its moves listed) beside the playouts, but so many at least.
SAMPLED_ONE_IN, LEAST_SAMPLED = 256, 256


@frozen
class Games:
    """Games played at random, counted; all sums, so they can be put together in any order."""

    #: how many of the playouts had so many plies and these players in the first place, as bits
    ended: Mapping[tuple[int, int], int]
    given_up: int
    sample: tuple[Sampled, ...]

    @property
    def finished(self) -> int:
        """The playouts that ended."""
        return sum(self.ended.values())

    def __add__(self, more: Games) -> Games:
        """These, and some that were played after them."""
        ended = Counter(self.ended)
        ended.update(more.ended)
        return Games(dict(sorted(ended.items())), self.given_up + more.given_up, (*self.sample, *more.sample))


@frozen
class ByRandomPlay:
    """So many random games of a seed, none longer than `longest`."""

    game: Game
    games: int
    seed: int
    longest: int

    @property
    def title(self) -> str:
        """What it does, for whoever waits."""
        return "random games"

    @property
    def sampled(self) -> int:
        """How many games are sampled."""
        return sampled_of(self.games)

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return min(CHUNKS, -(-self.games // CHUNK_GAMES))

    def plan(self) -> Mapping[str, Any]:
        """All that decides the results."""
        return {
            "part": "random play",
            "ludwright": __version__,
            "game": self.game.name,
            "rules": self.game.fingerprint,
            "options": self.game.options,
            "games": self.games,
            "sampled": self.sampled,
            "chunks": self.chunks,
            "seed": self.seed,
            "longest": self.longest,
        }

    def do(self, number: int) -> Outcome:
        """Play the games of a chunk."""
        first, last = (self.games * n // self.chunks for n in (number, number + 1))
        begin, end = (self.sampled * n // self.chunks for n in (number, number + 1))
        return self.play(range(first, last), range(begin, end))

    def play(self, games: range, sampled: range) -> Outcome:
        """Play the games of some numbers, and sample those of some numbers."""
        play = _playing(self.game, self.seed, self.longest)
        tally = play.tally(games.start, len(games))
        first, last = sampled.start, sampled.stop
        sample = play.sample(first, last - first) if last > first else []
        return {
            "ended": tally.rows,
            "given_up": tally.given_up,
            "sample": [
                [int(s.ended), s.plies, s.moves, s.choosing, s.most, s.covered, s.log_product] for s in sample
            ],
        }

    def measures(self, outcomes: Sequence[Outcome]) -> tuple[Measure, ...]:
        """What the games come to."""
        return self.measures_by(games_in(outcomes))

    def measures_by(self, games: Games) -> tuple[Measure, ...]:
        """The same, of games that are counted already."""
        return measures_of(
            games,
            self.game.players,
            len(board_sites(self.game)),
            self.seed,
            self.longest,
            self.game.has_chance,
        )


def sampled_of(games: int) -> int:
    """How many games are sampled beside so many playouts."""
    return min(games, max(LEAST_SAMPLED, games // SAMPLED_ONE_IN))


def games_in(outcomes: Sequence[Outcome]) -> Games:
    """The games of some chunks together."""
    ended: Counter[tuple[int, int]] = Counter()
    for outcome in outcomes:
        for plies, firsts, count in outcome["ended"]:
            ended[plies, firsts] += count
    rows = (row for outcome in outcomes for row in outcome["sample"])
    return Games(
        dict(sorted(ended.items())),
        sum(outcome["given_up"] for outcome in outcomes),
        tuple(Sampled(bool(row[0]), *row[1:]) for row in rows),
    )


@lru_cache(maxsize=2)
def _playing(game: Game, seed: int, longest: int) -> RandomPlay:
    """What plays the chunks of a study: made ready once in each process."""
    fast = game.on("auto") if game.recipe.engine == "python" else game  # as `Game.playouts` does
    return RandomPlay(fast, seed, longest)
