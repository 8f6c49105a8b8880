"""Isolation, and whether only opposite colours are to count: "I've tried it several times and never managed
to place more than 12 pawns successfully." (author's page, Isolation)

Each game is on a board that its seed lays; its plies are the pawns placed.
"""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.claims.replay import played_games, short
from benchmarks.claims.tables import Row, mean_of, share_of
from gdl import load

HEADS = (
    "which colours count, pawns, players",
    "games",
    "who begins wins",
    "pawns placed",
    "more than 12",
    "16 or more",
)
PLAYERS = ("random", "mcts:100", "mcts:1k")
OPTIONS: tuple[tuple[str, dict[str, str]], ...] = (
    ("both, eight each", {}),
    ("opposite, eight each", {"Colours": "Opposite"}),
    ("opposite, without end", {"Colours": "Opposite", "Pawns": "Endless"}),
)


def rows(players: Sequence[str] = PLAYERS, games: int = 1000, seed: int = 1, workers: int = 1) -> list[Row]:
    """A row for each reading and each kind of match."""
    return [row(name, given, each, games, seed, workers) for name, given in OPTIONS for each in players]


def row(name: str, given: dict[str, str], players: str, games: int, seed: int, workers: int) -> Row:
    """So many games by one reading between these players."""
    game = load("isolation", options={"Board": "Shuffled", **given}).on("auto")
    played = played_games(game, players, games, seed, workers)
    return Row(
        f"{name}: {short(players)}",
        (
            len(played),
            share_of(each.ranks[0] < each.ranks[1] for each in played),
            mean_of([each.plies for each in played]),
            share_of(each.plies > 12 for each in played),
            share_of(each.plies >= 16 for each in played),
        ),
    )
