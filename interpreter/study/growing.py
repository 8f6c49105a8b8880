"""An anytime study: it grows for as long as there is time, and can be looked at after each stretch.

It plays the very games that `study` plays by the same seed, in the same order, so that a study of as many
games gives the same numbers. Its intervals are those of a study of so many games: they hold for a time that
was agreed before, not for the moment at which somebody liked the numbers and stopped.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from interpreter.coverage.play import Observed, Observing
from interpreter.study.measures.by_random_play import ByRandomPlay, Games, games_in, sampled_of
from interpreter.study.measures.random_measures import lengths
from interpreter.study.measures.rule_use import measures_by, rules_of
from interpreter.study.options import LONGEST, RULE_GAMES
from interpreter.study.study import Study

if TYPE_CHECKING:
    from interpreter.game.game import Game

#: It has grown up with so many games: no interval of a share is wider than a fifth of a percent then.
ENOUGH = 1_000_000
#: So long a step is to take: seconds.
STEP = 0.1
#: Longer than any game whose rules are counted may take: seconds.
_PATIENCE = 3.0


class Growing:
    """A study of a game that is played as long as it is asked to."""

    def __init__(self, game: Game, seed: int, longest: int = LONGEST, rule_games: int = RULE_GAMES) -> None:
        self.game, self.seed = game, seed
        self._part = ByRandomPlay(game, ENOUGH, seed, longest)
        self._games = Games({}, 0, ())
        self._rule_games = rule_games
        self._observing: Observing | None = None
        #: what was seen of the rules so far
        self.observed: Observed | None = None
        #: how many games are played in the next step
        self._count, self._rule_count = 1, 1
        #: a game was broken off: no study of so many games for the rules has the same numbers
        self.torn = False

    @property
    def games(self) -> int:
        """The playouts so far."""
        return self._games.finished + self._games.given_up

    @property
    def rule_games(self) -> int:
        """The games played so far to see how the rules are used."""
        return 0 if self.observed is None else self.observed.all.games

    @property
    def done(self) -> bool:
        """More would change nothing that anybody could see."""
        return self.games >= ENOUGH and self._rules_done

    @property
    def _rules_done(self) -> bool:
        return self.torn or self.rule_games >= self._rule_games

    def grow(self, seconds: float) -> None:
        """Play for about so many seconds. First at random, so that there is something to be seen soon; then,
        half of the time, with the rules counting themselves, until that is done.
        """
        first = not self.games
        began = time.perf_counter()
        while self.games < ENOUGH and time.perf_counter() - began < seconds * (1 if first else 0.5):
            self._play()
        while not (first or self._rules_done) and time.perf_counter() - began < seconds:
            self._observe()
        while not first and self.games < ENOUGH and time.perf_counter() - began < seconds:
            self._play()

    def _play(self) -> None:
        began, first = time.perf_counter(), self.games
        last = min(ENOUGH, first + self._count)
        sampled = range(sampled_of(first), sampled_of(last))
        self._games += games_in([self._part.play(range(first, last), sampled)])
        self._count = _next(self._count, time.perf_counter() - began)

    def _observe(self) -> None:
        if self._observing is None:
            self._observing = Observing(self.game.recipe, self.seed)
        began, before = time.perf_counter(), self.rule_games
        count = min(self._rule_count, self._rule_games - before)
        self._observing.play(_PATIENCE, count)
        self.observed = self._observing.observed()
        self.torn = self.rule_games < before + count
        self._rule_count = _next(self._rule_count, time.perf_counter() - began)

    def found(self) -> Study:
        """What was found so far."""
        rules = () if self.observed is None else rules_of(self.observed)
        measures = (*self._part.measures_by(self._games), *measures_by(rules, self.seed))
        game = self.game
        played = lengths(self._games)
        named = game.name, game.fingerprint, game.options, game.players
        return Study(*named, self.seed, measures, played, rules)


def _next(count: int, took: float) -> int:
    """How many games are played next, where so many took so many seconds."""
    return count * 2 if took < STEP else max(1, count // 2)
