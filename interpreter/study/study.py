"""A study: parts that play, put together; what they come to as one frozen value."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import field, frozen

from interpreter.errors.user_errors import MissingExtraError, StudyError
from interpreter.study.measures.by_random_play import ByRandomPlay, games_in
from interpreter.study.measures.measure import Measure
from interpreter.study.measures.part import Together
from interpreter.study.measures.random_measures import lengths
from interpreter.study.measures.rule_use import ByRules, RuleUse, rules_in
from interpreter.study.work.job import Done, Outcome
from interpreter.study.work.perform import perform
from interpreter.study.work.runners import Place, known_cluster
from interpreter.support.whole import whole

if TYPE_CHECKING:
    from pandas import DataFrame

    from interpreter.game.game import Game

#: What is played unless somebody says otherwise; a longer game is given up.
GAMES, RULE_GAMES, LONGEST = 10_000, 400, 5_000
#: More games and plies than anybody has time for.
MOST_GAMES, MOST_PLIES = 10**12, 100_000
MOST_SEED = 2**63 - 1


@frozen
class Study:
    """What was found. Numbers are no judgement: none of them says whether a game is fun."""

    game: str
    #: of the rules as they are played: comments, layout and names do not matter
    fingerprint: str
    options: Mapping[str, str]
    seed: int
    measures: tuple[Measure, ...]
    #: how many of the random games that ended had so many plies
    lengths: Mapping[int, int]
    #: how often each of the author's rules came about; empty where that was not asked for
    rules: tuple[RuleUse, ...] = field(repr=False)

    def __getitem__(self, key: str) -> Measure:
        """A measure by its key: `branching`, `won[White]`. Raises KeyError."""
        for measure in self.measures:
            if measure.key == key:
                return measure
        raise KeyError(key)

    def as_json(self) -> dict[str, object]:
        """The same for programs."""
        return {
            "game": self.game,
            "fingerprint": self.fingerprint,
            "options": dict(self.options),
            "seed": self.seed,
            "measures": [measure.as_json() for measure in self.measures],
            "lengths": [[plies, count] for plies, count in self.lengths.items()],
            "rules": [rule.as_json() for rule in self.rules],
        }

    def to_frame(self) -> DataFrame:
        """The measures as a pandas DataFrame, one a row. Raises MissingExtraError where pandas is missing."""
        try:
            import pandas
        except ImportError:
            raise MissingExtraError("`to_frame` takes pandas: pip install pandas") from None
        return pandas.DataFrame([measure.as_json() for measure in self.measures])


@frozen
class Studying:
    """A study that is to be made."""

    game: Game
    job: Together

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return self.job.chunks

    def run(self, place: Place | None = None, file: str | Path | None = None) -> Generator[Done]:
        """Do it: each chunk as it is done, in order."""
        return perform(self.job, place, file)

    def found(self, outcomes: list[Outcome]) -> Study:
        """What the outcomes of all chunks come to."""
        measures: list[Measure] = []
        played: dict[int, int] = {}
        rules: tuple[RuleUse, ...] = ()
        seed = 0
        for part, mine in zip(self.job.parts, self.job.shared_out(outcomes), strict=True):
            measures += part.measures(mine)
            if isinstance(part, ByRandomPlay):
                played, seed = lengths(games_in(mine)), part.seed
            elif isinstance(part, ByRules):
                rules = rules_in(mine)
        game = self.game
        return Study(game.name, game.fingerprint, game.options, seed, tuple(measures), played, rules)


def studying(
    game: Game,
    games: int = GAMES,
    seed: int | None = None,
    rule_games: int = RULE_GAMES,
    longest: int = LONGEST,
) -> Studying:
    """A study to be made; without a seed, of another one each time. Raises ValueError for odd numbers."""
    games = whole("the number of games", games, 1, MOST_GAMES)
    rule_games = whole("the number of games for the rules", rule_games, 0, MOST_GAMES)
    longest = whole("the longest game", longest, 1, MOST_PLIES)
    seed = secrets.randbits(32) if seed is None else whole("a seed", seed, 0, MOST_SEED)
    parts: list[ByRandomPlay | ByRules] = [ByRandomPlay(game, games, seed, longest)]
    if rule_games:
        parts.append(ByRules(game, rule_games, seed))
    return Studying(game, Together(tuple(parts)))


def study(
    game: Game,
    games: int = GAMES,
    *,
    seed: int | None = None,
    workers: int = 1,
    on: str | None = None,
    file: str | Path | None = None,
    rule_games: int = RULE_GAMES,
    longest: int = LONGEST,
    progress: Callable[[int, int], None] | None = None,
) -> Study:
    """Study a game: play it `games` times at random, and say what kind of game that shows it to be.

    The same seed gives the same study, whatever the number of `workers` (processes) and wherever it is done:
    `on` names a cluster, `dask:ADDRESS` or `ray`. `file` takes the results as they come, one a line, and a
    study that was ended in the middle goes on from it. How its own rules are used is told by `rule_games`
    games more, for which the rules are compiled with counters; 0 leaves that out. Games of more than
    `longest` plies are given up. `progress` is told how many chunks are done, and of how many.

    Raises StudyError, and ValueError for numbers out of bounds.
    """
    to_do = studying(game, games, seed, rule_games, longest)
    outcomes: list[Outcome] = []
    with closing(perform(to_do.job, place_for(workers, on), file)) as every:
        for done in every:
            outcomes.append(done.outcome)
            if progress is not None:
                progress(len(outcomes), to_do.chunks)
    return to_do.found(outcomes)


def place_for(workers: int = 1, on: str | None = None) -> Place:
    """Where work is to be done. Raises StudyError for what is no cluster's name, ValueError."""
    workers = whole("the number of workers", workers, 1, 1024)
    if on is not None and not known_cluster(on):
        raise StudyError(f"`{on}` names no cluster: dask:ADDRESS, ray or ray:ADDRESS does")
    return Place(workers, on)
