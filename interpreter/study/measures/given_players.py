"""Self-play of players that the caller gives: seats and lengths as by random play.

Each sits in all seats. Players of one's own may always answer the same, so games are opened by a few plies
at random, as matches between engines are; how many games differ is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gdl.support.values import evolve, frozen
from interpreter.engines.interface import first_placed
from interpreter.match.job import Games as Chunks
from interpreter.match.job import games_in
from interpreter.match.play import Match, Played
from interpreter.statistics.moments import moments_of
from interpreter.study.measures import definitions as d
from interpreter.study.measures.measure import Measure, Setting, exactly, measured
from interpreter.study.measures.random_play import Games, results_of
from interpreter.work.job import Outcome

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.players.player import Entrant

#: So many plies are drawn before the players think.
OPENING = 2
#: Games of which fewer than this part are distinct are no independent sample.
_REPEATED = 0.5


@frozen
class ByGivenPlayer:
    """So many games of a player against itself."""

    game: Game
    entrant: Entrant
    games: int
    seed: int
    longest: int

    @property
    def title(self) -> str:
        """What it does, for whoever waits."""
        return f"games of {self.entrant}"

    @property
    def _chunks(self) -> Chunks:
        one = (self.entrant,)
        return Chunks(Match(self.game, one, self.games, self.seed, self.longest, openings=OPENING))

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return self._chunks.chunks

    def plan(self) -> Mapping[str, Any]:
        """All that decides the results, as far as the player's seed decides its moves."""
        return {**self._chunks.plan(), "part": "given players"}

    def do(self, number: int) -> Outcome:
        """Play the games of a chunk. Raises what the player raises."""
        return self._chunks.do(number)

    def measures(self, outcomes: Sequence[Outcome]) -> tuple[Measure, ...]:
        """What the games come to; each says whose they are in what it is about."""
        games = [game for outcome in outcomes for game in games_in(outcome)]
        budget = f"{OPENING} plies at random first; games of at most {self.longest:,} plies"
        setting = Setting(str(self.entrant), budget, self.seed)
        ended = [game for game in games if game.finished]
        counted = Games(dict(Counter(map(_outcome, ended))), len(games) - len(ended), ())
        measures = list(results_of(counted, self.game.players, setting))
        if ended:
            plies = moments_of(game.plies for game in ended).interval()
            measures.append(measured(d.LENGTH, setting, len(ended), plies, "Student's t"))
        distinct = len({game.identity for game in games})
        measures.append(exactly(d.DISTINCT, setting, len(games), distinct / len(games)))
        few = distinct < _REPEATED * len(games)
        caution = f"only {distinct} of {len(games)} games differ" if few else ""
        return tuple(
            evolve(
                each,
                about=", ".join(filter(None, (each.about, setting.agent))),
                caution=caution if each.of != d.DISTINCT else "",
            )
            for each in measures
        )


def _outcome(game: Played) -> tuple[int, int]:
    """How long it was, and who came first, as bits."""
    return game.plies, first_placed(game.ranks)
