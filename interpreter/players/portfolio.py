"""Algorithm selection: which family of searches plays a game best is decided by a short match between them.

Estimates by the rules are blind in some games (where connections or rows decide), games at random say little
in others: which of the two is worse is a fact of the game. (Soemers et al., *Predicting general game playing
agents*, 2020, tell it from features of the rules.) Here the families meet on the user's machine: openings at
random, each played with both colours, until the lead is clear. The result is kept in the cache by the rules'
fingerprint.
"""

from __future__ import annotations

import json
import random
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from gdl.support.values import frozen
from interpreter.engines.cache import Cache, default_folder
from interpreter.errors.user_errors import CannotPlayError, SlowRulesError
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.players.alphabeta import AlphaBetaPlayer, AlphaBetaSettings, check_game
from interpreter.players.limit import Limit
from interpreter.players.mcts import MctsPlayer, MctsSettings
from interpreter.players.player import Line, Player
from interpreter.search.tree import TreeSettings

#: What a decision takes in the match: seconds; and bytes that each of the two may take.
MOVE_SECONDS, MEMORY = 0.02, 32 << 20
#: The match ends with the pair of games after so many seconds, after so many games, or at such a lead.
SECONDS, GAMES, LEAD = 4.0, 16, 4.0
#: Openings are of so many plies at random; a game of more is a draw.
OPENING, LONGEST = (2, 7), 200
#: Changes with what is kept, or with the searches, so that older results count no more.
_VERSION = "portfolio 1"

ALPHABETA, MCTS, TRAINED = "alphabeta", "mcts", "trained"
#: Why alpha-beta is not for a game, by how many play it.
_UNFIT = {1: "one player", 2: "there is chance"}


@frozen
class Selection:
    """Which family plays a game, and what that rests on."""

    family: str
    #: points of alpha-beta, of so many games against Monte-Carlo tree search
    points: float
    games: int
    #: why there was no match; empty where there was one
    reason: str = ""

    def __str__(self) -> str:
        if self.reason:
            return f"{self.family}: {self.reason}"
        points = self.points if self.family == ALPHABETA else self.games - self.points
        loser = MCTS if self.family == ALPHABETA else ALPHABETA
        match = f"{points:g} of {self.games} points against {loser}"
        return f"{self.family}: {match}, {MOVE_SECONDS * 1000:g} ms a move"


def select_family(game: Game) -> Selection:
    """The family for a game: by what it can play, by a match that was kept, or by one that is played now."""
    try:
        check_game(game)
    except CannotPlayError:
        return Selection(MCTS, 0.0, 0, _UNFIT.get(len(game.players), "more than two players"))
    cache = Cache(default_folder())
    key = cache.key(_VERSION, game.fingerprint)
    kept = cache.get(key)
    if kept is not None:
        return Selection(**json.loads(kept))
    result = play_match(game)
    stored = {"family": result.family, "points": result.points, "games": result.games}
    cache.put(key, json.dumps(stored).encode())
    return result


def play_match(game: Game, seconds: float = SECONDS, seed: int = 0) -> Selection:
    """A match of the two families; Monte-Carlo tree search has to score more than half to be selected.

    Raises KeyboardInterrupt, though the players answer it with the best move so far.
    """
    with _interrupts() as interrupts:
        return _match(game, seconds, seed, interrupts)


def _match(game: Game, seconds: float, seed: int, interrupts: list[int]) -> Selection:
    generator = random.Random(seed)
    deadline = time.perf_counter() + seconds
    limit = Limit(seconds=MOVE_SECONDS)
    points, games = 0.0, 0
    pair: dict[str, Player] = {
        ALPHABETA: AlphaBetaPlayer(AlphaBetaSettings(MOVE_SECONDS, memory=MEMORY)),
        MCTS: MctsPlayer(MctsSettings(MOVE_SECONDS, None, TreeSettings(MEMORY, seed=seed))),
    }
    while games < GAMES and (not games or time.perf_counter() < deadline):
        start = _opening(game, generator)
        if start is None:
            break
        try:
            for first in (ALPHABETA, MCTS):
                points += _alphabeta_points(start, pair, first, limit, interrupts)
                games += 1
        except SlowRulesError:
            break
        if abs(2 * points - games) >= LEAD:
            break
    if not games:
        return Selection(MCTS, 0.0, 0, "no game of a match was played in time")
    return Selection(ALPHABETA if 2 * points >= games else MCTS, points, games)


def _opening(game: Game, generator: random.Random) -> State | None:
    """A position after some plies at random that is not over; None where games end before."""
    for _ in range(20):
        state = game.start(generator.randrange(1 << 30))
        for _ in range(generator.randrange(*OPENING)):
            if state.is_over:
                break
            state = state.play(state.random_move(generator))
        if not state.is_over:
            return state
    return None


@contextmanager
def _interrupts() -> Iterator[list[int]]:
    """The signals of Ctrl-C that come meanwhile; whoever handled them before still does."""
    came: list[int] = []
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield came
        return

    def note(number: int, frame: FrameType | None) -> None:
        came.append(number)
        before(number, frame)

    signal.signal(signal.SIGINT, note)
    try:
        yield came
    finally:
        signal.signal(signal.SIGINT, before)


def _alphabeta_points(
    start: State, pair: dict[str, Player], first: str, limit: Limit, interrupts: list[int]
) -> float:
    """What alpha-beta scores in a game: 1 for a win, 0.5 for a draw; what is proved ends it."""
    second = MCTS if first == ALPHABETA else ALPHABETA
    mine = start.mover if first == ALPHABETA else 3 - start.mover
    line = Line((start,))
    value = 0.0
    while not line.state.is_over and len(line.moves) < LONGEST:
        mover = line.state.mover
        choice = pair[first if mover == start.mover else second].choose(line, limit)
        if interrupts:
            raise KeyboardInterrupt
        best = next(iter(choice.thought.candidates), None)
        if best is not None and best.proved:
            return (1.0 + (best.value if mover == mine else -best.value)) / 2
        line = line.then(choice.move)
    outcome = line.state.outcome
    if outcome is not None:
        value = outcome.value(mine)
    return (1.0 + value) / 2
