"""Retrograde analysis: tables of positions with what each is worth, from the ends of the game backwards.

Positions are found forward, breadth first, each known by its fingerprint; then what is won or lost in one
ply, in two, and so on, is worked out backwards along the moves (Thompson, *Retrograde analysis of certain
endgames*, 1986). A table is closed: with a position it has all that can follow, so every value is exact, and
what is never won nor lost goes round in circles or ends shared: a draw.

What is small enough is found by trying: where pieces only become fewer, positions with one piece, two, and so
on, as they come up in random games; where sites only fill, with few empty ones; as long as there is room. The
last of these is the whole game.
"""

from __future__ import annotations

import random
import time
from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from gdl.core.programs import HORIZON
from gdl.support.values import define, field, frozen
from interpreter.engines.interface import RawState
from interpreter.engines.move_words import MoveWords
from interpreter.errors.user_errors import UnsolvedError
from interpreter.game.rules import Rules
from interpreter.search.outcomes import LOSS, STACK, WIN, utility
from interpreter.search.run import Search
from interpreter.search.solver import beyond_proof
from interpreter.subset.intrinsics import (
    fingerprint,
    ints,
    list_moves,
    move_size,
    mover,
    over,
    overflowed,
    play_move,
    room,
    sandbox,
)
from interpreter.support.stopping import UnattendedError

FOLLOWING = ints("following", 0)
#: What follows a move: a position of the same mover, of the other, an end that the mover has won, drawn or
#: lost, or something that the rules do not say.
SAME, OTHER, WON, DRAWN, LOST, DOUBTED = 0, 1, 2, 3, 4, 5
#: Words of the pools, and what is told of each move: its position's key, and which of these follows.
_STACK_WORDS, _TOLD = 1 << 18, 2


def expand() -> int:
    """What follows each move of the present position; how many moves there are, -1 for too many."""
    player = mover()
    count = list_moves(STACK, 0)
    if (count + 1) * move_size() > room(STACK) or (count + 1) * 2 > room(FOLLOWING):
        return -1
    for number in range(count):
        follow(number, player)
    return count


def follow(number: int, player: int) -> None:
    """What follows one of them."""
    with sandbox():
        play_move(STACK, number * move_size())
        FOLLOWING[2 * number] = 0
        if overflowed():
            FOLLOWING[2 * number + 1] = DOUBTED
        elif over():
            worth = utility(player)
            FOLLOWING[2 * number + 1] = WON if worth == WIN else (LOST if worth == LOSS else DRAWN)
        else:
            FOLLOWING[2 * number] = fingerprint(True)
            FOLLOWING[2 * number + 1] = SAME if mover() == player else OTHER


def key_here() -> int:
    """What the present position is known by."""
    return fingerprint(True)


FUNCTIONS = (expand, follow, key_here, utility)
ENTRIES = ("expand", "key_here")

Keys = npt.NDArray[np.int64]
Worths = npt.NDArray[np.int16]


@frozen(eq=False)
class EndgameTable:
    """What positions are worth to who is to move."""

    #: in order
    keys: Keys = field(repr=False)
    #: of each: so many plies until a win, as a number below 0 until a loss, 0 for a draw
    worths: Worths = field(repr=False)
    #: which positions: `all positions of the game`, `positions with up to 4 pieces, and what follows them`
    which: str
    #: what of the whole game it is worth, if it has that
    is_whole: bool
    #: whether one player plays, who loses what is not won
    alone: bool
    #: of such positions in other random games, the share that it had before the last of them were added
    coverage: float = 1.0

    def __len__(self) -> int:
        return len(self.keys)

    def worth(self, key: int) -> int | None:
        """What is known of a position."""
        at = int(np.searchsorted(self.keys, key))
        return int(self.worths[at]) if at < len(self.keys) and self.keys[at] == key else None

    @property
    def counts(self) -> tuple[int, int, int]:
        """How many positions are won, drawn and lost for who is to move."""
        won, lost = int((self.worths > 0).sum()), int((self.worths < 0).sum())
        return won, len(self) - won - lost, lost

    @property
    def longest(self) -> int:
        """The most plies that a win takes."""
        return int(self.worths.max(initial=0))


@frozen
class Step:
    """A move of a position, by its words, and what follows it."""

    #: where it stands among the moves that were listed
    number: int
    key: int
    what: int


class Expander:
    """What follows positions of one game. Raises UnsolvedError for games that cannot be tabulated."""

    def __init__(self, game: Rules) -> None:
        from interpreter.subset.frontend import has_chance

        self.program = program = game.engine.program
        if program.players > 2:
            raise UnsolvedError(f"{game.name} is for {program.players} players: tables are for one or two")
        if has_chance(program):
            raise UnsolvedError(f"{game.name} has chance: no position has one value that could be kept")
        self.engine = game.engine
        self._search = Search(game.engine, FUNCTIONS, ENTRIES, {0: 1 << 17, 1: _STACK_WORDS})
        self._words, self._stack, self._following = (
            MoveWords(program),
            self._search.ints(1),
            self._search.ints(0),
        )
        self._search.compile()
        self._brief = self._search.can_call_briefly

    def key(self, state: RawState) -> int:
        """What a position is known by."""
        return int(self._search.call(state, "key_here"))

    def steps(self, state: RawState) -> list[Step]:
        """The moves of a position. Raises UnsolvedError where something overflows, or there are too many."""
        try:
            count = (self._search.call_briefly if self._brief else self._search.call)(state, "expand")
        except UnattendedError:
            self._brief = False
            count = self._search.call(state, "expand")
        if count < 0:
            raise UnsolvedError("no table: a position has too many moves")
        pairs = list(self._following[: _TOLD * count])
        steps = [Step(number, *pair) for number, pair in enumerate(zip(pairs[::2], pairs[1::2], strict=True))]
        if any(each.what == DOUBTED for each in steps):
            raise beyond_proof()
        return steps

    def move(self, number: int) -> object:
        """The move of a step of the position that was asked about last."""
        return self._words.read(self._stack, number * self._words.size)

    def after(self, state: RawState, number: int) -> RawState:
        """The position that follows it."""
        return self.engine.play(state, self._words.read(self._stack, number * self._words.size))


@frozen
class Budget:
    """What a table may take."""

    positions: int = 500_000
    #: bytes while it is made
    memory: int = 512 << 20
    seconds: float | None = 600.0


#: Bytes that a position takes while a table is made, that a move does, and that a position does which waits.
_POSITION, _MOVE, _WAITING = 180, 24, 600
#: Random games of a round, which tell what positions come up, the most plies of each, and rounds; no more
#: are played where this share of what comes up was known.
_GAMES, _PLIES, _ROUNDS, _ENOUGH = 100, 400, 4, 0.99
#: Games that tell whether pieces only become fewer, or more.
_FEW = 5
#: Games in which this many plies are not enough for what is to be tabulated are too long for it.
_DEEP = 1000


class _FullError(Exception):
    """There is no room for more; which is too little."""


@define
class _Graph:
    """The positions so far, by number."""

    numbers: dict[int, int] = field(factory=dict)
    #: by position: where its moves to other positions begin, how many moves are not known to lose, whether
    #: one wins, whether one draws or goes on
    begins: array[int] = field(factory=lambda: array("q", [0]))
    #: twice the number of what follows, and 1 where that is the same player's turn
    edges: array[int] = field(factory=lambda: array("q"))
    open_moves: array[int] = field(factory=lambda: array("i"))
    wins: array[int] = field(factory=lambda: array("b"))

    @property
    def memory(self) -> int:
        """Bytes, about."""
        return len(self.numbers) * _POSITION + len(self.edges) * _MOVE

    def cut(self, positions: int) -> None:
        """Forget all but the first ones."""
        self.numbers = {key: number for key, number in self.numbers.items() if number < positions}
        del self.begins[positions + 1 :]
        del self.edges[self.begins[-1] :]
        del self.open_moves[positions:]
        del self.wins[positions:]


def tabulate(
    game: Rules, budget: Budget | None = None, meanwhile: Callable[[int], None] = lambda _: None
) -> EndgameTable:
    """The largest table of a game within a budget. Raises UnsolvedError where there is none, and why.

    `meanwhile` is told again and again how many positions there are.
    """
    expander, graph = Expander(game), _Graph()
    explorer = _Explorer(expander, graph, budget or Budget(), meanwhile)
    level, coverage = None, 1.0
    for each in _levels(expander):
        full = explorer.explored(each.seeds)
        if full is not None and level is None:
            raise UnsolvedError(f"no table: {each.which} take {full}")
        if full is not None:
            break
        level = each
    assert level is not None, "the whole game is a level"
    for number in range(1, _ROUNDS if level.count is not None else 0):
        seeds = [s for game in _random_games(expander, number) for count, s in game if count == level.count]
        known = [expander.key(state) in graph.numbers for state in seeds]
        coverage = sum(known) / max(1, len(known))
        if coverage > _ENOUGH or explorer.explored(seeds) is not None:
            break
    keys = np.fromiter(graph.numbers, np.int64, len(graph.numbers))
    order = np.argsort(keys)
    alone = expander.program.players == 1
    whole = level.count is None
    return EndgameTable(keys[order], _worths(graph)[order], level.which, whole, alone, coverage)


# --- Forward ----------------------------------------------------------------------------------------------


@define
class _Explorer:
    """Finds what follows, breadth first, so that no position lies further from its seed than need be."""

    expander: Expander
    graph: _Graph
    budget: Budget
    meanwhile: Callable[[int], None]
    _began: float = field(factory=time.monotonic, init=False)

    def explored(self, seeds: Iterable[RawState]) -> str | None:
        """Take in these positions and all that can follow them; none of them where that takes too much, which
        is what is told then. Raises UnsolvedError."""
        before = len(self.graph.numbers)
        try:
            self._explore(seeds)
        except _FullError as error:
            self.graph.cut(before)
            return str(error)
        return None

    def _explore(self, seeds: Iterable[RawState]) -> None:
        """Take in these positions and all that can follow them. Raises _FullError and UnsolvedError."""
        graph, engine = self.graph, self.expander.engine
        layer: list[RawState] = []
        left = HORIZON + _DEEP
        for state in seeds:
            left = min(left, engine.plies_left(state))
            if self._is_new(self.expander.key(state)):
                layer.append(state)
        while layer:
            left -= 1
            if left < HORIZON:  # how long the game has lasted would begin to count
                raise _FullError("more plies to their ends than a table can tell")
            following: list[RawState] = []
            for state in layer:
                self._expand(state, following)
                self._hold(len(following) + len(layer))
            layer = following
        self.meanwhile(len(graph.numbers))

    def _is_new(self, key: int) -> bool:
        numbers = self.graph.numbers
        count = len(numbers)
        return numbers.setdefault(key, count) == count

    def _expand(self, state: RawState, following: list[RawState]) -> None:
        """Note the moves of the next position that waits, in the order of their numbers."""
        graph, numbers = self.graph, self.graph.numbers
        won = lost = 0
        steps = self.expander.steps(state)
        for step in steps:
            if step.what == WON:
                won = 1
            elif step.what == LOST:
                lost += 1
            elif step.what != DRAWN:
                count = len(numbers)
                number = numbers.setdefault(step.key, count)
                if number == count:
                    following.append(self.expander.after(state, step.number))
                graph.edges.append(2 * number + (step.what == SAME))
        graph.begins.append(len(graph.edges))
        graph.open_moves.append(len(steps) - lost)
        graph.wins.append(won)

    def _hold(self, waiting: int) -> None:
        budget, count = self.budget, len(self.graph.numbers)
        if count > budget.positions:
            raise _FullError(f"more than {budget.positions:,} positions")
        if count % 1024 < 2:
            self.meanwhile(count)
        if self.graph.memory + waiting * _WAITING > budget.memory:
            raise _FullError(f"more than {budget.memory >> 20:,} MiB of memory")
        if budget.seconds is not None and time.monotonic() - self._began > budget.seconds:
            raise _FullError(f"more than {budget.seconds:g} s")


@frozen
class _Level:
    """Positions that are taken in together, with all that can follow them."""

    which: str
    seeds: Sequence[RawState]
    #: on how many sites something stands; None of the whole game
    count: int | None = None


def _levels(expander: Expander) -> Iterable[_Level]:
    """Which positions are taken in, the fewest first; the last ones are all of the game."""
    engine = expander.engine
    games = [_random_game(expander, seed) for seed in range(_FEW)]
    falls = all(a >= b for game in games for (a, _), (b, _) in pairwise(game))
    rises = all(a <= b for game in games for (a, _), (b, _) in pairwise(game))
    by_count: dict[int, list[RawState]] = {}
    for game in _random_games(expander, 0) if falls != rises else ():
        for count, state in game:
            if engine.plies_left(state) >= HORIZON + _DEEP:
                by_count.setdefault(count, []).append(state)
    most = max(by_count, default=0)
    for count in sorted(by_count, reverse=rises)[:-1]:
        number = count if falls else most - count
        what = "up to" if falls else "room for up to"
        pieces = f"{'' if falls else 'more '}piece{'' if number == 1 else 's'}"
        which = f"positions with {what} {number} {pieces}, as they come up in random games, and what follows"
        yield _Level(which, by_count[count], count)
    yield _Level("all positions of the game", [engine.start(0)])


def _random_games(expander: Expander, number: int) -> list[list[tuple[int, RawState]]]:
    """A round of games at random."""
    return [_random_game(expander, number * _GAMES + each) for each in range(_GAMES)]


def _random_game(expander: Expander, seed: int) -> list[tuple[int, RawState]]:
    """Positions of a game at random, each with the number of sites where something stands."""
    engine, generator = expander.engine, random.Random(seed)
    state, game = engine.start(seed), list[tuple[int, RawState]]()
    while not engine.over(state) and len(game) < _PLIES and engine.overflow(state) is None:
        game.append((sum(each is not None for each in engine.contents(state)), state))
        state = engine.play(state, generator.choice(engine.legal_moves(state)))
    return game


# --- Backward ---------------------------------------------------------------------------------------------


def _worths(graph: _Graph) -> Worths:
    """What each position is worth, by its number: what is decided within one ply, within two, and so on."""
    count = len(graph.numbers)
    begins = np.frombuffer(graph.begins, np.int64)
    edges = np.frombuffer(graph.edges, np.int64) if len(graph.edges) else np.zeros(0, np.int64)
    sources = np.repeat(np.arange(count), np.diff(begins))
    targets, same = edges >> 1, (edges & 1).astype(bool)
    # the moves that lead to each position, one after the other
    order = np.argsort(targets, kind="stable")
    sources, same = sources[order], same[order]
    first = np.searchsorted(targets[order], np.arange(count + 1))
    worths, left = np.zeros(count, np.int64), np.frombuffer(graph.open_moves, np.int32).astype(np.int64)
    wins = np.frombuffer(graph.wins, np.int8).astype(bool)
    worths[wins] = 1
    worths[~wins & (left == 0)] = -1
    decided, plies = np.flatnonzero(worths), 1
    while len(decided):
        plies += 1
        lengths = first[decided + 1] - first[decided]
        # all moves that lead to what was just decided
        into = np.repeat(first[decided] - np.concatenate(([0], np.cumsum(lengths)[:-1])), lengths)
        into += np.arange(len(into))
        won = np.repeat(worths[decided] > 0, lengths) == same[into]
        open_sources = worths[sources[into]] == 0
        winning = np.unique(sources[into][won & open_sources])
        worths[winning] = plies
        losing = sources[into][~won & open_sources]
        np.subtract.at(left, losing, 1)
        lost = np.unique(losing)
        lost = lost[(left[lost] == 0) & (worths[lost] == 0)]
        worths[lost] = -plies
        decided = np.concatenate((winning, lost))
    if plies > np.iinfo(np.int16).max:
        raise UnsolvedError("no table: wins take more plies than it can tell")
    return worths.astype(np.int16)
