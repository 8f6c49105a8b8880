"""Forced wins of any oracle's game: an AND/OR search to a limited depth, without any knowledge of the game.

A player *forces* a win within n plies from a position if the game cannot but end within n plies with that
player alone in the first place, however the others play. Such a search proves both that there is a win and,
one ply short of it, that there is none sooner.
"""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from .common import Oracle, Ranks

P = TypeVar("P")


class TooMany(Exception):
    """The search has looked at more positions than it was allowed."""


class After(NamedTuple, Generic[P]):
    """A move's text, the position after it, and its outcome there."""

    text: str
    position: P
    outcome: Ranks | None


class Forced(NamedTuple):
    """In how many plies the mover forces the win, and the first moves of those wins."""

    plies: int
    moves: tuple[str, ...]


def alone_first(outcome: Ranks, player: int) -> bool:
    """Whether this player wins, sharing with nobody."""
    return outcome[player - 1] == 1 and outcome.count(1) == 1


class Search(Generic[P]):
    """Searches from positions of one game; what is found is kept for the next one."""

    def __init__(self, oracle: Oracle[P], most: int = 10_000_000) -> None:
        self.oracle = oracle
        #: how many positions may be looked into, and have been
        self.most, self.nodes = most, 0
        #: (position, player): the player wins within the first number, and does not within the second
        self.known: dict[tuple[P, int], tuple[int, int]] = {}
        self.replies: dict[P, list[After[P]]] = {}
        #: the move that decided last, by player and plies left: tried first
        self.killers: dict[tuple[int, int], str] = {}

    def after(self, position: P) -> list[After[P]]:
        """What each move of an unfinished position leads to; those that end the game come first."""
        found = self.replies.get(position)
        if found is None:
            self.nodes += 1
            if self.nodes > self.most:
                raise TooMany
            options = self.oracle.options(position)
            found = [After(text, after, self.oracle.outcome(after)) for text, after in options]
            found.sort(key=lambda move: move.outcome is None)
            self.replies[position] = found
        return found

    def wins(self, position: P, player: int, plies: int) -> bool:
        """Whether this player forces a win within so many plies of an unfinished position."""
        if plies < 1:
            return False
        within, without = self.known.get((position, player), (10**9, 0))
        if within <= plies:
            return True
        if without >= plies:
            return False
        found = self.searched(position, player, plies)
        within, without = self.known.get((position, player), (10**9, 0))
        self.known[position, player] = (plies, without) if found else (within, plies)
        return found

    def searched(self, position: P, player: int, plies: int) -> bool:
        """As `wins`: one winning move is enough for the player, the others must have none that escapes."""
        moves = self.after(position)
        own = self.oracle.mover(position) == player
        killer = self.killers.get((player, plies))
        if killer is not None:
            moves = sorted(moves, key=lambda move: (move.outcome is None, move.text != killer))
        for move in moves:
            if self.leads_to_win(move, player, plies) == own:
                self.killers[player, plies] = move.text
                return own
        return not own

    def leads_to_win(self, move: After[P], player: int, plies: int) -> bool:
        """Whether this move is one of a win within so many plies, itself counted."""
        if move.outcome is not None:
            return alone_first(move.outcome, player)
        return self.wins(move.position, player, plies - 1)

    def shortest(self, position: P, most_plies: int) -> Forced | None:
        """The mover's shortest forced win, if there is one within so many plies."""
        player = self.oracle.mover(position)
        for plies in range(1, most_plies + 1):
            if self.wins(position, player, plies):
                moves = [m.text for m in self.after(position) if self.leads_to_win(m, player, plies)]
                return Forced(plies, tuple(sorted(moves)))
        return None
