"""A match of any game: several games, after each of which the players change seats.

In the first game player 1 sits in the first seat, player 2 in the second and so on. After a game everybody
moves up one seat, and whoever had the first takes the last. Who wins a game alone gets a point; after so many
games most points win, equal points share the rank.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .common import Oracle, Ranks


class SeriesPosition(NamedTuple):
    """How many games are over, each player's points, who sits where, and the position of the game."""

    played: int
    points: tuple[int, ...]
    seated: tuple[int, ...]
    game: Any


class Series(Oracle[SeriesPosition]):
    """So many games of one kind."""

    def __init__(self, game: Oracle[Any], players: int, games: int) -> None:
        self.game, self.players, self.games = game, players, games

    def start(self) -> SeriesPosition:
        return SeriesPosition(0, (0,) * self.players, tuple(range(1, self.players + 1)), self.game.start())

    def mover(self, position: SeriesPosition) -> int:
        return position.seated[self.game.mover(position.game) - 1]

    def options(self, position: SeriesPosition) -> list[tuple[str, SeriesPosition]]:
        return [(text, self.after(position, game)) for text, game in self.game.options(position.game)]

    def after(self, position: SeriesPosition, game: Any) -> SeriesPosition:
        ranks = self.game.outcome(game)
        if ranks is None:
            return position._replace(game=game)
        points = list(position.points)
        if ranks.count(1) == 1:
            points[position.seated[ranks.index(1)] - 1] += 1
        seated = (*position.seated[1:], position.seated[0])
        return SeriesPosition(position.played + 1, tuple(points), seated, self.game.start())

    def outcome(self, position: SeriesPosition) -> Ranks | None:
        if position.played < self.games:
            return None
        return tuple(1 + sum(other > own for other in position.points) for own in position.points)
