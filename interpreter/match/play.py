"""Playing one game of a match."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import factorial

from gdl.source.diagnostics import Diagnostic
from gdl.support.values import frozen
from interpreter.engines.interface import Playout
from interpreter.errors.user_errors import PlayerError
from interpreter.game.game import Game
from interpreter.players.limit import Limit
from interpreter.players.naming import Named
from interpreter.players.player import Line, Player
from interpreter.players.waiting import legal_moves, patience_of, played
from interpreter.records.model import LENGTH, Record, record_of, shared
from interpreter.support.numbers import seed_for

#: A game of more decisions than that is left as it is.
LONGEST = 5000


@frozen
class Match:
    """What is to be played: the same match plays the same games wherever and in whatever order."""

    game: Game
    #: who takes part; the last one fills the seats that are left
    entrants: tuple[Named, ...]
    games: int
    seed: int
    longest: int = LONGEST
    #: are the games to be recorded?
    recorded: bool = False
    #: for each decision, in place of what the players are set to
    limit: Limit | None = None

    def __attrs_post_init__(self) -> None:
        if any(each.is_human for each in self.entrants):
            raise PlayerError("a match is played without humans; `gdl play` is for them")
        if not self.entrants:
            raise PlayerError("no player is named")
        seats = len(self.game.players)
        if len(self.entrants) > seats:
            count = "one seat" if seats == 1 else f"{seats} seats"
            raise PlayerError(f"{len(self.entrants)} players are named, but {self.game.name} has {count}")

    @property
    def seats(self) -> int:
        """How many seats the game has."""
        return len(self.game.players)

    def entrants_of(self, number: int) -> tuple[int, ...]:
        """Which entrant sits in each seat of a game (both from 0)."""
        last = len(self.entrants) - 1
        return tuple(min(slot, last) for slot in seating(number, self.seats))

    @property
    def repeatable(self) -> bool:
        """Whether the seed decides all, no player going by the clock."""
        if self.limit is not None:
            return self.limit.seconds is None
        return not any(each.timed for each in self.entrants)


@frozen
class Played:
    """One game of a match as it was played."""

    #: from 0
    number: int
    #: who sat in each seat
    entrants: tuple[int, ...]
    #: the rank of each seat; shared by all where the game was not finished
    ranks: tuple[float, ...]
    finished: bool
    plies: int
    #: for each seat how many decisions it thought about, and how many seconds
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    record: Record | None = None
    #: what was more than the game can hold, so that the result cannot be trusted
    overflow: Diagnostic | None = None

    @property
    def playout(self) -> Playout:
        """What tallies of games take in."""
        return Playout(self.plies, self.ranks, self.finished)


def play_game(match: Match, number: int, stopped: Callable[[], bool] = lambda: False) -> Played:
    """Play the game of a number (from 0). Where there is no choice, nobody is asked.

    Raises KeyboardInterrupt once `stopped`, and whatever the players may raise.
    """
    game, entrants = match.game, match.entrants_of(number)
    named = [match.entrants[entrant] for entrant in entrants]
    players = _players(match, named, number)
    decisions, seconds = [0] * match.seats, [0.0] * match.seats
    chance = seed_for(match.seed, number, "chance")
    line = Line((game.start(chance),))
    while not line.state.is_over and len(line.moves) < match.longest:
        seat = line.state.mover - 1
        patience = patience_of(players[seat], match.limit)
        legal = legal_moves(line.state, patience)
        if len(legal) == 1:
            line = played(line, legal[0], patience)
            continue
        began = time.perf_counter()
        choice = players[seat].choose(line, match.limit)
        seconds[seat] += time.perf_counter() - began
        decisions[seat] += 1
        if stopped():
            raise KeyboardInterrupt
        line = played(line, choice.move, patience)
    outcome = line.state.outcome
    left = shared(match.seats, LENGTH)
    record = None
    if match.recorded:
        result = left if outcome is None else None
        record = record_of(game, line, chance, [str(each) for each in named], result, number + 1)
    return Played(
        number,
        entrants,
        left.ranks if outcome is None else outcome.ranks,
        outcome is not None,
        len(line.moves),
        tuple(decisions),
        tuple(seconds),
        record,
        line.state.overflow,
    )


def _players(match: Match, named: Sequence[Named], number: int) -> list[Player]:
    """A new player for each seat, with a seed of its own. Raises CannotPlayError."""
    players = []
    for seat, each in enumerate(named):
        player = each.make(match.game, seed_for(match.seed, number, f"seat {seat}"))
        assert player is not None, "a match has no humans"
        players.append(player)
    return players


def seating(number: int, seats: int) -> tuple[int, ...]:
    """Who sits in each seat in a game (numbers from 0): as many games in a row as there are seats are the
    rotations of one order, so that each player has each seat once; then comes the next order, until all
    orders have been played."""
    order, turned = divmod(number, seats)
    rest = _arrangement(order % factorial(seats - 1), list(range(1, seats)))
    around = [0, *rest]
    return tuple(around[(seat - turned) % seats] for seat in range(seats))


def _arrangement(number: int, items: list[int]) -> list[int]:
    """One of all arrangements of some items, by its number in alphabetical order."""
    result = []
    for left in range(len(items), 0, -1):
        index, number = divmod(number, factorial(left - 1))
        result.append(items.pop(index))
    return result
