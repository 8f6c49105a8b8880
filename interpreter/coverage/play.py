"""Playing a profiled game for some time: the counts as frozen values, by counter and by place."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from gdl.lower.turns import supposed
from gdl.ludeme.base import Ludeme
from gdl.ludeme.categories import BoolExpr, Moves, is_all
from gdl.passes.count_effects import profile_effects
from gdl.passes.instrument import instrument, profile_late
from gdl.passes.pipeline import prepare
from gdl.passes.profile import Counter, Profile, What
from gdl.source.text import Span
from gdl.support.values import fields, frozen
from interpreter.coverage import driver
from interpreter.coverage.driver import STATISTICS, STATISTICS_ROW, TOTALS_ROW
from interpreter.search.run import Search
from interpreter.support.stopping import StoppedError

if TYPE_CHECKING:
    from gdl.compile.compile import Compiled
    from gdl.core.ops import Program
    from interpreter.engines.interface import Engine
    from interpreter.game.image import Recipe

#: The longest game, in plies: one that lasts longer is given up.
LONGEST_GAME = 2000
#: Where none of so many has ended, as many are played for so many plies.
FEW_LONG, MUCH_LONGER = 10, 50_000
#: How much of all plies each way of playing gets, those that are only tried included.
SHARES = {driver.RANDOM: 10, driver.GREEDY: 3, driver.NOVEL: 4, driver.PLAYOUTS: 3}
#: Nothing but random games.
AT_RANDOM = {driver.RANDOM: 1}
#: The words of a row of totals that `Ended` is made of.
_ENDED = (driver.AT_END, driver.END_PLIES, driver.END_FIRST, driver.MOVER_WON, driver.OTHER_WON,
          driver.AT_ONCE, driver.FIRST_WON)  # fmt: skip
#: The words of the pool that holds settings, statistics and the moves of a state.
_ROOM = 1 << 20
#: So long one call plays, about: seconds.
STRETCH = 0.1
#: Where no time is given, a game is played for so many seconds, and again and again for as many while fewer
#: games than these have come about, so that slow ones are not judged by a handful; up to so many seconds.
AT_FIRST, WANTED_GAMES, AT_MOST = 1.0, 2000, 5.0
#: More than are ever played.
MOST_GAMES = 1 << 40


@frozen
class Ended:
    """The games that ended with something: how many, their plies, those of the shortest, and in how many who
    had made the last move has won, or somebody else."""

    games: int = 0
    plies: int = 0
    first: int = 0
    mover_won: int = 0
    other_won: int = 0
    #: in how many of them nobody had more than two turns
    at_once: int = 0
    #: in how many the first player has won
    first_won: int = 0

    def __add__(self, other: Ended) -> Ended:
        if not self.games or not other.games:
            return self if self.games else other
        return Ended(
            self.games + other.games,
            self.plies + other.plies,
            min(self.first, other.first),
            self.mover_won + other.mover_won,
            self.other_won + other.other_won,
            self.at_once + other.at_once,
            self.first_won + other.first_won,
        )

    @property
    def mean(self) -> float:
        """The plies of such a game."""
        return self.plies / max(1, self.games)


NOT_ENDED = Ended()


@frozen
class Count:
    """How often something was: in so many plies, of so many games; `reached`: ever, if only tried."""

    plies: int
    games: int
    reached: bool
    #: how many games ended in one of these plies, and how
    ended: Ended = NOT_ENDED
    #: in how many moves it came about that were only tried
    tried: int = 0

    def __add__(self, other: Count) -> Count:
        return Count(
            self.plies + other.plies,
            self.games + other.games,
            self.reached or other.reached,
            self.ended + other.ended,
            self.tried + other.tried,
        )


NEVER = Count(0, 0, False)


@frozen
class Played:
    """What came of the games of one way of playing; by player from player 1."""

    games: int
    plies: int
    #: the legal moves of all plies
    choices: int
    most_choices: int
    wins: tuple[int, ...]
    draws: int
    #: given up after `LONGEST_GAME` plies
    unfinished: int
    shortest: int
    longest: int
    #: games that were over when nobody had had more than two turns
    at_once: int
    #: games that began with a player who could do nothing
    passed_first: int
    #: turns, those in which nothing could be done, games without a turn, and with turns but no move
    turns: tuple[int, ...]
    passes: tuple[int, ...]
    idle: tuple[int, ...]
    stuck: tuple[int, ...]

    def __add__(self, other: Played) -> Played:
        if not self.games or not other.games:
            return self if self.games else other
        return Played(
            self.games + other.games,
            self.plies + other.plies,
            self.choices + other.choices,
            max(self.most_choices, other.most_choices),
            _added(self.wins, other.wins),
            self.draws + other.draws,
            self.unfinished + other.unfinished,
            min(self.shortest, other.shortest),
            max(self.longest, other.longest),
            self.at_once + other.at_once,
            self.passed_first + other.passed_first,
            _added(self.turns, other.turns),
            _added(self.passes, other.passes),
            _added(self.idle, other.idle),
            _added(self.stuck, other.stuck),
        )

    @property
    def finished(self) -> int:
        """The games that came to an end."""
        return self.games - self.unfinished


def _added(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(one, other, strict=True))


@frozen
class Observed:
    """All that was seen of a game while it was played."""

    compiled: Compiled
    #: random games, and those that were played to get elsewhere
    random: Played
    searching: Played
    counts: Mapping[Counter, Count]
    seconds: float
    seed: int

    @property
    def all(self) -> Played:
        """Both."""
        return self.random + self.searching

    def count(self, counter: Counter) -> Count:
        """How often it was; NEVER where nothing is counted."""
        return self.counts.get(counter, NEVER)


class Observing:
    """Plays a game with its rules counting themselves, as long as it is asked to; what was seen so far."""

    def __init__(self, recipe: Recipe, seed: int = 1, shares: Mapping[int, int] = SHARES) -> None:
        """The same seed plays the same games in the same order. `shares` are the parts of all plies that each
        way of playing gets (`AT_RANDOM`: games independent of each other). Raises LanguageError."""
        from gdl.compile.counting import Counting
        from interpreter.game.image import compile_recipe

        self.profile = profile = Profile()
        self.compiled = compiled = compile_recipe(recipe, Counting(profile))
        self.seed, self.seconds = seed, 0.0
        phases = len(compiled.played.rules.phases or ())
        instrumented = instrument(compiled.program, profile, phases)
        lowered = profile_effects(
            profile_late(instrumented, profile), profile, _hands(compiled), supposed(compiled.program)
        )
        program = prepare(lowered, simplified=False)
        self.engine = engine_for(program)
        self.players = program.players
        seen, acts = len(profile.seen), len(profile.acts)
        pools = {0: _ROOM, 1: seen + 1, 2: acts + 1, 3: TOTALS_ROW * (seen + acts + 1)}
        self.search = Search(self.engine, driver.FUNCTIONS, driver.ENTRIES, pools, compiled.estimate)
        kinds = program.kinds
        passing = next(kind.index for kind in kinds if kind.name == "pass")
        control = self.search.ints(0)
        for word, value in (
            (driver.SEED, seed),
            (driver.SEEN_COUNT, seen),
            (driver.ACTS_COUNT, acts),
            (driver.FIRST_LEGAL, profile.word(Counter(What.LEGAL, kinds[0].span, 0))),
            (driver.FIRST_PLAYED, profile.word(Counter(What.PLAYED, kinds[0].span, 0))),
            (driver.PASS_KIND, passing),
            (driver.LIMIT, LONGEST_GAME),
            (driver.TEAMS, int(bool(compiled.facts.teams))),
        ):
            control[word] = value
        for way, share in shares.items():
            control[driver.SHARE + way] = share
        self.search.compile()

    def play(self, seconds: float, games: int | None = None) -> None:
        """Play for so many seconds more, or so many games.

        Which game comes next goes by plies, not by the clock: a seed gives the same games, whatever the time.
        """
        state = self.engine.fresh_state()
        control = self.search.ints(0)
        began = now = time.perf_counter()
        end, left, count = began + seconds, MOST_GAMES if games is None else games, 1
        with suppress(StoppedError):  # in the middle of a game: what was noted before is whole
            while left > 0 and now < end:
                control[driver.FINISHED] = 0
                self.search.call_until(
                    state, "play_games", min(count, left), wanted=lambda: time.perf_counter() < end
                )
                left -= control[driver.FINISHED]
                before, now = now, time.perf_counter()
                # in stretches: code that was compiled well meanwhile is only used by the next call
                count = count * 2 if now - before < STRETCH else max(1, count // 2)
        self.seconds += time.perf_counter() - began

    def play_enough(self, games: int | None = None) -> None:
        """Play for a second, and for longer where that is too few games to say what never comes about."""
        wanted = WANTED_GAMES if games is None else games
        while True:
            played = sum(self._played(way).games for way in SHARES)
            if self.seconds >= AT_MOST or (played and played >= wanted):
                return
            self.play(AT_FIRST, None if games is None else games - played)

    def play_longer(self) -> None:
        """Where no game has come to an end, play on for a while without giving up: matches are long."""
        control = self.search.ints(0)
        ways = [self._played(way) for way in SHARES]
        if any(way.finished for way in ways) or sum(way.unfinished for way in ways) < FEW_LONG:
            return
        control[driver.LIMIT] = MUCH_LONGER
        self.play(AT_FIRST, FEW_LONG)
        control[driver.LIMIT] = LONGEST_GAME

    def observed(self) -> Observed:
        """What was seen so far."""
        first, second, third = (self._played(way) for way in (driver.GREEDY, driver.NOVEL, driver.PLAYOUTS))
        return Observed(
            self.compiled,
            self._played(driver.RANDOM),
            first + second + third,
            self._counts(),
            self.seconds,
            self.seed,
        )

    def _played(self, way: int) -> Played:
        """What came of the games of a way of playing."""
        row = self.search.ints(0)[STATISTICS + way * STATISTICS_ROW : STATISTICS + (way + 1) * STATISTICS_ROW]
        by_player = {
            word: tuple(row[word + player] for player in range(1, self.players + 1))
            for word in (driver.WON, driver.TURNS, driver.PASSES, driver.IDLE, driver.STUCK)
        }
        return Played(
            games=row[driver.GAMES],
            plies=row[driver.PLIES],
            choices=row[driver.CHOICES],
            most_choices=row[driver.MOST],
            wins=by_player[driver.WON],
            draws=row[driver.DRAWS],
            unfinished=row[driver.UNFINISHED],
            shortest=row[driver.SHORTEST],
            longest=row[driver.LONGEST],
            at_once=row[driver.AT_ONCES],
            passed_first=row[driver.PASSED_FIRST],
            turns=by_player[driver.TURNS],
            passes=by_player[driver.PASSES],
            idle=by_player[driver.IDLE],
            stuck=by_player[driver.STUCK],
        )

    def _counts(self) -> dict[Counter, Count]:
        """What was counted."""
        totals, profile = self.search.ints(3), self.profile
        result = {}
        for words, first in ((profile.seen, 0), (profile.acts, len(profile.seen))):
            for counter, word in words.items():
                row = (first + word) * TOTALS_ROW
                result[counter] = Count(
                    totals[row + driver.IN_PLIES],
                    totals[row + driver.IN_GAMES],
                    bool(totals[row + driver.REACHED]),
                    Ended(*(totals[row + word] for word in _ENDED)),
                    totals[row + driver.TRIED],
                )
        return result


def _hands(compiled: Compiled) -> dict[int, int]:
    """The sites of hands by owner, as bits; a number that is no player's for those that are everybody's."""
    hands: dict[int, int] = {}
    for each in compiled.facts.containers:
        if each.dice is None:
            hands[each.owner] = hands.get(each.owner, 0) | sum(1 << site for site in each.sites)
    return hands


def engine_for(program: Program) -> Engine:
    """What runs a program of which all passes are done: the native engine where it can be had."""
    try:
        from interpreter.engines.native.engine import NativeEngine
    except ImportError:
        from interpreter.engines.python import PythonEngine

        return PythonEngine(program, prepared=True)
    return NativeEngine(program, prepared=True)


def observe(
    recipe: Recipe,
    seconds: float | None = None,
    seed: int = 1,
    games: int | None = None,
    shares: Mapping[int, int] = SHARES,
) -> Observed:
    """Play a game for about so many seconds (or at most so many games), counting what its rules do.

    Without `seconds` it is one, and up to `AT_MOST` where games are slow.

    `shares` are the parts of all plies that each way of playing gets (`AT_RANDOM`: games independent of each
    other). The same seed plays the same games in the same order. Raises LanguageError.
    """
    observing = Observing(recipe, seed, shares)
    if seconds is None:
        observing.play_enough(games)
    else:
        observing.play(seconds, games)
    observing.play_longer()
    return observing.observed()


class Places:
    """Counts by what is counted and where it stands."""

    def __init__(self, observed: Observed) -> None:
        self._by_place: dict[tuple[What, Span], Count] = {}
        self._parts: dict[tuple[What, Span, int], Count] = {}
        self._by_number: dict[tuple[What, int], Count] = {}
        for counter, count in observed.counts.items():
            place = (counter.what, counter.span)
            self._by_place[place] = self._by_place.get(place, NEVER) + count
            part = (counter.what, counter.span, counter.number)
            self._parts[part] = self._parts.get(part, NEVER) + count
            numbered = (counter.what, counter.number)
            self._by_number[numbered] = self._by_number.get(numbered, NEVER) + count

    def of(self, what: What, ludeme: Ludeme) -> Count | None:
        """How often it was; None where nothing counts it."""
        return self._by_place.get((what, ludeme.span))

    def part(self, ludeme: Ludeme, number: int, what: What = What.PART) -> Count | None:
        """The same of a part of it, or of whose it is."""
        return self.at(ludeme.span, number, what)

    def at(self, place: Span, number: int, what: What) -> Count | None:
        """The same by its place."""
        return self._parts.get((what, place, number))

    def numbered(self, what: What, number: int) -> Count:
        """The same of pieces and phases, by their numbers."""
        return self._by_number.get((what, number), NEVER)

    def never_held(self, condition: Ludeme, asked: int) -> bool:
        """Was it asked at least so often (in so many plies), and never held?"""
        holds, fails = self.of(What.HOLDS, condition), self.of(What.FAILS, condition)
        return holds is not None and fails is not None and not holds.reached and fails.plies >= asked

    def always_held(self, condition: Ludeme, asked: int) -> bool:
        """Was it asked at least so often, and always held?"""
        holds, fails = self.of(What.HOLDS, condition), self.of(What.FAILS, condition)
        return holds is not None and fails is not None and not fails.reached and holds.plies >= asked

    def culprit(self, moves: Moves) -> BoolExpr | None:
        """The condition of some moves that never held, if there is one; what follows them is left out."""
        parts = [getattr(moves, part.name) for part in fields(type(moves)) if part.name != "then"]
        held = (self.culprit_of(each) for each in _outermost_conditions(parts))
        return next((each for each in held if each is not None), None)

    def culprit_of(self, condition: BoolExpr) -> BoolExpr | None:
        """The innermost part of a condition that never held and keeps the whole from holding."""
        if not self.never_held(condition, 1):
            return None
        if is_all(condition):
            parts = [getattr(condition, part.name) for part in fields(type(condition))]
            inner = (self.culprit_of(each) for each in _outermost_conditions(parts))
            return next((each for each in inner if each is not None), condition)
        return condition


def _outermost_conditions(values: list[object]) -> list[BoolExpr]:
    """The conditions in some arguments that stand in no other; what follows a move is left out."""
    result: list[BoolExpr] = []
    for value in values:
        if isinstance(value, BoolExpr):
            result.append(value)
        elif isinstance(value, tuple):
            result += _outermost_conditions(list(value))
        elif isinstance(value, Ludeme) and not isinstance(value, Moves):
            parts = [getattr(value, part.name) for part in fields(type(value))]
            result += _outermost_conditions(parts)
    return result
