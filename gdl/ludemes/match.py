"""Matches: the same game played again and again, with points that count beyond each."""

from __future__ import annotations

from gdl.ludeme.base import Ludeme, arg, named
from gdl.ludeme.categories import IntExpr
from gdl.ludeme.registry import ludeme
from gdl.ludemes.game import End, Players
from gdl.words.words import WordEnum


class Seating(WordEnum):
    """Whether the players change seats from game to game."""

    FIXED = "Fixed"
    ROTATE = "Rotate"


@ludeme("subgame")
class Subgame(Ludeme):
    """A game of a match: its name, and options chosen for it (`"Board/Backs; Limit/20"`).

    The name is that of a file beside the match, or of a shipped game. The winner of a game gets its `result:`
    (default 1 point); or else every player gets its `points:`. In both, `Player` is the one who gets them.

    Example: `(subgame "Cornered" result:(score Player))`.
    """

    english = "{name}"
    name: str = arg()
    options: str | None = arg(None)
    next: IntExpr | None = named("next", None)
    result: IntExpr | None = named("result", None)
    points: IntExpr | None = named("points", None)
    at_most_one = (("result", "points"),)


@ludeme("games")
class Games(Ludeme):
    """The games of a match. With `seats:Rotate` each player moves up to the seat before after every game, and
    whoever sat in the first takes the last: in two games every player of two has begun once.

    Example: `(games (subgame "Triad") seats:Rotate)`.
    """

    english = "{games}"
    games: Subgame | tuple[Subgame, ...] = arg()
    seats: Seating = named("seats", Seating.FIXED)

    def all(self) -> tuple[Subgame, ...]:
        """The games that the match is made of."""
        return self.games if isinstance(self.games, tuple) else (self.games,)


@ludeme("match")
class Match(Ludeme):
    """A match: a game is played until an ending of the match holds, which is looked at after each game.

    In its endings P1, P2, ... are people, whatever seats they have; `(matchScore P1)` is the points of one so
    far, `(count Trials)` the games played. A match offers the options of its game as its own.

    Example: `(match "To three" (games (subgame "Tic-Tac-Toe") seats:Rotate)
    (end (forEach Player if:(= 3 (matchScore Player)) (result Player Win))))`.
    """

    english = "{name}"
    name: str = arg()
    players: Players | None = arg(None)
    games: Games = arg()
    end: End = arg()
