"""How many games make a match: "Jouez jusqu'à ce qu'un joueur atteigne 15 points, ce qui prendra généralement
deux ou trois parties (ou plus, si vous avez tendance à abandonner tôt)." (seed 004, of Cornered and
Quartermaster)
"""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.claims.replay import played_games, short, states
from benchmarks.claims.tables import Row, mean_of, share_of
from gdl import Game, load

HEADS = ("match, players", "matches", "games of a match", "one", "two or three", "four or more")
PLAYERS = ("random", "mcts:10", "mcts:100", "mcts:10,mcts:100")
MATCHES: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("Cornered", "cornered-match", {}),
    ("Cornered, resigning allowed", "cornered-match", {"Resign": "Yes"}),
    ("Quartermaster", "quartermaster-match", {"Board": "Shuffled"}),
)


def rows(players: Sequence[str] = PLAYERS, games: int = 1000, seed: int = 1, workers: int = 1) -> list[Row]:
    """A row for each match and kind of players."""
    return [
        row(name, load(file, options=given).on("auto"), each, games, seed, workers)
        for name, file, given in MATCHES
        for each in players
    ]


def row(name: str, game: Game, players: str, games: int, seed: int, workers: int) -> Row:
    """So many matches between these players."""
    lengths = []
    for played in played_games(game, players, games, seed, workers, recorded=True):
        *_, end = states(game, played)
        lengths.append(end.games_played)
    return Row(
        f"{name}: {short(players)}",
        (
            len(lengths),
            mean_of(lengths),
            share_of(length == 1 for length in lengths),
            share_of(length in (2, 3) for length in lengths),
            share_of(length > 3 for length in lengths),
        ),
    )
