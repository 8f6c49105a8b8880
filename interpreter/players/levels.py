"""Levels of play by measured strength: each scores about three of four points against the one below.

A level is an effort of the game's family of searches: nodes of alpha-beta, or iterations of Monte-Carlo tree
search. So it is as strong on a slow machine as on a fast one. Below the best one alpha-beta's evaluation is
noisy, by a seed: so that no two games are the same, and what looks nearly as good is played as well.

Efforts are calibrated by matches: ratings grow with the logarithm of the effort (as with thinking time:
Heinz, *New self-play results in computer chess*, 2000), so a match tells about where the next level lies.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from importlib.resources import files

from attrs import asdict

from gdl.support.values import frozen
from interpreter.engines.cache import Cache, default_folder
from interpreter.errors.user_errors import CannotPlayError
from interpreter.game.game import Game
from interpreter.game.rules import Rules
from interpreter.players.alphabeta import AlphaBetaPlayer, AlphaBetaSettings
from interpreter.players.mcts import MctsPlayer, MctsSettings
from interpreter.players.pairs import play_pairs
from interpreter.players.player import Player
from interpreter.players.portfolio import ALPHABETA, MCTS, select_family, shipped_variant
from interpreter.search.tree import TreeSettings

#: The levels, the weakest first.
LEVELS = ("easy", "medium", "hard", "best")
#: What a level scores against the one below: aimed at, and what is near enough.
SHARE, NEAR = 0.75, 0.03
#: Efforts where nothing was measured; the last of each is where measuring begins.
DEFAULTS = {ALPHABETA: (20, 200, 2_000, 20_000), MCTS: (30, 120, 500, 2_000)}
#: Games of a match that tells about where a level lies, and how often it is looked for again.
_PILOT, _TRIES = 40, 4
#: How many times less effort a level may take than the one above.
_RATIOS = (1.3, 64.0)
_MEMORY = 8 << 20
_VERSION = "levels 2"


@frozen
class Ladder:
    """The efforts of the levels in a game."""

    family: str
    #: nodes or iterations for each decision, by level
    efforts: tuple[int, ...]
    #: the share of points of each level but the lowest against the one below, in `games` games each; none
    #: where nothing was measured
    shares: tuple[float, ...] = ()
    games: int = 0
    seed: int = 0

    def __str__(self) -> str:
        unit = "iterations" if self.family == MCTS else "nodes"
        efforts = ", ".join(f"{name} {effort:,}" for name, effort in zip(LEVELS, self.efforts, strict=True))
        if not self.shares:
            return f"{self.family}, {unit} a move: {efforts} (not measured yet)"
        shares = ", ".join(f"{100 * share:.0f} %" for share in self.shares)
        measured = f"by {shares} of {self.games} games"
        return f"{self.family}, {unit} a move: {efforts}; each beats the one below {measured}"


def ladder_of(game: Game) -> Ladder:
    """The levels of a game: as they were measured here, or as they are shipped.

    Else they are the default for the family that is selected for the game, by a match if need be.
    """
    kept = Cache(default_folder()).get(_key(game))
    if kept is not None:
        return _read(json.loads(kept))
    variant = shipped_variant(game)
    shipped = _shipped().get(variant) if variant else None  # which not every process may read
    if shipped is not None:
        return _read(shipped)
    family = select_family(game).family
    return Ladder(family, DEFAULTS[family])


def keep_ladder(game: Rules, ladder: Ladder) -> None:
    """Keep what was measured in the cache."""
    Cache(default_folder()).put(_key(game), json.dumps(asdict(ladder)).encode())


def level_player(game: Game, ladder: Ladder, level: int, seed: int, memory: int = _MEMORY) -> Player:
    """The player of a level, from 0."""
    return _player(ladder.family, ladder.efforts[level], level == len(LEVELS) - 1, seed, memory)


def calibrate(game: Game, family: str, games: int, seed: int) -> Iterator[Ladder]:
    """Measure a game's levels from the best downward; the ladder so far after each, the last one whole.

    Where a level that takes no thought at all is still not weak enough, the lowest ones are the same, and the
    shares say so. Raises CannotPlayError for games that are not for two.
    """
    if len(game.players) != 2:
        raise CannotPlayError(
            f"levels are measured in games for two, and {game.name} is for {len(game.players)}"
        )
    efforts, shares = [DEFAULTS[family][-1]], list[float]()
    while len(efforts) < len(LEVELS):
        effort, share = _weaker(game, family, efforts[0], len(efforts) == 1, games, seed + len(efforts))
        efforts.insert(0, effort)
        shares.insert(0, share)
        padded = (efforts[0],) * (len(LEVELS) - len(efforts)) + tuple(efforts)
        yield Ladder(family, padded, tuple(shares), games, seed)


def _weaker(game: Game, family: str, effort: int, is_best: bool, games: int, seed: int) -> tuple[int, float]:
    """The effort that scores a quarter of the points against a greater one, and what was measured of it."""

    def share_against(less: int, count: int, number: int) -> float:
        one = _player(family, effort, is_best, seed, _MEMORY)
        other = _player(family, less, False, seed + 1, _MEMORY)
        return play_pairs(game, one, other, count, seed + number).share

    ratio = 4.0
    share = share_against(_less(effort, ratio), _PILOT, 0)
    tried: list[tuple[float, int, float]] = []
    for attempt in range(_TRIES):
        # the logit of the share is taken to be in proportion to the logarithm of the ratio of efforts
        slope = max(_logit(share) / math.log(ratio), 0.05)
        ratio = min(max(math.exp(_logit(SHARE) / slope), _RATIOS[0]), _RATIOS[1])
        less = _less(effort, ratio)
        share = share_against(less, games, 100 * (attempt + 1))
        tried.append((abs(share - SHARE), less, share))
        if abs(share - SHARE) <= NEAR or less == 1:
            break
    _, less, share = min(tried)
    return less, share


def _less(effort: int, ratio: float) -> int:
    return max(1, min(round(effort / ratio), effort - 1))


def _logit(share: float) -> float:
    bounded = min(max(share, 0.03), 0.97)
    return math.log(bounded / (1 - bounded))


def _player(family: str, effort: int, is_best: bool, seed: int, memory: int) -> Player:
    if family == MCTS:
        return MctsPlayer(MctsSettings(None, effort, TreeSettings(memory, seed=seed)))
    noise = None if is_best else seed
    return AlphaBetaPlayer(AlphaBetaSettings(None, None, memory, effort, noise=noise))


def _key(game: Rules) -> str:
    return Cache(None).key(_VERSION, game.fingerprint)


def _shipped() -> dict[str, dict[str, object]]:
    """What was measured of shipped games: `python -m benchmarks.levels` makes it."""
    text = files("interpreter.players").joinpath("levels.json").read_text(encoding="utf-8")
    result: dict[str, dict[str, object]] = json.loads(text)["games"]
    return result


def _read(data: dict[str, object]) -> Ladder:
    parts = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    return Ladder(**parts)  # type: ignore[arg-type]
