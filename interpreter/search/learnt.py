"""Learnt evaluation by n-tuples, written in the words of searches.

A value function is a sum of weights: each n-tuple of sites has a table with a weight for whatever may stand
on them (Lucas, *Learning to play Othello with n-tuple systems*, 2008). Evaluation is incremental: what
stood on each site when a state was last evaluated is remembered, and only tuples with sites that have
changed since look their weights up anew, whichever state that was (as the accumulators of NNUE, but by
difference). Weights are whole numbers, so the sum is exact, and the same by whatever way it was come to.

All is seen from player 1. Where the rules are the same for both players once the board is turned and the
colours are exchanged, each tuple is read a second time through that exchange, and counts against.

The words of the pool of patterns, in this order: a header, what stands on each site, its component for the
other player, for each site where its list of entries begins, the entries (which tuple, by how much its
index grows; first those of the plain view, then those of the exchanged one), for each tuple the word of the
weight that counts, then the weights.
"""

from __future__ import annotations

from interpreter.search.tallies import SCALE
from interpreter.subset.intrinsics import content, estimate, floats, ints, mover, sites

PATTERNS, REALS = ints("patterns", 3), floats("patterns", 3)

#: The header: the sum of the weights that count (in units); how many tuples; how many of them are plain.
SUM, TUPLES, PLAIN = 0, 1, 2
#: Where things are: the exchanged components, the sites' lists, the tuples' weights, the tables.
SWAP, LISTS, INDEX, TABLES = 3, 4, 5, 6
#: What having the move is worth (in units); what the estimate by the rules counts (a Float).
TEMPO, BASE = 7, 8
HEADER = 16
#: What stands on each site comes behind the header.
BOARD = HEADER
#: Weights are in units of which so many make a worth of 1 (SCALE of these an advantage of 1.0).
UNITS = 16


def evaluation() -> int:
    """How the mover stands: what was learnt, and the estimate by the rules."""
    update()
    learnt = PATTERNS[SUM]
    if mover() != 1:
        learnt = -learnt
    ruled = REALS[BASE] * estimate(mover()) * float(SCALE)
    return (learnt + PATTERNS[TEMPO]) // UNITS + int(ruled)


def update() -> None:
    """Bring the sum and the tuples' weights to the present state."""
    for site in range(sites()):
        now = content(site)
        before = PATTERNS[BOARD + site]
        if now != before:
            PATTERNS[BOARD + site] = now
            first = PATTERNS[PATTERNS[LISTS] + 2 * site]
            middle = PATTERNS[PATTERNS[LISTS] + 2 * site + 1]
            last = PATTERNS[PATTERNS[LISTS] + 2 * site + 2]
            change(first, middle, now - before, 1)
            swap = PATTERNS[SWAP]
            change(middle, last, PATTERNS[swap + now] - PATTERNS[swap + before], -1)


def change(first: int, last: int, step: int, sign: int) -> None:
    """What stands on a site of these entries has become another: by so many numbers."""
    entry = first
    total = 0
    while entry < last:
        place = PATTERNS[INDEX] + PATTERNS[entry]
        weight = PATTERNS[place]
        total -= PATTERNS[weight]
        weight += PATTERNS[entry + 1] * step
        total += PATTERNS[weight]
        PATTERNS[place] = weight
        entry += 2
    PATTERNS[SUM] += sign * total


#: What stands in place of the functions of the same names in a search.
FUNCTIONS = (evaluation, update, change)
