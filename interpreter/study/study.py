"""A study: parts that play, put together; what they come to as one frozen value.

An anytime study (`Growing`) plays the very games that `study` plays by the same seed, in the same order, so
that a study of as many games gives the same numbers. Its intervals are those of a study of so many games:
they hold for a time that was agreed before, not for the moment at which somebody liked the numbers and
stopped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from gdl.support.values import field, frozen
from interpreter.coverage.play import Observed, Observing
from interpreter.errors.user_errors import MissingExtraError
from interpreter.game.game import given_game
from interpreter.match.goal import read_width
from interpreter.players.entrants import entrant
from interpreter.study.measures.ablation import ByRestriction, Worth, can_be_restricted, worths
from interpreter.study.measures.exact import ByProof, Exact, can_be_proved, exact_in
from interpreter.study.measures.measure import JointJob, Measure, Part
from interpreter.study.measures.random_play import ByRandomPlay, Games, games_in, lengths, sampled_of
from interpreter.study.measures.rule_use import ByRules, RuleUse, measures_by, rules_in, rules_of
from interpreter.study.measures.searched_games import Course
from interpreter.study.measures.self_play import ByGivenPlayer, BySelfPlay, UntilKnown
from interpreter.study.measures.skill import ByBlunders, ByLadder, ByLuck
from interpreter.study.measures.table import notes, rows, table_of
from interpreter.study.options import (
    GAMES,
    LONGEST,
    PLAYER_GAMES,
    RULE_GAMES,
    SEARCHERS,
    SIMULATIONS,
    SearchOptions,
    StudyOptions,
)
from interpreter.study.searching.budgets import Searching, other_family, searching
from interpreter.study.searching.games import Searcher
from interpreter.support.tables import Table, as_html
from interpreter.work.job import Done, Outcome
from interpreter.work.perform import perform
from interpreter.work.runners import Place, place_for

if TYPE_CHECKING:
    from pandas import DataFrame

    from interpreter.game.game import Game
    from interpreter.players.entrants import Chooser
    from interpreter.players.player import Player


def searching_parts(game: Game, searching: Searching, seed: int) -> tuple[Part, ...]:
    """The parts for a game."""
    if not searching.searcher.tells:
        return (BySelfPlay(game, searching, seed), ByLadder(game, searching, seed))
    parts: list[Part] = [BySelfPlay(game, searching, seed), ByBlunders(game, searching, seed)]
    if len(game.players) > 1:
        parts.append(ByLadder(game, searching, seed))
        if game.has_chance:
            parts.append(ByLuck(game, searching, seed))
    return tuple(parts)


def not_defined(game: Game, searcher: Searcher) -> tuple[str, ...]:
    """What such a game, or such players, have not, in words."""
    if not searcher.tells:
        return (
            f"{searcher.name} plays for seats, lengths and the ladder: choices, leads and what blunders cost "
            "are measured by UCT",
        )
    if len(game.players) == 1:
        return (
            "a game for one has no seats to compare, no lead and no opponent to climb a ladder by: what "
            "thought is worth shows in the games that are won with more of it",
        )
    return ()


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

    def table(self) -> Table:
        """All measures as a table, one a row."""
        return table_of(rows(self.measures))

    def _repr_html_(self) -> str:
        """What notebooks show: the table, and what is to be read with care."""
        said = "".join(f"<p>note: {as_html(each)}</p>" for each in (*notes(self.measures), *self.notes))
        return f"<h3>{as_html(self.game)}</h3>{self.table().html()}{said}"

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
    job: JointJob
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
        """Do it: each chunk as it is done, in order; the last part ends where its goal is reached."""
        goal = self.job.parts[-1]
        if not isinstance(goal, UntilKnown):
            yield from perform(self.job, place, file)
            return
        outcomes: list[Outcome] = []
        with closing(perform(self.job, place, file)) as every:
            for done in every:
                outcomes.append(done.outcome)
                yield done
                before, after = self._around_goal(outcomes)
                if len(outcomes) >= self.chunks - goal.chunks and goal.reached(before, after):
                    return

    def _around_goal(self, outcomes: Sequence[Outcome]) -> tuple[Sequence[Outcome], Sequence[Outcome]]:
        """Of the outcomes those of self-play, and those of the games that go on until a goal is reached."""
        shared = self.job.shared_out(outcomes)
        of = next(n for n, part in enumerate(self.job.parts) if isinstance(part, BySelfPlay))
        return shared[of], shared[-1]

    def result(self, outcomes: Sequence[Outcome]) -> Study:
        """What the outcomes of all chunks come to; of the first ones, as far as parts are done with them."""
        measures: list[Measure] = []
        played: dict[int, int] = {}
        rules: tuple[RuleUse, ...] = ()
        courses: tuple[Course, ...] = ()
        notes: tuple[str, ...] = ()
        restricted: tuple[Worth, ...] = ()
        exact: Exact | None = None
        for part, mine in zip(self.job.parts, self.job.shared_out(outcomes), strict=True):
            if isinstance(part, UntilKnown):
                before, after = self._around_goal(outcomes)
                measures = part.counted_in(measures, before, after)
                courses = (*courses[:-1], part.course(before, after)) if courses else ()
                notes = (*notes, part.note(before, after))
                break
            if len(mine) < part.chunks and not (mine and isinstance(part, ByRandomPlay)):
                break  # (random games tell something however few they are)
            measures += part.measures(mine)
            if isinstance(part, ByRandomPlay):
                played = lengths(games_in(mine))
            elif isinstance(part, ByRules):
                rules = rules_in(mine)
            elif isinstance(part, BySelfPlay):
                if not courses:  # the other family, if there is one, tells of seats and lengths alone
                    courses, notes = part.courses(mine), not_defined(self.game, part.searching.searcher)
            elif isinstance(part, ByRestriction):
                restricted = worths(part.game, mine)
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
    if options.search is None:
        return
    yield from searching_parts(game, searching(game, options.search), options.seed)
    if options.search.searcher == BOTH and (other := other_family(game, options.search)):
        yield BySelfPlay(game, other, options.seed)


def _by_given_players(game: Game, options: StudyOptions) -> Iterable[Part]:
    for player in options.players:
        yield ByGivenPlayer(game, player, options.player_games, options.seed, options.longest)


def _by_restriction(game: Game, options: StudyOptions) -> Iterable[Part]:
    if options.ablate_pairs != 0 and can_be_restricted(game):
        yield ByRestriction(game, options.seed, options.ablate_simulations, options.ablate_pairs)


def _until_known(game: Game, options: StudyOptions) -> Iterable[Part]:
    if options.until is not None and options.search is not None:
        yield UntilKnown(BySelfPlay(game, searching(game, options.search), options.seed), options.until)


RANDOM, USE, PROOF = "random play", "use of the rules", "proof"
SEARCHING, GIVEN, RESTRICTED = "searching play", "given players", "restricted play"
UNTIL = "until known"
#: The searcher that is both families.
BOTH = SEARCHERS[-1]
#: What a study is made of, in this order: each kind of play gives the parts that are asked for.
KINDS: Mapping[str, Callable[[Game, StudyOptions], Iterable[Part]]] = {
    RANDOM: _at_random,
    USE: _by_rules,
    PROOF: _by_proof,
    SEARCHING: _by_searching,
    GIVEN: _by_given_players,
    RESTRICTED: _by_restriction,
    UNTIL: _until_known,
}


def studying(game: Game, options: StudyOptions) -> Studying:
    """A study to be made."""
    from interpreter.game.describing import begun_by_its_rules  # it takes YAML

    game = begun_by_its_rules(game)
    parts: list[Part] = []
    pages: dict[str, int] = {}
    for name, kind in KINDS.items():
        more = tuple(kind(game, options))
        parts += more
        if more:
            pages[name] = sum(part.chunks for part in parts)
    if USE in pages:  # which is told on the first page
        del pages[RANDOM]
    return Studying(game, JointJob(tuple(parts)), options.seed, tuple(pages.items()))


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
    search: bool | SearchOptions = False,
    ablate: int | None = 0,
    ablate_simulations: int = SIMULATIONS,
    exact: int = 0,
    until: str | None = None,
    players: Sequence[str | Player | Chooser] = (),
    player_games: int = PLAYER_GAMES,
    progress: Callable[[int, int], None] | None = None,
) -> Study:
    """Study a game: play it `games` times at random, and say what kind of game that shows it to be.

    The same seed gives the same study, whatever the number of `workers` (processes) and wherever it is done:
    `on` names a cluster, `dask:ADDRESS` or `ray`. `file` takes the results as they come, one a line, and a
    study that was ended in the middle goes on from it. How its own rules are used is told by `rule_games`
    games more, for which the rules are compiled with counters; 0 leaves that out. Games of more than
    `longest` plies are given up. `search` adds games between searches: True as many as take some minutes at
    most, `SearchOptions` so many as they say. What each rule is worth is told by `ablate` pairs of games more
    for each, in which one player does without it and both think for `ablate_simulations` of a Monte-Carlo
    search at each move; None plays as many as some tens of seconds allow, 0 leaves it out. `exact` positions
    are looked at for a proof of who wins, and as many for the first moves; 0 leaves that out. `until`, such
    as "3points", has games of the largest budget of `search` go on until each seat's share of the win is
    known to within so much. `progress` is told how many chunks are done, and of how many.

    Raises TypeError for what is no game, StudyError, MatchError where `until` is no width, and ValueError
    for numbers out of bounds.
    """
    given_game(game)
    searches = search if isinstance(search, SearchOptions) else SearchOptions() if search else None
    options = StudyOptions(
        games=games, seed=seed, rule_games=rule_games, longest=longest, search=searches, ablate_pairs=ablate,
        ablate_simulations=ablate_simulations, exact_positions=exact,
        until=None if until is None else read_width(until), players=tuple(map(entrant, players)),
        player_games=player_games,
    )  # fmt: skip
    to_do = studying(game, options)
    outcomes: list[Outcome] = []
    with closing(to_do.run(place_for(workers, on), file)) as every:
        for done in every:
            outcomes.append(done.outcome)
            if progress is not None:
                progress(len(outcomes), to_do.chunks)
    return to_do.result(outcomes)


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

    def result(self) -> Study:
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
