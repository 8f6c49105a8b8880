"""Move ordering of alpha-beta, in the words of searches: what is tried first, and what is looked into less.

Captures that win come first, the most valuable victim before others; then what cut off at the same ply
elsewhere (killer heuristic), then what cut off often anywhere (Schaeffer's history heuristic). Late moves are
looked into less far at first (late-move reductions).
"""

from __future__ import annotations

from interpreter.search.outcomes import STACK, likeness
from interpreter.search.tallies import (
    CUT,
    GAINS,
    KILLERS,
    LOUD,
    MOBILITY,
    MOST_GAIN,
    MOST_GAINS,
    PRIZES,
    SELECTIVE,
    SETTINGS,
    TAKEN,
    TARGET,
)
from interpreter.subset.intrinsics import content, log, sites

#: Killers come before whatever history says.
KILLER = 1_000_000_000
#: Moves are late after so many, where there is so much depth left (see `reduction`).
LATE, DEEP = 3, 4


def rank_of(move: int, ply: int) -> int:
    """What orders moves: captures that win, the most valuable victim first, then killers of this ply, then
    by the history heuristic.

    What is won is what taking the like of it has brought of late. Where a search is not selective nothing is
    known of that.
    """
    alike = likeness(move)
    rank = SETTINGS[CUT + alike]
    gain = 0
    if SETTINGS[SELECTIVE] != 0:
        gain = SETTINGS[PRIZES + taken(move)]
    if gain >= SETTINGS[LOUD] and gain > 0:
        rank = 3 * KILLER + gain
    elif alike == SETTINGS[KILLERS + 2 * ply]:
        rank = 2 * KILLER
    elif alike == SETTINGS[KILLERS + 2 * ply + 1]:
        rank = KILLER
    return rank


def rank_of_capture(move: int, target: int, wanted: int) -> int:
    """What orders moves in an exchange, most valuable victim first; -1 for moves that are not looked into.

    Those take what stands where they go: on the site where the last move went, or with a gain that may bring
    what is `wanted` (delta pruning).
    """
    gain = SETTINGS[GAINS + taken(move)]
    rank = -1
    if gain >= SETTINGS[LOUD] and gain + MOBILITY >= wanted:
        rank = gain
    elif STACK[move + TARGET] == target:
        rank = 0
    return rank


def taken(move: int) -> int:
    """The component that stands where a move goes, 0 for none."""
    site = STACK[move + TARGET]
    there = 0
    if site >= 0 and site < sites():
        there = content(site)
    return there if there < MOST_GAINS else 0


def learn_gain(gain: int) -> None:
    """What the last move has gained, for what it took: a mean in which the last has a quarter.

    How much it changed tells what exchanges are followed for, what it won in which order moves are tried.
    """
    victim = SETTINGS[TAKEN]
    if victim > 0:
        SETTINGS[GAINS + victim] = (3 * SETTINGS[GAINS + victim] + abs(gain)) // 4
        SETTINGS[PRIZES + victim] = (7 * SETTINGS[PRIZES + victim] + gain) // 8
        SETTINGS[MOST_GAIN] = max(SETTINGS[MOST_GAIN], SETTINGS[GAINS + victim])


def cut_off(move: int, depth: int, ply: int) -> None:
    """A move was too good for the other to allow it: noted for the history and killer heuristics."""
    alike = likeness(move)
    SETTINGS[CUT + alike] += depth * depth
    if SETTINGS[KILLERS + 2 * ply] != alike:
        SETTINGS[KILLERS + 2 * ply + 1] = SETTINGS[KILLERS + 2 * ply]
        SETTINGS[KILLERS + 2 * ply] = alike


def reduction(depth: int, tried: int) -> int:
    """Late-move reduction: by how many plies less a move is looked into at first, after so many others.

    It grows with the logarithms of both. It is even: estimates after moves of the one and of the other player
    do not compare, where having moved is worth something.
    """
    if SETTINGS[SELECTIVE] == 0 or depth < DEEP or tried < LATE:
        return 0
    pairs = int(log(float(depth)) * log(float(tried + 1)) / 4.0 + 0.5)
    return 2 * min(pairs, (depth - 2) // 2)
