"""Budgets of searching play: simulations or plies ahead, numbers of games; chosen by what a game costs;
and the games that are played within them, in chunks of about a second.

Costs are counted in blocks of the rules, not by the clock: so whoever chooses budgets by them chooses the
same ones on every machine.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar

from gdl.support.values import evolve, frozen
from interpreter.study.options import SearchOptions
from interpreter.study.searching.games import (
    ALPHA_BETA,
    UCT,
    Lookahead,
    Plays,
    Searcher,
    Watching,
    native,
    plan_of,
    plays_of,
)
from interpreter.work.job import Outcome

if TYPE_CHECKING:
    from interpreter.game.game import Game

#: What is looked at: games of so many simulations a decision, each of so many plies at most.
_GAMES, _SIMULATIONS, _LONGEST = 4, 4, 500
#: What a simulation costs in the tree, beside the rules: as many blocks as take the same time.
_TREE = 150
#: The same of alpha-beta: a position that it looks at, a ply beside them; and how many games are looked at.
_POSITION, _PLY, _TRIED = 200, 30_000, 2
#: So many blocks take a second, within a factor of three, on a processor of 2024.
BLOCKS_A_SECOND = 100_000_000


@frozen
class Cost:
    """What a game costs."""

    #: how many decisions a game has, of plies with more than one move
    decisions: int
    #: the plies of a game
    plies: int
    #: the blocks of a simulation
    simulation: int

    def of_game(self, simulations: float) -> float:
        """The blocks of a game in which each decision takes so many simulations."""
        return max(1, self.decisions) * max(1.0, simulations) * self.simulation


@frozen
class DepthCost:
    """What a game costs by how many plies alpha-beta looks ahead."""

    #: the blocks of a game, by depth from 0 on
    blocks: tuple[float, ...]

    def of_game(self, depth: float) -> float:
        """The blocks of a game in which each decision looks so many plies ahead."""
        return self.blocks[int(depth)]


def cost_of(game: Game) -> Cost:
    """The cost by some games with a few simulations a decision."""
    watching = Watching(native(game), _LONGEST, meter=True)
    before = watching.work
    games = [watching.play([_SIMULATIONS] * len(game.players), seed, seed) for seed in range(_GAMES)]
    blocks = (watching.work - before) // max(1, sum(each.simulations for each in games))
    decisions = sum(ply.moves > 1 for each in games for ply in each.plies)
    plies = sum(len(each.plies) for each in games)
    return Cost(max(1, decisions // _GAMES), max(1, plies // _GAMES), blocks + _TREE)


def depth_cost_of(game: Game, longest: int, most: int, affordable: float) -> DepthCost:
    """The cost by games at each depth, one after the other: up to `most` plies, but no further than to where
    a game is likely to take more blocks than are `affordable`; the first two are tried whatever they take."""
    looking = Lookahead(native(game), longest)
    blocks: list[float] = []
    for depth in range(most + 1):
        growth = blocks[-1] / blocks[-2] if depth > 2 else 1.0
        if depth > 2 and blocks[-1] * growth > affordable:
            break
        games = [looking.play([depth, depth], seed, seed) for seed in range(_TRIED)]
        positions = sum(each.simulations for each in games) / _TRIED
        plies = sum(len(each.plies) for each in games) / _TRIED
        blocks.append(max(1.0, _PLY * plies + _POSITION * positions))
    return DepthCost(tuple(blocks))


#: The blocks of a whole study by searching, unless games are so long that the least takes more.
EFFORT = 60 * BLOCKS_A_SECOND
#: The blocks of a chunk: about a second.
CHUNK = BLOCKS_A_SECOND
#: Self-play at the first budget, and at so many times it.
GROWTH = (1, 4, 16)
#: The first budget: the largest of these with which enough games can be played.
BUDGETS, ENOUGH = (64, 32, 16, 8, 4), 60
LEAST_GAMES, MOST_GAMES = 12, 400
#: The ladder's doublings, and blocks of games in each match: as many doublings as leave enough blocks.
ENOUGH_DOUBLINGS, LEAST_DOUBLINGS = 12, 4
ENOUGH_BLOCKS, LEAST_BLOCKS, MOST_BLOCKS = 30, 10, 200
#: Alpha-beta looks so many plies ahead at most, unless somebody says otherwise.
ENOUGH_DEPTH = 8
#: Which parts of the effort self-play, the ladder and blunders take.
_SELF_PLAY, _LADDER, _BLUNDERS = 0.4, 0.4, 0.2
#: Alpha-beta gives longer games up: it draws nothing at random: two that go round in a circle do so for ever.
LONGEST_AHEAD = 500


@frozen
class Searching:
    """What searching play is to be made; the same settings, game and seed give the same results."""

    #: the budgets of self-play: simulations a decision, or plies ahead
    budgets: tuple[int, ...]
    #: games of self-play with each
    games: int
    #: the steps of the ladder: how often it doubles from one simulation, or goes on to a ply more
    doublings: int
    #: blocks in each match of the ladder: as many games as seats each, with each seat in turn
    blocks: int
    #: games with a random move, and as many without
    blunders: int
    longest: int
    cost: Cost | DepthCost
    searcher: Searcher = UCT

    @property
    def ladder(self) -> list[tuple[int, int]]:
        """The matches of the ladder, from the bottom up: the budgets of the stronger and of the weaker."""
        steps, weak = [], 1
        for _ in range(self.doublings):
            steps.append((self.searcher.above(weak), weak))
            weak = self.searcher.above(weak)
        return steps

    def fitting(self, games: float, *budgets: int) -> int:
        """How many units are in a chunk, each of so many games, with these budgets on average."""
        mean = sum(map(self.cost.of_game, budgets)) / len(budgets)
        return max(1, int(CHUNK / (games * mean)))

    @property
    def middle(self) -> int:
        """The budget of whoever is asked about blunders and luck."""
        return self.budgets[len(self.budgets) // 2]


def searching(game: Game, options: SearchOptions) -> Searching:
    """The settings for a game. Raises CannotPlayError for a game that the searcher is not for."""
    games, longest = options.games, options.longest
    if options.searcher == ALPHA_BETA.name:
        settings = _by_depth(game, longest, options.depth)
    else:
        settings = _chosen(cost_of(game), len(game.players), longest, options.simulations)
    if games is not None:
        settings = evolve(settings, games=games, blunders=games, blocks=max(1, games // len(game.players)))
    if options.doublings is not None:
        settings = evolve(settings, doublings=options.doublings)
    return settings


def other_family(game: Game, options: SearchOptions) -> Searching | None:
    """Self-play of alpha-beta alone, as deep as it goes, for who asks both families who is favoured; None for
    a game that it does not play. Raises CannotPlayError for such a game where a depth was asked for."""
    from interpreter.errors.user_errors import CannotPlayError

    try:
        settings = _by_depth(game, options.longest, options.depth)
    except CannotPlayError:
        if options.depth is not None:
            raise
        return None
    deepest = settings.budgets[-1]
    affordable = int(_BLUNDERS * EFFORT / settings.cost.of_game(deepest))
    games = options.games or min(MOST_GAMES, max(LEAST_GAMES, affordable))
    return evolve(settings, budgets=(deepest,), games=games)


def _chosen(cost: Cost, seats: int, longest: int, first: int | None) -> Searching:
    """Settings by the cost alone."""
    # the simulations that all games together may spend on each of their decisions
    each = EFFORT / cost.of_game(1)
    for budget in BUDGETS if first is None else (first,):
        games = int(_SELF_PLAY * each / (budget * sum(GROWTH)))
        if games >= ENOUGH:
            break
    blunders = int(_BLUNDERS * each / (1.5 * budget * GROWTH[1]))
    for doublings in range(ENOUGH_DOUBLINGS, LEAST_DOUBLINGS - 1, -1):
        # in a block everybody is the stronger one once, and the budgets of all matches come to twice the last
        blocks = int(_LADDER * each / (2 ** (doublings + 1) * (1 + (seats - 1) / 2)))
        if blocks >= ENOUGH_BLOCKS:
            break
    return Searching(
        tuple(budget * growth for growth in GROWTH),
        min(MOST_GAMES, max(LEAST_GAMES, games)),
        doublings,
        min(MOST_BLOCKS, max(LEAST_BLOCKS, blocks)),
        min(MOST_GAMES, max(LEAST_GAMES, blunders)),
        longest,
        cost,
    )


def _by_depth(game: Game, longest: int, depth: int | None) -> Searching:
    """Settings for alpha-beta: as many plies ahead as leave enough blocks of two games in the ladder."""
    from interpreter.players.alphabeta import check_game

    check_game(game, ALPHA_BETA.name, UCT.name)
    longest = min(longest, LONGEST_AHEAD)
    affordable = _LADDER * EFFORT / (2 * ENOUGH_BLOCKS)
    cost = depth_cost_of(game, longest, depth or ENOUGH_DEPTH, affordable if depth is None else inf)
    deepest = len(cost.blocks) - 1
    ladder = sum((cost.of_game(depth) + cost.of_game(depth + 1)) for depth in range(deepest))
    budgets = tuple(sorted({1, (deepest + 1) // 2, deepest}))
    games = int(_SELF_PLAY * EFFORT / sum(map(cost.of_game, budgets)))
    return Searching(
        budgets,
        min(MOST_GAMES, max(LEAST_GAMES, games)),
        deepest - 1,
        min(MOST_BLOCKS, max(LEAST_BLOCKS, int(_LADDER * EFFORT / ladder))),
        0,
        longest,
        cost,
        ALPHA_BETA,
    )


@frozen
class Series:
    """Units of games of one kind, numbered from 0."""

    #: which of the part's series: a budget, the number of a match
    of: int
    units: int
    #: how many units make a chunk
    size: int


@frozen
class InChunks(ABC):
    """A part of a study: some series of units of games between searches, each unit played for itself."""

    game: Game
    searching: Searching
    seed: int

    #: what it is called in plans; what it does, for whoever waits; and what results call its units
    part: ClassVar[str]
    title: ClassVar[str]
    unit: ClassVar[str] = "pairs"

    @property
    @abstractmethod
    def series(self) -> Sequence[Series]:
        """What is played, in this order."""

    @abstractmethod
    def play(self, of: int, number: int) -> Any:
        """Play a unit of a series: what came of it, as JSON; None where it does not count."""

    @property
    def settled(self) -> Mapping[str, Any]:
        """What of the plan is the part's own."""
        return {}

    @property
    def slices(self) -> list[tuple[int, int, int]]:
        """For each chunk its series, the first unit's number, and how many units."""
        return [
            (each.of, first, min(each.size, each.units - first))
            for each in self.series
            for first in range(0, each.units, each.size)
        ]

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return len(self.slices)

    def plan(self) -> Mapping[str, Any]:
        """All that decides the results."""
        slices = [list(each) for each in self.slices]
        return {
            **plan_of(self.part, self.searching.searcher, self.game, self.seed, self.searching.longest),
            **self.settled,
            "slices": slices,
        }

    def do(self, number: int) -> Outcome:
        """Play the units of a chunk."""
        of, first, count = self.slices[number]
        return {self.unit: [self.play(of, each) for each in range(first, first + count)]}

    def played(self, outcomes: Sequence[Outcome]) -> Iterator[tuple[int, list[Any]]]:
        """Each series with what came of its units, by the outcomes of all chunks."""
        units: dict[int, list[Any]] = {each.of: [] for each in self.series}
        for (of, _, _), outcome in zip(self.slices, outcomes, strict=True):
            units[of] += outcome[self.unit]
        yield from units.items()

    @property
    def players(self) -> Plays:
        """What plays."""
        return plays_of(self.searching.searcher, self.game, self.searching.longest)

    @property
    def seats(self) -> int:
        """How many seats the game has."""
        return len(self.game.players)
