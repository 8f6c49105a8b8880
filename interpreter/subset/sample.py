"""Random games of which every move is listed, in the words of searches: branching, choices, sites used.

Playouts draw a move without looking at the others; to count them all takes several times as long. So these
games are a sample beside the playouts, of a seed of its own. A move is drawn among those that are listed,
each once, so that a game comes with the probability 1 / (the product of its branching): what Knuth's estimate
of the size of a tree needs (D. E. Knuth, *Estimating the efficiency of backtrack programs*, 1975).
"""

from __future__ import annotations

from interpreter.subset.intrinsics import (
    begin,
    draw,
    floats,
    ints,
    list_moves,
    log,
    move_size,
    occupied,
    over,
    play_move,
    reseed,
    room,
    sandbox,
    stopped,
)

CONTROL, LOGS, ROWS = ints("control", 0), floats("logs", 1), ints("rows", 2)

#: Settings: the seed, the longest game, how many sites are looked at. What goes on: the number of the present
#: game of all, and how many this call has played.
SEED, LIMIT, SITE_COUNT, GAME, FINISHED = 0, 1, 2, 3, 4
#: A row for each game: whether it ended, its plies, the sum of its branching, its plies with a choice, its
#: largest branching, the sites that were occupied at any time.
OVER, PLIES, MOVES_SUM, CHOOSING, MOST, COVERED = 0, 1, 2, 3, 4, 5
ROW = 6
#: From here on in the control: pairs of a site's number and the last game in which it was occupied.
SITES = 16


def sample(first: int, count: int) -> None:
    """Play the games of some numbers, until it is stopped; each with its row."""
    done = 0
    while done < count and not stopped():
        CONTROL[GAME] += 1
        with sandbox():
            sample_one(first + done, done)
        done += 1
        CONTROL[FINISHED] = done


def sample_one(number: int, index: int) -> None:
    """Play one game and write its row."""
    reseed(CONTROL[SEED], number)
    begin()
    moves = SITES + 2 * CONTROL[SITE_COUNT]
    most_moves = (room(CONTROL) - moves) // move_size()
    covered = newly_occupied()
    plies = 0
    total = 0
    choosing = 0
    most = 0
    logs = 0.0
    while not over() and plies < CONTROL[LIMIT]:
        if stopped():
            return
        listed = list_moves(CONTROL, moves)
        if listed > 1:
            choosing += 1
            logs += log(float(listed))
        total += listed
        most = max(most, listed)
        drawn = draw(min(listed, most_moves))
        play_move(CONTROL, moves + drawn * move_size())
        plies += 1
        new = newly_occupied()
        covered += new
    row = ROW * index
    ended = 0
    if over():
        ended = 1
    ROWS[row + OVER] = ended
    ROWS[row + PLIES] = plies
    ROWS[row + MOVES_SUM] = total
    ROWS[row + CHOOSING] = choosing
    ROWS[row + MOST] = most
    ROWS[row + COVERED] = covered
    LOGS[index] = logs


def newly_occupied() -> int:
    """How many sites are occupied for the first time in this game."""
    count = 0
    for i in range(CONTROL[SITE_COUNT]):
        if CONTROL[SITES + 2 * i + 1] != CONTROL[GAME]:
            if occupied(CONTROL[SITES + 2 * i]):
                CONTROL[SITES + 2 * i + 1] = CONTROL[GAME]
                count += 1
    return count


FUNCTIONS = (sample, sample_one, newly_occupied)
ENTRIES = ("sample",)
