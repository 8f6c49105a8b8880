"""Random games from one position (Monte Carlo), with what each of them came to."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Sampled:
    """Random games from one position: `len()` of them, game by game as arrays of numpy that are read only."""

    def __init__(self, rows: bytes, players: int) -> None:
        """`rows` as `Engine.games_from` gives them."""
        import numpy as np

        kind = np.dtype([("plies", "<i8"), ("over", "<i8"), ("ranks", "<f8", (players,))])
        table = np.frombuffer(rows, kind)
        #: how many plies each game had from here; (games,) int64
        self.lengths: NDArray[np.int64] = table["plies"]
        #: each player's rank in each game, player 1 first: 1.0 is the first, who share a place share its
        #: mean, 0.0 in a game that was given up; (games, players) float64
        self.ranks: NDArray[np.float64] = table["ranks"]
        #: whether each game ended, or was given up for its length; (games,) bool
        self.ended: NDArray[np.bool_] = table["over"] != 0

    def __len__(self) -> int:
        return len(self.lengths)

    @cached_property
    def wins(self) -> NDArray[np.int64]:
        """How many games each player won, alone in the first place, player 1 first; (players,) int64."""
        first = self.ranks == 1.0
        result: NDArray[np.int64] = (first & (first.sum(axis=1, keepdims=True) == 1)).sum(axis=0)
        return result

    @property
    def draws(self) -> int:
        """How many games nobody won."""
        return len(self) - int(self.wins.sum())

    def __repr__(self) -> str:
        length = f", {self.lengths.mean():.1f} plies" if len(self) else ""
        return f"<{len(self)} random games: {self.wins.tolist()} won, {self.draws} not{length}>"
