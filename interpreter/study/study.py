"""A study: parts that play, put together; what they come to as one frozen value."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import field, frozen

from interpreter.errors.user_errors import MissingExtraError
from interpreter.study.measures.by_random_play import ByRandomPlay, games_in
from interpreter.study.measures.by_searching import not_defined, searching_parts
from interpreter.study.measures.by_self_play import BySelfPlay
from interpreter.study.measures.exact_values import ByProof, Exact, can_be_proved, exact_in
from interpreter.study.measures.measure import Measure
from interpreter.study.measures.part import Part, Together
from interpreter.study.measures.random_measures import lengths
from interpreter.study.measures.restricted_play import (
    ByRestriction,
    Worth,
    can_be_restricted,
    worths,
)
from interpreter.study.measures.rule_use import ByRules, RuleUse, rules_in
from interpreter.study.measures.self_play_measures import Course
from interpreter.study.options import GAMES, LONGEST, RULE_GAMES, SIMULATIONS, StudyOptions
from interpreter.study.searching.settings import Wished, searching
from interpreter.work.job import Done, Outcome
from interpreter.work.perform import perform
from interpreter.work.runners import Place, place_for

if TYPE_CHECKING:
    from pandas import DataFrame

    from interpreter.game.game import Game


@frozen
class Study:
    """What was found. Numbers are no judgement: none of them says whether a game is fun."""

    game: str
    #: of the rules as they are played: comments, layout and names do not matter
    fingerprint: str
    options: Mapping[str, str]
    #: the names of the players, player 1 first
    players: tuple[str, ...]
    seed: int
    measures: tuple[Measure, ...]
    #: how many of the random games that ended had so many plies
    lengths: Mapping[int, int]
    #: how often each of the author's rules came about; empty where that was not asked for
    rules: tuple[RuleUse, ...] = field(repr=False)
    #: what the players expect over the course of games between searches, for each budget
    courses: tuple[Course, ...] = field(default=(), repr=False)
    #: which measures are not defined for this game, and why
    notes: tuple[str, ...] = ()
    #: what a seat loses without each rule, the most valuable first; empty where that was not asked for
    restricted: tuple[Worth, ...] = field(default=(), repr=False)
    #: what is proved; None where that was not asked for, or cannot be: three players, chance
    exact: Exact | None = field(default=None, repr=False)

    def __getitem__(self, key: str) -> Measure:
        """A measure by its key: `branching`, `won[White]`. Raises KeyError."""
        for measure in self.measures:
            if measure.key == key:
                return measure
        raise KeyError(key)

    def place(self, file: str, line: int) -> str:
        """A line of the rules for those who look for it: with its file, where the rules stand in several."""
        files = {rule.file for rule in self.rules} | {each.file for each in self.restricted if each.in_rules}
        return f"{file.rpartition('/')[2]}:{line}" if len(files) > 1 else f"line {line}"

    def as_json(self) -> dict[str, object]:
        """The same for programs."""
        return {
            "game": self.game,
            "fingerprint": self.fingerprint,
            "options": dict(self.options),
            "players": list(self.players),
            "seed": self.seed,
            "measures": [measure.as_json() for measure in self.measures],
            "lengths": [[plies, count] for plies, count in self.lengths.items()],
            "rules": [rule.as_json() for rule in self.rules],
            "courses": [course.as_json() for course in self.courses],
            "notes": list(self.notes),
            "restricted": [each.as_json() for each in self.restricted],
            "exact": None if self.exact is None else self.exact.as_json(),
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
    seed: int
    #: the kinds of play after which there is something to be shown, and how many chunks are done then
    pages: tuple[tuple[str, int], ...] = ()

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return self.job.chunks

    def doing(self, number: int) -> str:
        """What a chunk is of, for whoever waits."""
        return self.job.place(number)[0].title

    def run(self, place: Place | None = None, file: str | Path | None = None) -> Generator[Done]:
        """Do it: each chunk as it is done, in order."""
        return perform(self.job, place, file)

    def found(self, outcomes: Sequence[Outcome]) -> Study:
        """What the outcomes of all chunks come to; of the first ones, as far as parts are done with them."""
        measures: list[Measure] = []
        played: dict[int, int] = {}
        rules: tuple[RuleUse, ...] = ()
        courses: tuple[Course, ...] = ()
        notes: tuple[str, ...] = ()
        restricted: tuple[Worth, ...] = ()
        exact: Exact | None = None
        for part, mine in zip(self.job.parts, self.job.shared_out(outcomes), strict=True):
            if len(mine) < part.chunks:
                break
            measures += part.measures(mine)
            if isinstance(part, ByRandomPlay):
                played = lengths(games_in(mine))
            elif isinstance(part, ByRules):
                rules = rules_in(mine)
            elif isinstance(part, BySelfPlay):
                courses, notes = part.courses(mine), not_defined(self.game, part.searching.searcher)
            elif isinstance(part, ByRestriction):
                restricted = worths(part.game, part.seed, mine)
            elif isinstance(part, ByProof):
                exact = exact_in(mine)
        game = self.game
        return Study(
            game.name,
            game.fingerprint,
            game.options,
            game.players,
            self.seed,
            tuple(measures),
            played,
            rules,
            courses,
            notes,
            restricted,
            exact,
        )


def _at_random(game: Game, options: StudyOptions) -> Iterable[Part]:
    yield ByRandomPlay(game, options.games, options.seed, options.longest)


def _by_rules(game: Game, options: StudyOptions) -> Iterable[Part]:
    if options.rule_games:
        yield ByRules(game, options.rule_games, options.seed)


def _by_proof(game: Game, options: StudyOptions) -> Iterable[Part]:
    if options.exact_positions and can_be_proved(game):
        yield ByProof(game, options.exact_positions)


def _by_searching(game: Game, options: StudyOptions) -> Iterable[Part]:
    if options.search is not None:
        yield from searching_parts(game, searching(game, options.search), options.seed)


def _by_restriction(game: Game, options: StudyOptions) -> Iterable[Part]:
    if options.ablate_pairs != 0 and can_be_restricted(game):
        yield ByRestriction(game, options.seed, options.ablate_simulations, options.ablate_pairs)


RANDOM, USE, PROOF = "random play", "use of the rules", "proof"
SEARCHING, RESTRICTED = "searching play", "restricted play"
#: What a study is made of, in this order: each kind of play gives the parts that are asked for.
KINDS: Mapping[str, Callable[[Game, StudyOptions], Iterable[Part]]] = {
    RANDOM: _at_random,
    USE: _by_rules,
    PROOF: _by_proof,
    SEARCHING: _by_searching,
    RESTRICTED: _by_restriction,
}


def studying(game: Game, options: StudyOptions) -> Studying:
    """A study to be made."""
    parts: list[Part] = []
    pages: dict[str, int] = {}
    for name, kind in KINDS.items():
        more = tuple(kind(game, options))
        parts += more
        if more:
            pages[name] = sum(part.chunks for part in parts)
    if USE in pages:  # which is told on the first page
        del pages[RANDOM]
    return Studying(game, Together(tuple(parts)), options.seed, tuple(pages.items()))


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
    search: bool | Wished = False,
    ablate: int | None = 0,
    ablate_simulations: int = SIMULATIONS,
    exact: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Study:
    """Study a game: play it `games` times at random, and say what kind of game that shows it to be.

    The same seed gives the same study, whatever the number of `workers` (processes) and wherever it is done:
    `on` names a cluster, `dask:ADDRESS` or `ray`. `file` takes the results as they come, one a line, and a
    study that was ended in the middle goes on from it. How its own rules are used is told by `rule_games`
    games more, for which the rules are compiled with counters; 0 leaves that out. Games of more than
    `longest` plies are given up. `search` adds games between searches: True as many as take some minutes at
    most, a `Wished` so many as it says. What each rule is worth is told by `ablate` pairs of games more for
    each, in which one player does without it and both think for `ablate_simulations` of a Monte-Carlo search
    at each move; None plays as many as some tens of seconds allow, 0 leaves it out. `exact` positions are
    looked at for a proof of who wins, and as many for the first moves; 0 leaves that out. `progress` is told
    how many chunks are done, and of how many.

    Raises StudyError, and ValueError for numbers out of bounds.
    """
    wished = search if isinstance(search, Wished) else Wished() if search else None
    options = StudyOptions(
        games=games, seed=seed, rule_games=rule_games, longest=longest, search=wished, ablate_pairs=ablate,
        ablate_simulations=ablate_simulations, exact_positions=exact,
    )  # fmt: skip
    to_do = studying(game, options)
    outcomes: list[Outcome] = []
    with closing(perform(to_do.job, place_for(workers, on), file)) as every:
        for done in every:
            outcomes.append(done.outcome)
            if progress is not None:
                progress(len(outcomes), to_do.chunks)
    return to_do.found(outcomes)
