"""Players for tests: kinds that do what a test says."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, evolve, field

from gdl import Game
from interpreter.errors.user_errors import CannotPlayError
from interpreter.players.limit import Limit
from interpreter.players.options import COUNT, DURATION, NUMBER, SIZE, Option, Settings
from interpreter.players.player import Candidate, Choice, Kind, Line, Player, Thought

THINKER_OPTIONS = (
    Option("time", DURATION, "how long", default=1.0, bare=True, least=0.001, most=3600),
    Option("iterations", COUNT, "how often", bare=True, least=1),
    Option("memory", SIZE, "how much", default=256 << 20, bare=True, least=1 << 20),
    Option("exploration", NUMBER, "how curious", default=1.4, least=0, most=10),
)


@define
class Thinker:
    """Plays the first legal move, and has thoughts; remembers what it was asked."""

    settings: Settings
    seed: int | None
    agrees: bool = True
    asked: list[Line] = field(factory=list)
    #: the limits of the calls
    limits: list[Limit | None] = field(factory=list)
    limit: Limit | None = None

    def choose(self, line: Line, limit: Limit | None = None) -> Choice:
        self.asked.append(line)
        self.limits.append(limit)
        moves = line.state.legal_moves
        candidates = [Candidate(moves[0], 1.0, 900, proved=True, plies=5, exact=True, line=moves[:3])]
        candidates += [Candidate(move, 0.4 / n, 1000 // n) for n, move in enumerate(moves[1:], 1)]
        candidates[1:2] = [evolve(each, line=moves[1::-1]) for each in candidates[1:2]]
        expected = moves[:2]
        return Choice(moves[0], Thought(tuple(candidates), expected, "1,900 playouts in 0.10 s"))

    def accepts_draw(self, line: Line) -> bool:
        return self.agrees


def thinker(made: list[Thinker]) -> Kind:
    """A kind called `mcts` whose players are kept in a list."""

    def make(game: Game, settings: Settings, seed: int | None) -> Player:
        made.append(Thinker(settings, seed))
        return made[-1]

    return Kind("mcts", "thinks", make, THINKER_OPTIONS, exclusive=(("time", "iterations"),))


def only_for_two() -> Kind:
    """A kind called `alphabeta` that plays games for two."""

    def make(game: Game, settings: Settings, seed: int | None) -> Player:
        if len(game.players) != 2:
            raise CannotPlayError(f"alphabeta plays games for two, not for {len(game.players)}", ("mcts",))
        return Thinker(settings, seed)

    depth = Option("depth", COUNT, "how deep", bare=True, least=1, most=64)
    return Kind("alphabeta", "looks ahead", make, (THINKER_OPTIONS[0], depth))


def of(choose: Callable[[Line], Choice]) -> Player:
    """A player that chooses by a function."""

    class Chooser:
        limit: Limit | None = None

        def choose(self, line: Line, limit: Limit | None = None) -> Choice:
            return choose(line)

        def accepts_draw(self, line: Line) -> bool:
            return False

    return Chooser()
