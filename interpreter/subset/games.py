"""Random games in bulk, in the compiled subset: each by its number, from the start or from a given state.

`playouts` and `playouts_from` leave a row for each game: its plies, whether it ended (else it was given up),
and each player's rank. What was stopped leaves its last game out.
"""

from __future__ import annotations

from interpreter.subset.intrinsics import (
    begin,
    floats,
    ints,
    over,
    play_out,
    players,
    rank,
    reseed,
    room,
    sandbox,
    stopped,
)

ROWS, RANKS = ints("rows", 0), floats("ranks", 0)
SUMMARY, TABLE = ints("summary", 1), ints("table", 0)

#: Words of the summary; the wins of player 1 follow.
GAMES, PLIES, DRAWS, WINS = 0, 1, 2, 3


def playouts(seed: int, first: int, games: int, most: int) -> None:
    """Play games of so many plies at most, and add them up; with their rows, where there is room for them."""
    for i in range(games):
        with sandbox():
            reseed(seed, first + i)
            begin()
            plies = play_out(most)
            if stopped():
                return
            if room(ROWS) > 0:
                write_row(i, plies)
            add_up(plies)


def playouts_from(seed: int, first: int, games: int, most: int) -> None:
    """Play games from this state, each by a generator of its own, and write their rows."""
    for i in range(games):
        with sandbox():
            reseed(seed, first + i)
            plies = play_out(most)
            if stopped():
                return
            write_row(i, plies)


def tallied_playouts(seed: int, first: int, games: int, most: int) -> None:
    """Play games and count them in a table of two dimensions.

    It has a row for each length, the last one for games that were given up, and in it a word for each set of
    players who came first, as bits: none where all share the first place, or where the game was given up.
    """
    for i in range(games):
        with sandbox():
            reseed(seed, first + i)
            begin()
            plies = play_out(most)
            if stopped():
                return
            tally(plies, most)


def write_row(number: int, plies: int) -> None:
    """Write what came of the game that has been played."""
    row = number * (2 + players())
    ended = 0
    if over():
        ended = 1
    ROWS[row] = plies
    ROWS[row + 1] = ended
    for p in range(players()):
        RANKS[row + 2 + p] = rank(p + 1)


def add_up(plies: int) -> None:
    """Add the game to the summary: who came first alone has won."""
    firsts = 0
    winner = 0
    for p in range(players()):
        if rank(p + 1) == 1.0:
            firsts += 1
            winner = p
    SUMMARY[GAMES] += 1
    SUMMARY[PLIES] += plies
    if firsts == 1:
        SUMMARY[WINS + winner] += 1
    else:
        SUMMARY[DRAWS] += 1


def tally(plies: int, most: int) -> None:
    """Count the game in the table."""
    best = rank(1)
    worst = 1.0 if players() == 1 else best  # alone, one is first or not
    for p in range(1, players()):
        best = min(best, rank(p + 1))
        worst = max(worst, rank(p + 1))
    place = plies if over() else most + 1
    apart = over() and (best < worst or (players() == 1 and best == worst))
    for p in range(players()):
        place = 2 * place
        if apart and rank(players() - p) == best:
            place += 1
    TABLE[place] += 1


FUNCTIONS = (playouts, playouts_from, tallied_playouts, write_row, add_up, tally)
