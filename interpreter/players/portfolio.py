"""Algorithm selection: which family of searches plays a game best is decided by a short match between them.

Estimates by the rules are blind in some games (where connections or rows decide), games at random say little
in others: which of the two is worse is a fact of the game. (Soemers et al., *Predicting general game playing
agents*, 2020, tell it from features of the rules.) Here the families meet: openings at random, each played
with both colours, until the lead is clear; and the winner meets what was learnt of the game, if anything was.
Results are kept in the cache by the rules' fingerprint; of shipped games they are shipped.
"""

from __future__ import annotations

import json
import random
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from types import FrameType

from attrs import asdict

from gdl.support.values import frozen
from interpreter.engines.cache import Cache, default_folder
from interpreter.errors.user_errors import CannotPlayError, MatchError, SlowRulesError
from interpreter.game.game import Game
from interpreter.game.rules import Rules
from interpreter.game.state import State
from interpreter.players.alphabeta import AlphaBetaPlayer, AlphaBetaSettings, check_game
from interpreter.players.limit import Limit
from interpreter.players.mcts import MctsPlayer, MctsSettings
from interpreter.players.openings import opening
from interpreter.players.player import Line, Player
from interpreter.players.weights import LearntWeights
from interpreter.search.tree import TreeSettings

#: What a decision takes in the match: seconds; and bytes that each of the two may take.
MOVE_SECONDS, MEMORY = 0.02, 32 << 20
#: The match ends with the pair of games after so many seconds, after so many games, or at such a lead.
SECONDS, GAMES, LEAD = 4.0, 16, 4.0
#: Openings are of so many plies at random; a game of more is a draw.
OPENING, LONGEST = (2, 7), 200
#: Changes with what is kept, or with the searches, so that older results count no more.
_VERSION = "portfolio 3"

ALPHABETA, MCTS, TRAINED = "alphabeta", "mcts", "trained"
#: Why alpha-beta is not for a game, by how many play it.
_UNFIT = {1: "one player", 2: "there is chance"}


@frozen
class Selection:
    """Which family plays a game, and what that rests on."""

    family: str
    #: its points, of so many games against the other
    points: float
    games: int
    other: str = ""
    #: why there was no match; empty where there was one
    reason: str = ""

    def __str__(self) -> str:
        if self.reason:
            return f"{self.family}: {self.reason}"
        match = f"{self.points:g} of {self.games} points against {self.other}"
        return f"{self.family}: {match}, {MOVE_SECONDS * 1000:g} ms a move"


def select_family(game: Game, learnt: LearntWeights | None = None, seconds: float = SECONDS) -> Selection:
    """The family for a game: by what it can play, by matches that were kept or are shipped, or by ones that
    are played now, in so many seconds each.

    Where something was `learnt` of it, that has to beat the better one of those that know the rules alone.
    """
    try:
        check_game(game)
    except CannotPlayError:
        return Selection(MCTS, 0.0, 0, "", _UNFIT.get(len(game.players), "more than two players"))
    result = _shipped(game) or _kept_match(game, (ALPHABETA, MCTS), None, seconds)
    if learnt is None:
        return result
    return _kept_match(game, (result.family, TRAINED), learnt, seconds)


def shipped_variant(game: Rules) -> str:
    """A shipped game's name with what was chosen of its options; nothing where it is none."""
    from interpreter.game.shipped import shipped_name

    recipe = game.recipe
    name = None if recipe.text is not None or recipe.position is not None else shipped_name(recipe.path)
    return (
        "" if name is None else " ".join((name, *(f"{option}={value}" for option, value in recipe.options)))
    )


def _shipped(game: Rules) -> Selection | None:
    """What was measured of a shipped game: `python -m benchmarks.families` makes it."""
    variant = shipped_variant(game)
    if not variant:
        return None  # confined workers, which have strangers' games alone, may not read the file
    text = files("interpreter.players").joinpath("families.json").read_text(encoding="utf-8")
    selection = json.loads(text)["games"].get(variant)
    return None if selection is None else Selection(**selection)


def _kept_match(
    game: Game, families: tuple[str, str], learnt: LearntWeights | None, seconds: float
) -> Selection:
    """The result of a match; one that had all its time is kept."""
    cache = Cache(default_folder())
    key = cache.key(_VERSION, game.fingerprint, *families, "" if learnt is None else learnt.digest)
    kept = cache.get(key)
    if kept is not None:
        return Selection(**json.loads(kept))
    result = play_match(game, families, learnt, seconds)
    if seconds >= SECONDS:
        cache.put(key, json.dumps(asdict(result)).encode())
    return result


def play_match(
    game: Game,
    families: tuple[str, str] = (ALPHABETA, MCTS),
    learnt: LearntWeights | None = None,
    seconds: float = SECONDS,
    seed: int = 0,
) -> Selection:
    """A match of two families; the second one has to score more than half to be selected.

    Raises KeyboardInterrupt, though the players answer it with the best move so far.
    """
    with _interrupts() as interrupts:
        result = _match(game, families, learnt, seconds, seed, interrupts)
    if interrupts:  # rules that were interrupted are no slow ones
        raise KeyboardInterrupt
    return result


def _match(
    game: Game,
    families: tuple[str, str],
    learnt: LearntWeights | None,
    seconds: float,
    seed: int,
    interrupts: list[int],
) -> Selection:
    generator = random.Random(seed)
    deadline = time.perf_counter() + seconds
    limit = Limit(seconds=MOVE_SECONDS)
    points, games = 0.0, 0
    pair = tuple(_player(family, learnt, seed) for family in families)
    while games < GAMES and (not games or time.perf_counter() < deadline):
        start = _opening(game, generator)
        if start is None:
            break
        try:
            for first in (0, 1):
                points += _first_points(start, pair, first, limit, interrupts)
                games += 1
        except SlowRulesError:
            break
        if abs(2 * points - games) >= LEAD:
            break
    if not games:
        safe = MCTS if MCTS in families else families[0]
        return Selection(safe, 0.0, 0, "", "no game of a match was played in time")
    if 2 * points >= games:
        return Selection(families[0], points, games, families[1])
    return Selection(families[1], games - points, games, families[0])


def _player(family: str, learnt: LearntWeights | None, seed: int) -> Player:
    if family == MCTS:
        return MctsPlayer(MctsSettings(MOVE_SECONDS, None, TreeSettings(MEMORY, seed=seed)))
    weights = learnt.weights if family == TRAINED and learnt is not None else None
    return AlphaBetaPlayer(AlphaBetaSettings(MOVE_SECONDS, memory=MEMORY, weights=weights))


def _opening(game: Game, generator: random.Random) -> State | None:
    """A position after some plies at random that is not over; None where games end before."""
    try:
        return opening(game, generator.randrange(1 << 30), generator.randrange(*OPENING)).line.state
    except MatchError:
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


def _first_points(
    start: State, pair: Sequence[Player], first: int, limit: Limit, interrupts: list[int]
) -> float:
    """What the first player of a pair scores in a game that the one numbered `first` begins: 1 for a win, 0.5
    for a draw; what is proved ends it."""
    mine = start.mover if first == 0 else 3 - start.mover
    line = Line((start,))
    while not line.state.is_over and len(line.moves) < LONGEST:
        mover = line.state.mover
        choice = pair[0 if mover == mine else 1].choose(line, limit)
        if interrupts:
            raise KeyboardInterrupt
        best = next(iter(choice.thought.candidates), None)
        if best is not None and best.proved:
            return (1.0 + (best.value if mover == mine else -best.value)) / 2
        line = line.then(choice.move)
    outcome = line.state.outcome
    return (1.0 + (0.0 if outcome is None else outcome.value(mine))) / 2
