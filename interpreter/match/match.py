"""A match from Python: players by name beside players of one's own."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.game.game import Game, given_game
from interpreter.match.goal import Width
from interpreter.match.job import play_match
from interpreter.match.play import LONGEST, Match
from interpreter.match.score import Score, score
from interpreter.players.entrants import Chooser, entrant
from interpreter.players.player import Player


def match(
    game: Game,
    players: Sequence[str | Player | Chooser],
    games: int = 100,
    seed: int = 0,
    openings: int | None = None,
    until: float | None = None,
    longest: int = LONGEST,
    by_processor: bool = False,
) -> Score:
    """Let players play against each other, each seat equally often, and say what their games tell.

    A player is a name (`"mcts:200"`), an object with `choose(line, limit)` such as `gdl.Player` says, or a
    function from a `gdl.State` to one of its legal moves or how that is written; the last one fills the seats
    that are left, and more than a game for two has seats meet in pairs. `openings`: so many plies are drawn
    before they think, the same for each seating. `until`: half the width of the intervals of their shares
    (0.03 for three points) at which the match ends; `games` are the most then. A game of more than `longest`
    decisions is a draw. `by_processor`: seconds that players have are of processor time, which is fair on a
    busy machine.

    Raises TypeError for what is no game, PlayerError, CannotPlayError, MatchError, and what players of one's
    own raise (MoveError for moves that are none).
    """
    given_game(game)
    goal = None if until is None else Width(until)
    entrants = tuple(entrant(each) for each in players)
    played = Match(
        game, entrants, games, seed, longest, openings=openings, goal=goal, by_processor=by_processor
    )
    return score(played, list(play_match(played)))
