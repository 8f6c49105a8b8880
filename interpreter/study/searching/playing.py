"""What the parts of a study that play by searching have in common: the code made ready, seeds, results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from gdl.version import __version__
from interpreter.study.searching.cost import native
from interpreter.study.searching.searchers import ALPHA_BETA, UCT, Searcher
from interpreter.study.searching.watched import Watched, Watching
from interpreter.support.numbers import seed_for

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.study.searching.lookahead import Lookahead


class Plays(Protocol):
    """Plays whole games between searches of given budgets."""

    def play(self, budgets: Sequence[int], chance: int, search: int) -> Watched:
        """A game by the seeds of chance and of searches; who has a budget of 0 plays at random."""


@lru_cache(maxsize=2)
def watching_of(game: Game, longest: int) -> Watching:
    """What plays the chunks of a study by UCT: made ready once in each process."""
    return Watching(native(game), longest)


@lru_cache(maxsize=2)
def _looking_of(game: Game, longest: int) -> Lookahead:
    from interpreter.study.searching.lookahead import Lookahead

    return Lookahead(native(game), longest)


_PLAYS: Mapping[str, Callable[[Game, int], Plays]] = {UCT.name: watching_of, ALPHA_BETA.name: _looking_of}


def plays_of(searcher: Searcher, game: Game, longest: int) -> Plays:
    """What plays the chunks of a study by a family of players."""
    return _PLAYS[searcher.name](game, longest)


def plan_of(part: str, searcher: Searcher, game: Game, seed: int, longest: int) -> dict[str, Any]:
    """What decides the results of all of them."""
    return {
        "part": part,
        "ludwright": __version__,
        "game": game.name,
        "rules": game.fingerprint,
        "options": game.options,
        "seed": seed,
        "longest": longest,
        "agent": searcher.agent,
        "memory": searcher.memory,
    }


def seeds_of(seed: int, number: int, what: str) -> tuple[int, int]:
    """The seeds of a game's chance and of its searches."""
    return seed_for(seed, number, f"{what}: chance"), seed_for(seed, number, f"{what}: searches")
