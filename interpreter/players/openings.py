"""Random openings: the first plies of a game are drawn by a seed, so that games of like players differ.

Matches of engines are opened so, from a book or at random, each opening with all colours. Whoever needs
openings takes them from here: matches, the choice between families of searches, studies.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from gdl.support.values import frozen
from interpreter.errors.user_errors import MatchError
from interpreter.game.game import Game
from interpreter.players.player import Line
from interpreter.support.numbers import seed_for

_M = TypeVar("_M")
#: So many openings are drawn anew where the game was over with the one before.
ATTEMPTS = 50


@frozen
class Opening:
    """A game as it was opened: what chance was started with, and the plies that were drawn."""

    chance: int
    line: Line


def drawn(legal: Sequence[_M], seed: int, ply: int) -> _M:
    """One of the legal moves at a ply of an opening, each as likely: decided by the opening's seed alone."""
    return legal[seed_for(seed, ply, "at random") % len(legal)]


def opening(game: Game, seed: int, plies: int) -> Opening:
    """A game after so many plies at random that is not over. Raises MatchError where games end before."""
    for attempt in range(ATTEMPTS):
        chance = seed_for(seed, attempt, "chance of an opening")
        line = Line((game.start(chance),))
        way = seed_for(seed, attempt, "way of an opening")
        while len(line.moves) < plies and not line.state.is_over:
            line = line.then(drawn(line.state.legal_moves, way, len(line.moves)))
        if not line.state.is_over:
            return Opening(chance, line)
    count = "a ply" if plies == 1 else f"{plies} plies"
    raise MatchError(f"{game.name} is over within {count} at random: its openings have to be shorter")
