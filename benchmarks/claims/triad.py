"""Triad: "You can even make one opponent totally eliminate the other to give you the victory!" (seed 003)

Who eliminates a player need not win: the other survivor may have more pieces. And a last capture that takes
pieces of both opponents may change which of the two survivors has more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from benchmarks.claims.replay import played_games, short, states
from benchmarks.claims.tables import Row, share_of
from gdl import Game, State, load
from gdl.support.values import frozen
from interpreter.match.play import Played

HEADS = (
    "players",
    "games",
    "ended by an elimination",
    "who eliminates wins",
    "the other survivor wins",
    "they tie",
    "the last capture decides which of the two has more",
    "won by the other survivor, each move of who eliminates doing so",
)
PLAYERS = ("random", "mcts:10", "mcts:100", "mcts:300")


@frozen
class Ending:
    """How a game ended: who moved last, and the players' pieces before that and after it."""

    mover: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    #: whether every move that was legal would have eliminated the same player
    forced: bool

    @property
    def gone(self) -> tuple[int, ...]:
        """Who has no pieces."""
        return tuple(player for player in (1, 2, 3) if not self.after[player - 1])

    @property
    def lead(self) -> int:
        """By how many pieces who moved last is ahead of the other survivor."""
        return self._lead(self.after)

    @property
    def decided(self) -> bool:
        """Whether the last capture changed which of the two has more, or whether they have as many."""
        before = self._lead(self.before)
        return (before > 0) - (before < 0) != (self.lead > 0) - (self.lead < 0)

    def _lead(self, pieces: tuple[int, ...]) -> int:
        other = 6 - self.mover - self.gone[0]
        return pieces[self.mover - 1] - pieces[other - 1]


def rows(players: Sequence[str] = PLAYERS, games: int = 1000, seed: int = 1, workers: int = 1) -> list[Row]:
    """A row for each kind of players."""
    game = load("triad").on("auto")
    return [row(game, each, games, seed, workers) for each in players]


def row(game: Game, players: str, games: int, seed: int, workers: int) -> Row:
    """So many games between these players; shares are of those that the elimination of one player ended."""
    every = [ending(game, each) for each in played_games(game, players, games, seed, workers, recorded=True)]
    one = [each for each in every if len(each.gone) == 1 and each.mover not in each.gone]
    return Row(
        short(players),
        (
            len(every),
            share_of(len(each.gone) == 1 for each in every),
            share_of(each.lead > 0 for each in one),
            share_of(each.lead < 0 for each in one),
            share_of(each.lead == 0 for each in one),
            share_of(each.decided for each in one),
            share_of(each.lead < 0 and each.forced for each in one),
        ),
    )


def ending(game: Game, played: Played) -> Ending:
    """How a recorded game ended."""
    *_, before, end = states(game, played)
    gone = [player for player, left in enumerate(pieces(end), 1) if not left]
    forced = bool(gone) and all(
        not pieces(before.play(move))[player - 1] for move in before.legal_moves for player in gone
    )
    return Ending(before.mover, pieces(before), pieces(end), forced)


def pieces(state: State) -> tuple[int, ...]:
    """How many pieces each player has."""
    found = Counter(piece.owner for piece in state.sites.values())
    return tuple(found[player] for player in (1, 2, 3))
