"""Games of a match, and the states that they went through."""

from __future__ import annotations

from collections.abc import Iterator

from gdl import Game, State
from interpreter.match.job import play_match
from interpreter.match.play import Match, Played
from interpreter.players.naming import read_players
from interpreter.work.runners import Place


def played_games(
    game: Game, players: str, games: int, seed: int, workers: int = 1, recorded: bool = False
) -> list[Played]:
    """So many games between these players, as `gdl match` names them."""
    match = Match(game, read_players(players), games, seed, recorded=recorded)
    return list(play_match(match, Place(workers)))


def states(game: Game, played: Played) -> Iterator[State]:
    """All states of a recorded game, the start and the end included."""
    assert played.record is not None, "not recorded"
    state = game.start(played.record.seed)
    yield state
    for move in played.record.moves:
        state = state.play(move)
        yield state


def short(players: str) -> str:
    """The players as a row names them: how large a table is does not matter there."""
    return players.replace(":memory=8M", "").replace(",", " against ")
