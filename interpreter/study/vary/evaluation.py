"""The evaluation of variants: games as jobs, estimates with confidence sequences, Pareto's order by them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import inf
from typing import TYPE_CHECKING, Any

from gdl.source.diagnostics import LanguageError
from gdl.support.printable import one_line
from gdl.support.values import frozen
from interpreter.engines.interface import tally_of
from interpreter.errors.user_errors import UserError
from interpreter.match.play import Match, play_game
from interpreter.match.score import won_by
from interpreter.players.naming import read_player
from interpreter.statistics.intervals import LEVEL, Interval
from interpreter.statistics.moments import moments_of_counts
from interpreter.statistics.sequences import asymptotic_sequence, sequence
from interpreter.study.measures.random_play import (
    Games,
    RandomPlay,
    board_sites,
    games_in,
    lengths,
    measures_of,
)
from interpreter.study.options import RANDOM
from interpreter.study.vary.space import Space, Variant
from interpreter.study.vary.wishes import Wish
from interpreter.work.job import Outcome

if TYPE_CHECKING:
    from interpreter.game.game import Game

#: So many games a chunk has at most.
RANDOM_CHUNK, PLAYER_CHUNK = 5_000, 5
#: One game in so many of a chunk is sampled (every move listed) where a wish needs that, but so many at least
SAMPLED_ONE_IN, LEAST_SAMPLED = 8, 16
#: So many variants are kept ready to play in each process.
_READY = 128
#: Mistakes are told as long as that.
_LONGEST_TEXT = 200


@frozen
class Agent:
    """Who plays, from which seed, and how long."""

    name: str
    seed: int
    longest: int
    #: are the moves of some games listed?
    sampling: bool = False

    @property
    def is_random(self) -> bool:
        """Are moves drawn at random?"""
        return self.name == RANDOM

    @property
    def chunk(self) -> int:
        """How many games a chunk has at most."""
        return RANDOM_CHUNK if self.is_random else PLAYER_CHUNK

    def plan(self) -> Mapping[str, Any]:
        """All that decides its games."""
        return {
            "agent": self.name,
            "seed": self.seed,
            "longest": self.longest,
            "sampling": self.sampling,
        }


@frozen
class Task:
    """Games of a variant by number; of the file as it is where there is no variant."""

    variant: Variant | None
    first: int
    count: int


@frozen
class PlayTasks:
    """Some tasks, as a job with a chunk for each."""

    space: Space
    agent: Agent
    tasks: tuple[Task, ...]

    @property
    def chunks(self) -> int:
        """How many there are."""
        return len(self.tasks)

    def plan(self) -> Mapping[str, Any]:
        """All that decides the results; the rounds have a plan of their own."""
        return {**self.space.plan(), **self.agent.plan(), "tasks": [list(_row(task)) for task in self.tasks]}

    def do(self, number: int) -> Outcome:
        """Play one task's games; of rules that are none, what is wrong with them."""
        task = self.tasks[number]
        head: dict[str, Any] = {"variant": None if task.variant is None else list(task.variant)}
        try:
            game = _ready(self.space, task.variant)
            result = (
                _at_random(game, self.agent, task)
                if self.agent.is_random
                else _by_players(game, self.agent, task)
            )
        except LanguageError as error:
            mistake = next(d for d in error.diagnostics if d.severity == "error")
            return {**head, "wrong": [mistake.code, _told(mistake.message)]}
        except UserError as error:
            return {**head, "wrong": [error.code, _told(error.message)]}
        return {
            **head,
            "fingerprint": game.fingerprint,
            "players": list(game.players),
            "sites": len(board_sites(game)),
            "chance": game.has_chance,
            "agent": self.agent.name,
            **result,
        }


def _row(task: Task) -> tuple[object, int, int]:
    return (None if task.variant is None else list(task.variant), task.first, task.count)


def _told(text: str) -> str:
    return one_line(text)[:_LONGEST_TEXT]


@lru_cache(maxsize=_READY)
def _ready(space: Space, variant: Variant | None) -> Game:
    game = space.base() if variant is None else space.game(variant)
    return game.on("auto") if game.recipe.engine == "python" else game


# --- At random --------------------------------------------------------------------------------------------


@lru_cache(maxsize=_READY)
def _random_play(game: Game, seed: int, longest: int) -> RandomPlay:
    return RandomPlay(game, seed, longest)


def _at_random(game: Game, agent: Agent, task: Task) -> dict[str, Any]:
    play = _random_play(game, agent.seed, agent.longest)
    tally = play.tally(task.first, task.count)
    sample = []
    if agent.sampling:
        wanted = min(task.count, max(LEAST_SAMPLED, task.count // SAMPLED_ONE_IN))
        sample = play.sample(task.first, wanted)
    return {
        "ended": tally.rows,
        "given_up": tally.given_up,
        "sample": [
            [int(s.ended), s.plies, s.moves, s.choosing, s.most, s.covered, s.log_product] for s in sample
        ],
    }


# --- By players -------------------------------------------------------------------------------------------


def _by_players(game: Game, agent: Agent, task: Task) -> dict[str, Any]:
    """Games in which one kind of player has all seats."""
    match = Match(game, (read_player(agent.name),), task.first + task.count, agent.seed, agent.longest)
    tally = tally_of(
        play_game(match, number).playout for number in range(task.first, task.first + task.count)
    )
    return {"ended": tally.rows, "given_up": tally.given_up, "sample": []}


# --- What was played --------------------------------------------------------------------------------------


@frozen
class Record:
    """A variant and what its games came to."""

    games: Games
    players: tuple[str, ...]
    sites: int
    chance: bool
    fingerprint: str

    @property
    def count(self) -> int:
        """How many games were played."""
        return self.games.finished + self.games.given_up


def record_of(outcomes: Sequence[Outcome]) -> Record:
    """What was played of one variant."""
    head = outcomes[0]
    return Record(
        games_in(outcomes), tuple(head["players"]), head["sites"], head["chance"], head["fingerprint"]
    )


def together(one: Record | None, other: Record) -> Record:
    """The games of both."""
    if one is None:
        return other
    ended = Counter(one.games.ended) + Counter(other.games.ended)
    games = Games(
        dict(sorted(ended.items())),
        one.games.given_up + other.games.given_up,
        (*one.games.sample, *other.games.sample),
    )
    return Record(games, other.players, other.sites, other.chance, other.fingerprint)


@frozen
class Standing:
    """What so many games say of each wish, in the wishes' order."""

    values: tuple[float, ...]
    #: a range is out of reach, as sure as the level says
    refuted: bool

    def violation(self, wishes: Sequence[Wish]) -> float:
        """How far outside of all ranges together."""
        return sum(wish.violation(value) for wish, value in zip(wishes, self.values, strict=True))

    def off_centre(self, wishes: Sequence[Wish]) -> float:
        """How far from the middle of the ranges that have one: of those inside, the inner ones are surer."""
        distances = (wish.off_centre(value) for wish, value in zip(wishes, self.values, strict=True))
        return max(distances, default=0.0)

    def losses(self, wishes: Sequence[Wish]) -> tuple[float, ...]:
        """The violation, and the loss of each wish without a range: all are to be small."""
        aims = [w.loss(v) for w, v in zip(wishes, self.values, strict=True) if not w.is_range]
        return (self.violation(wishes), *aims)


def standing(
    wishes: Sequence[Wish], games: Games, players: Sequence[str], sites: int, level: float
) -> Standing | None:
    """How a variant stands by its games; None where a measure is missing, as lengths are where none ended.

    `level` is that of each interval by which a range is refuted.
    """
    values: list[float] = []
    refuted = False
    rest = None
    for wish in wishes:
        estimate = _sequence(wish, games, players, level)
        if estimate is None:
            if rest is None:
                rest = measures_of(games, players, sites, 0, 1)
            measure = wish.measure_in(rest, players)
            if measure is None:
                return None
            estimate = Interval(measure.value, -inf, inf, level)
        values.append(estimate.value)
        refuted |= wish.is_range and (estimate.high < wish.low or wish.high < estimate.low)
    return Standing(tuple(values), refuted)


def _sequence(wish: Wish, games: Games, roster: Sequence[str], level: float) -> Interval | None:
    """The estimate with its sequence, for measures that have one; None for others."""
    ended, players, mine = games.finished, len(roster), wish.seat_in(roster)
    if wish.of.key == "completion":
        return sequence(ended, ended + games.given_up, level)
    if not ended:
        return None
    match wish.of.key:
        case "length.mean":
            moments = moments_of_counts(lengths(games).items())
            return asymptotic_sequence(moments.mean, moments.variance, moments.count, level)
        case "won" if mine is not None:
            return sequence(_firsts(games)[1 << mine], ended, level)
        case "seat.score" if mine is not None:
            return sequence(won_by(_firsts(games), mine, players), ended, level)
        case "drawn" | "decisiveness" as key:
            firsts = _firsts(games)
            alone = sum(firsts[1 << seat] for seat in range(players))
            return sequence(alone if key == "decisiveness" else ended - alone, ended, level)
        case "seat.advantage" if players > 1:
            return _advantage(games, players, level)
    return None


def _firsts(games: Games) -> Counter[int]:
    counts: Counter[int] = Counter()
    for (_, who), count in games.ended.items():
        counts[who] += count
    return counts


def _advantage(games: Games, players: int, level: float) -> Interval:
    """The largest difference of two seats, by the sequences of all pairs together (Bonferroni)."""
    ended = games.finished
    totals = [won_by(_firsts(games), seat, players) for seat in range(players)]
    pairs = list(combinations(range(players), 2))
    estimates = [
        sequence((ended + abs(totals[a] - totals[b])) / 2, ended, 1 - (1 - level) / len(pairs))
        for a, b in pairs
    ]
    value = max(2 * each.value - 1 for each in estimates)
    low, high = max(2 * each.low - 1 for each in estimates), max(2 * each.high - 1 for each in estimates)
    return Interval(value, max(0.0, low), high, level)


def refuting_level(variants: int, wishes: Sequence[Wish]) -> float:
    """The level of a single interval by which, over all variants and ranges together, none that is within its
    ranges is refuted but for `1 - LEVEL` (Bonferroni)."""
    return 1 - (1 - LEVEL) / max(1, variants * sum(wish.is_range for wish in wishes))


# --- Which are better -------------------------------------------------------------------------------------


def ranked(losses: Sequence[tuple[float, ...]], ties: Sequence[float]) -> list[int]:
    """Non-dominated sorting (K. Deb and others, *NSGA-II*, 2002): the numbers of the rows, best first.

    A row's rank is how many fronts are before it. Within a front the first loss decides, the violation of
    ranges, then how much room there is around it (crowding distance), then `ties`.
    """
    left = list(range(len(losses)))
    order: list[int] = []
    while left:
        front = front_of([losses[index] for index in left])
        rows = [left[number] for number in front]
        room = _crowding([losses[index] for index in rows])
        by_room = dict(zip(rows, room, strict=True))
        order += sorted(rows, key=lambda index: (losses[index][0], -by_room[index], ties[index], index))
        taken = set(rows)
        left = [index for index in left if index not in taken]
    return order


def front_of(losses: Sequence[tuple[float, ...]]) -> list[int]:
    """Pareto's front: the rows of which no other is better in something and worse in nothing."""
    if losses and len(losses[0]) == 1:
        best = min(row[0] for row in losses)
        return [index for index, row in enumerate(losses) if row[0] == best]
    return [
        index
        for index, row in enumerate(losses)
        if not any(other != row and all(a <= b for a, b in zip(other, row, strict=True)) for other in losses)
    ]


def _crowding(losses: Sequence[tuple[float, ...]]) -> list[float]:
    room = [0.0] * len(losses)
    if len(losses[0]) == 1:
        return room  # nothing is traded for anything
    for at in range(len(losses[0])):
        rows = sorted(range(len(losses)), key=lambda index: losses[index][at])
        spread = losses[rows[-1]][at] - losses[rows[0]][at]
        room[rows[0]] = room[rows[-1]] = inf
        for before, here, behind in zip(rows, rows[1:], rows[2:], strict=False):
            if spread > 0:
                room[here] += (losses[behind][at] - losses[before][at]) / spread
    return room
