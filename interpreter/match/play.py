"""Playing one game of a match: from the start or from an opening, to its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import blake2b

from gdl.source.diagnostics import Diagnostic
from gdl.support.values import frozen
from interpreter.engines.interface import Playout
from interpreter.errors.user_errors import MatchError, PlayerError
from interpreter.game.game import Game
from interpreter.match.goal import Goal
from interpreter.match.schedule import Schedule
from interpreter.players.limit import Limit
from interpreter.players.openings import Opening, opening
from interpreter.players.player import Entrant, Line, Player
from interpreter.players.waiting import legal_moves, patience_of, played
from interpreter.records.model import LENGTH, Record, record_of, shared
from interpreter.statistics.sprt import Hypotheses
from interpreter.support.clock import now, processor_time
from interpreter.support.numbers import seed_for

#: A game of more decisions than that is left as it is.
LONGEST = 5000
#: So many players meet in a round robin at most.
MOST = 64


@frozen
class Match:
    """What is to be played: the same match plays the same games wherever and in whatever order."""

    game: Game
    #: who takes part; the last one fills the seats that are left. More than a game for two has seats meet in
    #: pairs
    entrants: tuple[Entrant, ...]
    #: all of them together
    games: int
    seed: int
    longest: int = LONGEST
    #: are the games to be recorded?
    recorded: bool = False
    #: for each decision, in place of what the players are set to
    limit: Limit | None = None
    #: so many plies are drawn before the players think, the same with each seating, and from the same start;
    #: None: every game has chance of its own from the start on
    openings: int | None = None
    #: the match ends before its last game where this is reached
    goal: Goal | None = None
    #: seconds are those of the processor: fair where other work takes it away now and then
    by_processor: bool = False

    def __attrs_post_init__(self) -> None:
        if any(each.is_human for each in self.entrants):
            raise PlayerError("a match is played without humans; `gdl play` is for them")
        if not self.entrants:
            raise PlayerError("no player is named")
        seats = len(self.game.players)
        if len(self.entrants) > seats and seats != 2:
            count = "one seat" if seats == 1 else f"{seats} seats"
            raise PlayerError(f"{len(self.entrants)} players are named, but {self.game.name} has {count}")
        if isinstance(self.goal, Hypotheses) and (seats, len(self.entrants)) != (2, 2):
            raise MatchError("a sequential test is between two players, in a game for two")
        if len(self.entrants) > MOST:
            raise MatchError(f"{len(self.entrants)} players are more than the {MOST} of a round robin")

    @property
    def seats(self) -> int:
        """How many seats the game has."""
        return len(self.game.players)

    @property
    def schedule(self) -> Schedule:
        """Who plays whom, and when."""
        return Schedule(len(self.entrants), self.seats)

    def entrants_of(self, number: int) -> tuple[int, ...]:
        """Which entrant sits in each seat of a game (both from 0)."""
        return self.schedule.seats_of(number)

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
    #: which opening it had, from 0: games of one opening depend on each other
    opening: int = 0
    #: games of one identity are the same: who sat where, the start, all moves, the end
    identity: str = ""

    def seats_of(self, entrant: int) -> list[int]:
        """The seats in which an entrant sat."""
        return [seat for seat, who in enumerate(self.entrants) if who == entrant]

    @property
    def playout(self) -> Playout:
        """What tallies of games take in."""
        return Playout(self.plies, self.ranks, self.finished)


def play_game(match: Match, number: int, stopped: Callable[[], bool] = lambda: False) -> Played:
    """Play the game of a number (from 0). Where there is no choice, nobody is asked.

    Raises KeyboardInterrupt once `stopped`, and whatever the players may raise.
    """
    with processor_time(match.by_processor):
        return _played_through(match, number, stopped)


def _played_through(match: Match, number: int, stopped: Callable[[], bool]) -> Played:
    """The same, by the present clock."""
    game, entrants = match.game, match.entrants_of(number)
    named = [match.entrants[entrant] for entrant in entrants]
    players = _players(match, named, number)
    decisions, seconds = [0] * match.seats, [0.0] * match.seats
    number_of_opening = match.schedule.opening_of(number)
    begun = _begun(match, number, number_of_opening)
    chance, line = begun.chance, begun.line
    while not line.state.is_over and len(line.moves) < match.longest:
        seat = line.state.mover - 1
        patience = patience_of(players[seat], match.limit)
        legal = legal_moves(line.state, patience)
        if len(legal) == 1:
            line = played(line, legal[0], patience)
            continue
        began = now()
        choice = players[seat].choose(line, match.limit)
        seconds[seat] += now() - began
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
        number_of_opening,
        _identity(line, entrants),
    )


def _begun(match: Match, number: int, number_of_opening: int) -> Opening:
    """The game before its players think."""
    if match.openings is None:
        chance = seed_for(match.seed, number, "chance")
        return Opening(chance, Line((match.game.start(chance),)))
    return _opened(match.game, seed_for(match.seed, number_of_opening, "opening"), match.openings)


#: The games of an opening are played one after the other.
_opened = lru_cache(maxsize=4)(opening)


def _identity(line: Line, entrants: Sequence[int]) -> str:
    engine = line.state.game.engine
    digest = blake2b(digest_size=12)
    for state in (line.states[0], line.state):
        digest.update(engine.key(state.raw))
    digest.update(repr(([tuple(move.raw) for move in line.moves], tuple(entrants))).encode())
    return digest.hexdigest()


def _players(match: Match, named: Sequence[Entrant], number: int) -> list[Player]:
    """A new player for each seat, with a seed of its own. Raises CannotPlayError."""
    players = []
    for seat, each in enumerate(named):
        player = each.make(match.game, seed_for(match.seed, number, f"seat {seat}"))
        assert player is not None, "a match has no humans"
        players.append(player)
    return players
