"""Troika by strength of play: "Beginners often lose before placing more than four or five pawns, and even
experts have never yet, in my experience, got as far as all 16 pawns on board." (seed 000)

Each game is on a board that its seed lays. Who loses has placed half of the pawns on the board, rounded down.
"""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.claims.replay import played_games, short
from benchmarks.claims.tables import Row, mean_of, share_of
from gdl import Game, load

HEADS = (
    "players",
    "games",
    "pawns on the board at the end",
    "who loses had placed at most four",
    "at most five",
    "all sixteen placed",
)
#: Weaker and stronger players, each against its like; and a beginner against an expert. (A small table is
#: large enough, and sooner made.)
PLAYERS = (
    "random",
    "mcts:10",
    "mcts:30",
    "mcts:100",
    "mcts:300",
    "mcts:1k",
    "mcts:3k",
    "alphabeta:1:memory=8M",
    "alphabeta:2:memory=8M",
    "alphabeta:4:memory=8M",
    "alphabeta:6:memory=8M",
    "mcts:10,alphabeta:6:memory=8M",
    "random,alphabeta:6:memory=8M",
)


def rows(players: Sequence[str] = PLAYERS, games: int = 1000, seed: int = 1, workers: int = 1) -> list[Row]:
    """A row for each kind of match."""
    game = load("troika", options={"Board": "Shuffled"}).on("auto")
    return [row(game, each, games, seed, workers) for each in players]


def row(game: Game, players: str, games: int, seed: int, workers: int) -> Row:
    """So many games between these players."""
    played = played_games(game, players, games, seed, workers)
    # a draw has no loser
    lost = [each.plies // 2 if len(set(each.ranks)) > 1 else None for each in played]
    return Row(
        short(players),
        (
            len(played),
            mean_of([each.plies for each in played]),
            share_of(each is not None and each <= 4 for each in lost),
            share_of(each is not None and each <= 5 for each in lost),
            share_of(each.plies == 16 for each in played),
        ),
    )
